"""Choosing which rules are in play (introduction of the document)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.events import declare_event
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

if TYPE_CHECKING:
    from ...engine.game import Game

declare_event("rules_agreed", "The players agreed on these house rules: {rules}")


@house_rule(
    "gemmell.rule_selection",
    "Choosing which rules are in play",
    editions=("classic",),
    options=[
        Option(
            "selection_time", "before_setup", "moment at which the list of rules is fixed for the whole game",
            choices=("before_setup",),
        ),
        Option(
            "consent", "unanimous", "agreement needed among the players to switch a rule on or off",
            choices=("unanimous",),
        ),
    ],
)  # fmt: skip
def rule_selection(draft: Draft, option: Options) -> None:
    """Every rule of the set can be left out by itself; the choice is made before the game and holds for all of it."""
    # The choice itself is the header of a game: a ruleset is frozen when the game begins, and what no rule that is on
    # has edited is the rulebook's (gemmell.rule_selection.1, .2). What was agreed on is written into the history.
    draft.step("opening", "rules_agreed", tell, text="the house rules in play are read out")


def tell(game: Game) -> None:
    """Reads out the rules in play, before the first turn (gemmell.rule_selection.2)."""
    game.emit("rules_agreed", rules=", ".join(rule.id for rule in game.rules.rules))
