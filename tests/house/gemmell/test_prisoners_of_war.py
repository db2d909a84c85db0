"""gemmell.prisoners_of_war: surrender, the captor's gain, the movement of prisoners, and their liberation."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, end_moves, refused
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "gemmell.prisoners_of_war"
RED, GERMANY, UK, US, JAPAN = "Soviet Union", "Germany", "United Kingdom", "United States", "Japan"
REDS, JAPANESE = "prisoner_of_soviet_union", "prisoner_of_japan"


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


def advice(game: Game) -> Any:
    assert game.decision
    return game.decision.advice


def caucasus(
    defenders: str = "4 infantry, 1 tank", attackers: str = "6 infantry", *, more: Any = (), units: Any = None,
    **setting: Any,
) -> Game:  # fmt: skip
    """Germans from Ukraine attack Caucasus; after a round without hits they press on."""
    setting.setdefault("rules", [RULE])
    board = {"Ukraine S.S.R.": {GERMANY: attackers}, "Caucasus": {RED: defenders}, **(units or {})}
    game = attack(GERMANY, [f"{attackers}: Ukraine S.S.R. > Caucasus"], board, dice=[6] * 11 + list(more), **setting)
    return tell(game, "press on") if asked(game)[0] == "retreat" else game


@clause(
    "gemmell.prisoners_of_war.1",
    "gemmell.prisoners_of_war.3",
    "gemmell.prisoners_of_war.5",
    "gemmell.prisoners_of_war.6",
    "gemmell.prisoners_of_war.9",
)
def test_example_the_last_japanese_on_okinawa() -> None:
    three = "1 transport (carrying infantry of United States + infantry of United States), 1 transport (carrying infantry of United States)"  # noqa: E501
    game = position(
        US, "combat_move", {"Okinawa Sea Zone": {US: three}, "Okinawa": {JAPAN: "1 infantry"},
        "Eastern United States": {US: "1 infantry"}}, dice=[6, 6, 6, 6], rules=[RULE],
    )  # fmt: skip
    end_moves(tell(game, "3 infantry: Okinawa Sea Zone > Okinawa"))
    assert asked(game) == ("offer", JAPAN)
    tell(game, "surrender")
    assert asked(game) == ("answer_surrender", US)
    tell(game, "accept")
    assert combat_over(game)
    assert at(game, "Okinawa") == {"infantry": 3, JAPANESE: 1}
    assert game.state.owner["Okinawa"] == US
    tell(game, "done")
    assert [e["why"] for e in happened(game, "income") if e["power"] == US] == ["production"]  # nothing for one


@clause("gemmell.prisoners_of_war.2", "gemmell.prisoners_of_war.4")
def test_example_germany_refuses_the_surrender_of_caucasus() -> None:
    game = tell(caucasus(), "surrender", "refuse")
    assert combat_over(game)  # no more dice
    assert at(game, "Caucasus") == {"infantry": 6}
    assert game.state.owner["Caucasus"] == GERMANY


def taken() -> Game:
    """Five Soviet prisoners in Caucasus, and the rest of Germany's turn."""
    return tell(
        caucasus(rules=[RULE, "common.no_technology"], ipcs={RED: 0, GERMANY: 0}, more=[6, 1]), "surrender", "accept"
    )


@clause(
    "gemmell.prisoners_of_war.5",
    "gemmell.prisoners_of_war.7",
    "gemmell.prisoners_of_war.8",
    "gemmell.prisoners_of_war.9",
)
def test_example_five_prisoners_are_taken_paid_for_and_freed() -> None:
    game = tell(taken(), "done")
    assert at(game, "Caucasus") == {"infantry": 6, REDS: 5}
    assert [(e["ipcs"], e["why"]) for e in happened(game, "income")][-1] == (2, "prisoners of war")  # 5 / 2
    again = position(
        RED, "combat_move", {"Caucasus": {GERMANY: f"5 {REDS}"}, "Russia": {RED: "1 infantry"}},
        owners={"Caucasus": GERMANY}, rules=[RULE],
    )  # fmt: skip
    tell(again, "1 infantry: Russia > Caucasus")  # without a combat unit the territory is taken by entering it
    assert again.state.owner["Caucasus"] == RED
    assert at(again, "Caucasus") == {"infantry": 3}  # the one that came, and two freed; the odd marker is gone
    assert [e["infantry"] for e in happened(again, "prisoners_freed")] == [2]


