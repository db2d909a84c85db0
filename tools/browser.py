"""Find or download Chromium for the browser tests: `python -m tools.browser` prints its path.

Tries in order: the program in $CHROMIUM; one on PATH; the Debian or Ubuntu package, if it can be installed; the one in
the npm package `@sparticuz/chromium`, unpacked to `.cache/`. `python -m tools.browser firefox` looks for Firefox on
PATH, and else tries to install the Debian package.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools.client import ROOT, ClientError, find_node, install_packages

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = ROOT / "tools" / "chromium"
UNPACK = "import('@sparticuz/chromium').then((c) => c.default.executablePath()).then((path) => console.log(path))"


class NoBrowser(Exception):
    """Chromium is missing; the message is one sentence."""


def works(program: str | Path) -> bool:
    """Return whether a program starts (and finds its libraries)."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.SubprocessError):
        return False


def present() -> Path | None:
    """Return an installed Chromium, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not works(named):
            raise NoBrowser(f"$CHROMIUM names {named}, which does not start.")
        return Path(named)
    found = [shutil.which(name) for name in NAMES]
    mark = ROOT / ".cache" / "chromium-path"
    fetched = mark.read_text(encoding="utf-8").strip() if mark.exists() else None
    return next((Path(program) for program in [*found, fetched] if program and works(program)), None)


def from_apt(package: str) -> bool:
    """Install a Debian or Ubuntu package, if permitted; return whether that succeeded."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"== apt-get install {package}", file=sys.stderr, flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        done = subprocess.run(["apt-get", "-qq", *words], env=environment, stdout=sys.stderr)
        if done.returncode:
            return False
    return True


def from_npm() -> Path | None:
    """Unpack the one in the npm package."""
    try:
        node = find_node()
        install_packages(node, PACKAGE)
    except ClientError:
        return None
    environment = {**node.environment(), "TMPDIR": str(ROOT / ".cache")}
    (ROOT / ".cache").mkdir(exist_ok=True)
    program = str(node.folder / ("node.exe" if os.name == "nt" else "node"))
    done = subprocess.run([program, "-e", UNPACK], cwd=PACKAGE, env=environment, capture_output=True, text=True)
    path = Path(done.stdout.strip() or ".")
    if done.returncode or not works(path):
        return None
    (ROOT / ".cache" / "chromium-path").write_text(str(path), encoding="utf-8")
    return path


def find(install: bool = False) -> Path:
    """Return the path of Chromium; with `install`, download it if it is missing. Raises `NoBrowser`."""
    program = present()
    if program is None and install:
        program = (present() if from_apt("chromium") else None) or from_npm()
    if program is None:
        raise NoBrowser("The browser tests need Chromium: install it, or name its program in $CHROMIUM.")
    return program


def find_firefox(install: bool = False) -> Path:
    """Return the path of Firefox; with `install`, try to install it if it is missing. Raises `NoBrowser`."""
    for again in (False, True):
        found = [program for name in ("firefox-esr", "firefox") if (program := shutil.which(name)) and works(program)]
        if found:
            return Path(found[0])
        if again or not install or not from_apt("firefox-esr"):
            break
    raise NoBrowser("The tests in Firefox need Firefox on the PATH: install it.")


if __name__ == "__main__":
    try:
        print(find_firefox(install=True) if sys.argv[1:] == ["firefox"] else find(install=True))
    except NoBrowser as error:
        sys.exit(str(error))
