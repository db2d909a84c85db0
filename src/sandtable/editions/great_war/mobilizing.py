"""Phases 1, 4 and 5: repair, purchase, the minimum army, placement and income (R24, R27, R84 to R93)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Decision, PickUnits
from ...core.errors import No
from ...core.events import declare_event
from ...core.forces import Force, Stack
from ...engine.board import contested, enemy_ships, production
from ...rules import points
from .control import settle
from .ways import base_zones

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

declare_event("repaired", "{power} repairs {force} in {space}")
declare_event("replaced", "{power} replaces {force} in {space} with 1 infantry")
declare_event("hunted", "{hunter} submarines roll {dice}: {power} loses {ipcs} IPCs")
points.declare(points.DECISIONS, "army", "pick_units: the unit that is replaced by one infantry")


def repair(game: Game) -> None:
    """Damaged battleships next to a naval base of their power, which it controls, are repaired free (R24.1, R139)."""
    state, power = game.state, game.state.power
    zones = {z for b in _own_bases(game, power) for z in base_zones(game, b)}
    for zone in sorted(zones):
        for stack, n in list(state.at(zone).items()):
            if stack.owner == power and stack.cond.damage:
                state.turn_into(zone, stack, stack.cond._replace(damage=0), n)
                game.emit("repaired", power=power, force={stack: n}, space=zone)


def _own_bases(game: Game, power: str) -> list[str]:
    """Naval bases with the emblem of a power in territories that it controls (R86)."""
    spaces, owner = game.rules.spaces, game.state.owner
    return [b for b in game.rules.tables["bases"] if spaces[b].owner == power and owner.get(b) == power]


def for_sale(game: Game, power: str) -> dict[str, int]:
    """All units, tanks from round 4 on (R22, R84); before the first round as in it."""
    calendar, round = game.rules.tables["calendar"], max(1, game.state.round)
    return {u: 999 for u, unit in game.rules.units.items() if unit.cost > 0 and round >= calendar.get(u, 0)}


NO_COMPLEX = No("you cannot mobilize units in {space}: it is not one of your mobilization areas", "place")


def may_produce(game: Game, power: str, space: str) -> No | None:
    """There are no complexes (R26)."""
    return NO_COMPLEX


def placement(game: Game, power: str, type: str) -> list[str]:
    """Land units and fighters at the mobilization areas, ships at naval bases (R85, R86)."""
    rules, owner = game.rules, game.state.owner
    if rules.units[type].kind == "sea":
        zones = dict.fromkeys(z for b in _own_bases(game, power) for z in base_zones(game, b))
        among = rules.switch("ships_placed_among_enemies")
        return [z for z in zones if among or not enemy_ships(game, power, z)]
    out = []
    for space in rules.tables["mobilization"].get(power, ()):
        fought_for = contested(game, space) and (
            rules.switch("mobilization_in_contested_capital")
            if space == rules.powers[power].capital
            else not rules.switch("mobilization_needs_control")
        )
        if owner.get(space) == power or fought_for:
            out.append(space)
    return out


def minimum_army(game: Game) -> Flow:
    """Where the active power has land units or fighters but no infantry, one of them becomes an infantry (R27.3)."""
    state, power, units = game.state, game.state.power, game.rules.units
    for space in sorted(state.forces):
        force = {s: n for s, n in state.at(space).items() if s.owner == power and units[s.type].kind in ("land", "air")}
        if not game.rules.is_land[space] or not force or any("holds" in units[s.type].tags for s in force):
            continue
        infantry = next(u for u, unit in units.items() if "holds" in unit.tags)
        chosen = {min(force, key=lambda s: (units[s.type].cost, s)): 1}
        if len(force) > 1:
            rule = game.rules.cite("army")
            chosen = yield Decision(
                "army", power, f"{space} has no infantry: choose the unit to replace with infantry", PickUnits(force, 1, 1, rule),
                advice=chosen, rule=rule, context={"space": space},
            )  # fmt: skip
        _replace(game, space, chosen, Stack(power, infantry))
        yield from settle(game, space, power)


def _replace(game: Game, space: str, chosen: Force, new: Stack) -> None:
    for stack, n in chosen.items():
        game.state.put(space, stack, -n)
        game.state.put(space, new, n)
    game.emit("replaced", power=new.owner, force=dict(chosen), space=space)


def submarine_warfare(game: Game, power: str) -> tuple[int, str] | None:
    """Each submarine in certain zones may take IPCs from the income of the powers it is aimed at (R93)."""
    rules = game.rules
    if not game.state.facts["submarine_warfare"] or power not in rules.switch("submarine_warfare_against"):
        return None
    hunter = rules.switch("submarine_warfare_by")
    hunters = sum(
        n
        for zone in rules.switch("submarine_warfare_zones")
        for s, n in game.state.at(zone).items()
        if s.owner == hunter and "submarine" in rules.units[s.type].tags
    )
    if not hunters or hunter not in game.foes(power):
        return None
    dice = game.dice.roll(hunters)
    hits = sum(1 for face in dice if face <= rules.switch("submarine_warfare_hits_on"))
    loss = min(hits * rules.switch("submarine_warfare_loss"), production(game, power))
    game.emit("hunted", hunter=hunter, power=power, dice=dice, ipcs=loss)
    return -loss, "unrestricted submarine warfare"
