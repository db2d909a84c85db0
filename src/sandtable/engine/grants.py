"""Grants: units that a power places by choice, free or for sale (table `grants`), before the game or in its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.decisions import Allocate, Decision, Limit
from ..core.events import declare_event
from ..core.forces import Stack
from ..core.text import counted
from ..rules import points
from .memory import GAINED, OWNERS, game_memory

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "grant", "allocate: units granted to spaces")
GRANTED = game_memory("granted", dict[str, "list[str]"], "power -> grants that it has received and gets only once")
declare_event("granted", "{power} receives {units} in {space}: {why}")


def opening(game: Game) -> Flow:
    """Before the first turn, each power in order places what it is granted."""
    for power in list(game.state.order):
        yield from given(game, power, "opening")


def turn_end(game: Game) -> Flow:
    """At the end of its turn the active power places what it is granted."""
    yield from given(game, game.state.power, "turn_end")


def given(game: Game, power: str, moment: str) -> Flow:
    """Ask a power where its grants of a moment go; without a choice they are placed at once."""
    if not game.rules.tables["grants"]:
        return
    for name, row in game.rules.typed("grants").items():
        if row.fresh and row.holds not in GAINED.get(game.state).get(power, ()):
            continue
        if row.when == moment and row.power in ("", power) and (not row.holds or game.holds(power, row.holds)):
            if row.rounds[0] <= max(1, game.state.round) and (not row.rounds[1] or game.state.round <= row.rounds[1]):
                if not row.once or name not in GRANTED.get(game.state).get(power, ()):
                    yield from _placed(game, power, name, row)


def _placed(game: Game, power: str, name: str, row: Any) -> Flow:
    """Ask for the spaces of one grant, and take the price of what is bought."""
    price = prices(game, power, row)
    most: dict[tuple[str, ...], int] = {
        (kind, s): n for kind, n in row.units.items() for s in places(game, power, kind, row)
    }
    cash = game.state.ipcs.get(power, 0)
    most = {key: n for key, n in most.items() if n and price.get(key[0], 0) <= cash}
    if not most:
        return
    free = "unit" if row.for_sale else "free unit"
    answer = most if len(most) == len({key[0] for key in most}) and not row.total and not row.for_sale else None
    if answer is None:
        limits = [
            Limit(
                f"{counted(n, free)}: {game.rules.units[kind].called(n)}",
                {k: 1 for k in most if k[0] == kind},
                n,
            )
            for kind, n in row.units.items()
        ]
        if row.total:
            limits.append(Limit(f"up to {counted(row.total, free)} in all", dict.fromkeys(most, 1), row.total))
        if row.for_sale:
            limits.append(Limit(f"{power} has {cash} IPCs", {k: price[k[0]] for k in most}, cash))
        rule = _rule(game, name)
        form = Allocate(most, limits, rule)
        kinds = dict.fromkeys(kind for kind, _ in most)
        sold = ", ".join(f"{game.rules.units[k].called(1)} {price[k]}" for k in kinds if row.for_sale)
        prompt = f"buy units before the game ({sold} IPCs), or none" if row.for_sale else "place your free units"
        answer = yield Decision(
            "grant", power, f"{row.text or name}: {prompt}", form,
            advice=lambda: _bargain(game, power, form, price) if row.for_sale else _advice(form),
            rule=rule, context={"grant": name, **({"prices": price} if price else {})},
        )  # fmt: skip
    cost = sum(price.get(kind, 0) * n for (kind, _), n in answer.items())
    if cost:
        game.state.ipcs[power] -= cost
        game.emit("paid", power=power, ipcs=cost, why=row.text or name)
    for (kind, space), n in answer.items():
        receive(game, power, kind, n, space, row.text or name)
    if row.once and answer:
        GRANTED.of(game.state).setdefault(power, []).append(name)


def _rule(game: Game, name: str) -> str:
    """Return the statement behind a grant, or else the rule that makes it."""
    cited = game.rules.cite(f"grant.{name}")
    by = (e.rule for e in game.rules.record if e.kind == "add" and e.target[:2] == ("grants", name))
    return cited if cited != f"grant.{name}" else next(by, cited)


def receive(game: Game, power: str, kind: str, count: int, space: str, why: str) -> None:
    """Give a power units in a space, which may be used at once."""
    game.state.put(space, Stack(game.rules.powers[power].units_of or power, kind), count)
    game.emit("granted", power=power, units={kind: count}, space=space, why=why)
    game.changed()


def prices(game: Game, power: str, row: Any) -> dict[str, int]:
    """Return what each unit of a grant costs; empty if they are free."""
    if not row.for_sale:
        return {}
    return {kind: row.prices.get(kind, game.stats(power, kind, row.market).cost) for kind in row.units}


def places(game: Game, power: str, kind: str, row: Any) -> list[str]:
    """Return where units of a grant may go: places that the power controls (or its allies, if so named); ships where it
    has ships already, or in any of the places that is open to new ships."""
    rules, owner, before = game.rules, game.state.owner, OWNERS.get(game.state)
    if game.stats(power, kind).kind == "sea":
        zones = [z for z in row.places or rules.zones if not rules.is_land[z]]
        if row.ships == "open":
            among_enemies = rules.switch("ships_placed_among_enemies")
            return [z for z in zones if among_enemies or not rules.q.hostile_zone(game, power, z)]
        return [
            z for z in zones if any(s.owner == power and rules.units[s.type].kind == "sea" for s in game.state.at(z))
        ]
    home = rules.q.capital(game, power)
    named = row.places or (rules.lands if row.anywhere else (home,) if home else ())
    owners = game.friends(power) if row.with_allies else (power,)
    structure = rules.units[kind].kind == "structure"  # one in a territory
    return [
        s
        for s in named
        if rules.is_land[s]
        and owner.get(s) in owners
        and (not row.since_start or before.get(s) in owners)
        and (not row.least_value or rules.q.value(game, s) >= row.least_value)
        and not (structure and any(x.type == kind for x in game.state.at(s)))
    ]


def _bargain(game: Game, power: str, form: Allocate, price: dict[str, int]) -> dict[tuple[str, ...], int]:
    """One unit of the cheapest type that costs less than usual, in the place with most units of the power."""
    saved = [k for k in form.most if price[k[0]] < game.stats(power, k[0]).cost]
    if not saved:
        return {}
    there = {s: sum(n for x, n in game.state.at(s).items() if x.owner == power) for _, s in saved}
    return {min(saved, key=lambda k: (price[k[0]], -there[k[1]], k)): 1}


def _advice(form: Allocate) -> dict[tuple[str, ...], int]:
    """As many as possible, the first places first."""
    answer: dict[tuple[str, ...], int] = {}
    for key in form.most:
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer
