"""What the project says about itself holds: links lead somewhere, commands exist, versions are pinned."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]

    assert [link for link in local if not (page.parent / link).exists()] == []


def make_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):.*## ", makefile, flags=re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_that_is_named_exists(page: str) -> None:
    named = set(re.findall(r"^    make ([a-z]+)", (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE))

    assert named
    assert named <= make_targets()


def test_the_two_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert re.findall(r"^    make (run|test)\b", readme, flags=re.MULTILINE) == ["run", "test"]


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dev.txt"])
def test_versions_are_pinned(file: str) -> None:
    """The same numbers on every machine: no version is left open."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    packages = [line for line in lines if line and not line.startswith(("#", "-r "))]

    assert packages
    assert [line for line in packages if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9.]*", line)] == []
