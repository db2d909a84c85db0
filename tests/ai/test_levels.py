"""The levels of the computer player: each plays legally and repeatably, and they differ in strength."""

from __future__ import annotations

import pytest

from sandtable.ai import LEVELS, PLAYERS, player
from sandtable.ai.basic import Basic
from sandtable.ai.basic.style import Style
from sandtable.ai.easy import Easy
from sandtable.engine.game import Game, play
from tests.helpers import position

LIMIT = "common.round_limit"


def begun(edition: str, rounds: int, seed: int) -> Game:
    return Game.new(edition, [LIMIT], {f"{LIMIT}.rounds": rounds}, seed=seed, recording=False)


def test_every_level_is_a_player_with_a_sentence_and_quick_is_the_default() -> None:
    assert set(LEVELS) <= set(PLAYERS)
    assert all(text.endswith(".") for text in LEVELS.values())
    assert next(iter(LEVELS)) == "quick"
    assert PLAYERS["basic"] is PLAYERS["quick"]


@pytest.mark.parametrize("edition", ["classic", "great_war", "anniversary"])
def test_easy_plays_legally_and_the_same_again(edition: str) -> None:
    def once() -> str:
        game = begun(edition, 2, 5)
        return play(game, {p: player("easy", f"5/{p}") for p in game.rules.powers}).state_hash

    assert once() == once()


def production(game: Game, side: str) -> int:
    """The IPCs that a side holds more than the other."""
    value, own, foe = game.rules.q.value, 0, 0
    for space, owner in game.state.owner.items():
        if owner in game.members(side):
            own += value(game, space)
        elif owner is not None:
            foe += value(game, space)
    return own - foe


def test_quick_beats_easy() -> None:
    """Against the same opponent with the same dice, `quick` comes further than `easy`, on each side."""
    for side in ("axis", "allies"):
        held = {"quick": 0, "easy": 0}
        for name in held:
            for seed in range(2):
                game = begun("classic", 8, seed)
                who = {p: name if s == side else "quick" for p, s in game.sides.items()}
                play(game, {p: player(n, f"{seed}/{p}") for p, n in who.items()})
                held[name] += production(game, side)
        assert held["quick"] > held["easy"]


def easy_that_overlooks(*spaces: str) -> Easy:
    easy = Easy(1)
    easy.overlooked = set(spaces)
    return easy


def test_easy_does_not_attack_what_it_overlooks() -> None:
    units = {"Eastern Europe": {"Germany": "8 armor"}, "Ukraine S.S.R.": {"Soviet Union": "1 infantry"}}
    game = position("Germany", "combat_move", units)
    plan = [move.path[-1] for move in Easy(1)._plan(game, game.open[0])]
    assert plan
    rest = [move.path[-1] for move in easy_that_overlooks(plan[0])._plan(game, game.open[0])]
    assert plan[0] not in rest


def test_easy_spends_most_of_its_money_on_a_favorite() -> None:
    bought = set()
    for seed in range(8):
        game = position("Germany", "purchase", {}, ipcs={"Germany": 32})
        order = Easy(seed)(game, game.open[0])
        bought.add(max(order, key=lambda k: order[k] * game.stats("Germany", k[0]).cost))
    assert len(bought) > 3


@pytest.mark.parametrize(("bold", "attacks"), [(0.1, False), (3.0, True)])
def test_a_bold_player_attacks_where_a_careful_one_does_not(bold: float, attacks: bool) -> None:
    units = {"Eastern Europe": {"Germany": "4 armor"}, "Ukraine S.S.R.": {"Soviet Union": "4 infantry"}}
    game = position("Germany", "combat_move", units)
    move = Basic(1, Style(bold=bold))(game, game.open[0])
    assert bool(move.path) == attacks
