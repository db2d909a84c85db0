"""Whole games in which powers hold many developments and advantages: no fault, and the same hash again."""

from __future__ import annotations

import pytest

from sandtable.ai import player
from sandtable.engine.game import Game, Header, play
from sandtable.engine.invariants import Watch
from sandtable.engine.save import replay
from sandtable.house.smith.technologies import ELITE
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset

OPTIONS = {"common.round_limit.rounds": 2, "smith.weapons_table.success_on": 3}
OURS = [
    id
    for id in registry.rules()
    if id.startswith(("smith.tech_", "smith.na_"))
    or id in ("smith.weapons_table", "smith.directed_research", "smith.national_advantages")
]


def developed(rules: Ruleset, seed: int) -> Game:
    """A new game in which each power holds a third of the developments."""
    game = Game(Header(rules, str(seed)), recording=False)
    known = [t for t in rules.technologies.values() if t.kind in ("technology", ELITE)]
    for power, held in game.state.techs.items():
        for i, found in enumerate(known):
            open_to = (not found.powers or power in found.powers) and found.id not in held
            if open_to and (i + len(power) + seed) % 3 == 0:
                held.append(found.id)
    game.changed()
    return game


@pytest.fixture(scope="module")
def everything() -> Ruleset:
    """All developments and advantages, and what they need."""
    more = ["smith.random_turns", "smith.neutral_territories", "common.round_limit"]
    return registry.build("classic", [*OURS, *more], OPTIONS)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_under_watch(everything: Ruleset, seed: int) -> None:
    game = developed(everything, seed)
    players = {power: player("random", f"{seed}/{power}") for power in everything.powers}
    watch = Watch(game)
    while game.decision:
        game.answer(players[game.decision.power](game, game.decision))
        assert not watch.faults()
    assert game.decided()


def test_computer_players_play_them(everything: Ruleset) -> None:
    game = developed(everything, 1)
    play(game, {power: player("basic", f"1/{power}") for power in everything.powers})
    assert game.decided() and all(ipcs >= 0 for ipcs in game.state.ipcs.values())


def test_all_of_smith_with_drawn_advantages_is_replayed_alike(tmp_path) -> None:  # type: ignore[no-untyped-def]
    rules = registry.build("classic", ["smith", "smith.national_advantages", "common.round_limit"], OPTIONS)
    game = Game(Header(rules, "lots"))
    play(game, {power: player("random", f"a/{power}") for power in rules.powers})
    game.save(tmp_path / "game.json")
    assert replay(tmp_path / "game.json").ok
