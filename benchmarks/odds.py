"""Exact odds: the time for one battle, compared to rolling 10,000 battles."""

from __future__ import annotations

import time
from collections.abc import Callable

from sandtable.battle import contest
from sandtable.battle.contest import Contest, program
from sandtable.battle.odds import quick
from sandtable.battle.solve import Solver
from sandtable.battle.volley import ATTACKER, DEFENDER
from tests.battle.referee import Referee, random_referee

#: name, where, attackers, defenders, milliseconds allowed
BATTLES = [
    ("4 against 2", "land", {"infantry": 3, "tank": 1}, {"infantry": 2}, None),
    ("16 against 9", "land", {"infantry": 10, "tank": 4, "fighter": 2}, {"infantry": 8, "fighter": 1}, 1.0),
    (
        "37 against 33 and a gun", "land", {"infantry": 20, "tank": 10, "fighter": 5, "bomber": 2},
        {"infantry": 25, "tank": 5, "fighter": 3, "antiaircraft_gun": 1}, 10.0,
    ),
    (
        "60 against 60", "land", {"infantry": 30, "tank": 15, "fighter": 10, "bomber": 5},
        {"infantry": 40, "tank": 12, "fighter": 8}, 50.0,
    ),
    (
        "60 against 60 and a gun", "land", {"infantry": 30, "tank": 15, "fighter": 10, "bomber": 5},
        {"infantry": 40, "tank": 12, "fighter": 8, "antiaircraft_gun": 1}, 50.0,
    ),
    (
        "11 against 9 at sea", "sea", {"battleship": 2, "submarine": 3, "aircraft_carrier": 2, "fighter": 4},
        {"battleship": 1, "submarine": 3, "transport": 2, "aircraft_carrier": 1, "fighter": 2}, None,
    ),
    (
        "30 against 30 at sea", "sea",
        {"battleship": 4, "submarine": 8, "aircraft_carrier": 4, "fighter": 8, "bomber": 2, "transport": 4},
        {"battleship": 4, "submarine": 6, "aircraft_carrier": 3, "fighter": 7, "transport": 10}, None,
    ),
]  # fmt: skip
#: Number of rolled battles; the time for 10,000 is extrapolated.
ROLLED = 60


def milliseconds(do: Callable[[], object], times: int) -> float:
    """Return the best time of several runs, in milliseconds of one core."""
    best = float("inf")
    for _ in range(times):
        start = time.process_time()
        do()
        best = min(best, time.process_time() - start)
    return best * 1000


def one(name: str, where: str, attackers: dict[str, int], defenders: dict[str, int], allowed: float | None) -> None:
    """Print one line of the table."""
    referee = Referee(where, attackers, defenders)
    battle, rules = referee.battle(), referee.game.rules
    own, enemy = battle.pieces(ATTACKER), battle.pieces(DEFENDER)
    steps = program(rules, battle.sequence)

    def solve() -> None:
        Solver(Contest(steps, own, enemy, keep_land=False)).finish()

    def cold() -> None:
        contest.troop.cache_clear()
        solve()

    first = milliseconds(cold, 3)
    warm = milliseconds(solve, 20)
    quick(rules, own, enemy, battle.sequence)
    kept = milliseconds(lambda: quick(rules, own, enemy, battle.sequence), 100)
    start = time.process_time()
    for _ in range(ROLLED):
        referee.roll()
    rolled = (time.process_time() - start) / ROLLED * 10_000
    aim = "" if allowed is None else f"  aim {allowed:g} ms: {'kept' if warm < allowed else 'MISSED'}"
    print(
        f"{name:24} warm {warm:8.3f} ms  cold {first:8.3f} ms  remembered {kept:7.4f} ms  "
        f"10,000 rolled {rolled:6.1f} s = {rolled * 1000 / warm:9.0f} times{aim}"
    )


def many(count: int = 200) -> None:
    """Measure consecutive small battles, as computer players request them."""
    asked = []
    for number in range(count):
        referee = random_referee(number)
        battle = referee.battle()
        asked.append((referee.game.rules, battle.pieces(ATTACKER), battle.pieces(DEFENDER), battle.sequence))
    for name in ("new", "known sides", "remembered"):
        for rules, *_ in asked if name == "known sides" else ():
            rules.cache.pop("quick odds", None)
        start = time.process_time()
        for rules, own, enemy, sequence in asked:
            quick(rules, own, enemy, sequence)
        print(f"{count} small battles, {name:12} {(time.process_time() - start) / count * 1000:7.4f} ms each")


def main() -> None:
    for row in BATTLES:
        one(*row)
    many()