@clause("gemmell.prisoners_of_war.10")
def test_example_prisoners_move_one_territory() -> None:
    game = position(GERMANY, "noncombat_move", {"Ukraine S.S.R.": {GERMANY: f"5 {REDS}"}}, rules=[RULE])
    tell(game, f"4 {REDS}: Ukraine S.S.R. > Eastern Europe")
    assert at(game, "Eastern Europe") == {REDS: 4}
    refused(game, f"1 {REDS} (moved 1): Eastern Europe > Germany", "classic.R48")
    refused(game, f"1 {REDS}: Ukraine S.S.R. > Caucasus", f"{RULE}.10")  # only friendly territory


@clause("gemmell.prisoners_of_war.2")
def test_example_no_surrender_before_the_first_round() -> None:
    game = attack(
        US, ["2 infantry: China > Manchuria"], {"China": {US: "2 infantry"}, "Manchuria": {JAPAN: "1 infantry"}},
        dice=[6, 6, 6], rules=[RULE],
    )  # fmt: skip
    assert [line.decision.kind for line in game.log if line.decision.kind != "move"] == []
    assert len(happened(game, "volley_fired")) == 2  # the round was fought before anybody was asked
    assert asked(tell(game, "press on")) == ("offer", JAPAN)
    late = caucasus(options=options(minimum_rounds=2), more=[6] * 11)
    assert asked(late) == ("retreat", GERMANY)


@clause("gemmell.prisoners_of_war.4")
def test_who_was_refused_does_not_take_up_the_fight_again() -> None:
    both = {"Caucasus": {RED: "3 infantry", UK: "2 infantry"}}
    game = tell(caucasus(units=both, more=[6] * 8), "surrender", "refuse", "fight on")
    assert at(game, "Caucasus", RED) == {}
    assert at(game, "Caucasus", UK) == {"infantry": 2}  # for them the battle goes on
    assert asked(game) == ("retreat", GERMANY)


@clause("gemmell.prisoners_of_war.1", "gemmell.prisoners_of_war.5")
def test_every_unit_of_the_power_is_one_marker_guns_and_complexes_are_not() -> None:
    units = {"Karelia S.S.R.": {RED: "2 infantry, 1 tank, 2 fighters, 1 aa gun"}}
    game = attack(
        GERMANY, ["6 infantry: Eastern Europe > Karelia S.S.R."], {"Eastern Europe": {GERMANY: "6 infantry"}, **units},
        dice=[6] * 11, rules=[RULE],
    )  # fmt: skip
    tell(game, "press on", "surrender", "accept")
    assert at(game, "Karelia S.S.R.") == {"infantry": 6, "antiaircraft_gun": 1, REDS: 5}


@clause("gemmell.prisoners_of_war.1")
def test_nobody_surrenders_to_aircraft_alone() -> None:
    game = caucasus("2 infantry", "2 fighters", more=[])
    assert asked(game) != ("offer", RED)


@clause("gemmell.prisoners_of_war.7")
def test_prisoners_of_an_attacker_who_is_beaten_after_all_are_freed() -> None:
    both = {"Caucasus": {RED: "3 infantry", UK: "2 infantry"}}
    game = tell(caucasus(units=both, more=[6] * 6 + [6, 6]), "surrender", "accept", "fight on")
    assert at(game, "Caucasus", GERMANY) == {"infantry": 6, REDS: 3}
    tell(game, "Ukraine S.S.R.")  # Germany retreats and leaves its prisoners behind
    assert at(game, "Caucasus") == {"infantry": 3}  # two British, one Soviet


@clause("gemmell.prisoners_of_war.8", "gemmell.prisoners_of_war.10")
def test_neither_prisoners_just_taken_nor_infantry_just_freed_move() -> None:
    game = taken()
    refused(game, f"1 {REDS} (taken): Caucasus > Ukraine S.S.R.", f"{RULE}.10")
    free = position(
        RED, "combat_move", {"Caucasus": {GERMANY: f"4 {REDS}"}, "Russia": {RED: "2 infantry"}},
        owners={"Caucasus": GERMANY}, rules=[RULE],
    )  # fmt: skip
    end_moves(tell(free, "1 infantry: Russia > Caucasus"))
    refused(free, "1 infantry (freed): Caucasus > Russia", f"{RULE}.8")


