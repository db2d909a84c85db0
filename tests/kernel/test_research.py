"""Research as data: prices, aims, rows with a choice, levels, free dice, researchers that stay, offers in the phase."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rules import registry
from tests.helpers import happened, position, tell

from .examples_board import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def lab(rule: str, dice: list[int], **more: Any) -> Any:
    edition = more.pop("edition", "classic")
    power = more.pop("power", "Germany")
    return position(power, "develop", rules=[f"ex_board.{rule}"], dice=dice, edition=edition, **more)


def test_aimed_dice_cost_less_for_each_power_that_has_the_technology() -> None:
    techs = {"Japan": ["jet_power"], "United States": ["jet_power"], "Germany": []}
    game = lab("directed_research", [2, 6], techs=techs, ipcs={"Germany": 10})
    assert game.decision.kind == "research"
    assert [o.key for o in game.decision.form.options] == ["none", "any", "jet_power"]
    tell(game, "jet_power")
    assert "at 3 IPCs each to gain Jet Power" in game.decision.prompt
    tell(game, 2)
    assert game.state.techs["Germany"] == ["jet_power"] and game.state.ipcs["Germany"] == 4


def test_a_row_with_a_choice_and_a_second_level() -> None:
    game = lab("weapons_table", [6, 5], ipcs={"Germany": 5}, techs={"Germany": []})
    tell(game, 1)
    assert [o.key for o in game.decision.form.options] == [
        "jet_power",
        "long_range_aircraft",
        "industrial_technology",
        "heavy_bombers",
    ]
    tell(game, "heavy_bombers")
    assert game.stats("Germany", "bomber").attack_dice > 1
    again = lab("weapons_table", [6, 5], ipcs={"Germany": 5}, techs={"Germany": ["heavy_bombers"]})
    tell(again, 1)
    assert [o.key for o in again.decision.form.options] == [
        "jet_power",
        "long_range_aircraft",
        "industrial_technology",
        "heavy_bombers_2",
    ]
    tell(again, "heavy_bombers_2")
    assert again.stats("Germany", "bomber").attack_dice == 3


def test_a_chart_of_a_rule_replaces_the_numbers() -> None:
    game = lab("own_chart", [6, 2, 6, 1], ipcs={"Germany": 5}, techs={"Germany": []})
    assert game.rules.q.development(game, "Germany", 1) == ["jet_power", "trucks"]
    tell(game, 1)
    assert [o.key for o in game.decision.form.options] == ["jet_power", "trucks"]
    done = lab("own_chart", [], ipcs={"Germany": 50}, techs={"Germany": ["trucks", "jet_power"]})
    assert done.decision.kind != "develop"


def test_dice_for_several_aims_are_paid_before_the_first_roll() -> None:
    techs = {"Japan": ["jet_power", "rockets"], "Germany": []}
    game = lab("directed_research", [6, 1], techs=techs, ipcs={"Germany": 12})
    tell(game, "rockets", 1)
    assert game.state.techs["Germany"] == [] and not happened(game, "developed")
    assert [o.key for o in game.decision.form.options] == ["none", "any", "jet_power"]
    tell(game, "jet_power", 1)  # 4 IPCs are left, too few for another die
    assert game.state.techs["Germany"] == ["rockets"] and game.state.ipcs["Germany"] == 4


def test_a_free_die_without_money() -> None:
    game = lab("improved_labs", [6, 1], ipcs={"Germany": 0}, techs={"Germany": ["improved_labs"]})
    assert happened(game, "developed") == [{"power": "Germany", "dice": [6], "ipcs": 0}]
    assert len(game.state.techs["Germany"]) == 2


def test_the_second_purchase_succeeds_for_certain() -> None:
    game = lab("four_two_rule", [1, 1, 1, 1], ipcs={"Germany": 40}, techs={"Germany": []})
    tell(game, "rockets")
    assert (game.decision.form.low, game.decision.form.high) == (4, 8)
    tell(game, 4)
    assert game.state.facts["research_tries"] == {"Germany": {"rockets": 1}}
    facts = {"research_tries": {"Germany": {"rockets": 1}}}
    later = lab("four_two_rule", [], ipcs={"Germany": 10}, techs={"Germany": []}, facts=facts)
    tell(later, "rockets", 2)
    assert later.state.techs["Germany"] == ["rockets"]
    assert happened(later, "developed") == [{"power": "Germany", "dice": [], "ipcs": 10}]


def test_researchers_stay_until_one_breakthrough() -> None:
    game = lab("researchers", [1, 2], ipcs={"Germany": 10}, techs={"Germany": []})
    tell(game, 2)
    assert game.state.facts["researchers"] == {"Germany": 2}
    later = lab(
        "researchers", [6, 6, 3, 3], ipcs={"Germany": 6}, techs={"Germany": []}, facts={"researchers": {"Germany": 2}}
    )
    tell(later, 1)
    assert later.decision.kind == "chart"
    tell(later, "land and factories")
    assert len(later.state.techs["Germany"]) == 1 and later.state.facts["researchers"] == {"Germany": 0}


def test_an_offer_inside_the_phase() -> None:
    techs = {"Japan": ["jet_power"], "Germany": []}
    game = lab("espionage", [6], techs=techs, ipcs={"Germany": 0})
    tell(game, "spy")
    assert game.state.techs["Germany"] == ["jet_power"]


def test_weapons_development_in_1914() -> None:
    game = lab("arms_race", [6, 1], edition="great_war", power="Germany", ipcs={"Germany": 5})
    tell(game, 1)
    assert game.stats("Germany", "artillery").attack == 4
    assert "Better Artillery" in str(happened(game, "technology_gained"))


def test_which_technologies_may_be_gained_is_asked() -> None:
    """The second finding: a modifier of `development` was accepted and did nothing."""
    from sandtable.rules.rule import Rule

    rule = Rule("ex_board.only_rockets", "Only Rockets", lambda draft, option: draft.modify(
        "development", lambda answer: [t for t in answer if t == "rockets"], "forbid"
    ))  # fmt: skip
    KNOWN[rule.id] = rule
    game = lab("only_rockets", [6, 1, 1, 2], ipcs={"Germany": 5}, techs={"Germany": []})
    tell(game, 1)
    assert game.state.techs["Germany"] == ["rockets"]
