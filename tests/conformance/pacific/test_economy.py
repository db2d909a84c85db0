"""Money, placing, China, and victory: R4, R5, R18, R20 to R27, R106 to R153."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.editions.pacific import china, score, sights
from sandtable.engine.game import Game
from sandtable.engine.sights import panels, signs
from sandtable.rules import registry
from tests.conformance.pacific.board import (
    AUSTRALIA,
    CHINA,
    HAWAII,
    HOME,
    INDIA,
    JAP,
    NSW,
    UK,
    USA,
    ends,
    form,
    go,
    has,
    owner,
    scene,
    stack_of,
    until,
    zone,
)  # fmt: skip
from tests.helpers import happened

clause = pytest.mark.clause


# --- money ------------------------------------------------------------------------------------------------------------


@clause("pacific.R4.1", "pacific.R5")
def test_the_british_divide_the_convoys_before_the_game() -> None:
    game = Game.new("pacific")
    assert game.decision and (game.decision.kind, game.decision.power) == ("divide", UK)
    game.answer(5)
    assert (game.state.ipcs[INDIA], game.state.ipcs[AUSTRALIA], game.state.ipcs[UK]) == (20, 27, 0)


@clause("pacific.R115", "pacific.R112", "pacific.R20.1", "pacific.R21.9")
def test_the_british_divide_the_convoys_each_turn() -> None:
    game = scene(UK, "collect", ipcs={UK: 0, INDIA: 0, AUSTRALIA: 0}, facts={"zones": {zone(52): JAP}})
    assert game.decision and game.decision.kind == "divide" and form(game).high == 8
    game.answer(8)
    assert (game.state.ipcs[INDIA], game.state.ipcs[AUSTRALIA]) == (15 + 8, 20)


@clause(
    "pacific.R20", "pacific.R21", "pacific.R21.1", "pacific.R21.3", "pacific.R21.4", "pacific.R21.6", "pacific.R21.7"
)
@clause("pacific.R21.5", "pacific.R142", "pacific.R27", "pacific.R117")
def test_phases() -> None:
    rules = registry.build("pacific")
    names = [step.name for step in rules.sequence("turn")]
    assert names == [
        "purchase", "recruit", "land_patrols", "combat_move", "combat", "patrol", "noncombat_move", "place", "surface",
        "collect", "divide",
    ]  # fmt: skip
    assert not rules.technologies and not rules.switch("neutrals_may_be_entered")
    game = scene(JAP, "combat_move", {"Siam": {JAP: "1 infantry"}}, round=2)
    go(game, "1 infantry: Siam > Malaya")
    assert owner(game, "Malaya") == JAP  # control changes with the capture; income is counted from the board


@clause("pacific.R106", "pacific.R107", "pacific.R26")
def test_each_country_buys_for_itself() -> None:
    game = scene(UK, "purchase", ipcs={INDIA: 7, AUSTRALIA: 8})
    assert game.decision and game.decision.power == INDIA
    assert {key[0] for key in form(game).most} == {"infantry", "artillery", "tank", "antiaircraft_gun"}
    with pytest.raises(Illegal):
        game.answer("3 infantry")
    game.answer("2 infantry")
    game.answer("1 transport")
    until(game, "place")
    assert game.decision.power == INDIA
    with pytest.raises(Illegal):
        game.answer({("infantry", NSW): 1})
    game.answer({("infantry", INDIA): 2})
    assert game.decision.power == AUSTRALIA
    game.answer({("transport", zone(30)): 1})
    assert has(game, INDIA, UK, "infantry") == 2 and has(game, zone(30), UK, "transport") == 1


@clause("pacific.R26", "pacific.R110", "pacific.R111", "pacific.R108.2")
def test_only_the_united_states_buys_marines_and_complexes() -> None:
    rules = registry.build("pacific")
    game = scene(USA, "purchase", ipcs={USA: 19})
    assert {"marine", "industrial_complex"} <= set(rules.q.for_sale(game, USA))
    for power in (JAP, INDIA, AUSTRALIA):
        assert not {"marine", "industrial_complex"} & set(rules.q.for_sale(game, power))
    game.answer("1 industrial complex")
    until(game, "place")
    places = {space for _, space in form(game).most}
    assert {"Philippines", "Midway"} <= places and not {HOME, HAWAII, "Szechwan"} & places
    game.answer({("industrial_complex", "Philippines"): 1})
    assert rules.q.production(game, USA, "Philippines") == 3


@clause("pacific.R108", "pacific.R108.1", "pacific.R109", "pacific.R18")
def test_where_units_are_placed() -> None:
    game = scene(JAP, "purchase", {zone(36): {USA: "1 submarine"}}, ipcs={JAP: 50})
    game.answer("10 infantry, 1 transport, 1 fighter")
    until(game, "place")
    assert set(form(game).most) == {("infantry", "Japan"), ("fighter", "Japan")}
    game.answer({("infantry", "Japan"): 10, ("fighter", "Japan"): 1})
    assert has(game, "Japan", JAP, "infantry") == 10


@clause("pacific.R116", "pacific.R118")
def test_no_money_changes_hands_between_countries() -> None:
    game = scene(UK, "purchase", ipcs={INDIA: 3, AUSTRALIA: 30})
    assert game.decision and form(game).most == {("infantry",): 1}
    assert not any(o.name for rows in game.rules.offers.values() for o in rows if "money" in o.text)


#: Szechwan is lost, so that the United States keeps Sikang, which it has taken (R128).
SIKANG = {"Yunnan": {USA: "1 infantry"}, "Szechwan": {JAP: "1 infantry"}}


@clause("pacific.R126", "pacific.R128")
def test_chinese_territory_pays_no_ally() -> None:
    paid = []
    for holder in (USA, JAP):
        game = scene(USA, "collect", SIKANG, owners={"Szechwan": JAP, "Sikang": holder})
        until(game, "none")
        paid.append([e["ipcs"] for e in happened(game, "income") if e["why"] == "production"])
    assert paid[0][0] == paid[1][0]
    japan = [scene(JAP, "collect", SIKANG, owners={"Szechwan": JAP, "Sikang": holder}) for holder in (USA, JAP)]
    lines = [[e["ipcs"] for e in happened(until(g, "none"), "income") if e["why"] == "production"] for g in japan]
    assert lines[1][0] == lines[0][0] + 1


@clause("pacific.R110")
def test_no_complex_is_placed_in_china() -> None:
    owners = {"Szechwan": JAP, "Sikang": USA}
    game = scene(USA, "purchase", SIKANG, owners=owners, ipcs={USA: 15})
    game.answer("1 industrial complex")
    until(game, "place")
    places = {space for kind, space in form(game).most if kind == "industrial_complex"}
    assert places and "Sikang" not in places


@clause("pacific.R105")
@pytest.mark.parametrize("joint", [True, False])
def test_china_takes_its_own_territory_from_a_joint_attack(joint: bool) -> None:
    units = {"Tsinghai": {USA: "1 infantry", CHINA: "1 infantry"}, "Sikang": {JAP: "1 infantry"}}
    game = scene(USA, "combat_move", units, owners={"Szechwan": JAP, "Sikang": JAP}, dice=[1, 6, 6])
    go(game, "1 infantry: Tsinghai > Sikang", *(["1 infantry of China: Tsinghai > Sikang"] if joint else []))
    until(game, "patrol")
    assert owner(game, "Sikang") == (CHINA if joint else USA)


@clause("pacific.R113", "pacific.R126")
def test_income_of_routes_and_chinese_territories() -> None:
    game = scene(JAP, "collect", owners={"Java": JAP, "Szechwan": JAP}, ipcs={JAP: 0}, facts={"zones": {zone(43): JAP}})
    assert game.state.ipcs[JAP] == 19 + 4 + 1
    game = scene(JAP, "collect", owners={"Java": JAP}, ipcs={JAP: 0})
    assert game.state.ipcs[JAP] == 19
    game = scene(USA, "collect", ipcs={USA: 0, CHINA: 0})
    assert (game.state.ipcs[USA], game.state.ipcs[CHINA]) == (75, 0)


# --- China ------------------------------------------------------------------------------------------------------------


@clause("pacific.R119", "pacific.R120", "pacific.R120.1", "pacific.R121", "pacific.R123", "pacific.E12")
def test_recruits() -> None:
    for lost, count in (((), 3), (("Burma",), 2), (("Burma", "Sikang"), 1)):
        game = scene(USA, "recruit", owners=dict.fromkeys(lost, JAP))
        assert happened(game, "recruited")[0]["units"] == {"infantry": count}
        until(game, "place")
        assert game.decision and game.decision.power == CHINA
        assert form(game).most == {("infantry", "Szechwan"): count}
    assert china.road_open(scene(USA, "recruit"))


@clause("pacific.R124")
def test_no_recruits_without_szechwan() -> None:
    game = scene(USA, "recruit", owners={"Szechwan": JAP})
    assert not happened(game, "recruited")


@clause("pacific.R125", "pacific.R128", "pacific.R129", "pacific.R130")
def test_who_controls_what_is_captured() -> None:
    owners = {"Java": JAP, "Siam": JAP, "Philippines": JAP}
    rules = registry.build("pacific")
    game = scene(UK, "combat_move", {NSW: {UK: "1 infantry"}}, owners=owners)

    def new(space: str, captor: str) -> str:
        return rules.q.new_owner(game, space, captor)

    assert new("Java", UK) == new("Java", USA) == AUSTRALIA
    assert new("Siam", UK) == new("French Indo-China", UK) == INDIA
    assert new("Korea", UK) == new("Manchuria", USA) == new("Shantung", UK) == CHINA
    assert new("Philippines", UK) == USA and new("Formosa", UK) == AUSTRALIA
    game = scene(UK, "combat_move", {NSW: {UK: "1 infantry"}}, owners={**owners, HOME: JAP, INDIA: JAP})
    assert new("Philippines", UK) == AUSTRALIA and new("Malaya", USA) == USA


@clause("pacific.R127", "pacific.R1", "pacific.R131", "pacific.R6.1")
def test_sides_and_closed_territories() -> None:
    game = scene(JAP, "combat_move", {"Manchuria": {JAP: "1 fighter, 1 infantry"}}, round=2)
    assert game.foes(JAP) == {UK, INDIA, AUSTRALIA, USA, CHINA}
    assert "Soviet Union" not in ends(game, "Manchuria", "infantry")
    with pytest.raises(Illegal):
        game.answer("1 fighter: Manchuria > Soviet Union > Sea Zone 36 > Japan")


@clause("pacific.R14", "pacific.R19")
def test_bases_cannot_be_bought_and_are_shown() -> None:
    game = scene(JAP, "purchase", ipcs={JAP: 99})
    assert set(game.rules.q.for_sale(game, JAP)) <= set(game.rules.units)
    texts = {sign.space: sign.text for sign in signs(game) if sign.kind == "base"}
    assert texts[HAWAII] == "Naval base; Air base" and texts["Samoa"] == "Naval base" and len(texts) == 22


# --- victory ----------------------------------------------------------------------------------------------------------


def collected(ipcs: int, points: int = 0, **more: Any) -> Game:
    """Japan at the end of a turn in which it gets so many IPCs, by capture beside its income of 19."""
    game = scene(JAP, "combat_move", {"Siam": {JAP: "1 infantry"}}, facts={"victory_points": points}, round=2, **more)
    game.state.now["earned"] = ipcs - 19
    go(game)
    return until(game, "none")


@clause("pacific.R132", "pacific.R144", "pacific.R23")
@pytest.mark.parametrize(("ipcs", "points"), [(19, 1), (27, 2), (28, 2), (30, 3), (50, 5)])
def test_a_victory_point_for_each_full_10_ipcs(ipcs: int, points: int) -> None:
    assert collected(ipcs).state.facts["victory_points"] == points
    assert collected(ipcs, 4).state.facts["victory_points"] == 4 + points


@clause("pacific.R133", "pacific.R146", "pacific.E13", "pacific.R139")
def test_japan_wins_with_22_points_at_the_end_of_its_turn() -> None:
    game = collected(39 + 11, 18)
    assert game.over and game.state.victory == ["axis", "Japan has 23 victory points"]
    assert not collected(39, 18).over


@clause("pacific.R140")
def test_a_bid_in_victory_points() -> None:
    for points in (23, 24, 25, 26):
        options = {"common.victory_point_bid.points": points}
        rules: dict[str, Any] = {"rules": ["common.victory_point_bid"], "options": options}
        assert collected(20, points - 3, **rules).over is False
        assert collected(20, points - 2, **rules).over


@clause("pacific.R137", "pacific.E14")
def test_the_allies_win_if_japan_collects_9_or_less() -> None:
    game = scene(JAP, "combat_move", {"Siam": {JAP: "1 infantry"}}, round=2, owners={"Siam": JAP, "Manchuria": CHINA},
                 facts={"zones": {zone(n): USA for n in (36, 37, 45)}})  # fmt: skip
    until(go(game), "none")
    assert game.state.victory == ["allies", "Japan has collected only 9 IPCs"]
    assert not collected(10).over


@clause("pacific.R134", "pacific.R134.1", "pacific.R135", "pacific.R136")
@pytest.mark.parametrize(
    ("space", "holder", "winner"),
    [(INDIA, JAP, "axis"), (NSW, JAP, "axis"), ("Japan", AUSTRALIA, "allies"), ("Szechwan", JAP, "")],
)
def test_a_capital_held_for_a_round_wins(space: str, holder: str, winner: str) -> None:
    taker = JAP if holder == JAP else UK
    units = {"Siam": {JAP: "1 infantry"}, "Hopei": {CHINA: "1 infantry"}, "Midway": {USA: "1 infantry"}}
    units["Queensland"] = {UK: "1 infantry"}
    game = scene(taker, "noncombat_move", units, round=2, owners={space: holder}, ipcs={JAP: 0, USA: 0},
                 switches={"allied_income_victory": -1})  # fmt: skip
    turns = 0
    while game.decision and turns < 5:
        turn = game.state.turn, game.state.round
        while game.decision and (game.state.turn, game.state.round) == turn:
            quiet = {"purchase": {}, "place": {}, "patrol": {}, "move": "done"}
            game.answer(quiet.get(game.decision.kind, game.decision.advice))
        turns += 1
    assert (game.state.victory or [""])[0] == winner
    assert turns == (4 if winner else 5)


@clause("pacific.R132")
def test_what_players_see() -> None:
    game = scene(USA, "combat_move", {zone(9): {USA: "1 fighter"}}, facts={"victory_points": 7, "kamikaze_used": 2})
    stack = stack_of(game, zone(9), USA, "fighter")
    game.state.turn_into(zone(9), stack, stack.cond.marked("aloft"), 1)
    rows = {row.text: row.value for panel in panels(game) for row in panel.rows}
    assert (
        rows["Japan"] == "7 of 22" and rows["At its present income"] == "19 IPCs" and rows["Attacks left"] == "4 of 6"
    )
    assert any(s.space == zone(9) and "patrol" in s.text for s in sights.patrols(game))
    assert score.points_for(game, 9) == 0
