"""Copies of a state share what has not changed, and never what has."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.forces import Condition, Stack
from sandtable.engine.state import State

SPACES = ("Alps", "Baltic", "Crete")
STACKS = tuple(Stack(owner, kind) for owner in ("Germany", "Italy") for kind in ("infantry", "fighter"))
puts = st.tuples(st.sampled_from(SPACES), st.sampled_from(STACKS), st.integers(-2, 3))


@given(st.lists(st.lists(puts, max_size=6), max_size=6), st.lists(st.booleans(), min_size=6, max_size=6))
def test_a_copy_is_equal_and_does_not_change(turns: list[list[tuple[str, Stack, int]]], aside: list[bool]) -> None:
    state, like, known = State(), State(), list[tuple[State, dict[str, list[tuple[Stack, int]]]]]()
    for changes, replaced in zip(turns, aside, strict=False):
        before = state.forces
        if replaced:  # as when a move is only supposed
            state.forces = {space: dict(force) for space, force in before.items()}
        for space, stack, n in changes:
            state.put(space, stack, max(n, -state.at(space).get(stack, 0)))
        if replaced and len(changes) % 2:
            state.forces = before
        for space, force in list(state.forces.items()):
            if len(force) > 2:
                state.forces[space] = {s.with_(Condition(moved=1)): n for s, n in force.items()}
        like = state.copy(like)
        known.append((like, {space: list(force.items()) for space, force in state.forces.items()}))
    for copy, forces in known:
        assert list(copy.forces) == list(forces)
        assert {space: list(force.items()) for space, force in copy.forces.items()} == forces
