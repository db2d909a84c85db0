"""Turning in units on the board: which ones a power may choose, with what they carry, and allies aboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..core.decisions import Allocate, Confirm, Decision, Limit
from ..core.forces import Stack
from .board import deck_room
from .losing import lose

if TYPE_CHECKING:
    from .game import Flow, Game

Key = tuple[str, ...]


class Lot(NamedTuple):
    """A group of identical units to turn in: a stack in a space, or (`aboard`) cargo of transports there."""

    space: str
    stack: Stack
    number: int
    prices: tuple[int, ...]
    aboard: bool = False


def lots(game: Game, price: Callable[[str], int]) -> dict[Key, Lot]:
    """Return the active power's units on the board by type and space, but those of types without a price."""
    power, out = game.state.power, dict[Key, Lot]()
    for space, force in game.state.forces.items():
        for stack, n in force.items():
            own = [kind for owner, kind in stack.cond.cargo if owner == power]
            prices = tuple(price(kind) for kind in (stack.type, *own))
            if stack.owner == power and all(prices):
                key = (called(stack), space)
                before = out.get(key, Lot(space, stack, 0, prices))
                out[key] = before._replace(number=before.number + n)
            for kind in own:
                if price(kind):
                    key = (kind, space)
                    before = out.get(key, Lot(space, Stack(power, kind), 0, (price(kind),), True))
                    out[key] = before._replace(number=before.number + n)
    # Aircraft come before ships, so that listed answers include those that turn in a carrier with its aircraft.
    air = [key for key, lot in out.items() if game.unit(lot.stack).kind == "air"]
    return {key: out[key] for key in (*air, *(k for k in out if k not in air))}


def form(game: Game, found: dict[Key, Lot], rule: str) -> Allocate:
    """Return the form for choosing units to turn in."""
    most = {key: lot.number for key, lot in found.items()}
    return Allocate(most, [*_cargo_limits(found, rule), *_deck_limits(game, found, rule)], rule)


def turn_in(game: Game, found: dict[Key, Lot], chosen: dict[Key, int], event: str, asks: str, rule: str) -> Flow:
    """Remove the units chosen, as far as allies with units aboard agree in decisions of kind `asks`; return the prices.

    An `event` with power, force, and space reports each lot.
    """
    chosen = yield from _agreed(game, found, chosen, asks, rule)
    prices: list[int] = []
    for key, n in sorted(chosen.items(), key=lambda row: found[row[0]].aboard):  # loaded ships before cargo alone
        lot = found[key]
        _remove(game, lot, n)
        prices += lot.prices * n
        game.emit(event, power=game.state.power, force={lot.stack: n}, space=lot.space)
    if prices:
        game.changed()
    return prices


def called(stack: Stack) -> str:
    """Return the type of a unit, with its cargo for a loaded ship."""
    if not stack.cond.cargo:
        return stack.type
    names = (kind if owner == stack.owner else f"{kind} of {owner}" for owner, kind in stack.cond.cargo)
    return f"{stack.type} carrying {' + '.join(names)}"


def _cargo_limits(found: dict[Key, Lot], rule: str) -> list[Limit]:
    """Return limits so that no unit aboard a transport is turned in twice."""
    out = []
    for key, lot in found.items():
        if lot.aboard:
            unit = (lot.stack.owner, lot.stack.type)
            weights = {k: x.stack.cond.cargo.count(unit) for k, x in found.items() if x.space == lot.space}
            text = f"only {lot.number} {lot.stack.type} aboard in {lot.space}"
            out.append(Limit(text, {**{k: n for k, n in weights.items() if n}, key: 1}, lot.number, rule))
    return out


def _deck_limits(game: Game, found: dict[Key, Lot], rule: str) -> list[Limit]:
    """Return limits so that a loaded carrier is turned in with its aircraft; allies decide about theirs later."""
    units, out = game.units_at(), []
    for zone in dict.fromkeys(lot.space for lot in found.values() if units[lot.stack.owner][lot.stack.type].deck):
        weights = {}
        for key, lot in found.items():
            unit = units[lot.stack.owner][lot.stack.type]
            if lot.space == zone and (unit.deck or unit.kind == "air"):
                weights[key] = unit.deck or -1
        guests = sum(_guests(game, zone).values())
        room = max(0, deck_room(game, zone, game.state.power)) + guests
        out.append(Limit(f"a carrier in {zone} must be turned in with its aircraft", weights, room, rule))
    return out


def _guests(game: Game, zone: str) -> dict[Stack, int]:
    """Return the aircraft of allies in a zone."""
    friends, power = game.friends(game.state.power), game.state.power
    return {
        s: n
        for s, n in game.state.at(zone).items()
        if s.owner != power and s.owner in friends and game.unit(s).kind == "air"
    }


def _agreed(game: Game, found: dict[Key, Lot], chosen: dict[Key, int], asks: str, rule: str) -> Flow:
    """Ask allies with units aboard ships to turn in; return the units turned in after their answers."""
    power, chosen = game.state.power, dict(chosen)
    for key in list(chosen):
        for owner in dict.fromkeys(o for o, _ in found[key].stack.cond.cargo if o != power):
            if key in chosen and not (yield _question(owner, power, f"{key[0]} in {key[1]}", asks, rule)):
                del chosen[key]
    for zone in dict.fromkeys(found[key].space for key in chosen):
        yield from _agreed_decks(game, found, chosen, zone, asks, rule)
    return chosen


def _agreed_decks(game: Game, found: dict[Key, Lot], chosen: dict[Key, int], zone: str, asks: str, rule: str) -> Flow:
    """Ask allies whose aircraft lose their carrier in a zone; who refuses keeps all carriers there on the board."""
    power, units = game.state.power, game.units_at()
    decks = {k: units[found[k].stack.owner][found[k].stack.type].deck for k in chosen if found[k].space == zone}
    if not any(decks.values()):
        return
    aircraft = sum(chosen[k] for k in decks if units[found[k].stack.owner][found[k].stack.type].kind == "air")
    short = sum(chosen[k] * n for k, n in decks.items()) - aircraft - max(0, deck_room(game, zone, power))
    for stack, n in _guests(game, zone).items():
        if short > 0:
            lost = min(n, short)
            what = f"the carrier under your {lost} {stack.type} in {zone}"
            if not (yield _question(stack.owner, power, what, asks, rule)):
                for key in [k for k, deck in decks.items() if deck]:
                    chosen.pop(key, None)
                return
            short -= lost
            lose(game, zone, {stack: lost})


def _question(owner: str, power: str, what: str, asks: str, rule: str) -> Decision:
    return Decision(
        asks, owner, f"{power} wants to turn in {what}. Your units would be lost with it. Agree?", Confirm(),
        advice=False, rule=rule,
    )  # fmt: skip


def _remove(game: Game, lot: Lot, count: int) -> None:
    """Remove units from the board, or cargo from its transports."""
    state = game.state
    if not lot.aboard:
        for stack, n in list(state.at(lot.space).items()):
            if stack.owner == lot.stack.owner and called(stack) == called(lot.stack) and count:
                state.put(lot.space, stack, -min(n, count))
                count -= min(n, count)
        return
    unit = (lot.stack.owner, lot.stack.type)
    for _ in range(count):
        carrier = next(s for s in state.at(lot.space) if unit in s.cond.cargo)
        cargo = list(carrier.cond.cargo)
        cargo.remove(unit)
        state.turn_into(lot.space, carrier, carrier.cond._replace(cargo=tuple(cargo)), 1)
