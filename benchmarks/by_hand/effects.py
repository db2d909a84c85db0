"""Measure how each house rule of a document changes the balance: `python -m benchmarks.by_hand.effects gemmell 200`.

Every rule is played alone (with the rules it needs) on the same seeds as the game without house rules. The change in
one side's share of victories is the mean of the paired differences, with its standard error.
"""

from __future__ import annotations

import sys
from math import sqrt
from statistics import mean, stdev

from sandtable.lab.simulate import GameResult, simulate
from sandtable.rules import registry

EDITION, SIDE, ROUNDS = "classic", "axis", 25


def played(rules: list[str], games: int) -> list[GameResult]:
    """Play games between `basic` players on the seeds of this benchmark."""
    results = list(
        simulate(
            EDITION,
            ["common.round_limit", *rules],
            {"common.round_limit.rounds": ROUNDS},
            games=games,
            seed="effects",
            players="basic",
            jobs=2,
        )
    )
    assert not [r.error for r in results if r.error]
    return results


def score(result: GameResult) -> float:
    """Return 1 for a victory of the side, 0 for one of the other side, and 0.5 for no winner."""
    return 0.5 if result.winner is None else float(result.winner == SIDE)


def main(document: str, games: int) -> None:
    base = played([], games)
    share = mean(map(score, base))
    print(f"bare game: {SIDE} {share:.1%} of {games}, {mean(r.rounds for r in base):.1f} rounds", flush=True)
    rules = [r for r in registry.rules().values() if r.document == document]
    sets = [(r.id, [*r.needs, r.id]) for r in rules] + [(document, [document])]
    for name, chosen in sets:
        results = played(chosen, games)
        changes = [score(b) - score(a) for a, b in zip(base, results, strict=True)]
        error = stdev(changes) / sqrt(games)
        rounds = mean(r.rounds for r in results)
        print(f"{name:32} {mean(changes):+7.1%} ± {error:.1%}   {rounds:5.1f} rounds", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
