"""The facts of the Anniversary edition and its catalogue, read with plain PyYAML and compared with the statements."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

PACKAGE = Path(__file__).parent.parent / "src" / "sandtable"
POWERS = ["Germany", "Soviet Union", "Japan", "United Kingdom", "Italy", "United States", "China"]
clause = pytest.mark.clause


def load(name: str) -> Any:
    return yaml.safe_load((PACKAGE / name).read_text(encoding="utf-8"))


BOARD = load("editions/anniversary/board.yaml")
UNITS = load("editions/anniversary/units.yaml")["units"]
SETUPS = {year: load(f"editions/anniversary/setup-{year}.yaml") for year in ("1941", "1942")}
SWITCHES = load("editions/anniversary/switches.yaml")
OBJECTIVES = load("editions/anniversary/objectives.yaml")
ADVANCES = load("editions/anniversary/technologies.yaml")["technologies"]

SPACES = {row["name"]: row for row in BOARD["spaces"]}
LANDS = {name for name, row in SPACES.items() if row["kind"] == "land"}
ZONES = {name for name, row in SPACES.items() if row["kind"] == "sea"}
LINKS = {frozenset(pair) for pair in BOARD["connections"]}
both = pytest.mark.parametrize("year", SETUPS)


def touching(name: str) -> set[str]:
    return {other for pair in LINKS if name in pair for other in pair - {name}}


def holder(year: str, space: str) -> str | None:
    owner: str | None = SETUPS[year]["holders"].get(space, SPACES[space]["owner"])
    return owner


# Board


def test_board_has_97_lands_and_65_zones() -> None:
    assert len(BOARD["spaces"]) == len(SPACES) == 162
    assert (len(LANDS), len(ZONES)) == (97, 65)
    assert {f"Sea Zone {n}" for n in range(1, 66)} == ZONES


def test_connections_are_407_sorted_pairs_of_known_spaces_in_one_piece() -> None:
    pairs = BOARD["connections"]
    assert len(pairs) == len(LINKS) == 407
    assert pairs == sorted(pairs)
    assert all(a in SPACES and b in SPACES and a < b for a, b in pairs)
    seen, edge = {"Germany"}, ["Germany"]
    while edge:
        edge = [n for at in edge for n in touching(at) if n not in seen]
        seen.update(edge)
    assert seen == set(SPACES)


@clause("anniversary.R10")
def test_the_left_and_right_edges_join() -> None:
    for a, b in ((20, 55), (21, 44), (25, 43)):
        assert f"Sea Zone {a}" in touching(f"Sea Zone {b}")
    assert "Panama" in touching("Eastern United States")
    assert "Mexico" not in touching("Eastern United States")


@clause("anniversary.R11", "anniversary.R11.1")
def test_an_island_lies_inside_one_sea_zone() -> None:
    islands = {name for name in LANDS if SPACES[name].get("island")}
    assert islands == {name for name in LANDS if len(touching(name)) == 1 and touching(name) <= ZONES} - {"Eire"}
    assert {"Japan", "Iceland", "Wake Island", "Solomon Islands"} <= islands


@clause("anniversary.R13")
def test_neutrals() -> None:
    assert {name for name in LANDS if SPACES[name]["owner"] is None} == {
        "Northern South America", "Peruvian Central", "Argentina Chile", "Eire", "Sweden", "Switzerland", "Spain",
        "Sahara", "Angola", "Mozambique", "Turkey", "Saudi Arabia", "Afghanistan", "Himalaya", "Mongolia",
    }  # fmt: skip
    assert all(SPACES[s]["neutral"] and SPACES[s]["closed"] for s in LANDS if SPACES[s]["owner"] is None)


@clause("anniversary.R15", "anniversary.R16", "anniversary.R17")
def test_canals() -> None:
    assert BOARD["canals"] == [
        {
            "name": "Suez Canal", "connects": ["Sea Zone 15", "Sea Zone 34"],
            "controlled_by": ["Egypt", "Trans-Jordan"],
        },
        {"name": "Panama Canal", "connects": ["Sea Zone 19", "Sea Zone 20"], "controlled_by": ["Panama"]},
    ]  # fmt: skip
    assert "Trans-Jordan" in touching("Egypt")


@clause("anniversary.R18", "anniversary.R18.1", "anniversary.R19", "anniversary.R150")
def test_original_controllers_are_printed_on_the_board_and_the_same_in_both_scenarios() -> None:
    chinese = {s for s in LANDS if SPACES[s]["owner"] == "China"}
    assert chinese == set(OBJECTIVES["china"])
    assert {"Manchuria", "Kiangsu"} <= chinese
    assert all(holder(year, s) == "Japan" for year in SETUPS for s in ("Manchuria", "Kiangsu"))
    assert SPACES["Philippine Islands"]["owner"] == "United States"
    assert holder("1942", "Philippine Islands") == "Japan"


# Powers


@clause("anniversary.R1")
@both
def test_six_powers_and_china(year: str) -> None:
    powers = SETUPS[year]["powers"]
    assert sorted(powers) == sorted(POWERS)
    assert {p for p, row in powers.items() if row["side"] == "axis"} == {"Germany", "Japan", "Italy"}
    assert powers["China"]["turn_with"] == "United States"


@clause("anniversary.R2", "anniversary.R3")
def test_turn_order() -> None:
    assert SETUPS["1941"]["turn_order"] == POWERS
    assert SETUPS["1942"]["turn_order"] == ["Japan", "Soviet Union", "Germany", *POWERS[3:]]


@clause("anniversary.R4", "anniversary.R5")
@pytest.mark.parametrize(("year", "cash"), [("1941", (31, 30, 17, 43, 10, 40)), ("1942", (37, 24, 31, 31, 10, 38))])
def test_cash_equals_income_at_the_start(year: str, cash: tuple[int, ...]) -> None:
    for power, ipcs in zip(POWERS, cash, strict=False):
        assert SETUPS[year]["powers"][power]["ipcs"] == ipcs
        assert sum(SPACES[s]["value"] for s in LANDS if holder(year, s) == power) == ipcs
    assert SETUPS[year]["powers"]["China"]["ipcs"] == 0


@clause("anniversary.R6")
@both
def test_capitals(year: str) -> None:
    capitals = {p: row["capital"] for p, row in SETUPS[year]["powers"].items()}
    assert capitals == {
        "Germany": "Germany", "Japan": "Japan", "Italy": "Italy", "Soviet Union": "Russia",
        "United Kingdom": "United Kingdom", "United States": "Eastern United States", "China": "",
    }  # fmt: skip


@clause("anniversary.R7", "anniversary.R8", "anniversary.R9")
@pytest.mark.parametrize(("year", "axis"), [("1941", 6), ("1942", 8)])
def test_victory_cities(year: str, axis: int) -> None:
    cities = {
        "Berlin": "Germany", "Paris": "France", "Warsaw": "Poland", "Rome": "Italy", "Tokyo": "Japan",
        "Shanghai": "Kiangsu", "Washington": "Eastern United States", "San Francisco": "Western United States",
        "Honolulu": "Hawaiian Islands", "Manila": "Philippine Islands", "London": "United Kingdom",
        "Ottawa": "Eastern Canada", "Calcutta": "India", "Sydney": "Australia", "Hong Kong": "Kwangtung",
        "Moscow": "Russia", "Leningrad": "Karelia S.S.R.", "Stalingrad": "Caucasus",
    }  # fmt: skip
    assert sorted(cities.values()) == sorted(OBJECTIVES["victory_cities"])
    assert all(city in SPACES[space]["aliases"] for city, space in cities.items())
    sides = {p: row["side"] for p, row in SETUPS[year]["powers"].items()}
    assert sum(sides[str(holder(year, s))] == "axis" for s in cities.values()) == axis


# Units and setup


@clause("anniversary.R25", "anniversary.R40", "anniversary.R44", "anniversary.R52")
@pytest.mark.parametrize(
    ("unit", "numbers"),
    [
        ("infantry", (3, 1, 1, 2)), ("artillery", (4, 1, 2, 2)), ("tank", (5, 2, 3, 3)), ("fighter", (10, 4, 3, 4)),
        ("antiaircraft_gun", (6, 1, 0, 0)), ("industrial_complex", (15, 0, 0, 0)), ("bomber", (12, 6, 4, 1)),
        ("battleship", (20, 2, 4, 4)), ("aircraft_carrier", (14, 2, 1, 2)), ("cruiser", (12, 2, 3, 3)),
        ("destroyer", (8, 2, 2, 2)), ("submarine", (6, 2, 2, 1)), ("transport", (7, 2, 0, 0)),
    ],
)  # fmt: skip
def test_cost_move_attack_defense(unit: str, numbers: tuple[int, ...]) -> None:
    row = UNITS[unit]
    assert (row["cost"], row["move"], row["attack"], row["defense"]) == numbers
    assert row["hits"] == (2 if unit == "battleship" else 1)
    assert len(UNITS) == 13


@both
def test_every_piece_of_the_setup_is_of_a_known_type_and_among_friends(year: str) -> None:
    sides = {p: row["side"] for p, row in SETUPS[year]["powers"].items()}
    for space, owners in SETUPS[year]["units"].items():
        for power, pieces in owners.items():
            assert set(pieces) <= set(UNITS)
            assert space in ZONES or sides[str(holder(year, space))] == sides[power]


#: Totals by power, counted in a second source of the setup.
PIECES = """
1941 United States infantry 9, artillery 1, fighter 4, bomber 2, transport 3, destroyer 4, aircraft_carrier 1
1941 Soviet Union infantry 37, artillery 2, tank 1, submarine 1, antiaircraft_gun 3
1941 United Kingdom infantry 17, artillery 4, tank 3, fighter 3, bomber 1, transport 4, battleship 1, destroyer 5
1941 Italy infantry 5, tank 2, fighter 1, artillery 1, transport 1, cruiser 2, battleship 1
1941 Germany infantry 19, artillery 4, tank 8, fighter 4, bomber 1, cruiser 1, submarine 3, transport 2
1941 Japan infantry 21, fighter 9, artillery 2, tank 1, transport 5, destroyer 1, aircraft_carrier 3, cruiser 1
1941 China infantry 4, fighter 1
1942 United States infantry 10, tank 1, fighter 4, bomber 3, transport 3, destroyer 3, submarine 1, cruiser 1
1942 Soviet Union infantry 26, tank 4, artillery 2, fighter 1, bomber 1, submarine 1
1942 United Kingdom infantry 18, fighter 5, tank 3, artillery 3, bomber 1, transport 4, cruiser 2, destroyer 4
1942 Italy infantry 6, tank 3, fighter 1, artillery 1, transport 1, cruiser 2, battleship 1
1942 Germany infantry 31, tank 10, fighter 5, artillery 3, antiaircraft_gun 2, bomber 1, submarine 3, destroyer 2
1942 Japan infantry 23, fighter 7, artillery 1, tank 1, bomber 1, aircraft_carrier 2, battleship 2, submarine 1
1942 China infantry 9, fighter 1
"""


@pytest.mark.parametrize("line", PIECES.strip().splitlines())
def test_pieces_at_the_start(line: str) -> None:
    year, words = line[:4], line[5:].replace(",", "").split()
    first = next(i for i, word in enumerate(words) if word in UNITS)
    power, pairs = " ".join(words[:first]), words[first:]
    found: Counter[str] = Counter()
    for owners in SETUPS[year]["units"].values():
        found.update(owners.get(power, {}))
    expected = {kind: int(n) for kind, n in zip(pairs[::2], pairs[1::2], strict=True)}
    assert {kind: found[kind] for kind in expected} == expected


@both
def test_complexes_stand_where_they_are_listed(year: str) -> None:
    units = SETUPS[year]["units"]
    standing = {s for s, owners in units.items() for row in owners.values() if "industrial_complex" in row}
    assert standing == set(SETUPS[year]["complexes"]) == {
        "Germany", "Italy", "Japan", "Caucasus", "Karelia S.S.R.", "Russia", "United Kingdom",
        "Eastern United States", "Western United States",
    }  # fmt: skip


# Advances, objectives, switches


def test_two_charts_of_six_advances() -> None:
    places = sorted((row["chart"], row["die"]) for row in ADVANCES.values())
    assert places == [(chart, die) for chart in ("Chart 1", "Chart 2") for die in range(1, 7)]


def test_objectives_name_spaces() -> None:
    rows = OBJECTIVES["objectives"]
    assert Counter(row["power"] for row in rows.values()) == {
        "Germany": 3, "Japan": 3, "Italy": 2, "United States": 4, "United Kingdom": 3, "Soviet Union": 2,
    }  # fmt: skip
    assert all({*row["hold"], *row.get("clear", ())} <= set(SPACES) for row in rows.values())


def test_every_switch_names_its_statement() -> None:
    ids = {row["id"] for row in load("catalogue/anniversary.yaml")["statements"]}
    assert all(f"anniversary.{row['source']}" in ids for row in SWITCHES.values())
