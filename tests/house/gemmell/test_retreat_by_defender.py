"""gemmell.retreat_by_defender: withdrawal by land, the Dunkirk evacuation, and all its options."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, end_moves, left, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "gemmell.retreat_by_defender"
RED, GERMANY, UK, US, JAPAN = "Soviet Union", "Germany", "United Kingdom", "United States", "Japan"


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


def advice(game: Game) -> Any:
    assert game.decision
    return game.decision.advice


def karelia(
    attackers: str = "6 infantry", defenders: str = "2 infantry, 1 tank, 1 fighter, 1 aa gun", *, dice: list[int],
    units: Any = None, **setting: Any,
) -> Game:  # fmt: skip
    """Germans from Eastern Europe attack Soviet units in Karelia."""
    board = {"Eastern Europe": {GERMANY: attackers}, "Karelia S.S.R.": {RED: defenders}, **(units or {})}
    setting.setdefault("rules", [RULE])
    return attack(GERMANY, [f"{attackers}: Eastern Europe > Karelia S.S.R."], board, dice=dice, **setting)


def after_round_one(**setting: Any) -> Game:
    """The attack of the example after its first round: 5 German infantry against 1 infantry, 1 armor, 1 fighter."""
    game = karelia(dice=[1, 6, 6, 6, 6, 6, 1, 6, 6, 6, *setting.pop("more", [])], **setting)
    return tell(game, "1 infantry")  # the Soviet loss


@clause("gemmell.retreat_by_defender.1", "gemmell.retreat_by_defender.3", "gemmell.retreat_by_defender.4")
def test_example_the_defenders_of_karelia_withdraw_to_russia() -> None:
    game = tell(after_round_one(), "press on")
    assert asked(game) == ("offer", RED)
    assert choices(game) == ["fight on", "withdraw"]
    tell(game, "withdraw")
    assert asked(game) == ("destination", RED)
    tell(game, "Russia")
    assert combat_over(game)  # no further dice
    assert at(game, "Russia") == {"infantry": 1, "tank": 1, "fighter": 1}
    assert game.state.owner["Karelia S.S.R."] == GERMANY
    assert at(game, "Karelia S.S.R.", GERMANY) == {"infantry": 5, "antiaircraft_gun": 1}
    assert (GERMANY, "industrial_complex") in {(s.owner, s.type) for s in game.state.at("Karelia S.S.R.")}


@clause("gemmell.retreat_by_defender.1")
def test_withdrawing_is_voluntary() -> None:
    game = tell(after_round_one(more=[6] * 8), "press on", "fight on")
    assert asked(game) == ("retreat", GERMANY)  # a second round was fought
    assert at(game, "Karelia S.S.R.", RED) == {"infantry": 1, "tank": 1, "fighter": 1, "antiaircraft_gun": 1}


@clause("gemmell.retreat_by_defender.2", "gemmell.retreat_by_defender.3")
def test_example_before_a_round_is_fought_nobody_withdraws() -> None:
    game = karelia("2 infantry", "2 infantry", dice=[1, 6, 6, 6])
    assert [e["volley"] for e in happened(game, "volley_fired")] == ["attackers", "defenders"]
    assert happened(game, "withdrew") == []
    assert asked(game) == ("retreat", GERMANY)
    assert at(game, "Karelia S.S.R.", RED) == {"infantry": 1}  # the losses of the round are off the board already


@clause("gemmell.retreat_by_defender.2")
def test_support_shots_and_antiaircraft_fire_are_no_round() -> None:
    game = attack(
        UK, ["2 infantry: United Kingdom > North Sea Zone", "2 infantry: North Sea Zone > Western Europe"],
        {"United Kingdom": {UK: "2 infantry"}, "North Sea Zone": {UK: "1 transport, 1 battleship"},
         "Western Europe": {GERMANY: "3 infantry"}},
        dice=[4, 6, 6, 6, 6, 6], rules=[RULE], spare=False,
    )  # fmt: skip
    fired = [e["volley"] for e in happened(game, "volley_fired")]
    assert fired == ["support shots", "attackers", "defenders"]
    assert asked(game) == ("offer", GERMANY)  # only now, after the round (the landing force cannot retreat)


@clause("gemmell.retreat_by_defender.2")
def test_with_two_rounds_as_minimum_the_first_decision_comes_after_the_second() -> None:
    game = tell(after_round_one(options=options(minimum_rounds=2), more=[6] * 8), "press on")
    assert asked(game) == ("retreat", GERMANY)
    tell(game, "press on")
    assert asked(game) == ("offer", RED)


@clause("gemmell.retreat_by_defender.4")
def test_example_a_territory_still_to_be_fought_for_is_no_refuge() -> None:
    def attack_on_both(**setting: Any) -> Game:
        return attack(
            GERMANY,
            ["3 infantry: Eastern Europe > Karelia S.S.R.", "1 infantry: Ukraine S.S.R. > Caucasus"],
            {"Eastern Europe": {GERMANY: "3 infantry"}, "Ukraine S.S.R.": {GERMANY: "1 infantry"},
             "Karelia S.S.R.": {RED: "1 infantry"}, "Caucasus": {RED: "1 infantry"}},
            dice=[6] * 4 + setting.pop("more", []), rules=[RULE], **setting,
        )  # fmt: skip

    game = tell(attack_on_both(more=[6, 6]), "Karelia S.S.R.", "press on", "withdraw")
    assert at(game, "Russia", RED) == {"infantry": 1}  # the one legal destination
    embattled = options(allow_embattled_destination=True)
    game = tell(attack_on_both(options=embattled, more=[6, 6, 6]), "Karelia S.S.R.", "press on", "withdraw", "Caucasus")
    assert at(game, "Caucasus", RED) == {"infantry": 2}  # they join its defense
    assert [e["dice"] for e in happened(game, "volley_fired")][-2:] == [[6], [6, 6]]


@clause("gemmell.retreat_by_defender.4")
def test_a_territory_where_the_defender_has_won_in_this_turn_is_a_refuge() -> None:
    game = attack(
        GERMANY,
        ["1 infantry: Ukraine S.S.R. > Caucasus", "3 infantry: Eastern Europe > Karelia S.S.R."],
        {"Eastern Europe": {GERMANY: "3 infantry"}, "Ukraine S.S.R.": {GERMANY: "1 infantry"},
         "Karelia S.S.R.": {RED: "1 infantry"}, "Caucasus": {RED: "1 infantry"}},
        dice=[6, 1, 6, 6, 6, 6], rules=[RULE],
    )  # fmt: skip
    tell(game, "Caucasus", "press on", "withdraw")
    assert sorted(choices(game)) == ["Caucasus", "Russia"]


@clause("gemmell.retreat_by_defender.4")
def test_only_territory_friendly_since_the_start_of_the_turn() -> None:
    game = tell(after_round_one(owners={"Russia": GERMANY, "Caucasus": GERMANY}, more=[6] * 8), "press on")
    assert asked(game) == ("retreat", GERMANY)  # the second round: nowhere to go
    freed = after_round_one(owners={"Russia": GERMANY, "Caucasus": GERMANY}, more=[6] * 8)
    freed.state.owner["Russia"] = RED  # friendly now, but not when the turn began
    assert asked(tell(freed, "press on")) == ("retreat", GERMANY)


@pytest.fixture
def western_europe() -> Any:
    """Britain holds Western Europe with 2 infantry and 1 armor after round 1 of a German attack."""

    def make(ships: Any, **setting: Any) -> Game:
        setting.setdefault("rules", [RULE])
        more = setting.pop("more", [])
        game = attack(
            GERMANY, ["6 infantry: Germany > Western Europe"],
            {"Germany": {GERMANY: "7 infantry"}, "Western Europe": {UK: "2 infantry, 1 tank"}, **ships},
            owners={"Western Europe": UK}, dice=[6] * 9 + more, **setting,
        )  # fmt: skip
        return tell(game, "press on") if asked(game)[0] == "retreat" else game

    return make


@clause("gemmell.retreat_by_defender.5", "gemmell.retreat_by_defender.6")
@pytest.mark.parametrize(("aboard", "ashore"), [("2 infantry", {"tank": 1}), ("1 tank", {"infantry": 2})])
def test_example_the_dunkirk_evacuation(western_europe: Any, aboard: str, ashore: dict[str, int]) -> None:
    game = western_europe({"North Sea Zone": {UK: "1 transport"}}, more=[6] * 12)
    tell(game, "withdraw")
    assert asked(game) == ("evacuate", UK)
    refused(game, "1 infantry, 1 tank", f"{RULE}.6")
    refused(game, "2 infantry, 1 tank", f"{RULE}.6")
    refused(game, "1 infantry", f"{RULE}.1")  # all that can go leave at once
    tell(game, aboard)
    ship = next(s for s in game.state.at("North Sea Zone") if s.type == "transport")
    assert sorted(kind for _, kind in ship.cond.cargo) == sorted([aboard.split()[1]] * int(aboard[0]))
    assert at(game, "Western Europe", UK) == ashore  # they remain in the battle
    assert game.state.owner["Western Europe"] == UK
    assert asked(game) == ("retreat", GERMANY)


@clause("gemmell.retreat_by_defender.5")
def test_the_evacuated_are_landed_in_the_owners_next_turn(western_europe: Any) -> None:
    game = western_europe({"North Sea Zone": {UK: "1 transport"}}, more=[1] * 30, ipcs={UK: 0})
    tell(game, "withdraw", "2 infantry")
    until(game, UK, "move", "noncombat")
    tell(game, "2 infantry: North Sea Zone > United Kingdom")
    assert at(game, "United Kingdom", UK) == {"infantry": 2}


@clause("gemmell.retreat_by_defender.5")
def test_no_evacuation_past_enemy_warships_or_without_transports(western_europe: Any) -> None:
    game = western_europe({"North Sea Zone": {UK: "1 transport", GERMANY: "1 submarine"}}, more=[6] * 9)
    assert asked(game) == ("fight", GERMANY)
    tell(game, "no", "press on")  # the submarine lets the transport be, and guards it
    assert asked(game) == ("retreat", GERMANY)  # the second round: nothing was offered
    unarmed = western_europe({"North Sea Zone": {UK: "1 transport", GERMANY: "1 transport"}})
    tell(unarmed, "no", "press on")
    assert asked(unarmed) == ("offer", UK)  # a transport is no warship
    none = options(allow_transports=False)
    game = western_europe({"North Sea Zone": {UK: "1 transport"}}, more=[6] * 9, options=none)
    assert asked(game) == ("retreat", GERMANY)


@clause("gemmell.retreat_by_defender.4", "gemmell.retreat_by_defender.5")
def test_example_nobody_leaves_an_island_without_a_transport() -> None:
    game = position(
        US, "combat_move",
        {"Wake Island Sea Zone": {US: "1 transport (carrying infantry of United States + infantry of United States)"},
         "Wake Island": {JAPAN: "1 infantry"}, "Eastern United States": {US: "1 infantry"}},
        dice=[6, 6, 6, 1, 6, 6], rules=[RULE],
    )  # fmt: skip
    end_moves(tell(game, "2 infantry: Wake Island Sea Zone > Wake Island"))
    assert "offer" not in [line.decision.kind for line in game.log]
    assert [e["dice"] for e in happened(game, "volley_fired")] == [[6, 6], [6], [1, 6], [6]]  # two rounds
    assert game.state.owner["Wake Island"] == US


@clause("gemmell.retreat_by_defender.4", "gemmell.retreat_by_defender.5")
def test_air_units_go_with_the_land_units_or_to_a_carrier() -> None:
    ships = {"Karelia Sea Zone": {UK: "1 aircraft carrier"}}
    game = tell(after_round_one(units=ships), "press on", "withdraw")
    assert asked(game) == ("evacuate", RED)
    refused(game, "1 tank", RULE)
    tell(game, "1 fighter", "Russia")
    assert at(game, "Karelia Sea Zone") == {"aircraft_carrier": 1, "fighter": 1}
    assert at(game, "Russia") == {"infantry": 1, "tank": 1}


@clause("gemmell.retreat_by_defender.4")
def test_if_only_aircraft_attack_the_territory_is_not_lost() -> None:
    game = karelia("2 fighters", "1 infantry", dice=[6, 6, 6])
    tell(game, "press on", "withdraw", "Russia")
    assert game.state.owner["Karelia S.S.R."] == RED
    assert at(game, "Russia", RED) == {"infantry": 1}


@clause("gemmell.retreat_by_defender.1")
def test_each_defending_power_decides_for_its_own_units() -> None:
    game = karelia(
        "4 infantry", "1 infantry", units={"Karelia S.S.R.": {RED: "1 infantry", UK: "1 infantry"}}, dice=[6] * 12
    )
    tell(game, "press on")
    assert asked(game) == ("offer", RED)
    tell(game, "withdraw", "Russia")
    assert asked(game) == ("offer", UK)
    tell(game, "fight on")
    assert at(game, "Karelia S.S.R.", UK) == {"infantry": 1}
    assert asked(game) == ("retreat", GERMANY)


# --- options ----------------------------------------------------------------------------------------------------------


@clause("gemmell.retreat_by_defender.1")
def test_a_rear_guard_with_partial_retreat() -> None:
    game = tell(after_round_one(options=options(partial_retreat=True), more=[6] * 6), "press on", "withdraw")
    assert asked(game) == ("rear_guard", RED)
    tell(game, "1 tank, 1 fighter", "Russia")
    assert asked(game) == ("offer", RED)  # the rear guard may still go
    tell(game, "fight on")
    assert at(game, "Karelia S.S.R.", RED) == {"infantry": 1, "antiaircraft_gun": 1}
    assert at(game, "Russia", RED) == {"tank": 1, "fighter": 1}


@clause("gemmell.retreat_by_defender.1", "gemmell.retreat_by_defender.5")
def test_a_partial_retreat_of_no_unit_is_none_and_is_not_asked_again(western_europe: Any) -> None:
    partial = options(partial_retreat=True)
    game = western_europe({"North Sea Zone": {UK: "1 transport"}}, more=[6] * 9, options=partial)
    tell(game, "withdraw")
    assert asked(game) == ("evacuate", UK) and advice(game)  # ships are the only way out: the advice is to use them
    tell(game, "nothing")
    assert at(game, "Western Europe", UK) == {"infantry": 2, "tank": 1}
    assert asked(game) == ("retreat", GERMANY)  # the next round


@clause("gemmell.retreat_by_defender.3")
def test_the_defender_may_have_to_decide_first() -> None:
    game = after_round_one(options=options(declaration_order="defender_first"))
    assert asked(game) == ("offer", RED)
    tell(game, "withdraw", "Russia")
    assert game.state.owner["Karelia S.S.R."] == GERMANY


@clause("gemmell.retreat_by_defender.3")
def test_both_may_decide_at_once_and_in_secret() -> None:
    choice = options(declaration_order="simultaneous")
    game = after_round_one(options=choice)
    assert [(d.kind, d.power) for d in game.open] == [("retreat", GERMANY), ("offer", RED)]
    tell(game, "press on", "withdraw", "Russia")
    assert game.state.owner["Karelia S.S.R."] == GERMANY
    both = tell(after_round_one(options=choice), "Eastern Europe", "withdraw", "Russia")
    assert both.state.owner["Karelia S.S.R."] == RED  # both have gone
    assert at(both, "Karelia S.S.R.") == {"antiaircraft_gun": 1}
    assert at(both, "Russia", RED) == {"infantry": 1, "tank": 1, "fighter": 1}
    stays = tell(after_round_one(options=choice, more=[6] * 8), "press on", "fight on")
    assert [d.kind for d in stays.open] == ["retreat", "offer"]


@clause("gemmell.retreat_by_defender.5")
def test_allied_transports_take_units_if_their_owner_agrees(western_europe: Any) -> None:
    ships = {"North Sea Zone": {US: "1 transport"}}
    alone = western_europe(ships, more=[6] * 9)
    assert asked(alone) == ("retreat", GERMANY)
    allied = options(transport_ownership="own_and_allied")
    game = tell(western_europe(ships, options=allied, more=[6] * 9), "withdraw")
    assert asked(game) == ("take_aboard", US)
    tell(game, "yes", "2 infantry")
    assert at(game, "Western Europe", UK) == {"tank": 1}
    no = tell(western_europe(ships, options=allied, more=[6] * 9), "withdraw", "no")
    assert at(no, "Western Europe", UK) == {"tank": 1, "infantry": 2}
    assert asked(no) == ("retreat", GERMANY)  # the second round


def north_sea(**setting: Any) -> Game:
    """German submarines attack a British fleet in the North Sea; after one round both have ships left."""
    setting.setdefault("rules", [RULE])
    return attack(
        GERMANY, ["2 submarines: Baltic Sea Zone > North Sea Zone"],
        {"Baltic Sea Zone": {GERMANY: "2 submarines"},
         "North Sea Zone": {UK: "1 aircraft carrier, 1 transport (carrying infantry of United Kingdom), 1 fighter"},
         "Karelia Sea Zone": {}},
        dice=[6, 6, 6, 6, 6, *setting.pop("more", [])], **setting,
    )  # fmt: skip


@clause("gemmell.retreat_by_defender.1")
def test_fleets_withdraw_only_with_the_option() -> None:
    game = north_sea(more=[6] * 5)
    seen = []
    while asked(game)[0] != "move" and len(left(game)):
        seen.append(asked(game))
        game.answer(advice(game))
    assert ("offer", UK) not in seen
    game = north_sea(options=options(allow_sea_battles=True))
    while asked(game) != ("offer", UK):
        game.answer("press on" if asked(game)[0] == "retreat" else {})
    tell(game, "withdraw")
    assert asked(game) == ("destination", UK)
    assert "Baltic Sea Zone" in choices(game)  # empty now
    tell(game, "Eastern Canada Sea Zone")
    if asked(game)[0] == "evacuate":
        tell(game, "1 fighter")
    assert at(game, "Eastern Canada Sea Zone", UK) == {"aircraft_carrier": 1, "transport": 1, "fighter": 1}
    assert at(game, "North Sea Zone") == {"submarine": 2}


@clause("gemmell.retreat_by_defender.1")
def test_bombers_that_need_a_whole_carrier_do_not_share_one() -> None:
    game = attack(
        GERMANY, ["2 submarines: Baltic Sea Zone > North Sea Zone"],
        {"Baltic Sea Zone": {GERMANY: "2 submarines"}, "North Sea Zone": {UK: "2 aircraft carriers, 2 bombers"},
         "Karelia Sea Zone": {}},
        dice=[1, 6, 6, 6, 6, 6], rules=[RULE, "smith.tech_heavy_ships"], options=options(allow_sea_battles=True),
        techs={UK: ["heavy_ships"]},
    )  # fmt: skip
    while asked(game) != ("offer", UK):
        game.answer({"casualties": advice(game), "retreat": "press on"}.get(asked(game)[0], {}))
    assert at(game, "North Sea Zone", UK) == {"aircraft_carrier": 1, "bomber": 2}
    tell(game, "withdraw", "Eastern Canada Sea Zone")
    assert asked(game) == ("evacuate", UK)
    refused(game, "2 bombers", RULE)
    tell(game, "1 bomber")
    assert at(game, "Eastern Canada Sea Zone", UK) == {"aircraft_carrier": 1, "bomber": 1}


# --- the order of the steps, and advice -------------------------------------------------------------------------------


def test_the_steps_keep_their_names_for_the_solver() -> None:
    rules = registry.build("classic", [RULE])
    assert [s.name for s in rules.sequence("land_battle")][-3:-1] == ["retreat", "defense"]
    first = registry.build("classic", [RULE], options(declaration_order="defender_first"))
    assert [s.name for s in first.sequence("land_battle")][-3:-1] == ["defense", "retreat"]


def test_advice_is_to_leave_a_lost_battle_and_to_hold_one_that_is_not() -> None:
    assert advice(tell(after_round_one(), "press on")) == "fight on"  # the fighter and the tank make it even
    lost = karelia("8 infantry, 4 tanks", "2 infantry", dice=[6] * 14)
    assert advice(tell(lost, "press on")) == "withdraw"


@clause("gemmell.retreat_by_defender.1", "gemmell.retreat_by_defender.4")
def test_a_gun_stays_where_the_refuge_has_one_already() -> None:
    game = karelia(
        "6 infantry", "3 infantry, 1 aa gun", dice=[1, 6, 6, 6, 6, 6, *[6] * 4], units={"Russia": {RED: "1 aa gun"}},
        rules=[RULE, "common.third_edition_units"],
    )  # fmt: skip
    tell(game, "1 infantry", "press on", "withdraw", "Russia")
    assert at(game, "Russia") == {"infantry": 2, "antiaircraft_gun": 1}
    assert at(game, "Karelia S.S.R.", RED) == {"antiaircraft_gun": 1}
