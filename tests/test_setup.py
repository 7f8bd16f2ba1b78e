"""tools/setup.sh and tools/browser.sh on a bare Debian machine, played by stand-ins for its commands."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="needs a POSIX shell")

# A Python 3.11 that has no venv module until apt-get, which writes down what it is asked for, has installed it.
PYTHON = """#!/bin/sh
case "$*" in
    *ensurepip*) test -e "$HERE/installed" ;;
    *"python{sys.version_info.major}"*) echo python3.11-venv ;;
    "-m venv"*) mkdir -p "$4/bin" && cp "$HERE/bin/python3.11" "$4/bin/python" ;;
    "-m pip --version") test "$0" != "$HERE/bin/python3.11" ;;
    "-m pip install"*) echo "pip $*" >>"$HERE/log" ;;
esac
"""
APT_GET = """#!/bin/sh
echo "apt-get $*" >>"$HERE/log"
test "$1" = install && touch "$HERE/installed"
exit 0
"""


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder whose bin holds the stand-ins, beside the few real tools the scripts use."""
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("sh", "mkdir", "cp", "touch"):
        (commands / name).symlink_to(shutil.which(name) or name)
    add(tmp_path, "python3.11", PYTHON)
    add(tmp_path, "apt-get", APT_GET)
    return tmp_path


def add(machine: Path, name: str, script: str) -> None:
    path = machine / "bin" / name
    path.write_text(script, encoding="utf-8")
    path.chmod(0o755)


def run(machine: Path, script: str, *arguments: str, user: int) -> subprocess.CompletedProcess[str]:
    add(machine, "id", f"#!/bin/sh\necho {user}\n")
    command = ["sh", str(ROOT / "tools" / script), *arguments]
    environment = {"PATH": str(machine / "bin"), "HERE": str(machine)}
    return subprocess.run(command, cwd=machine, env=environment, capture_output=True, text=True, check=False)


def log(machine: Path) -> list[str]:
    path = machine / "log"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def test_root_gets_the_venv_module_installed(machine: Path) -> None:
    answer = run(machine, "setup.sh", ".venv", "requirements.txt", user=0)

    assert answer.returncode == 0, answer.stderr
    update, install, pip = log(machine)
    assert update.startswith("apt-get update")
    assert install.endswith("python3-venv python3.11-venv")
    assert pip.endswith("-r requirements.txt")


def test_others_are_told_what_to_install(machine: Path) -> None:
    answer = run(machine, "setup.sh", ".venv", "requirements.txt", user=1000)

    assert answer.returncode == 1
    assert "sudo apt-get install python3-venv python3.11-venv" in answer.stderr
    assert log(machine) == []
    assert not (machine / ".venv").exists()


def test_an_existing_environment_is_kept(machine: Path) -> None:
    run(machine, "setup.sh", ".venv", "requirements.txt", user=0)
    (machine / ".venv" / "kept").touch()

    answer = run(machine, "setup.sh", ".venv", "requirements-dev.txt", user=1000)

    assert answer.returncode == 0
    assert (machine / ".venv" / "kept").exists()
    assert log(machine)[-1].endswith("-r requirements-dev.txt")


def test_without_python_the_needed_one_is_named(machine: Path) -> None:
    (machine / "bin" / "python3.11").unlink()

    answer = run(machine, "setup.sh", ".venv", "requirements.txt", user=0)

    assert answer.returncode == 1
    assert answer.stderr.startswith("No Python 3.11 or newer was found.")


def test_root_gets_a_browser_and_others_a_hint(machine: Path) -> None:
    hint = run(machine, "browser.sh", user=1000)
    installed = run(machine, "browser.sh", user=0)

    assert (hint.returncode, installed.returncode) == (0, 0)
    assert "the browser tests will be skipped" in hint.stderr
    assert log(machine)[-1].endswith("chromium")


def test_a_browser_that_is_there_is_left_alone(machine: Path) -> None:
    add(machine, "chromium", "#!/bin/sh\n")

    answer = run(machine, "browser.sh", user=0)

    assert (answer.returncode, answer.stderr, log(machine)) == (0, "", [])
