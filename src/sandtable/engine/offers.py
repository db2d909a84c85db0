"""Offers: optional actions that a power may take, one at a time, until it continues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.decisions import Choose, Decision, Option

if TYPE_CHECKING:
    from .game import Flow, Game

#: The answer of a power that takes up no offer.
GO_ON = Option("go on", "continue")


def made(
    game: Game,
    at: str,
    *context: Any,
    asked: str = "",
    once: bool = False,
    prompt: str = "Choose an action, or continue",
) -> Flow:
    """Ask which offer the power takes up until it continues or no offer is left; with `once`, at most one.

    `context` is handed to the offers after the game; `asked` is the power (default: the active one).
    """
    while True:
        decision = question(game, at, *context, asked=asked, prompt=prompt)
        if decision is None:
            return
        key = yield decision
        if key == GO_ON.key:
            return
        yield from take_up(game, at, key, *context)
        if once:
            return


def question(
    game: Game,
    at: str,
    *context: Any,
    asked: str = "",
    go_on: Option = GO_ON,
    prompt: str = "Choose an action, or continue",
    ask: str = "",
    space: str = "",
) -> Decision | None:
    """Return the question which offer to take up, or None if there is none.

    `ask` is the prompt without the place of the battle, and `space` that place.
    """
    there = [o for o in game.rules.offers.get(at, ()) if o.available(game, *context)]
    if not there:
        return None
    options = [go_on, *(Option(o.name, o.text) for o in there)]

    def advice() -> str:
        return next((o.name for o in there if o.advised(game, *context)), go_on.key)

    leaving = [o.name for o in there if o.leaves]
    facts = {"at": at, "ask": ask, "space": space, "decline": go_on.key, "leaving": leaving}
    return Decision(
        "offer", asked or game.state.power, prompt, Choose(options), advice=advice,
        context={name: fact for name, fact in facts.items() if fact},
    )  # fmt: skip


def take_up(game: Game, at: str, name: str, *context: Any) -> Flow:
    """Run an offer if it is still available."""
    offer = next((o for o in game.rules.offers.get(at, ()) if o.name == name), None)
    if offer is not None and offer.available(game, *context):
        yield from offer.run(game, *context)
