"""Offers: what a power may do besides in a phase, one after the other, until it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.decisions import Choose, Decision, Option

if TYPE_CHECKING:
    from .game import Flow, Game


def made(game: Game, at: str) -> Flow:
    """Asks which offer is taken up, as long as there is one and the power wants one."""
    while True:
        open_offers = [o for o in game.rules.offers.get(at, ()) if o.available(game)]
        if not open_offers:
            return
        options = [Option("go on", "go on"), *(Option(o.name, o.text) for o in open_offers)]
        key = yield Decision(
            "offer", game.state.power, "What else will you do?", Choose(options), advice="go on", context={"at": at}
        )
        if key == "go on":
            return
        yield from next(o for o in open_offers if o.name == key).run(game)
