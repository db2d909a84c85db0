"""China: R150 to R160."""

from __future__ import annotations

import pytest

from tests.conformance.anniversary.board import (
    CHINA,
    JAP,
    UK,
    USA,
    ends,
    form,
    go,
    has,
    owner,
    refused,
    scene,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened

clause = pytest.mark.clause
HELD = dict.fromkeys(("Yunnan", "Sikang", "Chinghai", "Ningxia", "Hupeh"), CHINA)
LOST = dict.fromkeys(("Fukien", "Suiyuan", "Manchuria", "Kiangsu"), JAP)


@clause("anniversary.R151", "anniversary.R156")
def test_chinese_units_stay_in_chinese_territories_and_kwangtung() -> None:
    units = {
        "Yunnan": {CHINA: "1 infantry, 1 fighter"},
        "Fukien": {CHINA: "1 infantry"},
        zone(61): {USA: "1 transport"},
    }
    game = scene(USA, "order", units, owners={"Kwangtung": JAP})
    game.answer(CHINA)
    assert game.decision and game.decision.power == CHINA
    assert ends(game, "Fukien", "infantry") >= {"Kwangtung", "Kiangsu"}
    refused(game, "1 infantry: Yunnan > French Indo-China Thailand", "R151")
    refused(game, "1 infantry: Fukien > Sea Zone 61", "R151")
    refused(game, "1 fighter: Yunnan > French Indo-China Thailand > Kwangtung", "R151")
    assert "French Indo-China Thailand" not in ends(game, "Yunnan", "fighter")


@clause("anniversary.R156")
def test_the_chinese_fighter_cannot_be_replaced() -> None:
    game = scene(USA, "purchase", ipcs={USA: 20})
    assert game.rules.q.may_collect(game, CHINA) is None
    assert game.state.ipcs[CHINA] == 0
    assert game.decision and game.decision.power == USA


@clause("anniversary.R152")
def test_kwangtung_is_liberated_for_the_british() -> None:
    game = scene(USA, "order", {"Fukien": {CHINA: "1 infantry"}}, owners={"Kwangtung": JAP})
    game.answer(CHINA)
    game.answer("1 infantry: Fukien > Kwangtung")
    assert owner(game, "Kwangtung") == UK


@clause("anniversary.R153", "anniversary.R154", "anniversary.R154.1", "anniversary.E15")
def test_recruits() -> None:
    units = {"Yunnan": {CHINA: "2 infantry"}, "Hupeh": {CHINA: "3 infantry"}, "Sikang": {USA: "2 infantry"}}
    game = scene(USA, "purchase", units, owners={**HELD, **LOST}, ipcs={USA: 0})
    assert happened(game, "recruited")[0]["units"] == {"infantry": 2}
    while game.decision and not (game.decision.kind == "place" and game.decision.power == CHINA):
        game.answer(game.decision.advice if game.decision.form.name != "moves" else "done")
    assert game.decision
    assert {s for _, s in form(game).most} >= {"Yunnan", "Sikang"}
    with pytest.raises(ValueError):
        game.answer({("infantry", "Yunnan"): 2})
    with pytest.raises(ValueError):
        game.answer({("infantry", "Hupeh"): 1})
    with pytest.raises(ValueError):
        game.answer({("infantry", "Fukien"): 1})
    game.answer({("infantry", "Yunnan"): 1, ("infantry", "Sikang"): 1})
    assert has(game, "Yunnan", CHINA, "infantry") == 3


@clause("anniversary.R154", "anniversary.R154.2")
def test_recruits_go_to_territories_freed_in_this_turn_too_or_are_kept() -> None:
    units = {"Yunnan": {CHINA: "1 infantry"}, "Hupeh": {CHINA: "1 infantry"}}
    game = scene(USA, "purchase", units, owners={**HELD, **LOST}, ipcs={USA: 0})
    until(game, "order").answer(CHINA)
    go(game, "1 infantry: Hupeh > Suiyuan")
    while game.decision and not (game.decision.kind == "place" and game.decision.power == CHINA):
        game.answer(game.decision.advice if game.decision.form.name != "moves" else "done")
    game.answer({("infantry", "Suiyuan"): 1})
    assert has(game, "Suiyuan", CHINA, "infantry") == 2
    assert game.state.facts["kept_units"] == {CHINA: {"infantry": 1}}


@clause("anniversary.R155")
@pytest.mark.parametrize("first", [CHINA, USA])
def test_one_of_the_two_makes_both_combat_phases_before_the_other(first: str) -> None:
    units = {
        "Yunnan": {CHINA: "2 infantry"}, "Burma": {USA: "2 infantry"}, "Fukien": {JAP: "1 infantry"},
        "French Indo-China Thailand": {JAP: "1 infantry"},
    }  # fmt: skip
    game = scene(USA, "order", units, owners={"Fukien": JAP}, dice=[1, 6, 6, 1, 6, 6])
    game.answer(first)
    second = USA if first == CHINA else CHINA
    moves = {
        CHINA: "2 infantry: Yunnan > Fukien", USA: "2 infantry: Burma > French Indo-China Thailand",
    }  # fmt: skip
    assert game.decision and game.decision.power == first
    go(game, moves[first])
    assert len(happened(game, "battle_ended")) == 1
    assert game.decision and (game.decision.kind, game.decision.power) == ("move", second)
    go(game, moves[second])
    assert [e["attacker"] for e in happened(game, "battle_started")] == [first, second]
    until_phase(game, "place")
    assert game.state.power in (USA, CHINA, "Germany")


@clause("anniversary.R157")
def test_china_has_no_ipcs_and_values_count_for_the_axis_only() -> None:
    game = scene(USA, "collect", ipcs={USA: 0})
    assert game.state.ipcs[CHINA] == 0
    assert not any(e["power"] == CHINA for e in happened(game, "income"))
    japan = scene(JAP, "collect", owners={"Yunnan": JAP}, ipcs={JAP: 0})
    assert happened(japan, "income")[0]["ipcs"] == 17 + 1


@clause("anniversary.R158", "anniversary.R160")
def test_allies_enter_chinese_territories_but_never_control_them() -> None:
    game = scene(USA, "combat_move", {"Yunnan": {USA: "1 infantry"}}, owners={"Fukien": JAP})
    game.answer("1 infantry: Yunnan > Fukien")
    assert owner(game, "Fukien") == CHINA
    assert has(game, "Fukien", USA, "infantry") == 1


@clause("anniversary.R159")
def test_a_complex_in_a_chinese_territory_is_of_no_use_to_the_allies() -> None:
    units = {"Hupeh": {USA: "1 infantry"}, "Kiangsu": {JAP: "1 industrial complex"}}
    game = scene(USA, "combat_move", units)
    game.answer("1 infantry: Hupeh > Kiangsu")
    assert has(game, "Kiangsu", CHINA, "industrial_complex") == 1
    assert game.rules.q.may_produce(game, USA, "Kiangsu") is not None
    assert game.rules.q.for_sale(game, CHINA) == {} or game.state.ipcs[CHINA] == 0
