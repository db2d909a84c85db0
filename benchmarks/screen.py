"""Find out which numbers of the fast player are worth changing: `python -m benchmarks.screen 400 classic`.

In each game, either side draws each number (the constants at the head of the modules of `ai.basic`) lower or higher, so
that one game tells something about all of them; a regression then finds by how much a side is better off for each. A
third argument is the scenario, a fourth the last round (20), and a fifth the first seed. The dice are low luck.

Prints the numbers that matter most, with the IPCs (`ai.value`) that a side gains with the higher one rather than with
the lower one, and the standard error. What is good against the player as it is may be bad against others, and what
leads after some rounds may lose in the end: play long games, and check what you change by paired games with other seeds
(`benchmarks.pairs`), in every edition.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from sandtable.ai import basic
from sandtable.ai.basic import Basic, stacks
from sandtable.ai.value import WON, value
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset

#: Modules of the player whose numbers are screened.
MODULES = (
    "allies", "attack", "buy", "choice", "ferry", "field", "fights", "fleet", "flight", "front", "goals", "guard",
    "lift", "odds", "raids", "shipyard", "sites", "view",
)  # fmt: skip
#: Those that play a war of stacks (1914).
STACKS = ("convoy", "fronts", "ground", "levy", "skirmish")
#: Numbers that are facts of the games, or limits of time.
FACTS = ("raids.DIE", "raids.FLAK", "fights.MOST_WORK")
#: By how much a number is changed; shares are changed on the scale of their odds.
FACTOR = 1.4
#: How many rows are printed.
SHOWN = 30


class Number(NamedTuple):
    """A constant: the modules and names that hold it, and its lower and higher value."""

    name: str
    places: tuple[tuple[ModuleType, str], ...]
    low: float
    high: float

    def put(self, value: float) -> None:
        """Set the constant wherever it is held."""
        for module, name in self.places:
            setattr(module, name, value)


def constants(module: str) -> dict[str, float]:
    """Return the numbers at the head of a module of the player."""
    found = {}
    for line in ast.parse(Path(basic.__path__[0], f"{module}.py").read_text()).body:
        if isinstance(line, ast.Assign):
            target = line.targets[0]
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            for name in (n.id for n in names if isinstance(n, ast.Name)):
                number = getattr(importlib.import_module(f"{basic.__name__}.{module}"), name)
                if type(number) in (int, float) and number:
                    found[name] = number
    return found


def numbers(chosen: Sequence[str] = MODULES) -> list[Number]:
    """Return the numbers of these modules of the player."""
    files = sorted(Path(basic.__path__[0]).glob("*.py"))
    modules = [importlib.import_module(f"{basic.__name__}.{path.stem}") for path in files]
    taken: dict[tuple[str, str], list[tuple[ModuleType, str]]] = {}
    for module in modules:
        for line in ast.walk(ast.parse(Path(str(module.__file__)).read_text())):
            if isinstance(line, ast.ImportFrom) and line.level == 1 and line.module:
                for alias in line.names:
                    taken.setdefault((line.module, alias.name), []).append((module, alias.asname or alias.name))
    out = []
    for of in chosen:
        home = importlib.import_module(f"{basic.__name__}.{of}")
        for name, number in constants(of).items():
            if f"{of}.{name}" not in FACTS:
                places = ((home, name), *taken.get((of, name), ()))
                out.append(Number(f"{of}.{name}", places, *levels(number)))
    return out


def levels(number: float) -> tuple[float, float]:
    """Return a lower and a higher value of a number; of 1, itself and 2, since 0 often means never."""
    if isinstance(number, int):
        step = max(1, round(abs(number) * (FACTOR - 1)))
        return (number - step, number + step) if number != 1 else (1, 2)
    if 0 < number < 1:
        odds = number / (1 - number)
        return odds / (FACTOR + odds), odds * FACTOR / (1 + odds * FACTOR)
    return number / FACTOR, number * FACTOR


@contextmanager
def as_before(rules: Ruleset, all_numbers: list[Number]) -> Iterator[None]:
    """Give back the numbers, and what the rules keep, however they are changed inside."""
    cache, was = rules.cache, [getattr(*number.places[0]) for number in all_numbers]
    try:
        yield
    finally:
        rules.cache = cache
        for number, before in zip(all_numbers, was, strict=True):
            number.put(before)


def played(rules: Ruleset, all_numbers: list[Number], seed: str, last: int) -> tuple[list[int], float]:
    """Play a game; return for each number +1, 0, or -1 (the first side has the higher one, both the same, or the other
    side), and by how much the first side is ahead at the end, in IPCs; at most as much as a won game is worth."""
    rng, sides = Random(seed), sorted(set(rules.side_of.values()))
    drawn = {side: [rng.randrange(2) for _ in all_numbers] for side in sides}
    caches: dict[str, dict[Any, Any]] = {side: {} for side in sides}
    game = Game(Header(rules, seed, (), {}), listening=False, recording=False)
    players = {power: Basic(f"{seed}/{power}") for power in rules.powers}
    now = ""
    with as_before(rules, all_numbers):
        while game.open and game.state.round <= last:
            decision = game.open[0]
            side = rules.side_of[decision.power]
            if side != now:
                now, rules.cache = side, caches[side]  # the chart keeps what it has found with these numbers
                for number, high in zip(all_numbers, drawn[side], strict=True):
                    number.put(number.high if high else number.low)
            game.answer(players[decision.power](game, decision), id=decision.id)
    lead = max(-WON, min(WON, value(game, sides[0])))
    game.close()
    one, other = (drawn[side] for side in sides)
    return [a - b for a, b in zip(one, other, strict=True)], lead


def fitted(rows: list[tuple[list[int], float]]) -> Iterator[tuple[float, float]]:
    """Yield the effect of each number, and its standard error, in IPCs."""
    known = np.array([[1, *signs] for signs, _ in rows], dtype=float)
    lead = np.array([y for _, y in rows])
    effects = np.linalg.lstsq(known, lead, rcond=None)[0]
    rest = lead - known @ effects
    spread = rest @ rest / max(1, len(rows) - known.shape[1])
    errors = np.sqrt(np.diag(np.linalg.pinv(known.T @ known)) * spread)
    yield from zip(effects[1:], errors[1:], strict=True)


def main(games: str = "20", edition: str = "classic", scenario: str = "", last: str = "20", start: str = "1") -> None:
    """Play the games and print what was found."""
    rules = registry.build(edition, ("common.low_luck",), {}, scenario)
    found = numbers(STACKS if stacks.fits(Game(Header(rules, start, (), {}))) else MODULES)
    seeds = range(int(start), int(start) + int(games))
    rows = [played(rules, found, f"screen+{seed}", int(last)) for seed in seeds]
    table = sorted(zip(fitted(rows), found, strict=True), key=lambda row: -abs(row[0][0] / (row[0][1] or 1)))
    for (effect, error), number in table[:SHOWN]:
        print(f"{number.name:24} {number.low:8.3g} to {number.high:8.3g}: {effect:+6.1f} +- {error:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
