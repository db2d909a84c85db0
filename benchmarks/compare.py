"""Processor time of two source trees, measured in turns: `python -m benchmarks.compare OLD_SRC NEW_SRC [NAME..]`.

Each tree runs in a process of its own. The same task runs in one, then in the other, several times; the best time of
each counts, so that other work on the machine matters little. Games are measured per answer, since the computer players
of two trees may play differently; `same` tells whether the games ended in the same positions. A name chooses the tasks
whose names contain it.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Runs of each task in each tree.
TIMES = 5
SEEDS = range(3)
ROUNDS = {"classic": 8, "great_war": 6}
BATTLES = {
    "classic land": ("classic", "10 infantry, 4 armor, 2 fighter", "8 infantry, 1 fighter", "land"),
    "classic large": ("classic", "30 infantry, 15 armor, 10 fighter, 5 bomber", "40 infantry, 12 armor", "land"),
    "classic sea": ("classic", "2 battleship, 3 submarine, 2 aircraft carrier, 4 fighter",
                    "1 battleship, 3 submarine, 2 transport, 2 fighter", "sea"),
    "great_war land": ("great_war", "12 infantry, 4 artillery, 2 fighter", "9 infantry, 3 artillery, 1 fighter",
                       "land"),
    "great_war tanks": ("great_war", "20 infantry, 6 artillery, 3 tank", "18 infantry, 6 artillery, 2 fighter", "land"),
    "great_war sea": ("great_war", "3 battleship, 2 cruiser, 3 submarine", "2 battleship, 2 cruiser, 2 submarine",
                      "sea"),
}  # fmt: skip
HOUSE = {"classic": ["gemmell"], "great_war": []}


# --- inside one of the trees ------------------------------------------------------------------------------------------


def tasks() -> dict[str, Callable[[], tuple[int, str]]]:
    """Return what is measured, by name; each task returns its number of units of work and what came out."""
    from sandtable.ai import player
    from sandtable.battle.odds import odds
    from sandtable.engine.game import Game, play
    from sandtable.rules import registry

    def game(edition: str, who: str, seed: int) -> tuple[int, str]:
        limit = {"common.round_limit.rounds": ROUNDS[edition]}
        new = Game.new(edition, ["common.round_limit"], limit, seed=seed, listening=False, recording=False)
        play(new, dict.fromkeys(new.rules.powers, player(who, seed)))
        return len(new.log), new.state_hash

    def build(edition: str, rules: list[str]) -> tuple[int, str]:
        return 1, registry.build(edition, rules).edition

    def battle(rules: Any, attack: str, defend: str, where: str) -> tuple[int, str]:
        return 1, f"{odds(rules, attack, defend, where).attacker_wins:.12f}"

    out: dict[str, Callable[[], tuple[int, str]]] = {}
    for edition in ROUNDS:
        for who in ("basic", "random"):
            for seed in SEEDS:
                out[f"{edition} {who} #{seed}"] = lambda e=edition, w=who, s=seed: game(e, w, s)  # type: ignore[misc]
        for rules in ([], HOUSE[edition]) if HOUSE[edition] else ([],):
            out[f"build {edition} {' '.join(rules)}".strip()] = lambda e=edition, r=rules: build(e, r)  # type: ignore[misc]
    built = {edition: registry.build(edition) for edition in ROUNDS}
    for name, (edition, *row) in BATTLES.items():
        out[f"odds {name}"] = lambda r=built[edition], b=row: battle(r, *b)  # type: ignore[misc]
    return out


def serve() -> None:
    """Run the tasks named on the lines of the input; write seconds, units of work, and result of each."""
    known = tasks()
    print(json.dumps(list(known)), flush=True)
    for line in sys.stdin:
        task = known[json.loads(line)]
        gc.collect()
        start = time.process_time()
        work, result = task()
        print(json.dumps([time.process_time() - start, work, result]), flush=True)


# --- the comparison ---------------------------------------------------------------------------------------------------


class Tree:
    """One source tree, with the best seconds per unit of work of each task and its result."""

    def __init__(self, src: str) -> None:
        env = {**os.environ, "PYTHONPATH": str(Path(src).resolve()), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )
        self.best: dict[str, float] = {}
        self.result: dict[str, str] = {}
        self.names: list[str] = self._read()

    def _read(self) -> Any:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline() or sys.exit("a tree failed; see its message above"))

    def run(self, name: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(name) + "\n")
        self.process.stdin.flush()
        seconds, work, self.result[name] = self._read()
        self.best[name] = min(seconds / work, self.best.get(name, seconds / work))


def compare(old: str, new: str, wanted: list[str]) -> None:
    """Measure and print one row for each group of tasks: milliseconds in each tree, their ratio, and sameness."""
    trees = Tree(old), Tree(new)
    names = [n for n in trees[0].names if n in trees[1].names and (not wanted or any(w in n for w in wanted))]
    for _ in range(TIMES):
        for name in names:
            for tree in trees:
                tree.run(name)
    print(f"{'':28}{'old ms':>10}{'new ms':>10}{'ratio':>8}")
    for group in dict.fromkeys(name.partition(" #")[0] for name in names):
        rows = [n for n in names if n.partition(" #")[0] == group]
        before, after = (1000 * sum(tree.best[n] for n in rows) / len(rows) for tree in trees)
        same = all(trees[0].result[n] == trees[1].result[n] for n in rows)
        print(f"{group:28}{before:10.3f}{after:10.3f}{after / before:8.3f}  {'same' if same else 'DIFFERENT'}")
    for tree in trees:
        assert tree.process.stdin
        tree.process.stdin.close()


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit("name two source trees: python -m benchmarks.compare OLD_SRC NEW_SRC [NAME..]")
    compare(sys.argv[1], sys.argv[2], sys.argv[3:])


if __name__ == "__main__":
    serve() if len(sys.argv) == 1 else main()
