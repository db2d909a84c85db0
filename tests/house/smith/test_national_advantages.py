"""smith.national_advantages and the advantages that are units, money, or a development from the start."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game, Header
from sandtable.house.smith.advantages import ADVANTAGES
from sandtable.house.smith.national_advantages import EACH
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, fired, until
from tests.helpers import at, happened, position, tell

from .lab import GERMANY, JAPAN, RED, UK, US, built

clause = pytest.mark.clause
DRAW = "smith.national_advantages"


def opened(*names: str, dice: list[int] | None = None, options: dict[str, Any] | None = None) -> Game:
    """A new game with these rules, at its first question."""
    given = {f"smith.{name}": value for name, value in (options or {}).items()}
    rules = registry.build("classic", built(*names), given)
    return Game(Header(rules, "1"), dice=FixedDice(dice) if dice is not None else None)


def begun(game: Game) -> Game:
    """The game after its opening and one more answer, advice taken."""
    while game.state.stage == "opening":
        assert game.decision is not None
        game.answer(game.decision.advice)
    assert game.decision is not None
    game.answer(game.decision.advice)
    return game


def reach(*names: str, **options: Any) -> Game:
    return begun(opened(*names, options=options))


# --- the draw ---------------------------------------------------------------------------------------------------------


@clause("smith.national_advantages.1", "smith.national_advantages.2")
def test_example_each_power_rolls_for_an_advantage() -> None:
    game = opened(
        "national_advantages", "tech_super_subs", dice=[6, 1, 3, 2, 2],
        options={"national_advantages.assignment": "random"},
    )  # fmt: skip
    assert [e["name"] for e in happened(game, "drew")] == [
        "Far Eastern", "Super Sub", "Naval Production of United Kingdom", "Motherland of Japan", "Allied Bomber",
    ]  # fmt: skip
    assert game.state.techs[GERMANY] == ["na_germany_super_sub", "super_submarines"]
    assert at(game, "Novosibirsk") == {"infantry": 1}
    assert game.stats(GERMANY, "submarine").attack == 3 and game.holds(JAPAN, "na_japan_motherland")


def test_what_cannot_work_is_rolled_again_and_what_is_agreed_is_not_rolled() -> None:
    game = opened("national_advantages", "na_usa_allied_bomber", dice=[4, 6, 2, 3, 3, 2])
    names = [(e["power"], e["name"]) for e in happened(game, "drew")]
    assert names[:2] == [(RED, "Far Eastern"), (GERMANY, "Naval")]  # Espionage and Armor need rules that are off
    assert names[2:4] == [(UK, "Naval Production of United Kingdom"), (JAPAN, "Motherland of Japan")]
    assert names[4:] == [(US, "Allied Bomber")]
    assert game.state.techs[US] == ["na_usa_allied_bomber"]


def test_a_development_of_the_base_game_is_not_that_of_the_document() -> None:
    """Super Submarines, Jet Power, and others of the base game do not do for the rules of these names."""
    game = opened("national_advantages", dice=[6, 1, 3, 2, 4, 3, 5, 2, 1, 2])
    names = [e["name"] for e in happened(game, "drew")]
    assert names == [
        "Far Eastern", "Naval", "Air Production of United Kingdom", "Infantry", "Allied Bomber",
    ]  # fmt: skip


def test_powers_may_choose_and_get_more_than_one() -> None:
    options = {"national_advantages.assignment": "chosen", "national_advantages.advantages_per_power": 2}
    game = opened("national_advantages", options=options)
    assert asked(game) == ("draw", RED)
    tell(game, "na_ussr_far_eastern", "na_ussr_motherland")
    assert game.state.techs[RED] == ["na_ussr_far_eastern", "na_ussr_motherland"]


@clause("smith.national_advantages.3")
def test_example_a_warning_if_the_soviet_union_may_attack_at_once() -> None:
    found = registry.check("classic", built("national_advantages"))
    assert any(f.severity == "note" and "should be changed" in f.message for f in found)
    found = registry.check("classic", built("national_advantages", "soviet_first_turn"))
    assert not any(f.severity == "note" and "should be changed" in f.message for f in found)
    game = opened("national_advantages", dice=[2, 3, 1, 1, 2])
    assert asked(game) == ("grant", RED)  # its 5 infantry are unchanged
    tell(game, "5 infantry > Russia")


def test_the_lists_have_six_advantages_each() -> None:
    assert len(ADVANTAGES) == len(EACH) == 30
    for power in (RED, GERMANY, UK, JAPAN, US):
        assert sorted(row.number for row in ADVANTAGES.values() if row.power == power) == [1, 2, 3, 4, 5, 6]
    assert not any(rule.default for rule in EACH)


def test_a_development_of_an_advantage_counts_for_directed_research() -> None:
    game = reach("na_germany_armor", "tech_super_armor", "directed_research")
    assert "super_armor" in game.rules.q.research_aims(game, UK)
    assert "na_germany_armor" not in game.rules.q.research_aims(game, UK)


# --- the Soviet Union -------------------------------------------------------------------------------------------------


@clause("smith.na_ussr_non_purged_infantry.1")
def test_example_infantry_at_the_soviet_complexes() -> None:
    game = opened("na_ussr_non_purged_infantry")
    with pytest.raises(Illegal):
        tell(game, "1 infantry > Caucasus")
    tell(game, "3 infantry > Karelia S.S.R., 2 infantry > Russia")
    assert at(game, "Karelia S.S.R.")["infantry"] == at(game, "Russia")["infantry"] == 6
    more = opened("na_ussr_non_purged_infantry", options={"na_ussr_non_purged_infantry.infantry": 7})
    assert sum(tell(more, "7 infantry > Russia").state.at("Russia").values()) > 7


@clause("smith.na_ussr_non_purged_armor.1")
def test_example_armor_at_the_soviet_complexes() -> None:
    game = tell(opened("na_ussr_non_purged_armor"), "1 armor > Karelia S.S.R., 2 armor > Russia")
    assert (at(game, "Karelia S.S.R.")["tank"], at(game, "Russia")["tank"]) == (2, 4)
    all_of_it = tell(opened("na_ussr_non_purged_armor"), "3 armor > Russia")
    assert at(all_of_it, "Russia")["tank"] == 5
    one = tell(opened("na_ussr_non_purged_armor", options={"na_ussr_non_purged_armor.armor": 1}), "1 armor > Russia")
    assert at(one, "Russia")["tank"] == 3


@clause("smith.na_ussr_far_eastern.1")
def test_example_infantry_in_the_east() -> None:
    game = begun(opened("na_ussr_far_eastern"))
    found = [at(game, s)["infantry"] for s in ("Kazakh S.S.R.", "Novosibirsk", "Evenki National Okrug", "Yakut S.S.R.")]
    assert found == [1, 1, 3, 4]
    assert at(game, "Soviet Far East") == {"infantry": 2, "tank": 1}
    options = {"na_ussr_far_eastern.infantry_each": 2, "na_ussr_far_eastern.territories": ["Soviet Far East"]}
    other = begun(opened("na_ussr_far_eastern", options=options))
    assert at(other, "Soviet Far East")["infantry"] == 4 and at(other, "Novosibirsk") == {}


# --- Germany ----------------------------------------------------------------------------------------------------------


@clause("smith.na_germany_super_sub.1", "smith.na_germany_super_sub.2")
def test_example_germany_buys_a_submarine_before_the_game() -> None:
    game = opened("na_germany_super_sub", "tech_super_subs")
    assert asked(game) == ("grant", GERMANY) and game.decision.advice == {}  # type: ignore[union-attr]
    with pytest.raises(Illegal):
        tell(game, "1 submarine > North Sea Zone")
    tell(game, "1 submarine > West Spain Sea Zone")
    assert at(game, "West Spain Sea Zone") == {"submarine": 2} and game.state.ipcs[GERMANY] == 24
    assert game.stats(GERMANY, "submarine").attack == 3
    none = tell(opened("na_germany_super_sub", "tech_super_subs"), {})
    assert none.state.ipcs[GERMANY] == 32 and none.stats(GERMANY, "submarine").attack == 3
    options = {"na_germany_super_sub.submarines_for_sale": 2, "na_germany_super_sub.price": 5}
    two = tell(opened("na_germany_super_sub", "tech_super_subs", options=options), "2 submarine > Baltic Sea Zone")
    assert two.state.ipcs[GERMANY] == 22


@clause("smith.na_germany_armor.1")
def test_example_german_armor_is_super_armor() -> None:
    units = {"Ukraine S.S.R.": {GERMANY: "2 armor"}, "Caucasus": {RED: "4 infantry"}}
    rules = built("na_germany_armor", "tech_super_armor")
    game = attack(GERMANY, ["2 armor: Ukraine S.S.R. > Caucasus"], units, dice=[4, 4, 6, 6, 6, 6], rules=rules)
    assert at(game, "Caucasus", RED) == {"infantry": 2}
    units = {"Anglo-Sudan Egypt": {UK: "2 infantry"}, "Libya": {GERMANY: "1 armor"}}
    game = attack(UK, ["2 infantry: Anglo-Sudan Egypt > Libya"], units, dice=[6, 6, 3], rules=rules)
    assert at(game, "Libya", UK) == {"infantry": 1}


@clause("smith.na_germany_naval.1", "smith.na_germany_naval.2", "smith.na_germany_naval.3")
def test_example_germany_gains_a_battleship_and_buys_a_submarine() -> None:
    game = opened("na_germany_naval")
    zones = {key[1] for key in game.decision.form.most}  # type: ignore[union-attr]
    assert zones == {"Baltic Sea Zone", "Central Mediterranean Sea Zone", "West Spain Sea Zone"}
    tell(game, "1 battleship > Baltic Sea Zone", {})
    assert at(game, "Baltic Sea Zone") == {"battleship": 1, "submarine": 1, "transport": 1}
    assert game.state.ipcs[GERMANY] == 32
    game = tell(
        opened("na_germany_naval"), "1 battleship > Baltic Sea Zone", "1 submarine > Central Mediterranean Sea Zone"
    )
    assert game.state.ipcs[GERMANY] == 24
    until(game, GERMANY, "move", "combat")
    tell(game, "1 submarine: Central Mediterranean Sea Zone > Eastern Mediterranean Sea Zone")  # it may attack at once
    among = opened("na_germany_naval", "naval_placement")
    zones = {key[1] for key in among.decision.form.most}  # type: ignore[union-attr]
    assert {"North Sea Zone", "Western Mediterranean Sea Zone"} <= zones
    names = ("battleships", "submarines_for_sale", "price")
    options = {f"na_germany_naval.{name}": n for name, n in zip(names, (2, 2, 3), strict=True)}
    more = tell(
        opened("na_germany_naval", options=options), "2 battleship > Baltic Sea Zone", "2 submarine > Baltic Sea Zone"
    )
    assert more.state.ipcs[GERMANY] == 26


@clause("smith.na_germany_mechanized_infantry.1")
def test_example_german_infantry_goes_along_with_armor() -> None:
    rules = built("na_germany_mechanized_infantry", "tech_mechanized_infantry")
    units = {"Germany": {GERMANY: "4 infantry, 2 armor"}, "Karelia S.S.R.": {RED: "3 infantry"}}
    game = attack(
        GERMANY, ["2 infantry, 2 armor: Germany > Eastern Europe > Karelia S.S.R."], units,
        dice=[2, 2, 6, 6, 6, 6, 6], rules=rules,
    )  # fmt: skip
    assert fired(game)[0] == ("attackers", [2, 2]) and at(game, "Karelia S.S.R.", RED) == {"infantry": 1}


@clause("smith.na_germany_advanced_labs.1")
@pytest.mark.parametrize("round", [1, 5])
def test_example_germany_has_a_free_die(round: int) -> None:
    rules = built("na_germany_advanced_labs", "tech_improved_labs", "weapons_table", "tech_rockets", "tech_jet_power")
    rules = [r for r in rules if r in registry.rules()]
    units = {"Germany": {GERMANY: "1 infantry"}}
    game = position(GERMANY, "develop", units, rules=rules, ipcs={GERMANY: 0}, dice=[6, 5], round=round)
    assert "jet_power" in game.state.techs[GERMANY]


SPAIN = ("na_germany_allied_neutral", "neutral_territories")


@clause("smith.na_germany_allied_neutral.1", "smith.na_germany_allied_neutral.3", "smith.na_germany_allied_neutral.4")
def test_example_spain_becomes_an_ally() -> None:
    game = opened(*SPAIN, dice=[3])
    assert asked(game) == ("alliance", GERMANY) and game.decision.advice is True  # type: ignore[union-attr]
    tell(game, True)
    assert game.state.ipcs[GERMANY] == 28 and game.state.owner["Spain"] == GERMANY
    assert at(game, "Spain", GERMANY) == {"infantry": 3, "tank": 1}
    until(game, GERMANY, "move", "combat")
    tell(game, "1 infantry: Spain > Gibraltar")
    assert game.state.owner["Gibraltar"] == GERMANY


@clause("smith.na_germany_allied_neutral.2", "smith.na_germany_allied_neutral.4", "smith.na_germany_allied_neutral.5")
def test_example_sweden_brings_its_transport() -> None:
    game = tell(opened(*SPAIN, dice=[1]), True)
    assert game.state.ipcs[GERMANY] == 29 and at(game, "Sweden", GERMANY) == {"infantry": 2}
    assert at(game, "Baltic Sea Zone", GERMANY)["transport"] == 2
    drawn = {happened(opened(*SPAIN, dice=[face]), "alliance_drawn")[0]["space"] for face in (1, 2, 3, 4)}
    assert drawn == {"Sweden", "Switzerland", "Spain", "Turkey"}
    declined = tell(opened(*SPAIN, dice=[4]), False)
    assert declined.state.ipcs[GERMANY] == 32 and declined.state.owner["Turkey"] == "Neutral"
    options = {"na_germany_allied_neutral.candidates": ["Turkey"], "na_germany_allied_neutral.price_factor": 2}
    dear = tell(opened(*SPAIN, options=options), True)
    assert dear.state.ipcs[GERMANY] == 26 and dear.state.owner["Turkey"] == GERMANY


# --- the United Kingdom -----------------------------------------------------------------------------------------------


@clause("smith.na_uk_production.1", "smith.na_uk_production.2")
@pytest.mark.parametrize(("where", "limit"), [("India", 3), ("Gibraltar", 0)])
def test_example_a_british_complex_with_a_limit(where: str, limit: int) -> None:
    game = opened("na_uk_production")
    with pytest.raises(Illegal):
        tell(game, "1 complex > United Kingdom")
    with pytest.raises(Illegal):
        tell(game, "1 complex > Persia, 1 complex > India")
    tell(game, f"1 complex > {where}")
    assert game.rules.q.production(game, UK, where) == limit
    assert game.rules.q.production(game, UK, "United Kingdom") is None


@clause("smith.na_uk_jet_power.1")
def test_example_british_fighters_have_jets() -> None:
    units = {"India": {UK: "1 fighter"}, "French Indo-China": {JAPAN: "2 infantry"}}
    rules = built("na_uk_jet_power", "tech_jet_power")
    game = attack(JAPAN, ["2 infantry: French Indo-China > India"], units, dice=[6, 6, 5], rules=rules)
    assert at(game, "India", JAPAN) == {"infantry": 1}


@clause("smith.na_uk_naval_production.1", "smith.na_uk_naval_production.3", "smith.na_uk_naval_production.4")
def test_example_the_united_kingdom_buys_a_carrier_before_the_game() -> None:
    game = opened("na_uk_naval_production")
    zones = {key[1] for key in game.decision.form.most}  # type: ignore[union-attr]
    assert zones == {
        "North Sea Zone", "Eastern Canada Sea Zone", "Western Mediterranean Sea Zone", "Eastern Mediterranean Sea Zone",
        "Indian Ocean Sea Zone",
    }  # fmt: skip
    assert game.decision.advice == {("submarine", "North Sea Zone"): 1}  # type: ignore[union-attr]
    tell(game, "1 carrier > North Sea Zone")
    assert game.state.ipcs[UK] == 15 and at(game, "North Sea Zone", UK)["aircraft_carrier"] == 1


@clause("smith.na_uk_naval_production.1", "smith.na_uk_naval_production.2")
def test_example_prices_of_british_ships_by_complex() -> None:
    rules = built("na_uk_naval_production", "tech_industrial_technology")
    units = {"India": {UK: "1 complex"}}
    game = position(UK, "purchase", units, rules=rules, ipcs={UK: 30})
    assert game.stats(UK, "transport", "India").cost == 8 and game.stats(UK, "transport", "United Kingdom").cost == 7
    game = position(
        UK, "purchase", units, rules=rules, ipcs={UK: 30},
        techs={UK: ["na_uk_naval_production", "industrial_technology"]},
    )  # fmt: skip
    tell(game, "1 battleship > United Kingdom")
    assert game.state.ipcs[UK] == 14
    prices = [game.stats(UK, k, "United Kingdom").cost for k in ("transport", "submarine", "aircraft_carrier")]
    assert prices == [6, 6, 12]
    options = {
        "na_uk_naval_production.discount": 0.5, "na_uk_naval_production.where": "India",
        "na_uk_naval_production.opening_units_for_sale": 2,
    }  # fmt: skip
    other = tell(opened("na_uk_naval_production", options=options), "2 transport > North Sea Zone")
    assert other.state.ipcs[UK] == 22 and other.stats(UK, "transport", "India").cost == 4


@clause(
    "smith.na_uk_air_production.1", "smith.na_uk_air_production.2", "smith.na_uk_air_production.3",
    "smith.na_uk_air_production.4",
)  # fmt: skip
def test_example_british_aircraft() -> None:
    game = opened("na_uk_air_production", "tech_industrial_technology")
    assert {key[1] for key in game.decision.form.most} == {"United Kingdom"}  # type: ignore[union-attr]
    tell(game, "1 bomber > United Kingdom")
    assert game.state.ipcs[UK] == 18 and at(game, "United Kingdom")["bomber"] == 2
    game.state.techs[UK].append("industrial_technology")
    game.changed()
    assert [game.stats(UK, k, "United Kingdom").cost for k in ("fighter", "bomber")] == [8, 10]
    until(game, UK, "move", "combat")
    assert any(s.type == "bomber" and n == 2 for s, n in game.state.at("United Kingdom").items())
    options = {
        "na_uk_air_production.discount": 0.5, "na_uk_air_production.where": "India",
        "na_uk_air_production.opening_units_for_sale": 2,
    }  # fmt: skip
    other = tell(opened("na_uk_air_production", options=options), "2 fighter > India")
    assert other.state.ipcs[UK] == 18


@clause("smith.na_uk_paratroopers.1")
def test_example_british_paratroopers() -> None:
    units = {"United Kingdom": {UK: "2 infantry, 1 bomber"}, "Finland-Norway": {GERMANY: "1 infantry"}}
    rules = built("na_uk_paratroopers", "tech_paratroopers")
    with pytest.raises(Illegal, match="cannot carry that many"):
        attack(UK, ["2 infantry, 1 bomber: United Kingdom > North Sea Zone > Finland-Norway"], units, rules=rules)
    game = attack(
        UK, ["1 infantry, 1 bomber: United Kingdom > North Sea Zone > Finland-Norway"], units, dice=[2, 6], rules=rules
    )  # fmt: skip
    assert game.state.owner["Finland-Norway"] == UK


@clause("smith.na_uk_dominion.1")
def test_example_units_of_the_dominions() -> None:
    game = opened("na_uk_dominion")
    zones = {key[1] for key in game.decision.form.most if key[0] == "submarine"}  # type: ignore[union-attr]
    assert {"Red Sea Zone", "Angola Sea Zone", "Western United States Sea Zone", "South Australia Sea Zone"} <= zones
    with pytest.raises(Illegal):
        tell(game, "1 infantry > Syria-Iraq")
    tell(game, "2 infantry > India, 1 submarine > Eastern Mediterranean Sea Zone")
    assert at(game, "India", UK)["infantry"] == 4 and at(game, "Eastern Mediterranean Sea Zone", UK) == {"submarine": 2}
    names = ("infantry", "submarines", "territories")
    options = {f"na_uk_dominion.{n}": v for n, v in zip(names, (3, 2, ["India"]), strict=True)}
    other = begun(opened("na_uk_dominion", options=options))  # nothing to choose
    assert at(other, "India", UK)["infantry"] == 5


# --- Japan ------------------------------------------------------------------------------------------------------------


@clause("smith.na_japan_production.1", "smith.na_japan_production.2")
def test_example_a_japanese_complex_on_the_mainland() -> None:
    game = opened("na_japan_production")
    with pytest.raises(Illegal):
        tell(game, "1 complex > Philippines")
    tell(game, "1 complex > Manchuria")
    assert game.rules.q.production(game, JAPAN, "Manchuria") == 3
    options = {"na_japan_production.limit": 4, "na_japan_production.territories": ["Philippines"]}
    other = opened("na_japan_production", options=options)
    assert at(begun(other), "Manchuria", JAPAN) and other.rules.q.production(other, JAPAN, "Philippines") == 4


@clause("smith.na_japan_infantry.1")
def test_example_japanese_infantry_on_the_mainland() -> None:
    game = begun(opened("na_japan_infantry"))
    found = [at(game, s)["infantry"] for s in ("Manchuria", "Kwangtung", "French Indo-China", "Philippines")]
    assert found == [5, 4, 4, 2]
    options = {"na_japan_infantry.infantry_each": 1, "na_japan_infantry.territories": ["Japan"]}
    assert at(begun(opened("na_japan_infantry", options=options)), "Japan")["infantry"] == 4


@clause("smith.na_japan_long_range_aircraft.1")
def test_example_japanese_aircraft_fly_far() -> None:
    game = reach("na_japan_long_range_aircraft", "tech_long_range_aircraft")
    assert (game.stats(JAPAN, "fighter").move, game.stats(JAPAN, "bomber").move) == (6, 8)


@clause(
    "smith.na_japan_naval_production.1", "smith.na_japan_naval_production.2", "smith.na_japan_naval_production.3",
    "smith.na_japan_naval_production.4",
)  # fmt: skip
def test_example_japanese_ships() -> None:
    game = opened("na_japan_naval_production", "tech_industrial_technology")
    zones = {key[1] for key in game.decision.form.most}  # type: ignore[union-attr]
    assert zones == {f"{s} Sea Zone" for s in ("Japan", "Caroline Islands", "Philippines", "Solomon Islands")}
    tell(game, "1 transport > Japan Sea Zone")
    assert game.state.ipcs[JAPAN] == 18 and at(game, "Japan Sea Zone")["transport"] == 2
    game.state.techs[JAPAN].append("industrial_technology")
    game.changed()
    assert game.stats(JAPAN, "aircraft_carrier", "Japan").cost == 12
    until(game, JAPAN, "move", "combat")
    assert any(s.type == "transport" and n == 2 for s, n in game.state.at("Japan Sea Zone").items())
    options = {
        "na_japan_naval_production.discount": 0.5, "na_japan_naval_production.where": "Okinawa",
        "na_japan_naval_production.opening_units_for_sale": 2,
    }  # fmt: skip
    other = tell(opened("na_japan_naval_production", options=options), "2 submarine > Japan Sea Zone")
    assert other.state.ipcs[JAPAN] == 17


# --- the United States ------------------------------------------------------------------------------------------------


@clause("smith.na_usa_industrial.1")
def test_example_american_industry() -> None:
    rules = built("na_usa_industrial", "tech_industrial_technology")
    game = tell(position(US, "purchase", rules=rules, ipcs={US: 36}), "1 battleship, 1 carrier")
    assert game.state.ipcs[US] == 1 and game.stats(US, "bomber").cost == 12


@clause("smith.na_usa_allied_bomber.1")
def test_example_an_american_bomber_in_the_united_kingdom() -> None:
    game = begun(opened("na_usa_allied_bomber"))
    assert at(game, "United Kingdom", US) == {"bomber": 1} and at(game, "Eastern United States", US)["bomber"] == 1
    defenders = game.rules.q.defenders(game, "United Kingdom", GERMANY)
    assert any(s.owner == US and s.type == "bomber" for s in defenders)
    options = {"na_usa_allied_bomber.bombers": 2, "na_usa_allied_bomber.territory": "India"}
    assert at(begun(opened("na_usa_allied_bomber", options=options)), "India", US) == {"bomber": 2}


@clause("smith.na_usa_hawaiian_fighter.1")
def test_example_two_fighters_on_the_carrier() -> None:
    game = begun(opened("na_usa_hawaiian_fighter"))
    assert at(game, "Hawaiian Islands Sea Zone") == {"aircraft_carrier": 1, "fighter": 2, "submarine": 1}
    defenders = game.rules.q.defenders(game, "Hawaiian Islands Sea Zone", JAPAN)
    assert sum(n for s, n in defenders.items() if s.type == "fighter") == 2
    none = begun(opened("na_usa_hawaiian_fighter", options={"na_usa_hawaiian_fighter.fighters": 0}))
    assert at(none, "Hawaiian Islands Sea Zone")["fighter"] == 1


@clause("smith.na_usa_first_strike.1", "smith.na_usa_first_strike.2")
@pytest.mark.parametrize("strikes", [True, False])
def test_example_the_first_strike(strikes: bool) -> None:
    game = opened("na_usa_first_strike", options={"na_usa_first_strike.price": 30})
    assert asked(game) == ("first_strike", US)
    tell(game, strikes)
    turns: list[str] = []
    while game.state.round < 3:
        if turns[-1:] != [game.state.power]:
            turns.append(game.state.power)
        assert game.decision is not None
        game.answer(game.decision.advice)
    base = [RED, GERMANY, UK, JAPAN, US]
    assert turns[:10] == [*([US, RED, GERMANY, UK, JAPAN] if strikes else base), *base]
    paid = [e["ipcs"] for e in happened(game, "paid")]
    assert paid == ([30] if strikes else [])
    cheap = tell(opened("na_usa_first_strike", options={"na_usa_first_strike.price": 10}), True)
    assert cheap.state.ipcs[US] == 26 and cheap.state.power == US


def test_the_first_strike_with_random_turns() -> None:
    game = tell(opened("na_usa_first_strike", "random_turns"), True)
    assert game.state.power == US
    until(game, RED, "purchase")
    assert game.state.round == 1 and game.state.order[:2] != []


@clause("smith.na_usa_marines.1")
def test_example_american_marines() -> None:
    rules = built("na_usa_marines", "tech_marines")
    sea = "1 transport (carrying infantry of United States + infantry of United States)"
    units = {"West Africa Sea Zone": {US: sea}, "Algeria": {GERMANY: "2 infantry"}, "China": {US: "1 infantry"},
             "Kwangtung": {JAPAN: "2 infantry"}}  # fmt: skip
    zone = "Western Mediterranean Sea Zone"
    units = {zone: units["West Africa Sea Zone"], **units}
    del units["West Africa Sea Zone"]
    game = attack(US, [f"2 infantry: {zone} > Algeria"], units, dice=[2, 2, 6, 6], rules=rules)
    assert game.state.owner["Algeria"] == US
    overland = attack(US, ["1 infantry: China > Kwangtung"], units, dice=[2, 1, 1], rules=rules)
    assert at(overland, "Kwangtung", JAPAN) == {"infantry": 2}


@clause("smith.na_usa_chinese.1", "smith.na_usa_chinese.2")
def test_example_a_fighter_goes_to_sinkiang() -> None:
    game = opened("na_usa_chinese")
    assert asked(game) == ("station_fighter", US) and game.decision.advice == "none"  # type: ignore[union-attr]
    tell(game, "Western United States > Sinkiang")
    assert at(game, "China") == {"infantry": 3, "fighter": 1} and at(game, "Sinkiang") == {"infantry": 3, "fighter": 1}
    assert "fighter" not in at(game, "Western United States")
    none = tell(opened("na_usa_chinese"), "none")
    assert at(none, "Sinkiang") == {"infantry": 3}
    options = {"na_usa_chinese.infantry_each": 2, "na_usa_chinese.territories": ["Alaska"]}
    assert at(tell(opened("na_usa_chinese", options=options), "none"), "Alaska") == {"infantry": 3}
