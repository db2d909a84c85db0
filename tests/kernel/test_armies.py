"""Units whose owner is no power hold territories, defend them, lose them, and may join a power."""

from __future__ import annotations

import pytest

import sandtable
from sandtable.ai import player
from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.engine.invariants import board as faults
from sandtable.rules import registry
from sandtable.rules.rule import Rule
from tests.helpers import at, happened, position, tell

from .examples_board import EXAMPLES

KNOWN = {rule.id: rule for rule in EXAMPLES}
NEUTRAL = "ex_board.neutral_forces"


@pytest.fixture(autouse=True)
def examples(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example rules are known while a test runs."""
    known = registry.rules()
    monkeypatch.setattr(registry, "rules", lambda: {**known, **KNOWN})


def attack(dice: list[int], units: str = "3 infantry, 2 armor") -> Game:
    there = {"Caucasus": {"Germany": units}, "Turkey": {"Neutral": "2 infantry, 1 armor"}}
    game = position(
        "Germany", "combat_move", there, owners={"Caucasus": "Germany"}, rules=[NEUTRAL], dice=dice,
        ipcs={"Germany": 0},
    )  # fmt: skip
    return tell(game, f"{units}: Caucasus > Turkey")


def test_a_neutral_army_defends_and_its_country_is_captured() -> None:
    game = attack([1, 1, 1, 6, 6, 6, 6, 6, 1, 1, 6, 6, 6, 6])
    while game.battle is not None and game.open[0].kind != "develop":
        tell(game, game.open[0].advice)
    assert happened(game, "battle_started")[0]["defenders"]
    assert all(d.power != "Neutral" for d in game.open)
    assert game.state.owner["Turkey"] == "Germany"
    assert at(game, "Turkey", "Neutral") == {}
    assert happened(game, "captured")[0]["loser"] == "Neutral"


def test_what_is_left_of_the_army_goes_on_defending() -> None:
    game = attack([6, 1, 1, 1], "1 infantry")
    assert game.state.owner["Turkey"] == "Neutral" and at(game, "Turkey") == {"infantry": 2, "tank": 1}
    assert not list(faults(game))


def test_no_fee_and_no_way_through() -> None:
    there = {"Caucasus": {"Germany": "1 infantry"}, "Turkey": {"Neutral": "2 infantry"}}
    game = position("Germany", "noncombat_move", there, owners={"Caucasus": "Germany"}, rules=[NEUTRAL])
    with pytest.raises(sandtable.Illegal, match="only enter friendly territory"):
        tell(game, "1 infantry: Caucasus > Turkey")


def test_a_country_is_bought_with_its_army() -> None:
    there = {"Turkey": {"Neutral": "2 infantry, 1 armor"}}
    game = position(
        "Soviet Union",
        "purchase",
        there,
        rules=[NEUTRAL, "ex_board.economic_conquest"],
        dice=[2],
        ipcs={"Soviet Union": 5},
    )
    tell(game, "turkey")
    assert game.state.owner["Turkey"] == "Soviet Union" and game.state.ipcs["Soviet Union"] == 2
    assert at(game, "Turkey", "Soviet Union") == {"infantry": 2, "tank": 1}


def test_units_of_an_owner_that_nobody_named_are_refused() -> None:
    rule = Rule("ex_board.stray", "Stray", lambda draft, option: draft.add("setup.Turkey", {"Rebels": {"infantry": 1}}))
    with pytest.raises(RuleError, match="neither a power nor an owner in the table armies"):
        _built(rule)


def _built(rule: Rule) -> None:
    KNOWN[rule.id] = rule
    registry.build("classic", [rule.id])


@pytest.mark.parametrize(("edition", "rule"), [("classic", NEUTRAL), ("great_war", "ex_board.armed_switzerland")])
@pytest.mark.parametrize("who", ["random", "basic"])
def test_whole_games_with_armies_of_nobody(edition: str, rule: str, who: str) -> None:
    game = Game.new(edition, [rule, "common.round_limit"], {"common.round_limit.rounds": 4}, seed=who)
    players = {power: player(who, "1") for power in game.rules.powers}
    for _ in range(2500):
        if not game.open:
            break
        decision = game.open[0]
        game.answer(players[decision.power](game, decision), id=decision.id)
    assert not list(faults(game))
