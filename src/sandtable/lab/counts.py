"""How often house rules come up in games: their questions, the actions taken, events, and answers they change.

A question belongs to the rule it names, or to the rule of the offer it lists. An event belongs to the rule that
declared it, whose step was running, or whose capability or battle step it tells of. Beside these, the rules count
whose numbers were rolled, held for units of a power in its turn, were paid, or let units carry others, and those whose
units, prices, places, or steps of battles came up (`lab.written`). What a rule changes before the first turn counts as
one event.
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
from ..rules.draft import Draft, Edit
from ..rules.ruleset import Ruleset
from .effects import of_cargo, of_prices, of_roll, of_units, steps_by
from .simulate import Plan, seated, seed_of, with_limit
from .written import Written

#: What is counted, with a heading.
KINDS = {
    "asked": "questions", "taken": "actions", "events": "events", "numbers": "numbers", "read": "settings",
    "changed": "answers changed",
}  # fmt: skip

#: How the rules are found that an event shows at work.
SHOWN: dict[str, Callable[[Game, Mapping[str, Any]], Collection[str]]] = {
    "volley_fired": of_roll,
    "turn_started": lambda game, data: of_units(game),
    "bought": of_prices,
    "moved": of_cargo,
}


class Row(NamedTuple):
    """How often one rule came up, per game on average.

    `asked` are questions it added, `taken` its offers that powers took up, `events` lines of the history, and `numbers`
    rolls, turns, purchases, placements, and moves in which numbers, units, places, or steps are others by it. `read`
    are reads of the switches that it sets, and `changed` answers to queries that it changed, those that computer
    players asked while thinking included.
    """

    rule: str
    asked: float
    taken: float
    events: float
    numbers: float
    read: float
    changed: float


class Tally:
    """The counts of one game: kind -> rule -> number."""

    def __init__(self, rules: Collection[str]) -> None:
        self.rules = sorted(rules, key=len, reverse=True)
        self.counts: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
        self.events: dict[str, tuple[str, ...]] = {}
        self.names: dict[str, str] = {}
        self.steps: dict[tuple[str, str], str] = {}
        self.givers: dict[str, list[tuple[str, str]]] = {}  # rule of a capability -> what gives it, with its rule
        self.running = ""  # the rule whose step runs now
        self.written: Written | None = None

    def ruleset(self, plan: Plan) -> Ruleset:
        """Return the ruleset of a plan, with every modifier of a rule counted where it changes an answer."""
        chosen = registry.select(plan.edition, plan.rules)
        draft, active, scenario = registry.draft(plan.edition, chosen, plan.options, plan.scenario)
        self._watch(draft)
        for sequence, steps in draft.sequences.items():
            draft.sequences[sequence] = [
                s._replace(what=self._runs(s.what, s.by, sequence == "income"))
                if s.by in self.rules and callable(s.what)
                else s
                for s in steps
            ]
        modules: dict[str, list[str]] = {}
        for rule in chosen:
            modules.setdefault(rule.apply.__module__, []).append(rule.id)
        self.events = {kind: tuple(modules.get(module, ())) for kind, module in DECLARED.items()}
        for edit in draft.record:
            self._names_of(edit, draft.tables["technologies"])
        for id, row in draft.tables["technologies"].items():
            for given in row.get("gives", ()):
                if given in self.names and id in self.names:
                    self.givers.setdefault(self.names[given], []).append((id, self.names[id]))
        self.steps = steps_by(draft, self.rules)
        self.written = Written(draft, self.rules)
        self.counts["events"].update(self.written.board)
        rules = Ruleset(plan.edition, scenario, active, draft)
        self._read(rules)
        return rules

    def _names_of(self, edit: Edit, names: Mapping[str, Any]) -> None:
        """Note the names by which events tell of what a rule adds: capabilities, grants, and draws."""
        table, row = edit.target[0], edit.target[1] if len(edit.target) > 1 else ""
        if edit.rule not in self.rules:
            return
        if table == "technologies" and edit.kind in ("add", "set"):
            self.names |= {row: edit.rule, names[row]["name"]: edit.rule}
        elif table == "grants" and edit.kind == "add":
            told = f"{edit.detail.get('power', '')} {edit.detail.get('text') or row}"
            self.names |= {row: edit.rule, told: edit.rule}
        elif table == "draws" and edit.kind == "add":
            self.events["drew"] = (*self.events.get("drew", ()), edit.rule)

    def _read(self, rules: Ruleset) -> None:
        """Count each read of a switch that a rule sets."""
        by = {e.target[1]: e.rule for e in rules.record if e.target[0] == "switches" and e.rule in self.rules}
        rules.switches = _Read(rules.switches, by, self.counts["read"])

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
                power = next((g for g in given if isinstance(g, str) and g in given[0].state.techs), "")
                changed.update(self._with_givers(given[0], power, {rule}) if power else (rule,))
            return new

        return counted

    def _runs(self, step: Callable[..., Any], rule: str, pays: bool) -> Callable[..., Any]:
        @wraps(step)
        def run(*given: Any) -> Any:
            before, self.running = self.running, rule
            try:
                flow = step(*given)
            finally:
                self.running = before
            played = isinstance(given[0], Counting) and not isinstance(flow, Generator)  # not by a plan played ahead
            if pays and flow and played:  # a line of income
                self.counts["events"][rule] += 1
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
            self.counts["asked"].update(self._with_givers(game, decision.power, {rule}))
        at = (decision.context or {}).get("at") if isinstance(decision.context, Mapping) else None
        if at:
            by = {offer.name: offer.by for offer in game.rules.offers.get(at, ())}
            listed = {by.get(option.key, "") for option in getattr(decision.form, "options", ())}
            self.counts["asked"].update(listed & set(self.rules))
            if answer != GO_ON.key and by.get(answer) in self.rules:
                self.counts["taken"][by[answer]] += 1

    def event(self, game: Game, kind: str, data: Mapping[str, Any]) -> None:
        """Count a line of the history."""
        rules = self.events.get(kind, ())
        power = data.get("power", game.state.power)
        words = (*data.values(), f"{power} {data.get('why')}")
        told = {self.names[v] for v in words if isinstance(v, str) and v in self.names}
        battle = game.battle
        fought = battle is not None and data.get("space") == battle.space
        here = self.steps.get((battle.sequence, battle.step), "") if fought else ""
        self.counts["events"].update(self._with_givers(game, power, {*rules, *told, self.running, here}))
        found = self.written.shown(game, kind, data) if self.written else set()
        if kind in SHOWN:
            found |= {self.names.get(by, by) for by in SHOWN[kind](game, data)}
        if found:
            self.counts["numbers"].update(self._with_givers(game, power, found))

    def _with_givers(self, game: Game, power: str, found: set[str]) -> set[str]:
        """Return those of the rules that are counted, with the rules of what gave the power their capabilities."""
        for rule in sorted(found):
            found |= {by for id, by in self.givers.get(rule, ()) if game.holds(power, id)}
        return found & set(self.rules)


class _Read(Mapping[str, Any]):
    """Switches that count those read of each rule."""

    def __init__(self, switches: Mapping[str, Any], by: Mapping[str, str], counts: Counter[str]) -> None:
        self.switches, self.by, self.counts = switches, by, counts

    def __getitem__(self, name: str) -> Any:
        if name in self.by:
            self.counts[self.by[name]] += 1
        return self.switches[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.switches)

    def __len__(self) -> int:
        return len(self.switches)


class Counting(Game):
    """A game that counts its events."""

    __slots__ = ("tally",)

    def __init__(self, header: Header, tally: Tally) -> None:
        self.tally = tally
        super().__init__(header, recording=False)

    def emit(self, kind: str, **data: Any) -> None:
        """Count an event."""
        self.tally.event(self, kind, data)


def play(plan: Plan, rules: tuple[str, ...], seed: str) -> dict[str, dict[str, int]]:
    """Play one game; return its counts: kind -> rule -> number."""
    tally = Tally(rules)
    game = Counting(Header(tally.ruleset(plan), seed), tally)
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
