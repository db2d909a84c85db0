"""How often house rules come up in games: their questions, the actions taken, events, and answers they change.

A question belongs to the rule it names, or to the rule of the offer it lists. An event belongs to the rule that
declared it, whose step was running, or whose capability or battle step it tells of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial, wraps
from multiprocessing import get_context
from typing import Any, NamedTuple

from ..core.events import DECLARED
from ..engine.game import Game, Header
from ..engine.offers import GO_ON
from ..rules import registry
from ..rules.draft import Draft
from ..rules.ruleset import Ruleset
from .simulate import Plan, seated, seed_of, with_limit

#: What is counted, with a heading.
KINDS = {"asked": "questions", "taken": "actions", "events": "events", "changed": "answers changed"}


class Row(NamedTuple):
    """How often one rule came up, per game on average.

    `asked` are questions it added, `taken` its offers that powers took up, `events` lines of the history, and `changed`
    answers to queries that it changed, those that computer players asked while thinking included.
    """

    rule: str
    asked: float
    taken: float
    events: float
    changed: float


class Tally:
    """The counts of one game: kind -> rule -> number."""

    def __init__(self, rules: Collection[str]) -> None:
        self.rules = sorted(rules, key=len, reverse=True)
        self.counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
        self.events: dict[str, tuple[str, ...]] = {}
        self.names: dict[str, str] = {}
        self.running = ""  # the rule whose step runs now

    def ruleset(self, plan: Plan) -> Ruleset:
        """Return the ruleset of a plan, with every modifier of a rule counted where it changes an answer."""
        chosen = registry.select(plan.edition, plan.rules)
        draft, active, scenario = registry.draft(plan.edition, chosen, plan.options, plan.scenario)
        self._watch(draft)
        for sequence, steps in draft.sequences.items():
            draft.sequences[sequence] = [
                s._replace(what=self._runs(s.what, s.by)) if s.by in self.rules and callable(s.what) else s
                for s in steps
            ]
        modules: dict[str, list[str]] = {}
        for rule in chosen:
            modules.setdefault(rule.apply.__module__, []).append(rule.id)
        self.events = {kind: tuple(modules.get(module, ())) for kind, module in DECLARED.items()}
        for edit in draft.record:
            if edit.kind == "add" and edit.target[0] == "technologies" and edit.rule in self.rules:
                self.names |= {edit.target[1]: edit.rule, edit.detail.get("name", ""): edit.rule}
        for sequence in ("land_battle", "sea_battle", "raid"):
            for step in draft.steps(sequence):
                if step.by in self.rules and any(
                    e[:3] == (step.by, "step", (sequence, step.name)) for e in draft.record
                ):
                    self.names[getattr(step.what, "name", "")] = step.by
        return Ruleset(plan.edition, scenario, active, draft)

    def _watch(self, draft: Draft) -> None:
        made: dict[str, list[str]] = {}
        for edit in draft.record:
            if edit.kind == "modify":
                made.setdefault(edit.target[0], []).append(edit.rule)
        for query, rules in made.items():
            pairs = zip(draft.modifiers[query], rules, strict=True)
            draft.modifiers[query] = [self._watched(fn, rule) if rule in self.rules else fn for fn, rule in pairs]

    def _watched(self, fn: Callable[..., Any], rule: str) -> Callable[..., Any]:
        changed = self.counts["changed"]

        @wraps(fn)
        def counted(answer: Any, *given: Any) -> Any:
            new = fn(answer, *given)
            if new is not answer and new != answer:
                changed[rule] += 1
            return new

        return counted

    def _runs(self, step: Callable[..., Any], rule: str) -> Callable[..., Any]:
        @wraps(step)
        def run(*given: Any) -> Any:
            before, self.running = self.running, rule
            try:
                flow = step(*given)
            finally:
                self.running = before
            return self._flows(flow, rule) if isinstance(flow, Generator) else flow

        return run

    def _flows(self, flow: Generator[Any, Any, Any], rule: str) -> Generator[Any, Any, Any]:
        answer = None
        while True:
            before, self.running = self.running, rule
            try:
                asked = flow.send(answer)
            except StopIteration as end:
                return end.value
            finally:
                self.running = before
            answer = yield asked

    def of(self, clause: str) -> str:
        """Return the rule that a clause belongs to; empty for none of those counted."""
        return next((rule for rule in self.rules if clause == rule or clause.startswith(f"{rule}.")), "")

    def question(self, game: Game, answer: Any) -> None:
        """Count a question before its answer."""
        decision = game.open[0]
        rule = self.of(decision.rule)
        if rule:
            self.counts["asked"][rule] += 1
        at = (decision.context or {}).get("at") if isinstance(decision.context, Mapping) else None
        if at:
            by = {offer.name: offer.by for offer in game.rules.offers.get(at, ())}
            listed = {by.get(option.key, "") for option in getattr(decision.form, "options", ())}
            self.counts["asked"].update(listed & set(self.rules))
            if answer != GO_ON.key and by.get(answer) in self.rules:
                self.counts["taken"][by[answer]] += 1

    def event(self, kind: str, data: Mapping[str, Any]) -> None:
        """Count a line of the history."""
        rules = self.events.get(kind, ())
        told = {self.names[v] for v in data.values() if isinstance(v, str) and v in self.names}
        self.counts["events"].update({*rules, *told, self.running} & set(self.rules))


def counting(tally: Tally) -> type[Game]:
    """Return a kind of game that counts its events."""

    class Counting(Game):
        def emit(self, kind: str, **data: Any) -> None:
            tally.event(kind, data)

    return Counting


def play(plan: Plan, rules: tuple[str, ...], seed: str) -> dict[str, dict[str, int]]:
    """Play one game; return its counts: kind -> rule -> number."""
    tally = Tally(rules)
    game = counting(tally)(Header(tally.ruleset(plan), seed), recording=False)
    seats = seated(plan.players, seed)
    while game.open:
        decision = game.open[0]
        answer = seats[decision.power](game, decision)
        tally.question(game, answer)
        game.answer(answer, id=decision.id)
    return {kind: dict(counts) for kind, counts in tally.counts.items()}


def counts(
    edition: str,
    rules: Collection[str],
    options: Mapping[str, Any] | None = None,
    *,
    games: int = 20,
    seed: str | int = "0",
    players: Mapping[str, str] | str = "basic",
    max_rounds: int = 0,
    jobs: int = 1,
    scenario: str = "",
) -> list[Row]:
    """Play games and return a row for each rule, in the order of their documents.

    Raises `Unknown` or `RuleError` for rules that cannot be played.
    """
    chosen, given = with_limit(rules, options or {}, max_rounds)
    ruleset = registry.build(edition, chosen, given, scenario)
    if isinstance(players, str):
        players = dict.fromkeys(ruleset.powers, players)
    plan = Plan(edition, tuple(rule.id for rule in ruleset.rules), given, dict(players), "", scenario)
    ids = tuple(rule.id for rule in ruleset.rules)
    total: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for found in _games(partial(play, plan, ids), [seed_of(str(seed), i) for i in range(games)], jobs):
        for kind, numbers in found.items():
            total[kind].update(numbers)
    return [Row(rule, *(total[kind][rule] / games for kind in KINDS)) for rule in ids]


def _games(
    one: Callable[[str], dict[str, dict[str, int]]], seeds: list[str], jobs: int
) -> Iterator[dict[str, dict[str, int]]]:
    if jobs <= 1:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one, seeds)
