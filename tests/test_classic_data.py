"""The facts of the Classic edition and the two catalogues, read with plain PyYAML and compared with the statements."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from sandtable.house.gemmell import RULES

PACKAGE = Path(__file__).parent.parent / "src" / "sandtable"
POWERS = ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States"]
START = {"Soviet Union": 24, "Germany": 32, "United Kingdom": 30, "Japan": 25, "United States": 36}


def load(name: str) -> Any:
    return yaml.safe_load((PACKAGE / name).read_text(encoding="utf-8"))


BOARD = load("editions/classic/board.yaml")
UNITS = load("editions/classic/units.yaml")["units"]
SETUP = load("editions/classic/setup.yaml")
TECHNOLOGIES = load("editions/classic/technologies.yaml")
SWITCHES = load("editions/classic/switches.yaml")
STATEMENTS = load("catalogue/classic.yaml")
GEMMELL = load("catalogue/gemmell.yaml")
DEFAULTS = {(rule.id, option.name): option.default for rule in RULES for option in rule.options}

SPACES = {row["name"]: row for row in BOARD["spaces"]}
LANDS = {name for name, row in SPACES.items() if row["kind"] == "land"}
SEAS = {name for name, row in SPACES.items() if row["kind"] == "sea"}
LINKS = {frozenset(pair) for pair in BOARD["connections"]}


def touching(name: str) -> set[str]:
    return {other for pair in LINKS if name in pair for other in pair - {name}}


def linked(one: str, other: str) -> bool:
    return frozenset((one, other)) in LINKS


def holders(unit: str) -> set[str]:
    return {space for space, owners in SETUP["units"].items() for pieces in owners.values() if unit in pieces}


# Board


@pytest.mark.clause("classic.R7")
def test_board_has_70_lands_and_58_sea_zones() -> None:
    assert len(BOARD["spaces"]) == len(SPACES) == 128
    assert len(LANDS) == 70
    assert len(SEAS) == 58


@pytest.mark.clause("classic.R7")
def test_connections_are_309_sorted_pairs_of_known_spaces() -> None:
    pairs = BOARD["connections"]
    assert len(pairs) == len(LINKS) == 309
    assert pairs == sorted(pairs)
    for pair in pairs:
        assert len(pair) == 2
        assert pair[0] < pair[1]
        assert set(pair) <= set(SPACES)


def test_board_is_one_piece() -> None:
    seen, todo = {"Russia"}, ["Russia"]
    while todo:
        for name in touching(todo.pop()) - seen:
            seen.add(name)
            todo.append(name)
    assert seen == set(SPACES)


def test_names_and_aliases_of_spaces_are_unambiguous() -> None:
    words = Counter(word.lower() for row in BOARD["spaces"] for word in [row["name"], *row.get("aliases", [])])
    assert [word for word, times in words.items() if times > 1] == []


def test_rows_of_spaces_have_the_fields_of_their_kind() -> None:
    for row in BOARD["spaces"]:
        if row["kind"] == "land":
            assert type(row["value"]) is int
            assert "inland" not in row
            assert (row["owner"] is None) == row.get("neutral", False)
            assert row["owner"] is None or row["owner"] in POWERS
        else:
            assert row["owner"] is None
            assert not {"value", "neutral", "island"} & set(row)


@pytest.mark.clause("classic.R9", "classic.R9.2")
def test_islands_touch_exactly_one_sea_zone_and_no_land() -> None:
    islands = {name for name in LANDS if SPACES[name].get("island")}
    assert islands == {name for name in LANDS if len(touching(name)) == 1 and touching(name) <= SEAS}
    assert len(islands) == 15


@pytest.mark.clause("classic.R11")
def test_values_of_lands() -> None:
    values = {name: SPACES[name]["value"] for name in LANDS}
    assert min(values.values()) == 0
    assert max(values.values()) == values["Eastern United States"] == 12
    assert {name for name, value in values.items() if value == 0 and SPACES[name]["owner"]} == {
        "Gibraltar", "Midway", "Wake Island", "Solomon Islands", "Caroline Islands",
    }  # fmt: skip
    assert all(values[name] == 0 for name in LANDS if SPACES[name].get("neutral"))


@pytest.mark.clause("classic.R154")
def test_neutrals() -> None:
    assert {name for name in LANDS if SPACES[name].get("neutral")} == {
        "Afghanistan", "Angola", "Argentina-Chile", "Colombia", "Eire", "Mongolia", "Mozambique", "Peru",
        "Rio de Oro", "Saudi Arabia", "Spain", "Sweden", "Switzerland", "Turkey",
    }  # fmt: skip


@pytest.mark.clause("classic.R13.1", "classic.R14.2", "classic.R16")
def test_canals() -> None:
    assert BOARD["canals"] == [
        {
            "name": "Suez Canal",
            "connects": ["Eastern Mediterranean Sea Zone", "Red Sea Zone"],
            "controlled_by": ["Anglo-Sudan Egypt", "Syria-Iraq"],
        },
        {
            "name": "Panama Canal",
            "connects": ["Caribbean Sea Zone", "West Panama Sea Zone"],
            "controlled_by": ["Panama"],
        },
    ]
    for canal in BOARD["canals"]:
        assert linked(*canal["connects"])
        for land in canal["controlled_by"]:
            assert set(canal["connects"]) <= touching(land)
    assert linked("Anglo-Sudan Egypt", "Syria-Iraq")
    assert linked("Black Sea Zone", "Central Mediterranean Sea Zone")
    assert linked("Black Sea Zone", "Eastern Mediterranean Sea Zone")


@pytest.mark.clause("classic.R17.1")
def test_karelia_touches_two_sea_zones() -> None:
    assert touching("Karelia S.S.R.") & SEAS == {"Baltic Sea Zone", "Karelia Sea Zone"}


@pytest.mark.clause("classic.R17.2")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gibraltar", "Algeria"),
        ("Finland-Norway", "Eastern Europe"),
        ("Eastern Europe", "Turkey"),
        ("Eastern Europe", "Caucasus"),
    ],
)
def test_lands_without_a_link(one: str, other: str) -> None:
    assert {one, other} <= LANDS
    assert not linked(one, other)


@pytest.mark.clause("classic.R17.3", "classic.R17.4")
def test_special_coasts() -> None:
    assert linked("Western Canada", "Eastern Canada Sea Zone")
    assert linked("Manchuria", "Japan Sea Zone")
    assert not linked("Kwangtung", "Japan Sea Zone")


@pytest.mark.clause("classic.R17.5")
def test_caspian_touches_land_only() -> None:
    assert {name for name in SEAS if SPACES[name].get("inland")} == {"Caspian Sea Zone"}
    assert {name for name in SEAS if touching(name) <= LANDS} == {"Caspian Sea Zone"}


# Powers and setup


@pytest.mark.clause("classic.R1", "classic.R2")
def test_powers_sides_and_order_of_play() -> None:
    assert SETUP["scenario"] == "spring_1942"
    assert SETUP["turn_order"] == list(SETUP["powers"]) == POWERS
    sides = {name: power["side"] for name, power in SETUP["powers"].items()}
    assert sides == {
        "Soviet Union": "allies",
        "Germany": "axis",
        "United Kingdom": "allies",
        "Japan": "axis",
        "United States": "allies",
    }


@pytest.mark.clause("classic.R3")
@pytest.mark.parametrize("power", POWERS)
def test_starting_cash_is_the_income_at_the_start(power: str) -> None:
    income = sum(SPACES[name]["value"] for name in LANDS if SPACES[name]["owner"] == power)
    assert income == SETUP["powers"][power]["ipcs"] == START[power]


@pytest.mark.clause("classic.R4")
def test_capitals() -> None:
    assert {name: power["capital"] for name, power in SETUP["powers"].items()} == {
        "Soviet Union": "Russia",
        "Germany": "Germany",
        "United Kingdom": "United Kingdom",
        "Japan": "Japan",
        "United States": "Eastern United States",
    }
    for name, power in SETUP["powers"].items():
        assert SPACES[power["capital"]]["owner"] == name


@pytest.mark.clause("classic.R5")
def test_complexes_at_the_start() -> None:
    assert len(SETUP["complexes"]) == 8
    assert set(SETUP["complexes"]) == holders("industrial_complex") == {
        "Russia", "Karelia S.S.R.", "Germany", "Southern Europe", "United Kingdom", "Japan",
        "Eastern United States", "Western United States",
    }  # fmt: skip


@pytest.mark.clause("classic.R6")
def test_antiaircraft_guns_at_the_start() -> None:
    assert holders("antiaircraft_gun") == set(SETUP["complexes"]) | {"Western Europe"}


@pytest.mark.clause("classic.R40", "classic.R41")
def test_one_gun_and_one_complex_in_a_land_at_the_start() -> None:
    for owners in SETUP["units"].values():
        for unit in ("antiaircraft_gun", "industrial_complex"):
            assert sum(pieces.get(unit, 0) for pieces in owners.values()) <= 1


COUNTS = {
    "Soviet Union": {
        "infantry": 19,
        "tank": 4,
        "antiaircraft_gun": 2,
        "industrial_complex": 2,
        "fighter": 2,
        "transport": 1,
        "submarine": 1,
    },
    "Germany": {
        "infantry": 19,
        "tank": 10,
        "antiaircraft_gun": 3,
        "industrial_complex": 2,
        "fighter": 5,
        "bomber": 1,
        "transport": 2,
        "submarine": 2,
        "battleship": 1,
    },
    "United Kingdom": {
        "infantry": 10,
        "tank": 3,
        "antiaircraft_gun": 1,
        "industrial_complex": 1,
        "fighter": 3,
        "bomber": 1,
        "transport": 3,
        "submarine": 1,
        "battleship": 2,
    },
    "Japan": {
        "infantry": 19,
        "tank": 1,
        "antiaircraft_gun": 1,
        "industrial_complex": 1,
        "fighter": 5,
        "bomber": 1,
        "transport": 2,
        "submarine": 1,
        "aircraft_carrier": 1,
        "battleship": 2,
    },
    "United States": {
        "infantry": 11,
        "tank": 1,
        "antiaircraft_gun": 2,
        "industrial_complex": 2,
        "fighter": 4,
        "bomber": 1,
        "transport": 2,
        "submarine": 1,
        "aircraft_carrier": 1,
        "battleship": 1,
    },
}


@pytest.mark.parametrize("power", POWERS)
def test_pieces_of_each_power_at_the_start(power: str) -> None:
    count: Counter[str] = Counter()
    for owners in SETUP["units"].values():
        count.update(owners.get(power, {}))
    assert count == COUNTS[power]


# The land and sea pieces of each space, in the order infantry, tank, fighter, bomber / transport, submarine, carrier,
# battleship, fighter.
LAND_PIECES = {
    "Caucasus": (5, 0, 0, 0),
    "Evenki National Okrug": (2, 0, 0, 0),
    "Karelia S.S.R.": (3, 1, 1, 0),
    "Russia": (4, 2, 1, 0),
    "Soviet Far East": (2, 1, 0, 0),
    "Yakut S.S.R.": (3, 0, 0, 0),
    "Algeria": (1, 0, 0, 0),
    "Eastern Europe": (3, 1, 1, 0),
    "Finland-Norway": (3, 1, 1, 0),
    "Germany": (4, 2, 1, 1),
    "Libya": (1, 1, 0, 0),
    "Southern Europe": (2, 1, 0, 0),
    "Ukraine S.S.R.": (3, 2, 1, 0),
    "Western Europe": (2, 2, 1, 0),
    "Anglo-Sudan Egypt": (1, 1, 0, 0),
    "Australia": (2, 0, 0, 0),
    "Eastern Canada": (0, 1, 0, 0),
    "India": (2, 0, 1, 0),
    "South Africa": (1, 0, 0, 0),
    "Syria-Iraq": (1, 0, 0, 0),
    "United Kingdom": (2, 1, 2, 1),
    "Western Canada": (1, 0, 0, 0),
    "Borneo Celebes": (1, 0, 0, 0),
    "Caroline Islands": (1, 0, 0, 0),
    "East Indies": (1, 0, 0, 0),
    "French Indo-China": (2, 0, 1, 0),
    "Japan": (3, 1, 1, 1),
    "Kwangtung": (2, 0, 0, 0),
    "Manchuria": (3, 0, 1, 0),
    "New Guinea": (1, 0, 0, 0),
    "Okinawa": (1, 0, 0, 0),
    "Philippines": (2, 0, 1, 0),
    "Solomon Islands": (1, 0, 0, 0),
    "Wake Island": (1, 0, 0, 0),
    "Alaska": (1, 0, 0, 0),
    "China": (2, 0, 1, 0),
    "Eastern United States": (2, 1, 1, 1),
    "Hawaiian Islands": (1, 0, 0, 0),
    "Midway": (1, 0, 0, 0),
    "Sinkiang": (2, 0, 0, 0),
    "Western United States": (2, 0, 1, 0),
}
SEA_PIECES = {
    "Karelia Sea Zone": (1, 1, 0, 0, 0),
    "Baltic Sea Zone": (1, 1, 0, 0, 0),
    "Central Mediterranean Sea Zone": (1, 0, 0, 1, 0),
    "West Spain Sea Zone": (0, 1, 0, 0, 0),
    "Eastern Canada Sea Zone": (1, 0, 0, 0, 0),
    "Eastern Mediterranean Sea Zone": (0, 1, 0, 0, 0),
    "Indian Ocean Sea Zone": (1, 0, 0, 0, 0),
    "North Sea Zone": (1, 0, 0, 1, 0),
    "Western Mediterranean Sea Zone": (0, 0, 0, 1, 0),
    "Caroline Islands Sea Zone": (0, 0, 1, 1, 1),
    "Japan Sea Zone": (1, 0, 0, 1, 0),
    "Philippines Sea Zone": (1, 0, 0, 0, 0),
    "Solomon Islands Sea Zone": (0, 1, 0, 0, 0),
    "Eastern United States Sea Zone": (1, 0, 0, 0, 0),
    "Hawaiian Islands Sea Zone": (0, 1, 1, 0, 1),
    "Western United States Sea Zone": (1, 0, 0, 1, 0),
}


def test_pieces_of_each_space_at_the_start() -> None:
    land_types = ["infantry", "tank", "fighter", "bomber"]
    sea_types = ["transport", "submarine", "aircraft_carrier", "battleship", "fighter"]
    found: dict[str, tuple[int, ...]] = {}
    for space, owners in SETUP["units"].items():
        ((_, pieces),) = owners.items()
        found[space] = tuple(pieces.get(unit, 0) for unit in (land_types if space in LANDS else sea_types))
    assert found == LAND_PIECES | SEA_PIECES


@pytest.mark.clause("classic.R10")
def test_pieces_start_where_they_may_stand() -> None:
    for space, owners in SETUP["units"].items():
        assert len(owners) == 1
        for power, pieces in owners.items():
            assert all(type(n) is int and n > 0 for n in pieces.values())
            if space in LANDS:
                assert SPACES[space]["owner"] == power
                assert all(UNITS[unit]["kind"] != "sea" for unit in pieces)
            else:
                assert space in SEAS
                assert all(UNITS[unit]["kind"] == "sea" or unit == "fighter" for unit in pieces)
                decks = sum(UNITS[unit].get("deck", 0) * n for unit, n in pieces.items())
                assert pieces.get("fighter", 0) <= decks


def test_no_power_starts_with_a_technology() -> None:
    assert SETUP["technologies"] == {}


def test_names_and_aliases_of_powers_are_unambiguous() -> None:
    words: Counter[str] = Counter()
    for name, power in SETUP["powers"].items():
        words.update({word.lower() for word in [name, *power["aliases"]]})
    assert [word for word, times in words.items() if times > 1] == []


# Units and technologies


@pytest.mark.clause("classic.R30")
@pytest.mark.parametrize(
    ("unit", "cost", "move", "attack", "defense", "kind"),
    [
        ("infantry", 3, 1, 1, 2, "land"),
        ("tank", 5, 2, 3, 2, "land"),
        ("fighter", 12, 4, 3, 4, "air"),
        ("bomber", 15, 6, 4, 1, "air"),
        ("antiaircraft_gun", 5, 1, 0, 0, "land"),
        ("industrial_complex", 15, 0, 0, 0, "structure"),
        ("battleship", 24, 2, 4, 4, "sea"),
        ("aircraft_carrier", 18, 2, 1, 3, "sea"),
        ("transport", 8, 2, 0, 1, "sea"),
        ("submarine", 8, 2, 2, 2, "sea"),
    ],
)
def test_unit_numbers(unit: str, cost: int, move: int, attack: int, defense: int, kind: str) -> None:
    row = UNITS[unit]
    assert (row["cost"], row["move"], row["attack"], row["defense"], row["kind"]) == (cost, move, attack, defense, kind)


@pytest.mark.clause("classic.R31")
def test_ten_unit_types_of_one_hit() -> None:
    assert len(UNITS) == 10
    assert all(row["hits"] == 1 for row in UNITS.values())


def test_tags_and_abilities() -> None:
    def tagged(word: str) -> set[str]:
        return {unit for unit, row in UNITS.items() if word in row["tags"]}

    assert tagged("captures") == {"infantry", "tank"}
    assert tagged("passive") == {"antiaircraft_gun", "industrial_complex"}
    assert tagged("blitz") == {"tank"}
    assert tagged("raids") == {"bomber"}
    assert tagged("first_shot") == tagged("submarine") == {"submarine"}
    assert tagged("bombards") == {unit for unit, row in UNITS.items() if "support" in row} == {"battleship"}
    assert UNITS["battleship"]["support"] == 4
    assert UNITS["antiaircraft_gun"]["aa"] == 1
    assert UNITS["aircraft_carrier"]["deck"] == 2
    assert {unit for unit, row in UNITS.items() if row.get("lands_on_deck")} == {"fighter"}


@pytest.mark.clause("classic.R39")
def test_a_transport_holds_two_infantry_or_one_tank_or_one_gun() -> None:
    room, loads = UNITS["transport"]["carries"]["capacity"], UNITS["transport"]["carries"]["loads"]
    assert set(loads) == {"infantry", "tank", "antiaircraft_gun"}
    legal = {
        (inf, tank, gun)
        for inf in range(4)
        for tank in range(4)
        for gun in range(4)
        if inf * loads["infantry"] + tank * loads["tank"] + gun * loads["antiaircraft_gun"] <= room
    }
    assert legal == {(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 1)}
    assert [unit for unit, row in UNITS.items() if "carries" in row] == ["transport"]


def test_names_and_aliases_of_units_are_unambiguous() -> None:
    words: Counter[str] = Counter()
    for unit, row in UNITS.items():
        words.update({word.lower() for word in [unit, row["name"], row["plural"], *row["aliases"]]})
    assert [word for word, times in words.items() if times > 1] == []


def after(technology: str) -> dict[str, dict[str, int]]:
    """Unit numbers that the effects of a technology change."""
    changed: dict[str, dict[str, int]] = {}
    for effect in TECHNOLOGIES["technologies"][technology]["effects"]:
        row = UNITS[effect["unit"]]
        base = row.get(effect["stat"], 1)
        value = effect["set"] if "set" in effect else base + effect["add"]
        changed.setdefault(effect["unit"], {})[effect["stat"]] = value
    return changed


def test_technology_table_has_six_numbers() -> None:
    rows = TECHNOLOGIES["technologies"]
    assert (TECHNOLOGIES["cost_per_die"], TECHNOLOGIES["success"]) == (5, 6)
    assert [(row["die"], name) for name, row in rows.items()] == [
        (1, "jet_power"),
        (2, "rockets"),
        (3, "super_submarines"),
        (4, "long_range_aircraft"),
        (5, "industrial_technology"),
        (6, "heavy_bombers"),
    ]
    (table,) = (row["table"] for row in STATEMENTS["statements"] if row["id"] == "classic.R161")
    assert [(row["roll"], row["technology"].replace(" ", "_").lower()) for row in table] == [
        (row["die"], name) for name, row in rows.items()
    ]
    assert rows["rockets"]["effects"] == []


@pytest.mark.clause("classic.R164", "classic.R166")
def test_jets_and_super_submarines_change_one_number_each() -> None:
    assert after("jet_power") == {"fighter": {"defense": 5}}
    assert after("super_submarines") == {"submarine": {"attack": 3}}


def test_long_range_and_heavy_bombers() -> None:
    assert after("long_range_aircraft") == {"fighter": {"move": 6}, "bomber": {"move": 8}}
    assert after("heavy_bombers") == {"bomber": {"attack_dice": 3, "raid_dice": 3}}


@pytest.mark.clause("classic.R168", "classic.R168.1")
def test_prices_with_industrial_technology() -> None:
    assert {unit: stats["cost"] for unit, stats in after("industrial_technology").items()} == {
        "infantry": 2, "tank": 4, "fighter": 11, "bomber": 14, "antiaircraft_gun": 4, "battleship": 23,
        "aircraft_carrier": 17, "transport": 7, "submarine": 7, "industrial_complex": 14,
    }  # fmt: skip


# Switches


def test_switches_are_plain_values_with_a_known_statement() -> None:
    known = {row["id"] for row in STATEMENTS["statements"]}
    for row in SWITCHES.values():
        assert set(row) - {"says"} == {"value", "text", "source"}
        assert type(row["value"]) in (int, bool, str)
        assert "classic." + row["source"] in known
        assert row["text"].endswith(".")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("neutral_fee", 3),
        ("axis_economic_victory", 84),
        ("allies_economic_victory", 0),
        ("capitals_to_win", 2),
        ("allies_capitals_to_win", 2),
        ("rocket_range", 3),
        ("antiaircraft_per_territory", 1),
    ],
)
def test_switch_values(name: str, value: int) -> None:
    assert SWITCHES[name]["value"] == value


# Catalogues


def test_statements_are_complete_and_unique() -> None:
    ids = [row["id"] for row in STATEMENTS["statements"]]
    assert len(ids) == len(set(ids)) == 317
    main = [i for i in ids if i.count(".") == 1]
    assert main == [f"classic.R{number}" for number in range(1, 215)]
    last: dict[str, int] = {}
    for i in ids:
        if i.count(".") == 2:
            parent, number = i.rsplit(".", 1)
            assert parent in main
            assert int(number) == last.get(parent, 0) + 1
            last[parent] = int(number)


def test_statements_have_text_and_marks() -> None:
    for row in STATEMENTS["statements"]:
        assert row["text"].strip() and row["section"].strip()
        assert "(?)" not in row["text"]
        assert set(row) <= {"id", "section", "text", "unsure", "edition3", "table"}
        assert row.get("edition3", False) == (int(row["id"].split(".")[1][1:]) >= 198)
    assert sum(row.get("unsure", False) for row in STATEMENTS["statements"]) == 15


def test_worked_examples() -> None:
    assert [row["id"] for row in STATEMENTS["examples"]] == [f"classic.E{number}" for number in range(1, 21)]
    for row in STATEMENTS["examples"]:
        assert all(row[key].strip() for key in ("title", "given", "when", "then"))


def test_house_rules() -> None:
    rules = {rule["id"]: rule for rule in GEMMELL["rules"]}
    assert len(rules) == len(GEMMELL["rules"]) == 11
    clauses = [clause["id"] for rule in rules.values() for clause in rule["clauses"]]
    assert len(clauses) == len(set(clauses)) == 96
    for name, rule in rules.items():
        assert set(rule["interacts"]) <= set(rules)
        assert [c["id"] for c in rule["clauses"]] == [f"{name}.{n + 1}" for n in range(len(rule["clauses"]))]
        for example in rule["examples"]:
            assert set(example["clauses"]) <= set(clauses)
        shown = {clause for example in rule["examples"] for clause in example["clauses"]}
        assert {c["id"] for c in rule["clauses"]} <= shown
    for row in GEMMELL["contradictions"]:
        assert set(row["rules"]) <= set(rules)


def test_space_names_in_house_rules_are_those_of_the_board() -> None:
    neutrals = DEFAULTS["gemmell.neutral_ipc_values", "neutral_values"]
    assert set(neutrals) == {name for name in LANDS if SPACES[name].get("neutral")}
    assert sum(neutrals.values()) == 25
    assert {row["neutral"] for row in DEFAULTS["gemmell.neutral_invasion", "special_fees"]} <= set(neutrals)
    assert set(DEFAULTS["gemmell.nonaggression_treaty", "asian_territories"]) <= LANDS


def test_revised_values_leave_the_totals_of_the_start() -> None:
    values = {name: SPACES[name]["value"] for name in LANDS}
    values |= DEFAULTS["gemmell.revised_ipc_values", "territory_values"]
    assert set(values) == LANDS
    for power, total in START.items():
        assert sum(values[name] for name in LANDS if SPACES[name]["owner"] == power) == total
