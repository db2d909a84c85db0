"""Saves of every released format must keep loading, and play again to the same end.

`python -m tests.museum.test_museum` adds the saves of this version, if they are not there yet; a save that is there is
never written again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable
from sandtable.ai import player
from sandtable.engine.game import Game
from sandtable.engine.save import load, replay, save

FOLDER = Path(__file__).parent
SAVES = sorted(FOLDER.glob("*.json"))

#: name -> (edition, rules, answers given; 0: to the end)
EXHIBITS = {
    "classic-whole": ("classic", ["common.round_limit"], 0),
    "classic-gemmell-begun": ("classic", ["common.round_limit", "gemmell.*"], 120),
    "great-war-begun": ("great_war", ["common.round_limit", "great_war"], 150),
}


def make() -> None:
    for name, (edition, rules, answers) in EXHIBITS.items():
        path = FOLDER / f"{name}-{sandtable.__version__}.json"
        if not path.exists():
            game = Game.new(edition, rules, {"common.round_limit.rounds": 2}, seed="museum")
            who = player("random", "museum")
            while game.open and (not answers or len(game.log) < answers):
                game.answer(who(game, game.open[0]), id=game.open[0].id)
            save(game, path)


#: Saves with an answer that a mended fault forbids: the statement that refuses it when the game is played again. Such a
#: save still loads, from its snapshot.
MENDED = {"classic-whole-0.1.0": "classic.R56"}  # a carrier sails away from the fighter that only it can take


@pytest.mark.parametrize("path", SAVES, ids=lambda p: p.stem)
def test_a_save_of_every_version_loads_and_plays_again(path: Path) -> None:
    game = load(path)
    again = replay(path)
    if path.stem in MENDED:
        assert MENDED[path.stem] in again.message
        return
    assert again.ok, again.message
    assert again.state_hash == game.state_hash


def test_the_museum_has_exhibits() -> None:
    assert {name for name in EXHIBITS if any(p.stem.startswith(name) for p in SAVES)} == set(EXHIBITS)


if __name__ == "__main__":
    make()
