"""smith.neutral_territories: incomes, forces that defend, and transports that appear at sea."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.core.decisions import Decision
from sandtable.core.errors import Illegal, RuleError
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from sandtable.house.smith.neutrals import COUNTRIES, NEUTRAL, join
from sandtable.rules import registry
from tests.conformance.classic.scenes import attack, end_moves, in_phase, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "smith.neutral_territories"
GERMANY, UK, JAPAN, US = "Germany", "United Kingdom", "Japan", "United States"
BALTIC = "Baltic Sea Zone"
ASKED: list[Decision] = []


def neutral(space: str, force: str = "") -> dict[str, dict[str, str]]:
    """The force of a country as the table has it, or another one."""
    names = {"tank": "armor"}
    table = [f"{n} {names.get(u, u)}" for u, n in COUNTRIES[space].items() if u not in ("ipcs", "transport")]
    return {space: {NEUTRAL: force or ", ".join(table)}}


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


def finish(game: Game) -> Game:
    """Follow the advice until the combat is over, pressing every attack."""
    while not in_phase(game, "noncombat"):
        decision = game.open[0]
        game.answer("press on" if decision.kind == "retreat" else decision.advice)
    return game


@clause("smith.neutral_territories.2", "smith.neutral_territories.3", "smith.neutral_territories.12")
def test_example_germany_conquers_spain() -> None:
    units = {"Western Europe": {GERMANY: "4 infantry, 2 armor"}, **neutral("Spain")}
    dice = [1, 6, 6, 6, 3, 1, 1, 2, 2, 6, 1, 6, 1, 6, 6, 6]
    game = attack(
        GERMANY, ["4 infantry, 2 armor: Western Europe > Spain"], units, dice=dice, rules=[RULE], ipcs={GERMANY: 0}
    )
    while not in_phase(game, "noncombat") and game.open[0].power == GERMANY:
        game.answer("press on" if game.open[0].kind == "retreat" else game.open[0].advice)
    assert game.state.owner["Spain"] == GERMANY and at(game, "Spain", NEUTRAL) == {}
    assert game.rules.q.value(game, "Spain") == 4
    assert game.state.ipcs[GERMANY] == 0  # no fee


@clause("smith.neutral_territories.4", "smith.neutral_territories.5")
@pytest.mark.parametrize(("dice", "left"), [([6, 1], {"infantry": 1}), ([1, 1], {})])
def test_example_a_failed_attack_leaves_mongolia_neutral(dice: list[int], left: dict[str, int]) -> None:
    units = {"Manchuria": {JAPAN: "1 infantry"}, **neutral("Mongolia")}
    game = attack(JAPAN, ["1 infantry: Manchuria > Mongolia"], units, dice=dice, rules=[RULE])
    assert in_phase(game, "noncombat")
    assert game.state.owner["Mongolia"] == NEUTRAL and at(game, "Mongolia") == left


def test_an_empty_neutral_country_is_taken_without_a_fight() -> None:
    units = {"Manchuria": {JAPAN: "1 infantry"}}
    game = attack(JAPAN, ["1 infantry: Manchuria > Mongolia"], units, rules=[RULE])
    assert game.state.owner["Mongolia"] == JAPAN and not happened(game, "battle_started")


def test_a_neutral_country_is_not_blitzed_through() -> None:
    units = {"Western Europe": {GERMANY: "1 infantry, 2 armor"}, "Gibraltar": {UK: "1 infantry"}}
    game = position(GERMANY, "combat_move", units, rules=[RULE])
    refused(
        game, "1 armor: Western Europe > Spain > Gibraltar", "classic.R49.4"
    )  # its force is gone, not its neutrality
    tell(game, "1 infantry: Western Europe > Spain")
    assert game.state.owner["Spain"] == GERMANY
    refused(game, "1 armor: Western Europe > Spain > Gibraltar", "classic.R49.4")  # nor in the turn in which it fell
    tell(game, "1 armor: Western Europe > Spain")


@clause("smith.neutral_territories.14", "smith.neutral_territories.21")
@pytest.mark.parametrize(("dice", "sunk"), [([4, 6, 1, 6, 6], True), ([1], False)])
def test_example_the_swedish_transport_is_sunk_first(dice: list[int], sunk: bool) -> None:
    ship = f"1 transport (carrying infantry of {UK} + infantry of {UK})"
    units = {BALTIC: {UK: f"{ship}, 1 battleship" if sunk else ship}, **neutral("Sweden", "1 infantry")}
    game = position(
        UK, "combat_move", {**units, "United Kingdom": {UK: "1 infantry"}}, rules=[RULE], dice=dice,
    )  # fmt: skip
    end_moves(tell(game, "2 infantry: Baltic Sea Zone > Sweden"))
    assert happened(game, "roused") == [{"country": "Sweden", "space": BALTIC}]
    first = happened(game, "battle_started")[0]
    assert first["space"] == BALTIC
    if sunk:
        finish(game)
        assert [e["volley"] for e in happened(game, "volley_fired")].count("support shots") == 0
        assert game.state.owner["Sweden"] == UK and not game.state.facts["dormant_transports"].get("Sweden")
        assert at(game, BALTIC, NEUTRAL) == {}


def test_a_transport_that_was_not_sunk_lies_low_again() -> None:
    ship = f"1 transport (carrying infantry of {UK})"
    units = {BALTIC: {UK: ship}, "United Kingdom": {UK: "1 infantry"}, **neutral("Sweden")}
    game = position(UK, "combat_move", units, rules=[RULE], dice=[1])  # the Swedish transport hits
    end_moves(tell(game, "1 infantry: Baltic Sea Zone > Sweden"))
    assert in_phase(game, "noncombat")
    assert at(game, BALTIC) == {} and game.state.facts["dormant_transports"]["Sweden"] == 1


def test_ships_that_pass_do_not_meet_it() -> None:
    units = {"North Sea Zone": {UK: "1 transport"}, "United Kingdom": {UK: "1 infantry"}, **neutral("Sweden")}
    game = position(UK, "noncombat_move", units, rules=[RULE])
    tell(game, "1 transport: North Sea Zone > Baltic Sea Zone")
    assert at(game, BALTIC) == {"transport": 1}


def test_an_attack_overland_removes_it() -> None:
    units = {"Finland-Norway": {GERMANY: "2 armor"}, **neutral("Sweden", "1 infantry")}
    game = attack(GERMANY, ["2 armor: Finland-Norway > Sweden"], units, dice=[1, 1, 6], rules=[RULE])
    assert game.state.owner["Sweden"] == GERMANY and "Sweden" not in game.state.facts["dormant_transports"]
    assert at(game, BALTIC) == {}


def joined(country: str, power: str, units: dict[str, dict[str, str]], **more: Any) -> Game:
    """A country joins a power, which then has a combat move."""
    there = {**units, **neutral(country), "United Kingdom": {UK: "1 infantry"}}
    game = position(power, "combat_move", there, rules=[RULE], **more)
    flow = join(game, country, power)
    for asked in flow:
        assert isinstance(asked, Decision) and asked.kind == "indigenous_transport"
        ASKED[:] = [asked]
        with pytest.raises(StopIteration):
            flow.send(asked.advice)
        break
    return game


@clause("smith.neutral_territories.20", "smith.neutral_territories.22")
def test_example_the_swedish_transport_appears_among_german_ships() -> None:
    ships = {BALTIC: {GERMANY: "1 submarine, 1 transport"}}
    game = joined("Sweden", UK, ships)
    assert at(game, BALTIC, UK) == {"transport": 1} and at(game, "Sweden", UK) == {"infantry": 2}
    with pytest.raises(Illegal):
        tell(game, "1 transport: Baltic Sea Zone > North Sea Zone > Eastern Canada Sea Zone")  # 1 zone only
    tell(game, "1 transport (indigenous): Baltic Sea Zone > North Sea Zone", "done")
    assert not happened(game, "battle_started") and at(game, "North Sea Zone", UK) == {"transport": 1}


@clause("smith.neutral_territories.22")
def test_a_transport_that_stays_fights() -> None:
    game = joined("Sweden", UK, {BALTIC: {GERMANY: "1 submarine, 1 transport"}}, dice=[6, 6, 1])
    tell(game, "done")
    assert happened(game, "battle_started")[0]["space"] == BALTIC


@clause("smith.neutral_territories.23")
def test_a_withdrawal_among_enemies_is_an_attack() -> None:
    ships = {BALTIC: {GERMANY: "1 submarine"}, "North Sea Zone": {GERMANY: "1 submarine"}}
    game = joined("Sweden", UK, ships, dice=[6, 1])
    tell(game, "1 transport (indigenous): Baltic Sea Zone > North Sea Zone", "done")
    assert happened(game, "battle_started")[0]["space"] == "North Sea Zone"


@pytest.mark.parametrize("distance", [1, 2])
def test_a_longer_withdrawal(distance: int) -> None:
    game = joined(
        "Sweden", UK, {BALTIC: {GERMANY: "1 transport"}}, options=options(transport_withdraw_distance=distance)
    )
    (ship,) = (s for s in game.state.at(BALTIC) if s.owner == UK)
    assert game.rules.q.movement_allowance(game, ship, BALTIC, "combat") == distance


@clause("smith.neutral_territories.18", "smith.neutral_territories.19")
def test_example_the_argentine_transport_avoids_a_submarine() -> None:
    game = joined("Argentina-Chile", US, {"Peru Sea Zone": {JAPAN: "1 submarine"}})
    zones = [o.key for o in ASKED[0].form.options]  # type: ignore[attr-defined]
    assert sorted(zones) == ["East Argentina Sea Zone", "South Argentina Sea Zone"]
    assert sum(at(game, z, US).get("transport", 0) for z in zones) == 1


@clause(
    "smith.neutral_territories.1", "smith.neutral_territories.6", "smith.neutral_territories.7",
    "smith.neutral_territories.8", "smith.neutral_territories.9", "smith.neutral_territories.10",
    "smith.neutral_territories.11", "smith.neutral_territories.13", "smith.neutral_territories.15",
    "smith.neutral_territories.16", "smith.neutral_territories.17",
)  # fmt: skip
def test_example_the_table_of_the_neutral_countries() -> None:
    game = Game.new("classic", [RULE])
    mine = [s for s, owner in game.state.owner.items() if owner == NEUTRAL]
    assert set(mine) == {s.name for s in game.rules.spaces.values() if s.neutral} == set(COUNTRIES) and len(mine) == 14
    assert sum(game.rules.q.value(game, s) for s in mine) == 28
    force: Counter[str] = Counter()
    for space in mine:
        force.update(at(game, space))
    assert force == {"infantry": 22, "tank": 3, "fighter": 1}
    assert [s for s in mine if "tank" in at(game, s)] == ["Colombia", "Spain", "Turkey"]
    assert at(game, "Switzerland") == {"infantry": 2, "fighter": 1}
    assert game.state.facts["dormant_transports"] == {"Sweden": 1, "Argentina-Chile": 1}
    worth = {s: game.rules.q.value(game, s) for s in mine}
    assert worth == {name: row["ipcs"] for name, row in COUNTRIES.items()}


def test_another_table() -> None:
    given = options(table={"Turkey": {"ipcs": 5, "infantry": 4}})
    game = Game.new("classic", [RULE], given)
    tell(game, game.open[0].advice)
    assert at(game, "Turkey") == {"infantry": 4} and game.rules.q.value(game, "Turkey") == 5
    assert game.state.owner["Spain"] is None
    with pytest.raises(RuleError, match="no other ships"):
        registry.build("classic", [RULE], options(table={"Sweden": {"battleship": 1}}))
    with pytest.raises(RuleError, match="needs ipcs"):
        registry.build("classic", [RULE], options(table={"Sweden": 3}))


@pytest.mark.parametrize(("ipcs", "legal"), [(2, False), (5, True)])
def test_a_fee_on_top(ipcs: int, legal: bool) -> None:
    units = {"Manchuria": {JAPAN: "2 infantry"}, "Japan": {JAPAN: "1 infantry"}, **neutral("Mongolia")}
    game = position(JAPAN, "combat_move", units, rules=[RULE], options=options(base_entry_fee=3), ipcs={JAPAN: ipcs})
    if not legal:
        with pytest.raises(Illegal, match="cannot afford the 3 IPCs"):
            tell(game, "1 infantry: Manchuria > Mongolia")
        return
    tell(game, "1 infantry: Manchuria > Mongolia", "1 infantry: Manchuria > Mongolia")
    assert game.state.ipcs[JAPAN] == 2  # once


@pytest.mark.parametrize("first", [True, False])
def test_troops_stay_aboard_if_the_fee_was_spent_before_they_could_land(first: bool) -> None:
    ship = f"1 transport (carrying infantry of {UK} + infantry of {UK})"
    units = {BALTIC: {UK: f"{ship}, 1 battleship"}, "Persia": {UK: "1 infantry"}}
    units |= {"United Kingdom": {UK: "1 infantry"}, **neutral("Sweden", "1 infantry"), **neutral("Afghanistan")}
    dice = [1, 6, 4, 6] if first else [4, 6, 1, 6, 6]
    game = position(
        UK, "combat_move", units, rules=[RULE], options=options(base_entry_fee=3), ipcs={UK: 4}, dice=dice,
    )  # fmt: skip
    tell(game, "2 infantry: Baltic Sea Zone > Sweden")
    assert game.state.ipcs[UK] == 4
    if first:
        tell(game, "1 infantry: Persia > Afghanistan")
    end_moves(game)
    finish(game)
    assert game.state.ipcs[UK] == 1
    assert game.state.owner["Sweden"] == (NEUTRAL if first else UK)
    assert at(game, BALTIC, UK) == {"transport": 1, "battleship": 1}


def test_aircraft_attack_a_neutral_but_do_not_cross_it() -> None:
    units = {
        "Western Europe": {GERMANY: "1 fighter"}, "Gibraltar": {UK: "1 infantry"}, "Germany": {GERMANY: "1 infantry"},
        **neutral("Spain"),
    }  # fmt: skip
    game = position(GERMANY, "combat_move", units, rules=[RULE])
    with pytest.raises(Illegal, match="cannot fly across Spain: it is neutral"):
        tell(game, "1 fighter: Western Europe > Spain > Gibraltar")
    plain = position(GERMANY, "noncombat_move", units, rules=[RULE], owners={"Gibraltar": GERMANY})
    with pytest.raises(Illegal, match="cannot fly across Spain"):
        tell(plain, "1 fighter: Western Europe > Spain > Gibraltar")
    tell(position(GERMANY, "combat_move", units, rules=[RULE]), "1 fighter: Western Europe > Spain")


def test_a_country_that_was_taken_is_never_neutral_again() -> None:
    units = {"Manchuria": {JAPAN: "2 infantry"}, "Yakut S.S.R.": {"Soviet Union": "9 infantry"}}
    game = attack(JAPAN, ["1 infantry: Manchuria > Mongolia"], units, rules=[RULE])
    assert game.state.owner["Mongolia"] == JAPAN
    assert game.rules.q.new_owner(game, "Mongolia", "Soviet Union") == "Soviet Union"


@pytest.mark.parametrize(("kind", "hits"), [("tank", 2), ("fighter", 4), ("transport", 1), ("infantry", 2)])
def test_indigenous_units_have_normal_values(kind: str, hits: int) -> None:
    game = Game.new("classic", [RULE])
    assert game.unit(Stack(NEUTRAL, kind)).defense == hits


def test_computer_players_play_on() -> None:
    until(Game.new("classic", [RULE]), GERMANY, "purchase")
