"""The rules of the pack `common` that the rulebook does not speak of, and the limits of its options."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import RuleError, SandtableError
from sandtable.engine.game import Game
from sandtable.house.common import RULES
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, combat_over, fired, in_phase, until
from tests.helpers import at, happened, position

RED, UK, US = "Soviet Union", "United Kingdom", "United States"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_each_rule_is_off_by_default_says_what_it_does_and_goes_with_its_editions(rule: Any) -> None:
    assert not rule.default
    assert len(rule.text) > 20
    editions = [edition for edition in registry.editions() if rule.fits(edition)]
    assert editions
    for edition in editions:
        registry.build(edition, [rule.id])


def lucky(attackers: str, defenders: str, dice: list[int]) -> Game:
    return attack(
        "Germany",
        [f"{attackers}: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": attackers}, "Caucasus": {RED: defenders}},
        dice=dice,
        rules=["common.low_luck"],
    )


def test_low_luck_adds_up_the_numbers_and_rolls_for_the_rest() -> None:
    game = lucky("3 infantry, 2 tanks", "4 infantry", [3, 2])  # 9: one hit and a die at 3; 8: one hit and a die at 2
    assert [(e["dice"], e["hits"]) for e in happened(game, "volley_fired")] == [([3], 2), ([2], 2)]
    game.answer("2 infantry")
    assert at(game, "Caucasus", RED) == {"infantry": 2}
    assert at(game, "Caucasus", "Germany") == {"infantry": 1, "tank": 2}


def test_low_luck_rolls_no_die_for_full_sixes_and_misses_above_the_rest() -> None:
    game = lucky("2 tanks", "2 infantry", [5])  # 6: one sure hit; 4: a die at 4
    assert [(e["dice"], e["hits"]) for e in happened(game, "volley_fired")] == [([], 1), ([5], 0)]


def test_low_luck_holds_for_the_guns_as_well() -> None:
    game = lucky("6 fighters", "1 aa gun, 1 infantry", [2, 6])
    assert fired(game)[0] == ("antiaircraft fire", [])
    assert at(game, "Caucasus", "Germany") == {"fighter": 5}
    assert combat_over(game)
    assert fired(game)[1:] == [("attackers", [2]), ("defenders", [6])]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"ipcs": {"Germany": -1}}, "0 to 1000"),
        ({"ipcs": {"Germany": "six"}}, "0 to 1000"),
        ({"ipcs": {"Germania": 6}}, "Germany"),
        ({"units": {"Germany": {"Libya": {"infantry": 0}}}}, "1 to 1000"),
        ({"units": {"Germany": {"Libyaa": {"infantry": 1}}}}, "Libya"),
        ({"units": {"Germany": {"Libya": {"infantery": 1}}}}, "infantry"),
        ({"units": {"Germania": {"Libya": {"infantry": 1}}}}, "Germany"),
    ],
)
def test_a_bid_that_makes_no_sense_is_refused_with_a_hint(options: dict[str, Any], words: str) -> None:
    with pytest.raises(RuleError, match=words):
        registry.build("classic", ["common.bid"], {f"common.bid.{k}": v for k, v in options.items()})


@pytest.mark.parametrize(
    ("percent", "power", "ipcs"),
    [
        ({"axis": 20}, "Germany", 32 + 6),  # 20 percent of 32 is 6.4
        ({"axis": 20, "Germany": 30}, "Germany", 32 + 16),
        ({"Japan": 20}, "Germany", 32),
        ({"axis": 0}, "Germany", 32),
    ],
)
def test_a_handicap_adds_to_the_income_from_production(percent: dict[str, int], power: str, ipcs: int) -> None:
    options = {"common.handicap.percent": percent}
    game = Game.at("classic", ["common.handicap"], options, power=power, phase="collect", ipcs={power: 0})
    assert game.state.ipcs[power] == ipcs


@pytest.mark.parametrize("percent", [{"axis": -1}, {"axis": 501}, {"axis": "much"}, {"axes": 10}])
def test_a_handicap_that_makes_no_sense_is_refused(percent: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        registry.build("classic", ["common.handicap"], {"common.handicap.percent": percent})


def test_another_power_may_be_restricted_for_longer() -> None:
    options = {"common.russia_restricted.power": "Japan", "common.russia_restricted.rounds": 2}
    units = {"Manchuria": {"Japan": "1 infantry"}}
    for round, phase in ((1, "noncombat"), (2, "noncombat"), (3, "combat")):
        game = position("Japan", "combat_move", units, rules=["common.russia_restricted"], options=options, round=round)
        assert in_phase(game, phase)  # restricted, it has no combat movement at all


def test_without_technology_nobody_is_asked_to_develop() -> None:
    game = Game.new("classic", ["common.no_technology"])
    assert asked(game) == ("purchase", RED)
    until(game, "Germany", "purchase")
    assert "develop" not in {line.decision.kind for line in game.log}


def limited(owners: dict[str, str | None], round: int, **options: Any) -> Game:
    return position(
        US,
        "collect",
        owners=owners,
        round=round,
        rules=["common.round_limit"],
        options={f"common.round_limit.{k}": v for k, v in options.items()},
    )


def test_at_the_round_limit_the_side_that_has_grown_wins() -> None:
    assert limited({"Caucasus": "Germany"}, 5, rounds=5).winner == "axis"
    assert limited({"Manchuria": US}, 5, rounds=5).winner == "allies"
    assert not limited({"Manchuria": US}, 4, rounds=5).decided()


def test_at_the_round_limit_a_tie_or_the_option_makes_nobody_win() -> None:
    for game in (limited({}, 5, rounds=5), limited({"Manchuria": US}, 5, rounds=5, winner="nobody")):
        assert game.over and game.decided()
        assert game.winner is None


def test_switches_sets_any_point_of_the_edition() -> None:
    rules = registry.build("classic", ["common.switches"], {"common.switches.set": {"neutral_fee": 5}})
    assert rules.switch("neutral_fee") == 5
    assert registry.build("classic").switch("neutral_fee") == 3


def test_settings_may_be_given_by_their_name_in_old_saves() -> None:
    rules = registry.build("great_war", ["common.switches"], {"common.switches.set": {"revolution_neighbours": 2}})
    assert rules.switch("revolution_neighbors") == 2


@pytest.mark.parametrize(("name", "value"), [("neutral_fees", 5), ("neutral_fee", "five"), ("total_victory", 1)])
def test_switches_refuses_unknown_names_and_values_of_another_kind(name: str, value: Any) -> None:
    with pytest.raises(SandtableError, match=name[:11]):
        registry.build("classic", ["common.switches"], {"common.switches.set": {name: value}})
