"""Points that only one edition kept are honored by both."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sandtable.core.decisions import Allocate
from sandtable.core.errors import Illegal
from sandtable.rules import registry
from sandtable.rules.lint import lint
from tests.helpers import at, happened, position, tell

from .examples_board import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def test_no_example_is_dead() -> None:
    for example in EXAMPLES:
        for edition in example.editions:
            assert lint(registry.draft(edition, [example])[0], [example]) == [], example.id


def test_an_offer_in_the_combat_phase_of_classic() -> None:
    game = position("Germany", "combat", rules=["ex_board.war_loan"], ipcs={"Germany": 3})
    assert game.open[0].kind == "offer"
    tell(game, "loan")
    assert {"power": "Germany", "ipcs": 5, "why": "war loan"} in happened(game, "income")


def test_the_calendar_in_classic() -> None:
    def sale(round: int) -> set[str]:
        game = position("Germany", "purchase", rules=["ex_board.late_bombers"], ipcs={"Germany": 99}, round=round)
        return {key[0] for key in cast(Allocate, game.open[0].form).most}

    assert sale(3) - sale(2) == {"bomber"}


def test_a_territory_that_must_be_attacked_in_classic() -> None:
    units = {"Eastern Europe": {"Germany": "3 infantry"}, "Karelia S.S.R.": {"Soviet Union": "1 infantry"}}
    game = position("Germany", "combat_move", units, rules=["ex_board.barbarossa"])
    with pytest.raises(Illegal, match=r"Germany must attack Karelia S\.S\.R\. this turn"):
        tell(game, "done")
    assert game.open[0].advice.path[-1] == "Karelia S.S.R."
    tell(game, "1 infantry: Eastern Europe > Karelia S.S.R.", "done")
    later = position("Germany", "combat_move", units, rules=["ex_board.barbarossa"], round=2)
    tell(later, "done")


def test_a_minor_power_in_classic_defends_with_its_side() -> None:
    units = {"Caucasus": {"Germany": "2 infantry, 1 armor"}}
    game = position(
        "Germany", "combat_move", units, owners={"Caucasus": "Germany"}, rules=["ex_board.turkey"], dice=[1, 1, 1, 6, 6]
    )
    tell(game, "2 infantry, 1 armor: Caucasus > Turkey")
    assert happened(game, "mobilized") == [{"minor": "Turkey", "units": {"infantry": 2}, "power": "United Kingdom"}]
    assert happened(game, "battle_ended")[0]["outcome"] == "attacker wins"
    assert game.state.owner["Turkey"] == "Germany" and at(game, "Turkey") == {"infantry": 2, "tank": 1}


def test_a_minor_power_in_classic_joins_its_own_side() -> None:
    game = position(
        "United Kingdom", "combat_move", {"Caucasus": {"United Kingdom": "1 infantry"}}, rules=["ex_board.turkey"],
        ipcs={"United Kingdom": 0}, dice=[],
    )  # fmt: skip
    tell(game, "1 infantry: Caucasus > Turkey")
    assert game.state.owner["Turkey"] == "United Kingdom" and at(game, "Turkey") == {"infantry": 3}


def test_naval_bases_in_classic() -> None:
    """Pacific: ships are placed at a naval base and repaired there."""
    game = position(
        "United States", "place", {}, rules=["ex_board.pearl_harbor"], owners={"Hawaiian Islands": "United States"},
    )  # fmt: skip
    assert "Hawaiian Islands Sea Zone" in game.rules.q.placement(game, "United States", "submarine")
    assert "Hawaiian Islands Sea Zone" not in game.rules.q.placement(game, "Japan", "submarine")


def test_mobilization_in_classic() -> None:
    game = position("United Kingdom", "purchase", rules=["ex_board.dominions"], ipcs={"United Kingdom": 9})
    assert "Australia" in game.rules.q.placement(game, "United Kingdom", "infantry")
    assert "Australia" not in game.rules.q.placement(game, "United Kingdom", "submarine")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({}, "they hold Karelia S.S.R. and India"),
        ({"Caucasus": "Germany"}, "they hold Karelia S.S.R., India, and Caucasus"),
    ],
)
def test_a_goal_wins_classic(more: dict[str, str], why: str) -> None:
    owners: dict[str, Any] = {"Karelia S.S.R.": "Germany", "India": "Japan", **more}
    game = position("Japan", "collect", owners=owners, rules=["ex_board.two_cities"])
    assert game.state.victory == ["axis", why]
