"""Choose the Rules in Play (introduction of the document)."""

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
    "Choose the Rules in Play",
    editions=("classic",),
    options=[
        Option(
            "selection_time", "before_setup", "when the list of rules is fixed for the whole game",
            choices=("before_setup",),
        ),
        Option(
            "consent", "unanimous", "agreement needed to switch a rule on or off",
            choices=("unanimous",),
        ),
    ],
)  # fmt: skip
def rule_selection(draft: Draft, option: Options) -> None:
    """Players choose which rules of the set to use before the game. The choice holds for the whole game."""
    # The choice itself is the header of a game: a ruleset is frozen when the game begins, and what no rule that is on
    # has edited is the rulebook's (gemmell.rule_selection.1, .2). What was agreed on is written into the history.
    draft.step("opening", "rules_agreed", tell, text="list the house rules in play")


def tell(game: Game) -> None:
    """Reads out the rules in play, before the first turn (gemmell.rule_selection.2)."""
    game.emit("rules_agreed", rules=", ".join(rule.id for rule in game.rules.rules))
