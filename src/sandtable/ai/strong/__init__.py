"""`strong`: a player that looks ahead.

When a phase of its turn begins, it lets the fast player propose the rest of the turn in different styles (`proposals`),
plays each of them on through the referee for a round or more (`trial`) against enemies in different styles (`others`),
and values where they lead (`value`). The better ones are tried again, also together, and further ahead (`search`).
Questions that the fast player does not know are answered in the same way. Since everything goes through the referee, it
plays by every house rule.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ...core.errors import SandtableError
from ...engine.movement import COMBAT, NONCOMBAT
from ..basic import Basic
from ..basic.style import PLAIN, Style
from ..trial import lead
from .answers import Answer, tried
from .reasons import reason, searched
from .search import Budget, Origin, Search

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game

#: Rounds that trials play for a turn, and the shares of its phases and of each unknown question.
EVALUATIONS = 250
SHARES = {"purchase": 0.5, COMBAT: 0.35, NONCOMBAT: 0.15}
ASKED = 0.2
#: Unknown questions of a turn that are searched.
MOST_ASKED = 4


class Strong:
    """Return the player. `evaluations` are the rounds played ahead for a turn; with `seconds`, it also stops after that
    time.

    The same seed, evaluations, and answers give the same game.
    """

    def __init__(self, seed: str | int = 0, evaluations: int = EVALUATIONS, seconds: float = 0.0) -> None:
        self.seed, self.evaluations, self.seconds = str(seed), evaluations, seconds
        self.fast = Basic(self.seed)
        self.styles: dict[str, Style] = {}
        self._turn: tuple[Any, ...] = ()
        self._game = 0
        self._origin: Origin | None = None
        self._asked = 0
        #: phases and questions searched, and those with another plan than that of the fast player
        self.searched = self.changed = 0
        #: what the search of each phase has found, in a sentence, and the question searched last, with its answer
        self._found: dict[tuple[str, str], str] = {}
        self._last: tuple[int, Any, str] = -1, None, ""
        #: the answers to the questions that the last answer leads to, with what the search has found
        self._rest: tuple[Answer, ...] = ()

    def __call__(self, game: Game, decision: Decision) -> Any:
        state, power = game.state, decision.power
        turn = game.header.seed, state.round, state.turn
        if turn != self._turn or state.stage != "turn":
            self._turn, self._game = turn, 0
            self.styles.clear()
        if id(game) != self._game:  # a turn keeps its styles when its game is loaded again
            self._game, self._origin, self._asked = id(game), None, 0
            self._found.clear()
            self._last, self._rest = (-1, None, ""), ()
        answer = None
        if state.stage == "turn" and power in (state.power, *game.acting, lead(state)) and game.battle is None:
            if self._origin is None or not self._origin.holds(game):
                self._origin = Origin(game)
            answer = self._looked(game, decision, self._origin)
        self.fast.style = self.styles.get(power, PLAIN)
        return self.fast(game, decision) if answer is None else answer

    def _looked(self, game: Game, decision: Decision, origin: Origin) -> Any:
        """Search at the beginning of a phase, and for an unknown question; return the answer to that one, or None."""
        power, phase = decision.power, phase_of(decision)
        if phase in SHARES:
            if (power, phase) not in self._found:
                search = self._search(game, decision, origin, SHARES[phase])
                plain, style = search.base.style, search.style(phase)
                self.styles[power] = self._noted(plain, style)
                self._found[power, phase] = searched(search, style != plain)
            return None
        if decision.id == self._last[0]:
            return self._last[1]
        rest, self._rest = self._rest, ()
        if rest and rest[0].kind == decision.kind:
            with suppress(SandtableError):
                decision.check(rest[0].plain)
                self._rest, self._last = rest[1:], (decision.id, rest[0].plain, self._last[2])
                return rest[0].plain
        answers = tried(game, decision, self.fast) if self._asked < MOST_ASKED else []
        if not answers:
            return None
        self._asked += 1
        search = self._search(game, decision, origin, ASKED)
        found = search.answers(answers)
        self._noted(search.base.answers, found)
        self._last = decision.id, found[0].plain, searched(search, found != search.base.answers)
        self._rest = found[1:]
        return found[0].plain

    def why(self, game: Game, decision: Decision, answer: Any) -> str:
        """Return in sentences why it gave an answer to a question that is still open; "" if it cannot tell."""
        key = decision.power, phase_of(decision)
        found = self._last[2] if decision.id == self._last[0] else self._found.get(key, "")
        return " ".join(text for text in (reason(game, decision, answer, self.fast), found) if text)

    def _search(self, game: Game, decision: Decision, origin: Origin, share: float) -> Search:
        base = self.styles.get(decision.power, PLAIN)
        budget = Budget(max(2.0, share * self.evaluations), share * self.seconds)
        return Search(game, decision, origin, base, self.seed, budget)

    def _noted(self, plain: Any, found: Any) -> Any:
        self.searched += 1
        self.changed += found != plain
        return found


def phase_of(decision: Decision) -> str:
    """Return which part of a turn begins with a decision, as in `SHARES`."""
    return decision.kind if decision.kind == "purchase" else str((decision.context or {}).get("phase", ""))
