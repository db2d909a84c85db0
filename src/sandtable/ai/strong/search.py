"""The search for one phase, or one question: trials of plans, compared in pairs with the same dice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.errors import SandtableError
from ..basic import Basic
from ..basic.style import Style
from ..trial import finish_turn, go_on, lead, trial
from ..value import value
from .answers import NEXT, Answer, tried
from .others import Others
from .proposals import Watched, joined, proposals

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game

#: Rounds that trials look ahead. After one, trials of two plans in Classic differ by 24 IPCs beside what the plans are
#: worth; after two, by 50, and after three, by 85: many more trials would be needed to tell which plan is better.
AHEAD = 1
#: Heats: trials of each plan, and how many of the plans go on.
HEATS = ((1, 10), (3, 5), (6, 2))
#: Shares of the budget for the first heat, and for all of them; the rest is for the test.
FIRST, CHOOSING = 0.4, 0.7
#: Part of a round for the turn itself, which is all that a trial costs whose turn ends as another one's did.
TURN = 0.25
#: The best plans that are tested, with dice by which they were not chosen, and the trials of a test.
TESTED, TESTS = 2, 16
#: Standard errors, and IPCs, by which a plan must be better in the test than that of the fast player; and the deviation
#: of trials expected before there are any, in IPCs.
DOUBT, LEAST, EXPECTED = 1.0, 4.0, 24.0
#: Standard errors for another answer than the advised one: most of them gain nothing, and what they cost is certain.
WARY = 2.5


class Plan(NamedTuple):
    """A style for the rest of the turn, and the answers to the question asked now and to those that follow from it
    (none: those of the fast player)."""

    style: Style
    answers: tuple[Answer, ...] = ()


class Origin:
    """Where a phase began, as far as a player knows; the answers since then are those of the game's log."""

    def __init__(self, game: Game) -> None:
        self.state = game.state.copy()
        self.phase = _phase(game)
        self.answers = len(game.log)
        self._last = game.log[-1] if game.log else None

    def holds(self, game: Game) -> bool:
        """Return whether the phase is still the same one, and no answer before it was undone."""
        n = self.answers
        kept = len(game.log) >= n and (not n or game.log[n - 1] is self._last)
        return kept and _phase(game) == self.phase


def _phase(game: Game) -> tuple[Any, ...]:
    state = game.state
    return id(game), state.round, state.turn, state.step, state.power


class Budget:
    """Rounds that trials may play, and seconds that are left (no seconds: without end)."""

    def __init__(self, rounds: float, seconds: float = 0.0) -> None:
        self.rounds, self._whole = rounds, rounds
        self._start, self._seconds = time.monotonic(), seconds

    @property
    def left(self) -> float:
        """The share that is left of the rounds, or of the seconds if that is less."""
        rounds = self.rounds / self._whole
        return min(rounds, 1 - (time.monotonic() - self._start) / self._seconds) if self._seconds else rounds

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.left <= 0


class Course:
    """A trial after the turn: the game, which is played on and then closed, and its value in the end (None if a rule
    failed on the way)."""

    def __init__(self, game: Game, others: Others, side: str, lead: str, round: int) -> None:
        self.game: Game | None = game
        self.others, self.side = others, side
        self.lead, self.round = lead, round
        self.value: float | None = None

    def play(self) -> int:
        """Play on as far as trials go; return how many rounds that were. Raises `SandtableError` if a rule fails."""
        game, self.game = self.game, None
        if game is None:
            return 0
        with closing(game):
            go_on(game, self.others, self.lead, self.round + AHEAD)
            self.value = value(game, self.side)
        return AHEAD


