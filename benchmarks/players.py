"""Measure how well the computer players play: `python -m benchmarks.players 100` plays 100 games per pairing.

Prints the winners, how they won, the number of rounds, the speed, and faults. Each game of a pairing has its own seed;
the same number of games gives the same table.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

from sandtable.lab.simulate import GameResult, simulate

EDITION, ROUNDS, JOBS = "classic", 30, 2
#: (player of the Axis, player of the Allies)
PAIRINGS = (("basic", "basic"), ("basic", "random"), ("random", "basic"))


def how(result: GameResult) -> str:
    """Return in a few words how a game was won."""
    return {"round_limit": "on points at the limit", "economic_victory": "by economy"}.get(
        result.ended_by, "by conquest"
    )


def pairing(axis: str, allies: str, games: int) -> None:
    """Play one pairing and print its row."""
    from sandtable.rules import registry

    rules = registry.build(EDITION, [], {})
    players = {power: axis if side == "axis" else allies for power, side in rules.side_of.items()}
    results = list(
        simulate(EDITION, games=games, seed=f"{axis}-{allies}", players=players, max_rounds=ROUNDS, jobs=JOBS)
    )
    seconds = sum(r.seconds for r in results)
    rounds = sorted(r.rounds for r in results)
    wins = Counter(f"{r.winner or 'no winner'} {how(r)}" for r in results)
    print(f"axis {axis} against allies {allies}, {games} games")
    print("  " + ", ".join(f"{name}: {n}" for name, n in wins.most_common()))
    print(
        f"  rounds: median {median(rounds):.0f}, nine of ten within {rounds[len(rounds) * 9 // 10]}; "
        f"{len(results) / seconds:.2f} games/s on one core, {1000 * seconds / (5 * sum(rounds)):.1f} ms a turn"
    )
    for r in results:
        if r.error:
            print(f"  game {r.seed} failed: {r.error}")


def main(games: int = 10) -> None:
    """Play all pairings."""
    for axis, allies in PAIRINGS:
        pairing(axis, allies, games)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
