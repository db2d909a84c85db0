"""Legality of moves is one thing read two ways: what is listed may be done, what is not listed is refused.

The positions are those of random games, which come to spaces, cargoes and conditions nobody would set up by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from sandtable.core.decisions import DONE, Decision, Move, Moves
from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine.boarding import is_cargo
from sandtable.engine.game import Game
from sandtable.engine.movement import Mover

ROUNDS = 6


def movements(seed: int, every: int) -> Iterator[tuple[Game, Decision, Mover]]:
    """Each `every`-th question for a move in a random game."""
    game = Game.new("classic", seed=seed, recording=False)
    rng = Random(seed)
    asked = 0
    while game.decision and game.state.round <= ROUNDS:
        decision = game.decision
        if decision.kind == "move":
            asked += 1
            if asked % every == 0:
                assert isinstance(decision.form, Moves) and isinstance(decision.form.source, Mover)
                yield game, decision, decision.form.source
        game.answer(decision.form.sample(rng))


def walk(game: Game, start: str, steps: int, rng: Random) -> tuple[str, ...]:
    """A way over the board without regard to any rule but adjacency, and sometimes not even that."""
    path = [start]
    for _ in range(steps):
        near = game.rules.neighbors[path[-1]]
        path.append(rng.choice(near) if rng.random() > 0.02 else rng.choice(list(game.rules.spaces)))
    return tuple(path)


@pytest.mark.parametrize("seed", range(6))
def test_every_listed_move_passes(seed: int) -> None:
    for _, decision, mover in movements(seed, 9):
        for space, stack, count in mover.movable():
            for option in mover.options(space, stack):
                assert 1 <= option.most <= count
                decision.check(option.move())
                decision.check(option.move(1))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_not_listed_is_refused(seed: int) -> None:
    """A destination that is not listed cannot be reached by any way; more units than listed do not pass either."""
    rng = Random(100 + seed)
    refused = 0
    for game, _, mover in movements(seed, 5):
        movable = mover.movable()
        for _ in range(12):
            space, stack, count = rng.choice(movable)
            move = Move(((stack, rng.randint(1, count)),), walk(game, space, rng.randint(1, 5), rng))
            if move.path[-1] == space:
                continue  # round trips are not listed
            most = max((o.most for o in mover.options(space, stack) if o.path[-1] == move.path[-1]), default=0)
            try:
                mover.check(move)
            except Illegal:
                refused += 1
                continue
            assert move.units[0][1] <= most, f"{move} passes, but is not listed"
    assert refused > 100


@pytest.mark.parametrize("seed", range(3))
def test_units_that_may_not_move_are_refused_everywhere(seed: int) -> None:
    rng = Random(200 + seed)
    for game, _, mover in movements(seed, 11):
        movable = {(space, stack) for space, stack, _ in mover.movable()}
        for space, force in list(game.state.forces.items()):
            for stack in force:
                if (space, stack) not in movable:
                    for steps in (1, 2):
                        with pytest.raises(Illegal):
                            mover.check(Move(((stack, 1),), walk(game, space, steps, rng)))


@pytest.mark.parametrize("seed", range(4))
def test_a_refused_answer_changes_nothing_and_a_text_means_the_move(seed: int) -> None:
    rng = Random(300 + seed)
    words = None
    for game, decision, mover in movements(seed, 23):
        words = words or game.rules.words
        before = game.state_hash
        for _ in range(6):
            space, stack, count = rng.choice(mover.movable())
            move = Move(((stack, count + 1),), walk(game, space, 2, rng))
            with pytest.raises(Illegal):
                game.answer(move)
            for option in mover.options(space, stack):
                written = decision.form.write(option.move(), words)
                assert decision.form.read(written, words) == option.move()
        assert game.state_hash == before


@pytest.mark.parametrize("seed", range(4))
def test_together_never_more_than_apart(seed: int) -> None:
    """A move of two stacks passes only if each of them passes alone (carriers with their fighters apart)."""
    rng = Random(400 + seed)
    for game, _, mover in movements(seed, 7):
        by_space: dict[str, list[tuple[Stack, int]]] = {}
        for space, stack, n in mover.movable():
            if not is_cargo(game, space, stack):
                by_space.setdefault(space, []).append((stack, n))
        for space, stacks in by_space.items():
            if len(stacks) < 2 or any(game.rules.units[s.type].deck for s, _ in stacks):
                continue
            (one, n), (other, m) = rng.sample(stacks, 2)
            for option in mover.options(space, one)[:5]:
                both = Move(((one, n), (other, m)), option.path, option.mission)
                if passes(mover, both):
                    assert passes(mover, Move(((one, n),), option.path, option.mission))
                    assert passes(mover, Move(((other, m),), option.path, option.mission))


def passes(mover: Mover, move: Move) -> bool:
    try:
        mover.check(move)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("seed", range(6))
def test_pieces_stand_only_where_they_may(seed: int) -> None:
    """Ships at sea, land units on land or aboard, no load too heavy, one gun a territory, no deck too full."""
    for game, decision, _ in movements(seed, 4):
        units = game.rules.units
        for space, force in game.state.forces.items():
            guns = 0
            for stack, n in force.items():
                unit = units[stack.type]
                assert n > 0
                assert not (game.rules.is_land[space] and unit.kind == "sea")
                assert game.rules.is_land[space] or unit.kind in ("sea", "air")
                assert stack.cond.moved <= game.stats(stack.owner, stack.type).move
                guns += n if "antiaircraft" in unit.tags else 0
                if stack.cond.cargo:
                    assert unit.carries is not None
                    assert sum(unit.carries.loads[kind] for _, kind in stack.cond.cargo) <= unit.carries.capacity
            assert guns <= 1
        assert all(n >= 0 for n in game.state.ipcs.values())
        assert decision.power == game.state.power


@pytest.mark.parametrize("seed", range(4))
def test_at_the_end_of_a_turn_all_aircraft_stand_where_they_may(seed: int) -> None:
    game = Game.new("classic", seed=seed, recording=False)
    rng = Random(seed)
    before = game.state.power
    while game.decision and game.state.round <= ROUNDS:
        game.answer(game.decision.form.sample(rng))
        if game.state.power == before:
            continue
        for space, force in game.state.forces.items():
            decks = planes = 0
            for stack, n in force.items():
                unit = game.rules.units[stack.type]
                decks += unit.deck * n
                if unit.kind == "air" and game.rules.is_land[space]:
                    assert game.state.owner[space] in game.friends(stack.owner), (space, stack)
                elif unit.kind == "air":
                    assert unit.lands_on_deck
                    planes += n
            assert planes <= decks, (space, dict(force))
        before = game.state.power


def test_done_is_listed_exactly_if_it_passes() -> None:
    refused = 0
    for _, decision, _ in movements(1, 3):
        try:
            decision.check(DONE)
        except Illegal as error:
            assert error.rule == "classic.R57"
            assert DONE not in list(decision.legal())
            refused += 1
    assert refused
