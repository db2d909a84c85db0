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
from .politics import UNRESTRICTED
from .ways import base_zones

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

declare_event("repaired", "{power} repairs {force} in {space}")
declare_event("replaced", "{power} replaces {force} in {space} with 1 infantry")
declare_event("hunted", "{hunter} submarines roll {dice}: {power} loses {ipcs:IPC}")
points.declare(points.DECISIONS, "army", "pick_units: the unit that is replaced by one infantry")


def repair(game: Game) -> None:
    """Repair damaged battleships adjacent to a naval base that their power controls, free of charge (R24.1, R139)."""
    state, power = game.state, game.state.power
    zones = {z for b in _own_bases(game, power) for z in base_zones(game, b)}
    for zone in sorted(zones):
        for stack, n in list(state.at(zone).items()):
            if stack.owner == power and stack.cond.damage:
                state.turn_into(zone, stack, stack.cond._replace(damage=0), n)
                game.emit("repaired", power=power, force={stack: n}, space=zone)


def _own_bases(game: Game, power: str) -> list[str]:
    """Return the naval bases with the emblem of a power in territories it controls (R86)."""
    spaces, owner = game.rules.spaces, game.state.owner
    return [b for b in game.rules.tables["bases"] if spaces[b].owner == power and owner.get(b) == power]


def for_sale(game: Game, power: str) -> dict[str, int]:
    """Return all units, with tanks from round 4 on (R22, R84); before round 1, those of round 1."""
    calendar, round = game.rules.tables["calendar"], max(1, game.state.round)
    return {u: 999 for u in game.rules.units if game.stats(power, u).cost > 0 and round >= calendar.get(u, 0)}


NOT_CONTROLLED = No("you cannot mobilize units in {space}: you do not control it", "place")


def may_produce(game: Game, power: str, space: str) -> No | None:
    """No territory produces units (R26): refuse, and name the areas where new units may be mobilized instead (R85)."""
    areas = game.rules.tables["mobilization"].get(power, ())
    if space in areas:
        return NOT_CONTROLLED
    where = f"{power} may mobilize only in {' and '.join(areas)}" if areas else f"{power} has no mobilization area"
    return No(f"new units cannot be mobilized in {{space}}: {where}", "place")


def placement(game: Game, power: str, type: str) -> list[str]:
    """Return where new units may be mobilized: mobilization areas, or naval bases for ships (R85, R86)."""
    rules, owner = game.rules, game.state.owner
    if game.stats(power, type).kind == "sea":
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
    """Replace one land unit or fighter with infantry wherever the active power has none (R27.3)."""
    state, power = game.state, game.state.power
    for space in sorted(state.forces):
        units = game.units_at(space)[power]
        force = {s: n for s, n in state.at(space).items() if s.owner == power and units[s.type].kind in ("land", "air")}
        if not game.rules.is_land[space] or not force or any("holds" in units[s.type].tags for s in force):
            continue
        infantry = next(u for u in game.rules.units if "holds" in units[u].tags)
        chosen = {min(force, key=lambda s: (units[s.type].cost, s)): 1}
        if len(force) > 1:
            rule = game.rules.cite("army")
            chosen = yield Decision(
                "army", power, f"{space} has no infantry: choose the unit to replace with infantry",
                PickUnits(force, 1, 1, rule),
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
    """Roll for each submarine in the listed zones that reduces the income of a power (R93)."""
    rules = game.rules
    if not UNRESTRICTED.get(game.state) or power not in rules.switch("submarine_warfare_against"):
        return None
    hunter = rules.switch("submarine_warfare_by")
    hunters = sum(
        n
        for zone in rules.switch("submarine_warfare_zones")
        for s, n in game.state.at(zone).items()
        if s.owner == hunter and "submarine" in game.unit(s, zone).tags
    )
    if not hunters or hunter not in game.foes(power):
        return None
    dice = game.dice.roll(hunters)
    hits = sum(1 for face in dice if face <= rules.switch("submarine_warfare_hits_on"))
    loss = min(hits * rules.switch("submarine_warfare_loss"), production(game, power))
    game.emit("hunted", hunter=hunter, power=power, dice=dice, ipcs=loss)
    return -loss, "unrestricted submarine warfare"