class Search:
    """The trials by plan; trial number i of each has the same dice."""

    def __init__(self, game: Game, decision: Decision, origin: Origin, base: Style, seed: str, budget: Budget) -> None:
        """`origin` is where the phase began, and `base` the style of the fast player."""
        self.game, self.decision, self.origin = game, decision, origin
        self.base, self.seed, self.budget = Plan(base), seed, budget
        self.side, self.lead = game.side(decision.power), lead(game.state)
        self.courses: dict[Plan, list[Course]] = {}
        #: the trials of tests, with other dice
        self.tests: dict[Plan, list[Course]] = {}
        self._ends: dict[tuple[int, str], Course] = {}
        #: IPCs by which the best plan is better than that of the fast player
        self.lead_of_best = 0.0
        self._doubt = DOUBT

    # --- results ------------------------------------------------------------------------------------------------------

    def style(self, phase: str) -> Style:
        """Return the style in which to play on from the beginning of a phase."""
        base = self.base.style
        watched = Watched(self.seed, base)
        course = self._try(self.base, 0, watched)
        if course is None:
            return base
        self.courses[self.base] = [course]
        rows = proposals(self.game, self.decision, phase, base, watched.targets)
        return self.best([Plan(style) for style in dict.fromkeys(rows)], _together).style

    def answers(self, first: Iterable[Answer]) -> tuple[Answer, ...]:
        """Return one of some answers, or that which is advised, and those to the questions that it leads to."""
        advised = Answer.to(self.decision, self.decision.advice)
        self.base, self._doubt = self.base._replace(answers=(advised,)), WARY
        rows = [row for answer in first for row in self._followed(answer) if row != self.base.answers]
        return self.best([self.base._replace(answers=row) for row in rows]).answers

    def _followed(self, answer: Answer) -> list[tuple[Answer, ...]]:
        """Return an answer, alone or with each that is tried to the question of the same power that it leads to."""
        rows: list[tuple[Answer, ...]] = [(answer,)]
        with suppress(SandtableError):
            copy = self._copied(self.seed)
            if copy is None:
                return rows
            with closing(copy):
                copy.answer(answer.plain)
                for asked in copy.open[:1]:
                    if asked.power == self.decision.power and asked.kind != answer.kind:
                        advised = Answer.to(asked, asked.advice)
                        found = tried(copy, asked, Basic(self.seed), NEXT)
                        rows += [(answer, one) for one in found if one != advised]
        return rows

    def best(self, rows: list[Plan], join: Callable[[Plan, list[Plan]], list[Plan]] | None = None) -> Plan:
        """Return the best plan: all are tried once, then the better ones again, also two of them together, and the best
        ones are tested."""
        base, budget = self.base, self.budget
        whole = budget.left
        for number, (trials, keep) in enumerate(HEATS):
            spare = whole * (1 - (CHOOSING if number else FIRST))
            for plan in (base, *rows):
                if budget.left > spare:
                    self.more(self.courses, plan, trials)
            if not self.courses.get(base):
                return base
            rows = sorted((p for p in rows if any(self.gains(p))), key=lambda p: -self.edge(p))[:keep]
            if number == 1 and join is not None and len(rows) > 1:
                rows += [plan for plan in join(base, rows) if plan not in self.courses]
        for plan in rows[:TESTED]:
            if self.edge(plan) > 0 and self._stands(plan):
                return plan
        return base

    def _stands(self, plan: Plan) -> bool:
        """Test a plan; return whether it is better than the base with dice by which it was not chosen."""
        for trials in range(1, TESTS + 1):
            self.more(self.tests, self.base, trials)
            self.more(self.tests, plan, trials)
        stands = self.edge(plan, self._doubt, tests=True) > LEAST
        if stands:
            self.lead_of_best = self.edge(plan, tests=True)
        return stands

    def gains(self, plan: Plan, tests: bool = False) -> list[float]:
        """Return by how much a plan is better than the base, in each pair of trials with the same dice."""
        courses = self.tests if tests else self.courses
        pairs = zip(courses.get(plan, ()), courses.get(self.base, ()))
        return [a.value - b.value for a, b in pairs if a.value is not None and b.value is not None]

    def edge(self, plan: Plan, doubt: float = 0.0, tests: bool = False) -> float:
        """Return by how much a plan is better than the base on average, less some standard errors."""
        diffs = self.gains(plan, tests)
        if not diffs:
            return -1e9
        mean = sum(diffs) / len(diffs)
        spread = (sum((d - mean) ** 2 for d in diffs) + EXPECTED**2) / len(diffs)
        return mean - doubt * float((spread / len(diffs)) ** 0.5)

    # --- trials -------------------------------------------------------------------------------------------------------

    def more(self, courses: dict[Plan, list[Course]], plan: Plan, trials: int) -> None:
        """Add trials of a plan until there is this number of them. Those of tests have numbers below zero."""
        row = courses.setdefault(plan, [])
        while len(row) < trials and not self.budget.spent:
            number = -1 - len(row) if courses is self.tests else len(row)
            course = self._try(plan, number, Basic(self.seed, plan.style))
            if course is None:
                return
            row.append(course)

    def _try(self, plan: Plan, number: int, player: Basic) -> Course | None:
        """Return a trial after the turn; None if the position cannot be copied, or a rule fails."""
        state, power = self.game.state, self.decision.power
        seed = f"{self.seed}/{state.round}/{power}/{state.step}/{number}"
        self.budget.rounds -= TURN
        try:
            copy = self._copied(seed)
            if copy is None:
                return None
            for answer in plan.answers:
                if copy.open and (copy.open[0].power, copy.open[0].kind) == (power, answer.kind):
                    copy.answer(answer.plain)
            finish_turn(copy, power, player, others := Others(copy, self.side, seed, number))
            end = number, copy.state.hash()
            course = self._ends.get(end)
            if course is None:
                course = self._ends[end] = Course(copy, others, self.side, self.lead, state.round)
            else:
                copy.close()
        except SandtableError:
            return None
        with suppress(SandtableError):
            self.budget.rounds -= course.play()
        return course

    def _copied(self, seed: str) -> Game | None:
        """Return a copy of the game at the question, if the answers since the phase began lead there again."""
        copy, asked = trial(self.game.rules, self.origin.state, seed), self.decision
        for line in self.game.log[self.origin.answers :]:
            was = line.decision
            if line.written or not copy.open or (copy.open[0].power, copy.open[0].kind) != (was.power, was.kind):
                return None
            copy.answer(line.answer)
        if not copy.open or (copy.open[0].power, copy.open[0].kind) != (asked.power, asked.kind):
            return None
        there, here = copy.open[0].context or {}, asked.context or {}
        return copy if there.get("phase") == here.get("phase") else None


def _together(base: Plan, rows: list[Plan]) -> list[Plan]:
    """Return plans that do what the first of some does, and one of the next."""
    return [Plan(joined(base.style, rows[0].style, other.style)) for other in rows[1:3]]
