"""The game as a conversation: it yields decisions, receives answers, and derives everything else from them.

>>> game = Game.new("classic", seed="7")
>>> game.decision.power, game.decision.kind
('Soviet Union', 'develop')
>>> game.answer(0)                      # no weapons development
>>> game.decision.kind
'purchase'
>>> game.answer("8 infantry")           # answers can be text
>>> game.decision.kind
'move'
>>> game.undo()
>>> game.decision.kind
'purchase'
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.decisions import Allocate, Decision, Together
from ..core.dice import Dice
from ..core.errors import Illegal, SandtableError
from ..core.events import EVENTS, NOBODY, Event
from ..core.forces import Stack
from ..core.units import UnitType
from ..rules import registry
from ..rules.ruleset import Ruleset
from . import course, standard
from .faults import fault
from .memory import ACTING, SIDES
from .state import State

if TYPE_CHECKING:
    from ..battle.resolution import Columns, Resolution
    from .position import Position

#: A flow yields decisions and receives their answers; decisions in a `Together` get a list of answers.
Flow = Generator[Decision | Together, Any, Any]


class Answered(NamedTuple):
    """One line of the log: a decision with its power, and the answer.

    `written`: the line comes from a file and was not played again; its answer is still the text of the file.
    """

    id: int
    decision: Decision
    answer: Any
    dice: int  # position of the dice before the answer
    written: bool = False


class Snapshot(NamedTuple):
    """The state at a phase boundary, with the lengths of log, history and hashes and the position of the dice there."""

    answers: int
    events: int
    dice: int
    state: State
    hashes: int = 0


class Mark(NamedTuple):
    """How far a game had come before an answer, to bring it back there if the answer fails."""

    answers: int
    events: int
    hashes: int
    snapshots: tuple[Snapshot, ...]
    open: tuple[Decision, ...]


class Header(NamedTuple):
    """The fixed part of a game: rules, seed, salts, seats, and the chain of its dice with those told before it
    (`core.dice`)."""

    rules: Ruleset
    seed: str
    salts: tuple[str, ...] = ()
    seats: Mapping[str, str] = {}
    chain: int = 0
    told: str = ""


class Fired(NamedTuple):
    """The hits of one roll: who fired, with which numbers (columns), and how the dice were turned into hits."""

    power: str
    how: Resolution
    columns: Columns
    hits: int


class Game:
    """The referee of one game. See the module for an example.

    `rules`, `state`, `dice` and `events` may be read by anyone; only `answer` and `undo` change the game. `listening`
    False keeps no events, and `recording` False keeps no snapshots (undo and resuming then start from the beginning).
    With a `state`, the game continues from that position; with `waiting` it asks
    nothing yet, for setting one up.
    """

    # read faster than attributes in a dictionary
    __slots__ = (
        "__weakref__", "_base", "_copied", "_enemies", "_everywhere", "_flow", "_foes", "_forms", "_friends", "_hurt",
        "_numbers", "_regardless", "_same_foes", "_sealed", "_sides", "_simple", "_stats", "_together", "battle",
        "dice", "events", "fired", "first_die", "found", "hashes", "header", "listening", "log", "open", "recording",
        "rules", "snapshots", "start", "state",
    )  # fmt: skip

    def __init__(
        self,
        header: Header,
        *,
        listening: bool = True,
        recording: bool = True,
        dice: Dice | None = None,
        state: State | None = None,
        waiting: bool = False,
    ) -> None:
        self.header = header
        self.rules = header.rules
        self.state = state or State()
        self.start = state.copy() if state else None  # the position it began from, if not the setup
        self.dice = dice or Dice(header.seed, header.salts, chain=header.chain, told=header.told)
        self.events: list[Event] = []
        self.fired: list[Fired] = []  # of the events; those who measure luck take them out
        self.log: list[Answered] = []
        self.open: tuple[Decision, ...] = ()
        self.snapshots: list[Snapshot] = []
        self.hashes: list[tuple[int, str]] = []
        self.battle: Any = None  # the current battle, for user interfaces and players
        self.listening, self.recording = listening, recording
        self._stats: dict[str, _Numbers] = {}  # by space, if some numbers depend on it; else by ""
        self._forms: dict[Any, UnitType] = {}  # of units whose numbers depend on their condition
        self._numbers: dict[str, Mapping[str, UnitType]] = {}  # empty until some code needs them
        self._everywhere = not header.rules.placed  # no number of a unit depends on where it is
        self._simple = self._everywhere and not header.rules.formed  # nor on its condition
        self._regardless = standard.regardless_of_control(self.rules)
        self._same_foes = self.rules.q.enemies is standard.enemies and not self.rules.tables["armies"]
        self._foes: dict[str, frozenset[str]] = {}
        self._sides: Mapping[str, str] | None = None
        self._friends: dict[str, frozenset[str]] = {}
        self._enemies: dict[tuple[str, str], frozenset[str]] = {}
        self.found: dict[Any, Any] = {}  # cached paths and distances, cleared when the board changes
        self._sealed: dict[int, Any] = {}
        self._together = False
        self._hurt: Mark | None = None  # an answer was broken off here, and the position is not yet brought back
        self.first_die = self.dice.position  # where the dice stood when the game began
        self._copied: State | None = None  # the latest copy for a snapshot
        self._base = Snapshot(0, 0, self.first_die, self.start or State())
        self._flow: Flow = course.whole_game(self)
        if not waiting:
            self._begin()

    @classmethod
    def new(
        cls,
        edition: str,
        rules: Iterable[str] = (),
        options: Mapping[str, Any] | None = None,
        *,
        seed: str | int = "0",
        scenario: str = "",
        seats: Mapping[str, str] | None = None,
        **how: Any,
    ) -> Game:
        """Return a new game; raise `Unknown` or `RuleError` for rules that cannot be played together."""
        ruleset = registry.build(edition, rules, options, scenario)
        return cls(Header(ruleset, str(seed), (), seats or {}), **how)

    @classmethod
    def at(
        cls,
        edition: str,
        rules: Iterable[str] = (),
        options: Mapping[str, Any] | None = None,
        *,
        scenario: str = "",
        seed: str | int = "0",
        dice: Dice | None = None,
        seats: Mapping[str, str] | None = None,
        listening: bool = True,
        recording: bool = True,
        **fields: Any,
    ) -> Game:
        """A game that begins at a position: `fields` are those of `engine.position.Position`, such as `power`, `phase`,
        `round`, `units`, `owners`, `ipcs`, `technologies`, `facts`, and `others` (setup, facilities, or empty).

        Raises `BadPosition` with a sentence for each thing that cannot be.
        """
        from . import position

        ruleset = registry.build(edition, rules, options, scenario)
        found = position.given(edition, fields)
        return position.begun(
            found, ruleset, seed=seed, dice=dice, seats=seats, listening=listening, recording=recording
        )

    # --- asking and answering -----------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """Return the first open decision, or None when the game is over."""
        return self.open[0] if self.open else None

    @property
    def over(self) -> bool:
        return not self.open

    @property
    def sealed(self) -> bool:
        """Return whether several powers decide at the same time, so that answers stay hidden until all are in."""
        return self._together and len(self.open) + len(self._sealed) > 1

    @property
    def withheld(self) -> int:
        """Return the number of answers that stay hidden until all are in."""
        return len(self._sealed)

    def decided(self) -> bool:
        """Return whether the game is over, with or without a winner."""
        return self.state.victory is not None

    @property
    def winner(self) -> str | None:
        """Return the side that won, or None."""
        return (self.state.victory[0] or None) if self.state.victory else None

    def answer(self, answer: Any, *, id: int | None = None) -> None:
        """Answer the open decision, or the open one with this id; a text is read in the decision's form.

        Raises `Illegal`, `Malformed` or `Unknown` with one sentence, or `RuleFault` if the code of a rule fails; the
        game then does not change.
        """
        self.mend()
        decision = self._find(id)
        self._accept(decision, self._read(decision, answer))

    def _read(self, decision: Decision, answer: Any) -> Any:
        if isinstance(answer, str):
            answer = decision.form.read(answer, self.rules.words)
        elif isinstance(answer, Mapping) and isinstance(decision.form, Allocate):
            answer = decision.form.keyed(answer, self.rules.words)
        decision.check(answer)
        return answer

    def _find(self, id: int | None) -> Decision:
        if not self.open:
            raise Illegal("the game is over; there is nothing left to decide")
        if id is None:
            return self.open[0]
        for decision in self.open:
            if decision.id == id:
                return decision
        answered = id in self._sealed or id < self.open[0].id
        late = f"decision {id} has already been answered" if answered else f"there is no decision {id} yet"
        raise Illegal(f"{late}; the current one is {self.open[0].id}")

    def _accept(self, decision: Decision, answer: Any) -> None:
        """Takes an answer; if that fails, the game is brought back to where it stood."""
        before = Mark(len(self.log), len(self.events), len(self.hashes), tuple(self.snapshots), self.open)
        try:
            self._take(decision, answer)
        except BaseException as error:
            self._hurt = before
            self._trim(before)
            if isinstance(error, Exception):
                with contextlib.suppress(SandtableError):  # it is tried again before the next answer
                    self.mend()
            raise

    def _trim(self, before: Mark) -> None:
        """Removes what an answer added to the records of the game."""
        self.log, self.events = self.log[: before.answers], self.events[: before.events]
        self.hashes, self.snapshots = self.hashes[: before.hashes], list(before.snapshots)
        self.open = before.open

    def mend(self) -> None:
        """Brings back the position before an answer that failed or was interrupted; otherwise does nothing.

        Raises `RuleFault` if a rule fails again on the way.
        """
        before = self._hurt
        if before is None:
            return
        log, events, hashes = self.log, self.events, self.hashes
        newest = self.newest()
        self.restore(newest, log[newest.answers :])  # if it fails, all is as it was, and _hurt still set
        self.log, self.events, self.hashes, self.snapshots = log, events, hashes, list(before.snapshots)

    def _take(self, decision: Decision, answer: Any) -> None:
        self.log.append(Answered(decision.id, decision, answer, self.dice.position))
        if not self._together:
            self._advance(answer)
            return
        self._sealed[decision.id] = answer
        waiting = tuple(d for d in self.open if d.id not in self._sealed)
        if waiting:
            self.open = waiting
        else:
            answers = [self._sealed[i] for i in sorted(self._sealed)]
            self._sealed = {}
            self._advance(answers)

    def _advance(self, answer: Any) -> None:
        try:
            asked = self._flow.send(answer)
            while isinstance(asked, Decision) and asked.power not in self.rules.powers:
                asked = self._flow.send(asked.advice)  # units of no power take the advice
            if self.decided():  # a side has won in the middle of a phase: no more questions
                self._flow.close()
                self.open = ()
                return
        except StopIteration:
            self.open = ()
            self.dice.rest()
            return
        except Exception as error:
            raise fault(self.rules, error) from error
        self.dice.rest()
        self._together = isinstance(asked, Together)
        decisions = asked.decisions if isinstance(asked, Together) else (asked,)
        for i, decision in enumerate(decisions):
            decision.id = len(self.log) + i
        self.open = decisions

    def close(self) -> None:
        """End the game for good and free its memory; nothing can be asked of it any more.

        Its parts refer to each other: without this, they would stay in memory until the next search for garbage.
        """
        self._flow.close()
        for name in Game.__slots__:
            if hasattr(self, name) and name != "__weakref__":
                delattr(self, name)

    # --- for steps ----------------------------------------------------------------------------------------------------

    def emit(self, kind: str, **data: Any) -> None:
        """Add an event to the history; its kind must be in `core.events.EVENTS`."""
        if self.listening:
            if kind not in EVENTS:
                raise KeyError(f"event kind {kind!r} is not declared")
            self.events.append(Event(kind, data))

    def note_hits(self, power: str, how: Resolution, columns: Columns, hits: int) -> None:
        """Note the hits of units that fire with these numbers, for those who measure luck."""
        if self.listening:
            self.fired.append(Fired(power, how, tuple(columns), hits))

    def finish(self, side: str, why: str) -> None:
        """End the game: a side wins, or no side (an empty name)."""
        self.state.victory = [side, why]
        self.emit("game_ended", side=side or NOBODY, why=why)

    def stats(self, power: str, type: str, space: str = "") -> UnitType:
        """Return the numbers of a power's units of a type now, with every edit that holds for its capabilities and for
        there.

        `power` may be a name that is no power, for units of no power. Without a `space`, edits for certain places are
        left out.
        """
        if self._everywhere:
            try:
                return self._numbers[power][type]
            except KeyError:
                pass  # not known yet
        return self.units_at(space)[power][type]

    def unit(self, stack: Stack, space: str = "") -> UnitType:
        """Return the numbers of these units now, in this space and of their condition."""
        if self._simple:
            try:
                return self._numbers[stack.owner][stack.type]
            except KeyError:
                pass  # not known yet
        if stack.type in self.rules.formed and (stack.cond.damage or stack.cond.marks):
            return self._formed(stack, space)
        return self.units_at(space)[stack.owner][stack.type]

    def _formed(self, stack: Stack, space: str) -> UnitType:
        """The numbers of units that depend on their condition, found once until `changed`."""
        key = (stack.owner, stack.type, stack.cond.damage, stack.cond.marks, space)
        found = self._forms.get(key)
        if found is None:
            held = self.state.techs.get(stack.owner, ())
            plain, round = self.stats(stack.owner, stack.type, space), max(1, self.state.round)
            found = self.rules.formed_as(plain, stack.owner, held, round, space, stack.cond)
            self._forms[key] = found
        return found

    def forms(self, stack: Stack, space: str = "", before: int = 0) -> tuple[UnitType, ...]:
        """Return the numbers of these units, and of the same after each further hit that they survive.

        With `before`, those they had before their last hits come first.
        """
        if stack.type not in self.rules.formed:
            return (self.unit(stack, space),)
        cond, first = stack.cond, stack.cond.damage - before
        most = max(first + 1, self.unit(stack, space).hits)
        return tuple(self.unit(stack.with_(cond._replace(damage=d)), space) for d in range(first, most))

    def units_at(self, space: str = "") -> Mapping[str, Mapping[str, UnitType]]:
        """Return the numbers of all units in a space by owner and type, for loops; found once until `changed`."""
        where = "" if self._everywhere else space
        found = self._stats.get(where)
        if found is None:
            found = self._stats[where] = _Numbers(self, where)
            if not where:
                self._fill(found)
        return found

    def _fill(self, numbers: _Numbers) -> None:
        """Find the numbers of all units that no place changes: at once, unless a rule answers for single units."""
        self._numbers = numbers
        if self.rules.q.stats is standard.stats:
            for name in self.rules.side_of:
                held = self.state.techs.get(name, ())
                numbers[name] = self.rules.all_units(name, held, self.state.round)
            self._numbers = dict(numbers)  # read faster than a subclass

    @property
    def acting(self) -> tuple[str, ...]:
        """The powers whose units move and fight now: the active power, and those that act together with it."""
        return tuple(ACTING.get(self.state)) or (self.state.power,)

    def active(self, power: str) -> bool:
        """Return whether a power acts now: it is its turn, or it takes part in the turn."""
        return power in self.acting

    def holds(self, power: str, capability: str) -> bool:
        """Whether a power holds a capability: a technology, a national advantage, an elite force."""
        return capability in self.state.techs.get(power, ())

    @property
    def sides(self) -> Mapping[str, str]:
        """The side of each power now: that of the table of powers, unless it has changed in the game."""
        found = self._sides
        if found is None:
            changed, first = SIDES.get(self.state), self.rules.side_of
            found = self._sides = {**first, **changed} if changed else first
        return found

    def side(self, power: str) -> str:
        """Return the side of a power now; a power that fights both sides is on a side of its own."""
        return self.sides[power]

    def members(self, side: str) -> tuple[str, ...]:
        """Return the powers that are on a side now."""
        return tuple(p for p in self.rules.powers if self.sides[p] == side)

    def foes(self, power: str) -> frozenset[str]:
        """Return the powers that a power is at war with now."""
        found = self._foes.get(power)
        if found is None:
            at_war, powers = self.rules.q.at_war, self.rules.powers
            found = frozenset(p for p in powers if power in powers and p != power and at_war(self, power, p))
            self._foes[power] = found
        return found

    def enemies(self, power: str, space: str) -> frozenset[str]:
        """Return the powers whose units a power fights in this space: its foes, unless a rule decides space by
        space."""
        if self._same_foes:  # in every space
            return self._foes.get(power) or self.foes(power)
        found = self._enemies.get((power, space))
        if found is None:
            found = self._enemies[power, space] = self.rules.q.enemies(self, power, space)
        return found

    def friends(self, power: str) -> frozenset[str]:
        """Return the power itself and its current allies."""
        found = self._friends.get(power)
        if found is None:
            allied, powers = self.rules.q.allied, self.rules.powers
            if power in powers:
                found = frozenset(p for p in powers if p == power or allied(self, power, p))
            else:
                found = frozenset((power,))
            self._friends[power] = found
        return found

    def changed(self) -> None:
        """Clear cached results; call this after any change of technologies or relations between powers."""
        self._numbers = {}
        self._stats, self._forms, self._foes, self._friends, self._enemies, self.found = {}, {}, {}, {}, {}, {}
        self._sides = None

    def changed_hands(self) -> None:
        """Clear cached results after a change of control only: the numbers of units and the relations between powers
        stay, unless a rule makes them depend on more."""
        if self._regardless:
            self.found = {}
        else:
            self.changed()

    # --- snapshots, undo, resuming ------------------------------------------------------------------------------------

    @property
    def state_hash(self) -> str:
        """Return the hash of the state and of the number of dice used."""
        return self.state.hash(self.dice.position)

    def _begin(self) -> None:
        """Start the flow and continue to its first decision."""
        self._advance(None)

    def boundary(self) -> None:
        """Mark a place where the game can be resumed; the flow calls this before each phase."""
        if self.recording:
            self._copied = self.state.copy(self._copied)
            here = Snapshot(len(self.log), len(self.events), self.dice.position, self._copied, len(self.hashes))
            self.snapshots.append(here)
            if len(self.snapshots) > KEPT:
                del self.snapshots[1 : len(self.snapshots) - KEPT + 1]  # the first one stays
            if self.state.stage == "turn" and self.state.step == 0:
                self.hashes.append((len(self.log), self.state_hash))

    def newest(self) -> Snapshot:
        """The newest place where the game can be resumed, kept even if the game keeps no snapshots."""
        return max((self._base, *self.snapshots[-1:]), key=lambda s: s.answers)

    def without(self, *rules: str) -> Game:
        """A new game that continues from the running phase without these house rules; see `engine.without`."""
        from .without import without

        return without(self, rules)

    def restore(self, snapshot: Snapshot, answers: Sequence[Answered]) -> None:
        """Continue from a snapshot and the answers given since; if one of them fails, the game does not change."""
        before = {name: getattr(self, name) for name in _RESTORED}
        try:
            self._restore(snapshot, list(answers))
        except BaseException:
            for name, value in before.items():
                setattr(self, name, value)
            self.changed()
            raise

    def _restore(self, snapshot: Snapshot, answers: list[Answered]) -> None:
        self.state = snapshot.state.copy()
        self.dice = self.dice.at(snapshot.dice)
        self._sealed, self.battle, self._hurt, self._base = {}, None, None, snapshot
        self.changed()
        self.log, self.events = self.log[: snapshot.answers], self.events[: snapshot.events]
        self.hashes = self.hashes[: snapshot.hashes]
        self.snapshots = list(itertools.takewhile(lambda s: s is not snapshot, self.snapshots))
        self._flow = course.whole_game(self)
        self._begin()
        for line in answers:
            decision = self._follow(line)
            self._take(decision, self._read(decision, line.answer) if line.written else line.answer)

    def follow(self, line: Answered) -> None:
        """Gives an answer that stands in a file as text, to the decision that it was given to."""
        self.mend()
        self._follow(line)
        self.answer(line.answer, id=line.id)

    def _follow(self, line: Answered) -> Decision:
        was = line.decision
        while self.open and self.open[0].unasked is not None and not self._asked(was):
            self._advance(self.open[0].unasked)  # a question that did not exist when the file was written
        decision = self._find(line.id)
        if (decision.power, decision.kind) != (was.power, was.kind):
            open_one = f"the open decision is {decision.kind} of {decision.power}, not {was.kind} of {was.power}"
            raise Illegal(f"answer {line.id} does not fit this point of the game: {open_one}")
        return decision

    def _asked(self, was: Decision) -> bool:
        """Return whether the open decision is the one that a line of the log answers."""
        return (self.open[0].power, self.open[0].kind) == (was.power, was.kind)

    def can_undo(self, power: str = "") -> bool:
        """Return whether the last answer can be undone: no dice rolled since, and (if a power is named) given by that
        power."""
        if not (self.recording and self.log and self.open) or self._sealed:
            return False
        last = self.log[-1]
        if self.snapshots[0].answers >= len(self.log):
            return False
        return last.dice == self.dice.position and power in ("", last.decision.power)

    def undo(self, power: str = "") -> None:
        """Undo the last answer; raise `Illegal` if dice have been rolled since or another power has answered."""
        if not self.can_undo(power):
            raise Illegal("nothing to undo: dice have been rolled or another player has acted since your last action")
        keep = self.log[:-1]
        snapshot = [s for s in self.snapshots if s.answers <= len(keep)][-1]
        self.restore(snapshot, keep[snapshot.answers :])

    def position(self) -> Position:
        """Where the game stands now, as data; played on, it begins with the running phase. See `engine.position`."""
        from .position import position

        return position(self)

    # --- files --------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the game to a file; see `engine.save`. Raise `SaveError` if it cannot be written."""
        from .save import save

        save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Return the game of a file, ready to continue; raise `SaveError` with one sentence."""
        from .save import load

        return load(path)


#: What `Game.restore` changes.
_RESTORED = (
    "state", "dice", "log", "events", "hashes", "snapshots", "open", "battle", "_sealed", "_together", "_flow", "_base",
    "_hurt",
)  # fmt: skip


class _Numbers(dict[str, Mapping[str, UnitType]]):
    """The numbers of units in one space by owner, found when they are first asked for."""

    def __init__(self, game: Game, space: str) -> None:
        self._game, self._space = game, space

    def __missing__(self, owner: str) -> Mapping[str, UnitType]:
        found = self[owner] = _Owned(self._game, owner, self._space)
        return found


class _Owned(dict[str, UnitType]):
    """The numbers of one owner's units in one space by type, found when they are first asked for."""

    def __init__(self, game: Game, owner: str, space: str) -> None:
        self._game, self._owner, self._space = game, owner, space

    def __missing__(self, type: str) -> UnitType:
        game, owner = self._game, self._owner
        found = game.rules.q.stats(game, owner, type)
        if type in game.rules.placed and self._space:
            state = game.state
            found = game.rules.at_place(found, owner, state.techs.get(owner, ()), state.round, self._space)
        self[type] = found
        return found


#: Snapshots kept in memory besides the first: enough for the phases of one turn.
KEPT = 12


def play(game: Game, players: Mapping[str, Callable[[Game, Decision], Any]], limit: int = 1_000_000) -> Game:
    """Let players (functions of game and decision) answer until the game is over; return the game.

    Raises `SandtableError` after `limit` answers.
    """
    while game.open:
        decision = game.open[0]
        game.answer(players[decision.power](game, decision), id=decision.id)
        if len(game.log) > limit:
            raise SandtableError(f"the game is not over after {limit} answers")
    return game
