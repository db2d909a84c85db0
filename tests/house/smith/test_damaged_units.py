"""smith.damaged_units and its alternative for carriers: damage, what it does, and repairs."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.core.errors import RuleError
from sandtable.engine.movement import NONCOMBAT, Mover
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, fired
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE, SQUADRONS = "smith.damaged_units", "smith.intrinsic_carrier_squadrons"
GERMANY, UK, US, JAPAN = "Germany", "United Kingdom", "United States", "Japan"
NORTH, HAWAII, WEST = "North Sea Zone", "Hawaiian Islands Sea Zone", "Western United States Sea Zone"
HURT = {"battleship": "1 battleship (damaged 1)", "carrier": "1 carrier (damaged 1)"}


def values(rule: str = RULE, **given: Any) -> dict[str, Any]:
    return {f"{rule}.{name}": value for name, value in given.items()}


def number(stat: str, ship: str, rules: tuple[str, ...] = (RULE,), **given: Any) -> int:
    """A number of a damaged American ship off Hawaii."""
    game = position(US, "combat_move", {HAWAII: {US: HURT[ship]}}, rules=rules, options=values(**given))
    [stack] = game.state.at(HAWAII)
    return int(getattr(game.unit(stack, HAWAII), stat))


@clause("smith.damaged_units.1")
def test_example_damaged_by_the_first_hit_and_sunk_by_the_second() -> None:
    board = {"Wake Island Sea Zone": {JAPAN: "1 battleship"}, HAWAII: {US: "2 submarines"}}
    move = [f"1 battleship: Wake Island Sea Zone > {HAWAII}"]
    sunk = attack(JAPAN, move, board, dice=[6, 1, 2], rules=[RULE])
    assert at(sunk, HAWAII, JAPAN) == {}
    hurt = attack(JAPAN, move, board, dice=[6, 1, 6], rules=[RULE])
    assert [s.cond.damage for s in hurt.state.at(HAWAII) if s.owner == JAPAN] == [1]


@clause("smith.damaged_units.2")
@pytest.mark.parametrize("move", [1, 2])
def test_damaged_ships_move_1(move: int) -> None:
    for ship in HURT:
        assert number("move", ship, damaged_movement=move) == move


@clause("smith.damaged_units.3", "smith.damaged_units.5", "smith.damaged_units.6")
def test_damaged_ships_have_lower_numbers() -> None:
    assert (number("attack", "battleship"), number("defense", "battleship")) == (2, 2)
    assert (number("attack", "carrier"), number("defense", "carrier"), number("deck", "carrier")) == (0, 1, 0)
    assert number("attack", "battleship", damaged_battleship_attack=3) == 3
    assert number("defense", "battleship", damaged_battleship_defense=3) == 3
    assert number("attack", "carrier", damaged_carrier_attack=1) == 1
    assert number("defense", "carrier", damaged_carrier_defense=2) == 2
    assert number("deck", "carrier", damaged_carrier_capacity=1) == 1


@clause("smith.damaged_units.2", "smith.damaged_units.3")
def test_example_it_sails_1_space_and_defends_at_2() -> None:
    game = position(US, "noncombat_move", {HAWAII: {US: HURT["battleship"]}}, rules=[RULE])
    [stack] = game.state.at(HAWAII)
    assert max(len(o.path) for o in Mover(game, NONCOMBAT).options(HAWAII, stack)) == 2
    odds = sandtable.odds("classic", "1 battleship", HURT["battleship"], "sea", house_rules=[RULE], rounds=1)
    assert odds.expected_loss["attacker"] == 0  # a hit only damages
    assert sandtable.odds(
        "classic", "1 transport", HURT["battleship"], "sea", house_rules=[RULE], rounds=1
    ).expected_loss["attacker"] == pytest.approx(8 * 2 / 6)


@clause("smith.damaged_units.4")
def test_example_only_the_whole_battleship_bombards() -> None:
    ships = "1 battleship, 1 battleship (damaged 1), 1 transport (carrying infantry of United Kingdom)"
    game = attack(
        UK, [f"1 infantry: {NORTH} > Western Europe"], {NORTH: {UK: ships}, "Western Europe": {GERMANY: "1 infantry"}},
        dice=[6, 6, 1], rules=[RULE],
    )  # fmt: skip
    assert fired(game)[0] == ("support shots", [6])


@clause("smith.damaged_units.5", "smith.damaged_units.6")
def test_example_a_damaged_carrier_defends_at_1_and_holds_no_fighter() -> None:
    zone = "Caroline Islands Sea Zone"
    odds = sandtable.odds("classic", "1 transport", HURT["carrier"], "sea", house_rules=[RULE], rounds=1)
    assert odds.expected_loss["attacker"] == pytest.approx(8 / 6)
    landing = position(JAPAN, "noncombat_move", {zone: {JAPAN: HURT["carrier"]}, "Philippines": {JAPAN: "1 fighter"}},
                       owners={"Philippines": JAPAN}, rules=[RULE])  # fmt: skip
    [fighter] = landing.state.at("Philippines")
    assert zone not in {o.path[-1] for o in Mover(landing, NONCOMBAT).options("Philippines", fighter)}


@clause("smith.damaged_units.7", "smith.damaged_units.8", "smith.damaged_units.9", "smith.damaged_units.10")
@pytest.mark.parametrize(("ship", "cost"), [("battleship", 10), ("carrier", 7)])
def test_example_a_repair_at_the_start_of_the_turn(ship: str, cost: int) -> None:
    board = {NORTH: {UK: HURT[ship]}, "United Kingdom": {UK: "1 infantry"}}
    game = position(UK, "repairs", board, ipcs={UK: 30}, rules=[RULE, "common.no_technology"])
    assert asked(game) == ("refit", UK)
    tell(game, game.decision.advice if game.decision else {})
    assert game.state.ipcs[UK] == 30 - cost
    assert at(game, NORTH) == {}  # it has left the board
    while asked(game)[1] == UK:
        tell(game, game.decision.advice if game.decision else {})
    assert [(s.type, s.cond.damage) for s in game.state.at(NORTH)] == [(
        "battleship" if ship == "battleship" else "aircraft_carrier", 0)]  # fmt: skip


def test_what_repairs_cost_is_an_option_and_an_ally_is_served() -> None:
    given = values(battleship_repair_cost=4, carrier_repair_cost=3)
    board = {NORTH: {US: HURT["battleship"], UK: HURT["carrier"]}, "United Kingdom": {UK: "1 infantry"}}
    game = position(UK, "repairs", board, ipcs={UK: 7}, rules=[RULE], options=given)
    assert game.decision is not None
    assert sum(game.decision.advice.values()) == 2
    tell(game, game.decision.advice)
    assert game.state.ipcs[UK] == 0


@clause("smith.damaged_units.7")
def test_no_repair_away_from_a_complex() -> None:
    game = position(US, "repairs", {HAWAII: {US: HURT["battleship"]}}, ipcs={US: 30}, rules=[RULE])
    assert asked(game)[0] != "refit"


# --- carriers with squadrons of their own -----------------------------------------------------------------------------


@clause("smith.intrinsic_carrier_squadrons.1", "smith.intrinsic_carrier_squadrons.2")
def test_example_a_damaged_carrier_defends_at_1_and_moves_2() -> None:
    rules = (RULE, SQUADRONS)
    assert [number(stat, "carrier", rules) for stat in ("attack", "defense", "move")] == [0, 1, 2]
    assert number("move", "battleship", rules) == 1
    game = position(US, "combat_move", {HAWAII: {US: HURT["carrier"]}}, rules=rules,
                    options=values(SQUADRONS, damaged_carrier_movement=1))  # fmt: skip
    assert [game.unit(s, HAWAII).move for s in game.state.at(HAWAII)] == [1]


@clause("smith.intrinsic_carrier_squadrons.2", "smith.intrinsic_carrier_squadrons.3")
@pytest.mark.parametrize("carries", [True, False])
def test_example_it_keeps_its_fighters_aboard(carries: bool) -> None:
    board = {HAWAII: {US: f"{HURT['carrier']}, 2 fighters"}}
    game = position(US, "noncombat_move", board, rules=[RULE, SQUADRONS],
                    options=values(SQUADRONS, damaged_carrier_carries=carries))  # fmt: skip
    carrier = next(s for s in game.state.at(HAWAII) if s.type == "aircraft_carrier")
    assert game.unit(carrier, HAWAII).deck == (2 if carries else 0)


@clause("smith.intrinsic_carrier_squadrons.4")
@pytest.mark.parametrize("sinks", [True, False])
def test_example_a_hit_by_a_submarine_sinks_it(sinks: bool) -> None:
    board = {"Wake Island Sea Zone": {JAPAN: "1 submarine"}, HAWAII: {US: "1 carrier"}}
    game = attack(
        JAPAN, [f"1 submarine: Wake Island Sea Zone > {HAWAII}"], board, dice=[2, *([] if sinks else [1])],
        rules=[RULE, SQUADRONS], options=values(SQUADRONS, submarine_hit_sinks_carrier=sinks),
    )  # fmt: skip
    assert at(game, HAWAII, US) == ({} if sinks else {"aircraft_carrier": 1})
    assert len(happened(game, "lost")) == 1


def test_it_needs_the_rule_it_replaces() -> None:
    with pytest.raises(RuleError, match="damaged_units"):
        registry.build("classic", [SQUADRONS])
