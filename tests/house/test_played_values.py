"""Values of options that no other test plays (see `tests.option_values`), of 1914, Smith, and Pacific."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.great_war.board import scene
from tests.conformance.great_war.test_ending import RIPE, revolts, russia
from tests.helpers import at, happened, position, tell
from tests.house.great_war.test_italian_dilemma import italy

clause = pytest.mark.clause
US, JAPAN = "United States", "Japan"


def under(rule: str, power: str, phase: str, units: Any, options: Any, **more: Any) -> Game:
    """A position of 1914 under one rule."""
    given = {f"great_war.{rule}.{name}": value for name, value in options.items()}
    return scene(power, phase, units, rules=[f"great_war.{rule}"], options=given, **more)


def begun(edition: str, rule: str, **options: Any) -> Game:
    """A game under one rule, one answer later."""
    game = Game.new(edition, [rule], {f"{rule}.{name}": value for name, value in options.items()}, seed=1)
    game.answer(game.open[0].advice, id=game.open[0].id)
    return game


def rolls(game: Game) -> dict[str, str]:
    """What each roll of a battle hit on."""
    return {e["volley"]: str(e["hits_on"]) for e in happened(game, "volley_fired")}


@clause("great_war.artillery_trucks.2", "great_war.artillery_trucks.5")
@pytest.mark.parametrize(
    ("options", "hits_on"),
    [
        ({}, "2 and 3"), ({"promoted_infantry_attack": 5}, "2 and 3 and 5"),
        ({"air_supremacy_bonus": 1}, "2 and 3 and 4"), ({"counts_as_artillery": True}, "2 and 3 and 4"),
    ],
)  # fmt: skip
def test_what_attacks_with_artillery_trucks_hit_on(options: dict[str, Any], hits_on: str) -> None:
    own = "3 infantry, 1 artillery truck, 1 fighter"
    units = {"Poland": {"Germany": own, "Russia": "1 infantry"}}
    game = under("artillery_trucks", "Germany", "combat", units, options, contested={"Poland": "Russia"}, dice=[6] * 6)
    assert rolls(tell(game, "Poland", own))["attackers"] == hits_on


@clause("great_war.artillery_trucks.3")
@pytest.mark.parametrize(("options", "left"), [({}, 1), ({"defense_vs_aircraft": 2}, 0)])
def test_what_artillery_trucks_hit_fighters_on(options: dict[str, int], left: int) -> None:
    units = {"Picardy": {"France": "2 infantry, 1 artillery truck", "Germany": "2 infantry, 1 fighter"}}
    game = under("artillery_trucks", "Germany", "combat", units, options, contested={"Picardy": "France"},
                 dice=[2] + [6] * 8)  # fmt: skip
    tell(game, "Picardy", "2 infantry, 1 fighter")
    assert at(game, "Picardy", "Germany").get("fighter", 0) == left


@clause("great_war.base_assumptions.3")
@pytest.mark.parametrize("played", [True, False])
def test_the_revolution_happens_only_if_it_is_in_play(played: bool) -> None:
    rule = "great_war.base_assumptions"
    game = russia(RIPE, rules=[rule], options={f"{rule}.russian_revolution": played})
    assert revolts(game) is played


@clause("great_war.freighters.1", "great_war.merchant_raiders.1")
@pytest.mark.parametrize(
    ("rule", "owners", "power", "other", "order"),
    [
        ("freighters", "central_powers", "Ottoman Empire", "France", "1 freighter"),
        ("merchant_raiders", "entente", "France", "Ottoman Empire", "1 merchant raider"),
    ],
)
def test_the_other_side_may_have_the_ships(rule: str, owners: str, power: str, other: str, order: str) -> None:
    money = {power: 12, other: 12}
    game = under(rule, power, "purchase", {}, {"owners": owners}, ipcs=money)
    assert tell(game, order).state.ipcs[power] == 9
    with pytest.raises(Illegal):
        tell(under(rule, other, "purchase", {}, {"owners": owners}, ipcs=money), order)


@clause("great_war.italian_dilemma.25")
@pytest.mark.parametrize(("income", "wins"), [(26, False), (20, True)])
def test_the_income_of_a_victorious_italy(income: int, wins: bool) -> None:
    owners = {"Berlin": "France", "Vienna": "France", "Moscow": "Italy", "Galicia": "Italy"}
    game = italy("collect", "Ottoman Empire", owners=owners, options={"solo_victory_income": income})
    assert game.decided() and bool(happened(game, "solo_victory")) is wins


@clause("great_war.spain_in_the_balance.3", "great_war.spain_in_the_balance.5", "great_war.spain_in_the_balance.6")
def test_another_spain_is_played() -> None:
    game = begun("great_war", "great_war.spain_in_the_balance", units_spain={"infantry": 2}, starting_ipcs=9,
                 units_spanish_morocco={"artillery": 1, "infantry": 2}, units_sea_zone_14={"battleship": 1},
                 plays_after="France")  # fmt: skip
    while game.state.power != "Spain":
        game.answer(game.open[0].advice, id=game.open[0].id)
    assert game.state.order[game.state.turn - 1] == "France"
    assert at(game, "Spain", "Spain") == {"infantry": 2} and game.state.ipcs["Spain"] == 9
    assert at(game, "Sea Zone 14") == {"battleship": 1}
    assert at(game, "Spanish Morocco", "Spain") == {"artillery": 1, "infantry": 2}


@clause("great_war.standard_trucks.3")
@pytest.mark.parametrize(
    ("options", "most"), [({}, 2), ({"capacity": 8}, 4), ({"loads": {"infantry": 1, "artillery": 3, "tank": 5}}, 5)]
)
def test_what_a_truck_carries(options: dict[str, Any], most: int) -> None:
    def loaded(count: int) -> Game:
        units = {"Paris": {"France": "1 truck, 6 infantry"}}
        game = under("standard_trucks", "France", "move", units, options)
        return tell(game, f"1 truck, {count} infantry: Paris > Picardy")

    assert at(loaded(most), "Picardy", "France") == {"truck": 1, "infantry": most}
    with pytest.raises(Illegal):
        loaded(most + 1)


@clause("smith.divided_sea_zones.1")
@pytest.mark.parametrize(("line", "lands"), [("brittany", False), ("middle", True)])
def test_where_the_british_line_ends(line: str, lands: bool) -> None:
    rule = "smith.divided_sea_zones"
    ship = f"1 transport (carrying infantry of {US})"
    units = {"North Sea Zone West": {US: ship}, "Eastern United States": {US: "1 infantry"}}
    game = position(US, "combat_move", units, rules=[rule], options={f"{rule}.channel_line": line})
    order = "1 infantry: North Sea Zone West > Western Europe"
    if lands:
        assert tell(game, order).state.owner["Western Europe"] == US
    else:
        with pytest.raises(Illegal):
            tell(game, order)


@clause("smith.divided_sea_zones.1")
def test_zones_that_stay_whole() -> None:
    rule = "smith.divided_sea_zones"
    units = {"North Sea Zone": {US: "1 battleship"}, "Eastern United States": {US: "1 infantry"}}
    options = {f"{rule}.divided": ["Japan Sea Zone"]}
    game = position(US, "noncombat_move", units, rules=[rule], options=options)
    tell(game, "1 battleship: North Sea Zone > Karelia Sea Zone")
    assert at(game, "Karelia Sea Zone") == {"battleship": 1}
    assert "Japan Sea Zone East" in game.rules.spaces and "North Sea Zone West" not in game.rules.spaces


@clause("smith.random_turns.1")
@pytest.mark.parametrize("power", ["Soviet Union", JAPAN])
def test_the_power_of_the_opening_turn(power: str) -> None:
    game = begun("classic", "smith.random_turns", fixed_first_power=power)
    assert game.state.order[0] == power


@clause("pacific.japanese_economic_victory.3")
@pytest.mark.parametrize(("first", "points"), [(20, 1), (15, 2)])
def test_the_ipcs_of_the_first_victory_point(first: int, points: int) -> None:
    rule = "pacific.japanese_economic_victory"
    game = position(JAPAN, "combat_move", {"Siam": {JAPAN: "1 infantry"}}, edition="pacific", rules=[rule],
                    options={f"{rule}.first_threshold": first})  # fmt: skip
    game.state.now["earned"] = 6  # with 19 of its territories
    while not game.over and game.state.power == JAPAN:
        game.answer(game.open[0].advice, id=game.open[0].id)
    assert game.state.facts["victory_points"] == points


@clause("pacific.amended_japanese_setup.1")
def test_another_fleet_starts_elsewhere() -> None:
    game = begun("pacific", "pacific.amended_japanese_setup", from_zone=45, to_zone=37)
    assert at(game, "Sea Zone 37", JAPAN)["battleship"] == 1 and not at(game, "Sea Zone 45", JAPAN)
