"""Defending aircraft whose carrier was sunk: they come down when all combat of the turn is over (anniversary.R100)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.decisions import Decision, PickSpace
from ..rules import points
from .battles import places_to_land
from .board import without_deck
from .memory import SEA_BATTLES

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "come_down", "pick_space: where an aircraft lands whose carrier was sunk")


def come_down(game: Game) -> Flow:
    """Let the aircraft of sunk defending carriers land within one space, where their owner chooses; others are lost."""
    others = [p for p in game.rules.powers if p not in game.friends(game.state.power)]
    for zone in SEA_BATTLES.get(game.state):
        for stack, n in without_deck(game, zone, others, others).items():
            for _ in range(n):
                places = [s for s, room in places_to_land(game, zone, stack) if room > 0]
                where = places[0] if places else ""
                if len(places) > 1:
                    where = yield Decision(
                        "come_down", stack.owner, f"Choose where an aircraft from {zone} lands: its carrier was sunk",
                        PickSpace(places), advice=where, rule=game.rules.cite("landing.homeless"),
                        context={"space": zone},
                    )  # fmt: skip
                game.state.put(zone, stack, -1)
                if where:
                    game.state.put(where, stack, 1)
                    game.emit("withdrew", power=stack.owner, force={stack: 1}, space=zone, target=where)
                else:
                    game.emit("lost", power=stack.owner, force={stack: 1}, space=zone)
