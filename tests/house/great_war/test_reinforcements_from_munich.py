"""Munich as a second mobilization area for Germany."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.great_war.board import scene, until
from tests.helpers import at, tell

RULE = "great_war.reinforcements_from_munich"


def placing(order: str, ipcs: int, rules: tuple[str, ...] = (RULE,), **more: Any) -> Game:
    game = scene("Germany", "purchase", ipcs={"Germany": ipcs}, rules=list(rules), **more)
    tell(until(game, "purchase"), order)
    return until(game, "place")


@pytest.mark.clause("great_war.reinforcements_from_munich.1", "great_war.reinforcements_from_munich.2")
def test_example_some_go_to_munich() -> None:
    game = placing("5 infantry, 1 submarine", 21)
    tell(game, "3 infantry > Munich, 2 infantry > Berlin, 1 submarine > Sea Zone 10")
    assert (at(game, "Munich"), at(game, "Berlin")) == ({"infantry": 3}, {"infantry": 2})
    with pytest.raises(Illegal):
        tell(placing("1 infantry", 3, rules=()), "1 infantry > Munich")


@pytest.mark.clause("great_war.reinforcements_from_munich.2")
def test_example_not_while_munich_is_contested() -> None:
    units = {"Munich": {"Germany": "1 infantry", "France": "1 infantry"}}
    game = placing("1 infantry", 3, units=units, contested={"Munich": "Germany"})
    with pytest.raises(Illegal):
        tell(game, "1 infantry > Munich")
    tell(game, "1 infantry > Berlin")


def test_another_territory_may_be_agreed_on() -> None:
    game = placing("1 infantry", 3, options={f"{RULE}.territory": "Ruhr"})
    tell(game, "1 infantry > Ruhr")
    assert at(game, "Ruhr") == {"infantry": 1}


@pytest.mark.parametrize("territory", ["Paris", "Berlin"])
def test_only_german_territories_that_are_none_yet(territory: str) -> None:
    with pytest.raises(RuleError, match="cannot be a mobilization area"):
        registry.build("great_war", [RULE], {f"{RULE}.territory": territory})
