"""Phases 1, 4 and 5: repair, purchase, the minimum army, placement and income (R24, R27, R84 to R93)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Decision, PickUnits
from ...core.errors import No
from ...core.events import declare_event
from ...core.forces import Force, Stack
from ...engine import bases
from ...engine.board import contested, enemy_ships, production
from ...rules import points
from .control import settle
from .politics import UNRESTRICTED

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

declare_event("replaced", "{power} replaces {force} in {space} with 1 infantry")
declare_event("hunted", "{hunter} submarines roll {dice}: {power} loses {ipcs:IPC}")
points.declare(points.DECISIONS, "army", "pick_units: the unit that is replaced by one infantry")


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
        zones = bases.served(game, power)
        among = rules.switch("ships_placed_among_enemies")
        return [z for z in zones if among or not enemy_ships(game, power, z)]
    out = []
    for space in rules.tables["mobilization"].get(power, ()):
        fought_for = contested(game, space) and (
            rules.switch("mobilization_in_contested_capital")
            if space == rules.q.capital(game, power)
            else not rules.switch("mobilization_needs_control")
        )
        if owner.get(space) == power or fought_for:
            out.append(space)
    return out


def no_limit(game: Game, power: str, space: str) -> None:
    """The number of new units is not limited by territory (R85)."""


def minimum_army(game: Game) -> Flow:
    """Replace one land unit or fighter with infantry wherever the active power has none (R27.3)."""
    state, power = game.state, game.state.power
    for space in sorted(state.forces):
        units = game.units_at(space)[power]
        force = {
            s: n
            for s, n in state.at(space).items()
            if s.owner == power and units[s.type].kind in ("land", "air") and "passive" not in units[s.type].tags
        }
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
