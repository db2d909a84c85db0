"""Victory by capitals (R108 to R111), and the Russian Revolution (R112 to R118)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Confirm, Decision
from ...core.events import declare_event
from ...engine.board import contested
from ...engine.memory import OUT, game_memory
from ...engine.outside import outside
from ...rules import points
from .control import settle

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

REVOLUTION = game_memory("revolution", str, "how the revolution ended: empty, happened or declined")
declare_event("revolution", "Revolution in {power}: armistice")
declare_event("revolution_declined", "{power} declines the revolution; it can no longer happen")
points.declare(points.DECISIONS, "revolution", "confirm: does the revolution happen?")


def revolution_in(game: Game) -> str | None:
    """Return the power in which the revolution may happen, if it is played with (R112)."""
    rules = game.rules
    return rules.switch("revolution_in") if rules.switch("russian_revolution") else None


def revolution(game: Game) -> Flow:
    """Check for the revolution at the end of the power's turn (R112, R113, R116)."""
    state, rules, power = game.state, game.rules, revolution_in(game)
    due = state.power == power and state.round >= rules.switch("revolution_round")
    if power is None or not due or REVOLUTION.get(state) or not ripe(game, power):
        return
    enemies = [p for p in state.order if game.sides[p] != game.sides[power] and not outside(game, p)]
    later = [p for p in enemies if state.order.index(p) > state.turn]
    asked = (later or enemies)[0]
    accepted = yield Decision(
        "revolution", asked, f"Trigger the revolution in {power}? If you decline, it can never happen.", Confirm(),
        advice=True, rule=rules.cite("revolution.decline"),
    )  # fmt: skip
    REVOLUTION.set(state, "happened" if accepted else "declined")
    if accepted:
        yield from armistice(game, power)
    else:
        game.emit("revolution_declined", power=asked)


def ripe(game: Game, power: str) -> bool:
    """Return whether the conditions of the revolution are met (R113, R114, R117)."""
    needed = game.rules.switch("revolution_neighbors")
    near, others, held = lost_around(game, power)
    return near >= needed and others > needed and held


def lost_around(game: Game, power: str) -> tuple[int, int, bool]:
    """Return how many territories next to the capital of a power, and how many of its others, its enemies hold, and
    whether the capital is its own or contested."""
    rules, owner = game.rules, game.state.owner
    capital = rules.powers[power].capital
    enemies = {p for p in rules.powers if game.sides[p] != game.sides[power]}
    near = sum(owner.get(s) in enemies for s in rules.land_near[capital])
    others = sum(space.owner == power and s != capital and owner.get(s) in enemies for s, space in rules.spaces.items())
    return near, others, owner.get(capital) == power or contested(game, capital)


def armistice(game: Game, power: str) -> Flow:
    """Take the power out of the war: remove its units elsewhere and close its territories to all (R115, R118)."""
    state, rules = game.state, game.rules
    OUT.of(state).append(power)
    game.changed()
    game.emit("revolution", power=power)
    for space in list(state.forces):
        own = state.owner.get(space) == power
        home = rules.spaces[space].owner == power
        for stack, n in list(state.at(space).items()):
            theirs = stack.owner == power
            leaves = theirs and not home and not own
            allied = not theirs and own and game.sides[stack.owner] == game.sides[power]
            if leaves or (allied and rules.switch("allies_leave_russia")):
                state.put(space, stack, -n)
                game.emit("lost", power=stack.owner, force={stack: n}, space=space)
            elif any(c[0] == power for c in stack.cond.cargo):
                cargo = tuple(c for c in stack.cond.cargo if c[0] != power)
                state.turn_into(space, stack, stack.cond._replace(cargo=cargo), n)
        if contested(game, space):
            yield from settle(game, space)


def turn_order(game: Game) -> tuple[str, ...]:
    """Return the order of the table of powers, without powers that have left the war (R2, R115.2)."""
    return tuple(p for p in game.rules.powers if p not in OUT.get(game.state))
