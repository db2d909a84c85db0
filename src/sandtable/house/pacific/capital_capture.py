"""Capital Capture: a country that loses its capital loses half its money and plays on."""

from math import ceil, floor

from ...editions.pacific.score import captured
from ...engine.economy import sites_of
from ...words import Draft, Game, No, Option, Options, declare_event
from ...words.board import capital_lost, capital_of
from ..documents import pacific

declare_event("fined", "{power} pays {ipcs:IPC} to the bank for its capital", money=("-power",))
ROUND = {"down": floor, "up": ceil}


@pacific(
    "pacific.capital_capture", "Capital Capture",
    Option("loss_to_bank", 0.25, "share of the cash that the country pays to the bank", low=0.0, high=1.0),
    Option("loss_to_captor", 0.25, "share of the cash that the country pays to the captor", low=0.0, high=1.0),
    Option("rounding", "down", "how each share is rounded", choices=("down", "up")),
    Option("victim_may_continue", True, "the country still collects, buys, and places units"),
)  # fmt: skip
def capital_capture(draft: Draft, option: Options) -> None:
    """A country whose capital is captured pays a quarter of its cash to the bank and a quarter to the captor. It plays
    on normally: it collects income, and it buys units where it still has a complex."""
    shares = option.loss_to_bank, option.loss_to_captor
    rounded = ROUND[option.rounding]

    def plunder(game: Game, space: str, captor: str, loser: str | None) -> None:
        if loser is None or capital_of(game, space) != loser:
            return
        cash = game.state.ipcs[loser]
        bank = min(cash, rounded(cash * shares[0]))  # .1
        taken = min(cash - bank, rounded(cash * shares[1]))  # .2
        game.state.ipcs[loser] -= bank + taken
        game.state.ipcs[captor] += taken
        captured(game, taken)
        game.emit("fined", power=loser, ipcs=bank)
        game.emit("plundered", power=captor, ipcs=taken, loser=loser)

    draft.replace_step("conquest", "plunder", plunder)
    if option.victim_may_continue:
        draft.modify("may_collect", plays_on)  # .3
        draft.modify("for_sale", placeable)


def plays_on(answer: No | None) -> No | None:
    """A lost capital keeps no country from its income and its purchases."""
    return None


def placeable(answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
    """A country that has lost its capital saves its money if it has no complex; it may still buy what needs none."""
    if not capital_lost(game, power):
        return answer
    places = game.rules.q.placement
    return {kind: n for kind, n in answer.items() if places(game, power, kind) or sites_of(game, power, kind)}
