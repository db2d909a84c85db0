"""Ships in port: each clause, the worked examples with their dice, and every value of every option."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sandtable
from sandtable.battle.odds import solve_battle
from sandtable.core.errors import Illegal, Unknown
from sandtable.core.forces import by_type
from sandtable.engine import shelter
from sandtable.engine.engagements import engagement
from sandtable.engine.game import Game
from sandtable.engine.picking import piece
from sandtable.house.pacific import port_attack
from sandtable.rules.registry import build
from sandtable.server.views import board_info
from tests.battle.referee import FastDice
from tests.battle.test_referee import p_value
from tests.conformance.pacific.board import (
    HAWAII,
    HOME,
    JAP,
    UK,
    USA,
    ends,
    fired,
    go,
    has,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened

clause = pytest.mark.clause
RULES = [f"pacific.ports_{name}" for name in ("shelter", "air_attack", "capture_losses")]
#: A bare board on which a game goes on.
REST: dict[str, Any] = {"Manchuria": {JAP: "1 infantry"}, HOME: {USA: "1 infantry"}}


def scenery(power: str, phase: str, units: Any, docked: Any = None, **more: Any) -> Game:
    """A position with ships in port: `docked` maps a port to the powers whose ships in its sea zones lie in it."""
    options = {f"pacific.ports_{name}": value for name, value in more.pop("options", {}).items()}
    rules = [*more.pop("rules", RULES), *more.pop("also", ())]
    first = "purchase" if docked else phase  # before the phase begins, ships can still be brought into port
    game = scene(power, first, {**REST, **units}, rules=rules, options=options, **{"round": 2, **more})
    for port, owners in (docked or {}).items():
        for at in game.rules.sea_near[port]:
            here = game.state.at(at)
            ships = {s: n for s, n in here.items() if s.owner in owners and game.unit(s, at).kind == "sea"}
            shelter.put_in(game, at, port, ships)
        if power not in game.friends(owners[0]):
            shelter.go_ashore(game, owners[0])
    return until_phase(game, phase, {"purchase": {}})


PEARL: dict[str, Any] = {zone(9): {USA: "2 battleship, 1 destroyer"}, HAWAII: {USA: "2 infantry"}}
US = {HAWAII: [USA]}

# --- shelter ----------------------------------------------------------------------------------------------------------


@clause("pacific.ports_shelter.4")
@pytest.mark.parametrize(("at", "port"), [(46, "Malaya"), (45, "Hong Kong"), (32, "Northern Territory")])
def test_the_naval_bases_without_a_symbol_on_the_board_are_no_ports(at: int, port: str) -> None:
    game = scenery(UK, "noncombat_move", {zone(at): {UK: "1 destroyer"}})
    game.answer("done")
    assert (game.decision is not None and game.decision.kind == "enter_port") is (port == "Malaya")


@clause("pacific.ports_shelter.3")
@pytest.mark.parametrize("docked", [False, True])
def test_a_submarine_takes_no_convoy_from_port(docked: bool) -> None:
    units = {zone(46): {UK: "1 submarine"}, zone(54): {UK: "1 destroyer"}}
    ports = {"Malaya": [UK]} if docked else None
    game = scenery(UK, "combat_move", units, ports, facts={"zones": {zone(46): JAP}})
    offered = [option.key for option in game.decision.form.options] if game.decision.kind == "offer" else []  # type: ignore[union-attr, attr-defined]
    assert ("take_convoy" in offered) is not docked


@clause("pacific.ports_shelter.1", "pacific.ports_shelter.2")
def test_ships_in_port_are_not_attacked_by_ships() -> None:
    units = {**PEARL, zone(17): {JAP: "2 battleship, 2 submarine"}}
    game = scenery(JAP, "combat_move", units, US, dice=[])
    game.answer(f"2 battleship, 2 submarine: {zone(17)} > {zone(9)}")  # the convoy route of Hawaii is there
    until_phase(go(game), "place")
    assert has(game, zone(9), JAP, "battleship") == 2 and has(game, zone(9), USA, "battleship") == 2
    assert not fired(game) and game.state.facts["zones"][zone(9)] == JAP
    at_sea = scenery(JAP, "combat_move", units)
    at_sea.answer(f"2 battleship, 2 submarine: {zone(17)} > {zone(9)}")
    assert zone(9) in [s for s in at_sea.state.forces if at_sea.rules.q.defenders(at_sea, s, JAP)]


@clause("pacific.ports_shelter.3")
def test_ships_in_port_neither_stop_a_landing_nor_fire() -> None:
    units = {**PEARL, zone(9): {USA: "2 battleship, 1 destroyer", JAP: "1 transport, 1 battleship"}}
    cargo = [(JAP, "infantry"), (JAP, "infantry")]
    game = scenery(JAP, "combat_move", units, US, dice=[1, 1, 1, 6, 6])
    stack = next(s for s in game.state.at(zone(9)) if s.type == "transport")
    game.state.turn_into(zone(9), stack, stack.cond._replace(cargo=tuple(cargo)), 1)
    go(game, f"2 infantry: {zone(9)} > {HAWAII}")
    until_phase(game, "place")
    assert [row[0] for row in fired(game)] == ["bombardment", "attackers", "defenders"]
    assert game.state.owner[HAWAII] == JAP


@clause("pacific.ports_shelter.4", "pacific.ports_shelter.5")
def test_a_ship_goes_into_port_at_the_end_of_the_noncombat_move() -> None:
    units = {zone(46): {UK: "1 destroyer", JAP: "1 submarine"}, "Malaya": {UK: "1 infantry"}}
    game = scenery(UK, "combat_move", units, dice=[1, 6])
    until(go(game), "enter_port", {"fight": True})
    assert game.decision and "Malaya" in game.decision.prompt
    assert any("fought" in s.cond.marks for s in game.state.at(zone(46)))
    game.answer("1 destroyer")
    ship = next(s for s in game.state.at(zone(46)) if s.owner == UK)
    assert shelter.port_of(ship) == "Malaya"
    assert happened(game, "entered_port")[0]["space"] == "Malaya"
    assert not game.rules.q.hostile_zone(game, JAP, zone(46))


def test_ships_stay_in_port_or_leave_it_with_their_move() -> None:
    game = scenery(USA, "noncombat_move", PEARL, US)
    assert game.decision and game.decision.kind == "offer"
    game.answer("go on")
    game.answer(f"1 battleship: {zone(9)} > {zone(10)}")
    moved = next(s for s in game.state.at(zone(10)))
    assert not shelter.port_of(moved) and "in_port" not in moved.cond.marks
    until(go(game), "none")
    assert sum(n for s, n in game.state.at(zone(9)).items() if shelter.port_of(s)) == 2


def test_enemy_ships_off_a_port_are_attacked_by_ships_that_leave_it() -> None:
    units = {**PEARL, zone(9): {USA: "2 battleship, 1 destroyer", JAP: "1 submarine"}}
    game = scenery(USA, "combat_move", units, US, dice=[1, 1, 1, 6])
    assert game.decision and game.decision.kind == "offer" and game.decision.advice == "leave_port"
    game.answer("leave_port")
    assert game.decision and game.decision.advice
    game.answer("1 battleship")
    game.answer("go on")
    assert zone(10) not in ends(game, zone(9), "battleship") and ends(game, zone(9), "destroyer") == set()
    with pytest.raises(Illegal, match="lie off this port"):
        game.answer(f"1 destroyer: {zone(9)} > {zone(10)}")
    until_phase(go(game), "patrol")
    assert len(happened(game, "battle_started")) == 1
    assert sum(happened(game, "battle_started")[0]["attackers"].values()) == 1
    assert has(game, zone(9), JAP, "submarine") == 0


def test_ships_leave_for_their_sea_zone_if_no_enemy_is_there() -> None:
    game = scenery(USA, "noncombat_move", PEARL, US)
    game.answer("leave_port")
    game.answer("2 battleship, 1 destroyer")
    assert not any(shelter.port_of(s) for s in game.state.at(zone(9)))
    units = {**PEARL, zone(9): {USA: "2 battleship, 1 destroyer", JAP: "1 submarine"}}
    blocked = scenery(USA, "noncombat_move", units, US)
    assert blocked.decision and blocked.decision.kind != "offer"


def test_transports_load_and_offload_in_port_among_enemies() -> None:
    units: Any = {zone(9): {USA: "1 transport", JAP: "1 destroyer"}, HAWAII: {USA: "2 infantry"}}
    game = scenery(USA, "noncombat_move", units, US)
    game.answer(f"1 infantry: {HAWAII} > {zone(9)}")
    assert next(s for s in game.state.at(zone(9)) if s.owner == USA).cond.cargo
    game.answer(f"1 infantry: {zone(9)} > {HAWAII}")
    at_sea = scenery(USA, "noncombat_move", units)
    with pytest.raises(Illegal, match="enemy ships"):
        at_sea.answer(f"1 infantry: {HAWAII} > {zone(9)}")
    away = {zone(28): {UK: "1 transport"}, "Papua": {UK: "1 infantry"}, "New Guinea": {UK: "1 infantry"}}
    game = scenery(UK, "noncombat_move", away, {"Papua": [UK]})
    if "New Guinea" in game.rules.land_near[zone(28)]:
        with pytest.raises(Illegal, match="only in the territory of the port"):
            game.answer("go on")
            game.answer(f"1 infantry: New Guinea > {zone(28)}")


def test_ships_in_port_give_no_support() -> None:
    units: Any = {zone(14): {USA: "1 battleship, 1 transport"}, "Fiji": {JAP: "1 infantry"}}
    more: Any = {"cargo": {zone(14): [(USA, "infantry")]}, "owners": {"Fiji": JAP}}
    game = scenery(USA, "combat_move", units, {"New Hebrides": [USA]}, dice=[1, 6], **more)
    game.answer("leave_port")
    game.answer("1 transport")
    game.answer("go on")
    until_phase(go(game, f"1 infantry: {zone(14)} > Fiji"), "patrol")
    assert game.state.owner["Fiji"] != JAP
    assert "bombardment" not in [row[0] for row in fired(game)]


def test_aircraft_of_carriers_in_port_are_ashore_in_enemy_turns() -> None:
    units = {zone(9): {USA: "1 aircraft_carrier, 2 fighter"}, HAWAII: {USA: "1 infantry"}}
    game = scenery(USA, "noncombat_move", units)
    until(go(game), "enter_port")
    game.answer("1 aircraft_carrier")
    assert has(game, HAWAII, USA, "fighter") == 2 and has(game, zone(9), USA, "fighter") == 0
    until(game, "none")
    while game.decision and game.state.power != USA:
        game.answer({"move": "done", "patrol": {}}.get(game.decision.kind, game.decision.advice))
    assert has(game, zone(9), USA, "fighter") == 2 and has(game, HAWAII, USA, "fighter") == 0
    both = {zone(9): {USA: "2 aircraft_carrier, 3 fighter"}}
    game = scenery(USA, "noncombat_move", both)
    until(go(game), "enter_port")
    game.answer("1 aircraft_carrier")
    assert has(game, HAWAII, USA, "fighter") == 1 and has(game, zone(9), USA, "fighter") == 2


def test_patrols_over_a_port_stay_in_the_air() -> None:
    game = scenery(USA, "noncombat_move", {zone(9): {USA: "1 aircraft_carrier, 2 fighter"}})
    fighter = next(s for s in game.state.at(zone(9)) if s.type == "fighter")
    game.state.turn_into(zone(9), fighter, fighter.cond.marked("aloft"), 1)
    until(go(game), "enter_port")
    game.answer("1 aircraft_carrier")
    assert has(game, HAWAII, USA, "fighter") == 1 and has(game, zone(9), USA, "fighter") == 1


def test_a_computer_player_seeks_shelter_from_stronger_ships() -> None:
    units = {zone(46): {UK: "1 destroyer"}, "Malaya": {UK: "1 infantry"}, zone(45): {JAP: "3 destroyer"}}
    game = until(go(scenery(UK, "noncombat_move", units)), "enter_port")
    assert game.decision and sum(game.decision.advice.values()) == 1
    del units[zone(45)]
    game = until(go(scenery(UK, "noncombat_move", units)), "enter_port")
    assert game.decision and game.decision.advice == {}


@pytest.mark.parametrize("allies", [True, False])
def test_ports_of_allies(allies: bool) -> None:
    units = {zone(30): {USA: "1 destroyer"}, zone(9): {USA: "1 submarine"}}
    game = scenery(USA, "noncombat_move", units, options={"shelter.allied_ports": allies})
    until(go(game), "enter_port")
    asked = []
    while game.decision and game.decision.kind == "enter_port":
        asked.append(game.decision.context["space"])
        game.answer({})
    assert asked == ([zone(30), zone(9)] if allies else [zone(9)]) or (set(asked) == {zone(30), zone(9)} and allies)


@pytest.mark.parametrize("new", [True, False])
def test_new_ships_in_port(new: bool) -> None:
    game = scenery(USA, "purchase", {}, options={"shelter.new_ships_in_port": new}, ipcs={USA: 12})
    game.answer("1 destroyer")
    until(game, "place")
    game.answer({("destroyer", zone(5)): 1})
    until(game, "enter_port")
    assert bool(game.decision and game.decision.kind == "enter_port") == new


@pytest.mark.parametrize("start", [True, False])
def test_ships_may_begin_in_port(start: bool) -> None:
    game = Game.new("pacific", RULES, options={"pacific.ports_shelter.start_in_port": start}, seed=1)
    until(game, "purchase")
    docked = [s for force in game.state.forces.values() for s in force if shelter.port_of(s)]
    assert bool(docked) == start
    if start:
        assert all(shelter.port_of(s) == HAWAII for s in game.state.at(zone(9)) if s.owner == USA)


# --- air attacks ------------------------------------------------------------------------------------------------------

FLEET = {zone(8): {JAP: "2 aircraft_carrier, 4 fighter"}}


def strike(count: int = 4, start: int = 8) -> str:
    return f"{count} fighter: {zone(start)} > {zone(9)} > {HAWAII} [port attack]"


def attack(units: Any, *moves: str, dice: list[int], answers: Any = None, **more: Any) -> Game:
    """Aircraft attack the port of Hawaii."""
    game = scenery(JAP, "combat_move", {**FLEET, **units}, more.pop("docked", US), dice=dice, **more)
    go(game, *(moves or (strike(),)))
    return until_phase(game, "patrol", answers)


@clause("pacific.ports_air_attack.1", "pacific.ports_air_attack.2")
def test_aircraft_attack_ships_in_port_which_the_fighter_there_defends() -> None:
    units = {zone(9): {USA: "1 battleship"}, HAWAII: {USA: "1 fighter"}}
    game = attack(units, dice=[1, 1, 1, 6, 4, 4])
    assert not happened(game, "offer")
    assert fired(game) == [("aircraft", "3", [1, 1, 1, 6], 3), ("port", "4", [4, 4], 2)]
    assert has(game, zone(9), USA, "battleship") == 0 and has(game, HAWAII, USA, "fighter") == 0
    assert has(game, HAWAII, JAP, "fighter") == 2
    assert game.state.owner[HAWAII] == USA
    assert happened(game, "engaged")[0]["space"] == HAWAII


def test_ships_and_aircraft_stay_where_they_were() -> None:
    units = {zone(9): {USA: "1 battleship, 1 destroyer"}, HAWAII: {USA: "1 fighter"}}
    game = attack(units, dice=[1, 6, 6, 6, 6, 6, 6], answers={"retreat": "break off"})
    there = {s.type: s for s in game.state.at(zone(9))}
    assert set(there) == {"battleship", "destroyer"} and there["battleship"].cond.damage == 1
    assert all(shelter.port_of(s) == HAWAII for s in there.values())
    assert has(game, HAWAII, USA, "fighter") == 1


def shared(answer: Any, dice: list[int] | None = None, **more: Any) -> Game:
    """An attack on the port of Hawaii and a landing there, against two fighters."""
    units = {
        zone(9): {USA: "1 destroyer", JAP: "2 transport"}, HAWAII: {USA: "2 fighter"},
        zone(8): {JAP: "2 aircraft_carrier, 3 fighter"},
    }  # fmt: skip
    game = scenery(JAP, "combat_move", units, US, dice=dice, **more)
    ship = next(s for s in game.state.at(zone(9)) if s.type == "transport")
    loaded = ship.cond._replace(cargo=((JAP, "infantry"), (JAP, "infantry")))
    game.state.turn_into(zone(9), ship, loaded, 1)
    game.state.turn_into(zone(9), ship, loaded._replace(cargo=((JAP, "infantry"),)), 1)
    go(game, f"3 infantry: {zone(9)} > {HAWAII}", strike(3))
    assert game.decision and game.decision.kind == "take_part" and game.decision.power == USA
    game.answer(answer)
    return game


@clause("pacific.ports_air_attack.2")
@pytest.mark.parametrize(("answer", "port", "land"), [("2 fighter", 3, 0), ("1 fighter", 2, 1), ({}, 1, 2)])
def test_the_defender_commits_aircraft_to_port_or_land(answer: Any, port: int, land: int) -> None:
    game = shared(answer)
    fights = list(happened(game, "battle_started"))
    assert sum(fights[0]["defenders"].values()) == port
    units = [s for s, n in game.rules.q.defenders(game, HAWAII, JAP).items() for _ in range(n)]
    assert len([s for s in units if s.type == "fighter"]) == land


@clause("pacific.ports_air_attack.3")
def test_antiaircraft_guns_defend_the_port() -> None:
    units: Any = {
        zone(5): {USA: "1 transport"}, zone(4): {JAP: "1 aircraft_carrier, 2 fighter"},
        HOME: {USA: "1 infantry, 1 antiaircraft_gun"},
    }  # fmt: skip
    game = scenery(JAP, "combat_move", units, {HOME: [USA]}, dice=[1, 6, 3, 6])
    go(game, f"2 fighter: {zone(4)} > {zone(5)} > {HOME} [port attack]")
    until_phase(game, "patrol")
    assert [row[0] for row in fired(game)] == ["antiaircraft fire", "aircraft", "port"]
    assert fired(game)[0][2] == [1, 6] and has(game, zone(5), USA, "transport") == 0


def test_a_dogfight_comes_first() -> None:
    units = {zone(9): {USA: "1 battleship"}, HAWAII: {USA: "1 fighter, 1 antiaircraft_gun"}}
    dice = [6, 6, 6, 6, 3, 6, 6, 6, 6, 1, 1, 1, 1, 6]
    game = attack(units, dice=dice, also=["pacific.dogfights"])
    assert [row[0] for row in fired(game)] == ["antiaircraft fire", "dogfight", "dogfight", "aircraft", "port"]


def test_submarines_and_transports_in_port() -> None:
    units = {zone(9): {USA: "1 submarine, 1 transport"}, HAWAII: {USA: "1 infantry"}}
    game = attack(units, dice=[1, 1, 6, 6, 6], docked=US)
    assert fired(game)[-1] == ("port", "1", [6], 0), "the submarine cannot hit aircraft"
    assert has(game, zone(9), USA, "submarine") == 0
    safe = attack(units, dice=[1, 1, 6, 6, 6], options={"air_attack.subs_in_port_hit_by_air": False})
    assert has(safe, zone(9), USA, "submarine") == 1 and has(safe, zone(9), USA, "transport") == 0


def test_ships_in_port_may_be_defenseless() -> None:
    units = {zone(9): {USA: "1 battleship"}, HAWAII: {USA: "1 fighter"}}
    game = attack(units, dice=[1, 1, 1, 6, 6], options={"air_attack.ships_in_port_fire": False})
    assert fired(game)[-1] == ("port", "4", [6], 0)


@pytest.mark.parametrize("first", [True, False])
def test_the_order_of_the_battles_for_port_and_land(first: bool) -> None:
    game = shared("2 fighter", [1, 1, 1, 6, 6, 6] if first else [], options={"air_attack.port_battle_first": first})
    until_phase(game, "patrol")
    fights = [e["space"] for e in happened(game, "battle_started")]
    assert game.state.owner[HAWAII] == JAP
    assert fights == ([HAWAII] if first else []), "the land is empty: it is taken without a battle"
    assert has(game, zone(9), USA, "destroyer") == 0 and has(game, HAWAII, USA, "fighter") == 0


def test_only_enemy_ships_in_port_are_a_target() -> None:
    game = scenery(JAP, "combat_move", {**FLEET, **PEARL})
    with pytest.raises(Illegal, match="port attack against"):
        game.answer(strike())
    game = scenery(JAP, "combat_move", {**FLEET, **PEARL}, US)
    with pytest.raises(Illegal):
        game.answer(f"4 fighter: {zone(8)} > {zone(9)}")  # there is nobody to fight at sea
    game.answer(strike())


def test_a_computer_player_attacks_weak_ports_from_the_air() -> None:
    weak = {**FLEET, zone(9): {USA: "1 transport, 1 destroyer"}, HAWAII: {USA: "1 infantry"}}
    game = scenery(JAP, "combat_move", weak, US, dice=None)
    move = game.rules.q.advised_move(game, "combat")
    assert move is not None and move.mission == "port attack"
    game.answer(move)
    strong = {**FLEET, zone(9): {USA: "4 battleship"}, HAWAII: {USA: "4 fighter"}}
    game = scenery(JAP, "combat_move", strong, US)
    assert game.rules.q.advised_move(game, "combat") is None


# --- losses -----------------------------------------------------------------------------------------------------------


def philippines(dice: list[int], rules: Any = RULES, **options: Any) -> Game:
    """An attack on the port of the Philippines and a landing; a fighter is committed to the port and survives."""
    units: Any = {
        zone(38): {USA: "2 destroyer", UK: "1 transport", JAP: "1 transport, 1 aircraft_carrier"},
        "Philippines": {USA: "1 fighter, 1 infantry"}, "Formosa": {JAP: "1 fighter"}, zone(35): {USA: "1 transport"},
    }  # fmt: skip
    docked = {"Philippines": [USA, UK]}
    game = scenery(JAP, "combat_move", units, docked, dice=dice, rules=rules, options=options)
    ship = next(s for s in game.state.at(zone(38)) if s.owner == JAP and s.type == "transport")
    game.state.turn_into(zone(38), ship, ship.cond._replace(cargo=((JAP, "infantry"), (JAP, "infantry"))), 1)
    go(
        game, f"2 infantry: {zone(38)} > Philippines",
        f"1 fighter: Formosa > {zone(45)} > {zone(38)} > Philippines [port attack]",
    )  # fmt: skip
    return until_phase(game, "patrol", {"take_part": "1 fighter", "retreat": "break off"})


WON, LOST = [6, 6, 6, 6, 6, 1, 1, 6], [6, 6, 6, 6, 6, 6, 6, 1, 6, 1]


@clause("pacific.ports_capture_losses.1", "pacific.ports_capture_losses.2")
def test_ships_and_aircraft_of_the_port_are_lost_with_the_territory() -> None:
    game = philippines(WON)
    assert game.state.owner["Philippines"] == JAP
    assert [has(game, zone(38), p, k) for p, k in ((USA, "destroyer"), (UK, "transport"))] == [0, 0]
    assert has(game, "Philippines", USA, "fighter") == 0
    kept = philippines(LOST)
    assert kept.state.owner["Philippines"] == USA
    assert [has(kept, zone(38), p, k) for p, k in ((USA, "destroyer"), (UK, "transport"))] == [2, 1]
    assert has(kept, "Philippines", USA, "fighter") == 1


def test_ships_may_be_expelled_instead() -> None:
    game = philippines(WON, **{"capture_losses.ships_on_capture": "expelled_to_sea"})
    assert has(game, zone(38), USA, "destroyer") == 2 and has(game, "Philippines", USA, "fighter") == 0
    assert not any(shelter.port_of(s) for s in game.state.at(zone(38)))
    alone = philippines(WON, rules=RULES[:2])
    assert has(alone, zone(38), USA, "destroyer") == 2
    assert len(happened(alone, "driven_out")) == 2


def test_aircraft_of_the_port_may_fly_off() -> None:
    game = philippines(WON, **{"capture_losses.port_air_on_capture": "fly_off"})
    assert has(game, "Philippines", USA, "fighter") == 0
    assert happened(game, "lost")[-1]["space"] == "Philippines", "there is no place to land near"


# --- odds -------------------------------------------------------------------------------------------------------------


def advised(flow: Any) -> None:
    """Runs a flow with the advice for each decision."""
    answer = None
    while True:
        try:
            answer = flow.send(answer).advice
        except StopIteration:
            return


@pytest.mark.parametrize("rules", [(), ("pacific.dogfights",)])
@pytest.mark.parametrize("guns", ["", ", 1 antiaircraft_gun"])
def test_exact_odds_of_an_attack_on_a_port(rules: tuple[str, ...], guns: str) -> None:
    """The referee fights the whole attack 400 times; the outcomes are those of the solver."""
    units = {**FLEET, zone(9): {USA: "1 battleship, 1 destroyer, 1 submarine"}, HAWAII: {USA: f"1 fighter{guns}"}}
    game = scenery(JAP, "combat_move", units, US, also=rules)
    game.answer(strike())
    game.listening, game.dice = False, FastDice(7)
    start = game.state.copy()
    seen: Counter[Any] = Counter()
    for _ in range(400):
        game.state = start.copy()
        advised(port_attack.commit(game))
        port_attack.bring_in(game)
        advised(engagement(port_attack.NAME)(game))
        port_attack.bring_back(game)
        left = [
            {s: n for s, n in game.state.at(HAWAII).items() if s.owner == p and s.type == "fighter"} for p in (JAP, USA)
        ]
        ships = {s: n for s, n in game.state.at(zone(9)).items() if s.owner == USA}
        seen[tuple(sorted(by_type(left[0]).items())), tuple(sorted(by_type({**left[1], **ships}).items()))] += 1
    game.state = start.copy()
    own = {piece(game, s, HAWAII): n for s, n in game.state.at(HAWAII).items() if s.owner == JAP}
    enemy = {
        piece(game, s, HAWAII): n for s, n in game.state.at(HAWAII).items() if (s.owner, s.type) == (USA, "fighter")
    }
    enemy |= {piece(game, s, zone(9)): n for s, n in game.state.at(zone(9)).items()}
    enemy |= {
        piece(game, s, HAWAII, aside=True): n for s, n in game.state.at(HAWAII).items() if s.type == "antiaircraft_gun"
    }
    odds = solve_battle(game.rules, "air_battle", own, enemy, space=HAWAII, round=2)
    expected: dict[Any, float] = {}
    for outcome in odds.outcomes:
        key = []
        for side in (outcome.attacker, outcome.defender):
            count: Counter[str] = Counter()
            for unit, n in side.items():
                count[unit.type] += n * (not unit.aside)
            key.append(tuple(sorted((k, n) for k, n in count.items() if n)))
        expected[tuple(key)] = expected.get(tuple(key), 0.0) + outcome.p
    assert sum(expected.values()) == pytest.approx(1)
    assert p_value(expected, seen, 400) > 1e-5


@pytest.mark.parametrize("where", ["port attack", "Attack on the port"])
def test_the_calculator_solves_an_attack_on_a_port(where: str) -> None:
    """The same battle by units alone as in a game, with guns that fire first; land units take no part."""
    rules = build("pacific", RULES[:2])
    defenders = "1 battleship, 1 submarine, 1 fighter"
    odds = sandtable.odds(rules, "3 fighter, 1 bomber", f"{defenders}, 1 antiaircraft_gun", where)
    game = scenery(JAP, "combat_move", {HAWAII: {JAP: "3 fighter, 1 bomber", USA: defenders}}, US)
    there = [(s, n) for s, n in game.state.at(HAWAII).items() if s.type != "industrial_complex"]
    own, enemy = ({piece(game, s, HAWAII): n for s, n in there if s.owner == p} for p in (JAP, USA))
    bare = solve_battle(game.rules, "air_battle", own, enemy)
    assert sandtable.odds(rules, "3 fighter, 1 bomber", defenders, where).attacker_wins == pytest.approx(
        bare.attacker_wins
    )
    assert odds.attacker_wins < bare.attacker_wins - 0.05
    assert odds.captured == 0
    for units in (("3 infantry", "1 battleship"), ("1 fighter, 1 destroyer", "1 battleship"), ("1 fighter", "1 tank")):
        with pytest.raises(Illegal, match="cannot take part in a port attack"):
            sandtable.odds(rules, *units, where)
    with pytest.raises(Unknown, match="no place of battle"):
        sandtable.odds(build("pacific", []), "1 fighter", "1 battleship", where)


def test_the_page_knows_who_can_take_part_in_an_attack_on_a_port() -> None:
    battle, raid = board_info(build("pacific", RULES[:2])).battles
    assert raid.id == "raid"
    assert (battle.id, battle.name) == ("port attack", "Attack on the port")
    assert battle.attacker == ["fighter", "bomber"]
    assert {"antiaircraft_gun", "submarine", "fighter"} < set(battle.defender) and "infantry" not in battle.defender
