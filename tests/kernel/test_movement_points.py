"""Numbers by owner and place, and the points of movement: each with an example rule in play."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.core.forces import Condition, Stack
from sandtable.engine.board import deck_room
from sandtable.engine.fighting import battle_sites
from sandtable.engine.game import Game
from sandtable.engine.invariants import Watch
from sandtable.rules import explain, registry
from tests.conformance.classic.scenes import end_moves, in_phase, way
from tests.helpers import at, happened, position, tell

from .examples_moves import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
RED, UK, US = "Soviet Union", "United Kingdom", "United States"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def play(rule: str, power: str, phase: str, units: dict[str, dict[str, str]], **more: Any) -> Game:
    return position(power, phase, units, rules=[f"ex_moves.{rule}"], **more)


def source(game: Game) -> Any:
    assert game.decision
    return game.decision.form.source  # type: ignore[attr-defined]


def ends(game: Game, start: str, type: str) -> set[str]:
    """Where units of a type may go from a space, as listed."""
    stacks = {s for s in game.state.at(start) if s.type == type and s.owner == game.state.power}
    return {o.path[-1] for s in stacks for o in source(game).options(start, s)}


def refused(game: Game, answer: str, match: str) -> None:
    with pytest.raises(Illegal, match=match):
        game.answer(answer)


# Numbers


@pytest.mark.parametrize(("techs", "fits"), [([], 2), (["heavy_ships"], 3)])
def test_a_carrier_holds_as_many_as_its_owner_s_numbers_say(techs: list[str], fits: int) -> None:
    units = {"North Sea Zone": {UK: "1 carrier"}, "United Kingdom": {UK: "3 fighters, 1 infantry"}}
    game = play("heavy_ships", UK, "noncombat_move", units, techs={UK: techs})
    assert deck_room(game, "North Sea Zone", UK) == fits
    tell(game, f"{fits} fighters: United Kingdom > North Sea Zone")
    if fits < 3:
        refused(game, "1 fighter: United Kingdom > North Sea Zone", "has room")
    assert not list(Watch(game).faults())


def test_a_fleet_is_fought_with_the_deck_of_its_owner() -> None:
    """Three fighters on one carrier keep their deck when another carrier is sunk."""
    units = {"North Sea Zone": {UK: "1 carrier, 3 fighters"}, "United Kingdom": {UK: "1 infantry"}}
    game = play("heavy_ships", UK, "noncombat_move", units, techs={UK: ["heavy_ships"]})
    tell(game, "done")
    assert at(game, "North Sea Zone") == {"aircraft_carrier": 1, "fighter": 3}
    bare = play("heavy_ships", UK, "noncombat_move", units)
    with pytest.raises(Illegal):
        bare.answer("done")


def test_ships_that_carry_for_one_power_only() -> None:
    units = {
        "Japan": {"Japan": "2 infantry"}, "Japan Sea Zone": {"Japan": "1 battleship"},
        "United Kingdom": {UK: "1 infantry"}, "North Sea Zone": {UK: "1 battleship"},
    }  # fmt: skip
    game = play("tokyo_express", "Japan", "noncombat_move", units)
    refused(game, "2 infantry: Japan > Japan Sea Zone", "capacity")
    tell(game, "1 infantry: Japan > Japan Sea Zone")
    (ship,) = game.state.at("Japan Sea Zone")
    assert ship.cond.cargo == (("Japan", "infantry"),)
    assert "North Sea Zone" not in ends(
        play("tokyo_express", UK, "noncombat_move", units), "United Kingdom", "infantry"
    )


def test_complexes_move_for_one_power_and_not_in_combat() -> None:
    units = {"Caucasus": {RED: "1 infantry"}}
    game = play("mobile_industry", RED, "noncombat_move", units)
    assert ends(game, "Karelia S.S.R.", "industrial_complex")
    assert "Russia" not in ends(game, "Karelia S.S.R.", "industrial_complex")  # it has one
    tell(game, "1 complex: Karelia S.S.R. > Caucasus")
    assert [s.type for s in game.state.at("Caucasus")].count("industrial_complex") == 1
    assert not ends(play("mobile_industry", RED, "combat_move", units), "Karelia S.S.R.", "industrial_complex")
    assert not ends(play("mobile_industry", "Germany", "noncombat_move", {}), "Germany", "industrial_complex")


def test_units_of_nobody_have_numbers_friends_and_foes() -> None:
    game = play("veterans", RED, "combat_move", {"Russia": {RED: "1 infantry"}})
    assert game.stats("nobody", "infantry").defense == 2
    assert game.stats("nobody", "infantry", "Switzerland").defense == 3
    assert game.unit(Stack("nobody", "infantry"), "Switzerland").defense == 3
    assert (game.friends("nobody"), game.foes("nobody")) == (frozenset({"nobody"}), frozenset())
    game.state.put("Switzerland", Stack("nobody", "infantry"), 1)
    assert game.rules.q.defenders(game, "Switzerland", RED) == {}
    assert not game.rules.q.attackers(game, "Switzerland", RED)


def test_units_of_nobody_defend_and_fall_without_a_question() -> None:
    units = {"Russia": {RED: "3 infantry"}}
    game = play("partisans", RED, "combat_move", units, dice=[1, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 6],
                owners={"Ukraine S.S.R.": "Germany", "Karelia S.S.R.": "Germany"})  # fmt: skip
    for kind in ("infantry", "tank"):
        game.state.put("Karelia S.S.R.", Stack("nobody", kind), 1)
    tell(game, "3 infantry: Russia > Karelia S.S.R.")
    if in_phase(game, "combat"):
        tell(game, "done")
    asked = set()
    while game.battle is not None and game.decision:
        asked.add((game.decision.power, game.decision.kind))
        advice = game.decision.advice
        tell(game, advice() if callable(advice) else advice)
    assert asked <= {(RED, "retreat"), (RED, "casualties")}
    assert {e["power"] for e in happened(game, "lost")} == {"nobody"}
    assert game.state.owner["Karelia S.S.R."] == RED
    assert not [f for f in Watch(game).faults() if "nobody" in f]


# Allowance, cost, routes


def test_the_railway_takes_infantry_two_territories() -> None:
    units = {"Novosibirsk": {RED: "1 infantry"}, "Yakut S.S.R.": {RED: "1 infantry"}}
    game = play("railway", RED, "noncombat_move", units)
    near = game.rules.land_near["Novosibirsk"]
    two = {s for n in near for s in game.rules.land_near[n]} - set(near) - {"Novosibirsk"}
    here = ends(game, "Novosibirsk", "infantry")
    assert here & two == {"Karelia S.S.R.", "Caucasus"} & two and here & two
    assert ends(game, "Yakut S.S.R.", "infantry") <= set(game.rules.land_near["Yakut S.S.R."])
    end = sorted(here & two)[0]
    tell(game, f"1 infantry: Novosibirsk > Russia > {end}")
    assert {s.cond.moved for s in game.state.at(end) if s.type == "infantry"} == {2}


def test_rail_goes_any_distance_through_friendly_territory() -> None:
    owners = {"Sinkiang": "Japan", "China": "Japan", "India": "Japan"}
    units = {"Manchuria": {"Japan": "2 infantry"}, "Japan": {"Japan": "1 infantry"}}
    game = play("rail_movement", "Japan", "noncombat_move", units, owners=owners)
    assert {"China", "India", "Sinkiang"} <= ends(game, "Manchuria", "infantry")
    tell(game, "1 infantry: Manchuria > India")
    assert at(game, "India") == {"infantry": 1}
    refused(game, "1 infantry: Manchuria > Egypt" if "Egypt" in game.rules.spaces else "1 infantry: Manchuria > Persia",
            "not adjacent")  # fmt: skip
    assert "India" not in ends(position("Japan", "noncombat_move", units, owners=owners), "Manchuria", "infantry")


def test_an_island_is_attacked_from_its_zone_for_nothing() -> None:
    units = {"Hawaiian Islands Sea Zone": {US: "1 carrier, 1 fighter"}, "Wake Island": {"Japan": "1 infantry"}}
    for rule, moved in (("islands_from_the_air", 1), ("straits", 2)):
        game = play(rule, US, "combat_move", units, owners={"Wake Island": "Japan"})
        tell(game, "1 fighter: Hawaiian Islands Sea Zone > Wake Island Sea Zone > Wake Island")
        assert [s.cond.moved for s in game.state.at("Wake Island") if s.owner == US] == [moved]


def test_a_tank_goes_back_after_the_battle() -> None:
    units = {"Eastern Europe": {"Germany": "1 tank, 2 infantry"}, "Ukraine S.S.R.": {RED: "1 infantry"}}
    for rule, back in (("blitz_back", True), ("straits", False)):
        game = play(rule, "Germany", "combat_move", units, dice=[1, 6, 6], owners={"Ukraine S.S.R.": RED})
        tell(game, "1 tank, 1 infantry: Eastern Europe > Ukraine S.S.R.")
        if back:
            with pytest.raises(Illegal, match="must fight"):
                game.answer(way(game, "1 tank: Ukraine S.S.R. > Eastern Europe"))
            assert not ends(game, "Ukraine S.S.R.", "tank")
        end_moves(game)
        assert ("Eastern Europe" in ends(game, "Ukraine S.S.R.", "tank")) == back
        if back:
            tell(game, way(game, "1 tank: Ukraine S.S.R. > Eastern Europe"))
            assert at(game, "Eastern Europe") == {"tank": 1, "infantry": 1}


# Sea zones


def test_submarines_pass_a_closed_canal_and_other_ships_do_not() -> None:
    canal = next(iter(registry.build("classic").canals.values()))
    start, end = canal.connects
    owners = dict.fromkeys(canal.controlled_by, "Japan")
    units = {start: {UK: "1 submarine, 1 battleship"}}
    game = play("straits", UK, "noncombat_move", units, owners=owners)
    assert end in ends(game, start, "submarine") and end not in ends(game, start, "battleship")


def test_a_zone_with_only_submarines_is_not_hostile() -> None:
    units = {"North Sea Zone": {UK: "1 battleship"}, "Baltic Sea Zone": {"Germany": "1 submarine"}}
    game = play("silent_submarines", UK, "noncombat_move", units)
    assert "Baltic Sea Zone" in ends(game, "North Sea Zone", "battleship")
    refused(position(UK, "noncombat_move", units), "1 battleship: North Sea Zone > Baltic Sea Zone", "enemy ships")


# Landing


FAR = {"Wake Island": {"Japan": "1 fighter"}, "Hawaiian Islands Sea Zone": {US: "1 transport"},
       "Japan": {"Japan": "1 infantry"}}  # fmt: skip


def test_fighters_that_need_not_land_fly_one_way() -> None:
    owners = dict.fromkeys(("Midway", "Hawaiian Islands", "Caroline Islands", "Okinawa", "Philippines"), US)
    game = play("kamikaze", "Japan", "combat_move", FAR, owners=owners)
    game.state.turn_into("Wake Island", Stack("Japan", "fighter"), Condition(2), 1)
    assert "Hawaiian Islands Sea Zone" in ends(game, "Wake Island", "fighter")
    plain = position("Japan", "combat_move", FAR, owners=owners)
    plain.state.turn_into("Wake Island", Stack("Japan", "fighter"), Condition(2), 1)
    assert "Hawaiian Islands Sea Zone" not in ends(plain, "Wake Island", "fighter")


def test_fighters_land_where_a_carrier_will_be_placed() -> None:
    units = {"United Kingdom": {UK: "1 fighter, 1 infantry"}}
    game = play("carriers_to_come", UK, "noncombat_move", units)
    assert "North Sea Zone" not in ends(game, "United Kingdom", "fighter")
    game.state.now["bought"] = {"aircraft_carrier": 1}
    assert "North Sea Zone" in ends(game, "United Kingdom", "fighter")
    tell(game, "1 fighter: United Kingdom > North Sea Zone", "done")
    assert at(game, "North Sea Zone") == {"aircraft_carrier": 1, "fighter": 1} and not happened(game, "lost")


def test_confined_units_stay_in_their_spaces() -> None:
    units = {"United Kingdom": {UK: "1 fighter, 1 infantry"}, "North Sea Zone": {UK: "1 transport"}}
    game = play("home_guard", UK, "noncombat_move", units)
    assert ends(game, "United Kingdom", "infantry") == {"North Sea Zone"}
    assert ends(game, "North Sea Zone", "transport") == set()
    refused(game, "1 fighter: United Kingdom > North Sea Zone > Western Europe", "may not leave")


def test_submarines_need_not_fight_but_a_battleship_does() -> None:
    enemies = {"North Sea Zone": {"Germany": "1 transport"}, "United Kingdom": {UK: "1 infantry"}}
    units = {**enemies, "Baltic Sea Zone": {UK: "1 submarine"}}
    game = end_moves(tell(play("wary_fleets", UK, "combat_move", units), SAIL.format("submarine")))
    assert game.decision and game.decision.kind == "fight"
    tell(game, "no")
    assert not happened(game, "battle_started")
    units = {**enemies, "Baltic Sea Zone": {UK: "1 battleship"}}
    game = end_moves(tell(play("wary_fleets", UK, "combat_move", units, dice=[4, 6]), SAIL.format("battleship")))
    assert happened(game, "battle_started")


SAIL = "1 {}: Baltic Sea Zone > North Sea Zone"


def test_raids_are_flown_in_a_phase_of_their_own() -> None:
    units = {
        "United Kingdom": {UK: "2 bombers, 1 infantry"}, "Germany": {"Germany": "1 infantry"},
        "Western Europe": {"Germany": "1 infantry"},
    }  # fmt: skip
    game = play("raids_first", UK, "raid_move", units, dice=[4, 6, 6, 6, 6, 6, 6], ipcs={"Germany": 20})
    raid = next(o for o in source(game).options("United Kingdom", Stack(UK, "bomber")))
    assert {o.mission for o in source(game).options("United Kingdom", Stack(UK, "bomber"))} == {"raid"}
    refused(game, "1 infantry: United Kingdom > North Sea Zone", "only raids")
    tell(game, raid.move(1), "done")
    assert happened(game, "raided")[0]["ipcs"] == 4
    assert in_phase(game, "combat")
    assert {o.mission for o in source(game).options("United Kingdom", Stack(UK, "bomber"))} == {""}


# Carriage


def test_a_tank_takes_one_infantry_along() -> None:
    units = {
        "Germany": {"Germany": "2 infantry, 1 tank"}, "Ukraine S.S.R.": {RED: "1 infantry"},
        "Eastern Europe": {"Germany": "1 infantry"},
    }  # fmt: skip
    path = "Germany > Eastern Europe > Ukraine S.S.R."
    game = play("mechanized_infantry", "Germany", "combat_move", units, techs={"Germany": ["mechanized"]},
                dice=[6, 6, 6, 6, 6, 6, 1, 1, 1], owners={"Ukraine S.S.R.": RED})  # fmt: skip
    refused(game, f"2 infantry, 1 tank: {path}", "cannot carry that many")
    tell(game, f"1 infantry, 1 tank: {path}")
    assert at(game, "Ukraine S.S.R.", "Germany") == {"infantry": 1, "tank": 1}
    tell(game, "done")
    while game.battle is not None and game.decision:
        advice = game.decision.advice
        tell(game, advice() if callable(advice) else advice)
    first = [e for e in happened(game, "volley_fired") if e["side"] == "attacker"]
    assert [(e["hits_on"], len(e["dice"])) for e in first[:2]] in ([("2", 1), ("3", 1)], [("3", 1), ("2", 1)])
    bare = play("mechanized_infantry", "Germany", "combat_move", units, owners={"Ukraine S.S.R.": RED})
    refused(bare, f"1 infantry, 1 tank: {path}", "movement")


def test_a_pair_blitzes() -> None:
    units = {"Eastern Europe": {"Germany": "1 infantry, 1 tank"}, "Caucasus": {RED: "1 infantry"}}
    game = play("mechanized_infantry", "Germany", "combat_move", units, techs={"Germany": ["mechanized"]},
                owners={"Ukraine S.S.R.": RED})  # fmt: skip
    tell(game, "1 infantry, 1 tank: Eastern Europe > Ukraine S.S.R. > Caucasus")
    assert game.state.owner["Ukraine S.S.R."] == "Germany"
    assert at(game, "Caucasus", "Germany") == {"infantry": 1, "tank": 1}


@pytest.mark.parametrize(("gun", "dropped"), [(4, 1), (1, 0)])
def test_a_bomber_drops_infantry_after_the_guns_have_fired(gun: int, dropped: int) -> None:
    units = {
        "United Kingdom": {UK: "1 bomber, 2 infantry"}, "Western Europe": {"Germany": "1 antiaircraft gun, 1 infantry"},
    }  # fmt: skip
    game = play("paratroopers", UK, "combat_move", units, techs={UK: ["paratroopers"]}, dice=[gun, 2, 6])
    flight = next(
        o for o in source(game).options("United Kingdom", Stack(UK, "bomber"))
        if o.path[-1] == "Western Europe" and not o.mission
    )  # fmt: skip
    route = " > ".join(flight.path)
    refused(game, f"1 bomber, 2 infantry: {route}", "cannot carry that many")
    tell(game, f"1 bomber, 1 infantry: {route}")
    assert at(game, "Western Europe", UK) == ({"bomber": 1, "infantry": 1} if dropped else {})
    assert len(happened(game, "aa_fired")) == 1
    if dropped:
        assert list(game.rules.q.attackers(game, "Western Europe", UK)) == [
            s for s in game.state.at("Western Europe") if s.type == "infantry" and s.owner == UK
        ]
        tell(game, "done")
        assert happened(game, "volley_fired")[0]["hits_on"] == "2"
        assert game.state.owner["Western Europe"] == UK


def test_a_bomber_flies_infantry_to_friendly_territory() -> None:
    units = {"United Kingdom": {UK: "1 bomber, 1 infantry"}, "Eastern Canada": {UK: "1 infantry"}}
    game = play("paratroopers", UK, "noncombat_move", units, techs={UK: ["paratroopers"]})
    tell(game, "1 bomber, 1 infantry: United Kingdom > North Sea Zone > Eastern Canada Sea Zone > Eastern Canada")
    assert at(game, "Eastern Canada") == {"bomber": 1, "infantry": 2}
    refused(play("paratroopers", UK, "noncombat_move", units), "1 bomber, 1 infantry: United Kingdom > North Sea Zone "
            "> Eastern Canada Sea Zone > Eastern Canada", "enough movement")  # fmt: skip


# Stances


def test_a_stance_lasts_until_the_ship_moves() -> None:
    units = {"Hawaiian Islands Sea Zone": {US: "2 battleships"}, "Eastern United States": {US: "1 infantry"}}
    game = play("ports_shelter", UK, "collect", units)
    ships = Stack(US, "battleship")
    game.state.turn_into("Hawaiian Islands Sea Zone", ships, Condition(marks=("in_port", "other")), 2)
    while game.state.power != US or not (game.decision and game.decision.kind == "move"):
        tell(game, "done" if game.decision and game.decision.kind == "move" else game.decision.advice)  # type: ignore[union-attr]
    (there,) = game.state.at("Hawaiian Islands Sea Zone")
    assert there.cond.marks == ("in_port",)
    assert not game.rules.q.defenders(game, "Hawaiian Islands Sea Zone", "Japan")
    assert not battle_sites(game, "Japan")
    while not in_phase(game, "noncombat"):
        tell(game, "done" if game.decision and game.decision.kind == "move" else game.decision.advice)  # type: ignore[union-attr]
    tell(game, way(game, "1 battleship: Hawaiian Islands Sea Zone > Midway Sea Zone"
                   if "Midway Sea Zone" in game.rules.sea_near["Hawaiian Islands Sea Zone"]
                   else "1 battleship: Hawaiian Islands Sea Zone > Western United States Sea Zone"))  # fmt: skip
    assert sum(n for force in game.state.forces.values() for s, n in force.items() if "in_port" in s.cond.marks) == 1


def test_a_stance_says_when_it_ends() -> None:
    draft, _, _ = registry.draft("classic")
    with draft.by("t.a"):
        draft.add(("stances", "asleep"), {"until": "tomorrow"})
    from sandtable.rules.ruleset import Ruleset

    with pytest.raises(RuleError, match="asleep"):
        Ruleset("classic", "spring_1942", (), draft)


# Together


def test_every_example_is_told_and_any_two_go_together() -> None:
    for rule in EXAMPLES:
        rules = registry.build("classic", [rule.id])
        assert any(edit.rule == rule.id for edit in rules.record)
        assert explain.explain(rules.record, rules.tables, rule.id), rule.id


PAIRS = [(EXAMPLES[i], EXAMPLES[(i * 7 + k) % len(EXAMPLES)]) for k in (1, 4) for i in range(0, len(EXAMPLES), 2)]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda r: r.id)
def test_random_games_with_two_examples(one: Any, other: Any) -> None:
    from random import Random

    if one is other:
        return
    rng = Random(one.id + other.id)
    game = Game.new("classic", [one.id, other.id], seed=one.id, recording=False)
    for power in ("Germany", "Japan", UK):
        game.state.techs[power] = ["heavy_ships", "mechanized", "paratroopers"]
    for power in list(game.state.techs):
        game.state.techs[power] = [t for t in game.state.techs[power] if t in game.rules.technologies]
    game.changed()
    watch = Watch(game)
    while game.decision and game.state.round <= 1:
        game.answer(game.decision.form.sample(rng))
        if rng.random() < 0.05:
            assert not list(watch.faults())
