"""Compare two computer players by paired games: `python -m benchmarks.pairs quick strong:40 30`.

Each pair is two games with the same seed, in which the players exchange the sides. A player may be followed by a
number: its evaluations for a turn. A third argument is the number of pairs, a fourth the last round (12), a fifth the
edition, a sixth the first seed.

A game that nobody has won by then goes to the side that is ahead in value. A pair goes to the player whose leads in
both games add up to more, since one side may be ahead in most games, whoever plays it. Prints each pair, and the second
player's share of the games and pairs with the Elo they mean, with intervals of 95 percent.
"""

from __future__ import annotations

import sys
import time
from math import log10
from statistics import mean, stdev
from typing import NamedTuple

from sandtable.ai.trial import Player
from sandtable.ai.value import value
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset

from .turns import named


class Pair(NamedTuple):
    """Of the second player: games won, and its lead in IPCs in each game; and how the games ended."""

    won: float
    leads: tuple[float, float]
    ends: tuple[str, str]


def finished(rules: Ruleset, sides: dict[str, Player], seed: str, last: int) -> Game:
    """Return a game of two players, by side, at its end or after a round."""
    game = Game(Header(rules, seed, (), {}), listening=False, recording=False)
    while game.open and game.state.round <= last:
        decision = game.open[0]
        game.answer(sides[rules.side_of[decision.power]](game, decision), id=decision.id)
    return game


def pair(rules: Ruleset, one: str, other: str, seed: str, last: int) -> Pair:
    """Play two games with sides exchanged."""
    first, second = sorted(set(rules.side_of.values()))
    leads, ends, won = [], [], 0.0
    for side, foe in ((first, second), (second, first)):
        game = finished(rules, {side: named(other, f"{seed}/{side}"), foe: named(one, f"{seed}/{foe}")}, seed, last)
        leads.append(value(game, side))
        won += (leads[-1] > 0) + 0.5 * (leads[-1] == 0)
        ends.append(f"{side} {leads[-1]:+.0f} in round {min(game.state.round, last)}")
    return Pair(won, (leads[0], leads[1]), (ends[0], ends[1]))


def elo(share: float) -> float:
    """Return the difference in Elo of a share of points."""
    share = min(0.999, max(0.001, share))
    return -400 * log10(1 / share - 1)


def summed(label: str, shares: list[float]) -> str:
    """Return a line with the mean of some shares, and the Elo."""
    most = mean(shares)
    error = 1.96 * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 0.5
    return (
        f"{label} {most:.3f} +- {error:.3f}, Elo {elo(most):+.0f} [{elo(most - error):+.0f}, {elo(most + error):+.0f}]"
    )


def main(one: str, other: str, count: str = "10", last: str = "12", edition: str = "classic", start: str = "1") -> None:
    rules, began, played = registry.build(edition), time.process_time(), []
    for number in range(int(start), int(start) + int(count)):
        played.append(new := pair(rules, one, other, f"pairs+{number}", int(last)))
        print(f"{number}: {'; '.join(new.ends)}", flush=True)
        leads = [sum(p.leads) / 2 for p in played]
        error = 1.96 * stdev(leads) / len(leads) ** 0.5 if len(leads) > 1 else 0.0
        games = summed("games", [p.won / 2 for p in played])
        pairs = summed("pairs", [(lead > 0) + 0.5 * (lead == 0) for lead in leads])
        print(
            f"  lead {mean(leads):+.0f} +- {error:.0f}; {games}; {pairs}; {time.process_time() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
