#!/bin/sh
# See that the browser tests have a Chromium. They skip, and say so, where there is none: this never fails.
set -u

for candidate in chromium chromium-browser google-chrome; do
    if command -v "$candidate" >/dev/null; then
        exit 0
    fi
done

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests." >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null || true # the lists at hand may do
    if apt-get install -y -qq --no-install-recommends chromium >/dev/null; then
        exit 0
    fi
fi
echo "No Chromium: the browser tests will be skipped (Debian: sudo apt-get install chromium)." >&2
exit 0
