"""Technologies of land units, factories, and shipyards, and how they are developed."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from tests.conformance.anniversary.board import (
    CHINA,
    GER,
    ITA,
    JAP,
    RED,
    UK,
    USA,
    ends,
    fired,
    form,
    go,
    has,
    keys,
    owner,
    until,
    until_phase,
)  # fmt: skip
from tests.helpers import at, happened, tell
from tests.house.enhanced.scenes import Match, agrees, enhanced

clause = pytest.mark.clause
HOME = {"Germany": {GER: "1 infantry"}}
NAMES = {
    "Chart 1": ["Advanced Artillery", "Rockets", "Paratroopers", "Improved Factories", "War Bonds",
                "Mechanized Infantry"],
    "Chart 2": ["Super Destroyers", "Jet Power", "Improved Shipyards", "Radar", "Long-Range Aircraft",
                "Heavy Bombers"],
}  # fmt: skip


def research(dice: list[int], ipcs: int = 40, power: str = GER, rules: str = "weapons_development", **more: Any) -> Any:
    units = more.pop(
        "units", {"Germany": {GER: "1 infantry"}, "Japan": {JAP: "1 infantry"}, "Russia": {RED: "1 infantry"}}
    )
    return enhanced(rules, power, "develop", units, dice=dice, ipcs={power: ipcs}, **more)


# Weapons development


@clause("enhanced.weapons_development.1", "enhanced.weapons_development.2", "enhanced.weapons_development.3")
def test_the_two_charts() -> None:
    rules = research([], rules="weapons_development tech_super_destroyers").rules
    for chart, names in NAMES.items():
        found = sorted((t.die, t.name) for t in rules.technologies.values() if t.chart == chart)
        assert found == list(enumerate(names, 1))
    assert "super_submarines" not in rules.technologies


@clause("enhanced.weapons_development.1")
def test_a_technology_is_named_before_the_roll() -> None:
    game = tell(research([1, 3, 6, 2]), "rockets", 4)
    assert game.state.techs[GER] == []
    tell(game, "none")
    assert game.state.techs[GER] == ["rockets"] and game.state.ipcs[GER] == 20
    assert not game.state.facts.get("researchers") and game.decision and game.decision.kind == "purchase"
    easy = tell(research([4, 1], options={"success_on": 4}), "rockets", 2, "none")
    assert easy.state.techs[GER] == ["rockets"]
    assert CHINA not in {d.power for d in easy.open}


@clause("enhanced.weapons_development.1")
def test_a_sensible_power_researches_what_is_worth_its_price() -> None:
    assert research([], 60).decision.advice == "war_bonds" and research([], 10).decision.advice == "none"


@clause("enhanced.weapons_development.1")
@pytest.mark.parametrize("most", [0, 1])
def test_technologies_tried_for_in_a_turn(most: int) -> None:
    game = tell(research([6], options={"max_technologies_per_turn": most}), "rockets", 1)
    assert game.decision and (game.decision.kind == "research") is (most == 0)


@clause("enhanced.weapons_development.2", "enhanced.weapons_development.3")
def test_research_as_in_the_base_game() -> None:
    options = {"research_mode": "base_random"}
    game = research([6, 1], 5, JAP, "weapons_development tech_super_destroyers", options=options)
    tell(game, 1, "Chart 2")
    assert game.state.techs[JAP] == ["super_destroyers"]


# Chart 1


@clause("enhanced.tech_advanced_artillery.1", "enhanced.tech_advanced_artillery.2")
def test_free_artillery_at_once_and_with_the_new_units() -> None:
    units = {"Russia": {RED: "1 infantry"}, "Caucasus": {RED: "1 infantry"}}
    owners = {"Ukraine": GER}
    game = research([6], 4 * 5, RED, "tech_advanced_artillery", units=units, owners=owners)
    tell(game, "advanced_artillery", 1, "none")
    assert has(game, "Russia", RED, "artillery") == 1
    until(game, "move")
    assert "East Poland" not in ends(game, "Russia", "artillery") and "Ukraine" in ends(game, "Caucasus", "infantry")
    game.answer("1 infantry: Caucasus > Ukraine")
    until(game, "grant")
    assert game.decision and form(game).room({}, ("artillery", "Caucasus")) == 1
    assert ("artillery", "Ukraine") not in form(game).most  # captured in this turn
    game.answer("1 artillery > Caucasus")
    assert has(game, "Caucasus", RED, "artillery") == 1
    later = enhanced("tech_advanced_artillery", RED, "place", units, techs={RED: ["advanced_artillery"]})
    assert not happened(later, "granted")  # once
    options = {"free_now": 2, "free_mobilize": 0}
    other = research([6], 20, RED, "tech_advanced_artillery", units=units, options=options)
    tell(other, "advanced_artillery", 1, "none")
    assert has(other, "Russia", RED, "artillery") == 2
    until_phase(other, "collect")
    assert len(happened(other, "granted")) == 1


@clause("enhanced.tech_advanced_artillery.3", "enhanced.tech_advanced_artillery.4")
@pytest.mark.parametrize(
    ("force", "options", "first", "second"),
    [
        ("4 infantry, 2 artillery", {}, "2 and 3", "2"),
        ("3 infantry, 1 artillery", {}, "1 and 2 and 3", "1 and 2"),
        ("3 infantry, 1 artillery", {"supported_infantry": 3}, "2 and 3", "2"),
        ("2 infantry, 1 artillery", {"supported_infantry": 1, "first_cycle_attack": 4}, "1 and 2 and 4", "1 and 2"),
    ],
)
def test_advanced_artillery_attacks(force: str, options: dict[str, int], first: str, second: str) -> None:
    units = {"Poland": {GER: force}, "East Poland": {RED: "9 infantry"}, **HOME}
    dice = [6] * (int(force[0]) + int(force.partition(", ")[2][0]) + 9) * 2
    game = enhanced(
        "tech_advanced_artillery", GER, "combat_move", units, techs={GER: ["advanced_artillery"]}, dice=dice,
        options=options,
    )  # fmt: skip
    go(game, f"{force}: Poland > East Poland")
    until(game, "retreat")
    game.answer("press on")
    until(game, "retreat")
    rolls = [on for text, on, *_ in fired(game) if text == "attackers"]
    assert rolls == [first, second]
    assert game.stats(GER, "artillery").defense == 2


@clause("enhanced.tech_advanced_artillery.3")
def test_the_odds_of_advanced_artillery() -> None:
    rules, techs = ["weapons_development", "tech_advanced_artillery"], {RED: ["advanced_artillery"]}
    agrees(Match("land", {"infantry": 3, "artillery": 1}, {"infantry": 3}, rules, techs))


def flown(units: Any, **more: Any) -> Any:
    more.setdefault("techs", {UK: ["paratroopers"]})
    return enhanced("tech_paratroopers", UK, more.pop("phase", "combat_move"), units, **more)


BOMBER = {"United Kingdom": {UK: "1 bomber, 2 infantry"}, "India": {UK: "1 infantry"}}


@clause("enhanced.tech_paratroopers.1", "enhanced.tech_paratroopers.3", "enhanced.tech_paratroopers.4")
def test_a_paratrooper_and_its_bomber_attack() -> None:
    units = {**BOMBER, "Norway": {GER: "1 infantry"}}
    game = flown(units, dice=[6, 3, 6])
    go(game, "1 bomber, 1 infantry: United Kingdom > Sea Zone 6 > Norway")
    assert game.decision and game.decision.kind == "take_part"
    game.answer("1 bomber")
    until(game, "move")
    assert fired(game)[0][1] == "1 and 4" and owner(game, "Norway") == UK
    skips = flown(units, dice=[1, 6])
    go(skips, "1 bomber, 1 infantry: United Kingdom > Sea Zone 6 > Norway")
    skips.answer({})  # it just drops the infantry
    until(skips, "move")
    assert fired(skips)[0][1] == "1" and owner(skips, "Norway") == UK
    heavy = flown(units, techs={UK: ["paratroopers", "heavy_bombers"]}, dice=[6, 6, 4, 6])
    go(heavy, "1 bomber, 1 infantry: United Kingdom > Sea Zone 6 > Norway")
    until(heavy, "move")
    assert len(fired(heavy)[0][2]) == 3


@clause("enhanced.tech_paratroopers.5", "enhanced.tech_paratroopers.6")
def test_the_drop_is_in_the_first_hostile_territory_and_no_raid() -> None:
    game = flown(BOMBER)
    over = "1 bomber, 1 infantry: United Kingdom > Sea Zone 7 > Northwestern Europe > Germany"
    with pytest.raises(Illegal, match="first hostile territory on the way: Northwestern Europe"):
        game.answer(over)
    with pytest.raises(Illegal, match="cannot be carried on a raid"):
        game.answer("1 bomber, 1 infantry: United Kingdom > Sea Zone 6 > Sea Zone 5 > Germany [raid]")
    with pytest.raises(Illegal, match="cannot carry that many"):
        game.answer("1 bomber, 2 infantry: United Kingdom > Sea Zone 6 > Sea Zone 5 > Germany")
    game.answer("1 bomber, 1 infantry: United Kingdom > Sea Zone 6 > Sea Zone 5 > Germany")
    two = flown(BOMBER, options={"infantry_per_bomber": 2})
    two.answer("1 bomber, 2 infantry: United Kingdom > Sea Zone 6 > Norway")


@clause("enhanced.tech_paratroopers.1", "enhanced.tech_paratroopers.2")
def test_infantry_is_flown_in_the_noncombat_move() -> None:
    units = {"Eastern United States": {USA: "1 bomber, 1 infantry"}, "Brazil": {USA: "1 infantry"}}
    techs = {USA: ["paratroopers"]}
    way = "1 bomber, 1 infantry: Eastern United States > Sea Zone 10 > Sea Zone 9 > Sea Zone 1 > Sea Zone 2 > Iceland"
    game = flown(units, phase="combat_move", techs=techs)
    game = enhanced("tech_paratroopers", USA, "noncombat_move", units, techs=techs)
    game.answer(way)
    assert at(game, "Iceland", USA) == {"bomber": 1, "infantry": 1}
    refused = enhanced(
        "tech_paratroopers", USA, "noncombat_move", units, techs=techs, options={"noncombat_allowed": False}
    )
    with pytest.raises(Illegal, match="hostile territory"):
        refused.answer(way)
    over = {"United Kingdom": {UK: "1 bomber, 1 infantry"}}
    far = flown(over, phase="noncombat_move", owners={"Germany": UK})
    with pytest.raises(Illegal, match="first hostile territory"):
        far.answer("1 bomber, 1 infantry: United Kingdom > Sea Zone 7 > Northwestern Europe > Germany")


@clause("enhanced.tech_paratroopers.1", "enhanced.tech_paratroopers.5")
def test_infantry_picked_up_on_the_way() -> None:
    units = {"India": {UK: "1 bomber"}, "Egypt": {UK: "2 infantry"}, "Libya": {ITA: "1 infantry"}}
    fetch, drop = "1 bomber: India > Persia > Trans-Jordan > Egypt", "1 bomber, 1 infantry: Egypt > Libya"
    with pytest.raises(Illegal, match="must end in a hostile space"):
        flown(units).answer(fetch)
    free = {"same_start_territory": False}
    game = tell(flown(units, options=free, dice=[6, 6, 1] * 4), fetch)
    assert "Libya" in ends(game, "Egypt", "bomber")
    game.answer(drop)
    assert at(game, "Libya", UK) == {"bomber": 1, "infantry": 1} and at(game, "Egypt", UK) == {"infantry": 1}
    short = {**units, "India": {UK: "1 infantry"}, "Anglo-Egypt Sudan": {UK: "1 bomber"}}
    waits = tell(flown(short, options=free), "1 bomber: Anglo-Egypt Sudan > Egypt", "done")
    until_phase(waits, "noncombat_move")
    waits.answer("1 bomber, 1 infantry: Egypt > Trans-Jordan > Persia")
    assert at(waits, "Persia", UK) == {"bomber": 1, "infantry": 1}
    more = {**short, "Trans-Jordan": {UK: "1 infantry"}}
    once = flown(more, options=free, phase="noncombat_move")
    tell(once, "1 bomber: Anglo-Egypt Sudan > Egypt", "1 bomber, 1 infantry: Egypt > Trans-Jordan")
    with pytest.raises(Illegal, match="cannot carry more this turn"):
        once.answer("1 bomber, 1 infantry: Trans-Jordan > Egypt")


@clause("enhanced.tech_improved_factories.1", "enhanced.tech_improved_factories.2")
@pytest.mark.parametrize(
    ("options", "made", "cost"),
    [
        ({}, {"Germany": 12, "Finland": 1}, 6),
        ({"extra_units": 4, "minimum_territory_value": 0, "rounding": "down"}, {"Germany": 14, "Finland": 5}, 5),
        ({"repair_cost_factor": 1.5}, {"Germany": 12, "Finland": 1}, 17),
    ],
)
def test_improved_factories(options: dict[str, Any], made: dict[str, int], cost: int) -> None:
    units = {**HOME, "Finland": {GER: "1 industrial complex"}}
    hurt = {"damage": {"Germany": {"industrial_complex": 11}, "Finland": {"industrial_complex": 1}}}
    techs = {GER: ["increased_factory_production"]}
    game = enhanced(
        "tech_improved_factories", GER, "purchase", units, techs=techs, ipcs={GER: 40}, options=options, facts=hurt
    )
    game.answer({("Germany", "industrial_complex"): 11})
    assert game.state.ipcs[GER] == 40 - cost
    found = {space: game.rules.q.production(game, GER, space) for space in made}
    assert found == {**made, "Finland": made["Finland"]}
    part = {"damage": {"Germany": {"industrial_complex": 5}}}
    left = enhanced("tech_improved_factories", GER, "place", units, techs=techs, facts=part)
    assert left.rules.q.production(left, GER, "Germany") == 7
    assert left.rules.q.production(left, UK, "United Kingdom") == 8


@clause("enhanced.tech_war_bonds.1", "enhanced.tech_war_bonds.2", "enhanced.tech_war_bonds.3")
@pytest.mark.parametrize(
    ("dice", "options", "more"),
    [
        ([4], {}, 4),
        ([6, 6], {}, 12),
        ([5, 3], {"reroll_on": 5}, 8),
        ([6, 6, 2], {"max_extra_dice": 2}, 14),
        ([3, 4], {"dice": 2}, 7),
    ],
)
def test_war_bonds(dice: list[int], options: dict[str, int], more: int) -> None:
    game = enhanced(
        "tech_war_bonds", ITA, "collect", techs={ITA: ["war_bonds"]}, ipcs={ITA: 0}, dice=dice, options=options
    )
    assert game.state.ipcs[ITA] == 10 + 5 + more
    assert not happened(enhanced("tech_war_bonds", ITA, "collect"), "bonds_rolled")


@clause(
    "enhanced.tech_mechanized_infantry.1", "enhanced.tech_mechanized_infantry.2", "enhanced.tech_mechanized_infantry.3"
)
def test_mechanized_infantry() -> None:
    units = {"Eastern United States": {USA: "1 infantry"}}
    game = tell(research([6], 5, USA, "tech_mechanized_infantry", units=units), "mechanized_infantry", 1)
    until_phase(game, "collect")
    assert happened(game, "granted")[0]["units"] == {"infantry": 2}
    assert has(game, "Eastern United States", USA, "infantry") == 3
    none = research([6], 5, USA, "tech_mechanized_infantry", units=units, options={"free_infantry": 0})
    until_phase(tell(none, "mechanized_infantry", 1), "collect")
    assert not happened(none, "granted")
    army = {
        "Poland": {GER: "2 infantry, 2 tank"},
        "Belorussia": {RED: "3 infantry"},
        "Germany": {GER: "3 infantry, 2 tank"},
    }
    blitz = enhanced("tech_mechanized_infantry", GER, "combat_move", army, techs={GER: ["mechanized_infantry"]})
    blitz.answer("2 infantry, 2 tank: Poland > East Poland > Belorussia")
    assert owner(blitz, "East Poland") == GER and at(blitz, "Belorussia", GER) == {"infantry": 2, "tank": 2}


@clause("enhanced.tech_mechanized_infantry.3")
def test_one_infantry_for_each_tank() -> None:
    army = {"Germany": {GER: "3 infantry, 2 tank"}}
    known = {"owners": {"East Poland": GER}, "techs": {GER: ["mechanized_infantry"]}}
    way = "Germany > Poland > East Poland"
    game = enhanced("tech_mechanized_infantry", GER, "noncombat_move", army, **known)
    with pytest.raises(Illegal, match="cannot carry that many"):
        game.answer(f"3 infantry, 2 tank: {way}")
    game.answer(f"2 infantry, 2 tank: {way}")
    assert ends(game, "Germany", "infantry") and "East Poland" not in ends(game, "Germany", "infantry")
    more = enhanced("tech_mechanized_infantry", GER, "noncombat_move", army, options={"infantry_per_tank": 2}, **known)
    more.answer(f"3 infantry, 2 tank: {way}")
    slow = enhanced("tech_mechanized_infantry", GER, "noncombat_move", army, options={"paired_move": 1}, **known)
    with pytest.raises(Illegal, match="cannot move that far"):
        slow.answer(f"2 infantry, 2 tank: {way}")


# Chart 2


@clause(
    "enhanced.tech_improved_shipyards.1", "enhanced.tech_improved_shipyards.2", "enhanced.tech_improved_shipyards.3",
    "enhanced.tech_improved_shipyards.4", "enhanced.tech_improved_shipyards.5", "enhanced.tech_improved_shipyards.6",
    "enhanced.tech_improved_shipyards.7",
)  # fmt: skip
def test_improved_shipyards() -> None:
    def bought(power: str, ipcs: int, order: str, **options: int) -> int:
        techs = {power: ["improved_shipyards"]}
        units = {"India": {UK: "1 infantry"}, "Japan": {JAP: "1 infantry"}}
        game = enhanced(
            "tech_improved_shipyards", power, "purchase", units, techs=techs, ipcs={power: ipcs}, options=options
        )
        game.answer(order)
        return int(game.state.ipcs[power])

    assert bought(UK, 29, "1 battleship, 1 destroyer, 1 submarine") == 0
    assert bought(JAP, 27, "1 carrier, 1 cruiser, 1 transport") == 0
    own = {"battleship": 16, "carrier": 10, "cruiser": 9, "destroyer": 6, "transport": 5, "submarine": 4}
    order = "1 battleship, 1 carrier, 1 cruiser, 1 destroyer, 1 transport, 1 submarine"
    assert bought(UK, 50, order, **own) == 0


@clause("enhanced.tech_super_destroyers.1")
@pytest.mark.parametrize(("options", "attack"), [({}, 3), ({"attack": 4}, 4)])
def test_super_destroyers_attack(options: dict[str, int], attack: int) -> None:
    techs = {JAP: ["super_destroyers"]}
    game = enhanced("tech_super_destroyers", JAP, "purchase", techs=techs, options=options)
    own, other = game.stats(JAP, "destroyer"), game.stats(USA, "destroyer")
    assert (own.attack, own.defense, other.attack) == (attack, 2, 2)
    assert "super_destroyers" in keys(research([], rules="tech_super_destroyers"))
