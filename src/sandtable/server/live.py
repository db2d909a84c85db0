"""One game in memory: its engine, and the log entries and frames that its answers produce. Nothing here does I/O.

`resume` rebuilds a game from its latest valid snapshot and the answers since. Undone answers stay in the log but do not
count: `effective` leaves them out.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from sys import intern
from typing import Any, NamedTuple, cast

import msgspec

from ..core.decisions import Choose, Decision
from ..core.errors import Illegal, Malformed, RuleFault, SandtableError
from ..core.events import Event, faces, shown
from ..engine.game import Answered, Game, Header, Snapshot
from ..engine.state import State
from ..rules import registry
from ..rules.ruleset import Ruleset
from . import agreement, views
from .luck import luck_of
from .records import Entry, Kept, Spec, Written, pack, unpack
from .views import Secret, Veil
from .wire import Asked, BattleInfo, Frame, Happening, Luck, Rolled
from .wire_board import BoardInfo, Change, Position
from .wire_forms import Question

#: Number of answers after which a snapshot is stored, even in the middle of a turn.
OFTEN = 12
#: Number of latest answers whose decisions stay in memory, so that they can be undone at once.
RECALLED = 15
#: In place of the position of the dice: the answer was secret, so it cannot be undone.
NEVER = -1
#: Rulesets kept in memory.
RULESETS = 64


class Unfit(SandtableError):
    """A stored game that this version cannot continue."""


_rulesets: OrderedDict[bytes, Ruleset] = OrderedDict()
_sharing = threading.Lock()


def ruleset(spec: Spec) -> Ruleset:
    """Return the rules of a game. Raises `Unfit` if this version does not have them."""
    found = _installed(spec)
    if not found.matches(spec.fingerprint):
        raise Unfit("The rules have changed since this game began. You can view it but not continue it.")
    return found


def _installed(spec: Spec) -> Ruleset:
    """Return the rules of a game as they are now. Raises `Unfit` if they cannot be built."""
    options = {f"{id}.{name}": value for id, given in spec.rules for name, value in given.items()}
    try:
        return built(spec.edition, [id for id, _ in spec.rules], options, spec.scenario)
    except SandtableError as error:
        raise Unfit(f"This server does not have the rules for this game: {error}.") from None


def board_of(live: Live, stored: bytes) -> BoardInfo:
    """Return the board of a game: as it is stored, or if an earlier version stored it in another form, made again.

    Raises `Unfit` if this version does not have its rules.
    """
    try:
        return msgspec.json.decode(stored, type=BoardInfo)
    except msgspec.MsgspecError:
        return views.board_info(live.game.rules if live.game else _installed(live.spec))


def built(edition: str, rules: Sequence[str], options: Mapping[str, Any], scenario: str) -> Ruleset:
    """Return a ruleset, shared by all games that use it. Raises what `registry.build` raises."""
    key = msgspec.json.encode((edition, scenario, rules, options), order="sorted")
    with _sharing:
        found = _rulesets.get(key)
    if found is None:
        made = registry.build(edition, rules, options, scenario)
        with _sharing:
            same = (r for r in _rulesets.values() if r.fingerprint == made.fingerprint)
            found = _rulesets.setdefault(key, next(same, made))
    with _sharing:
        _rulesets[key] = found
        _rulesets.move_to_end(key)
        if len(_rulesets) > RULESETS:
            _rulesets.popitem(last=False)
    return found


def effective(entries: Iterable[Entry]) -> list[Entry]:
    """Return the answers that were not undone."""
    out: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            out.pop()
        elif entry.kind == "answer":
            out.append(entry)
    return out


def resume(spec: Spec, kept: Sequence[Kept], lines: Sequence[Entry]) -> Game:
    """Return the game after these answers, from the latest snapshot that fits them. Raises `Unfit`."""
    fitting = fits(kept, lines)
    start = fitting[-1].answers if fitting else 0
    return play_on(spec, [answered(line) for line in lines[:start]], fitting, lines[start:])


def fits(kept: Iterable[Kept], lines: Sequence[Entry]) -> list[Kept]:
    """Return the snapshots taken after answers that still count."""
    return [k for k in kept if 0 < k.answers <= len(lines) and lines[k.answers - 1].n == k.n]


def lean(kept: Sequence[Kept]) -> list[Kept]:
    """Return snapshots without the states of all but the newest one, from which the computer players continue."""
    return [*(msgspec.structs.replace(k, state=b"") for k in kept[:-1]), *kept[-1:]]


def play_on(
    spec: Spec, log: list[Answered], kept: Sequence[Kept], since: Iterable[Entry], recording: bool = True
) -> Game:
    """Return the game at its latest snapshot, taken after the answers in `log`, with the answers `since` applied."""
    rules = ruleset(spec)
    try:
        header = Header(rules, spec.seed, tuple(spec.salts), spec.seats, spec.chain, spec.told)
        state = State.from_plain(spec.origin) if spec.origin else None
        game = Game(header, listening=recording, recording=recording, state=state, waiting=bool(kept))
        if kept:
            game.log = log
            game.hashes = list(kept[-1].hashes)
            snapshots = [Shelved(k.answers, 0, k.dice, k.state, len(k.hashes)) for k in kept]  # type: ignore[arg-type]
            game.snapshots = [game.newest(), *snapshots]  # the first one is that of its beginning
            game.restore(snapshots[-1], ())
        for line in since:
            game.follow(answered(line))
    except Exception as error:
        why = str(error) if isinstance(error, SandtableError) else type(error).__name__
        raise Unfit(f"This version cannot continue the game: {why}.") from error
    return game


class Shelved(Snapshot):
    """A stored snapshot, whose state stays packed until it is needed; that of older ones rarely is."""

    @property
    def state(self) -> State:
        return State.from_plain(msgspec.json.decode(unpack(cast(bytes, self[3]))))


def answered(line: Entry) -> Answered:
    """Return a log entry for the engine, with its answer still as text."""
    return Answered(line.decision, _answered(line.question, line.power), line.text, line.dice, written=True)


@lru_cache(maxsize=2000)
def _answered(question: str, power: str) -> Decision:
    """An answered decision, of which only kind and power are known; many log entries share it."""
    return Decision(question, power, "", Choose(()), advice=None)


def digest(before: bytes, decision: int, text: str) -> bytes:
    """Return the digest of the position after an answer: the same for the same answers in one game."""
    return hashlib.sha256(b"%s %d %s" % (before, decision, text.encode())).digest()


class Live:
    """A game in memory.

    | field | meaning |
    | --- | --- |
    | game | the engine; None if the game cannot be continued (`faults` says why) |
    | lines | the answers that count |
    | chain | their digests: chain[i] is that of the position after i answers |
    | revision | number of the newest entry |
    | position, battle, asked | as of the newest entry, in full |
    | closed | whether the host has ended it |
    | proposal | what waits for the consent of players, if anything |
    | waiting | whether seats are still open, so that no decisions are open |
    | sides | the side of each power as of the newest entry |
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
        self.proposal = agreement.standing(entries)
        ending = entries[-1].text or CLOSED if self.closed else ""
        self.waiting = waiting
        self.kept = lean(kept)
        self.chain = [b""]
        for line in self.lines:
            self.chain.append(digest(self.chain[-1], line.decision, line.text))
        self.faults = ""
        self.game: Game | None = None
        self.battle: BattleInfo | None = None
        self.asked: list[Asked] = []
        self.sides: Mapping[str, str] = {}
        self.questions: dict[str, list[Question]] = {}
        self.scratch: dict[Any, Any] = {}  # cache for this revision (advice, odds)
        self.opening: list[Event] = []
        self.dice = 0  # position of the dice as of the newest entry
        self.drawn = views.Drawn()
        try:
            self.game = resume(spec, kept, self.lines)
            self._seal()
            self.dice = self.game.dice.position
            if not self.lines:  # a first answer that was undone has shown the dice
                self.opening = [e for e in self.game.events if not entries or not shown(e.data)]
            self.game.events.clear()
            self.game.fired.clear()
            self.position = views.position(self.game, self.drawn)
            self._look()
        except Unfit as fault:
            self.faults = str(fault)
            if not start:
                raise
            self.position = msgspec.json.decode(start, type=Position)
            for frame in frames:
                self.position = views.fold(self.position, _FRAME.decode(frame).change)
        if self.closed:
            self.position = msgspec.structs.replace(self.position, ending=ending)

    @property
    def over(self) -> bool:
        return self.closed or (self.game is not None and self.game.over)

    def playing(self) -> Game:
        """Return the engine. Raises `Illegal` if no player can act in this game."""
        if self.game is None:
            raise Illegal(self.faults.rstrip("."))
        if self.over:
            raise Illegal("the game is over")
        if self.waiting:
            raise Illegal("the game starts when all seats are taken")
        return self.game

    @property
    def secret(self) -> bool:
        """Whether a secret decision is open: several powers decide, and no answer is shown before all are given."""
        return bool(self.open()) and self.game is not None and self.game.sealed

    def open(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        return () if self.game is None or self.closed or self.waiting else self.game.open

    def find(self, power: str, question: str) -> Decision | None:
        """Return the open decision of this power and kind, if there is one."""
        return next((d for d in self.open() if (d.power, d.kind) == (power, question)), None)

    def _look(self) -> None:
        assert self.game is not None
        self.battle = views.battle_info(self.game)
        self.sides = self.game.sides
        self.asked = [Asked(d.id, d.power, d.kind, d.prompt) for d in self.open()]
        self.questions = {}
        self.scratch = {}

    def ask(self, powers: Iterable[str]) -> None:
        """Describe the open decisions of these powers in `questions`."""
        if self.game is None:
            return
        words = self.game.rules.words
        self.questions = {
            power: asked
            for power in powers
            if (asked := [views.question(d, words) for d in self.open() if d.power == power])
        }

    # --- answers ------------------------------------------------------------------------------------------------------

    def give(
        self, decision: Decision, text: str, giver: str, at: float, *, ordered: bool = False, partner: str = ""
    ) -> Given:
        """Answer an open decision; `ordered`, by a standing order; `partner` is the name of one who acts for a player.

        Raises `SandtableError` if the answer cannot be read or is illegal, or `RuleFault` if the code of a rule fails;
        then the game has not changed. Raises anything else if the engine fails; then the caller must discard the game.
        """
        game = self.playing()
        try:
            answer = decision.form.read(text, game.rules.words)
            decision.check(answer)
            canonical = decision.form.write(answer, game.rules.words)
        except SandtableError:
            raise
        except Exception:  # unforeseen text, such as a number with thousands of digits
            raise Malformed("the answer could not be read") from None
        dice = NEVER if game.sealed else game.dice.position
        try:
            game.answer(answer, id=decision.id)
        except RuleFault:  # the engine has brought the game back to where it stood
            game.fired.clear()
            raise
        except SandtableError as error:  # the check passed, so the engine is at fault and the game is half changed
            raise RuntimeError(f"the engine refused a legal answer: {error}") from error
        old = len(self.lines) - RECALLED
        if old >= 0:
            game.log[old] = answered(self.lines[old])  # the text is enough and takes far less memory
        opening, self.opening, first = self.opening, [], game.first_die
        events, own = [*opening, *game.events], list(game.events)
        rolled = [*self._rolled(opening, first, self.dice), *self._rolled(own, self.dice)]
        game.events.clear()
        luck = luck_of(game.fired)
        game.fired.clear()
        self.revision += 1
        power, kind, giver = decision.power, decision.kind, intern(giver)
        entry = Entry(self.revision, "answer", power, decision.id, kind, canonical, giver, dice, at)
        self.lines.append(entry)
        self._seal(len(self.lines) - 1)
        self.chain.append(digest(self.chain[-1], entry.decision, canonical))
        return self._outcome(entry, events, rolled, luck, ordered, partner)

    def _rolled(self, events: Iterable[Event], start: int, end: int = -1) -> list[Rolled]:
        """Return where the dice of these events come from, rolled between two positions of the dice (-1: now)."""
        assert self.game is not None
        dice = self.game.dice
        end = dice.position if end < 0 else end
        count = len(faces(events)) if dice.chain and end > max(start, dice.own) else 0
        if not count:
            return []
        first, last = dice.block(start), dice.block(end - 1)
        return [Rolled(first, last, count, dice.key(last) if last < dice.chain else "")]

    def _seal(self, start: int = 0) -> None:
        """Mark secret answers in the engine's log, too."""
        assert self.game is not None
        log = self.game.log
        for i in range(start, len(self.lines)):
            if self.lines[i].dice == NEVER:
                log[i] = log[i]._replace(dice=NEVER)

    def undo(self, at: float) -> Given:
        """Undo the latest answer. Raises `Illegal` if that is not possible."""
        game, last = self.playing(), self.lines[-1]
        if last.dice == NEVER:
            raise Illegal("a secret answer cannot be undone")
        game.undo(last.power)
        game.events.clear()
        game.fired.clear()
        self.lines.pop()
        self.chain.pop()
        self._seal()
        self.revision += 1
        entry = Entry(
            self.revision, "undo", last.power, last.decision, last.question, "", last.giver, -1, at, undoes=last.n
        )
        return self._outcome(entry, ())

    def may_undo(self) -> str:
        """Return the hash of the token that can undo the latest answer, or an empty text."""
        return self.lines[-1].giver if self.can_undo() else ""

    def can_undo(self) -> bool:
        """Return whether the latest answer can be undone: no dice have been rolled since, and it was not secret."""
        if not self.lines or self.game is None or self.over or self.waiting:
            return False
        last = self.lines[-1]
        return last.dice != NEVER and self.game.can_undo(last.power)

    def close(self, giver: str, at: float, why: str = "") -> Given:
        """End the game without a winner; `why` it ended, if the host did not just end it."""
        self.revision += 1
        self.closed, self.proposal = True, None
        entry = Entry(self.revision, "close", "", -1, "", why, giver, -1, at)
        sentence = f"The game is over: {why}" if why else "The host ended the game"
        told = Happening("game_ended", sentence, {"side": "nobody", "why": why or CLOSED})
        self.position = msgspec.structs.replace(self.position, ending=why or CLOSED)
        self.asked, self.questions, self.battle = [], {}, None
        frame = Frame(entry.n, at, "close", "", "", [told], Change(ending=why or CLOSED), None, [])
        return _given(entry, frame, [])

    def note(self, kind: str, text: str, giver: str, at: float, sentence: str, refers: int = 0) -> Given:
        """Add a note to the history (see `agreement`), which changes nothing on the board."""
        self.revision += 1
        entry = Entry(self.revision, "note", "", -1, kind, text, giver, -1, at, undoes=refers)
        self.proposal = agreement.after(self.proposal, entry)
        told = Happening("agreement", sentence, {"state": kind})
        frame = Frame(entry.n, at, "note", "", kind, [told], Change(), self.battle, self.asked)
        return _given(entry, frame, [])

    def _outcome(
        self,
        entry: Entry,
        events: Sequence[Event],
        rolled: Sequence[Rolled] = (),
        luck: Sequence[Luck] = (),
        ordered: bool = False,
        partner: str = "",
    ) -> Given:
        """Return the entry with its frame, and update `position` and the open decisions."""
        game = self.game
        assert game is not None
        self.dice = game.dice.position
        before, self.position = self.position, views.position(game, self.drawn)
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
            rolled=list(rolled),
            luck=list(luck),
            ordered=ordered,
            partner=partner,
        )
        return _given(entry, frame, views.secrets_of(events, game.rules))

    def snapshot(self) -> Kept | None:
        """Return a snapshot to store, if one is due."""
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
        packed = pack(msgspec.json.encode(state.plain(as_is=True)))
        return Kept(entry.n, newest.answers, newest.dice, list(hashes), packed)


CLOSED = "ended by the host"


class Given(NamedTuple):
    """The result of an answer: the entry to store, and its frame with the secret parts."""

    written: Written
    frame: Frame
    secrets: list[Secret]


def _given(entry: Entry, frame: Frame, secrets: list[Secret]) -> Given:
    return Given(Written(entry, msgspec.json.encode(frame), msgspec.json.encode(secrets)), frame, secrets)


def full_frame(frame: bytes) -> Frame:
    """Return a stored frame in full, including what is hidden from some players."""
    return _FRAME.decode(frame)


def read_frame(frame: bytes, secrets: bytes, veil: Veil) -> Frame:
    """Return a stored frame as a viewer may see it."""
    full = full_frame(frame)
    return full if veil.seen else veil.frame(full, _SECRETS.decode(secrets))


_FRAME = msgspec.json.Decoder(Frame)
_SECRETS: msgspec.json.Decoder[list[Secret]] = msgspec.json.Decoder(list[Secret])
