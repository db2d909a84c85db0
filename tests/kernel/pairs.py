"""Random games with pairs of the example rules: `python -m tests.kernel.pairs [EDITION..]` plays every pair.

Prints each pair whose game fails, and ends with an error if there is one. Pairs that conflict are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

from sandtable.core.errors import RuleError
from sandtable.lab import fuzz
from sandtable.rules import registry
from sandtable.rules.rule import Rule

FILES = sorted(path.stem for path in Path(__file__).parent.glob("examples_*.py"))
EDITIONS = ("classic", "great_war")
#: Rounds of each game.
ROUNDS = 2
Pair = tuple[str, str, str]  # edition, and the ids of two rules


def examples() -> dict[str, list[Rule]]:
    """Return the example rules by file."""
    return {name: list(import_module(f"tests.kernel.{name}").EXAMPLES) for name in FILES}


def known() -> dict[str, Rule]:
    """Return all example rules by id."""
    return {rule.id: rule for rules in examples().values() for rule in rules}


def pairs(editions: tuple[str, ...] = EDITIONS, across: bool = True) -> Iterator[Pair]:
    """Yield the pairs of rules that fit an edition; with `across`, only those of rules from different files."""
    for edition in editions:
        rows = [(file, rule.id) for file, rules in examples().items() for rule in rules if rule.fits(edition)]
        for (file, one), (other_file, other) in combinations(rows, 2):
            if not across or file != other_file:
                yield edition, one, other


def fault(pair: Pair) -> str:
    """Play one game with a pair; return what is wrong with it, or an empty text. The rules must be known."""
    edition, *rules = pair
    row = fuzz.with_needs((rule, "usual") for rule in rules)
    if fuzz.clash(edition, row):
        return ""
    try:
        built = fuzz.build(edition, row, ROUNDS)
    except RuleError as error:
        return f"not built: {error}"
    return fuzz.play(built, "+".join(pair), replayed=True)


def _learn() -> None:
    """Make the example rules known in this process."""
    registry.rules().update(known())


def main(editions: list[str]) -> int:
    """Play all pairs on two processes and print the failures; return 1 if there is one."""
    rows = list(pairs(tuple(editions) or EDITIONS, across=False))
    failed = 0
    with ProcessPoolExecutor(2, get_context("spawn"), initializer=_learn) as pool:
        for pair, found in zip(rows, pool.map(fault, rows, chunksize=8)):
            if found:
                failed += 1
                print(f"{' + '.join(pair)}: {found}", flush=True)
    print(f"{len(rows)} pairs, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
