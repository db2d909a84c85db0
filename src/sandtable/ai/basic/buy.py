"""Purchase planning: defend the capital first, then transports for stranded armies, then land units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.errors import SandtableError
from ...core.units import UnitType
from ...engine.board import growth
from ...engine.economy import wanted
from .chart import FAR
from .field import Field
from .fleet import mooring, new_ships
from .goals import convoy_zones
from .guard import capacity, enlisted, gathered, least, stations
from .odds import wins
from .raids import bombs
from .view import EMPTY, Muster, View

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game

#: Accepted chance that the enemy captures the capital after a purchase.
RISK = 0.2
#: Share of the money for ships that take convoy zones.
RAIDERS = 0.35
#: Chance from which an attack in this turn is expected to destroy the enemy units in a territory.
BEATEN = 0.85
#: Number of defending units required before building a complex.
SETTLED = 3
#: Expected share of losses from which a fleet in port needs an escort before more transports.
ESCORT = 0.5
#: A fleet worth this multiple of its transports needs no more escorts.
ENOUGH = 3.0
#: Maximum price of a fleet to save for, as a multiple of the cash.
SAVE = 2.2
#: Desired attack pips of aircraft when the enemy is across the sea.
WATCH = 4
#: Number of land units that may wait for the next transports.
QUEUE = 8
#: Share of the money for cheap land units.
FODDER = 0.52

#: Distance within which a fleet blocks an armada; desired strength of aircraft against it, as a multiple.
BEFORE, BREAK = 3, 1.5
#: Money for each new unit that there is room for, as a multiple of the price of a strong land unit, from which strong
#: ones are bought.
AMPLE = 1.0
#: Maximum number of units for which transports are wanted, and of waiting units for which more are bought.
WANTED, MOST_ROOM = 24.0, 30

#: Zeal from which a side buys bombers with its remaining IPCs to raid the enemy.
RICH = 1.5
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
        self.guards = max(army, key=lambda u: (u.defense * u.hits / u.cost**2, u.attack), default=None)

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
        if wet and len(wet) == len(self.makers):
            self._hunters(wet)
        self._breakers()
        self._raiders()
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
        view, game = self.view, self.view.game
        new = next((u for u in self.units.values() if "produces" in u.tags), None)
        if new is None or self.prices[new.id] > purse:
            return
        home = max((self.field.at(s) for s in self.makers if not self.field.idle(s)), default=0.0)
        best, best_score = None, 0.0
        for space in game.rules.q.placement(game, view.power, new.id):
            ours = view.ours.get(space, EMPTY)
            if self.field.idle(space) or view.value[space] < 2:
                continue
            if ours.hits < SETTLED or view.danger(space, ours.defense, ours.hits, True) > 0.1:
                continue
            score = self.field.at(space) * min(4, view.value[space])
            if self.field.at(space) > 1.3 * home and score > best_score:
                best, best_score = space, score
        if best is not None:
            self.cash -= self.prices[new.id]
            self.order[new.id] = 1
            self.places += 1

    def _overseas(self, wet: list[str]) -> None:
        """Buy transports for waiting units, with an escort, then units to fill them."""
        view, field = self.view, self.field
        ferry = min(
            (u for u in self.units.values() if u.carries and u.kind == "sea"), key=lambda u: u.cost, default=None
        )
        if ferry is None or ferry.carries is None or self.fodder is None:
            return
        waiting = room = 0
        for space, units in view.own.items():
            for stack, n, unit in units:
                if unit.carries and unit.kind == "sea":
                    room += n * unit.carries.places
                    waiting += n * len(stack.cond.cargo)
                elif "captures" in unit.tags and field.idle(space):
                    waiting += n
        zones = dict.fromkeys(z for s in wet for z in view.rules.sea_near[s])
        if not zones:
            return
        zone = max(zones, key=lambda z: (view.peril(z, *view.fleet(z))[1] <= ESCORT, field.at(z), z))
        course = self._course(zone)
        a_turn = self.cash / (1.2 * self.fodder.cost + 1)
        wanted = min(WANTED, max(waiting * 0.8, a_turn) * (1 if len(course) <= 2 else 2))
        if not view.rules.q.placement(view.game, view.power, ferry.id):
            self._wings(2)
            return
        price = ferry.cost * max(0.0, min((wanted - room) / ferry.carries.places, self.cash / ferry.cost))
        escorts = self._escort(zone, room // ferry.carries.places, price)
        if not escorts:
            self._wings(2)
        while self.cash >= ferry.cost and escorts:
            new = sum(n for kind, n in self.order.items() if "captures" in self.units[kind].tags)
            if room < wanted and room < waiting + new + 2:
                if not self.buy(ferry):
                    break
                room += ferry.carries.places
            elif waiting + new < room + QUEUE:
                if not self.buy(self._rider(ferry)):
                    break
            elif room < MOST_ROOM and self._lacks_fodder() and self.buy(ferry):
                room += ferry.carries.places
            else:
                break
        self.most_army = max(0, room + QUEUE - waiting)

    def _rider(self, ferry: UnitType) -> UnitType | None:
        """Return the land unit to carry overseas: as many strong as cheap ones if a transport can carry one of each."""
        fodder, punch, carries = self.fodder, self.punch, ferry.carries
        if fodder is None or punch is None or carries is None or fodder.id == punch.id or self.cash < punch.cost:
            return self._soldier()
        if sum(carries.loads.get(unit.id, FAR) for unit in (fodder, punch)) > carries.capacity:
            return self._soldier()
        going = Counter({kind: n for kind, n in self.order.items() if "captures" in self.units[kind].tags})
        for space, units in self.view.own.items():
            for stack, n, unit in units:
                for _, kind in stack.cond.cargo:
                    going[kind] += n
                if "captures" in unit.tags and self.field.idle(space):
                    going[unit.id] += n
        return punch if going.total() < 2 * going[fodder.id] else fodder

    def _soldier(self) -> UnitType | None:
        """Return the land unit to carry overseas: a strong one if there is more money than places for cheap ones."""
        left = self.places - sum(self.order.values())
        if self.punch is not None and left > 0 and self.cash / left > AMPLE * self.punch.cost:
            return self.punch
        return self.fodder

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

    def _course(self, zone: str) -> list[str]:
        """Return the sea zones on the route to the best shore."""
        sea, field, course = self.view.sea, self.field, [zone]
        while len(course) < 12:
            up = max(sea.near[course[-1]], key=lambda z: (field.at(z), z), default=zone)
            if field.at(up) <= field.at(course[-1]):
                break
            course.append(up)
        return course

    def _escort(self, port: str, ferries: int, price: float) -> bool:
        """Buy warships if the fleet is not safe in its home port together with new transports that cost so much; return
        whether it then is."""
        view, far = self.view, self.view.chart.air[port]
        rows = ((far.get(at, FAR), n, u) for at, units in view.own.items() for _, n, u in units)
        spare = sum(n for away, n, u in rows if u.lands_on_deck and away <= u.move)
        spare -= sum(n * u.deck for units in view.own.values() for _, n, u in units)

        def strength(unit: UnitType, n: int) -> tuple[float, float]:
            """Include the fighters that would board the carriers."""
            pilots = max(0, min(unit.deck * n, spare))
            return n * unit.defense + 4 * pilots, n * unit.hits + pilots

        warships = [u for u in self.units.values() if u.kind == "sea" and u.defense and "submarine" not in u.tags]
        best = max(warships, key=lambda u: strength(u, 1)[0] * strength(u, 1)[1] / u.cost**1.5, default=None)
        defense, lives, worth = view.fleet(port)
        if best is None or worth > ENOUGH * (ferries + 2) * 8:
            return True

        def peril(n: int, unit: UnitType = best) -> float:
            more = strength(unit, n)
            return view.peril(port, defense + more[0], lives + more[1], worth + price + n * unit.cost)[1]

        if peril(0) <= ESCORT and (worth or peril(1) <= ESCORT):
            return True
        most = int(self.cash // self.prices[best.id])
        n = next((n for n in range(1, most + 1) if peril(n) <= ESCORT), 0)
        self.buy(best, n)
        if not n and peril(int(SAVE * self.cash // self.prices[best.id])) <= ESCORT:
            self.cash = 0  # save for a fleet that is strong enough at once
        return n > 0

    def _bombers(self, foes: list[str]) -> None:
        """Buy one bomber while one of these enemies has more IPCs than all bombers of this side can destroy."""
        view = self.view
        bomber = max((u for u in self.units.values() if bombs(u)), key=lambda u: bombs(u) / u.cost, default=None)
        if bomber is None or self.cash < 2 * bomber.cost:
            return
        rows = [(n, u) for units in view.own.values() for _, n, u in units]
        rows += [(n, u) for _, _, n, u in view.friends]
        rows += [(self.order.get(bomber.id, 0), bomber)]
        if sum(n * bombs(u) for n, u in rows) < max((view.state.ipcs[p] for p in foes), default=0):
            self.buy(bomber)

    def _wings(self, most: int = 1) -> None:
        """Buy aircraft if IPCs are left and there are few."""
        best = self.plane
        flying = sum(n for units in self.view.own.values() for _, n, u in units if u.kind == "air")
        if best is None:
            return
        for _ in range(most):
            if self.cash < (2.2 if most == 1 else 1) * best.cost or flying >= (6 if most == 1 else 9):
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
            cheap = self._lacks_fodder() and rich <= fodder.cost + 1
            if self.most_army < FAR and self.plane is not None:
                punch = self.plane  # aircraft need no transport
            unit = fodder if cheap or self.cash < punch.cost else punch
            if not self.buy(unit):
                return

    def _lacks_fodder(self) -> bool:
        """Return whether there are too few cheap land units for the strong ones and the aircraft."""
        return self.cheap <= FODDER * (self.cheap + self.dear)

    def _count(self, unit: UnitType, n: int) -> None:
        """Add units of one of two kinds, if they fight on land."""
        if unit.kind in ("land", "air") and unit.attack and self.fodder is not None:
            if unit.kind == "land" and unit.cost <= 1.4 * self.fodder.cost:
                self.cheap += n * unit.cost
            else:
                self.dear += n * unit.cost


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
    # as if one sea zone had room for all new ships
    ships = new_ships(view, {kind: max(n for key, n in most.items() if key[0] == kind) for kind, *_ in most})
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
            return field.at(space) * min(4, view.value[space]), space
        if unit.kind == "sea":
            return mooring(view, field, space, ships.defense, ships.hits), space
        danger = view.danger(space, ours.defense, ours.hits, True)
        return field.at(space) - (15 * danger if space != capital else 0), space

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
    """Return which units make complexes safe, or at least tenable; a post gets all of them."""
    new: dict[str, int] = {}
    for kind, space, *_ in most:
        if space in view.makers:
            new[kind] = max(new.get(kind, 0), most[kind, space])
    found, capital = stations(view, new, moving=False), view.capital
    if capital in found and capital != view.post:
        ours, units = view.ours.get(capital, EMPTY), found[capital]
        found[capital] = units[: least(view.menace(capital), ours, units, RISK)]
    return found
