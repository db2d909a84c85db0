"""Salvage Units: turn in units for half their cost."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from ...core.decisions import Allocate, Confirm, Decision, Limit
from ...core.events import declare_event
from ...core.forces import Stack
from ...engine.board import deck_room
from ...engine.memory import turn_memory
from ...rules import points
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "salvage", "allocate: units to turn in, by type and space")
points.declare(points.DECISIONS, "salvage_loss", "confirm: may an ally turn in the ship that carries your units?")
declare_event("salvaged", "{power} turns in {force} in {space}")

Key = tuple[str, ...]
SALVAGED = turn_memory("salvaged", list[int], "prices of the units turned in during this turn")
RULE = "gemmell.salvage.1"


class Lot(NamedTuple):
    """A group of identical units to turn in: a stack in a space, or (`aboard`) cargo of transports there."""

    space: str
    stack: Stack
    number: int
    prices: tuple[int, ...]
    aboard: bool = False


@house_rule(
    "gemmell.salvage",
    "Salvage Units",
    editions=("classic",),
    options=[
        Option("rate", 0.5, "share of the unit's cost that is refunded", low=0, high=1),
        Option(
            "rounding", "down_per_unit", "whether to round down per unit or once on the total",
            choices=("down_per_unit", "down_on_total"),
        ),
        Option(
            "credit_time", "collect_income", "when the refund reaches the treasury",
            choices=("collect_income", "at_once"),
        ),
        Option("excluded_units", ["industrial_complex"], "units that cannot be salvaged"),
        Option(
            "price_basis", "list_price",
            "which cost to use; owners_current_price includes the Industrial Technology discount",
            choices=("list_price", "owners_current_price"),
        ),
    ],
)  # fmt: skip
def salvage(draft: Draft, option: Options) -> None:
    """During its purchase phase, a power may turn in units for half their cost, rounded down. Industrial complexes
    cannot be turned in. The power receives the IPCs when it collects income at the end of its turn."""
    # By default, industrial complexes (gemmell.salvage.5).
    excluded = frozenset(draft.find("units", name) for name in option.excluded_units)
    rate = Fraction(str(option.rate))

    def price(game: Game, power: str, kind: str) -> int:
        if option.price_basis == "owners_current_price":
            return game.stats(power, kind).cost
        return game.rules.units[kind].cost

    def worth(game: Game, power: str, kind: str) -> int:
        """Return the cost of a unit; 0 for industrial complexes (gemmell.salvage.5) and for markers."""
        return 0 if kind in excluded else price(game, power, kind)

    def refund(prices: Iterable[int]) -> int:
        """Return half the cost, rounded down (gemmell.salvage.1, .4)."""
        if option.rounding == "down_on_total":
            return floor(rate * sum(prices))
        return sum(floor(rate * n) for n in prices)

    def each(prices: Iterable[int]) -> int | float:
        """Refund per unit; with fractions if only the total is rounded down."""
        return float(rate * sum(prices)) if option.rounding == "down_on_total" else refund(prices)

    def lots(game: Game) -> dict[Key, Lot]:
        """Return the power's units on the board, except excluded and newly purchased ones."""
        power, out = game.state.power, dict[Key, Lot]()
        for space, force in game.state.forces.items():
            for stack, n in force.items():
                own = [kind for owner, kind in stack.cond.cargo if owner == power]
                if stack.owner == power and all(worth(game, power, kind) for kind in (stack.type, *own)):
                    prices = tuple(price(game, power, kind) for kind in (stack.type, *own))
                    key = (called(stack), space)
                    before = out.get(key, Lot(space, stack, 0, prices))
                    out[key] = before._replace(number=before.number + n)
                for kind in own:
                    if worth(game, power, kind):
                        key = (kind, space)
                        before = out.get(key, Lot(space, Stack(power, kind), 0, (price(game, power, kind),), True))
                        out[key] = before._replace(number=before.number + n)
        # Aircraft come before ships, so that listed answers include those that turn in a carrier with its aircraft.
        air = [key for key, lot in out.items() if game.unit(lot.stack).kind == "air"]
        return {key: out[key] for key in (*air, *(k for k in out if k not in air))}

    def form(game: Game, found: dict[Key, Lot]) -> Allocate:
        most = {key: lot.number for key, lot in found.items()}
        return Allocate(most, [*_cargo_limits(found), *_deck_limits(game, found)], RULE)

    def turn_in(game: Game) -> Flow:
        """Turn in any number of units, removed at once, except industrial complexes (gemmell.salvage.1, .5)."""
        power, found = game.state.power, lots(game)
        chosen = yield Decision(
            "salvage", power, "Salvage: choose units to turn in for half their cost", form(game, found),
            advice=dict, rule=RULE,
            context={"refunds": {" > ".join(key): each(lot.prices) for key, lot in found.items()}},
        )  # fmt: skip
        chosen = yield from _agreed(game, found, chosen)
        prices: list[int] = []
        for key, n in sorted(chosen.items(), key=lambda row: found[row[0]].aboard):  # loaded ships before cargo alone
            lot = found[key]
            _remove(game, lot, n)
            prices += lot.prices * n
            game.emit("salvaged", power=power, force={lot.stack: n}, space=lot.space)
        if not prices:
            return
        game.changed()
        if option.credit_time == "at_once":
            game.state.ipcs[power] += refund(prices)
            game.emit("income", power=power, ipcs=refund(prices), why="salvage")
        else:
            SALVAGED.of(game.state).extend(prices)

    def credit(game: Game, power: str) -> tuple[int, str] | None:
        """Pay the IPCs with the income of this turn, for use from the next turn (gemmell.salvage.2, .3)."""
        prices = SALVAGED.get(game.state)
        return (refund(prices), "salvage") if prices else None

    # In phase 1, a power develops weapons, purchases or salvages units, or lends IPCs (gemmell.salvage.6).
    draft.offer("purchase", "salvage", "turn in units for half their cost", turn_in, lambda game: bool(lots(game)))
    draft.step("income", "salvage", credit, text="half the cost of the units turned in")


