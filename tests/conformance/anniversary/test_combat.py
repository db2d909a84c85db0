"""Combat on land and at sea, antiaircraft fire, and several powers: R26 to R33, R76 to R102, R117, R118."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.cli import forms
from sandtable.core.forces import by_type
from tests.conformance.anniversary.board import (
    CHINA,
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    damaged,
    ends,
    fired,
    form,
    go,
    has,
    keys,
    owner,
    refused,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

clause = pytest.mark.clause
FIELD = "East Poland"


def land(own: str, enemy: str, dice: list[int], *, gun: bool = False, moves: str = "", **more: Any) -> Any:
    """Germans attack East Poland from Poland."""
    guard = enemy + (", 1 antiaircraft gun" if gun else "")
    units = {"Poland": {GER: own}, FIELD: {RED: guard}, "Germany": {GER: "1 infantry"}}
    return go(scene(GER, "combat_move", units, dice=dice, **more), moves or f"{own}: Poland > East Poland")


def sea(own: str, enemy: str, dice: list[int], **more: Any) -> Any:
    """The Germans in Sea Zone 7 attack the British in Sea Zone 8."""
    units = {zone(7): {GER: own}, zone(8): {UK: enemy}, "Germany": {GER: "1 infantry"}, "France": {GER: "1 infantry"}}
    return go(scene(GER, "combat_move", units, dice=dice, **more), f"{own}: Sea Zone 7 > Sea Zone 8")


# Units and common rules


@clause("anniversary.R26", "anniversary.R76", "anniversary.E1")
def test_artillery_supports_infantry_one_to_one() -> None:
    game = land("5 infantry, 2 artillery", "4 infantry", [1, 2, 6, 2, 3, 2, 5, 6, 6, 6, 6])
    assert fired(game)[0] == ("attackers", "1 and 2", [1, 2, 6, 2, 3, 2, 5], 3)
    assert has(game, FIELD, RED, "infantry") == 1
    assert len(fired(game)[1][2]) == 4  # casualties fire back


@clause("anniversary.R26")
def test_artillery_does_not_support_defenders() -> None:
    game = land("1 tank", "1 infantry, 1 artillery", [6, 3, 3])
    assert fired(game)[1][1:] == ("2", [3, 3], 0)


@clause("anniversary.R27", "anniversary.R82")
@pytest.mark.parametrize(
    ("own", "taken"), [("1 infantry", True), ("1 artillery", True), ("1 tank", True), ("1 fighter", False)]
)
def test_what_captures(own: str, taken: bool) -> None:
    game = land(own, "1 infantry", [1, 6])
    assert (owner(game, FIELD) == GER) is taken


@clause("anniversary.R82")
def test_if_both_sides_are_wiped_out_the_defender_keeps_the_territory() -> None:
    game = land("1 infantry", "1 infantry", [1, 1])
    assert owner(game, FIELD) == RED
    assert at(game, FIELD) == {}


@clause("anniversary.R28", "anniversary.R28.1", "anniversary.R85", "anniversary.R129")
def test_guns_are_no_casualties_and_are_captured() -> None:
    units = {
        "Poland": {GER: "1 tank, 1 fighter"},
        FIELD: {RED: "1 infantry, 2 antiaircraft gun"},
        "Germany": {GER: "1 tank"},
    }
    game = go(scene(GER, "combat_move", units, dice=[6, 3, 6, 6]), "1 tank, 1 fighter: Poland > East Poland")
    assert len(fired(game)[0][2]) == 1  # one die for one aircraft, whatever the number of guns
    until_phase(game, "noncombat_move")
    assert has(game, FIELD, GER, "antiaircraft_gun") == 2
    refused(game, "1 antiaircraft gun: East Poland > Poland", "R85")


@clause("anniversary.R28")
def test_a_gun_sinks_with_its_transport() -> None:
    units = {zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 transport"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units, dice=[], cargo={zone(8): [(UK, "antiaircraft_gun")]})
    go(game, "1 cruiser: Sea Zone 7 > Sea Zone 8").answer("yes")
    assert at(game, zone(8)) == {"cruiser": 1}


@clause("anniversary.R29")
def test_a_complex_never_moves_or_fights_and_stands_alone() -> None:
    game = scene(RED, "noncombat_move", {"Russia": {RED: "1 infantry"}})
    assert "industrial_complex" not in {s.type for _, s, _ in form(game).source.movable()}
    build = scene(RED, "purchase", {"Archangel": {RED: "1 infantry"}}, ipcs={RED: 30})
    build.answer("2 industrial complex")
    until(build, "place")
    assert ("industrial_complex", "Russia") not in form(build).most
    refused(build, {("industrial_complex", "Russia"): 1}, "R123")


@clause("anniversary.R30", "anniversary.R171", "anniversary.E7")
def test_a_battleship_takes_two_hits_and_is_whole_after_the_battle() -> None:
    game = sea("1 battleship", "1 destroyer", [5, 2, 3, 6])
    until(game, "move")
    assert at(game, zone(8)) == {"battleship": 1}
    assert all(not s.cond.damage for s in game.state.at(zone(8)))
    lost = sea("1 battleship", "2 cruiser", [5, 3, 3])
    assert at(lost, zone(8)) == {"cruiser": 2}


@clause("anniversary.R30", "anniversary.R77")
def test_the_choice_of_casualties_tells_ships_from_the_hits_that_they_take() -> None:
    game = sea("1 cruiser", "2 battleship, 1 destroyer", [3, 1, 6, 6])
    words = game.rules.words
    assert forms.question(game.decision, words) == ["  1 of: 2 battleships (4 hits), 1 destroyer"]
    rows = form(game).describe(words)["units"]
    assert [(row["type"], row["count"], row["units"]) for row in rows] == [("battleship", 4, 2), ("destroyer", 1, 1)]
    game.answer("1 battleship")
    until(game, "move")
    assert at(game, zone(8)) == {"battleship": 2, "destroyer": 1}


@clause("anniversary.R33")
def test_submarines_are_no_surface_warships() -> None:
    units = scene(GER, "combat_move").rules.units
    assert {u for u in units if "warship" in units[u].tags} == {
        "battleship",
        "aircraft_carrier",
        "cruiser",
        "destroyer",
    }


@clause("anniversary.R34")
def test_the_number_of_pieces_is_no_limit() -> None:
    game = scene(USA, "purchase", ipcs={USA: 900})
    game.answer("300 infantry")
    assert game.decision and game.decision.context["bought"] == {"infantry": 300}


@clause("anniversary.R77")
def test_the_owner_chooses_casualties() -> None:
    game = land("2 infantry", "1 infantry, 1 tank", [1, 6, 6, 6])
    assert game.decision and (game.decision.kind, game.decision.power) == ("casualties", RED)
    game.answer("1 tank")
    assert has(game, FIELD, RED, "infantry") == 1


@clause("anniversary.R78")
def test_cargo_is_lost_with_its_transport() -> None:
    units = {zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 transport"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units, dice=[], cargo={zone(8): [(UK, "infantry"), (UK, "tank")]})
    go(game, "1 cruiser: Sea Zone 7 > Sea Zone 8").answer("yes")
    (lost,) = happened(game, "lost")
    assert by_type(lost["force"]) == {"transport": 1}
    assert at(game, zone(8)) == {"cruiser": 1}


@clause("anniversary.R79")
def test_allies_of_the_attacker_take_no_part() -> None:
    units = {
        zone(7): {GER: "1 cruiser"}, zone(8): {ITA: "1 destroyer", UK: "1 submarine"}, "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = go(scene(GER, "combat_move", units, dice=[]), "1 cruiser: Sea Zone 7 > Sea Zone 8")
    game.answer("yes")
    assert game.decision and (game.decision.kind, game.decision.power) == ("submerge", UK)  # the destroyer is Italian
    game.answer("1 submarine")
    assert at(game, zone(8)) == {"cruiser": 1, "destroyer": 1, "submarine": 1}


# Land combat


@clause(
    "anniversary.R80",
    "anniversary.R80.1",
    "anniversary.R80.2",
    "anniversary.R80.3",
    "anniversary.R80.4",
    "anniversary.R80.5",
    "anniversary.R80.6",
)
def test_the_steps_of_a_land_battle() -> None:
    game = land("2 infantry, 1 bomber", "2 infantry", [6, 1, 6, 6, 2, 6], gun=True)
    until(game, "retreat")
    assert [text for text, *_ in fired(game)] == [
        "antiaircraft fire at bombers", "attackers", "defenders",
    ]  # fmt: skip
    assert fired(game)[-1][2] == [2, 6]  # the casualty fired back
    assert at(game, FIELD, RED) == {"antiaircraft_gun": 1, "infantry": 1}


@clause("anniversary.R81")
def test_land_units_retreat_together_to_where_one_came_from() -> None:
    units = {
        "Poland": {GER: "1 infantry, 1 fighter"}, "Bulgaria Romania": {GER: "1 infantry"}, FIELD: {RED: "3 infantry"},
        "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 6, 6, 6, 6, 6])
    go(game, "1 infantry, 1 fighter: Poland > East Poland", "1 infantry: Bulgaria Romania > East Poland")
    until(game, "retreat")
    assert keys(game) == {"press on", "Poland", "Bulgaria Romania"}
    game.answer("Poland")
    assert has(game, "Poland", GER, "infantry") == 2


@clause("anniversary.R81.1")
def test_aircraft_that_retreat_stay_until_the_noncombat_move() -> None:
    game = land("1 infantry, 1 fighter", "2 infantry", [6, 6, 6, 6])
    until(game, "retreat").answer("Poland")
    assert has(game, FIELD, GER, "fighter") == 1
    until_phase(game, "place")
    assert has(game, FIELD, GER, "fighter") == 0
    assert sum(has(game, s, GER, "fighter") for s in game.rules.lands) == 1


@clause("anniversary.R83")
def test_the_defender_never_retreats() -> None:
    game = land("3 tank", "2 infantry", [6, 6, 6, 6, 6])
    until(game, "retreat")
    assert game.decision and game.decision.power == GER


@clause("anniversary.R84", "anniversary.R84.1")
def test_guns_fire_one_die_at_each_aircraft_each_kind_apart() -> None:
    game = land("1 infantry, 2 fighter, 1 bomber", "1 infantry", [1, 6, 6, 6, 6, 6, 6], gun=True)
    until(game, "retreat")
    assert fired(game)[:2] == [
        ("antiaircraft fire at fighters", "1", [1, 6], 1), ("antiaircraft fire at bombers", "1", [6], 0),
    ]  # fmt: skip
    assert has(game, FIELD, GER, "fighter") == 1
    assert has(game, FIELD, GER, "bomber") == 1


@clause("anniversary.R84.2")
def test_guns_fire_at_a_raid_and_at_a_battle_in_the_same_territory() -> None:
    units = {
        "Finland": {GER: "1 infantry, 1 bomber"}, "Norway": {GER: "1 bomber"}, "Germany": {GER: "1 infantry"},
        "Karelia S.S.R.": {RED: "1 infantry, 1 antiaircraft gun"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 4, 6, 1, 6, 6])
    game.answer("1 bomber: Norway > Finland > Karelia S.S.R. [raid]")
    go(game, "1 infantry, 1 bomber: Finland > Karelia S.S.R.")
    guns = [(text, dice) for text, _, dice, _ in fired(game) if text.startswith("antiaircraft")]
    assert guns == [("antiaircraft fire", [6]), ("antiaircraft fire at bombers", [6])]
    assert damaged(game, "Karelia S.S.R.") == 4


@clause("anniversary.R86")
def test_a_gun_in_an_allys_territory_keeps_its_owner() -> None:
    game = scene(GER, "noncombat_move", {"Germany": {GER: "1 antiaircraft gun"}})
    game.answer("1 antiaircraft gun: Germany > Balkans")
    assert has(game, "Balkans", GER, "antiaircraft_gun") == 1


# Sea combat


@clause(
    "anniversary.R87",
    "anniversary.R87.1",
    "anniversary.R87.6",
    "anniversary.R87.7",
    "anniversary.R87.8",
    "anniversary.R87.10",
)
def test_the_steps_of_a_sea_battle() -> None:
    game = sea("1 cruiser, 1 transport", "1 destroyer, 1 transport", [3, 2])
    until(game, "move")
    assert [text for text, *_ in fired(game)] == ["attackers", "defenders"]
    assert len(fired(game)[1][2]) == 1  # the casualty fired, transports never do
    ask = sea("2 cruiser", "2 cruiser", [6, 6, 6, 6])
    assert ask.decision and ask.decision.kind == "retreat"


@clause("anniversary.R87.2")
def test_a_submarine_that_faces_aircraft_only_may_submerge_first() -> None:
    units = {zone(8): {UK: "1 submarine, 1 cruiser"}, "France": {GER: "2 fighter, 1 infantry"}}
    game = go(scene(GER, "combat_move", units, dice=[3, 3, 6]), "2 fighter: France > Sea Zone 7 > Sea Zone 8")
    assert game.decision and (game.decision.kind, game.decision.power) == ("submerge", UK)
    game.answer("1 submarine")
    until(game, "move")
    assert at(game, zone(8), UK) == {"submarine": 1}


@clause("anniversary.R87.3", "anniversary.R87.5", "anniversary.E2")
def test_a_surprise_strike_removes_ships_before_they_fire() -> None:
    game = sea("2 submarine", "1 cruiser, 1 transport", [2, 5])
    until(game, "move", {"fight": True})
    assert [text for text, *_ in fired(game)] == ["surprise strike"]
    assert at(game, zone(8)) == {"submarine": 2}


@clause("anniversary.R87.4", "anniversary.R88", "anniversary.R168")
def test_defending_submarines_strike_in_every_round() -> None:
    game = sea("2 cruiser", "1 submarine", [6, 6, 6, 1, 6])
    game.answer("yes")
    until(game, "retreat")
    game.answer("press on")
    until(game, "move", {"retreat": "Sea Zone 7", "casualties": "1 cruiser"})
    strikes = [dice for text, _, dice, _ in fired(game) if text == "surprise strike"]
    assert strikes == [[6], [1]]
    assert len(fired(game)[-1][2]) == 1  # the cruiser that was struck does not fire


@clause("anniversary.R87.5", "anniversary.R179", "anniversary.E4")
def test_both_submarines_strike_before_any_is_removed() -> None:
    game = sea("1 submarine", "1 submarine", [2, 1])
    until(game, "move", {"fight": True})
    assert at(game, zone(8)) == {}


@clause("anniversary.R87.9", "anniversary.R89", "anniversary.E3")
def test_a_destroyer_cancels_the_surprise_strike() -> None:
    game = sea("2 submarine", "1 destroyer, 1 transport", [2, 5, 2])
    until(game, "move", {"fight": True})
    assert [text for text, *_ in fired(game)] == ["submarines", "defenders"]
    assert at(game, zone(8)) == {"submarine": 1}


@clause("anniversary.R88", "anniversary.R89")
def test_no_submerging_against_a_destroyer() -> None:
    game = sea("1 destroyer", "1 submarine", [6, 6])
    game.answer("yes")
    assert game.decision and game.decision.kind == "retreat"


@clause("anniversary.R89.1", "anniversary.R147.1")
def test_a_destroyer_does_not_cancel_super_submarines() -> None:
    game = sea("1 submarine", "1 destroyer", [3, 6], techs={GER: ["super_submarines"]})
    until(game, "move", {"fight": True})
    assert fired(game)[0][1:] == ("3", [3], 1)


@clause("anniversary.R89.2")
def test_without_its_last_destroyer_a_side_has_no_protection() -> None:
    game = sea("1 submarine, 1 cruiser", "1 destroyer, 1 cruiser", [2, 6, 6, 6, 2, 3])
    until(game, "retreat", {"casualties": "1 destroyer"})
    game.answer("press on")
    until(game, "move")
    rolls = [(text, dice) for text, _, dice, _ in fired(game)]
    assert rolls[0] == ("submarines", [2])
    assert rolls[-1] == ("surprise strike", [2])
    assert at(game, zone(8), UK) == {}


@clause("anniversary.R90", "anniversary.R91", "anniversary.R170")
def test_aircraft_hit_submarines_only_beside_a_destroyer() -> None:
    units = {zone(8): {UK: "1 submarine"}, "France": {GER: "1 fighter, 1 infantry"}, zone(7): {GER: "1 destroyer"}}
    alone = go(scene(GER, "combat_move", units, dice=[]), "1 fighter: France > Sea Zone 7 > Sea Zone 8")
    until(alone, "move")
    assert fired(alone) == [] and at(alone, zone(8), UK) == {"submarine": 1}
    beside = scene(GER, "combat_move", units, dice=[3, 6, 6])
    go(beside, "1 fighter: France > Sea Zone 7 > Sea Zone 8", "1 destroyer: Sea Zone 7 > Sea Zone 8")
    until(beside, "move")
    assert at(beside, zone(8), UK) == {}


@clause("anniversary.R92")
def test_a_submerged_submarine_is_out_of_the_battle_and_stays() -> None:
    game = sea("1 cruiser, 1 submarine", "1 cruiser", [6, 3, 3])
    assert game.decision and (game.decision.kind, game.decision.power) == ("submerge", GER)
    game.answer("1 submarine")
    until(game, "move")
    assert at(game, zone(8), GER) == {"submarine": 1}
    assert all("fought" in s.cond.marks for s in game.state.at(zone(8)) if s.owner == GER)


@clause("anniversary.R93")
def test_a_transport_is_chosen_last() -> None:
    game = sea("2 cruiser", "1 cruiser, 1 transport", [3, 6, 6])
    until(game, "move")
    assert happened(game, "lost")[0]["force"].keys() == {
        s for s in happened(game, "lost")[0]["force"] if s.type == "cruiser"
    }
    assert at(game, zone(8), UK) == {}


@clause("anniversary.R94", "anniversary.R94.1", "anniversary.R180", "anniversary.E5")
def test_transports_beside_submarines_that_aircraft_cannot_hit_are_destroyed() -> None:
    units = {zone(8): {UK: "1 submarine, 1 transport"}, "France": {GER: "2 fighter, 1 infantry"}}
    game = go(scene(GER, "combat_move", units, dice=[]), "2 fighter: France > Sea Zone 7 > Sea Zone 8")
    until(game, "move")
    assert at(game, zone(8), UK) == {"submarine": 1}
    assert fired(game) == []


@clause("anniversary.R94.3", "anniversary.R95")
def test_attacking_transports_are_never_defenseless() -> None:
    units = {zone(8): {GER: "1 transport", UK: "1 transport"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units, dice=[])
    go(game).answer("yes")
    assert at(game, zone(8)) == {"transport": 2}
    struck = sea("1 cruiser, 1 transport", "1 cruiser", [6, 3])
    assert struck.decision and struck.decision.kind == "retreat"
    assert at(struck, zone(8), GER) == {"transport": 1}


@clause("anniversary.R96")
def test_ships_retreat_together_to_a_zone_that_was_friendly_at_the_start_of_the_turn() -> None:
    units = {
        zone(7): {GER: "1 cruiser"}, zone(12): {GER: "1 cruiser", UK: "1 destroyer"}, zone(8): {UK: "2 cruiser"},
        "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[6, 6, 6, 6])
    go(game, "1 cruiser: Sea Zone 7 > Sea Zone 8", "1 cruiser: Sea Zone 12 > Sea Zone 8")
    assert game.decision and game.decision.kind == "retreat"
    assert keys(game) == {"press on", "Sea Zone 7"}
    game.answer("Sea Zone 7")
    assert at(game, zone(7), GER) == {"cruiser": 2}


@clause("anniversary.R97")
def test_a_battle_ends_when_neither_side_can_hit() -> None:
    units = {zone(8): {GER: "1 transport", UK: "1 submarine"}, "Germany": {GER: "1 infantry"}}
    game = scene(GER, "combat_move", units, dice=[])
    go(game).answer("no")
    assert at(game, zone(8)) == {"transport": 1, "submarine": 1}


@clause("anniversary.R99", "anniversary.R177")
def test_fighters_of_carriers_defend_in_the_air_but_submarines_cannot_hit_them() -> None:
    game = sea("1 submarine", "1 carrier, 1 fighter", [2, 4])
    until(game, "move", {"fight": True})
    assert has(game, zone(8), UK, "aircraft_carrier") == 0
    assert all(s.type != "fighter" for e in happened(game, "lost")[:1] for s in e["force"])
    guest = {zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 carrier", USA: "1 fighter"}, "Germany": {GER: "1 infantry"}}
    allied = go(scene(GER, "combat_move", guest, dice=[6, 4, 6]), "1 cruiser: Sea Zone 7 > Sea Zone 8")
    until(allied, "move")
    assert ("aircraft", "4", [4], 1) in fired(allied)


@clause("anniversary.R100")
def test_defending_fighters_of_a_sunk_carrier_land_after_all_combat() -> None:
    units = {
        zone(7): {GER: "1 cruiser, 1 submarine"}, zone(8): {UK: "1 carrier, 1 fighter"}, "Germany": {GER: "1 infantry"},
        "United Kingdom": {UK: "1 infantry"}, zone(2): {UK: "1 carrier"},
    }  # fmt: skip
    game = scene(GER, "combat_move", units, dice=[2, 6, 6])
    go(game, "1 cruiser, 1 submarine: Sea Zone 7 > Sea Zone 8")
    until(game, "retreat").answer("Sea Zone 7")
    assert game.decision and (game.decision.kind, game.decision.power) == ("come_down", UK)
    assert keys(game) >= {"United Kingdom", zone(2)}
    game.answer("United Kingdom")
    assert has(game, "United Kingdom", UK, "fighter") == 1
    nowhere = {
        zone(60): {JAP: "1 cruiser, 1 submarine"},
        zone(51): {USA: "1 carrier, 1 fighter"},
        "Japan": {JAP: "1 infantry"},
    }
    lost = scene(JAP, "combat_move", nowhere, dice=[2, 6, 6])
    go(lost, "1 cruiser, 1 submarine: Sea Zone 60 > Sea Zone 51")
    until(lost, "retreat").answer("Sea Zone 60")
    assert sum(has(lost, s, USA, "fighter") for s in lost.rules.spaces) == 0


@clause("anniversary.R101", "anniversary.R178")
def test_attacking_fighters_of_a_sunk_carrier_land_elsewhere_in_range() -> None:
    units = {zone(7): {UK: "1 carrier, 1 fighter"}, zone(6): {GER: "1 cruiser"}, "India": {UK: "1 infantry"}}
    game = go(scene(UK, "combat_move", units, dice=[3, 6, 3]), "1 carrier, 1 fighter: Sea Zone 7 > Sea Zone 6")
    until(game, "move", {"casualties": "1 aircraft carrier"})
    assert at(game, zone(6)) == {"fighter": 1}
    until_phase(game, "place")
    assert has(game, "United Kingdom", UK, "fighter") == 1


@clause("anniversary.R102")
def test_fighters_in_a_territory_take_no_part_in_a_sea_battle() -> None:
    units = {
        zone(7): {GER: "1 cruiser"}, zone(8): {UK: "1 transport"}, "United Kingdom": {UK: "2 fighter"},
        "Germany": {GER: "1 infantry"},
    }  # fmt: skip
    game = go(scene(GER, "combat_move", units, dice=[]), "1 cruiser: Sea Zone 7 > Sea Zone 8")
    game.answer("yes")
    assert at(game, "United Kingdom") == {"fighter": 2}


# Several powers


@clause("anniversary.R117")
def test_units_of_one_side_defend_together_and_the_attacker_settles_disputes() -> None:
    units = {"Poland": {GER: "2 tank"}, FIELD: {RED: "1 infantry", UK: "1 infantry"}, "Germany": {GER: "1 infantry"}}
    game = go(scene(GER, "combat_move", units, dice=[1, 6, 6, 6]), "2 tank: Poland > East Poland")
    assert {d.power for d in game.open} == {RED, UK}
    red, british = game.open
    game.answer(next(a for a in red.form.listed() if all(s.owner == RED for s in a)), id=red.id)
    game.answer(next(a for a in british.form.listed() if all(s.owner == RED for s in a)), id=british.id)
    assert at(game, FIELD, RED) == {} and at(game, FIELD, UK) == {"infantry": 1}


@clause("anniversary.R118", "anniversary.R155")
def test_powers_never_attack_together() -> None:
    units = {"Yunnan": {CHINA: "1 infantry", USA: "1 infantry"}, "Fukien": {JAP: "1 infantry"}}
    game = scene(USA, "combat_move", units, owners={"Fukien": JAP}, dice=[6, 6])
    assert "Fukien" in ends(game, "Yunnan", "infantry")
    go(game, "1 infantry: Yunnan > Fukien")
    assert {s.owner for s in happened(game, "battle_started")[0]["attackers"]} == {USA}
