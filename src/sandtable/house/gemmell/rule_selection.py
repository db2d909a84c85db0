"""Choose the Rules in Play (the introduction of the document)."""

from ...words import Draft, Game, Option, Options, declare_event
from ..documents import gemmell

declare_event("rules_agreed", "The players agreed on these house rules: {rules}")


@gemmell(
    "gemmell.rule_selection", "Choose the Rules in Play",
    Option("selection_time", "before_setup", "when the list of rules is fixed for the whole game",
           choices=("before_setup",)),
    Option("consent", "unanimous", "agreement needed to switch a rule on or off", choices=("unanimous",)),
)  # fmt: skip
def rule_selection(draft: Draft, option: Options) -> None:
    """Before setup, players choose together which rules of this set to use. The choice holds for the whole game.
    Everything that no active rule changes follows the rulebook."""
    # The choice is part of the header of a game: the ruleset is frozen when the game starts, and the rulebook applies
    # wherever no active rule changes it (gemmell.rule_selection.1, .2). This step only records the choice in the
    # history.
    draft.step("opening", "rules_agreed", tell, text="list the house rules in play")


def tell(game: Game) -> None:
    """List the rules in play, before the first turn (gemmell.rule_selection.2)."""
    game.emit("rules_agreed", rules=", ".join(rule.id for rule in game.rules.rules))
