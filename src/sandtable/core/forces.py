"""Units as fungible stacks: (owner, type, condition) -> count. A hundred infantry cost one entry.

A *force* is a plain dict from `Stack` to a positive count. A `Condition` holds what a turn needs to know about a unit:
spaces moved, hits taken, cargo aboard and marks such as `fought` or `raid`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple


class Condition(NamedTuple):
    """The per-unit state within a type: `cargo` is a sorted tuple of (owner, type), `marks` a sorted tuple of words."""

    moved: int = 0
    damage: int = 0
    cargo: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()

    def rested(self, lasting: Collection[str] = ()) -> Condition:
        """Return the condition at the start of the next turn: only damage, cargo, and the `lasting` marks stay, with
        their values."""
        if not self.moved and not self.marks:
            return self
        kept = tuple(m for m in self.marks if m.partition("=")[0] in lasting) if lasting else ()
        if kept:
            return Condition(0, self.damage, self.cargo, kept)
        return Condition(0, self.damage, self.cargo, ()) if self.damage or self.cargo else FRESH

    def marked(self, *words: str) -> Condition:
        """Return the condition with more marks."""
        if self.marks:
            words = (*self.marks, *words)
        elif not words:
            return self
        return Condition(self.moved, self.damage, self.cargo, tuple(sorted({*words})))

    def unmarked(self, *words: str) -> Condition:
        """Return the condition without these marks."""
        if not self.marks:
            return self
        return Condition(self.moved, self.damage, self.cargo, tuple(m for m in self.marks if m not in words))

    def noted(self, key: str) -> str:
        """Return the value of a mark written `key=value`, or an empty string."""
        for mark in self.marks:
            if mark.startswith(key) and mark[len(key) : len(key) + 1] == "=":
                return mark[len(key) + 1 :]
        return ""


FRESH = Condition()


class Stack(NamedTuple):
    """The key under which units are counted."""

    owner: str
    type: str
    cond: Condition = FRESH

    def with_(self, cond: Condition) -> Stack:
        return Stack(self.owner, self.type, cond)


Force = dict[Stack, int]


def add(force: Force, stack: Stack, count: int) -> None:
    """Add `count` units (negative to remove); raise ValueError if more are removed than there are."""
    new = force.get(stack, 0) + count
    if new > 0:
        force[stack] = new
    elif new == 0:
        force.pop(stack, None)
    else:
        raise ValueError(f"{-new} {stack.type} of {stack.owner} too few")


def change(force: Force, stack: Stack, cond: Condition, count: int) -> Stack:
    """Give `count` units of a stack another condition; return their new stack."""
    new = Stack(stack.owner, stack.type, cond)
    if new != stack and count:
        add(force, stack, -count)
        add(force, new, count)
    return new


def total(force: Mapping[Stack, int]) -> int:
    """Return number of units."""
    return sum(force.values())


def first(force: Mapping[Stack, int], count: int, order: Iterable[Stack] = ()) -> Force:
    """Return that many units of a force, or all if it has fewer: in this order, or in its own."""
    out: Force = {}
    for stack in order or force:
        if take := min(force[stack], count):
            out[stack] = take
            count -= take
    return out


def by_type(force: Mapping[Stack, int]) -> dict[str, int]:
    """Return the counts by unit type, over all owners and conditions."""
    out: dict[str, int] = {}
    for stack, n in force.items():
        out[stack.type] = out.get(stack.type, 0) + n
    return out


def merged(forces: Iterable[Mapping[Stack, int]]) -> Force:
    """Return the sum of several forces."""
    out: Force = {}
    for force in forces:
        for stack, n in force.items():
            out[stack] = out.get(stack, 0) + n
    return out
