"""smith.divided_sea_zones: two zones in place of one, on the board and on the drawn map."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.draw.division import drawn
from sandtable.draw.svg import board_svg
from sandtable.engine.board import way_cost
from sandtable.engine.game import Game
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset
from tests.helpers import at, position, tell

clause = pytest.mark.clause
RULE = "smith.divided_sea_zones"
UK, US, JAPAN, GERMANY = "United Kingdom", "United States", "Japan", "Germany"
#: Adjacent spaces of each half, as the document lists them.
NEAR = {
    "North Sea Zone West": {
        "United Kingdom", "Eire", "Eastern Canada Sea Zone", "West Spain Sea Zone", "North Sea Zone East",
    },
    "North Sea Zone East": {
        "United Kingdom", "Western Europe", "Finland-Norway", "Baltic Sea Zone", "Karelia Sea Zone",
        "North Sea Zone West",
    },
    "Japan Sea Zone West": {
        "Japan", "Manchuria", "Kwangtung Sea Zone", "Philippines Sea Zone", "Soviet Far East Sea Zone",
        "Japan Sea Zone East",
    },
    "Japan Sea Zone East": {
        "Japan", "North Pacific Sea Zone", "Okinawa Sea Zone", "Philippines Sea Zone", "Soviet Far East Sea Zone",
        "Wake Island Sea Zone", "Japan Sea Zone West",
    },
    "Red Sea Zone West": {
        "Anglo-Sudan Egypt", "Italian East Africa", "Saudi Arabia", "Syria-Iraq", "Eastern Mediterranean Sea Zone",
        "Red Sea Zone East",
    },
    "Red Sea Zone East": {
        "Italian East Africa", "Saudi Arabia", "Persia", "Indian Ocean Sea Zone", "Mozambique Sea Zone",
        "West Compass Sea Zone", "Red Sea Zone West",
    },
}  # fmt: skip


def rules(**options: Any) -> Ruleset:
    return registry.build("classic", [RULE], {f"{RULE}.{name}": value for name, value in options.items()})


def meeting(on: Ruleset) -> dict[str, set[str]]:
    """Which spaces share a border on the drawn map."""
    users: dict[int, set[str]] = {}
    for name, rings in drawn(on).spaces.items():
        for ring in rings:
            for number in ring:
                users.setdefault(max(number, ~number), set()).add(name)
    return {name: set().union(*(u for u in users.values() if name in u)) - {name} for name in NEAR}


@clause("smith.divided_sea_zones.1", "smith.divided_sea_zones.2", "smith.divided_sea_zones.3")
def test_what_each_half_touches_on_the_board_and_on_the_map() -> None:
    on = rules()
    assert {zone: set(on.neighbors[zone]) for zone in NEAR} == NEAR
    assert not {"North Sea Zone", "Japan Sea Zone", "Red Sea Zone"} & set(on.spaces)
    drawn_near = meeting(on)
    for zone, near in NEAR.items():
        assert near <= drawn_near[zone], zone


def test_the_halves_are_drawn_with_their_ships() -> None:
    picture = board_svg(Game.new("classic", [RULE]))
    assert all(f"<title>{zone}</title>" in picture for zone in NEAR)
    sheet = drawn(rules())
    assert set(sheet.labels) == set(sheet.spaces) and all(sheet.labels[zone][2] > 20 for zone in NEAR)
    assert "North Sea Zone" in drawn(registry.build("classic")).spaces


def landings(fleet: str) -> dict[str, bool]:
    """Where a transport from the Eastern Canada Sea Zone can land in a turn."""
    board = rules().neighbors
    two = {z for near in board[fleet] for z in (near, *board[near]) if "Sea Zone" in z}
    one = {z for z in board[fleet] if "Sea Zone" in z}
    return {z: z in one for z in two}


@clause("smith.divided_sea_zones.1")
def test_example_an_american_transport_reaches_both_halves() -> None:
    units = {"Eastern Canada Sea Zone": {US: f"1 transport (carrying infantry of {US} + infantry of {US})"}}
    game = position(US, "combat_move", {**units, "Eastern United States": {US: "1 infantry"}}, rules=[RULE])
    tell(game, "1 transport (carrying infantry of United States + infantry of United States): "
               "Eastern Canada Sea Zone > North Sea Zone West > North Sea Zone East")  # fmt: skip
    tell(game, "2 infantry: North Sea Zone East > Western Europe")
    assert game.state.owner["Western Europe"] == US
    assert landings("Eastern Canada Sea Zone")["North Sea Zone West"]
    assert "Karelia Sea Zone" not in landings("Eastern Canada Sea Zone")  # 3 moves away


@clause("smith.divided_sea_zones.3")
def test_example_the_way_to_suez_is_longer() -> None:
    units = {"Indian Ocean Sea Zone": {UK: "1 battleship"}, "United Kingdom": {UK: "1 infantry"}}
    game = position(UK, "noncombat_move", units, rules=[RULE])
    with pytest.raises(Illegal, match="enough movement"):
        tell(game, "1 battleship: Indian Ocean Sea Zone > Red Sea Zone East > Red Sea Zone West > "
                   "Eastern Mediterranean Sea Zone")  # fmt: skip
    tell(game, "1 battleship: Indian Ocean Sea Zone > Red Sea Zone East > Red Sea Zone West")
    assert rules().canal_between["Red Sea Zone West", "Eastern Mediterranean Sea Zone"].name == "Suez Canal"
    shut = position(
        UK, "noncombat_move", {"Red Sea Zone West": {UK: "1 transport"}}, rules=[RULE], owners={"Syria-Iraq": GERMANY}
    )
    with pytest.raises(Illegal, match="Suez Canal is closed"):
        tell(shut, "1 transport: Red Sea Zone West > Eastern Mediterranean Sea Zone")


@clause("smith.divided_sea_zones.2")
@pytest.mark.parametrize(("half", "legal"), [("West", False), ("East", True)])
def test_example_the_japanese_battleship_and_hawaii(half: str, legal: bool) -> None:
    units = {
        f"Japan Sea Zone {half}": {JAPAN: "1 battleship"}, "Hawaiian Islands Sea Zone": {US: "1 submarine"},
        "Japan": {JAPAN: "1 infantry"},
    }  # fmt: skip
    game = position(JAPAN, "combat_move", units, rules=[RULE])
    (ship,) = (s for s in game.state.at(f"Japan Sea Zone {half}") if s.type == "battleship")
    options = game.open[0].form.source.options(f"Japan Sea Zone {half}", ship)  # type: ignore[attr-defined]
    assert any(o.path[-1] == "Hawaiian Islands Sea Zone" for o in options) is legal


@clause("smith.divided_sea_zones.4")
def test_example_japan_is_no_island() -> None:
    game = Game.new("classic", [RULE, "smith.air_assault_of_islands"])
    assert not game.rules.spaces["Japan"].island and not game.rules.spaces["United Kingdom"].island
    other = position(
        US, "combat_move", {"Wake Island Sea Zone": {US: "1 fighter"}}, rules=[RULE, "smith.air_assault_of_islands"]
    )
    (fighter,) = other.state.at("Wake Island Sea Zone")
    assert way_cost(other, fighter, ("Wake Island Sea Zone", "Japan Sea Zone East", "Japan"), "combat") == 2


def test_owners_choose_where_their_ships_start() -> None:
    game = Game.new("classic", [RULE])
    assert (game.open[0].kind, game.open[0].power) == ("starting_ships", UK)
    assert game.open[0].advice == {("battleship", "North Sea Zone West"): 1, ("transport", "North Sea Zone West"): 1}
    tell(game, "1 battleship > North Sea Zone East, 1 transport > North Sea Zone West")
    assert at(game, "North Sea Zone East") == {"battleship": 1} and at(game, "North Sea Zone West") == {"transport": 1}
    assert game.open[0].power == JAPAN
    tell(game, {})  # no choice
    assert at(game, "Japan Sea Zone East") == {"battleship": 1, "transport": 1}
    assert game.open[0].kind == "develop"
    assert game.rules.words.space("North Sea Zone") == "North Sea Zone West"


def test_new_ships_go_to_either_half() -> None:
    game = position(UK, "purchase", {}, rules=[RULE])
    assert {"North Sea Zone West", "North Sea Zone East"} <= set(game.rules.q.placement(game, UK, "transport"))


def test_zones_may_stay_whole() -> None:
    on = rules(divided=["Red Sea Zone"])
    assert "North Sea Zone" in on.spaces and on.spaces["Japan"].island and "Red Sea Zone East" in on.spaces
    with pytest.raises(RuleError, match="cannot be divided"):
        rules(divided=["Baltic Sea Zone"])


@pytest.mark.parametrize(
    ("line", "west", "east"),
    [("brittany", False, False), ("middle", True, False), ("lands_end", False, True)],
)
def test_other_lines_through_the_channel(line: str, west: bool, east: bool) -> None:
    on = rules(channel_line=line)
    assert ("Western Europe" in on.neighbors["North Sea Zone West"]) is west
    assert ("West Spain Sea Zone" in on.neighbors["North Sea Zone East"]) is east
    near = meeting(on)
    assert ("Western Europe" in near["North Sea Zone West"]) >= west
    assert ("West Spain Sea Zone" in near["North Sea Zone East"]) >= east
