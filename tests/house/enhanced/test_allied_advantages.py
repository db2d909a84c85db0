"""National advantages of the Soviet Union, the United Kingdom, the United States, and which ones are in force."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.battle.columns import columns
from sandtable.battle.reading import in_round
from sandtable.battle.volley import Volley
from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from tests.conformance.anniversary.board import (
    CHINA,
    GER,
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
    scene,
    until_phase,
    zone,
)  # fmt: skip
from tests.helpers import at, happened

from .duel import Duel, agrees, answered, enhanced, kinds

clause = pytest.mark.clause

# --- the Soviet Union -------------------------------------------------------------------------------------------------

RAILWAY, INDUSTRY = "na_russia_railway", "na_russia_mobile_industry"


def rails(units: Any, rules: str = RAILWAY, **more: Any) -> Game:
    return enhanced(rules, RED, "noncombat_move", units, **more)


@clause("enhanced.na_russia_railway.1", "enhanced.na_russia_railway.2", "enhanced.na_russia_railway.3")
def test_two_territories_by_rail() -> None:
    game = rails({"Novosibirsk": {RED: "2 infantry, 1 artillery, 1 aa gun"}})
    go(
        game,
        "2 infantry: Novosibirsk > Belorussia",
        "1 artillery: Novosibirsk > Caucasus",
        "1 aa gun: Novosibirsk > Russia",
    )
    assert has(game, "Belorussia", RED, "infantry") == 2 and has(game, "Caucasus", RED, "artillery") == 1


@clause("enhanced.na_russia_railway.1", "enhanced.na_russia_railway.3")
def test_by_rail_to_a_territory_that_was_just_retaken() -> None:
    game = rails({"Karelia S.S.R.": {RED: "1 infantry"}}, owners={"Baltic States": RED})
    assert "Baltic States" in ends(game, "Karelia S.S.R.", "infantry")
    shut = rails({"Karelia S.S.R.": {RED: "1 infantry"}}, owners={"Belorussia": GER, "Archangel": GER})
    assert ends(shut, "Karelia S.S.R.", "infantry") & {"Baltic States", "Russia"} == {"Baltic States"} & set(
        shut.rules.neighbors["Karelia S.S.R."]
    )


@clause("enhanced.na_russia_railway.2", "enhanced.na_russia_railway.3")
def test_a_move_by_rail_begins_and_ends_on_the_network() -> None:
    game = rails({"Urals": {RED: "1 infantry"}, "Belorussia": {RED: "1 infantry"}}, owners={"Poland": RED})
    assert "Caucasus" not in ends(game, "Urals", "infantry") and "Russia" in ends(game, "Urals", "infantry")
    near = set(game.rules.neighbors["Belorussia"])
    assert ("Poland" in ends(game, "Belorussia", "infantry")) == ("Poland" in near)
    with pytest.raises(Illegal):
        game.answer("1 infantry: Belorussia > Baltic States > Poland")
    free = rails({"Urals": {RED: "1 infantry"}}, options={"must_start_on_network": False})
    assert "Caucasus" in ends(free, "Urals", "infantry") or "Caucasus" in free.rules.neighbors["Urals"]


def test_the_railway_by_its_options_and_for_others() -> None:
    far = rails({"Buryatia S.S.R.": {RED: "1 infantry"}}, options={"move": 3})
    near = rails({"Buryatia S.S.R.": {RED: "1 infantry"}})
    assert ends(far, "Buryatia S.S.R.", "infantry") > ends(near, "Buryatia S.S.R.", "infantry")
    few = rails({"Novosibirsk": {RED: "1 infantry"}}, options={"territories": ("Novosibirsk", "Urals")})
    assert "Belorussia" not in ends(few, "Novosibirsk", "infantry")
    units = {"Russia": {UK: "1 infantry"}}
    ally = enhanced(RAILWAY, UK, "noncombat_move", units)
    assert ends(ally, "Russia", "infantry") <= set(ally.rules.neighbors["Russia"])
    attack = enhanced(RAILWAY, RED, "combat_move", {"Novosibirsk": {RED: "1 infantry"}}, owners={"Belorussia": GER})
    assert "Belorussia" not in ends(attack, "Novosibirsk", "infantry")


@clause("enhanced.na_russia_railway.1")
def test_chinese_units_do_not_leave_china_by_rail() -> None:
    held: Any = {"options": {"must_start_on_network": False, "move": 9}, "techs": {CHINA: [RAILWAY]}}
    units = {"Chinghai": {CHINA: "1 infantry"}, "Brazil": {USA: "1 infantry"}}
    game = enhanced(RAILWAY, USA, "noncombat_move", units, **held)
    while game.open[0].power != CHINA:
        game.answer("done")
    listed = ends(game, "Chinghai", "infantry")
    assert listed and all(game.rules.spaces[space].owner != RED for space in listed)


@clause("enhanced.na_russia_railway.1")
def test_only_complexes_that_can_move_go_by_rail() -> None:
    assert ends(rails({"Urals": {RED: "1 infantry"}}), "Caucasus", "industrial_complex") == set()
    both = rails({}, f"{RAILWAY} {INDUSTRY}")
    assert "Belorussia" in ends(both, "Caucasus", "industrial_complex") and "Russia" not in ends(
        both, "Caucasus", "industrial_complex"
    )


@clause("enhanced.na_russia_mobile_industry.1")
def test_a_complex_moves_and_produces_at_once() -> None:
    game = rails({}, INDUSTRY, facts={"bought": {}})
    game.state.now["bought"] = {"infantry": 3}
    go(game, "1 industrial complex: Karelia S.S.R. > Archangel")
    assert has(game, "Archangel", RED, "industrial_complex") == 1
    assert form(game).room({}, ("infantry", "Archangel")) == 2
    assert ("infantry", "Karelia S.S.R.") not in form(game).most


@clause("enhanced.na_russia_mobile_industry.1")
def test_where_a_complex_cannot_go() -> None:
    game = rails({"Persia": {RED: "1 infantry"}}, INDUSTRY)
    with pytest.raises(Illegal, match="already has an industrial complex"):
        game.answer("1 industrial complex: Caucasus > Russia")
    with pytest.raises(Illegal, match="territory that you control"):
        game.answer("1 industrial complex: Caucasus > Persia")
    before = enhanced(INDUSTRY, RED, "combat_move", {"Russia": {RED: "1 tank"}}, owners={"Ukraine": GER})
    assert ends(before, "Caucasus", "industrial_complex") == set()
    taken = enhanced(INDUSTRY, GER, "noncombat_move", {"Ukraine": {GER: "1 infantry"}},
                     owners={"Caucasus": GER, "Ukraine": GER})  # fmt: skip
    assert ends(taken, "Caucasus", "industrial_complex") == set()


@clause("enhanced.na_russia_mobile_industry.1")
def test_damage_goes_along_with_a_complex() -> None:
    game = rails({}, INDUSTRY, facts={"damage": {"Caucasus": {"industrial_complex": 5}}})
    go(game, "1 industrial complex: Caucasus > Ukraine")
    assert damaged(game, "Caucasus") == 0 and damaged(game, "Ukraine") == 5


def test_mobile_industry_by_its_options() -> None:
    far = rails({}, INDUSTRY, options={"move": 2})
    assert "Belorussia" in ends(far, "Caucasus", "industrial_complex")
    still = rails({}, INDUSTRY, options={"may_produce_after_move": False})
    still.state.now["bought"] = {"infantry": 3}
    go(still, "1 industrial complex: Karelia S.S.R. > Archangel")
    assert {space for _, space in form(still).most} == {"Russia", "Caucasus"}
    sea = {"Karelia S.S.R.": {RED: "1 infantry"}, zone(4): {RED: "1 transport"}}
    game = rails(sea, INDUSTRY, options={"allow_sea_transport": True})
    game.answer("1 industrial complex: Karelia S.S.R. > Sea Zone 4")
    go(game, "1 industrial complex: Sea Zone 4 > Archangel")
    assert has(game, "Archangel", RED, "industrial_complex") == 1
    with pytest.raises(Illegal):
        rails(sea, INDUSTRY).answer("1 industrial complex: Karelia S.S.R. > Sea Zone 4")


# --- the United Kingdom -----------------------------------------------------------------------------------------------

GARRISON, LEASE = "na_england_colonial_garrison", "na_england_lend_lease"


def garrison(owners: Any = None, **more: Any) -> Game:
    return enhanced(GARRISON, UK, "place", {"Brazil": {USA: "1 infantry"}}, owners=owners, **more)


@clause("enhanced.na_england_colonial_garrison.1")
def test_one_free_infantry_in_a_colony() -> None:
    game = garrison({"Australia": JAP, "Union of South Africa": JAP})
    assert set(form(game).most) == {("infantry", "Egypt"), ("infantry", "India")}
    with pytest.raises(Illegal):
        game.answer({("infantry", "Egypt"): 1, ("infantry", "India"): 1})
    game.answer({("infantry", "Egypt"): 1})
    assert has(game, "Egypt", UK, "infantry") == 1 and has(game, "India", UK, "infantry") == 0
    last = garrison({"Australia": JAP, "India": JAP, "Egypt": "Italy"})
    assert has(last, "Union of South Africa", UK, "infantry") == 1


@clause("enhanced.na_england_colonial_garrison.1")
def test_no_garrison_without_london_or_in_a_colony_just_taken() -> None:
    assert not happened(garrison({"United Kingdom": GER}), "granted")
    units = {"Libya": {UK: "1 infantry"}, "Brazil": {USA: "1 infantry"}}
    game = enhanced(GARRISON, UK, "combat_move", units, owners={"Egypt": "Italy"})
    go(game, "1 infantry: Libya > Egypt")
    answered(game, "grant")
    assert ("infantry", "Egypt") not in form(game).most


def test_the_garrison_by_its_options() -> None:
    game = garrison(options={"one_in_each": True, "infantry_per_round": 2, "territories": ("Egypt", "India")})
    assert [has(game, s, UK, "infantry") for s in ("Egypt", "India", "Australia")] == [2, 2, 0]


LENT = {"Egypt": {USA: "2 infantry, 1 tank, 1 bomber"}, "Brazil": {USA: "1 infantry"}, zone(8): {USA: "1 transport"}}


def lease(phase: str, units: Any = LENT, rules: str = LEASE, **more: Any) -> Game:
    return enhanced(rules, UK, phase, units, ipcs={UK: 20, USA: 40}, **more)


@clause("enhanced.na_england_lend_lease.1")
def test_american_units_worth_12_ipcs_become_british() -> None:
    game = lease("place")
    game.answer("lend_lease")
    assert ("infantry", "Brazil") not in form(game).most and ("transport", zone(8)) in form(game).most
    with pytest.raises(Illegal, match="12 IPCs"):
        game.answer({("infantry", "Egypt"): 2, ("transport", zone(8)): 1})
    game.answer({("infantry", "Egypt"): 2, ("tank", "Egypt"): 1})
    assert at(game, "Egypt", UK) == {"infantry": 2, "tank": 1} and at(game, "Egypt", USA) == {"bomber": 1}


@clause("enhanced.na_england_lend_lease.1")
def test_the_price_in_force_decides() -> None:
    dear = lease("place", rules=f"{LEASE} price_changes")
    dear.answer("lend_lease")
    assert ("bomber", "Egypt") not in form(dear).most
    cheap = lease("place", options={"convert_limit": 14}, rules=f"{LEASE} price_changes")
    cheap.answer("lend_lease")
    assert ("bomber", "Egypt") in form(cheap).most


@clause("enhanced.na_england_lend_lease.1")
def test_cargo_stays_aboard_a_ship_that_changes_hands() -> None:
    game = scene(UK, "place", LENT, rules=[f"enhanced.{LEASE}"], cargo={zone(8): [(USA, "infantry")]})
    game.answer("lend_lease")
    game.answer({("transport", zone(8)): 1})
    (ship,) = game.state.at(zone(8))
    assert (ship.owner, ship.cond.cargo) == (UK, ((USA, "infantry"),))


@clause("enhanced.na_england_lend_lease.2", "enhanced.na_england_lend_lease.3")
def test_borrowing_excludes_taking_over_in_the_same_turn() -> None:
    game = lease("purchase")
    game.answer("lend_lease")
    game.answer(True)
    assert (game.state.ipcs[UK], game.state.ipcs[USA]) == (25, 35)
    assert "offer" not in [k for k in kinds(game, purchase={}, move="done", place={}) if k == "offer"]
    poor = enhanced(LEASE, UK, "purchase", LENT, ipcs={UK: 20, USA: 4})
    assert poor.decision and poor.decision.kind == "purchase"


def test_lend_lease_by_its_options() -> None:
    game = lease("purchase", options={"borrow": 7, "repay": True, "frequency": "once_per_game"})
    game.answer("lend_lease")
    game.answer(True)
    assert (game.state.ipcs[UK], game.state.ipcs[USA]) == (27, 33)
    kinds(game, purchase={}, move="done", place={})
    assert happened(game, "repaid")[0]["ipcs"] == 7
    while game.decision and (game.state.power != UK or game.decision.kind == "develop"):
        game.answer("done" if game.decision.form.name == "moves" else game.decision.advice)
    assert game.decision and game.decision.kind == "purchase"  # once in the game
    again = lease("purchase")
    again.answer("lend_lease")
    again.answer(True)
    kinds(again, purchase={}, move="done", place={})
    assert not happened(again, "repaid")


# --- the United States ------------------------------------------------------------------------------------------------

MARINES = "na_america_marines"


def beach(units: str, dice: list[int], **more: Any) -> Sequence[tuple[str, str, list[int], int]]:
    """Landing in Okinawa from Sea Zone 60."""
    there = {zone(60): {USA: "2 transport"}, "Okinawa": {JAP: "2 infantry"}}
    cargo = [(USA, k) for n, k in (u.split() for u in units.split(", ")) for _ in range(int(n))]
    game = enhanced(MARINES, USA, "combat_move", there, dice=dice, cargo={zone(60): cargo[:2]}, **more)
    stack = next(s for s in game.state.at(zone(60)) if not s.cond.cargo)
    game.state.turn_into(zone(60), stack, stack.cond._replace(cargo=tuple(sorted(cargo[2:]))), 1)
    go(game, f"{units}: Sea Zone 60 > Okinawa")
    return [row for row in fired(game) if row[0] == "attackers"]


@clause("enhanced.na_america_marines.1", "enhanced.na_america_marines.2", "enhanced.na_america_marines.3")
def test_marines_in_the_first_round_and_after_it() -> None:
    rows = beach("2 infantry, 1 artillery", [3, 3, 3, 6, 6, 2, 2, 6, 6])
    assert rows[0] == ("attackers", "2 and 3", [3, 3, 3], 1)
    assert rows[1] == ("attackers", "1 and 2", [2, 2, 6], 1)


@clause("enhanced.na_america_marines.1")
def test_marines_without_artillery() -> None:
    assert beach("3 infantry", [2, 3, 3, 6, 6, 1, 6, 6, 6])[0] == ("attackers", "2", [2, 3, 3], 1)
    options = {"attack": 3, "attack_with_artillery": 5}
    other = beach("2 infantry, 1 artillery", [4, 4, 5, 6, 6, 1, 6, 6, 6], options=options)
    assert other[0] == ("attackers", "2 and 3 and 5", [4, 4, 5], 1)


@clause("enhanced.na_america_marines.1", "enhanced.na_america_marines.2")
@pytest.mark.parametrize("techs", [{}, {"techs": {USA: ["advanced_artillery"]}}], ids=["plain", "advanced"])
def test_marines_are_solved(techs: Any) -> None:
    landed = {USA: {"infantry": 4, "artillery": 1}}
    agrees(Duel(MARINES, "Okinawa", landed, {JAP: {"infantry": 4}}, landed=True, **techs))


@clause("enhanced.na_america_marines.1", "enhanced.na_america_marines.2")
def test_an_artillery_supports_one_infantry_landed_or_not() -> None:
    """One of the infantry came overland, one by sea: the artillery supports one of them."""
    duel = Duel(MARINES, "France", {USA: {"infantry": 1, "artillery": 1}}, {GER: {"infantry": 2}}, landed=True)
    battle = duel.battle()
    battle.units["attacker"][Stack(USA, "infantry")] = 1
    rolls = [in_round(step, 1) for _, step in battle.program.steps]
    volley = next(v for v in rolls if isinstance(v, Volley) and v.text == "attackers")
    assert columns(volley, battle.pieces("attacker"), battle.pieces("defender")) == [(1, 1), (2, 1), (3, 1)]
    walking = {p: n for p, n in battle.pieces("attacker").items() if not p.marks or p.type == "artillery"}
    assert columns(volley, walking, battle.pieces("defender")) == [(2, 2)]


# --- which advantages are in force ------------------------------------------------------------------------------------

ALL = [r.id.partition(".")[2] for r in registry.rules().values() if r.id.startswith("enhanced.na_")]
SELECTION = "enhanced.national_advantages.selection"


def begun(*names: str, selection: str = "all", dice: list[int] | None = None) -> Game:
    rules = [f"enhanced.{name}" for name in ("national_advantages", *names)]
    known = [f"enhanced.{n}" for n in ("weapons_development",) if f"enhanced.{n}" in registry.rules()]
    built = registry.build("anniversary", [*known, *rules], {SELECTION: selection})
    return Game(Header(built, "tests"), dice=FixedDice(dice) if dice is not None else None)


def own(game: Game, power: str) -> list[str]:
    return [name for name in game.state.techs[power] if name.startswith("na_")]


@clause("enhanced.national_advantages.1")
def test_all_that_are_switched_on_are_in_force() -> None:
    few = begun("na_germany_atlantic_wall", MARINES)
    assert own(few, GER) == ["na_germany_atlantic_wall"] and own(few, USA) == [MARINES] and own(few, RED) == []
    every = begun(*ALL)
    assert all(len(own(every, power)) == 2 for power in (GER, RED, JAP, UK, "Italy", USA, CHINA)) or len(ALL) < 14


@clause("enhanced.national_advantages.1")
def test_a_power_chooses_one_before_its_first_turn() -> None:
    game = begun("na_germany_wolf_packs", "na_germany_atlantic_wall", "na_japan_yamato", selection="choose_one")
    assert own(game, JAP) == ["na_japan_yamato"] and own(game, GER) == []
    answered(game, "draw")
    assert game.decision and game.decision.power == GER
    assert keys(game) == {"na_germany_wolf_packs", "na_germany_atlantic_wall"}
    game.answer("na_germany_atlantic_wall")
    assert own(game, GER) == ["na_germany_atlantic_wall"] and game.state.power == GER


@clause("enhanced.national_advantages.1")
@pytest.mark.parametrize(("die", "drawn"), [(1, 0), (2, 1), (5, 0), (6, 1)])
def test_a_power_draws_one_by_an_odd_or_even_die(die: int, drawn: int) -> None:
    names = ("na_germany_wolf_packs", "na_germany_atlantic_wall")
    game = begun(*names, selection="random_one", dice=[die])
    until_phase(game, "purchase", {"develop": 0})
    assert own(game, GER) == [names[drawn]]


@clause("enhanced.national_advantages.1")
def test_china_draws_before_the_turn_that_it_shares() -> None:
    names = ("na_china_round_up", "na_china_unlimited_placement")
    game = begun(*names, selection="choose_one")
    while game.decision and game.decision.kind != "draw":
        game.answer("done" if game.decision.form.name == "moves" else game.decision.advice)
    assert game.decision and game.decision.power == CHINA
    game.answer(names[1])
    assert own(game, CHINA) == [names[1]] and game.state.power == USA
    assert game.rules.q.recruits(game, CHINA, 7) == 3
