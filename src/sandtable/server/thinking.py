"""Computer players in separate processes, so that the event loop and running games never wait for them.

A `Task` holds everything a worker needs to rebuild a game. A worker caches some games and continues from a cached game
if the task contains its digest. It returns answers as text, which the service checks like those of people.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from ..ai import Player, player
from ..ai.basic import Basic
from ..ai.strong import Strong
from ..ai.strong.reasons import reason
from ..core.decisions import Choose, Decision
from ..core.errors import SandtableError
from ..engine.game import Answered, Game
from .live import digest, play_on
from .records import Entry, Kept, Spec

#: Length of a time slice in seconds; a single decision may take longer.
SLICE = 0.5
#: Seconds in which a computer player that looks ahead thinks about a turn, and in which the adviser does.
THOUGHT, ADVICE = 6.0, 2.0
#: The player that gives advice: `strong` if it is known to advise better than this one in its time.
ADVISER = "basic"
#: Number of games cached by one worker.
GAMES = 24


class Task(NamedTuple):
    """The position of a game: the snapshot `kept` (None: its start) with the digest `base`, and the answers since.

    `computers` maps powers to their computer players. With `advise` (the id of a decision), only advice is requested.
    """

    id: str
    spec: Spec
    kept: Kept | None
    base: bytes
    since: Sequence[Entry]
    computers: dict[str, str]
    advise: int = -1


class Thought(NamedTuple):
    """Answers in order, as (decision, text); `fault` says why there are not more, and `why` the reasons for advice."""

    answers: list[tuple[int, str]]
    fault: str = ""
    why: str = ""


class Known:
    """A cached game."""

    def __init__(self, game: Game, digest: bytes) -> None:
        self.game, self.digest = game, digest
        self.players: dict[tuple[str, str], Player] = {}

    def answer(self, decision: Decision, text: str) -> None:
        self.game.answer(text, id=decision.id)
        self.digest = digest(self.digest, decision.id, text)


class Mind:
    """The state of a worker: its cached games and players."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, Known] = OrderedDict()

    def think(self, task: Task) -> Thought:
        """Return the answers of the computer players until another player must decide or the time slice ends."""
        try:
            known = self._recall(task)
            if task.advise >= 0:
                return self._advise(task, known)
        except Exception as error:
            self.known.pop(task.id, None)
            return Thought([], f"{type(error).__name__}: {error}")
        out: list[tuple[int, str]] = []
        end = time.monotonic() + SLICE
        try:
            while asked := [d for d in known.game.open if d.power in task.computers]:
                decision = asked[0]
                text = self._choose(task, known, decision, task.computers[decision.power])
                out.append((decision.id, text))
                known.answer(decision, text)
                if time.monotonic() > end:
                    break
        except Exception as error:
            self.known.pop(task.id, None)
            return Thought(out, f"{type(error).__name__}: {error}")
        return Thought(out)

    def _advise(self, task: Task, known: Known) -> Thought:
        """Return the adviser's answer, and why."""
        game = known.game
        decision = next(d for d in game.open if d.id == task.advise)
        text = self._choose(task, known, decision, ADVISER, "advice", ADVICE)
        adviser, why = known.players[decision.power, "advice"], ""
        with contextlib.suppress(Exception):  # advice without reasons is still advice
            answer = decision.form.read(text, game.rules.words)
            if isinstance(adviser, Strong):
                why = adviser.why(game, decision, answer)
            elif isinstance(adviser, Basic):
                why = reason(game, decision, answer, adviser)
        return Thought([(decision.id, text)], why=why)

    def _recall(self, task: Task) -> Known:
        """Return the game of a task, from the cached one if possible."""
        known = self.known.pop(task.id, None)
        digests = [task.base]
        for line in task.since:
            digests.append(digest(digests[-1], line.decision, line.text))
        if known is None or known.digest not in digests:
            start = task.kept.answers if task.kept else 0
            known = Known(play_on(task.spec, [_BLANK] * start, [task.kept] if task.kept else [], (), False), task.base)
        for line in task.since[digests.index(known.digest) :]:
            decision = next(d for d in known.game.open if d.id == line.decision)
            known.answer(decision, line.text)
        self.known[task.id] = known
        if len(self.known) > GAMES:
            self.known.popitem(last=False)
        return known

    def _choose(
        self, task: Task, known: Known, decision: Decision, name: str, what: str = "play", seconds: float = THOUGHT
    ) -> str:
        """Return the player's answer as text; if it fails, the default advice or any legal answer."""
        key = (decision.power, what)
        if key not in known.players:
            seed = f"{secret_of(task.spec)}/{what}/{decision.power}"
            known.players[key] = player(name, seed, seconds=seconds)
        return legal(known.game, decision, known.players[key])


def secret_of(spec: Spec) -> str:
    """Return the secret of a game that seeds its computer players, so that clients cannot predict them."""
    return spec.secret or hashlib.sha256(f"computer players {spec.seed}".encode()).hexdigest()


def legal(game: Game, decision: Decision, first: Player | None = None) -> str:
    """Return a legal answer as text: the player's, the default advice, or a random one. Raises `SandtableError`."""
    words = game.rules.words
    for answer in _answers(game, decision, first):
        with contextlib.suppress(Exception):
            value = answer()
            text = decision.form.write(value, words)
            decision.check(decision.form.read(text, words))
            return text
    raise SandtableError(f"no legal answer to decision {decision.id} ({decision.kind} of {decision.power}) was found")


def _answers(game: Game, decision: Decision, first: Player | None) -> Iterator[Callable[[], Any]]:
    if first is not None:
        yield lambda: first(game, decision)
    yield lambda: decision.advice
    rng = Random(decision.id)
    for _ in range(20):
        yield lambda: decision.form.sample(rng)


_BLANK = Answered(-1, Decision("", "", "", Choose(()), advice=None), "", -1, written=True)


_MIND = Mind()


def think(task: Task) -> Thought:
    """Run a task in this process, which caches games between tasks."""
    return _MIND.think(task)
