"""Whole games under chosen sets of house rules, watched: every pair of rules plays together, options at both ends.

`covering` chooses the sets: each rule is off, as usual, or with all its options at one of their ends, and every two
that fit together meet in each of these forms. `play` plays a set and checks `engine.invariants`; `smallest` drops rules
from a set while the game still fails.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..core.errors import SandtableError
from ..core.forces import Stack
from ..engine.game import Game, Header
from ..engine.invariants import Watch, replay_fault
from ..engine.state import State
from ..rules import registry
from ..rules.rule import Option, Rule
from ..rules.ruleset import Ruleset
from .simulate import ROUND_LIMIT, ROUNDS, make_folder, seated

#: The forms in which a rule may be on.
FORMS = ("usual", "low", "high")
Choice = tuple[str, str]  # a rule and its form


class Failure(NamedTuple):
    """A game that went wrong: its rules with their options, its seed, what happened, and the file it was saved to."""

    rules: tuple[str, ...]
    options: dict[str, Any]
    seed: str
    fault: str
    file: str = ""


def end_of(option: Option, form: str) -> Any:
    """An option at one end: numbers at a bound (not further than twice the usual), choices the first or last."""
    if form == "usual":
        return option.default
    high = form == "high"
    if option.choices:
        return option.choices[-1 if high else 0]
    if isinstance(option.default, bool):
        return high
    if isinstance(option.default, int | float) and option.low is not None and option.high is not None:
        end = min(option.high, 2 * option.default + 1) if high else option.low
        return type(option.default)(end)
    return option.default


def options_of(row: Iterable[Choice]) -> dict[str, Any]:
    """The options of all rules of a row that are not as usual."""
    known = registry.rules()
    return {
        f"{rule}.{o.name}": end_of(o, form)
        for rule, form in row
        for o in known[rule].options
        if end_of(o, form) != o.default
    }


def forms(rule: Rule) -> list[str]:
    """The forms in which a rule can be on that differ from each other."""
    seen: dict[str, str] = {}
    for form in FORMS:
        seen.setdefault(repr([end_of(o, form) for o in rule.options]), form)
    return list(seen.values())


def with_needs(row: Iterable[Choice]) -> list[Choice]:
    """A row with everything its rules need, as usual."""
    known, out = registry.rules(), dict(row)
    todo = list(out)
    while todo:
        for need in known[todo.pop()].needs:
            if need not in out:
                out[need] = "usual"
                todo.append(need)
    return [(rule, out[rule]) for rule in known if rule in out]


def clash(edition: str, row: Iterable[Choice]) -> tuple[str, ...] | None:
    """The rules that keep a row from being played; None if it can be."""
    row = list(row)
    try:
        found = registry.check(edition, [rule for rule, _ in row], options_of(row))
    except SandtableError:
        return tuple(rule for rule, _ in row)
    return next((f.rules for f in found if f.severity in ("conflict", "missing")), None)


def covering(edition: str, rules: Iterable[str], seed: str = "0") -> list[list[Choice]]:
    """Rows of rules with their forms, so that every two that fit together are on together in some row."""
    known, rng = registry.rules(), Random(f"covering {seed}")
    levels = {rule: forms(known[rule]) for rule in rules}
    wanted = {
        frozenset(((a, x), (b, y)))
        for a, b in combinations(levels, 2)
        for x, y in product(levels[a], levels[b])
    }  # fmt: skip
    rows = []
    while wanted:
        first = min(wanted, key=lambda pair: (rng.random(), sorted(pair)))
        row = with_needs(first)
        if clash(edition, row):
            wanted.discard(first)  # these two do not fit together
            continue
        for rule in rng.sample(list(levels), len(levels)):
            if rule in dict(row) or rng.random() < 0.3:
                continue
            best = max(levels[rule], key=lambda form: (_gain(wanted, row, (rule, form)), rng.random()))
            longer = with_needs([*row, (rule, best)])
            if _gain(wanted, row, (rule, best)) and not clash(edition, longer):
                row = longer
        rows.append(row)
        wanted -= {frozenset(pair) for pair in combinations(row, 2)}
    return rows


def _gain(wanted: set[frozenset[Choice]], row: list[Choice], new: Choice) -> int:
    return sum(frozenset((old, new)) in wanted for old in row)


def candidates(edition: str) -> list[str]:
    """The rules that may be on or off in an edition; the round limit is always on."""
    return [r.id for r in registry.rules().values() if r.fits(edition) and r.id != ROUND_LIMIT]


def build(edition: str, row: Iterable[Choice], rounds: int) -> Ruleset:
    """The ruleset of a row, limited to some rounds."""
    row = [choice for choice in row if choice[0] != ROUND_LIMIT]
    options = {**options_of(row), f"{ROUND_LIMIT}.{ROUNDS}": rounds}
    return registry.build(edition, [*(rule for rule, _ in row), ROUND_LIMIT], options)


def richer(rules: Ruleset, seed: str) -> State:
    """A start in which everything can happen soon: some technologies, IPCs, and a unit of every type for sale in each
    capital."""
    rng = Random(f"richer {seed}")
    game = Game(Header(rules, seed))
    state = game.snapshots[0].state.copy()
    for power in rules.powers.values():
        state.ipcs[power.name] += rng.randint(0, 40)
        for name in rules.technologies:
            if name not in state.techs[power.name] and rng.random() < 0.3:
                state.techs[power.name].append(name)
        capital = power.capital
        for kind, unit in rules.units.items():
            single = unit.kind == "structure" or "antiaircraft" in unit.tags
            if unit.cost > 0 and unit.kind != "sea" and not (single and any(s.type == kind for s in state.at(capital))):
                if state.owner.get(capital) == power.name:
                    state.put(capital, Stack(power.name, kind), 1)
    return state


def play(rules: Ruleset, seed: str, players: str = "random", folder: str = "", replayed: bool = False) -> str:
    """Plays one game under watch, some of them from a richer start; returns its fault, or an empty text.

    A game that fails is saved in the folder.
    """
    rich = Random(f"start {seed}").random() < 0.4
    game = Game(Header(rules, seed), state=richer(rules, seed) if rich else None)
    fault = _fault(game, players, seed)
    if not fault and replayed:
        fault = replay_fault(game)
    if fault and folder:
        make_folder(Path(folder))
        game.save(Path(folder) / file_name(rules, seed))
    return fault


def file_name(rules: Ruleset, seed: str) -> str:
    """The name of the file of a game that failed."""
    return f"fuzz-{rules.edition}-{''.join(c if c.isalnum() else '-' for c in seed)}.json"


def _fault(game: Game, players: str, seed: str) -> str:
    seats = seated(dict.fromkeys(game.rules.powers, players), seed)
    watch, seen = Watch(game), (0, 0)
    try:
        while game.open:
            decision = game.open[0]
            game.answer(seats[decision.power](game, decision), id=decision.id)
            now = (game.state.step, len(game.log) // 25)
            if now != seen:  # a phase is over, or enough has happened in it
                seen = now
                faults = watch.faults()
                if faults:
                    return faults[0]
            if len(game.log) > 100_000:
                return "the game never ends"
        faults = watch.faults()
        return faults[0] if faults else ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def smallest(edition: str, row: list[Choice], seed: str, players: str, rounds: int) -> list[Choice]:
    """The row without the rules that a failure does not need."""
    for choice in list(row):
        less = with_needs([c for c in row if c != choice])
        if len(less) < len(row) and not clash(edition, less):
            if play(build(edition, less, rounds), seed, players, replayed=True):
                row = less
    return row


class Task(NamedTuple):
    """One game to be played; `folder` is where a failure is saved (empty: nowhere)."""

    edition: str
    row: tuple[Choice, ...]
    seed: str
    players: str
    rounds: int
    replayed: bool
    folder: str


def run(task: Task) -> Failure | None:
    """Plays one game; a failure comes back with the fewest rules that still show it."""
    edition, row, seed, players, rounds, replayed, folder = task
    if not play(build(edition, row, rounds), seed, players, replayed=replayed):
        return None
    few = smallest(edition, list(row), seed, players, rounds)
    rules = build(edition, few, rounds)
    fault = play(rules, seed, players, folder, replayed=True)
    file = str(Path(folder) / file_name(rules, seed)) if folder else ""
    return Failure(tuple(rule for rule, _ in few), options_of(few), seed, fault, file)


def fuzz(
    edition: str,
    *,
    games: int = 300,
    seed: str = "0",
    rounds: int = 3,
    folder: str = "",
    pairs: bool = True,
    jobs: int = 1,
) -> Iterator[Failure | None]:
    """Plays the games and yields in their order what went wrong, None for each that went well.

    With `pairs` the rows of a covering array take turns; else each rule plays alone. Every fifth game is played by
    `basic`, every third is played again from its file. Raises `Unknown` for an edition nobody knows.
    """
    registry.edition(edition)
    rules = candidates(edition)
    rows = covering(edition, rules, seed) if pairs else [with_needs([(r, "usual")]) for r in rules]
    tasks = [
        Task(
            edition, tuple(rows[n % len(rows)]), f"{seed}+{n}", "basic" if n % 5 == 4 else "random", rounds,
            n % 3 == 0, folder,
        )
        for n in range(games)
    ]  # fmt: skip
    if jobs <= 1:
        yield from map(run, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(run, tasks)
