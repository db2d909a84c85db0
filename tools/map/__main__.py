"""Draw a board, check it, and write its map file: `python -m tools.map classic --atlas FOLDER`."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from . import board as boards
from .coastlines import Window, edited
from .export import export
from .finish import check, finish, neighbors
from .growth import grow


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--atlas", type=Path, required=True, help="the unpacked npm package world-atlas 2.0.2")
    given = parser.parse_args()
    start = time.time()

    def log(text: str) -> None:
        print(f"[{time.time() - start:6.1f} s] {text}", flush=True)

    board, seeds = boards.read(given.edition)
    window = Window(*seeds["window"]) if "window" in seeds else Window()
    land = edited(given.atlas / "countries-50m.json", seeds, window)
    log(f"{len(land)} countries")
    first = grow(board, seeds, land, None, window)
    log(f"{len(first.parts)} cells, {len(first.junctions)} junctions of coasts to refine")
    grown = grow(board, seeds, land, first.junctions, window)
    log(f"{len(grown.parts)} cells after refining")
    final = finish(board, seeds, land, grown, window)
    faults = check(board, neighbors(final, window))
    log(f"{len(board.links)} connections, {len(faults)} faults")
    if faults:
        raise SystemExit("\n".join(faults))
    target = boards.EDITIONS / given.edition / "map.json"
    export(board, seeds, final, window, target)
    log(f"{target.name}: {target.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
