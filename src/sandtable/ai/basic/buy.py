"""Purchase planning: defend the capital first, then ships for stranded armies (`shipyard`), then land units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf
from typing import TYPE_CHECKING, Any

from ...core.errors import SandtableError
from ...core.units import UnitType
from ...engine.board import growth
from ...engine.economy import wanted
from .chart import FAR
from .field import Field
from .fleet import Newcomers, enclosed
from .goals import convoy_zones
from .guard import capacity, enlisted, gathered, least, stations
from .odds import wins
from .raids import WORTH_IT, bombs, surplus
from .shipyard import Shipyard
from .sites import site, worth
from .view import EMPTY, Muster, View

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game

#: Accepted chance that the enemy captures the capital after a purchase.
RISK = 0.18
#: Share of the money for ships that take convoy zones.
RAIDERS = 0.35
#: Chance from which an attack in this turn is expected to destroy the enemy units in a territory.
BEATEN = 0.85
#: Attraction from which a new complex is worth its price, as a multiple of that of the best one.
CLOSER = 1.3
#: Desired attack pips of aircraft when the enemy is across the sea.
WATCH = 4
#: Share of the money for cheap land units.
FODDER = 0.52

#: Distance within which a fleet blocks an armada; desired strength of aircraft against it, as a multiple.
BEFORE, BREAK = 3, 1.5

#: Bombers for raids that a power buys in a turn; what all of them should destroy, as a multiple of what the territories
#: of the complexes in reach are worth: some are shot down, and others are needed in battles.
A_TURN, PLENTY = 3, 2.0
#: Zeal from which a side buys bombers with its remaining IPCs to raid the enemy.
RICH = 1.7
#: IPCs from which the rest goes into one more aircraft, as a multiple of its price, and how many are enough; and how
#: many if there are no ships to buy.
SPARE, WINGS, ALOFT = 2.7, 6, 9
#: Loss of enemy production in percent from which bombers come first.
CORNERED = -40

Order = dict[str, int]


class Shopper:
    """The purchase of one turn."""

    def __init__(self, view: View, field: Field, cash: int, prices: dict[str, int]) -> None:
        self.view, self.field, self.cash, self.prices = view, field, cash, prices
        self.order: Order = {}
        self.most_army = FAR
        game = view.game
        self.units = {kind: game.stats(view.power, kind) for kind in prices}
        self.capital = view.capital
        may = game.rules.q.may_produce
        self.makers = [s for s in view.makers if may(game, view.power, s) is None]
        self.room = {space: capacity(view, space) for space in self.makers}
        self.places = sum(self.room.values())
        army = [u for u in self.units.values() if "captures" in u.tags and u.attack]
        self.fodder, self.punch = ranks(army)
        planes = [u for u in self.units.values() if u.kind == "air" and u.attack]
        self.plane = max(planes, key=lambda u: (u.attack + u.defense) / u.cost, default=None)
        self.bomber = max((u for u in planes if bombs(u)), key=lambda u: bombs(u) / u.cost, default=None)
        self.guards = best_guard(army)

        #: value of the army's cheap and strong units
        self.cheap, self.dear = 10.0, 10.0 * (1 - FODDER) / FODDER
        for units in view.own.values():
            for _, n, unit in units:
                self._count(unit, n)

    def buy(self, unit: UnitType | None, n: int = 1) -> bool:
        """Add units to the purchase, if affordable and possible to place."""
        if unit is None:
            return False
        cost = self.prices[unit.id] * n
        placed = sum(self.order.values()) + n
        if cost > self.cash or n < 1 or placed > self.places:
            return False
        self.cash -= cost
        self.order[unit.id] = self.order.get(unit.id, 0) + n
        self._count(unit, n)
        return True

    def fill(self) -> Order:
        """Plan the whole purchase."""
        if not self.makers:
            self._complex(self.cash)
            return self.order
        self._defend()
        for kind, n in wanted(self.view.game, self.view.power, self.prices, self.cash).items():
            self.buy(self.units[kind], n)
        wet = [s for s in self.makers if self.field.idle(s)]
        overseas = bool(wet) and len(wet) == len(self.makers)
        if overseas:
            self._hunters(wet)
        self._breakers()
        self._raiders()
        if overseas:
            self._squadron()
        foes = sorted(self.view.foes)
        self._bombers([p for p in foes if growth(self.view.game, p) <= CORNERED])
        if wet:
            self._complex(self.cash * 0.7)
            self._overseas(wet)
        else:
            self._wings()
        if self.view.zeal >= RICH:
            self._bombers(foes)
        self._army()
        self._exchange()
        return self.order

    # --- needs --------------------------------------------------------------------------------------------------------

    def _defend(self) -> None:
        """Make the capital safe, then other complexes that are worth it."""
        view, guard = self.view, self.guards
        if guard is None:
            return
        if self.capital in self.makers:
            self._garrison(self.capital, guard)
        others = [s for s in self.makers if s != self.capital and view.threats.get(s)]
        beaten = self._beaten() if others else ""
        for space in sorted(others, key=lambda s: (-view.value[s], s)):
            blow = view.menace(space) if space in view.vital else view.rest(space, (beaten,) if beaten else ())[:3]
            most = min(self.cash // self.prices[guard.id], self.room[space])
            if blow[2] and most:
                self.buy(guard, enlisted(view, space, blow, gathered(view, space, beaten), [guard] * most) or 0)

    def _garrison(self, space: str, guard: UnitType) -> None:
        """Buy what makes the capital safe, or as much as possible."""
        ours = self.view.ours.get(space, EMPTY)
        most = min(self.cash // self.prices[guard.id], self.room[space])
        self.buy(guard, min(most, least(self.view.menace(space), ours, [guard] * most, RISK)))

    def _beaten(self) -> str:
        """Return the enemy territory with the most units that will probably be destroyed in this turn; "" for none."""
        view, best, most = self.view, "", 0
        for space, theirs in view.theirs.items():
            if theirs.worth > most and view.is_land[space]:
                land, air = view.chart.land[space], view.chart.air[space]
                attack = hits = 0
                for at, units in view.own.items():
                    for _, n, unit in units:
                        far = 2 * air.get(at, FAR) if unit.kind == "air" else land.get(at, FAR)
                        if unit.attack and unit.kind in ("land", "air") and far <= unit.move:
                            attack, hits = attack + n * unit.attack * unit.attack_dice, hits + n * unit.hits
                if wins(attack, hits, theirs.defense, theirs.hits) >= BEATEN:
                    best, most = space, theirs.worth
        return best

    def _complex(self, purse: float) -> None:
        """Buy a complex closer to the enemy, where it can be held."""
        new = next((u for u in self.units.values() if "produces" in u.tags), None)
        if new is None or self.prices[new.id] > purse:
            return
        home = max((self.field.at(s) for s in self.makers if not self.field.idle(s)), default=0.0)
        if site(self.view, self.field, new.id, CLOSER * home):
            self.cash -= self.prices[new.id]
            self.order[new.id] = 1
            self.places += 1

    def _overseas(self, wet: list[str]) -> None:
        """Buy ships for idle armies, and units to fill them."""
        view = self.view
        ferries = (u for u in self.units.values() if u.carries and u.kind == "sea")
        ferry = min(ferries, key=lambda u: u.cost, default=None)
        ports = dict.fromkeys(z for s in wet for z in view.rules.sea_near[s] if not enclosed(view, z))
        if ferry is None or self.fodder is None or not ports:
            return
        if not view.rules.q.placement(view.game, view.power, ferry.id):
            self._wings(2)
            return
        yard = Shipyard(self, ferry, ports)
        if not yard.fill(self.fodder):
            self._wings(2)
        self.most_army = yard.most_army

    def _hunters(self, wet: list[str]) -> None:
        """Buy aircraft against enemy ships off our shores."""
        view = self.view
        near = dict.fromkeys(z for s in wet for at in view.rules.sea_near[s] for z in view.sea.within(at, 2))
        ships = sum(m.defense * m.hits for z in near if (m := view.theirs.get(z)) is not None)
        wings = sum(n * u.attack for units in view.own.values() for _, n, u in units if u.kind == "air")
        ports = {z for s in wet for z in view.rules.sea_near[s]}
        shut = any(z in view.theirs for z in ports)
        while self.plane is not None and ((ships and wings < WATCH) or (shut and wings * wings / 3.5 < 2 * ships)):
            if not self.buy(self.plane):
                return
            wings += self.plane.attack

    def _breakers(self) -> None:
        """Buy aircraft against the fleet that blocks the route to the most valuable shore."""
        view, field = self.view, self.field
        armada = [
            z
            for z, units in view.own.items()
            if any(u.carries and u.kind == "sea" and s.cond.cargo for s, _, u in units)
        ]
        goal = max(view.theirs, key=lambda z: (not view.is_land[z], field.at(z), z), default="")
        if not goal or view.is_land[goal] or not any(view.sea[z].get(goal, FAR) <= BEFORE for z in armada):
            return
        enemy = view.theirs[goal]
        wings = [(n, u) for units in view.own.values() for _, n, u in units if u.kind == "air" and u.attack]
        pips, hits = sum(n * u.attack for n, u in wings), sum(n for n, _ in wings)
        while self.plane is not None and pips * hits < BREAK * enemy.defense * enemy.hits:
            if not self.buy(self.plane):
                return
            pips, hits = pips + self.plane.attack, hits + 1

    def _raiders(self) -> None:
        """Buy cheap warships while there are more enemy convoy zones to take than ships to take them."""
        view = self.view
        zones = convoy_zones(view.game, view.power)
        if not zones:
            return
        ships = [u for u in self.units.values() if u.kind == "sea" and u.attack > 1 and not u.deck and not u.carries]
        raider = min(ships, key=lambda u: (u.cost, u.id), default=None)
        rows = [(s, n, u) for units in view.own.values() for s, n, u in units]
        have = sum(n for _, n, u in rows if raider is not None and u.kind == "sea" and u.cost <= 1.5 * raider.cost)
        have -= sum(n for _, n, u in rows if u.carries and u.kind == "sea")
        most = self.cash * RAIDERS
        while raider is not None and have < len(zones) and most >= raider.cost and self.buy(raider):
            most, have = most - raider.cost, have + 1

    def _squadron(self) -> None:
        """Buy bombers if raids pay, for the complexes in reach from fields of this side: they do harm while armies are
        still at sea."""
        view, bomber = self.view, self.bomber
        if bomber is None or surplus(bomber, zeal=view.zeal) <= WORTH_IT:
            return
        fields = view.chart.air.nearest(s for s in view.owner if view.friendly(s))
        targets = [s for s in view.makers if view.hostile(s) and 2 * fields.get(s, FAR) <= bomber.move]
        owners = sorted({owner for s in targets if (owner := view.owner[s]) is not None})
        for _ in range(A_TURN):
            self._bombers(owners, PLENTY * sum(view.value[s] for s in targets))

    def _bombers(self, foes: list[str], most: float = inf) -> None:
        """Buy one bomber while one of these enemies has more IPCs than all bombers of this side can destroy, and these
        destroy less than `most`."""
        view, bomber = self.view, self.bomber
        if bomber is None or self.cash < 2 * bomber.cost:
            return
        rows = [(n, u) for units in view.own.values() for _, n, u in units]
        rows += [(n, u) for _, _, n, u in view.friends]
        rows += [(self.order.get(bomber.id, 0), bomber)]
        if sum(n * bombs(u) for n, u in rows) < min(most, max((view.state.ipcs[p] for p in foes), default=0)):
            self.buy(bomber)

    def _wings(self, most: int = 1) -> None:
        """Buy aircraft if IPCs are left and there are few."""
        best = self.plane
        flying = sum(n for units in self.view.own.values() for _, n, u in units if u.kind == "air")
        if best is None:
            return
        for _ in range(most):
            if self.cash < (SPARE if most == 1 else 1) * best.cost or flying >= (WINGS if most == 1 else ALOFT):
                return
            self.buy(best)
            flying += 1

    def _army(self) -> None:
        """Spend the rest on land units, with a balanced mix of cheap and strong ones."""
        fodder, punch = self.fodder, self.punch
        if fodder is None or punch is None:
            return
        while self.cash >= fodder.cost:
            left = self.places - sum(self.order.values())
            army = sum(n for kind, n in self.order.items() if self.units[kind].kind == "land")
            if left <= 0:
                return
            rich = self.cash / left
            if army >= self.most_army or (self.plane is not None and rich > 1.5 * punch.cost):
                if not self.buy(self.plane):
                    return
                continue
            cheap = self.lacks_fodder() and rich <= fodder.cost + 1
            if self.most_army < FAR and self.plane is not None:
                punch = self.plane  # aircraft need no transport
            unit = fodder if cheap or self.cash < punch.cost else punch
            if not self.buy(unit):
                return

    def _exchange(self) -> None:
        """Replace land units by aircraft, the cheapest first, while IPCs are left for which there are no places."""
        plane = self.plane
        if plane is None or sum(self.order.values()) < self.places:
            return
        army = (kind for kind in self.order if "captures" in self.units[kind].tags)
        for kind in sorted(army, key=lambda k: (self.prices[k], k)):
            more = self.prices[plane.id] - self.prices[kind]
            n = min(self.order[kind], self.cash // more) if more > 0 else 0
            self.cash -= n * more
            self.order[kind] -= n
            self.order[plane.id] = self.order.get(plane.id, 0) + n
        self.order = {kind: n for kind, n in self.order.items() if n}

    def lacks_fodder(self) -> bool:
        """Return whether there are too few cheap land units for the strong ones and the aircraft."""
        return self.cheap <= FODDER * (self.cheap + self.dear)

    def _count(self, unit: UnitType, n: int) -> None:
        """Add units of one of two kinds, if they fight on land."""
        if unit.kind in ("land", "air") and unit.attack and self.fodder is not None:
            if unit.kind == "land" and unit.cost <= 1.4 * self.fodder.cost:
                self.cheap += n * unit.cost
            else:
                self.dear += n * unit.cost


def best_guard(army: Iterable[UnitType]) -> UnitType | None:
    """Return the unit that defends best for its price; None without units."""
    return max(army, key=lambda u: (u.defense * u.hits / max(1, u.cost) ** 2, u.attack), default=None)


def ranks(units: Iterable[UnitType]) -> tuple[UnitType | None, UnitType | None]:
    """Return the cheapest and the strongest for its price of the land units that attack and capture; None without."""
    army = [u for u in units if "captures" in u.tags and u.attack]
    cheap = min(army, key=lambda u: (u.cost / u.hits, -u.attack - u.defense), default=None)
    return cheap, max(army, key=lambda u: (u.attack / max(1, u.cost), u.move), default=None)


def favoring(game: Game, decision: Decision, order: dict[tuple[str, ...], int], kind: str, part: float) -> Any:
    """Return a purchase in which units of one type take the place of others, for a part of the money spent; the same
    purchase if that is not possible."""
    prices = {key: game.stats(decision.power, key[0]).cost for key in order if len(key) == 1}
    spent, freed, new = sum(prices[k] * n for k, n in order.items() if k in prices), 0, dict(order)
    for key in sorted(prices):
        while new[key] and key != (kind,) and freed < part * spent:
            new[key] -= 1
            freed += prices[key]
    new[(kind,)] = new.get((kind,), 0) + freed // game.stats(decision.power, kind).cost
    new = {key: n for key, n in new.items() if n}
    try:
        decision.check(new)
    except SandtableError:
        return order
    return new


def placing(view: View, field: Field, most: dict[tuple[str, ...], int]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Return the keys (unit, space) in the order to fill them, with the desired number of each."""
    capital = view.capital
    ships = Newcomers(view, {kind: max(n for key, n in most.items() if key[0] == kind) for kind, *_ in most})
    coming: dict[str, Muster] = {}

    def score(key: tuple[str, ...]) -> tuple[float, str]:
        kind, space = key[0], key[1]
        unit = view.game.stats(view.power, kind)
        ours = coming.get(space) or view.ours.get(space, EMPTY)
        if unit.kind == "structure" and unit.defense:
            saved = view.danger(space, ours.defense, ours.hits, True)
            saved -= view.danger(space, ours.defense + unit.defense, ours.hits + 1, True)
            return saved * (1 + view.value[space]), space
        if unit.kind == "structure":
            return worth(view, field, space), space
        if unit.kind == "sea":
            return ships.mooring(field, space), space
        lost = view.danger(space, ours.defense, ours.hits, True)
        return field.at(space) - (15 * lost if space != capital else 0), space

    for space, units in _needed(view, most).items():
        coming[space] = view.ours.get(space, EMPTY).copy()
        for unit in units:
            coming[space].add(unit, 1)
        for kind, n in Counter(unit.id for unit in units).items():
            if (kind, space) in most:
                yield (kind, space), n
    for key in sorted(most, key=score, reverse=True):
        yield key, most[key]


def _needed(view: View, most: dict[tuple[str, ...], int]) -> dict[str, list[UnitType]]:
    """Return which units make complexes safe, or at least tenable; a post gets what the capital does not need."""
    new: dict[str, int] = {}
    for kind, space, *_ in most:
        if space in view.makers:
            new[kind] = max(new.get(kind, 0), most[kind, space])
    found, capital = stations(view, new, moving=False), view.capital
    if capital in found and capital != view.post:
        ours, units = view.ours.get(capital, EMPTY), found[capital]
        found[capital] = units[: least(view.menace(capital), ours, units, RISK)]
    return found
