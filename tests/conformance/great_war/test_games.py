"""Whole games of random players: what holds after every turn, and that undoing and playing again change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.ai import player
from sandtable.engine.game import Game, play
from sandtable.engine.invariants import Watch

LIMIT = {"common.round_limit.rounds": 6}
HOME = "United States of America"


def new(seed: int) -> Game:
    return Game.new("great_war", ["common.round_limit"], LIMIT, seed=seed)


def board_faults(game: Game) -> list[str]:
    """What is wrong on the board at the end of a turn."""
    state, rules = game.state, game.rules
    out = []
    for space in rules.lands:
        force = state.at(space)
        sides = {rules.side_of[s.owner] for s in force}
        fought_for = space in state.facts["contested"]
        owner = state.owner[space]
        if fought_for != (len(sides) == 2) or (fought_for and owner is not None):
            out.append(f"{space}: {owner}, {sides}")
        if len(sides) == 1 and (owner is None or rules.side_of[owner] not in sides):
            out.append(f"{space} of {owner} holds only {sides}")
        if rules.spaces[space].closed and force:
            out.append(f"units in {space}")
        for power in {s.owner for s in force}:
            if power == state.power and not any(s.owner == power and s.type == "infantry" for s in force):
                out.append(f"{power} has no infantry in {space}")
        if "United States" in state.facts["neutral_powers"]:
            if any(s.owner == "United States" for s in force) != (space == HOME) and force:
                out.append(f"the United States in {space}" if space != HOME else "nobody in the United States")
    return out


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_keeps_the_rules(seed: int) -> None:
    game, answer = new(seed), player("random", seed)
    watch = Watch(game)
    turn = (0, 0)
    while game.decision:
        if (game.state.round, game.state.turn) != turn:
            turn = (game.state.round, game.state.turn)
            assert not watch.faults()
        game.answer(answer(game, game.decision), id=game.decision.id)
    assert not watch.faults()
    assert game.decided()


@pytest.mark.clause("great_war.R27.3", "great_war.R6.3", "great_war.R96.4")
@pytest.mark.parametrize("seed", [3, 4])
def test_the_board_is_in_order_after_every_turn(seed: int) -> None:
    faults: list[str] = []
    game = new(seed)
    answer = player("random", seed)
    while game.decision:
        if game.decision.kind == "place":  # after the check of the minimum army
            faults += board_faults(game)
        game.answer(answer(game, game.decision), id=game.decision.id)
    assert faults == []


def test_playing_again_and_undoing_change_nothing(tmp_path: Path) -> None:
    game = play(new(7), dict.fromkeys(new(7).rules.powers, player("random", 7)))
    again = new(7)
    for line in game.log:
        again.answer(line.answer, id=line.id)
    assert again.state_hash == game.state_hash
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json").state_hash == game.state_hash

    back, answer, undone = new(8), player("random", 8), 0
    while back.decision and len(back.log) < 400:
        before = back.state_hash
        choice = answer(back, back.decision)
        back.answer(choice, id=back.decision.id)
        after = back.state_hash
        if len(back.log) % 7 == 0 and back.can_undo():
            back.undo()
            assert back.state_hash == before
            back.answer(choice)
            assert back.state_hash == after
            undone += 1
    assert undone > 10
