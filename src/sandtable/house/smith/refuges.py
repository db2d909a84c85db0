"""Where units may retreat to under Smith's rules, for both sides."""

from ...engine.fighting import embattled
from ...engine.leaving import retreating
from ...engine.memory import CAME
from ...words import Game, Stack
from ...words.battles import ATTACKER, DEFENDER, Battle, Side
from ...words.board import distances, friendly


def dropped(game: Game, stack: Stack) -> bool:
    """Return whether a unit was dropped by aircraft in this turn."""
    carrier = stack.cond.noted("carried")
    return bool(carrier) and game.rules.units[carrier].kind == "air"


def commander(game: Game, battle: Battle) -> str:
    """Return the power that decides for the defending ground units or ships: the one that controls the territory, or
    that has most ships, of several the first in turn order; none for a country that is no power."""
    if game.rules.is_land[battle.space]:
        owner = game.state.owner.get(battle.space) or ""
        return owner if owner in game.rules.powers else ""
    ships: dict[str, int] = {}
    for stack, n in battle.units[DEFENDER].items():
        if game.unit(stack).kind == "sea" and stack.owner in game.rules.powers:
            ships[stack.owner] = ships.get(stack.owner, 0) + n
    return max((p for p in game.state.order if p in ships), key=lambda p: ships[p], default="")


def havens(game: Game, battle: Battle, side: Side, distance: int = 1) -> list[str]:
    """Return the spaces that the ground units, or the ships, of a side may retreat to (.2, .6, .8)."""
    power, closed = battle.attacker if side == ATTACKER else commander(game, battle), embattled(game)
    if game.rules.is_land[battle.space]:
        if side == ATTACKER and not any(game.unit(s).kind == "land" for s in retreating(game, battle)):
            return []
        shut = frozenset(s for s in game.rules.lands if s in closed or not friendly(game, power, s)) - {battle.space}
        return sorted(distances(game.rules.land_near, (battle.space,), shut, distance).keys() - {battle.space})
    fleet = [
        s
        for s in battle.units[side]
        if game.unit(s).kind == "sea" and "submarine" not in game.unit(s).tags and s.owner in game.rules.powers
    ]
    return [z for z in game.rules.sea_near[battle.space] if fleet and sails(game, battle, side, z, fleet)]


def sails(game: Game, battle: Battle, side: Side, zone: str, ships: list[Stack]) -> bool:
    """Return whether ships may retreat to a zone: no enemy ship, no battle, no closed passage, and, of defenders, none
    that an enemy ship came from (.8)."""
    q, power = game.rules.q, ships[0].owner
    if zone in embattled(game) or q.hostile_zone(game, power, zone):
        return False
    if side == DEFENDER and zone in CAME.get(game.state).get(battle.space, {}).get("sea", {}):
        return False
    between = (battle.space, zone) in game.rules.canal_between
    return not between or all(q.passage(game, s, battle.space, zone) is None for s in ships)
