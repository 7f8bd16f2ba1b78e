#!/bin/sh
# Create a virtual environment and install a requirements file into it.
#
#   sh tools/setup.sh .venv requirements.txt
#
# PYTHON names another interpreter. Debian ships Python without the venv module: as root it is installed
# through apt, otherwise the command to give is printed.
set -eu
venv=$1
requirements=$2

say() { printf '%s\n' "$*" >&2; }

is_supported() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for candidate in ${PYTHON:-python3.11 python3.12 python3.13 python3}; do
        if command -v "$candidate" >/dev/null && is_supported "$candidate"; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    say "No Python 3.11 or newer was found${PYTHON:+ at $PYTHON}. Install one (Debian, Ubuntu: apt-get install python3 python3-venv)."
    exit 1
}

ensure_venv_module() {
    if "$1" -c 'import ensurepip, venv' 2>/dev/null; then
        return
    fi
    packages="python3-venv $("$1" -c 'import sys; print(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")')"
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        say "$1 lacks the venv module. Install it first (Debian, Ubuntu: sudo apt-get install $packages)."
        exit 1
    fi
    say "Installing the venv module of $1."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null || true # the lists at hand may do
    # shellcheck disable=SC2086  # two package names
    if ! apt-get install -y -qq --no-install-recommends $packages >/dev/null; then
        say "apt-get could not install $packages: see the lines above."
        exit 1
    fi
}

if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    python=$(find_python)
    ensure_venv_module "$python"
    say "Creating $venv with $python."
    "$python" -m venv --clear "$venv"
fi
say "Installing $requirements."
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
