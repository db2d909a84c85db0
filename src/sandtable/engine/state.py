"""The state of a game: plain data, changed only by the engine, copied and hashed as a whole."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from ..core.errors import SaveError
from ..core.forces import FRESH, Condition, Force, Stack, add
from .memory import Facts, Now

K = TypeVar("K")
V = TypeVar("V")


class State:
    """The state of a game.

    | field | meaning |
    | --- | --- |
    | round, order, turn | number of the round (from 1), powers in order of play, index of the active power |
    | stage, step | the running sequence (`opening`, `turn`, …) and the index of its step |
    | forces | space -> stack -> count; spaces without units are not listed; each force is replaced, never changed |
    | owner | territory -> controlling power, or None |
    | ipcs, techs | power -> IPCs in hand; power -> technologies in the order they were gained |
    | facts | what rules remember during the game (see `memory`; first values from the table `memory`) |
    | now | what belongs to this turn only (see `memory`; empty at its start) |
    | victory | None, or [side, why] |
    """

    __slots__ = (
        "facts", "forces", "ipcs", "now", "order", "owner", "round", "stage", "step", "techs", "turn", "victory",
    )  # fmt: skip

    def __init__(self) -> None:
        self.round = 0
        self.order: list[str] = []
        self.turn = 0
        self.stage = "opening"
        self.step = 0
        self.forces: dict[str, Force] = {}
        self.owner: dict[str, str | None] = {}
        self.ipcs: dict[str, int] = {}
        self.techs: dict[str, list[str]] = {}
        self.facts: dict[str, Any] = Facts()
        self.now: dict[str, Any] = Now()
        self.victory: list[str] | None = None

    @property
    def power(self) -> str:
        """Return the power whose turn it is, or that acts in this phase of a turn that several powers share."""
        acting = self.now.get("acting")
        if acting:
            return str(acting[0])
        return self.order[self.turn] if self.order else ""

    def at(self, space: str) -> Force:
        """Return the units in a space; do not change the result."""
        return self.forces.get(space, _NOTHING)

    def put(self, space: str, stack: Stack, count: int) -> None:
        """Add units (negative: remove); raise ValueError if more are removed than are there."""
        force = dict(self.at(space))  # copies of the state share the old one
        add(force, stack, count)
        if force:
            self.forces[space] = force
        else:
            self.forces.pop(space, None)

    def turn_into(self, space: str, stack: Stack, cond: Condition, count: int) -> Stack:
        """Give `count` units another condition; return their new stack."""
        new = Stack(stack.owner, stack.type, cond)
        if new != stack and count:
            self.put(space, stack, -count)
            self.put(space, new, count)
        return new

    def copy(self, like: State | None = None) -> State:
        """Return a copy. It shares with `like`, an earlier copy that does not change, what is the same in both."""
        out = State.__new__(State)
        out.round, out.turn, out.stage, out.step = self.round, self.turn, self.stage, self.step
        out.order = list(self.order)
        out.forces = dict(self.forces)
        if like is None:
            out.owner = dict(self.owner)
            out.facts, out.now = Facts(plain_copy(self.facts)), Now(plain_copy(self.now))
        else:
            out.owner = _shared(self.owner, like.owner)
            out.facts, out.now = Facts(_like(self.facts, like.facts)), Now(_like(self.now, like.now))
        out.ipcs = dict(self.ipcs)
        out.techs = {power: list(t) for power, t in self.techs.items()}
        out.victory = list(self.victory) if self.victory else None
        return out

    def plain(self, as_is: bool = False) -> dict[str, Any]:
        """Return the whole state as JSON data, equal for equal states; `as_is` keeps the order of entries, for
        files."""
        in_order: Any = list if as_is else sorted
        return {
            "round": self.round,
            "order": list(self.order),
            "turn": self.turn,
            "stage": self.stage,
            "step": self.step,
            "forces": {
                space: [(owner, type, *cond, n) for (owner, type, cond), n in in_order(self.forces[space].items())]
                for space in in_order(self.forces)
            },
            "owner": {k: self.owner[k] for k in in_order(self.owner)},
            "ipcs": {k: self.ipcs[k] for k in in_order(self.ipcs)},
            "techs": {k: self.techs[k] for k in in_order(self.techs)},
            "facts": self.facts,
            "now": self.now,
            "victory": self.victory,
        }

    @classmethod
    def from_plain(cls, data: Any) -> State:
        """Return the state for JSON data, the inverse of `plain`; raise `SaveError`."""
        out = cls()
        try:
            for name in ("round", "order", "turn", "stage", "step", "owner", "ipcs", "techs", "facts", "now"):
                setattr(out, name, plain_copy(data[name]))
            out.facts, out.now, out.victory = Facts(out.facts), Now(out.now), data["victory"]
            for space, rows in data["forces"].items():
                out.forces[space] = {}
                for owner, kind, moved, damage, cargo, marks, n in rows:
                    if not moved.__class__ is damage.__class__ is n.__class__ is int:  # a true would be shared as a 1
                        raise TypeError("counts and conditions of units must be whole numbers")
                    stack = _stack(owner, kind, moved, damage, tuple((o, t) for o, t in cargo), tuple(marks))
                    out.forces[space][stack] = n
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SaveError(f"the snapshot in the file cannot be read: {error!r}") from None
        return out

    def hash(self, *extra: Any) -> str:
        """Return 32 hexadecimal digits that differ if anything in the state differs."""
        text = msgspec.json.encode([self.plain(), extra], order="deterministic")
        return hashlib.blake2b(text, digest_size=16).hexdigest()


_NOTHING: Force = {}
#: The types of values that are their own copies; most of the values in a state are of these.
_ATOMS = frozenset((str, int, float, bool, type(None)))


def _shared(new: dict[K, V], old: dict[K, V]) -> dict[K, V]:
    """Return a copy, or `old` if it is the same, in the same order."""
    if len(old) == len(new) and list(old) == list(new) and list(old.values()) == list(new.values()):
        return old
    return dict(new)


def _like(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """Return a deep copy that shares its values with `old` where their JSON is the same."""
    out = {}
    for key, value in new.items():
        was = old.get(key)
        same = value.__class__ not in _ATOMS and was is not None and _json(value) == _json(was)
        out[key] = was if same else plain_copy(value)
    return out


_json = msgspec.json.Encoder().encode


@lru_cache(maxsize=20_000)
def _stack(
    owner: str, kind: str, moved: int, damage: int, cargo: tuple[tuple[str, str], ...], marks: tuple[str, ...]
) -> Stack:
    """Return a stack; those of many games are the same object."""
    cond = Condition(moved, damage, cargo, marks)
    return Stack(owner, kind, cond if cond != FRESH else FRESH)


def plain_copy(value: Any) -> Any:
    """A deep copy of plain data, faster than `copy.deepcopy`."""
    if isinstance(value, dict):
        return {k: v if v.__class__ in _ATOMS else plain_copy(v) for k, v in value.items()}
    if isinstance(value, list):
        return [v if v.__class__ in _ATOMS else plain_copy(v) for v in value]
    return value
