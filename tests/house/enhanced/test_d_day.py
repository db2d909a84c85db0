"""D-Day: British and American units that attack as one force in the American turn."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.decisions import Move
from sandtable.core.errors import Illegal
from sandtable.core.forces import Condition
from sandtable.engine.game import Game
from tests.conformance.anniversary.board import (
    GER,
    ITA,
    RED,
    UK,
    USA,
    fired,
    has,
    keys,
    owner,
    until,
    until_phase,
    zone,
)
from tests.helpers import at, happened
from tests.house.enhanced.scenes import enhanced

clause = pytest.mark.clause
ROUND = 5
HELD = {"France": {GER: "3 infantry"}, "Northwestern Europe": {GER: "1 infantry"}, "Brazil": {USA: "1 infantry"},
        "India": {UK: "1 infantry"}}  # fmt: skip
FLEET = {
    zone(8): {UK: "2 transport, 1 battleship", USA: "1 transport, 1 cruiser"},
    "United Kingdom": {UK: "2 infantry, 1 artillery, 1 tank"},
}  # fmt: skip


def begun(units: Any, **more: Any) -> Game:
    """The start of the British turn."""
    game = enhanced("d_day" + more.pop("rules", ""), UK, "d_day", {**HELD, **units}, round=ROUND, **more)
    return game


def declared(units: Any, british: Any = None, ipcs: int = 0, **more: Any) -> Game:
    """D-Day is declared, and the American combat move has come; `british` are answers by kind in the British turn."""
    game = begun(units, ipcs={UK: ipcs, USA: 0, ITA: 0}, **more)
    game.answer(True)
    answers = {"move": "done", **(british or {})}
    while game.decision and not (game.decision.kind == "move" and game.decision.power == USA):
        answer = answers.get(game.decision.kind, game.decision.advice)
        if callable(answer):
            answer = answer(game)
        game.answer(answer)
    return game


def loaded(game: Game, power: str, *types: str) -> None:
    """Put cargo aboard a transport of a power in Sea Zone 8."""
    stack = next(s for s in game.state.at(zone(8)) if (s.owner, s.type) == (power, "transport"))
    cargo = Condition(cargo=tuple(sorted((power, t) for t in types)))
    game.state.turn_into(zone(8), stack, cargo, 1)


def go(game: Game, power: str, units: str, *path: str) -> None:
    """Order a move of units of one power."""
    want = {k: int(n) for n, k in (word.split() for word in units.split(", "))}
    source = game.decision.form.source  # type: ignore[union-attr]
    chosen: list[Any] = []
    for space, stack, n in source.movable():
        took = min(n, want.get(stack.type, 0)) if (space, stack.owner) == (path[0], power) else 0
        if took:
            want[stack.type] -= took
            chosen.append((stack, took))
    assert not any(want.values()), f"{power} cannot move {want} from {path[0]}"
    game.answer(Move(tuple(chosen), path))


@clause(
    "enhanced.d_day.1", "enhanced.d_day.2", "enhanced.d_day.4", "enhanced.d_day.10", "enhanced.d_day.11",
    "enhanced.d_day.12",
)  # fmt: skip
def test_one_force_lands_in_france() -> None:
    game = begun(FLEET, ipcs={UK: 0, USA: 0, ITA: 0}, dice=[3, 4] + [1] * 60)
    loaded(game, USA, "infantry", "infantry")
    game.answer(True)
    assert happened(game, "d_day")[0]["power"] == UK
    while game.decision and not (game.decision.kind == "move" and game.decision.power == USA):
        game.answer("done" if game.decision.kind == "move" else game.decision.advice)
    home, sea, bay = "United Kingdom", zone(8), zone(7)
    go(game, UK, "2 infantry, 1 artillery, 1 tank", home, sea)
    go(game, UK, "2 transport", sea, bay)
    go(game, UK, "1 battleship", sea, bay)
    go(game, USA, "1 transport", sea, bay)
    go(game, USA, "1 cruiser", sea, bay)
    go(game, UK, "2 infantry, 1 artillery, 1 tank", bay, "France")
    go(game, USA, "2 infantry", bay, "France")
    assert at(game, "France", UK) == {"infantry": 2, "artillery": 1, "tank": 1}
    game.answer("done")
    until(game, "retreat")
    rolls = fired(game)
    assert rolls[0][0] == "bombardment" and rolls[0][1:] == ("3 and 4", [3, 4], 2)
    assert happened(game, "battle_started")[0]["attacker"] == USA
    assert sum(happened(game, "battle_started")[0]["attackers"].values()) == 6


@clause("enhanced.d_day.7", "enhanced.d_day.8", "enhanced.d_day.9")
@pytest.mark.parametrize("new", [False, True])
def test_used_and_new_units_take_no_part(new: bool) -> None:
    units = {**FLEET, "Egypt": {UK: "3 infantry, 1 fighter"}, "Libya": {ITA: "1 infantry"}}
    game = begun(units, ipcs={UK: 6, USA: 0, ITA: 0}, options={"new_british_units_eligible": new}, dice=[1] * 4)
    game.answer(True)
    until(game, "purchase")
    game.answer("2 infantry")
    until(game, "move")
    game.answer("3 infantry: Egypt > Libya")  # it fights as usual with other units
    game.answer("done")
    until_phase(game, "noncombat_move")
    game.answer("1 transport: Sea Zone 8 > Sea Zone 2")
    game.answer("done")
    until(game, "place")
    game.answer("2 infantry > United Kingdom")
    while game.decision and not (game.decision.kind == "move" and game.decision.power == USA):
        game.answer("done" if game.decision.kind == "move" else game.decision.advice)
    movable = {(space, s.owner, s.type): n for space, s, n in game.decision.form.source.movable()}  # type: ignore[union-attr]
    assert (zone(2), UK, "transport") not in movable and (zone(8), UK, "transport") in movable
    idle = sum(
        n for (space, power, type), n in movable.items() if (space, power, type) == ("United Kingdom", UK, "infantry")
    )
    assert idle == (4 if new else 2)
    assert ("Libya", UK, "infantry") not in movable


@clause("enhanced.d_day.3", "enhanced.d_day.4", "enhanced.d_day.5")
def test_ways_into_the_targets() -> None:
    units = {**FLEET, "Italy": {USA: "2 tank"}, zone(13): {USA: "1 transport"}, "Norway": {GER: "1 infantry"},
             "Germany": {GER: "9 infantry"}}  # fmt: skip
    game = begun(units, ipcs={UK: 0, USA: 0, ITA: 0}, owners={"Italy": USA}, dice=[6] * 40)
    stack = next(s for s in game.state.at(zone(13)))
    game.state.turn_into(zone(13), stack, Condition(cargo=((USA, "infantry"),) * 2), 1)
    game.answer(True)
    while game.decision and not (game.decision.kind == "move" and game.decision.power == USA):
        game.answer("done" if game.decision.kind == "move" else game.decision.advice)
    with pytest.raises(Illegal, match="only from the sea zone"):
        game.answer(Move(((stack._replace(type="infantry", cond=Condition()), 2),), (zone(13), "France")))
    go(game, USA, "2 tank", "Italy", "France")
    assert at(game, "France", USA) == {"tank": 2}
    go(game, UK, "2 infantry", "United Kingdom", zone(6)) if has(game, zone(6), UK, "transport") else None
    with pytest.raises(Illegal):
        game.answer("1 tank: United Kingdom > Norway")


@clause("enhanced.d_day.3")
def test_the_british_attack_nothing_else_and_options_name_the_place() -> None:
    units = {**FLEET, "United Kingdom": {UK: "2 fighter, 1 infantry"}, "Norway": {GER: "1 infantry"}}
    game = declared(units)
    with pytest.raises(Illegal, match="British units fight only"):
        go(game, UK, "1 fighter", "United Kingdom", zone(6), "Norway")
    go(game, UK, "1 fighter", "United Kingdom", zone(7), "France")
    options = {"targets": ["Norway"], "assault_sea_zone": "Sea Zone 6", "overland_sources": ["Finland"]}
    other = declared({**units, zone(8): {UK: "1 transport"}}, options=options)
    go(other, UK, "1 fighter", "United Kingdom", zone(6), "Norway")
    with pytest.raises(Illegal, match="British units fight only"):
        go(other, UK, "1 fighter", "United Kingdom", zone(7), "France")


@clause("enhanced.d_day.6", "enhanced.d_day.13")
def test_antiaircraft_fire_at_each_nation_apart() -> None:
    units = {"United Kingdom": {UK: "3 fighter, 1 infantry", USA: "2 bomber, 1 infantry"},
             "France": {GER: "3 infantry, 1 antiaircraft gun"}}  # fmt: skip
    game = declared(units, dice=[1, 4, 6, 2, 5] + [6] * 80)
    go(game, UK, "3 fighter", "United Kingdom", zone(7), "France")
    go(game, USA, "2 bomber", "United Kingdom", zone(7), "France")
    game.answer("done")
    until(game, "retreat")
    assert [row[2] for row in fired(game)[:2]] == [[1, 4, 6], [2, 5]]
    assert at(game, "France", UK) == {"fighter": 2} and at(game, "France", USA) == {"bomber": 2}


@clause("enhanced.d_day.14")
@pytest.mark.parametrize("uses", [1, 2])
def test_the_right_is_lost(uses: int) -> None:
    options = {"uses_per_game": uses}
    units, held = {"Germany": {RED: "2 tank"}}, {"Germany": RED}
    taken = enhanced("d_day", RED, "combat_move", units, owners=held, options=options, round=3)
    taken.answer("2 tank: Germany > Northwestern Europe")
    taken.answer("done")
    assert owner(taken, "Northwestern Europe") == RED and taken.state.facts["d_day"]["lost"]
    again = enhanced("d_day", RED, "combat_move", units, owners=held, facts={"d_day": {"lost": True}})
    again.answer("2 tank: Germany > Northwestern Europe")
    assert len(happened(taken, "d_day_lost")) == 1 and not happened(again, "d_day_lost")
    for facts, asks in (({"lost": True}, False), ({"uses": 1, "round": 2}, uses == 2), ({}, True)):
        game = begun(FLEET, facts={"d_day": facts}, options=options)
        assert (game.decision is not None and game.decision.kind == "d_day") is asks
    allied = begun(FLEET, owners={"France": UK})
    assert allied.decision is None or allied.decision.kind != "d_day"


@clause("enhanced.d_day.14")
def test_france_taken_in_the_british_turn() -> None:
    units = {"Italy": {UK: "2 tank"}, "Brazil": {USA: "1 infantry"}}
    game = enhanced("d_day", UK, "d_day", units, owners={"Italy": UK}, round=ROUND, ipcs={UK: 0})
    game.answer(True)
    until(game, "move")
    game.answer("2 tank: Italy > France")
    game.answer("done")
    assert happened(game, "d_day_lost") and not game.state.facts["d_day"].get("round")


@clause("enhanced.d_day.10")
@pytest.mark.parametrize("chosen", [UK, USA])
def test_the_americans_name_the_owner(chosen: str) -> None:
    units = {"Germany": {UK: "2 tank", USA: "2 tank"}, "France": {GER: "1 infantry"}}
    game = declared(units, owners={"Germany": USA}, dice=[1, 1, 1, 1, 6])
    go(game, UK, "2 tank", "Germany", "France")
    go(game, USA, "2 tank", "Germany", "France")
    game.answer("done")
    until(game, "d_day_owner")
    assert game.decision and game.decision.power == USA and keys(game) == {UK, USA}
    game.answer(chosen)
    assert owner(game, "France") == chosen


@clause("enhanced.d_day.10")
@pytest.mark.parametrize(("shared", "rolls"), [(True, "2"), (False, "1 and 2")])
def test_artillery_of_one_nation_supports_infantry_of_the_other(shared: bool, rolls: str) -> None:
    units = {"Germany": {UK: "1 infantry", USA: "1 artillery"}, "France": {GER: "1 infantry"}}
    options = {"artillery_supports_other_nation": shared}
    game = declared(units, owners={"Germany": USA}, dice=[6] * 3, options=options)
    go(game, UK, "1 infantry", "Germany", "France")
    go(game, USA, "1 artillery", "Germany", "France")
    game.answer("done")
    until(game, "retreat")
    assert next(on for text, on, *_ in fired(game) if text == "attackers") == rolls


@clause("enhanced.d_day.10")
def test_idle_british_units_move_in_the_american_noncombat_move() -> None:
    game = declared({**FLEET, "Egypt": {UK: "1 infantry"}})
    game.answer("done")
    until_phase(game, "noncombat_move")
    go(game, UK, "1 infantry", "Egypt", "Trans-Jordan")
    assert has(game, "Trans-Jordan", UK, "infantry") == 1


@clause("enhanced.d_day.10", "anniversary.R65")
def test_british_troops_that_must_land_are_advised_to_land() -> None:
    game = declared(FLEET)
    go(game, UK, "1 artillery", "United Kingdom", zone(8))
    go(game, UK, "2 transport", zone(8), zone(7))
    with pytest.raises(Illegal, match="must land in an amphibious assault"):
        game.answer("done")
    game.answer(game.decision.advice)  # type: ignore[union-attr]
    assert sum(at(game, s, UK).get("artillery", 0) for s in ("France", "Northwestern Europe")) == 1
    game.answer("done")
