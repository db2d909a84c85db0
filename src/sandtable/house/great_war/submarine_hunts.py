"""Advice for submarine warfare: a few submarines, in the sea zones where they do damage."""

from collections.abc import Callable, Collection

from ...words import Draft, Game, Move
from ...words.board import source
from .new_units import advise, owned

#: Submarines that the power with submarine warfare keeps.
KEPT = 3


def hunt(draft: Draft, zones: Callable[[Game], Collection[str]]) -> None:
    """Advise the power with submarine warfare how many submarines to have, and to send them to these sea zones (none:
    no such warfare now)."""

    def wanted(game: Game, power: str) -> int:
        """One more submarine in a turn, up to a few."""
        hunting = power == game.rules.switch("submarine_warfare_by") and bool(zones(game))
        return min(KEPT, owned(game, power, "submarine") + 1) if hunting else 0

    def sail(answer: Move | None, game: Game, phase: str) -> Move | None:
        """Send submarines that are elsewhere to where they do damage, if no enemy warships are there."""
        hunter = game.rules.switch("submarine_warfare_by")
        if answer is not None or hunter not in game.acting:
            return answer
        aims = [z for z in zones(game) if not game.rules.q.hostile_zone(game, hunter, z)]
        for space in game.rules.zones if aims else ():
            for stack in game.state.at(space):
                if stack[:2] == (hunter, "submarine") and not stack.cond.moved and space not in aims:
                    ways = [o for o in source(game, phase).options(space, stack) if o.path[-1] in aims]
                    if ways:
                        return min(ways, key=lambda o: (len(o.path), o.path)).move()
        return None

    advise(draft, "submarine", wanted)
    draft.modify("advised_move", sail)
