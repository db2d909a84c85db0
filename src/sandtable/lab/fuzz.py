"""Find faults by playing complete games under many sets of house rules, with options at both extremes.

`covering` chooses the sets: each rule is off, on with its default options, or on with all its options at one extreme,
and every two compatible rules meet in each of these forms. `play` plays one set and checks `engine.invariants`, and
that the advice for a decision is legal. `smallest` removes rules from a set while the game still fails.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, count, islice, product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ..core.decisions import Decision
from ..core.errors import RuleError, RuleFault, SandtableError, Unknown
from ..core.forces import Stack
from ..engine.game import Game, Header
from ..engine.invariants import Watch, replay_fault
from ..engine.state import State
from ..rules import registry
from ..rules.rule import Option, Rule
from ..rules.ruleset import Ruleset
from .simulate import ROUND_LIMIT, ROUNDS, make_folder, seated

#: The forms in which a rule can be on: with its default options ("usual"), or with all of them at one extreme.
FORMS = ("usual", "low", "high")
RANDOM = "random"
#: The advice for one move in ten is checked; that for other decisions always.
MOVES_APART = 10
Choice = tuple[str, str]  # a rule and its form


class Failure(NamedTuple):
    """A failed game: its scenario, its rules with their options, its seed, the fault, and the file of the game."""

    scenario: str
    rules: tuple[str, ...]
    options: dict[str, Any]
    seed: str
    fault: str
    file: str = ""


def end_of(option: Option, form: str) -> Any:
    """Return the value of an option in a form: for a number, a bound (at most twice the default plus 1); for choices,
    the first or last one; in a form that begins with "random", any value between."""
    if form == "usual":
        return option.default
    if form.startswith(RANDOM):
        return _random_value(option, Random(f"{form} {option.name}"))
    high = form == "high"
    if option.choices:
        return option.choices[-1 if high else 0]
    if isinstance(option.default, bool):
        return high
    if isinstance(option.default, int | float) and option.low is not None and option.high is not None:
        end = min(option.high, 2 * option.default + 1) if high else option.low
        return type(option.default)(end)
    return option.default


def _random_value(option: Option, rng: Random) -> Any:
    if option.choices:
        return rng.choice(option.choices)
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    low, high = end_of(option, "low"), end_of(option, "high")
    if isinstance(option.default, int):
        return rng.randint(low, high)
    return rng.uniform(low, high) if isinstance(option.default, float) else option.default


def options_of(row: Iterable[Choice]) -> dict[str, Any]:
    """Return the options of the rules of a row that differ from their defaults."""
    known = registry.rules()
    return {
        f"{rule}.{o.name}": end_of(o, form)
        for rule, form in row
        for o in known[rule].options
        if end_of(o, form) != o.default
    }


def forms(rule: Rule) -> list[str]:
    """Return the forms of a rule that differ from each other."""
    seen: dict[str, str] = {}
    for form in FORMS:
        seen.setdefault(repr([end_of(o, form) for o in rule.options]), form)
    return list(seen.values())


def with_needs(row: Iterable[Choice]) -> list[Choice]:
    """Return a row with the rules that its rules need added, with their default options."""
    known, out = registry.rules(), dict(row)
    todo = list(out)
    while todo:
        for need in known[todo.pop()].needs:
            if need not in out and need in known:
                out[need] = "usual"
                todo.append(need)
    return [(rule, out[rule]) for rule in known if rule in out]


def clash(edition: str, row: Iterable[Choice]) -> tuple[str, ...] | None:
    """Return the rules that conflict in a row, or None if it can be played."""
    row = list(row)
    try:
        found = registry.check(edition, [rule for rule, _ in row], options_of(row))
    except SandtableError:
        return tuple(rule for rule, _ in row)
    return next((f.rules for f in found if f.severity in ("conflict", "missing")), None)


def covering(edition: str, rules: Iterable[str], seed: str = "0") -> list[list[Choice]]:
    """Return rows of rules in forms, so that every two that are compatible are on together in some row."""
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
            wanted.discard(first)  # these two are incompatible
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


def subsets(edition: str, rules: Sequence[str], seed: str = "0") -> Iterator[list[Choice]]:
    """Yield random sets of rules without conflicts, with random options, without end; a third of them are pairs."""
    for n in count():
        rng = Random(f"subsets {seed} {n}")
        size = 2 if n % 3 == 2 else rng.randint(2, len(rules))
        row = with_needs([(rule, f"{RANDOM} {seed} {n}") for rule in rng.sample(list(rules), min(size, len(rules)))])
        while conflict := clash(edition, row):
            gone = rng.choice(conflict)
            row = [choice for choice in row if choice[0] != gone and gone not in registry.rules()[choice[0]].needs]
        if row:
            yield row


def twos(edition: str, rules: Sequence[str]) -> Iterator[list[Choice]]:
    """Yield every pair of rules that can be played together, with what they need; options cycle through the forms."""
    for n, pair in enumerate(combinations(rules, 2)):
        row = with_needs([(rule, FORMS[n % len(FORMS)]) for rule in pair])
        if not clash(edition, row):
            yield row


def candidates(edition: str, documents: Collection[str] = ()) -> list[str]:
    """Return the rules to test in an edition, those of some documents if they are named; the round limit is always
    on."""
    known = registry.rules().values()
    return [
        r.id for r in known if r.fits(edition) and r.id != ROUND_LIMIT and (not documents or r.document in documents)
    ]


def scenarios(edition: str, wanted: str = "") -> list[str]:
    """Return the scenarios to play in an edition: all, or the one that is wanted. Raises `Unknown`."""
    known = registry.edition(edition).scenarios
    if wanted and wanted not in known:
        raise Unknown("scenario", wanted, known)
    return [wanted] if wanted else list(known)


def home(documents: Sequence[str]) -> str:
    """Return the base game for the rules of some documents: the first to which rules of the first document apply."""
    return next((e for e in registry.editions() if documents and candidates(e, documents[:1])), "classic")


def build(edition: str, row: Iterable[Choice], rounds: int, scenario: str = "") -> Ruleset:
    """Return the ruleset of a row, with a round limit."""
    row = [choice for choice in row if choice[0] != ROUND_LIMIT]
    options = {**options_of(row), f"{ROUND_LIMIT}.{ROUNDS}": rounds}
    return registry.build(edition, [*(rule for rule, _ in row), ROUND_LIMIT], options, scenario)


def richer(rules: Ruleset, seed: str) -> State:
    """Return a starting position with more technologies and IPCs, and a unit of every type in each capital."""
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
    """Play one game and check it, from a richer start in 2 of 5 games. Return its fault, or an empty text.

    A failed game is saved in `folder`. With `replayed`, the game is also replayed from its save.
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
    """Return the file name of a failed game."""
    return f"fuzz-{rules.edition}-{''.join(c if c.isalnum() else '-' for c in seed)}.json"


