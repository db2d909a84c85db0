"""How well the computer players play: `python -m benchmarks.players 100` plays that many games of each pairing.

Prints who won and how, how many rounds it took, how fast it was, and faults if there were any. All games of a pairing
have their own seeds; the same number gives the same table.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import median

from sandtable.lab.simulate import GameResult, simulate

EDITION, ROUNDS, JOBS = "classic", 30, 2
#: (player of the side that begins the war, player of the other side)
PAIRINGS = (("basic", "basic"), ("basic", "random"), ("random", "basic"))


def how(result: GameResult) -> str:
    """In a word, how a game was won."""
    why = result.victory or ""
    if "limit" in why:
        return "on points at the limit"
    return "by economy" if "production" in why else "by conquest"


def pairing(axis: str, allies: str, games: int) -> None:
    """Plays one pairing and prints its row."""
    from sandtable.rules import registry

    rules = registry.build(EDITION, [], {})
    players = {power: axis if side == "axis" else allies for power, side in rules.side_of.items()}
    results = list(
        simulate(EDITION, games=games, seed=f"{axis}-{allies}", players=players, max_rounds=ROUNDS, jobs=JOBS)
    )
    seconds = sum(r.seconds for r in results)
    rounds = sorted(r.rounds for r in results)
    wins = Counter(f"{r.winner or 'nobody'} {how(r)}" for r in results)
    print(f"axis {axis} against allies {allies}, {games} games")
    print("  " + ", ".join(f"{name}: {n}" for name, n in wins.most_common()))
    print(
        f"  rounds: median {median(rounds):.0f}, nine of ten within {rounds[len(rounds) * 9 // 10]}; "
        f"{len(results) / seconds:.2f} games/s on one core, {1000 * seconds / (5 * sum(rounds)):.1f} ms a turn"
    )
    for r in results:
        if r.error:
            print(f"  game {r.seed} broke off: {r.error}")


def main(games: int = 10) -> None:
    """All pairings."""
    for axis, allies in PAIRINGS:
        pairing(axis, allies, games)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
