"""The order of texts, strategic victory, convoy raids, and ships that begin a turn among enemies."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.house.enhanced.convoy_raids import Raids
from sandtable.house.enhanced.strategic_victory import Count
from sandtable.rules import registry
from tests.conformance.anniversary.board import (
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    damaged,
    ends,
    go,
    has,
    until,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import happened, tell
from tests.house.enhanced.scenes import enhanced

clause = pytest.mark.clause
FAQ_LAST = "house_rules rulebook official_faq"


@clause("enhanced.faq_precedence.1", "enhanced.faq_precedence.2", "enhanced.faq_precedence.3")
def test_which_text_decides() -> None:
    game = Game.new("anniversary", ["enhanced.faq_precedence"], scenario="1942")
    assert happened(game, "precedence")[0]["texts"] == "the house rules, the official FAQ, the rulebook"
    assert game.state.ipcs[GER] == 37 and game.decision
    game.answer(game.decision.advice)
    options = {"enhanced.faq_precedence.precedence": FAQ_LAST}
    printed = Game.new("anniversary", ["enhanced.faq_precedence"], options, scenario="1942")
    assert printed.state.ipcs[GER] == 31 and printed.decision
    printed.answer(printed.decision.advice)
    assert Game.new("anniversary", ["enhanced.faq_precedence"], options, scenario="1941").state.ipcs[GER] == 31
    limit = enhanced("tech_improved_factories", RED, "place", techs={RED: ["increased_factory_production"]})
    assert limit.rules.q.production(limit, RED, "Karelia S.S.R.") == 2  # a limit of the FAQ stays


# Victory

AXIS_14 = (
    "France", "Germany", "Italy", "Poland", "Japan", "Kiangsu", "Kwangtung", "Philippine Islands", "Karelia S.S.R.",
    "Caucasus", "Russia", "India", "Australia", "Hawaiian Islands",
)  # fmt: skip
ALLIED_8 = {
    "Archangel": RED, "Norway": RED, "Finland": RED, "Poland": RED, "France": UK, "Okinawa": USA,
    "Philippine Islands": USA, "Wake Island": JAP, "Midway": JAP, "Hawaiian Islands": JAP, "Kwangtung": JAP,
}  # fmt: skip


def won(owners: dict[str, str], units: Any = None, power: str = USA, **options: Any) -> tuple[str, str] | None:
    """What a check after the turn of a power finds."""
    extra = options.pop("rules", "")
    game = enhanced(f"strategic_victory{extra}", power, "place", units, owners=owners, options=options)
    found: tuple[str, str] | None = game.rules.q.victory(game, "turn_end")
    return found


def axis(without: str = "", **more: str) -> dict[str, str]:
    holders = {s: GER for s in AXIS_14 if s != without}
    return {**holders, "Japan": JAP, "Italy": ITA, **more}


@clause("enhanced.strategic_victory.1", "enhanced.strategic_victory.2", "enhanced.strategic_victory.4")
def test_fourteen_victory_cities() -> None:
    found = won(axis(), national_objectives_axis=20)
    assert found and found[0] == "axis" and "14 of the 18 victory cities" in found[1]
    assert won(axis("India"), national_objectives_axis=20) is None
    assert won(axis("India"), national_objectives_axis=20, victory_cities=13)


@clause("enhanced.strategic_victory.4")
@pytest.mark.parametrize(("when", "wins"), [("end_of_round", False), ("end_of_each_turn", True)])
def test_when_the_sides_are_counted(when: str, wins: bool) -> None:
    assert (won(axis(), power=JAP, check_time=when) is not None) is wins
    game = enhanced("strategic_victory", USA, "collect", owners=axis(), options={"check_time": when})
    assert game.over and game.winner == "axis"


@clause("enhanced.strategic_victory.1", "enhanced.strategic_victory.3")
def test_eight_objectives() -> None:
    found = won(ALLIED_8)
    assert found and found[0] == "allies" and "8 national objectives" in found[1]
    guest = {"Archangel": {UK: "1 fighter"}}
    assert won(ALLIED_8, guest) is None
    assert won(ALLIED_8, guest, national_objectives_allies=7)
    assert won(ALLIED_8, guest, count_ten_ipc_objective_as=2)


@clause("enhanced.strategic_victory.3")
@pytest.mark.parametrize("counts", [True, False])
def test_objectives_of_fallen_powers(counts: bool) -> None:
    fallen = {**ALLIED_8, "United Kingdom": GER}
    assert (won(fallen, objective_of_fallen_power_counts=counts) is not None) is counts


@clause("enhanced.strategic_victory.3")
def test_both_sides_at_the_same_time() -> None:
    assert won(axis(), national_objectives_allies=1) is None


@clause("enhanced.strategic_victory.3")
@pytest.mark.parametrize("counts", [True, False])
def test_objectives_of_national_advantages(counts: bool) -> None:
    """An objective that another rule adds counts only by the option."""
    game = enhanced("strategic_victory", ITA, "place", options={"count_national_advantage_bonus": counts})
    count = Count(registry.rules()["enhanced.strategic_victory"].choose({}), frozenset())
    assert count.weight(game, "Italy 1") == 0
    count.option.count_national_advantage_bonus = counts
    assert count.weight(game, "Italy 1") == int(counts)


# Convoy raids


def collected(power: str, units: Any, **more: Any) -> tuple[Game, int]:
    """The IPCs of a power after its income, and what it lost."""
    game = enhanced("convoy_raids", power, "cash_before_income", units, ipcs={power: 5}, **more)
    return game, sum(e["ipcs"] for e in happened(game, "convoys_raided"))


@clause(
    "enhanced.convoy_raids.1", "enhanced.convoy_raids.2", "enhanced.convoy_raids.4", "enhanced.convoy_raids.5",
)  # fmt: skip
@pytest.mark.parametrize(
    ("options", "lost"),
    [
        ({}, 3),
        ({"ipc_per_submarine": 2}, 6),
        ({"range": 2}, 5),
        ({"victims": ["Japan"]}, 0),
        ({"immune": [UK]}, 0),
    ],
)
def test_submarines_off_a_complex_take_income(options: Any, lost: int) -> None:
    units = {zone(7): {GER: "2 submarine, 1 destroyer"}, zone(8): {GER: "1 submarine"}, zone(9): {GER: "2 submarine"}}
    game, found = collected(UK, units, options=options)
    income = sum(e["ipcs"] for e in happened(game, "income"))
    assert found == lost and game.state.ipcs[UK] == 5 + income - lost


@clause("enhanced.convoy_raids.6", "enhanced.convoy_raids.7")
@pytest.mark.parametrize(("cap", "lost"), [("territory_value", 6), ("none", 8)])
def test_the_loss_at_a_complex_is_limited_and_leaves_no_damage(cap: str, lost: int) -> None:
    facts = {"damage": {"Italy": {"industrial_complex": 12}}}
    game, found = collected(ITA, {zone(14): {UK: "8 submarine"}}, facts=facts, options={"cap_per_complex": cap})
    assert found == lost and damaged(game, "Italy") == 12
    factories = enhanced(
        "convoy_raids tech_improved_factories", ITA, "cash_before_income", {zone(14): {UK: "8 submarine"}},
        techs={ITA: ["increased_factory_production"]},
    )  # fmt: skip
    assert happened(factories, "convoys_raided")[0]["ipcs"] == 6


@clause("enhanced.tech_improved_factories.3")
def test_improved_factories_do_not_change_convoy_raids() -> None:
    rules, techs = "tech_improved_factories convoy_raids", {ITA: ["increased_factory_production"]}
    game = enhanced(rules, ITA, "cash_before_income", {zone(14): {UK: "8 submarine"}}, techs=techs)
    assert happened(game, "convoys_raided")[0]["ipcs"] == 6


@clause("enhanced.convoy_raids.3")
def test_the_complexes_of_germany_and_the_soviet_union_are_immune() -> None:
    assert collected(GER, {zone(5): {UK: "2 submarine"}})[1] == 0
    assert collected(RED, {zone(16): {ITA: "2 submarine"}})[1] == 0


@clause("enhanced.convoy_raids.6")
@pytest.mark.parametrize(("each", "lost"), [(1, 2), (2, 4)])
def test_several_complexes(each: int, lost: int) -> None:
    units = {"Australia": {UK: "1 industrial complex"}, "India": {UK: "1 infantry"}}
    subs = {zone(n): {JAP: "1 submarine"} for n in (39, 40, 41)}
    assert collected(UK, {**units, **subs})[1] == 2
    near = {"Manchuria": {JAP: "1 industrial complex"}, zone(62): {USA: "2 submarine"}}  # the zone touches Japan, too
    assert collected(JAP, near, options={"complexes_per_submarine": each})[1] == lost


@clause("enhanced.convoy_raids.8")
@pytest.mark.parametrize(("raids", "lost"), [(False, 1), (True, 2)])
def test_submarines_that_submerged_do_not_raid(raids: bool, lost: int) -> None:
    units = {zone(7): {GER: "1 submarine"}, zone(6): {GER: "1 submarine"}, zone(8): {UK: "1 cruiser"},
             "India": {UK: "1 infantry"}}  # fmt: skip
    options = {"submerged_submarines_raid": raids}
    game = enhanced("convoy_raids", UK, "combat_move", units, options=options, dice=[], ipcs={UK: 0})
    go(game, "1 cruiser: Sea Zone 8 > Sea Zone 7")
    until(game, "submerge", {"fight": True})
    game.answer("1 submarine")
    while game.decision and game.decision.power == UK:
        game.answer(game.decision.advice)
    assert [e["ipcs"] for e in happened(game, "convoys_raided")] == [lost]


@clause("enhanced.convoy_raids.4")
def test_no_more_is_lost_than_is_collected() -> None:
    owners = {s: GER for s, space in Game.new("anniversary").rules.spaces.items() if space.owner == UK}
    owners |= {"United Kingdom": UK}
    units = {zone(7): {GER: "9 submarine"}}
    game, lost = collected(UK, units, owners=owners, options={"cap_per_complex": "none"})
    assert lost == sum(e["ipcs"] for e in happened(game, "income")) and game.state.ipcs[UK] == 5
    gone, none = collected(UK, units, owners={"United Kingdom": GER})
    assert none == 0 and gone.state.ipcs[UK] == 5


class Waters(Raids):
    """Raids on complexes of an imaginary sea: what each is worth, and which zones touch it."""

    worth, near = dict[str, int](), dict[str, frozenset[str]]()

    def targets(self, game: Any, victim: str) -> Any:
        return iter(self.near.items())

    def each(self, game: Any, power: str) -> int:
        return 1

    def cap(self, game: Any, space: str) -> int:
        return self.worth[space]


@clause("enhanced.convoy_raids.6")
@pytest.mark.parametrize("number", range(20))
def test_the_loss_is_that_of_the_best_assignment(number: int) -> None:
    """Against every assignment tried one by one."""
    rng = Random(number)
    sea = Waters(registry.rules()["enhanced.convoy_raids"].choose({}))
    sea.worth = {space: rng.randrange(1, 4) for space in "ABC"}
    sea.near = {space: frozenset(rng.sample("xyz", rng.randrange(1, 4))) for space in "ABC"}
    raiders = {(zone, GER): rng.randrange(1, 3) for zone in "xyz"}
    boats = [
        [s for s in "ABC" if zone in sea.near[s]] or ["none"] for (zone, _), n in raiders.items() for _ in range(n)
    ]
    best = max(sum(min(sea.worth[s], way.count(s)) for s in "ABC") for way in product(*boats))
    assert sea.loss(None, JAP, raiders) == best  # type: ignore[arg-type]


# Ships among enemies


def leaving(units: Any, **more: Any) -> Game:
    return enhanced("hostile_sea_zone_start", USA, "combat_move", {"Brazil": {USA: "1 infantry"}, **units}, **more)


AMONG = {zone(62): {USA: "1 transport", JAP: "1 destroyer"}}
CARGO = {zone(62): [(USA, "infantry")]}


@clause("enhanced.hostile_sea_zone_start.1", "enhanced.hostile_sea_zone_start.2", "enhanced.hostile_sea_zone_start.3")
def test_a_ship_that_left_goes_on_in_the_noncombat_move() -> None:
    game = leaving(AMONG, cargo=CARGO)
    go(game, "1 transport: Sea Zone 62 > Sea Zone 63")
    until_phase(game, "noncombat_move")
    tell(game, "1 transport: Sea Zone 63 > Sea Zone 64", "1 infantry: Sea Zone 64 > Alaska")
    assert has(game, "Alaska", USA, "infantry") == 1
    plain = enhanced("price_changes", USA, "combat_move", {"Brazil": {USA: "1 infantry"}, **AMONG}, cargo=CARGO)
    go(plain, "1 transport: Sea Zone 62 > Sea Zone 63")
    until_phase(plain, "noncombat_move")
    assert ends(plain, zone(63), "transport") == set()  # without the rule


@clause("enhanced.hostile_sea_zone_start.2")
def test_a_ship_that_finishes_in_the_combat_move_does_not_go_on() -> None:
    game = leaving({**AMONG, "Okinawa": {JAP: "1 infantry"}}, cargo=CARGO, dice=[1, 6])
    tell(game, "1 transport: Sea Zone 62 > Sea Zone 60", "1 infantry: Sea Zone 60 > Okinawa")
    go(game)
    until_phase(game, "noncombat_move")
    assert ends(game, zone(60), "transport") == set()
    moved = leaving(AMONG, cargo=CARGO)
    go(moved, "1 transport: Sea Zone 62 > Sea Zone 63 > Sea Zone 64")
    until_phase(moved, "noncombat_move")
    assert not moved.decision or moved.decision.kind != "move" or ends(moved, zone(64), "infantry") == set()


@clause("enhanced.hostile_sea_zone_start.1", "enhanced.hostile_sea_zone_start.2")
@pytest.mark.parametrize("friendly", [True, False])
def test_the_first_zone(friendly: bool) -> None:
    units = {zone(62): {USA: "1 destroyer", JAP: "1 destroyer"}, zone(59): {JAP: "1 cruiser"}}
    options = {"first_zone_must_be_friendly": friendly}
    game = leaving(units, dice=[1, 6], options=options)
    game.answer("1 destroyer: Sea Zone 62 > Sea Zone 59")
    with pytest.raises(Illegal):
        game.answer("1 destroyer: Sea Zone 59 > Sea Zone 57")  # it fights here
    go(game)
    until_phase(game, "noncombat_move")
    assert bool(ends(game, zone(59), "destroyer")) is not friendly