def called(stack: Stack) -> str:
    """Return the type of a unit, with its cargo for a loaded ship."""
    if not stack.cond.cargo:
        return stack.type
    names = (kind if owner == stack.owner else f"{kind} of {owner}" for owner, kind in stack.cond.cargo)
    return f"{stack.type} carrying {' + '.join(names)}"


def _cargo_limits(found: dict[Key, Lot]) -> list[Limit]:
    """Return limits so that no unit aboard a transport is turned in twice."""
    out = []
    for key, lot in found.items():
        if lot.aboard:
            unit = (lot.stack.owner, lot.stack.type)
            weights = {k: x.stack.cond.cargo.count(unit) for k, x in found.items() if x.space == lot.space}
            text = f"only {lot.number} {lot.stack.type} aboard in {lot.space}"
            out.append(Limit(text, {**{k: n for k, n in weights.items() if n}, key: 1}, lot.number, RULE))
    return out


def _deck_limits(game: Game, found: dict[Key, Lot]) -> list[Limit]:
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
        out.append(Limit(f"a carrier in {zone} must be turned in with its aircraft", weights, room, RULE))
    return out


def _guests(game: Game, zone: str) -> dict[Stack, int]:
    """Return the aircraft of allies in a zone."""
    friends, power = game.friends(game.state.power), game.state.power
    return {
        s: n
        for s, n in game.state.at(zone).items()
        if s.owner != power and s.owner in friends and game.unit(s).kind == "air"
    }


def _agreed(game: Game, found: dict[Key, Lot], chosen: dict[Key, int]) -> Flow:
    """Ask allies with units aboard ships to turn in; return the units turned in after their answers."""
    power, units = game.state.power, game.units_at()
    chosen = dict(chosen)
    for key in list(chosen):
        for owner in dict.fromkeys(o for o, _ in found[key].stack.cond.cargo if o != power):
            if key in chosen and not (yield _question(owner, power, f"{key[0]} in {key[1]}")):
                del chosen[key]
    for zone in dict.fromkeys(found[key].space for key in chosen):
        decks = {k: units[found[k].stack.owner][found[k].stack.type].deck for k in chosen if found[k].space == zone}
        aircraft = sum(chosen[k] for k in decks if units[found[k].stack.owner][found[k].stack.type].kind == "air")
        short = sum(chosen[k] * n for k, n in decks.items()) - aircraft - max(0, deck_room(game, zone, power))
        for stack, n in _guests(game, zone).items() if any(decks.values()) else ():
            if short > 0:
                lost = min(n, short)
                if not (yield _question(stack.owner, power, f"the carrier under your {lost} {stack.type} in {zone}")):
                    for key in [k for k, deck in decks.items() if deck]:
                        chosen.pop(key, None)
                    break
                short -= lost
                game.state.put(zone, stack, -lost)
                game.emit("lost", power=stack.owner, force={stack: lost}, space=zone)
    return chosen


def _question(owner: str, power: str, what: str) -> Decision:
    return Decision(
        "salvage_loss", owner, f"{power} wants to turn in {what}. Your units would be lost with it. Agree?", Confirm(),
        advice=False, rule=RULE,
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
