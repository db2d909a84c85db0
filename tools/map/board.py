"""The facts of a board that its map must show."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

import yaml

EDITIONS = Path(__file__).parents[2] / "src" / "sandtable" / "editions"


class Board(NamedTuple):
    """Names and connections; `closed` are impassable waters; `canals` are connections through land."""

    lands: frozenset[str]
    zones: frozenset[str]
    links: frozenset[frozenset[str]]
    closed: frozenset[str]
    canals: frozenset[frozenset[str]]

    def zones_of(self) -> dict[str, set[str]]:
        """Return territory -> the sea zones on its coast."""
        out = defaultdict(set)
        for link in self.links:
            for a, b in (sorted(link), sorted(link, reverse=True)):
                if a in self.lands and b in self.zones:
                    out[a].add(b)
        return out


def read(edition: str) -> tuple[Board, dict[str, Any]]:
    """Return the board of an edition and its seeds. Raises SystemExit if their names differ."""
    rows = yaml.safe_load((EDITIONS / edition / "board.yaml").read_text(encoding="utf-8"))
    seeds = yaml.safe_load((Path(__file__).parent / f"{edition}.yaml").read_text(encoding="utf-8"))
    board = Board(
        frozenset(r["name"] for r in rows["spaces"] if r["kind"] == "land"),
        frozenset(r["name"] for r in rows["spaces"] if r["kind"] == "sea"),
        frozenset(frozenset(p) for p in rows["connections"]),
        frozenset(seeds["closed"]),
        frozenset(frozenset(c["connects"]) for c in rows.get("canals", ())),
    )
    odd = (board.lands ^ set(seeds["land"])) | (board.zones ^ set(seeds["sea"]))
    if odd:
        raise SystemExit(f"seeds and board differ in {sorted(odd)}")
    return board, seeds
