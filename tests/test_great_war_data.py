"""The facts of the Great War edition and its catalogue, read with plain PyYAML and compared with the statements."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

PACKAGE = Path(__file__).parent.parent / "src" / "sandtable"
START = {
    "Austria-Hungary": 26, "Russia": 25, "Germany": 35, "France": 24, "Britain": 30, "Ottoman Empire": 16, "Italy": 14,
    "United States": 20,
}  # fmt: skip


def load(name: str) -> Any:
    return yaml.safe_load((PACKAGE / name).read_text(encoding="utf-8"))


BOARD = load("editions/great_war/board.yaml")
UNITS = load("editions/great_war/units.yaml")["units"]
SETUP = load("editions/great_war/setup.yaml")
SWITCHES = load("editions/great_war/switches.yaml")
CATALOGUE = load("catalogue/great_war.yaml")

SPACES = {row["name"]: row for row in BOARD["spaces"]}
LANDS = {name for name, row in SPACES.items() if row["kind"] == "land"}
ZONES = {name for name, row in SPACES.items() if row["kind"] == "sea"}
LINKS = {frozenset(pair) for pair in BOARD["connections"]}


def touching(name: str) -> set[str]:
    return {other for pair in LINKS if name in pair for other in pair - {name}}


def zone(*numbers: int) -> set[str]:
    return {f"Sea Zone {n}" for n in numbers}


# Board


@pytest.mark.clause("great_war.R10", "great_war.R11")
def test_board_has_96_lands_and_30_zones_two_lands_closed() -> None:
    assert len(BOARD["spaces"]) == len(SPACES) == 126
    assert (len(LANDS), len(ZONES)) == (96, 30)
    assert zone(*range(1, 31)) == ZONES
    assert {s for s in LANDS if SPACES[s].get("closed")} == {"Sahara", "Himalayas"}
    worthless = {s for s in LANDS if SPACES[s]["value"] == 0 and not SPACES[s].get("closed")}
    assert worthless == {"Corsica", "Sardinia", "Sicily", "Balearic Islands"}


def test_connections_are_326_sorted_pairs_of_known_spaces_in_one_piece() -> None:
    pairs = BOARD["connections"]
    assert len(pairs) == len(LINKS) == 326
    assert pairs == sorted(pairs)
    assert all(a in SPACES and b in SPACES and a < b for a, b in pairs)
    seen, edge = {"Berlin"}, ["Berlin"]
    while edge:
        edge = [n for at in edge for n in touching(at) if n not in seen]
        seen.update(edge)
    assert seen == set(SPACES)


@pytest.mark.clause("great_war.R12")
def test_the_caspian_touches_no_other_zone() -> None:
    assert not touching("Sea Zone 30") & ZONES
    assert SPACES["Sea Zone 30"]["inland"]


@pytest.mark.clause("great_war.R8", "great_war.R9")
def test_suez_is_the_only_canal() -> None:
    (canal,) = BOARD["canals"]
    assert canal == {
        "name": "Suez Canal", "connects": ["Sea Zone 19", "Sea Zone 28"], "controlled_by": ["Egypt"],
    }  # fmt: skip
    assert {"Sea Zone 19", "Sea Zone 28"} <= touching("Egypt")
    assert "Sea Zone 21" in touching("Sea Zone 20")
    assert "Sea Zone 11" in touching("Sea Zone 10")


@pytest.mark.clause("great_war.R114")
def test_the_neighbors_of_moscow() -> None:
    assert touching("Moscow") == {"Karelia", "Livonia", "Belarus", "Ukraine", "Tatarstan"}


# Powers


@pytest.mark.clause("great_war.R1", "great_war.R2")
def test_eight_powers_on_two_sides_in_order_of_play() -> None:
    assert SETUP["turn_order"] == list(START)
    sides = {p: row["side"] for p, row in SETUP["powers"].items()}
    assert {p for p, side in sides.items() if side == "central_powers"} == {
        "Austria-Hungary", "Germany", "Ottoman Empire",
    }  # fmt: skip
    assert set(sides.values()) == {"central_powers", "allies"}


@pytest.mark.clause("great_war.R3", "great_war.R13")
@pytest.mark.parametrize("power", START)
def test_cash_equals_income_at_the_start(power: str) -> None:
    assert SETUP["powers"][power]["ipcs"] == START[power]
    assert sum(row["value"] for s, row in SPACES.items() if s in LANDS and row["owner"] == power) == START[power]


@pytest.mark.clause("great_war.R4")
def test_capitals_are_home_territories() -> None:
    capitals = {p: row["capital"] for p, row in SETUP["powers"].items()}
    assert list(capitals.values()) == [
        "Vienna", "Moscow", "Berlin", "Paris", "London", "Constantinople", "Rome", "United States of America",
    ]  # fmt: skip
    assert all(SPACES[space]["owner"] == power for power, space in capitals.items())


@pytest.mark.clause("great_war.R5", "great_war.R43")
def test_naval_bases_and_mined_zones() -> None:
    bases = {name: set(row["zones"]) for name, row in BOARD["bases"].items()}
    assert bases == {
        "Trieste": zone(18), "Karelia": zone(6, 12), "Sevastopol": zone(21), "Berlin": zone(11), "Kiel": zone(10),
        "Brest": zone(15), "Marseilles": zone(16), "London": zone(9), "Wales": zone(8), "Constantinople": zone(20),
        "Rome": zone(17), "United States of America": zone(1),
    }  # fmt: skip
    assert all(zones <= touching(base) for base, zones in bases.items())


@pytest.mark.clause("great_war.R85", "great_war.R86.2")
def test_mobilization_areas_are_the_capitals_and_india() -> None:
    places = SETUP["mobilization"]
    assert places.pop("Britain") == ["London", "India"]
    assert all(at == [SETUP["powers"][power]["capital"]] for power, at in places.items())
    assert "India" not in BOARD["bases"]


# Minor powers


@pytest.mark.clause("great_war.R98")
def test_aligned_minor_powers() -> None:
    aligned = {row["home"]: row["aligned"] for row in BOARD["minors"].values() if row["aligned"]}
    assert aligned == {
        "Serbia": "Russia", "Romania": "Russia", "Belgium": "France", "Portugal": "France", "Albania": "Italy",
        "Arabia": "Britain", "Bulgaria": "Ottoman Empire",
    }  # fmt: skip


@pytest.mark.clause("great_war.R99")
def test_true_neutrals() -> None:
    neutral = {row["home"] for row in BOARD["minors"].values() if not row["aligned"]}
    assert neutral == {
        "Switzerland", "Spain", "Sweden", "Norway", "Denmark", "Holland", "Greece", "Persia", "Afghanistan",
        "Empire of Ethiopia",
    }  # fmt: skip


@pytest.mark.clause("great_war.R100")
def test_colonies() -> None:
    colonies = {row["home"]: set(row["colonies"]) for row in BOARD["minors"].values() if row["colonies"]}
    assert colonies == {
        "Belgium": {"Belgian Congo"}, "Portugal": {"Angola", "Portuguese East Africa"},
        "Spain": {"Spanish Morocco", "Balearic Islands"},
    }  # fmt: skip


@pytest.mark.clause("great_war.R101", "great_war.R101.1")
def test_an_army_is_twice_the_value_with_one_artillery() -> None:
    for row in BOARD["minors"].values():
        assert row["army"]["artillery"] == 1
        assert sum(row["army"].values()) == 2 * SPACES[row["home"]]["value"]
        assert SPACES[row["home"]]["neutral"]
        assert SPACES[row["home"]]["owner"] is None


# Units and setup


@pytest.mark.clause("great_war.R20")
@pytest.mark.parametrize(
    ("unit", "numbers"),
    [
        ("infantry", (3, 1, 2, 3)), ("artillery", (4, 1, 3, 3)), ("tank", (6, 1, 2, 1)), ("fighter", (6, 2, 2, 2)),
        ("submarine", (6, 2, 2, 2)), ("transport", (6, 2, 0, 0)), ("cruiser", (9, 3, 3, 3)),
        ("battleship", (12, 2, 4, 4)),
    ],
)  # fmt: skip
def test_cost_move_attack_defense(unit: str, numbers: tuple[int, ...]) -> None:
    row = UNITS[unit]
    assert (row["cost"], row["move"], row["attack"], row["defense"]) == numbers
    assert row["hits"] == (2 if unit == "battleship" else 1)


@pytest.mark.clause("great_war.R26")
def test_there_are_eight_units_and_no_others() -> None:
    assert len(UNITS) == 8
    assert not {"bomber", "aircraft_carrier", "antiaircraft_gun", "industrial_complex"} & set(UNITS)
    assert SETUP["complexes"] == []
    assert SETUP["technologies"] == {}


def test_every_piece_of_the_set_up_stands_in_an_own_territory_or_at_sea() -> None:
    counts: dict[str, dict[str, int]] = {p: {} for p in START}
    for space, owners in SETUP["units"].items():
        for power, pieces in owners.items():
            assert space in ZONES or SPACES[space]["owner"] == power
            for unit, n in pieces.items():
                assert unit in UNITS
                assert n > 0
                assert (UNITS[unit]["kind"] == "sea") == (space in ZONES)
                counts[power][unit] = counts[power].get(unit, 0) + n
    assert counts == {
        "Austria-Hungary": {"infantry": 48, "artillery": 12, "transport": 1, "cruiser": 1, "battleship": 1},
        "Russia": {"infantry": 36, "artillery": 13, "battleship": 1, "cruiser": 2},
        "Germany": {
            "infantry": 63, "artillery": 23, "fighter": 1, "submarine": 4, "cruiser": 2, "battleship": 1,
        },
        "France": {"infantry": 30, "artillery": 8, "fighter": 1, "transport": 3, "battleship": 2, "cruiser": 1},
        "Britain": {"infantry": 34, "artillery": 10, "cruiser": 5, "transport": 4, "battleship": 2},
        "Ottoman Empire": {"infantry": 23, "artillery": 6, "cruiser": 2},
        "Italy": {"infantry": 22, "artillery": 7, "transport": 1, "cruiser": 1, "battleship": 1},
        "United States": {"infantry": 6, "artillery": 2, "cruiser": 1, "battleship": 1},
    }  # fmt: skip


# The catalogue


def test_catalogue_holds_140_statements_and_17_examples() -> None:
    ids = [row["id"] for row in CATALOGUE["statements"]]
    assert len(ids) == len(set(ids)) == 237
    assert {i for i in ids if i.count(".") == 1} == {f"great_war.R{n}" for n in range(1, 141)}
    assert [row["id"] for row in CATALOGUE["examples"]] == [f"great_war.E{n}" for n in range(1, 18)]


def test_every_switch_names_its_statement() -> None:
    ids = {row["id"] for row in CATALOGUE["statements"]}
    assert all(f"great_war.{row['source']}" in ids for row in SWITCHES.values())
