"""Optional rules of Pacific: bids in victory points, and Japan's first turn."""

import msgspec

from ...core.units import UnitType
from ...words import Draft, Game, Option, Options, house_rule
from ...words.battles import Pick

EDITIONS = ("pacific",)
SURPRISED = ("Great Britain", "United States")


@house_rule(
    "common.victory_point_bid", "Victory Point Bid",
    Option("points", 24, "victory points that Japan must reach", low=1, high=99),
    editions=EDITIONS, default=False,
)  # fmt: skip
def victory_point_bid(draft: Draft, option: Options) -> None:
    """Players bid the victory points that Japan must reach to win, usually 23 to 26 (pacific.R140)."""
    draft.set("switches.victory_points_to_win", option.points)


@house_rule("common.no_surprise", "No Surprise", editions=EDITIONS, default=False)
def no_surprise(draft: Draft, option: Options) -> None:
    """British and American units defend with their normal values in Japan's first turn (pacific.R141)."""
    draft.modify("stats", normal)


def normal(answer: UnitType, game: Game, power: str, type: str) -> UnitType:
    """Units that were surprised have their printed defense again."""
    if power not in SURPRISED or game.state.round > 1:
        return answer
    return msgspec.structs.replace(answer, defense=game.rules.units[type].defense)


@house_rule("common.silent_surprise", "Silent Surprise", editions=EDITIONS, default=False)
def silent_surprise(draft: Draft, option: Options) -> None:
    """In Japan's first turn, British and American units do not fire at all in the first round of each battle; from the
    second round on they defend at 1 (pacific.R67.2)."""
    draft.when(owner=SURPRISED, rounds=1, battle_round=1).lift(Pick(), defense=0)


RULES = [victory_point_bid, no_surprise, silent_surprise]
