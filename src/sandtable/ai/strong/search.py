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
from ..value import learned, value
from .answers import NEXT, Answer, tried
from .others import Others
from .proposals import Watched, joined, proposals

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game

#: Heats: trials of each plan, how many rounds they look ahead at least, and how many of the plans go on. The best plan
#: of many often owes its lead to luck, or to what does not last, so the better ones are played on further.
HEATS = ((1, 1, 10), (3, 1, 5), (8, 2, 2), (20, 3, 1))
#: Share of the budget for the first heat.
FIRST = 0.6
#: Part of a round for the turn itself, which is all that a trial costs whose turn ends as another one's did.
TURN = 0.25
#: Greatest difference in value between two trials that counts, in IPCs.
MOST = 250.0
#: IPCs that another answer than the advised one must be worth: most gain nothing, and what they cost is certain.
WARY = 6.0


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
    """A trial after the turn: the game, which is played on and then closed, and its value after each round (none if a
    rule failed on the way)."""

    def __init__(self, game: Game, others: Others, side: str, lead: str, round: int) -> None:
        self.game: Game | None = game
        self.others, self.side = others, side
        self.lead, self.round = lead, round
        self.values: tuple[float, ...] = ()

    def play(self, rounds: int) -> int:
        """Play some rounds on; return how many were played now. Raises `SandtableError` if a rule fails."""
        game, self.game = self.game, None
        if game is None:
            return 0
        values = []
        with closing(game):
            for n in range(1, rounds + 1):
                go_on(game, self.others, self.lead, self.round + n)
                values.append(value(game, self.side))
        self.values = tuple(values)
        return rounds


class Search:
    """The trials by plan; trial number i of each has the same dice."""

    def __init__(self, game: Game, decision: Decision, origin: Origin, base: Style, seed: str, budget: Budget) -> None:
        """`origin` is where the phase began, and `base` the style of the fast player."""
        self.game, self.decision, self.origin = game, decision, origin
        self.base, self.seed, self.budget = Plan(base), seed, budget
        self.side, self.lead = game.side(decision.power), lead(game.state)
        self.learned = learned(game.rules.edition)
        self.courses: dict[Plan, list[Course]] = {}
        self._ends: dict[tuple[int, str], Course] = {}
        #: IPCs that the best plan is worth more than that of the fast player, and that it must be
        self.lead_of_best = self._least = 0.0

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
        self.base, self._least = self.base._replace(answers=(advised,)), WARY
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
        """Return the best plan: all are tried once, then the better ones again and further ahead, also two of them
        together."""
        base, budget = self.base, self.budget
        spare, done = budget.left * (1 - FIRST), 0
        for number, (trials, _, keep) in enumerate(HEATS):
            for n in range(done + 1, trials + 1):
                for plan in (base, *rows):
                    if budget.left > spare:
                        self.more(plan, n)
            rows = sorted(filter(self._differs, rows), key=lambda p: -self.worth(p))[:keep]
            if not rows:
                break
            if number == 1 and join is not None and len(rows) > 1:
                rows += [plan for plan in join(base, rows) if plan not in self.courses]
            spare, done = 0.0, trials
        best = max(filter(self._differs, self.courses), key=self.worth, default=base)
        lead = self.worth(best)
        if best == base or lead <= self._least:
            return base
        self.lead_of_best = lead
        return best

    def _differs(self, plan: Plan) -> bool:
        """Return whether a plan has ever led elsewhere than the base."""
        return any(any(row) for row in self.leads(plan))

    def leads(self, plan: Plan) -> list[list[float]]:
        """Return by how much a plan is ahead of the base after each round, in each pair with the same dice."""
        pairs = zip(self.courses.get(plan, ()), self.courses.get(self.base, ()))
        return [[max(-MOST, min(MOST, a - b)) for a, b in zip(one.values, other.values)] for one, other in pairs]

    def worth(self, plan: Plan) -> float:
        """Return by how many IPCs a plan is expected to be better than the base.

        What it gains in each round is drawn toward the mean of all plans, the more so the more luck there is in what
        was seen of it.
        """
        leads, total = [row for row in self.leads(plan) if row], 0.0
        if not leads:
            return -MOST
        for n, (mean, spread, noise) in enumerate(self.learned.rounds):
            gains = [row[n] - (row[n - 1] if n else 0.0) for row in leads if len(row) > n]
            told = spread**2 * len(gains) / (spread**2 * len(gains) + noise**2)
            total += mean + told * (sum(gains) / len(gains) - mean) if gains else mean
        return total

    # --- trials -------------------------------------------------------------------------------------------------------

    def more(self, plan: Plan, trials: int) -> None:
        """Add trials of a plan until there is this number of them."""
        row = self.courses.setdefault(plan, [])
        while len(row) < trials and not self.budget.spent:
            course = self._try(plan, len(row), Basic(self.seed, plan.style))
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
            ahead = next((rounds for trials, rounds, _ in HEATS if number < trials), 1)
            self.budget.rounds -= course.play(max(ahead, self.learned.ahead))
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
