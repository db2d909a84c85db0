"""Money and new units: buying, placing, collecting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ..core.decisions import Allocate, Decision, Limit
from ..core.errors import Illegal
from ..core.forces import Stack
from ..core.text import counted, way_text
from . import bases, grants, installations, offers, refits, standard
from .additions import with_infantry
from .board import enemy_ships, production
from .losing import stranded_aircraft
from .memory import BOUGHT, KEPT, ORDERED, OWNERS
from .new_carriers import deck_sites, own_room, place_promised, to_place

if TYPE_CHECKING:
    from .game import Flow, Game


NOTHING: Mapping[tuple[str, ...], int] = {}


def purchase(game: Game) -> Flow:
    """Let the active power purchase units with its cash; they wait for placement (classic.R131, R25, R26)."""
    power = game.state.power
    bases.repair(game)
    if game.rules.q.may_collect(game, power) is not None:
        return
    yield from offers.made(game, "purchase", prompt="Choose an action before you purchase units, or continue")
    yield from grants.given(game, power, "purchase")
    yield from installations.repair(game, power)
    yield from refits.ordered(game, power, "purchase")
    yield from _order(game, power)
    yield from refits.ordered(game, power, "purchase", new=True)
    yield from offers.made(game, "purchase", prompt="Choose an action after your purchase, or continue")


def _order(game: Game, power: str) -> Flow:
    """Ask what to purchase; units that are cheaper or dearer at some complex may be ordered there."""
    state, rules = game.state, game.rules
    sale, prices, cash = rules.q.for_sale(game, power), order_prices(game, power), state.ipcs[power]
    most = {key: min(sale[key[0]], cash // max(1, price)) for key, price in prices.items()}
    most = {key: n for key, n in most.items() if n}
    if not most:
        return
    limits = [Limit(f"{power} has {cash} IPCs", prices, cash, rules.cite("purchase.cash"))]
    for kind in {key[0] for key in most if len(key) > 1}:
        limits.append(Limit(f"{kind} for sale", {k: 1 for k in most if k[0] == kind}, sale[kind]))
    plain: dict[tuple[str, ...], int] = {k: n for k, n in most.items() if len(k) == 1}
    order = yield Decision(
        "purchase", power, f"Purchase units: you have {cash} IPCs", Allocate(most, limits, rules.cite("purchase")),
        advice=lambda: _advised(game, prices, plain, cash), rule=rules.cite("purchase"),
        context={"prices": {way_text(k): v for k, v in prices.items()}, "ipcs": cash},
    )  # fmt: skip
    if not order:
        return
    units = dict[str, int]()
    for (kind, *place), n in order.items():
        units[kind] = units.get(kind, 0) + n
        if place:
            there = ORDERED.of(state).setdefault(place[0], {})
            there[kind] = there.get(kind, 0) + n
    buy(game, power, units, sum(prices[key] * n for key, n in order.items()))


def buy(game: Game, power: str, units: Mapping[str, int], ipcs: int) -> None:
    """Pay for units, which wait for placement."""
    game.state.ipcs[power] -= ipcs
    bought = BOUGHT.of(game.state)
    for kind, n in units.items():
        bought[kind] = bought.get(kind, 0) + n
    game.emit("bought", power=power, units=dict(units), ipcs=ipcs)


def order_prices(game: Game, power: str) -> dict[tuple[str, ...], int]:
    """Return the prices of unit types, and of unit types at a complex of their own price (an edit of the cost for a
    place)."""
    prices: dict[tuple[str, ...], int] = {}
    for kind in game.rules.q.for_sale(game, power):
        prices[(kind,)] = game.stats(power, kind).cost
        if kind in game.rules.placed:
            for space in game.rules.lands:
                cost = game.stats(power, kind, space).cost
                if cost != prices[(kind,)] and game.rules.q.may_produce(game, power, space) is None:
                    prices[kind, space] = cost
    return prices


#: Share of the cash for the units that rules advise to purchase first.
SPECIAL = 0.4


def wanted(game: Game, power: str, prices: Mapping[str, int], cash: int) -> dict[str, int]:
    """Return the units that rules advise to purchase first, as many as a part of the cash pays for."""
    out: dict[str, int] = {}
    purse, sale = int(SPECIAL * cash), game.rules.q.for_sale(game, power)
    for kind, n in game.rules.q.advised_purchase(game, power).items():
        n = min(n, sale.get(kind, 0), purse // max(1, prices[kind])) if kind in prices else 0
        if n > 0:
            out[kind] = n
            purse -= n * prices[kind]
    return out


def _advised(
    game: Game, prices: dict[tuple[str, ...], int], most: dict[tuple[str, ...], int], cash: int
) -> dict[tuple[str, ...], int]:
    """Return the units that rules advise, and as many as possible of the cheapest unit that captures territory."""
    first: dict[tuple[str, ...], int] = {
        (k,): n for k, n in wanted(game, game.state.power, {k[0]: prices[k] for k in most}, cash).items()
    }
    left = cash - sum(prices[key] * n for key, n in first.items())
    return first | {k: n + first.get(k, 0) for k, n in _cheapest(game, prices, most, left).items()}


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
    refits.completed(game)
    yield from offers.made(game, "place")
    yield from grants.given(game, power, "place")
    bought = to_place(game, power)
    BOUGHT.take(state)
    if power in KEPT.get(state):
        del KEPT.of(state)[power]
    if not bought:
        return
    promised = place_promised(game, power, bought)
    form = placement_form(game, power, {kind: n for kind, n in bought.items() if n}, promised)
    answer: dict[tuple[str, ...], int] = {}
    if form.most:
        answer = yield Decision(
            "place", power, "Place your new units", form, advice=lambda: placement_advice(game, form),
            rule=game.rules.cite("place"), context={"bought": dict(bought)},
        )  # fmt: skip
    for (kind, space), n in answer.items():
        state.put(space, Stack(game.rules.powers[power].units_of or power, kind), n)
        bought[kind] -= n
        game.emit("placed", power=power, units={kind: n}, space=space)
    yield from refits.delivered(game, power, answer)
    left = {kind: n for kind, n in bought.items() if n}
    if left:
        if game.rules.switches.get("unplaced_units_kept", False):
            KEPT.of(state)[power] = left
            game.emit("kept", power=power, units=left)
        else:
            game.emit("unplaced", power=power, units=left)
        if game.rules.switch("unplaced_units_refunded"):
            ipcs = sum(game.stats(power, kind).cost * n for kind, n in left.items())
            state.ipcs[power] += ipcs
            game.emit("income", power=power, ipcs=ipcs, why="refund for unplaced units")
    if any("antiaircraft" in game.stats(power, k[0]).tags for k in answer):
        game.changed()
    if "decks_to_come" not in game.rules.plain:
        stranded_aircraft(game)  # those that waited for a carrier that was not placed with them


def placement_form(
    game: Game, power: str, bought: dict[str, int], placed: Mapping[tuple[str, ...], int] = NOTHING
) -> Allocate:
    """Return the form for placing units, limited by the output of each industrial complex less the units `placed`.

    A zone is served by every complex on its shore; so for each set of limited complexes, the units that only these
    could have made are no more than their outputs together (Hall's condition: exactly then each unit has a maker).
    """
    rules, q = game.rules, game.rules.q
    most: dict[tuple[str, ...], int] = {}
    limited_types = {kind for row in rules.typed("sites").values() for kind in row.types}
    makers: dict[tuple[str, ...], frozenset[str]] = {}
    sites = {*rules.tables["mobilization"].get(power, ()), *standard.makers(game, power)}
    output = {s: q.production(game, power, s) for s in rules.lands if s in sites}
    for kind, n in bought.items():
        unit = game.stats(power, kind)
        decks = deck_sites(game, power, kind, bought)
        for space in dict.fromkeys((*q.placement(game, power, kind), *sites_of(game, power, kind), *decks)):
            key = (kind, space)
            most[key] = n
            if unit.kind == "structure" and kind not in limited_types:
                most[key] = min(n, 1)
            elif "antiaircraft" in unit.tags:
                most[key] = min(n, int(rules.switch("antiaircraft_per_territory")) - standard.guns(game, space))
            elif (room := q.room_for(game, Stack(power, kind), space)) is not None:
                most[key] = min(n, room)
            if not rules.is_land[space]:
                makers[key] = frozenset(s for s in rules.land_near[space] if s in output)
            elif space in output and (unit.kind != "structure" or "output" in game.stats(power, kind, space).tags):
                makers[key] = frozenset((space,))
    limits = [
        Limit(f"{n} new {kind} to place", {k: 1 for k in most if k[0] == kind}, n, rules.cite("place.bought"))
        for kind, n in bought.items()
    ]
    makers |= {key: frozenset(s for s in rules.land_near[key[1]] if s in output) for key in placed}
    limits += _deck_limits(game, power, most)
    limits += [*_site_limits(game, power, most), *_order_limits(game, power, most, bought)]
    limits += _added_limits(game, power, most, makers, output)
    limited = {s: n for s, n in output.items() if n is not None}
    for group in _groups(limited, makers.values()):
        only = {k: 1 for k, by in makers.items() if by and by <= group}
        if only:
            room = max(0, sum(limited[s] for s in group) - sum(placed.get(k, 0) for k in only))
            text = f"{' and '.join(sorted(group))}: up to {counted(room, 'new unit')}"
            limits.append(Limit(text, only, room, rules.cite("place.output")))
    return Allocate(
        {k: n for k, n in most.items() if n},
        limits,
        rules.cite("place"),
        lambda key: _why_not(game, power, bought, key),
    )


def _deck_limits(game: Game, power: str, most: Mapping[tuple[str, ...], int]) -> list[Limit]:
    """Limit new aircraft at sea to the places on the power's carriers, those placed with them included."""
    limits = []
    for zone in dict.fromkeys(z for kind, z in most if not game.rules.is_land[z]):
        here = {kind: game.stats(power, kind) for kind, z in most if z == zone}
        weights: dict[tuple[str, ...], int] = {
            (k, zone): 1 if unit.kind == "air" else -unit.deck for k, unit in here.items()
        }
        if 1 in weights.values():
            new = sum(most[key] * -weight for key, weight in weights.items() if weight < 0)
            room = max(own_room(game, zone, power), -new)  # aircraft for which no new carrier can come are lost
            limits.append(Limit(f"{zone}: carriers have room for {room}", weights, room, game.rules.cite("place.deck")))
    return limits


def sites_of(game: Game, power: str, kind: str) -> list[str]:
    """Return where a power may place units of a type besides complexes, by the rows of the table `sites`."""
    return [
        space
        for row in game.rules.typed("sites").values()
        if row.anywhere and kind in row.types
        for space in _site_spaces(game, power, row)
    ]


def _site_spaces(game: Game, power: str, row: Any) -> list[str]:
    """Return the spaces that a row of the table `sites` means for a power now."""
    if row.powers and power not in row.powers:
        return []
    if (row.holds and not game.holds(power, row.holds)) or (row.lacks and game.holds(power, row.lacks)):
        return []
    rules, now, before = game.rules, game.state.owner, OWNERS.get(game.state)
    return [
        s
        for s in row.spaces or rules.lands
        if now.get(s) == power
        and (row.at_once or before.get(s) == power)
        and (not row.original or rules.spaces[s].owner == power)
        and (not row.least_value or rules.q.value(game, s) >= row.least_value)
        and (not row.below_value or rules.q.value(game, s) < row.below_value)
    ]


def _site_limits(game: Game, power: str, most: dict[tuple[str, ...], int]) -> list[Limit]:
    """Return how many new units of the types of each row of `sites` a space takes in this turn."""
    limits = []
    for name, row in game.rules.typed("sites").items():
        for space in _site_spaces(game, power, row) if row.held else ():
            usual = game.rules.q.placement(game, power, row.types[0])
            keys = [k for k in most if k[1] == space and k[0] in row.types and space not in usual]
            limits += with_infantry(game, power, space, keys, game.rules.cite("place"))
        if (row.anywhere and not row.at_complexes) or not (row.most or row.by_value):
            continue  # rows that add to others are limited together (`_added_limits`)
        away = {} if row.at_complexes else {t: game.rules.q.placement(game, power, t) for t in row.types}
        for space in _site_spaces(game, power, row):
            keys_of = {k: 1 for k in most if k[1] == space and k[0] in row.types and space not in away.get(k[0], ())}
            room = _site_room(game, power, row, space)
            if keys_of:
                limits.append(Limit(f"{space}: up to {counted(room, 'new unit')} ({name})", keys_of, room))
    return limits


def _site_room(game: Game, power: str, row: Any, space: str) -> int:
    """Return how many units a row of `sites` allows in a space."""
    room = max(row.most, game.rules.q.value(game, space)) if row.by_value else row.most
    if row.standing:
        there = game.state.at(space).items()
        room -= sum(n for s, n in there if s.type in row.types and (not row.own or s.owner == power))
    return int(max(0, room))


def _added_limits(
    game: Game, power: str, most: dict[tuple[str, ...], int], makers: dict[tuple[str, ...], frozenset[str]],
    output: dict[str, int | None],
) -> list[Limit]:  # fmt: skip
    """Return the limits of territories where rows of `sites` add to each other and to what may be placed there anyway.

    For each set of sources, the units that only these allow are no more than they allow together.
    """
    rows = {n: r for n, r in game.rules.typed("sites").items() if r.anywhere and not r.at_complexes}
    sources: dict[str, dict[str, tuple[set[str], int | None]]] = {}
    for name, row in rows.items():
        for space in _site_spaces(game, power, row):
            some = _site_room(game, power, row, space) if row.most or row.by_value else None
            sources.setdefault(space, {})[name] = set(row.types), some
    limits = []
    for space, found in sources.items():
        kinds = [k[0] for k in most if k[1] == space]
        usual = {kind for kind in kinds if space in game.rules.q.placement(game, power, kind)}
        if usual:
            found["usual placement"] = usual, output.get(space)
        by = {kind: frozenset(name for name, (types, _) in found.items() if kind in types) for kind in kinds}
        limited = {name: n for name, (_, n) in found.items() if n is not None}
        for size in range(1, len(limited) + 1):
            for chosen in combinations(limited, size):
                only: dict[tuple[str, ...], int] = {(k, space): 1 for k in kinds if by[k] and by[k] <= set(chosen)}
                room = sum(limited[name] for name in chosen)
                if only:
                    names = " and ".join(chosen)
                    limits.append(Limit(f"{space}: up to {counted(room, 'new unit')} ({names})", only, room))
        for kind in kinds:
            makers.pop((kind, space), None)
    return limits


def _order_limits(game: Game, power: str, most: dict[tuple[str, ...], int], bought: dict[str, int]) -> list[Limit]:
    """Keep units that were ordered at the price of a complex for that complex: the others may go anywhere."""
    limits, near = [], game.rules.sea_near
    for place, units in ORDERED.get(game.state).items():
        for kind, n in units.items():
            keys = {k: 1 for k in most if k[0] == kind and k[1] != place and k[1] not in near[place]}
            if keys:
                text = f"{counted(n, 'unit')} ({kind}) ordered in {place}"
                limits.append(Limit(text, keys, max(0, bought[kind] - n)))
    return limits


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
        site = next((n for n, row in rules.typed("sites").items() if unit.id in row.types and row.anywhere), "")
        if site:
            sentence = f"a new {name} cannot be placed in {space}: choose one of the territories where it may be placed"
            return Illegal(sentence, next(e.rule for e in rules.record if e.target[:2] == ("sites", site)))
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
    answer = form.least()
    for key in sorted(form.most, key=lambda k: (far.get(k[1], 99), k)):
        room = form.room(answer, key)
        if room:
            answer[key] = answer.get(key, 0) + room
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
