"""One game in memory: its engine, and the log entries and frames that its answers make. Nothing here waits or stores.

A game is rebuilt (`resume`) from its newest snapshot that still counts and the answers since. Answers that were taken
back stay in the log, but do not count: `effective` leaves them out.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ..core.decisions import Choose, Decision
from ..core.errors import Illegal, Malformed, SandtableError
from ..core.events import Event
from ..engine.game import Answered, Game, Header, Snapshot
from ..engine.state import State
from ..rules import registry
from ..rules.ruleset import Ruleset
from . import views
from .store import Entry, Kept, Spec, Written
from .views import Secret, Veil
from .wire import Asked, BattleInfo, Change, Frame, Happening, Position, Question

#: Answers after which a snapshot is stored, even in the middle of a turn.
OFTEN = 12
#: Newest answers whose decisions are kept in memory, so that they can be taken back at once.
RECALLED = 60
#: In place of the position of the dice: the answer was sealed. Who takes one back would have seen those of the others.
NEVER = -1
#: Rulesets kept in memory.
RULESETS = 64


class Unfit(SandtableError):
    """A stored game that this program cannot go on with."""


_rulesets: OrderedDict[str, Ruleset] = OrderedDict()
_sharing = threading.Lock()


def ruleset(spec: Spec) -> Ruleset:
    """The rules of a game, as this program has them; raises `Unfit`."""
    options = {f"{id}.{name}": value for id, given in spec.rules for name, value in given.items()}
    try:
        found = built(spec.edition, [id for id, _ in spec.rules], options, spec.scenario)
    except SandtableError as error:
        raise Unfit(f"This server does not have the rules for this game: {error}.") from None
    if not found.matches(spec.fingerprint):
        raise Unfit("The rules have changed since this game began. You can view it but not continue it.")
    return found


def built(edition: str, rules: Sequence[str], options: Mapping[str, Any], scenario: str) -> Ruleset:
    """A ruleset, shared by all games that have it; raises what `registry.build` raises."""
    made = registry.build(edition, rules, options, scenario)
    with _sharing:
        found = _rulesets.setdefault(made.fingerprint, made)
        _rulesets.move_to_end(made.fingerprint)
        if len(_rulesets) > RULESETS:
            _rulesets.popitem(last=False)
        return found


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """The answers that count: those that were not taken back."""
    out: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            out.pop()
        elif entry.kind == "answer":
            out.append(entry)
    return out


def resume(spec: Spec, kept: Sequence[Kept], lines: Sequence[Entry]) -> Game:
    """The game after these answers, by way of the newest snapshot that fits them; raises `Unfit`."""
    fitting = fits(kept, lines)
    start = fitting[-1].answers if fitting else 0
    return play_on(spec, [answered(line) for line in lines[:start]], fitting, lines[start:])


def fits(kept: Iterable[Kept], lines: Sequence[Entry]) -> list[Kept]:
    """The snapshots that were taken after answers that still count."""
    return [k for k in kept if 0 < k.answers <= len(lines) and lines[k.answers - 1].n == k.n]


def play_on(
    spec: Spec, log: list[Answered], kept: Sequence[Kept], since: Iterable[Entry], recording: bool = True
) -> Game:
    """The game whose newest snapshot was taken after the answers in `log`, played on."""
    rules = ruleset(spec)
    try:
        game = Game(Header(rules, spec.seed, tuple(spec.salts), spec.seats), listening=recording, recording=recording)
        if kept:
            game.log = log
            game.hashes = list(kept[-1].hashes)
            snapshots = [Snapshot(k.answers, 0, k.dice, State.from_plain(k.state), len(k.hashes)) for k in kept]
            game.snapshots = [*game.snapshots[:1], *snapshots]
            game.restore(snapshots[-1], ())
        for line in since:
            game.follow(answered(line))
    except Exception as error:
        why = str(error) if isinstance(error, SandtableError) else type(error).__name__
        raise Unfit(f"This version cannot continue the game: {why}.") from error
    return game


def answered(line: Entry) -> Answered:
    """A line of the log for the engine: its answer is still text."""
    asked = Decision(line.question, line.power, "", Choose(()), advice=None)
    asked.id = line.decision
    return Answered(line.decision, asked, line.text, line.dice, written=True)


def digest(before: bytes, decision: int, text: str) -> bytes:
    """Names the position after an answer: equal for equal answers to equal positions of one game."""
    return hashlib.sha256(b"%s %d %s" % (before, decision, text.encode())).digest()


class Live:
    """A game that is awake.

    | field | meaning |
    | --- | --- |
    | game | the engine; None if `faults` says why the game cannot be gone on with |
    | lines | the answers that count |
    | chain | their digests: chain[i] names the position after i answers |
    | revision | number of the newest entry |
    | position, battle, asked | as of the newest entry, in full |
    | closed | has the host ended it? |
    | waiting | have the players not yet gathered (so that nothing is asked)? |
    """

    def __init__(
        self,
        spec: Spec,
        entries: Sequence[Entry] = (),
        kept: Sequence[Kept] = (),
        *,
        waiting: bool = False,
        start: bytes = b"",
        frames: Sequence[bytes] = (),
    ) -> None:
        """`start` (the first position) and `frames` are needed only to show a game that cannot be resumed."""
        self.spec = spec
        self.lines = effective(entries)
        self.revision = len(entries)
        self.closed = bool(entries) and entries[-1].kind == "close"
        self.waiting = waiting
        self.kept = list(kept)
        self.chain = [b""]
        for line in self.lines:
            self.chain.append(digest(self.chain[-1], line.decision, line.text))
        self.faults = ""
        self.game: Game | None = None
        self.battle: BattleInfo | None = None
        self.asked: list[Asked] = []
        self.questions: dict[str, list[Question]] = {}
        self.scratch: dict[Any, Any] = {}  # what was worked out for this revision (odds)
        self.opening: list[Event] = []
        try:
            self.game = resume(spec, kept, self.lines)
            self._seal()
            if not self.lines:
                self.opening = list(self.game.events)
            self.game.events.clear()
            self.position = views.position(self.game)
            self._look()
        except Unfit as fault:
            self.faults = str(fault)
            if not start:
                raise
            self.position = msgspec.json.decode(start, type=Position)
            for frame in frames:
                self.position = views.fold(self.position, _FRAME.decode(frame).change)
        if self.closed:
            self.position = msgspec.structs.replace(self.position, ending=CLOSED)

    @property
    def over(self) -> bool:
        return self.closed or (self.game is not None and self.game.over)

    def playing(self) -> Game:
        """The engine; raises `Illegal` if nothing can be done in this game."""
        if self.game is None:
            raise Illegal(self.faults.rstrip("."))
        if self.over:
            raise Illegal("the game is over")
        if self.waiting:
            raise Illegal("the game starts when all seats are taken")
        return self.game

    def open(self) -> tuple[Decision, ...]:
        """The decisions that wait for an answer."""
        return () if self.game is None or self.closed or self.waiting else self.game.open

    def _look(self) -> None:
        assert self.game is not None
        self.battle = views.battle_info(self.game)
        self.asked = [Asked(d.id, d.power, d.kind, d.prompt) for d in self.open()]
        self.questions = {}
        self.scratch = {}

    def ask(self, powers: Iterable[str]) -> None:
        """Puts the open decisions of these powers into words, for `questions`."""
        if self.game is None:
            return
        words = self.game.rules.words
        self.questions = {
            power: asked
            for power in powers
            if (asked := [views.question(d, words) for d in self.open() if d.power == power])
        }

    # --- answers ------------------------------------------------------------------------------------------------------

    def give(self, decision: Decision, text: str, giver: str, at: float) -> Given:
        """Gives an answer to an open decision.

        Raises what the decision's form raises on an answer that cannot be read or is not legal: then nothing has
        changed. Raises anything else if the engine fails: then the game is to be thrown away.
        """
        game = self.playing()
        try:
            answer = decision.form.read(text, game.rules.words)
            decision.check(answer)
            canonical = decision.form.write(answer, game.rules.words)
        except SandtableError:
            raise
        except Exception:  # a text that no form foresaw, as a number of thousands of digits
            raise Malformed("the answer could not be read") from None
        dice = NEVER if game.sealed else game.dice.position
        try:
            game.answer(answer, id=decision.id)
        except SandtableError as error:  # past the check: no fault of the answer, and the game is half changed
            raise RuntimeError(f"the engine refused a legal answer: {error}") from error
        old = len(self.lines) - RECALLED
        if old >= 0:
            game.log[old] = answered(self.lines[old])  # its text is enough, and takes far less room
        events, self.opening = [*self.opening, *game.events], []
        game.events.clear()
        self.revision += 1
        entry = Entry(self.revision, "answer", decision.power, decision.id, decision.kind, canonical, giver, dice, at)
        self.lines.append(entry)
        self._seal(len(self.lines) - 1)
        self.chain.append(digest(self.chain[-1], entry.decision, canonical))
        return self._outcome(entry, events)

    def _seal(self, start: int = 0) -> None:
        """Marks sealed answers in the engine's log, too."""
        assert self.game is not None
        log = self.game.log
        for i in range(start, len(self.lines)):
            if self.lines[i].dice == NEVER:
                log[i] = log[i]._replace(dice=NEVER)

    def undo(self, at: float) -> Given:
        """Takes back the newest answer; raises `Illegal` if that cannot be done."""
        game, last = self.playing(), self.lines[-1]
        if last.dice == NEVER:
            raise Illegal("a secret answer cannot be undone")
        game.undo(last.power)
        game.events.clear()
        self.lines.pop()
        self.chain.pop()
        self._seal()
        self.revision += 1
        entry = Entry(
            self.revision, "undo", last.power, last.decision, last.question, "", last.giver, -1, at, undoes=last.n
        )
        return self._outcome(entry, ())

    def may_undo(self) -> str:
        """The hash of the token that may take back the newest answer, or an empty text."""
        if not self.lines or self.game is None or self.over or self.waiting:
            return ""
        last = self.lines[-1]
        if last.dice == NEVER:
            return ""
        return last.giver if last.giver and self.game.can_undo(last.power) else ""

    def close(self, giver: str, at: float) -> Given:
        """Ends the game without a winner."""
        self.revision += 1
        self.closed = True
        entry = Entry(self.revision, "close", "", -1, "", "", giver, -1, at)
        told = Happening("game_ended", "The host ended the game", {"side": "nobody", "why": CLOSED})
        self.position = msgspec.structs.replace(self.position, ending=CLOSED)
        self.asked, self.questions, self.battle = [], {}, None
        frame = Frame(entry.n, at, "close", "", "", [told], Change(ending=CLOSED), None, [])
        return _given(entry, frame, [])

    def _outcome(self, entry: Entry, events: Sequence[Event]) -> Given:
        """The entry with its frame; `position` and what is asked are brought up to date."""
        game = self.game
        assert game is not None
        before, self.position = self.position, views.position(game)
        self._look()
        frame = Frame(
            n=entry.n,
            at=entry.at,
            kind=entry.kind,
            power=entry.power,
            decision=entry.question,
            events=[views.happening(e, game.rules) for e in events],
            change=views.change(before, self.position),
            battle=self.battle,
            asked=self.asked,
            undoes=entry.undoes,
        )
        return _given(entry, frame, views.secrets_of(events, game.rules))

    def snapshot(self) -> Kept | None:
        """A snapshot worth storing, if the game has come so far since the last one."""
        if self.game is None or not self.game.snapshots:
            return None
        newest = self.game.snapshots[-1]
        fitting = fits(self.kept, self.lines)
        before = fitting[-1].answers if fitting else 0
        state = newest.state
        first = state.stage == "turn" and state.step == 0
        if newest.answers <= before or (newest.answers - before < OFTEN and not first):
            return None
        entry = self.lines[newest.answers - 1]
        hashes = self.game.hashes[: newest.hashes]
        return Kept(entry.n, newest.answers, newest.dice, list(hashes), msgspec.to_builtins(state.plain(as_is=True)))


CLOSED = "ended by the host"


class Given(NamedTuple):
    """What came of an answer: the line for the store, and the frame with what of it is secret."""

    written: Written
    frame: Frame
    secrets: list[Secret]


def _given(entry: Entry, frame: Frame, secrets: list[Secret]) -> Given:
    return Given(Written(entry, msgspec.json.encode(frame), msgspec.json.encode(secrets)), frame, secrets)


def full_frame(frame: bytes) -> Frame:
    """A stored frame as it was; for nobody else's eyes."""
    return _FRAME.decode(frame)


def read_frame(frame: bytes, secrets: bytes, veil: Veil) -> Frame:
    """A stored frame as a viewer may see it."""
    full = full_frame(frame)
    return full if veil.seen else veil.frame(full, _SECRETS.decode(secrets))


_FRAME = msgspec.json.Decoder(Frame)
_SECRETS: msgspec.json.Decoder[list[Secret]] = msgspec.json.Decoder(list[Secret])
