"""Units that take several hits: damage is spread by their owner, and free hits are taken first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.battle.volley import DEFENDER
from sandtable.core.forces import Stack, total
from sandtable.engine import battles, casualties
from tests.helpers import position


def fleet(count: int, hits: int) -> battles.Battle:
    """A zone with so many battleships that take so many hits each, and one transport."""
    game = position("Germany", "combat", {"Baltic Sea Zone": {"United Kingdom": f"{count} battleships, 1 transport"}})
    battle = battles.Battle(game, "Baltic Sea Zone", "sea_battle", "Germany", {}, game.state.at("Baltic Sea Zone"))
    for stack in list(battle.units[DEFENDER]):
        piece = battle.piece(stack)
        if stack.type == "battleship":
            tough = piece._replace(hits=hits)
            for damage in range(hits):
                hurt = stack.with_(stack.cond._replace(damage=damage))
                battle._pieces[(hurt, False)] = tough._replace(hits=hits - damage)
    return battle


@given(st.integers(1, 5), st.integers(1, 4), st.data())
def test_hits_are_spread_and_none_is_lost(count: int, per: int, data: st.DataObject) -> None:
    battle = fleet(count, per)
    game, ship = battle.game, Stack("United Kingdom", "battleship")
    hits = data.draw(st.integers(0, count * per))
    casualties.hit(game, battle, DEFENDER, {ship: hits} if hits else {})
    left = {s: n for s, n in battle.units[DEFENDER].items() if s.type == "battleship"}
    damage = sum(s.cond.damage * n for s, n in left.items())
    sunk = count - total(left)
    assert damage + sunk * per == hits
    assert sunk == max(0, hits - count * (per - 1))
    assert all(s.cond.damage < per for s in left)
    assert game.state.at("Baltic Sea Zone") == battle.units[DEFENDER]


def test_the_advice_takes_hits_that_sink_nothing_first() -> None:
    battle = fleet(2, 2)
    game, ship, transport = battle.game, Stack("United Kingdom", "battleship"), Stack("United Kingdom", "transport")
    lives = {ship: 4, transport: 1}
    assert casualties.sensible_losses(game, battle, DEFENDER, lives, 2) == {ship: 2}
    assert casualties.sensible_losses(game, battle, DEFENDER, lives, 3) == {ship: 2, transport: 1}
    assert casualties.sensible_losses(game, battle, DEFENDER, lives, 5) == {ship: 4, transport: 1}
