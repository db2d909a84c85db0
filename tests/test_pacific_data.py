"""The facts of the Pacific edition and its catalogue, read with plain PyYAML and compared with the statements."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

PACKAGE = Path(__file__).parent.parent / "src" / "sandtable"
POWERS = ["Japan", "Great Britain", "India", "Australia", "United States", "China"]
clause = pytest.mark.clause


def load(name: str) -> Any:
    return yaml.safe_load((PACKAGE / name).read_text(encoding="utf-8"))


BOARD = load("editions/pacific/board.yaml")
UNITS = load("editions/pacific/units.yaml")["units"]
SETUPS = {name: load(f"editions/pacific/setup-{name}.yaml") for name in ("printed", "corrected")}
SPACES = {row["name"]: row for row in BOARD["spaces"]}
LANDS = {name for name, row in SPACES.items() if row["kind"] == "land"}
ZONES = {name for name, row in SPACES.items() if row["kind"] == "sea"}
LINKS = {frozenset(pair) for pair in BOARD["connections"]}
both = pytest.mark.parametrize("start", SETUPS)


def touching(name: str) -> set[str]:
    return {other for pair in LINKS if name in pair for other in pair - {name}}


def holder(start: str, space: str) -> str | None:
    owner: str | None = SETUPS[start]["holders"].get(space, SPACES[space]["owner"])
    return owner


def zones(*numbers: int) -> set[str]:
    return {f"Sea Zone {n}" for n in numbers}


# Board


def test_board_has_62_lands_and_54_zones() -> None:
    assert (len(LANDS), len(ZONES)) == (62, 54)
    assert zones(*range(1, 55)) == ZONES


def test_connections_are_244_sorted_pairs_of_known_spaces_in_one_piece() -> None:
    pairs = BOARD["connections"]
    assert len(pairs) == len(LINKS) == 244
    assert pairs == sorted(pairs)
    assert all(a in SPACES and b in SPACES and a < b for a, b in pairs)
    seen, edge = {"Japan"}, ["Japan"]
    while edge:
        edge = [n for at in edge for n in touching(at) if n not in seen]
        seen.update(edge)
    assert seen == set(SPACES)


@clause("pacific.R7")
def test_the_board_does_not_wrap() -> None:
    assert touching("United States") == {"Canada", "Sea Zone 5"}
    assert touching("India") == {"Burma", "Himalayas", "Sea Zone 54"}


@clause("pacific.R8")
def test_an_island_lies_inside_one_sea_zone() -> None:
    islands = {name for name in LANDS if SPACES[name].get("island")}
    assert islands == {name for name in LANDS if len(touching(name)) == 1 and touching(name) <= ZONES}
    assert {"Japan", "Java", "Wake Island", "New Zealand"} <= islands
    assert len(islands) == 28


@clause("pacific.R6", "pacific.R131")
def test_two_territories_are_closed() -> None:
    assert {name for name, row in SPACES.items() if row.get("closed")} == {"Himalayas", "Soviet Union"}
    assert all(SPACES[name]["neutral"] and SPACES[name]["owner"] is None for name in ("Himalayas", "Soviet Union"))


@clause("pacific.R9")
def test_values() -> None:
    worth = {
        55: ["United States"], 5: ["Japan", "India", "New South Wales"], 4: ["Java", "Malaya"],
        3: ["Borneo", "Sumatra", "Philippines", "French Indo-China", "Shantung"],
        2: ["Manchuria", "Korea", "Siam", "Hong Kong", "Queensland", "Hawaiian Islands"],
    }  # fmt: skip
    for value, names in worth.items():
        assert sorted(n for n in LANDS if SPACES[n]["value"] == value) == sorted(names)
    assert sum(row["value"] for row in SPACES.values()) == 116


@clause("pacific.R12", "pacific.R13")
def test_convoys() -> None:
    centers = {z: (r["owner"], r["value"]) for z, r in BOARD["convoys"].items() if "value" in r}
    assert centers == {
        "Sea Zone 3": ("United States", 10), "Sea Zone 6": ("United States", 5), "Sea Zone 15": ("Great Britain", 5),
        "Sea Zone 49": ("Great Britain", 3), "Sea Zone 52": ("Great Britain", 4),
    }  # fmt: skip
    routes = {int(z.split()[-1]): r["territory"] for z, r in BOARD["convoys"].items() if "territory" in r}
    assert routes == {
        9: "Hawaiian Islands", 13: "New Zealand", 36: "Korea", 37: "Shantung", 38: "Philippines", 39: "Celebes",
        43: "Java", 44: "Borneo", 45: "French Indo-China", 46: "Malaya", 47: "Sumatra",
    }  # fmt: skip
    assert all(frozenset((f"Sea Zone {n}", land)) in LINKS for n, land in routes.items())


@clause("pacific.R14", "pacific.R14.1", "pacific.R15")
def test_bases() -> None:
    of = {kind: {b for b, row in BOARD["bases"].items() if kind in row["kinds"]} for kind in ("harbor", "airfield")}
    assert of["harbor"] == {
        "New South Wales", "New Zealand", "New Hebrides", "New Britain", "Samoa", "Papua", "Java", "Malaya", "India",
        "Hawaiian Islands", "Midway", "Philippines", "United States", "Japan", "Caroline Islands", "Northern Territory",
        "Hong Kong",
    }  # fmt: skip
    assert of["airfield"] == {
        "Solomon Islands", "New Britain", "Hawaiian Islands", "Philippines", "United States", "Japan", "Formosa",
        "Caroline Islands", "Mariana Islands", "Bonin Islands", "Ryukyu Islands",
    }  # fmt: skip


@clause("pacific.R16")
def test_kamikaze_zones() -> None:
    assert set(BOARD["kamikaze_zones"]) == zones(23, 24, 25, 35, 36, 37)


# Setup


@both
@clause("pacific.R1", "pacific.R2", "pacific.R3", "pacific.R4", "pacific.R4.2", "pacific.R20")
def test_powers(start: str) -> None:
    setup = SETUPS[start]
    rows = setup["powers"]
    assert setup["turn_order"] == POWERS
    assert [p for p in POWERS if "turn_with" not in rows[p]] == ["Japan", "Great Britain", "United States"]
    assert {p for p in POWERS if rows[p]["side"] == "axis"} == {"Japan"}
    assert {p: rows[p]["ipcs"] for p in POWERS} == {
        "Japan": 19, "Great Britain": 12, "India": 15, "Australia": 20, "United States": 75, "China": 0,
    }  # fmt: skip
    assert {p: rows[p]["capital"] for p in POWERS} == {
        "Japan": "Japan", "Great Britain": "", "India": "India", "Australia": "New South Wales",
        "United States": "United States", "China": "Szechwan",
    }  # fmt: skip


@both
def test_money_is_the_income_of_the_start(start: str) -> None:
    income = Counter[str]()
    for name in LANDS:
        income[holder(start, name) or ""] += SPACES[name]["value"]
    for row in BOARD["convoys"].values():
        income[row.get("owner", "")] += row.get("value", 0)
    for power in ("Japan", "Great Britain", "India", "Australia", "United States"):
        assert income[power] == SETUPS[start]["powers"][power]["ipcs"]


@both
@clause("pacific.R2.1", "pacific.R2.2", "pacific.R10", "pacific.R11")
def test_pieces(start: str) -> None:
    units, count = SETUPS[start]["units"], Counter[tuple[str, str]]()
    assert set(units) <= set(SPACES)
    for there in units.values():
        for power, force in there.items():
            for kind, n in force.items():
                count[power, kind] += n
    assert {power for power, _ in count} == {"Japan", "Great Britain", "United States", "China"}
    assert (count["Great Britain", "fighter"], count["United States", "marine"], count["China", "fighter"]) == (7, 3, 1)
    guns = {s for s, there in units.items() for force in there.values() if "antiaircraft_gun" in force}
    works = {s for s, there in units.items() for force in there.values() if "industrial_complex" in force}
    assert guns == {"Japan", "India", "New South Wales", "Szechwan", "United States"}
    assert works == {*guns, "Hawaiian Islands"} == set(SETUPS[start]["complexes"])


@clause("pacific.R17")
def test_the_corrections_are_the_only_difference_of_the_setups() -> None:
    def flat(start: str) -> dict[tuple[str, str, str], int]:
        rows = SETUPS[start]["units"].items()
        return {(s, p, k): n for s, there in rows for p, force in there.items() for k, n in force.items()}

    before, after = flat("printed"), flat("corrected")
    changed = {key: (before.get(key, 0), after.get(key, 0)) for key in {*before, *after}}
    assert {(s, k): pair for (s, _, k), pair in changed.items() if pair[0] != pair[1]} == {
        ("French Indo-China", "infantry"): (4, 2), ("Hainan", "infantry"): (4, 6), ("Sea Zone 37", "transport"): (2, 1),
        ("Mariana Islands", "fighter"): (1, 0), ("Sea Zone 20", "submarine"): (1, 0),
        ("Sea Zone 22", "submarine"): (0, 1),
    }  # fmt: skip


@clause("pacific.R13.1", "pacific.R130")
def test_holders() -> None:
    assert SETUPS["printed"]["holders"] == dict.fromkeys(("Korea", "Manchuria", "Shantung"), "Japan")
    assert all(SPACES[s]["owner"] == "Australia" for s in ("Java", "Sumatra", "Celebes", "Dutch New Guinea"))
    assert SPACES["Borneo"]["owner"] == "India"
    assert all(holder("printed", row["territory"]) for row in BOARD["convoys"].values() if "territory" in row)


# Units


@clause("pacific.R25")
def test_unit_table() -> None:
    table = {
        "infantry": (3, 1, 1, 2), "marine": (4, 1, 1, 2), "artillery": (4, 1, 2, 2), "tank": (5, 2, 3, 2),
        "antiaircraft_gun": (5, 1, 0, 0), "fighter": (12, 4, 3, 4), "bomber": (15, 6, 4, 1), "transport": (8, 2, 0, 1),
        "submarine": (8, 2, 2, 2), "destroyer": (12, 2, 3, 3), "aircraft_carrier": (18, 2, 1, 3),
        "battleship": (24, 2, 4, 4), "industrial_complex": (15, 0, 0, 0),
    }  # fmt: skip
    assert {u: (r["cost"], r["move"], r["attack"], r["defense"]) for u, r in UNITS.items()} == table
    assert {u: r["hits"] for u, r in UNITS.items() if r["hits"] > 1} == {"battleship": 2}
