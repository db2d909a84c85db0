"""China: a small power in the turn of the United States, with its own attacks and recruits (R150 to R160)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Choose, Decision, Option
from ...core.events import declare_event
from ...engine.board import hostile
from ...engine.memory import BOUGHT, turn_memory
from ...engine.territory import capital_lost
from ...rules import points

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

CHINA = "China"
RECRUIT = "infantry"
points.declare(points.DECISIONS, "order", "choose: which of two powers of one turn moves and fights first")
declare_event("recruited", "{power} recruits {units}")
SECOND_FIRST = turn_memory("second_first", bool, "the power that shares the turn moves and fights before its leader")

#: Phases that a power skips while its capital is in enemy hands (R24), and those with money (R153, R157).
WITH_CAPITAL = ("develop", "purchase", "place", "collect")
WITH_MONEY = ("develop", "purchase", "order", "collect")


def acting(game: Game, phase: str) -> tuple[tuple[str, ...], ...]:
    """Powers of one turn buy, move in the noncombat move, and place one after the other; one of them makes both combat
    phases before the other (R24, R155)."""
    lead = game.state.power
    powers = (lead, *game.rules.companions(lead))
    if SECOND_FIRST.get(game.state):
        powers = powers[::-1]
    if phase in ("combat_move", "combat"):
        return ((powers[0],),)
    if phase in ("second_combat_move", "second_combat"):
        return tuple((p,) for p in powers[1:])
    if phase == "recruit":
        return tuple((p,) for p in powers if p != lead)
    if phase in WITH_MONEY:
        powers = (lead,)
    return tuple((p,) for p in powers if phase not in WITH_CAPITAL or not capital_lost(game, p))


def choose_order(game: Game) -> Flow:
    """Ask which of the powers of the turn moves and fights first, if both have units (R155)."""
    lead = game.state.power
    for other in game.rules.companions(lead):
        if not any(s.owner == other for force in game.state.forces.values() for s in force):
            continue
        first = yield Decision(
            "order", lead, "Choose the power that makes its combat move and combat first",
            Choose([Option(lead, lead), Option(other, other)]), advice=lead, rule=game.rules.cite("order"),
        )  # fmt: skip
        if first == other:
            SECOND_FIRST.set(game.state, True)


def recruits(game: Game, power: str, territories: int) -> int:
    """One infantry comes for every two territories, and a fraction is lost (R153)."""
    each, more = game.rules.switch("territories_per_recruit"), game.rules.switch("recruits_rounded_up")
    return int((territories + (each - 1 if more else 0)) // each)


def recruit(game: Game) -> None:
    """China gets new infantry for its territories that the enemy does not control (R153)."""
    power, rules = game.state.power, game.rules
    own = [s for s, space in rules.spaces.items() if space.owner == power and not hostile(game, power, s)]
    count = rules.q.recruits(game, power, len(own))
    if count:
        BOUGHT.of(game.state)[RECRUIT] = count
        game.emit("recruited", power=power, units={RECRUIT: count})
