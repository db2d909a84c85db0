"""Switzerland is closed."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.great_war.board import ends, refused, scene
from tests.helpers import tell

RULE = "great_war.swiss_alps"


def around(power: str, units: dict[str, dict[str, str]], **more: object) -> Game:
    return scene(power, "move", units, rules=[RULE], **more)  # type: ignore[arg-type]


@pytest.mark.clause("great_war.swiss_alps.1", "great_war.swiss_alps.2")
@pytest.mark.parametrize(("power", "start"), [("Germany", "Munich"), ("France", "Burgundy"), ("Italy", "Piedmont")])
def test_example_neither_side_marches_into_switzerland(power: str, start: str) -> None:
    game = around(power, {start: {power: "3 infantry"}})
    refused(game, f"1 infantry: {start} > Switzerland", "R11")
    assert "Switzerland" not in ends(game, start, "infantry")
    assert "Switzerland" in ends(scene(power, "move", {start: {power: "3 infantry"}}), start, "infantry")


@pytest.mark.clause("great_war.swiss_alps.1")
def test_example_fighters_fly_around_switzerland() -> None:
    units = {
        "Munich": {"Germany": "1 infantry, 1 fighter"},
        "Alsace": {"Germany": "2 infantry"},
        "Burgundy": {"Germany": "1 infantry", "France": "1 infantry"},
        "Lorraine": {"France": "1 infantry"},
    }
    game = around("Germany", units, contested={"Burgundy": "France"})
    with pytest.raises(Illegal):
        tell(game, "1 fighter: Munich > Switzerland > Burgundy")
    tell(game, "1 infantry: Alsace > Lorraine", "1 fighter: Munich > Alsace > Lorraine")


@pytest.mark.clause("great_war.swiss_alps.1", "great_war.swiss_alps.2")
def test_switzerland_has_no_army_to_be_called() -> None:
    rules = registry.build("great_war", [RULE])
    assert "Switzerland" not in rules.tables["minors"]
    assert "Switzerland" not in rules.setup


def test_other_neutrals_may_be_closed_and_their_colonies_stand_alone() -> None:
    rules = registry.build("great_war", [RULE], {f"{RULE}.impassable": ["Spain", "Norway"]})
    assert rules.spaces["Spain"].closed
    assert rules.spaces["Norway"].closed
    assert not rules.spaces["Switzerland"].closed
    assert rules.tables["minors"]["Spanish Morocco"] == {
        "home": "Spanish Morocco", "aligned": None, "army": {}, "colonies": [],
    }  # fmt: skip
    game = scene(
        "France", "move", {"Morocco": {"France": "2 infantry"}}, rules=[RULE], options={f"{RULE}.impassable": ["Spain"]}
    )
    tell(game, "1 infantry: Morocco > Spanish Morocco", "Germany", "done")
    assert game.state.owner["Spanish Morocco"] == "France"
    assert not game.state.at("Spain")


def test_a_closed_colony_does_not_follow_its_home_country() -> None:
    rules = registry.build("great_war", [RULE], {f"{RULE}.impassable": ["Spanish Morocco"]})
    assert rules.tables["minors"]["Spain"]["colonies"] == ["Balearic Islands"]


@pytest.mark.parametrize("space", ["Paris", "Sea Zone 7"])
def test_only_neutral_territories_can_be_closed(space: str) -> None:
    with pytest.raises(RuleError, match="only neutral territories"):
        registry.build("great_war", [RULE], {f"{RULE}.impassable": [space]})
