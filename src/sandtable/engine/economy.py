"""Money and new units: buying, placing, collecting."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from ..core.decisions import Allocate, Decision, Limit
from ..core.errors import Illegal
from ..core.forces import Stack
from ..core.text import counted
from . import bases, offers
from .board import enemy_ships, production
from .memory import BOUGHT
from .standard import guns

if TYPE_CHECKING:
    from .game import Flow, Game


def purchase(game: Game) -> Flow:
    """Let the active power purchase units with its cash; they wait for placement (classic.R131, R25, R26)."""
    power, state = game.state.power, game.state
    bases.repair(game)
    if game.rules.q.may_collect(game, power) is not None:
        return
    yield from offers.made(game, "purchase", prompt="Choose an action before you purchase units, or continue")
    sale = game.rules.q.for_sale(game, power)
    prices: dict[tuple[str, ...], int] = {(kind,): game.stats(power, kind).cost for kind in sale}
    cash = state.ipcs[power]
    most: dict[tuple[str, ...], int] = {(kind,): min(n, cash // max(1, prices[(kind,)])) for kind, n in sale.items()}
    most = {key: n for key, n in most.items() if n}
    if most:
        limit = Limit(f"{power} has {cash} IPCs", prices, cash, game.rules.cite("purchase.cash"))
        order = yield Decision(
            "purchase", power, f"Purchase units: you have {cash} IPCs",
            Allocate(most, [limit], game.rules.cite("purchase")),
            advice=lambda: _cheapest(game, prices, most, cash), rule=game.rules.cite("purchase"),
            context={"prices": {k[0]: v for k, v in prices.items()}, "ipcs": cash},
        )  # fmt: skip
        if order:
            cost = sum(prices[key] * n for key, n in order.items())
            state.ipcs[power] -= cost
            bought = BOUGHT.of(state)
            for (kind,), n in order.items():
                bought[kind] = bought.get(kind, 0) + n
            game.emit("bought", power=power, units={k: n for (k,), n in order.items()}, ipcs=cost)
    yield from offers.made(game, "purchase", prompt="Choose an action after your purchase, or continue")


def _cheapest(
    game: Game, prices: dict[tuple[str, ...], int], most: dict[tuple[str, ...], int], cash: int
) -> dict[tuple[str, ...], int]:
    """Return as many as possible of the cheapest unit that captures territory."""
    units = game.units_at()[game.state.power]
    keys = [k for k in most if "captures" in units[k[0]].tags]
    if not keys:
        return {}
    key = min(keys, key=lambda k: (prices[k], k))
    return {key: min(most[key], cash // max(1, prices[key]))}


def place(game: Game) -> Flow:
    """Place purchased units; units that cannot be placed, or are not, are lost (classic.R25, R133 to R144)."""
    power, state = game.state.power, game.state
    yield from offers.made(game, "place")
    bought: dict[str, int] = BOUGHT.take(state)
    if not bought:
        return
    form = placement_form(game, power, bought)
    answer: dict[tuple[str, ...], int] = {}
    if form.most:
        answer = yield Decision(
            "place", power, "Place your new units", form, advice=lambda: placement_advice(game, form),
            rule=game.rules.cite("place"), context={"bought": dict(bought)},
        )  # fmt: skip
    for (kind, space), n in answer.items():
        state.put(space, Stack(power, kind), n)
        bought[kind] -= n
        game.emit("placed", power=power, units={kind: n}, space=space)
    left = {kind: n for kind, n in bought.items() if n}
    if left:
        game.emit("unplaced", power=power, units=left)
        if game.rules.switch("unplaced_units_refunded"):
            ipcs = sum(game.stats(power, kind).cost * n for kind, n in left.items())
            state.ipcs[power] += ipcs
            game.emit("income", power=power, ipcs=ipcs, why="refund for unplaced units")
    if any("antiaircraft" in game.stats(power, k[0]).tags for k in answer):
        game.changed()


def placement_form(game: Game, power: str, bought: dict[str, int]) -> Allocate:
    """Return the form for placing units, limited by the output of each industrial complex.

    A zone is served by every complex on its shore; so for each set of limited complexes, the units that only these
    could have made are no more than their outputs together (Hall's condition: exactly then each unit has a maker).
    """
    rules, q = game.rules, game.rules.q
    most: dict[tuple[str, ...], int] = {}
    makers: dict[tuple[str, ...], frozenset[str]] = {}
    areas = rules.tables["mobilization"].get(power, ())
    makes = [s for s in rules.lands if s in areas or q.may_produce(game, power, s) is None]
    output = {s: q.production(game, power, s) for s in makes}
    for kind, n in bought.items():
        unit = game.stats(power, kind)
        for space in q.placement(game, power, kind):
            key = (kind, space)
            most[key] = n
            if unit.kind == "structure":
                most[key] = min(n, 1)
            elif "antiaircraft" in unit.tags:
                most[key] = min(n, int(rules.switch("antiaircraft_per_territory")) - guns(game, space))
            if unit.kind == "sea":
                makers[key] = frozenset(s for s in rules.land_near[space] if s in output)
            elif space in output and unit.kind != "structure":
                makers[key] = frozenset((space,))
    limits = [
        Limit(f"{n} new {kind} to place", {k: 1 for k in most if k[0] == kind}, n, rules.cite("place.bought"))
        for kind, n in bought.items()
    ]
    limited = {s: n for s, n in output.items() if n is not None}
    for group in _groups(limited, makers.values()):
        only = {k: 1 for k, by in makers.items() if by and by <= group}
        if only:
            room = sum(limited[s] for s in group)
            text = f"{' and '.join(sorted(group))}: up to {counted(room, 'new unit')}"
            limits.append(Limit(text, only, room, rules.cite("place.output")))
    return Allocate(
        {k: n for k, n in most.items() if n},
        limits,
        rules.cite("place"),
        lambda key: _why_not(game, power, bought, key),
    )


def _why_not(game: Game, power: str, bought: dict[str, int], key: tuple[str, ...]) -> Illegal | None:
    """Return the reason why a new unit cannot be placed in a space, with its statement (classic.R133 to R143)."""
    rules = game.rules
    if len(key) != 2 or key[0] not in bought or key[1] not in rules.spaces:
        return None
    unit, space = game.stats(power, key[0]), key[1]
    name = unit.called(1)

    def no(sentence: str, topic: str) -> Illegal:
        return Illegal(sentence, rules.cite(topic))

    if unit.kind == "sea":
        if rules.is_land[space]:
            return no(f"a new {name} can only be placed in a sea zone", "place.ships")
        if enemy_ships(game, power, space):
            return no(f"a new {name} cannot be placed in {space}: enemy ships are there", "place.ships")
        return no(
            f"a new {name} cannot be placed in {space}: choose one of the sea zones where you may place ships",
            "place.ships",
        )
    if not rules.is_land[space]:
        topic = "place.aircraft" if unit.kind == "air" else "place.land"
        return no(
            f"a new {name} cannot be placed in {space}: choose one of the territories where you may place units", topic
        )
    if unit.kind == "structure":
        return no(
            f"a new {name} can only be placed in a territory without one that you have controlled since"
            " the start of your turn",
            "place.structure",
        )
    refusal = rules.q.may_produce(game, power, space)
    if refusal is not None:
        return refusal.error(rules.cite(refusal.rule), space=space)
    return no(f"{space} cannot hold another {name}", "place.guns")


def _groups(limited: dict[str, int], makers: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    """Return each limited complex, and every set of complexes that share zones."""
    singles = [frozenset((s,)) for s in limited]
    shared = {by for by in makers if len(by) > 1 and all(s in limited for s in by)}
    groups = set(shared)
    for size in range(2, len(shared) + 1):
        groups |= {frozenset().union(*chosen) for chosen in combinations(shared, size)}
    return singles + sorted(groups, key=sorted)


def placement_advice(game: Game, form: Allocate) -> dict[tuple[str, ...], int]:
    """Return a placement of all units as close to the enemy as possible."""
    from .board import distances

    enemy = [s for s, owner in game.state.owner.items() if owner in game.foes(game.state.power)]
    far = distances(game.rules.neighbors, enemy)
    answer: dict[tuple[str, ...], int] = {}
    for key in sorted(form.most, key=lambda k: (far.get(k[1], 99), k)):
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer


def collect(game: Game) -> Flow | None:
    """Pay the lines of the income ledger, one after the other (classic.R145, R146)."""
    power = game.state.power
    no = game.rules.q.may_collect(game, power)
    if no is not None:
        game.emit("no_income", power=power, why=no.sentence)
        return None
    for step in game.rules.sequence("income"):
        line = step.what(game, power)
        if line is not None:
            ipcs, why = line
            game.state.ipcs[power] += ipcs
            game.emit("income", power=power, ipcs=ipcs, why=why)
    return None


def production_income(game: Game, power: str) -> tuple[int, str]:
    """Return the national production level (classic.R145, R197)."""
    return production(game, power), "production"