def _fault(game: Game, players: str, seed: str) -> str:
    seats = seated(dict.fromkeys(game.rules.powers, players), seed)
    watch, seen = Watch(game), (0, 0)
    try:
        while game.open:
            decision = game.open[0]
            if decision.kind != "move" or len(game.log) % MOVES_APART == 0:
                wrong = _wrong_advice(decision)
                if wrong:
                    return wrong
            answer = seats[decision.power](game, decision)
            try:
                game.answer(answer, id=decision.id)
            except RuleFault as error:  # the game stands before the answer, and so does its file
                text = decision.form.write(answer, game.rules.words)
                return f"{error}; {decision.power} answered {decision.kind} with {text!r}"
            now = (game.state.step, len(game.log) // 25)
            if now != seen:  # a phase has ended, or 25 answers were given
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


def _wrong_advice(decision: Decision) -> str:
    """Return what is wrong with the advice for a decision, which must be a legal answer; "" for nothing."""
    try:
        decision.check(decision.advice)
    except SandtableError as error:
        return f"{decision.power} is given illegal advice for {decision.kind}: {error}"
    return ""


def smallest(edition: str, row: list[Choice], seed: str, players: str, rounds: int, scenario: str = "") -> list[Choice]:
    """Return the row without the rules that the failure does not need."""
    for choice in list(row):
        less = with_needs([c for c in row if c != choice])
        if len(less) < len(row) and not clash(edition, less):
            if play(build(edition, less, rounds, scenario), seed, players, replayed=True):
                row = less
    return row


class Task(NamedTuple):
    """One game to play; a failure is saved in `folder`, unless it is empty."""

    edition: str
    scenario: str
    row: tuple[Choice, ...]
    seed: str
    players: str
    rounds: int
    replayed: bool
    folder: str


def run(task: Task) -> Failure | None:
    """Play one game. Return a failure with the fewest rules that still cause it, or None."""
    edition, scenario, row, seed, players, rounds, replayed, folder = task
    if not play(build(edition, row, rounds, scenario), seed, players, replayed=replayed):
        return None
    few = smallest(edition, list(row), seed, players, rounds, scenario)
    rules = build(edition, few, rounds, scenario)
    fault = play(rules, seed, players, folder, replayed=True)
    file = str(Path(folder) / file_name(rules, seed)) if folder else ""
    return Failure(scenario, tuple(rule for rule, _ in few), options_of(few), seed, fault, file)


def fuzz(
    edition: str,
    *,
    games: int = 300,
    seed: str = "0",
    rounds: int = 3,
    folder: str = "",
    pairs: bool = True,
    random: bool = False,
    two: bool = False,
    documents: Collection[str] = (),
    players: Sequence[str] = (),
    scenario: str = "",
    start: int = 0,
    jobs: int = 1,
) -> Iterator[Failure | None]:
    """Play the games from number `start` on and yield the failure of each in order, or None.

    With `pairs`, the games cycle through the rows of a covering array; with `two`, through all pairs of rules; with
    `random`, each has a random set of rules with random options. Otherwise, each rule is tested alone. `documents`
    limits the rules. The games cycle through `players`, each set being played by all of them; without any, `basic`
    plays every fifth game. They also cycle through the scenarios of the edition, unless one is named. Every third game
    is replayed. Raises `Unknown` for an unknown edition or scenario, `RuleError` if no rule is left.
    """
    starts = scenarios(edition, scenario)
    rules = candidates(edition, documents)
    if not rules:
        raise RuleError(f"no rule of {' or '.join(documents)} applies to {edition}")
    each, last = max(1, len(players)), start + games
    if random:
        rows = list(islice(subsets(edition, rules, seed), -(-last // each)))
    elif two:
        rows = list(twos(edition, rules))
    else:
        rows = covering(edition, rules, seed) if pairs else [with_needs([(r, "usual")]) for r in rules]
    tasks = []
    for n in range(start, last):
        cycle, row = divmod(n // each, len(rows))
        player = players[n % each] if players else "basic" if n % 5 == 4 else "random"
        scene = starts[(row + cycle) % len(starts)]  # in the next cycle, each row begins elsewhere
        tasks.append(Task(edition, scene, tuple(rows[row]), f"{seed}+{n}", player, rounds, n % 3 == 0, folder))
    if jobs <= 1:
        yield from map(run, tasks)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(run, tasks)
