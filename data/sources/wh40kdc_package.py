"""Read the data files of the two pinned wh40kdc packages.

Version 1.4.5 (11th edition) is installed with requirements-dev.txt. Version
0.5.0 (10th edition data under an 11th edition label) cannot be installed beside
it, so its wheel is fetched into build/wheels and read with zipfile.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

__all__ = ["WHEEL_10E", "PackageFile", "SourceUnavailableError", "read_package_10e", "read_package_11e"]

WHEEL_FOLDER = Path(__file__).resolve().parent.parent.parent / "build" / "wheels"
WHEEL_10E = "wh40kdc-0.5.0-py3-none-any.whl"
_BUNDLE = "wh40kdc/_bundle.json"

PackageFile = tuple[dict[str, Any], str]
"""The parsed JSON of a package and the SHA-256 of its bytes."""


class SourceUnavailableError(RuntimeError):
    """A pinned package is neither installed nor to be downloaded."""


def read_package_11e() -> PackageFile:
    """Return the data of the installed wh40kdc 1.4.5."""
    try:
        raw = (importlib.resources.files("wh40kdc") / "_bundle.json").read_bytes()
    except ModuleNotFoundError as error:
        raise SourceUnavailableError("wh40kdc 1.4.5 is not installed: pip install -r requirements-dev.txt") from error
    return json.loads(raw), hashlib.sha256(raw).hexdigest()


def read_package_10e(*, download: bool = True) -> PackageFile:
    """Return the data of wh40kdc 0.5.0, fetching its wheel once if allowed."""
    wheel = WHEEL_FOLDER / WHEEL_10E
    if not wheel.exists() and download:
        _download_wheel()
    if not wheel.exists():
        raise SourceUnavailableError(f"{WHEEL_10E} is not in build/wheels and could not be downloaded")
    with zipfile.ZipFile(wheel) as archive:
        raw = archive.read(_BUNDLE)
    return json.loads(raw), hashlib.sha256(raw).hexdigest()


def _download_wheel() -> None:
    WHEEL_FOLDER.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(WHEEL_FOLDER)]
    subprocess.run([*command, "wh40kdc==0.5.0"], check=False)  # noqa: S603 - a fixed command line
