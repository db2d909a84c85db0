"""What the rules would say of a board with other owners of territories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...engine.game import Game


@contextmanager
def supposing(game: Game, owners: Mapping[str, str]) -> Iterator[None]:
    """Let the rules see other owners of some territories for the time of a `with` block.

    The game is as before after it. Nothing enters its history meanwhile: a rule may report what it finds.
    """
    owner, listening, found = game.state.owner, game.listening, game.found
    before = {space: owner.get(space) for space in owners}
    try:
        game.listening, game.found = False, {}
        owner.update(owners)
        yield
    finally:
        owner.update(before)
        game.listening, game.found = listening, found
