"""`python -m data.build`: build data/catalogue from the pinned sources."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from data.build.buffs.assemble import assemble
from data.build.buffs.describe import update_document as update_buffs_document
from data.build.buffs.written import BuffFileError
from data.build.catalogue import CATALOGUE_FOLDER, write_catalogue
from data.build.describe import update_document
from data.build.editions import read_corrected
from data.sources.wh40kdc_package import SourceUnavailableError

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Build the catalogue; 0, or 1 with one line when a source is missing."""
    parser = argparse.ArgumentParser(prog="python -m data.build", description="Build the catalogue's parquet files.")
    parser.add_argument("--out", type=Path, default=CATALOGUE_FOLDER, help="folder to write (default: data/catalogue)")
    options = parser.parse_args(arguments)
    try:
        bundles = read_corrected()
        revision = write_catalogue(bundles, options.out)
    except (SourceUnavailableError, BuffFileError) as error:
        print(f"data.build: {error}", file=sys.stderr)
        return 1
    if options.out == CATALOGUE_FOLDER:
        update_document()
        update_buffs_document(assemble(bundles))
    print(f"wrote {options.out} at revision {revision}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
