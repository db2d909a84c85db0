"""Offers: what a power may do besides, one after the other, until it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.decisions import Choose, Decision, Option

if TYPE_CHECKING:
    from .game import Flow, Game


def made(
    game: Game,
    at: str,
    *context: Any,
    asked: str = "",
    go_on: str = "go on",
    once: bool = False,
    prompt: str = "What else will you do?",
) -> Flow:
    """Asks which offer is taken up, as long as there is one and the power wants one; with `once` at most one.

    `context` is handed to the offers after the game; `asked` is the power (default: the active one).
    """
    power = asked or game.state.power
    while True:
        open_offers = [o for o in game.rules.offers.get(at, ()) if o.available(game, *context)]
        if not open_offers:
            return
        options = [Option(go_on, go_on), *(Option(o.name, o.text) for o in open_offers)]
        advised = next((o.name for o in open_offers if o.advised(game, *context)), go_on)
        key = yield Decision("offer", power, prompt, Choose(options), advice=advised, context={"at": at})
        if key == go_on:
            return
        yield from next(o for o in open_offers if o.name == key).run(game, *context)
        if once:
            return