@clause("gemmell.prisoners_of_war.10")
def test_a_transport_takes_a_prisoner_in_the_room_of_an_infantry() -> None:
    game = position(
        GERMANY, "noncombat_move",
        {"Finland-Norway": {GERMANY: f"3 {REDS}"}, "Baltic Sea Zone": {GERMANY: "1 transport"}}, rules=[RULE],
    )  # fmt: skip
    refused(game, f"3 {REDS}: Finland-Norway > Baltic Sea Zone", "classic.R39")
    tell(game, f"2 {REDS}: Finland-Norway > Baltic Sea Zone", f"2 {REDS}: Baltic Sea Zone > Germany")
    assert at(game, "Germany", GERMANY) == {REDS: 2}


@clause("gemmell.prisoners_of_war.10")
def test_prisoners_stay_the_captors_in_an_allys_territory() -> None:
    game = position(
        JAPAN, "noncombat_move", {"Caucasus": {JAPAN: f"1 {REDS}"}}, owners={"Caucasus": JAPAN}, rules=[RULE],
    )  # fmt: skip
    tell(game, f"1 {REDS}: Caucasus > Ukraine S.S.R.")
    assert at(game, "Ukraine S.S.R.", JAPAN) == {REDS: 1}


@clause("gemmell.prisoners_of_war.10")
def test_an_attack_that_fails_there_makes_them_no_prisoners_of_the_ally() -> None:
    board = {
        "Eastern Europe": {GERMANY: "1 infantry"},
        "Karelia S.S.R.": {RED: "2 infantry", UK: "3 prisoner_of_germany"},
    }
    move = "1 infantry: Eastern Europe > Karelia S.S.R."
    game = attack(GERMANY, [move], board, dice=[6, 1, 6], rules=[RULE])
    assert at(game, "Karelia S.S.R.", UK) == {"prisoner_of_germany": 3}
    assert at(game, "Karelia S.S.R.", RED) == {"infantry": 2} and at(game, "Karelia S.S.R.", GERMANY) == {}


@clause("gemmell.prisoners_of_war.9")
def test_all_prisoners_of_a_captor_are_counted_together_those_at_sea_too() -> None:
    afloat = f"1 transport (carrying {REDS} of Germany)"
    game = position(
        GERMANY, "collect",
        {"Germany": {GERMANY: f"1 {REDS}"}, "Japan": {GERMANY: f"1 {REDS}"}, "Baltic Sea Zone": {GERMANY: afloat},
         "Russia": {RED: "1 prisoner_of_germany"}},
        rules=[RULE],
    )  # fmt: skip
    lines = [(e["ipcs"], e["why"]) for e in happened(game, "income") if e["power"] == GERMANY]
    assert lines == [(32, "production"), (1, "prisoners of war")]
    lost = position(GERMANY, "collect", {"Eastern Europe": {GERMANY: f"4 {REDS}"}},
                    owners={"Germany": RED}, rules=[RULE])  # fmt: skip
    assert [e for e in happened(lost, "income") if e["power"] == GERMANY] == []


def test_prisoners_do_not_guard_block_or_defend() -> None:
    game = position(
        RED, "combat_move",
        {"Ukraine S.S.R.": {GERMANY: "2 prisoner_of_united_kingdom"}, "Caucasus": {RED: "1 tank"}}, rules=[RULE],
    )  # fmt: skip
    tell(game, "1 tank: Caucasus > Ukraine S.S.R. > Eastern Europe")
    assert game.state.owner["Ukraine S.S.R."] == game.state.owner["Eastern Europe"] == RED  # a blitz
    assert at(game, "Ukraine S.S.R.", UK) == {"infantry": 1}  # freed by an ally


# --- options ----------------------------------------------------------------------------------------------------------


def retake(markers: str, captor: str, **values: Any) -> Game:
    game = position(
        captor, "combat_move", {"Caucasus": {GERMANY: markers}, "Russia": {captor: "1 infantry"}},
        owners={"Caucasus": GERMANY}, rules=[RULE], options=options(**values),
    )  # fmt: skip
    return tell(game, "1 infantry: Russia > Caucasus")


@clause("gemmell.prisoners_of_war.7")
@pytest.mark.parametrize(("liberators", "freed"), [("alliance", {"infantry": 1}), ("owner_only", {})])
def test_who_can_free_them(liberators: str, freed: dict[str, int]) -> None:
    game = retake(f"2 {REDS}", UK, liberators=liberators)
    assert at(game, "Caucasus", RED) == freed
    assert at(retake(f"2 {REDS}", RED, liberators=liberators), "Caucasus", RED) == {"infantry": 2}


