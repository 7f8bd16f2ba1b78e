"""The layers of ARCHITECTURE.md: the mathematics runs without pages, charts and database."""

from __future__ import annotations

import ast
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOREIGN_TO_ANALYSIS = {"streamlit", "plotly", "duckdb", "queries", "dashboard", "pages"}
ENTRY = "analysis.__main__"  # the command line alone may ask the queries


def analysis_modules() -> list[str]:
    found = pkgutil.walk_packages([str(ROOT / "analysis")], prefix="analysis.")
    return [module.name for module in found if module.name != ENTRY]


def test_analysis_imports_no_page_chart_or_database() -> None:
    """Import all of analysis in a fresh interpreter and look at what came along."""
    script = (
        "import importlib, json, sys\n"
        f"for name in {analysis_modules()!r}: importlib.import_module(name)\n"
        "print(json.dumps(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    answer = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    loaded = set(json.loads(answer.stdout))

    assert analysis_modules()
    assert not loaded & FOREIGN_TO_ANALYSIS


def imported_names(path: Path) -> set[str]:
    """Top-level packages a file names in any import, those inside functions included."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize(
    ("folder", "forbidden"),
    [
        ("analysis", FOREIGN_TO_ANALYSIS | {"data"}),
        ("queries", {"streamlit", "plotly", "dashboard", "pages"}),
        ("data", {"streamlit", "plotly", "dashboard", "pages"}),
        ("pages", {"duckdb", "data"}),
        ("dashboard", {"duckdb", "data"}),
    ],
)
def test_no_file_reaches_across_its_layer(folder: str, forbidden: set[str]) -> None:
    """Late imports count too: a function that loads a foreign layer is found in its source."""
    crossings = {
        str(path.relative_to(ROOT)): sorted(crossing)
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != ROOT / "analysis" / "__main__.py" and (crossing := imported_names(path) & forbidden)
    }

    assert crossings == {}


OUTSIDE = {"io", "os", "pathlib", "shutil", "tempfile", "socket", "ssl", "http", "ftplib", "requests", "subprocess"}
"""Modules that reach files, programs or the network."""


def reaches_outside(path: Path) -> set[str]:
    """What a file uses of the world outside: such a module, a part of `urllib` that is no mere text, or `open`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = imported_names(path) & OUTSIDE
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("urllib"):
            found |= {node.module} - {"urllib.parse"}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.startswith("urllib")}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
            found.add("open")
    return found


def test_the_mathematics_reads_no_file_and_no_network() -> None:
    """Only the command line, `analysis/commands`, reads and writes files; nothing asks the network."""
    commands = ROOT / "analysis" / "commands"
    outside = {commands, ROOT / "analysis" / "__main__.py"}
    files = [path for path in sorted((ROOT / "analysis").rglob("*.py")) if not outside & {path, path.parent}]

    assert {str(path.relative_to(ROOT)): found for path in files if (found := reaches_outside(path))} == {}
    networked = {path.name: reaches_outside(path) & {"socket", "ssl", "http"} for path in commands.glob("*.py")}
    assert not any(networked.values())


def test_what_reaches_outside_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text("import urllib.request\nfrom urllib.parse import quote\nimport os.path\nopen('x')\n")

    assert reaches_outside(file) == {"urllib.request", "os", "open"}
