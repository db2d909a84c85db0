"""smith.economic_conquest and smith.neutral_airspace: countries that join a power with their forces."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from sandtable.house.smith.neutral_airspace import nearest_enemy
from sandtable.house.smith.neutrals import NEUTRAL
from sandtable.rules import registry
from tests.conformance.classic.scenes import until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
NEEDED, RULE, AIRSPACE, BRIBES = (
    "smith.neutral_territories", "smith.economic_conquest", "smith.neutral_airspace", "smith.bribed_overflights",
)  # fmt: skip
RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
SPAIN = {"Spain": {NEUTRAL: "3 infantry, 1 armor"}}
HOME = {"Germany": {GERMANY: "1 infantry"}}


def spain(dice: list[int], interferes: bool, **options: Any) -> Game:
    """Germany pays for Spain, the United Kingdom holds Gibraltar."""
    units = {**SPAIN, **HOME, "Western Europe": {GERMANY: "1 infantry, 1 fighter"}}
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = position(
        GERMANY, "purchase", units, rules=[NEEDED, RULE], options=given, dice=dice, ipcs={GERMANY: 32, UK: 10, RED: 0}
    )
    tell(game, "economic_conquest", "Spain", "go on")
    assert (game.open[0].kind, game.state.ipcs[GERMANY]) == ("purchase", 28)  # paid first, then the other purchases
    tell(game, "9 infantry")
    assert (game.open[0].kind, game.open[0].power, game.open[0].advice) == ("interfere", UK, True)
    return tell(game, interferes)


@clause("smith.economic_conquest.1", "smith.economic_conquest.3", "smith.economic_conquest.4")
@clause("smith.economic_conquest.5", "smith.economic_conquest.7", "smith.economic_conquest.9")
def test_example_spain_joins_germany_in_spite_of_interference() -> None:
    game = spain([2, 6], True)
    assert (game.state.ipcs[GERMANY], game.state.ipcs[UK]) == (1, 6)
    assert game.state.owner["Spain"] == GERMANY
    assert at(game, "Spain", GERMANY) == {"infantry": 3, "tank": 1}
    tell(game, "1 armor: Spain > Gibraltar", "done")  # its force attacks in this turn
    assert game.state.owner["Gibraltar"] == GERMANY
    tell(game, "1 fighter: Western Europe > Spain")
    assert at(game, "Spain", GERMANY) == {"infantry": 3, "fighter": 1}


@clause("smith.economic_conquest.7")
def test_aircraft_cannot_land_in_a_neutral_taken_by_combat() -> None:
    units = {**HOME, "Western Europe": {GERMANY: "1 infantry, 1 fighter"}}
    game = position(GERMANY, "combat_move", units, rules=[NEEDED, RULE])
    tell(game, "1 infantry: Western Europe > Spain", "done")
    with pytest.raises(Illegal, match="friendly at the start"):
        tell(game, "1 fighter: Western Europe > Spain")


@clause("smith.economic_conquest.8", "smith.economic_conquest.12")
def test_example_a_six_gives_spain_to_the_united_kingdom() -> None:
    game = spain([6], True)
    assert game.state.owner["Spain"] == UK and at(game, "Spain", UK) == {"infantry": 3, "tank": 1}
    assert spain([6], False).state.owner["Spain"] == NEUTRAL


@clause("smith.economic_conquest.3", "smith.economic_conquest.5")
def test_example_a_four_brings_nothing() -> None:
    game = spain([4], True)
    assert game.state.owner["Spain"] == NEUTRAL
    assert (game.state.ipcs[GERMANY], game.state.ipcs[UK]) == (1, 6)


@pytest.mark.parametrize(
    ("options", "dice", "owner"),
    [({"success_on": [4]}, [4], GERMANY), ({"interference_on": [5, 6]}, [5], UK), ({"success_on": []}, [1], NEUTRAL)],
)
def test_other_results_of_the_die(options: dict[str, Any], dice: list[int], owner: str) -> None:
    assert spain(dice, True, **options).state.owner["Spain"] == owner


def test_results_that_are_none_are_refused() -> None:
    with pytest.raises(RuleError, match="results of a die"):
        registry.build("classic", [NEEDED, RULE], {f"{RULE}.success_on": [7]})


def choices(power: str, owners: dict[str, str], ipcs: int = 20, **options: Any) -> list[str]:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    game = position(power, "purchase", HOME, owners=owners, rules=[NEEDED, RULE], options=given, ipcs={power: ipcs})
    if game.open[0].kind != "offer":
        return []
    tell(game, "economic_conquest")
    return [o.key for o in game.open[0].form.options]  # type: ignore[attr-defined]


@clause("smith.economic_conquest.2")
def test_example_eire_and_sweden_are_next_to_powers_across_the_sea() -> None:
    assert "Eire" in choices(UK, {}) and "Eire" not in choices(GERMANY, {})
    assert "Sweden" in choices(GERMANY, {"Finland-Norway": RED})
    assert "Sweden" not in choices(GERMANY, {"Finland-Norway": RED, "Western Europe": UK})
    assert "Turkey" in choices(GERMANY, {}) and "Turkey" not in choices(GERMANY, {"Eastern Europe": RED})
    game = position(UK, "purchase", {}, rules=[NEEDED, RULE], ipcs={UK: 20})
    tell(game, "economic_conquest", "Eire")
    assert game.state.ipcs[UK] == 19


@clause("smith.economic_conquest.1")
def test_only_countries_that_can_be_paid_for() -> None:
    assert choices(GERMANY, {}, ipcs=3) == ["Sweden", "Switzerland", "Turkey"]
    assert choices(GERMANY, {}, ipcs=2) == []
    assert choices(GERMANY, {}, ipcs=5, price_factor=2) == []
    assert choices(GERMANY, {"Mongolia": GERMANY, "Manchuria": RED}, ipcs=1) == []


def test_one_attempt_on_a_country_in_a_turn() -> None:
    for most in (1, 2):
        game = position(
            JAPAN, "purchase", {"Mongolia": {NEUTRAL: "1 infantry"}, "Manchuria": {JAPAN: "1 infantry"}},
            rules=[NEEDED, RULE], ipcs={JAPAN: 9, RED: 0, US: 0}, dice=[5, 1],
            options={f"{RULE}.attempts_per_neutral_per_turn": most},
        )  # fmt: skip
        tell(game, "economic_conquest", "Mongolia")
        assert (game.open[0].kind == "offer") is (most == 2)
        if most == 2:
            tell(game, "economic_conquest", "Mongolia", {})
            assert game.state.ipcs[JAPAN] == 7 and game.state.owner["Mongolia"] == JAPAN  # the second die
            assert len(happened(game, "conquest_rolled")) == 2


def turkey(most: int, dice: list[int]) -> Game:
    """A German attempt on Turkey, next to the British and the Soviets."""
    game = position(
        GERMANY, "purchase", {**HOME, "Turkey": {NEUTRAL: "2 infantry, 1 armor"}}, rules=[NEEDED, RULE], dice=dice,
        ipcs={GERMANY: 9, UK: 9, RED: 9}, options={f"{RULE}.max_interferers": most},
    )  # fmt: skip
    return tell(game, "economic_conquest", "Turkey", "go on", "2 infantry")


@clause("smith.economic_conquest.11")
def test_example_only_one_enemy_interferes() -> None:
    game = tell(turkey(1, [6]), True)
    assert (game.state.ipcs[UK], game.state.ipcs[RED]) == (6, 9)  # the Soviets are not asked any more
    assert game.state.owner["Turkey"] == UK
    refused = tell(turkey(1, [6]), False)
    assert refused.open[0].power == RED
    assert tell(refused, True).state.owner["Turkey"] == RED


@pytest.mark.parametrize(("most", "asked"), [(0, 0), (2, 2)])
def test_more_or_no_enemies_may_interfere(most: int, asked: int) -> None:
    game = turkey(most, [6, 5])
    for _ in range(asked):
        assert game.open[0].kind == "interfere"
        tell(game, True)
    assert len(happened(game, "interfered")) == asked
    assert (game.state.owner["Turkey"] in (UK, RED)) is bool(asked)  # drawn among them


@clause("smith.economic_conquest.6", "smith.economic_conquest.10")
def test_example_germany_watches_and_turkey_is_soviet() -> None:
    units = {"Turkey": {NEUTRAL: "2 infantry, 1 armor"}, "Caucasus": {RED: "2 infantry"}}
    game = position(
        RED, "purchase", units, rules=[NEEDED, RULE, "smith.soviet_first_turn"], dice=[1], ipcs={RED: 12, GERMANY: 3}
    )
    tell(game, "economic_conquest", "Turkey", "go on", "3 infantry")
    assert (game.open[0].kind, game.open[0].power) == ("interfere", GERMANY)  # after the Soviet purchases
    tell(game, True)
    assert game.state.owner["Turkey"] == RED and game.state.ipcs[GERMANY] == 0
    tell(game, "2 infantry: Caucasus > Turkey")
    assert at(game, "Turkey", RED) == {"infantry": 4, "tank": 1}


def test_a_sensible_power_pays_for_what_is_worth_it() -> None:
    game = position(GERMANY, "purchase", {**HOME, **SPAIN}, rules=[NEEDED, RULE], ipcs={GERMANY: 32})
    assert game.open[0].advice == "economic_conquest"
    tell(game, "economic_conquest")
    assert game.open[0].advice == "Spain"
    poor = position(GERMANY, "purchase", {**HOME, **SPAIN}, rules=[NEEDED, RULE], ipcs={GERMANY: 6})
    assert poor.open[0].advice == "go on"


# --- airspace ---------------------------------------------------------------------------------------------------------


def over_turkey(rules: tuple[str, ...] = (NEEDED, AIRSPACE), **options: Any) -> Game:
    units = {
        "Eastern Europe": {GERMANY: "1 bomber"}, "Turkey": {NEUTRAL: "2 infantry, 1 armor"}, **HOME,
        "Syria-Iraq": {UK: "1 infantry"},
    }  # fmt: skip
    given = {f"{AIRSPACE}.{name}": value for name, value in options.items()}
    return position(GERMANY, "combat_move", units, rules=rules, options=given, ipcs={GERMANY: 3})


FLIGHT = "1 bomber: Eastern Europe > Black Sea Zone > Turkey > Syria-Iraq"


@clause("smith.neutral_airspace.1")
def test_example_turkey_becomes_british_at_once() -> None:
    game = tell(over_turkey(), FLIGHT)
    assert game.state.owner["Turkey"] == UK and at(game, "Turkey", UK) == {"infantry": 2, "tank": 1}
    assert at(game, "Syria-Iraq", GERMANY) == {"bomber": 1}  # it finishes its move


@clause("smith.neutral_airspace.1")
def test_example_mongolia_becomes_japanese() -> None:
    units = {"Sinkiang": {US: "1 fighter"}, "Mongolia": {NEUTRAL: "1 infantry"}}
    game = position(US, "noncombat_move", units, rules=[NEEDED, AIRSPACE])
    tell(game, "1 fighter: Sinkiang > Mongolia > Yakut S.S.R.")
    assert game.state.owner["Mongolia"] == JAPAN and at(game, "Mongolia", JAPAN) == {"infantry": 1}


@clause("smith.neutral_airspace.1")
@pytest.mark.parametrize(("die", "owner"), [(1, NEUTRAL), (6, GERMANY)])
def test_only_aircraft_that_enter_a_country_violate_its_airspace(die: int, owner: str) -> None:
    units = {"United Kingdom": {UK: "1 bomber"}, "Western Europe": {GERMANY: "1 aa gun"}, **HOME,
             "Southern Europe": {GERMANY: "1 infantry"}}  # fmt: skip
    game = position(UK, "combat_move", units, rules=[NEEDED, AIRSPACE], dice=[die, 6, 6])
    tell(game, "1 bomber: United Kingdom > North Sea Zone > Western Europe > Switzerland > Southern Europe")
    assert game.state.owner["Switzerland"] == owner


@clause("smith.neutral_airspace.1", "smith.strategic_bombings.3")
def test_an_escort_violates_the_airspace_of_neutral_countries_too() -> None:
    units = {"Eastern United States": {US: "1 bomber, 1 infantry"}, "Brazil": {US: "1 fighter, 1 infantry"},
             "Panama": {JAPAN: "1 industrial complex, 1 fighter"}, "Mexico": {JAPAN: "1 infantry"}}  # fmt: skip
    game = position(US, "raids", units, owners={"Panama": JAPAN, "Mexico": JAPAN, "Brazil": US}, dice=[6] * 9,
                    rules=[NEEDED, AIRSPACE, "smith.strategic_bombings"])  # fmt: skip
    sea = "Eastern United States Sea Zone > Caribbean Sea Zone"
    tell(game, f"1 bomber: Eastern United States > {sea} > Panama [raid]", "1 fighter", {("fighter", "Brazil"): 1})
    assert game.state.owner["Colombia"] == JAPAN


def test_flights_avoid_neutral_countries_where_they_can() -> None:
    game = over_turkey()
    (bomber,) = (s for s in game.state.at("Eastern Europe") if s.type == "bomber")
    options = game.open[0].form.source.options("Eastern Europe", bomber)  # type: ignore[attr-defined]
    (syria,) = (o for o in options if o.path[-1] == "Syria-Iraq" and not o.mission)
    assert "Turkey" not in syria.path


def test_a_bribed_country_does_not_react() -> None:
    game = over_turkey((NEEDED, AIRSPACE, BRIBES))
    tell(game, "bribe", "Turkey", FLIGHT)
    assert game.state.owner["Turkey"] == NEUTRAL and game.state.ipcs[GERMANY] == 0


def test_attacking_a_country_does_not_violate_its_airspace() -> None:
    game = tell(over_turkey(), "1 bomber: Eastern Europe > Black Sea Zone > Turkey")
    assert game.state.owner["Turkey"] == NEUTRAL and not happened(game, "airspace_violated")


def test_the_airspace_may_be_closed() -> None:
    with pytest.raises(Illegal, match="cannot fly across Turkey"):
        tell(over_turkey(consequence="forbidden"), FLIGHT)
    with pytest.raises(Illegal, match="cannot fly across Turkey"):
        tell(over_turkey((NEEDED,)), FLIGHT)


def test_the_nearest_enemy_by_distance_then_number_then_a_die() -> None:
    owners = {"Caucasus": RED, "Persia": UK, "Syria-Iraq": GERMANY}
    game = position(GERMANY, "combat_move", HOME, owners=owners, rules=[NEEDED, AIRSPACE], dice=[1, 6])
    assert {nearest_enemy(game, GERMANY, "Turkey") for _ in range(2)} == {RED, UK}
    assert nearest_enemy(game, GERMANY, "Eire") == UK  # no die


def test_the_argentine_transport_goes_to_the_new_owner() -> None:
    units = {
        "Brazil": {US: "1 bomber"}, "Argentina-Chile": {NEUTRAL: "2 infantry"}, "Peru Sea Zone": {JAPAN: "1 transport"},
        "Eastern United States": {US: "1 infantry"},
    }  # fmt: skip
    game = position(US, "combat_move", units, rules=[NEEDED, AIRSPACE])
    tell(game, "1 bomber: Brazil > Argentina-Chile > Peru Sea Zone")
    assert (game.open[0].kind, game.open[0].power) == ("indigenous_transport", JAPAN)
    assert game.open[0].advice == "Peru Sea Zone"
    until(tell(game, "Peru Sea Zone"), US, "move")
    assert at(game, "Peru Sea Zone", JAPAN) == {"transport": 2}