@clause("gemmell.prisoners_of_war.8")
def test_the_odd_marker_may_wait_for_a_partner() -> None:
    game = retake(f"3 {REDS}", RED, capture_leftover="kept")
    assert at(game, "Caucasus", RED) == {"infantry": 2, REDS: 1}
    back = position(
        GERMANY, "combat_move", {"Caucasus": {RED: f"1 {REDS}"}, "Ukraine S.S.R.": {GERMANY: "1 infantry"}},
        rules=[RULE],
    )  # fmt: skip
    tell(back, "1 infantry: Ukraine S.S.R. > Caucasus")
    assert at(back, "Caucasus", GERMANY) == {"infantry": 1, REDS: 1}  # it is a prisoner again


@clause("gemmell.prisoners_of_war.8", "gemmell.prisoners_of_war.9")
def test_other_rates() -> None:
    assert at(retake(f"7 {REDS}", RED, prisoners_per_infantry=3), "Caucasus", RED) == {"infantry": 3}
    game = position(
        GERMANY, "collect", {"Germany": {GERMANY: f"7 {REDS}"}}, rules=[RULE], options=options(prisoners_per_ipc=3)
    )
    assert [e["ipcs"] for e in happened(game, "income") if e["power"] == GERMANY] == [32, 2]


@clause("gemmell.prisoners_of_war.10")
def test_prisoners_may_be_allowed_to_move_further() -> None:
    game = position(
        GERMANY,
        "noncombat_move",
        {"Ukraine S.S.R.": {GERMANY: f"1 {REDS}"}},
        rules=[RULE],
        options=options(prisoner_move=2),
    )
    tell(game, f"1 {REDS}: Ukraine S.S.R. > Eastern Europe > Germany")
    assert at(game, "Germany", GERMANY) == {REDS: 1}


@clause("gemmell.prisoners_of_war.1")
def test_fleets_surrender_only_with_the_option() -> None:
    def battle(**setting: Any) -> Game:
        return attack(
            GERMANY, ["2 battleships: Baltic Sea Zone > North Sea Zone"],
            {"Baltic Sea Zone": {GERMANY: "2 battleships"}, "North Sea Zone": {UK: "2 transports"}},
            dice=[6, 6, 6, 6, *setting.pop("more", [])], rules=[RULE], **setting,
        )  # fmt: skip

    game = tell(battle(more=[1, 1, 6, 6]), "press on")
    assert "offer" not in [line.decision.kind for line in game.log]
    game = battle(options=options(naval_surrender=True))
    while asked(game)[0] == "retreat":
        tell(game, "press on")
    tell(game, "surrender", "accept")
    assert at(game, "North Sea Zone") == {"battleship": 2}
    camp = happened(game, "taken_prisoner")[0]["space"]
    assert game.state.owner[camp] == GERMANY
    assert at(game, camp, GERMANY)["prisoner_of_united_kingdom"] == 2


@clause("gemmell.prisoners_of_war.6")
def test_stacks_are_open_unless_they_are_to_be_hidden() -> None:
    assert not registry.build("classic", [RULE]).tables["hidden"]
    hidden = registry.build("classic", [RULE], options(hidden_stacks=True))
    assert set(hidden.tables["hidden"]) == {f"prisoner_of_{p.lower().replace(' ', '_')}" for p in hidden.powers}


# --- advice and the lint ----------------------------------------------------------------------------------------------


def test_advice_is_to_surrender_what_is_lost_and_to_accept_what_pays() -> None:
    lost = caucasus("2 infantry", "6 infantry, 3 tanks")
    assert advice(lost) == "surrender"
    assert advice(tell(lost, "surrender")) == "accept"  # two markers bring an IPC
    single = tell(caucasus("1 infantry", "8 infantry"), "surrender")
    assert advice(single) == "refuse"  # one brings none
    assert advice(caucasus()) == "fight on"


def test_it_wants_the_withdrawal_but_does_not_need_it() -> None:
    assert [f.severity for f in registry.check("classic", [RULE])] == ["note"]
    assert registry.check("classic", [RULE, "gemmell.retreat_by_defender"]) == []


def test_choices_of_the_defender_compose() -> None:
    game = caucasus(rules=[RULE, "gemmell.retreat_by_defender"])
    assert choices(game) == ["fight on", "withdraw", "surrender"]
