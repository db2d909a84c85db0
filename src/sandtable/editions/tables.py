"""Reading an edition's data files into the tables of a draft."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from ..core.files import read_yaml
from ..rules.draft import Draft


@cache
def _read(path: Path) -> Any:
    return read_yaml(path)


def load_board(draft: Draft, folder: Path) -> None:
    """board.yaml: spaces, connections, canals, minor powers and naval bases."""
    board = _read(folder / "board.yaml")
    for row in board["spaces"]:
        cells = {k: v for k, v in row.items() if k != "name"}
        draft.add(("spaces", row["name"]), {"value": 0, "owner": None, **cells})
    for a, b in board["connections"]:
        draft.link(a, b)
    for row in board.get("canals", ()):
        draft.add(("canals", row["name"]), {k: v for k, v in row.items() if k != "name"})
    for table in ("minors", "bases", "convoys"):
        for name, row in board.get(table, {}).items():
            draft.add((table, name), row)


def load_units(draft: Draft, folder: Path) -> None:
    """units.yaml: the unit types with all their numbers."""
    for name, row in _read(folder / "units.yaml")["units"].items():
        draft.add(("units", name), row)


def load_setup(draft: Draft, folder: Path, file: str) -> None:
    """A setup file: powers in order of play, units, complexes, technologies, and holders at the start."""
    setup = _read(folder / file)
    for name in setup["turn_order"]:
        technologies = setup.get("technologies", {}).get(name, [])
        draft.add(("powers", name), {"technologies": technologies, **setup["powers"][name]})
    for space, powers in setup["units"].items():
        draft.add(("setup", space), powers)
    for space, name in setup.get("holders", {}).items():
        draft.add(("holders", space), name)
    for name, places in setup.get("mobilization", {}).items():
        draft.add(("mobilization", name), places)
    draft.add(("memory", "original_complexes"), list(setup["complexes"]))


def load_technologies(draft: Draft, folder: Path) -> None:
    """technologies.yaml: the weapons table and the price of a die."""
    file = _read(folder / "technologies.yaml")
    draft.add(("switches", "development_cost"), file["cost_per_die"])
    draft.add(("switches", "development_success"), file["success"])
    draft.add(("settings", "development_cost"), {"text": "Cost in IPCs of a die for weapons development."})
    draft.add(("settings", "development_success"), {"text": "Lowest roll that gains a technology."})
    for name, row in file["technologies"].items():
        draft.add(("technologies", name), row)


def load_switches(draft: Draft, folder: Path) -> None:
    """switches.yaml: numbers and yes/no points of the rules, and the sentences for their values."""
    for name, row in _read(folder / "switches.yaml").items():
        says = {str(value).lower(): text for value, text in row.get("says", {}).items()}
        draft.add(("switches", name), row["value"])
        draft.add(("settings", name), {"text": row["text"], "says": says})


def say_in_play(draft: Draft, not_here: Mapping[str, str], ways: Mapping[str, tuple[str, ...]]) -> None:
    """State the points that an edition does not honor, and through what others come into play."""
    for point, text in not_here.items():
        draft.in_play(point, text=text)
    for point, by in ways.items():
        draft.in_play(point, *by)
