"""Control of territories (R129 to R134, R152, R158)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...engine import territory
from ...engine.board import having

if TYPE_CHECKING:
    from ...engine.game import Game


def new_owner(game: Game, space: str, captor: str) -> str:
    """China controls only what was Chinese: it liberates other territories for their power (R130, R131, R152)."""
    original = game.rules.spaces[space].owner
    if captor in game.rules.tables["confined"] and original is not None and original in game.friends(captor):
        return original
    return territory.new_owner(game, space, captor)


def give_back(game: Game, space: str, captor: str, loser: str | None) -> None:
    """When a capital is freed, its power gets its territories back from its allies, but not their guns (R133)."""
    owner = game.state.owner[space]
    if owner is None or territory.capital_of(game, space) != owner:
        return
    friends = game.friends(owner)
    for name, held in list(game.state.owner.items()):
        if held != owner and held in friends and game.rules.spaces[name].owner == owner:
            guns = having(game, name, "antiaircraft")
            for stack, n in guns.items():
                game.state.put(name, stack, -n)
            territory.control(game, name, owner)
            for stack, n in guns.items():
                game.state.put(name, stack, n)
            game.changed()
            game.emit("returned", space=name, owner=owner)
