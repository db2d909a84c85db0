"""Snapshot of the board for one power: unit positions, strengths, and enemy reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ...core.forces import Stack
from ...core.units import Canal, UnitType
from ...engine.board import canal_open, incomes, valued
from .allies import Allies
from .brink import OPEN, Brink, brink
from .chart import FAR, chart_of
from .goals import CLOSE, denials, foe_shortfall, missing, shortfall, stakes, vital
from .odds import shares, wins
from .style import PLAIN, Style
from .supposing import supposing

if TYPE_CHECKING:
    from ...engine.game import Game

Unit = tuple[Stack, int, UnitType]


class Blow(NamedTuple):
    """A possible enemy attack: pips, hit points, units that could capture the territory, cost in IPCs, and the lowest
    price of a hit point."""

    pips: float
    hits: float
    takers: float
    worth: float
    least: float

    def cost(self, part: float) -> float:
        """Return the IPCs lost with a part of the hit points: cheap units go first, so the price rises steadily from
        the lowest one, and all together cost `worth`."""
        fodder = self.least * self.hits
        return part * (fodder + part * (self.worth - fodder))


#: Attack and price of each unit that enemy transports may land next turn, and how many of them come at most.
LANDED, PRICE, CROWD = 1.2, 3.5, 16
#: Distance from which enemy transports threaten a territory that counts for a goal of theirs; how many units are
#: expected to land at most, and their attack each, with the aircraft that support them.
LOOMING, MOST_LANDED, PUNCH = 4, 14, 1.9
#: Part of them that a complex other than a capital is guarded against.
PART = 0.4
#: Weight of the enemy's own losses in its decision to attack.
DETERRENT = 3.0
#: Maximum increase of this weight for the richer side.
BOLD = 1.7
#: IPCs that a side lacks for a win by production from which the end of the round is thought through.
SOON = 12
#: Exponent and bounds of the effect of a side's means on zeal.
ZEAL, LEAST_ZEAL, MOST_ZEAL = 3.5, 1.0, 2.0
#: Number of turns whose income counts for the means.
HORIZON = 9
NO_BLOW = Blow(0.0, 0.0, 0.0, 0.0, 0.0)
#: What a view takes over from the one before it in the same phase, where that has been asked for.
LASTING = ("vital", "zeal", "lacks", "brink", "allies", "post", "gates")


def helpless(unit: UnitType) -> bool:
    """Return whether a ship never fights, and so is lost with its escort without taking hits for it."""
    return unit.kind == "sea" and not unit.attack and not unit.defense


class Muster:
    """The totals of the fighting units of one side in a space; `spoils` is the cost of those that cannot fight."""

    __slots__ = ("_costs", "air", "attack", "defense", "hits", "prices", "spoils", "takers", "worth")

    def __init__(self) -> None:
        self.attack = self.defense = self.hits = self.takers = self.air = self.worth = self.spoils = 0
        self.prices: dict[int, int] = {}
        self._costs: list[tuple[int, int]] | None = None

    def add(self, unit: UnitType, n: int, damage: int = 0) -> None:
        attack, defense, cost, kind, prices = unit.attack, unit.defense, unit.cost, unit.kind, self.prices
        if not attack and not defense and kind == "sea":  # helpless
            self.worth, self.spoils = self.worth + n * cost, self.spoils + n * cost
            return
        lives = n * (unit.hits - damage)
        self.attack += n * attack * unit.attack_dice
        self.defense += n * defense * unit.defense_dice
        self.hits += lives
        self.worth += n * cost
        prices[cost] = prices.get(cost, 0) + lives
        self._costs = None
        if kind == "air":
            self.air += n
        elif "captures" in unit.tags:
            self.takers += n

    def copy(self) -> Muster:
        out = Muster.__new__(Muster)
        out.attack, out.defense, out.hits = self.attack, self.defense, self.hits
        out.takers, out.air, out.worth = self.takers, self.air, self.worth
        out.prices, out.spoils, out._costs = dict(self.prices), self.spoils, None
        return out

    @property
    def costs(self) -> list[tuple[int, int]]:
        """(price, hit points), cheapest first."""
        if self._costs is None:
            self._costs = sorted(self.prices.items())
        return self._costs


EMPTY = Muster()


def _armies(game: Game) -> dict[str, int]:
    """Return the cost of the fighting units of each power."""
    out: dict[str, int] = {}
    for space, force in game.state.forces.items():
        for stack, n in force.items():
            unit = game.unit(stack, space)
            if stack.owner in game.sides and (unit.attack or unit.defense):
                out[stack.owner] = out.get(stack.owner, 0) + n * unit.cost
    return out


def zeal(game: Game, power: str) -> float:
    """Return the weight of enemy losses compared to own ones: higher for the side with more means, which can afford to
    trade. The means are the units and the income of the next turns; income alone makes a side rash that is richer, but
    not yet stronger."""
    foes, ours, theirs = game.foes(power), 1, 1
    means = _armies(game)
    for owner, ipcs in incomes(game).items():
        if owner is not None:
            means[owner] = means.get(owner, 0) + HORIZON * ipcs
    for owner, ipcs in means.items():
        if owner in foes:
            theirs += ipcs
        else:
            ours += ipcs
    ratio: float = (ours / theirs) ** ZEAL
    return min(MOST_ZEAL, max(LEAST_ZEAL, ratio))


def _joint(blows: Collection[Sequence[float]]) -> Blow:
    """Return the combined attack of several enemies, which attack one after another, so squares add up."""
    pips = hits = takers = worth = squares = 0.0
    least = inf
    for blow in blows:
        pips += blow[0]
        hits += blow[1]
        takers += blow[2]
        worth += blow[3]
        least = min(least, blow[4])
        squares += blow[0] * blow[1]
    part = sqrt(squares / (pips * hits)) if pips * hits else 1.0
    return Blow(pips * part, hits * part, takers, worth * part, least)


class View:
    """The board as one power sees it.

    `own` are its units by space; `ours` and `theirs` the fighting units of its side and of its enemies; `guns` the
    territories with enemy antiaircraft guns; `makers` the controller of each complex; `value` the IPCs of each
    territory.
    """

    # read faster than attributes in a dictionary
    __slots__ = (
        "__dict__", "_airways", "_blows", "_by_power", "_decides", "_forces", "_found", "_rests", "_storms",
        "_strikers", "capitals", "chart", "enemies", "flag", "foe_lacks", "foes", "friends", "game", "guns", "is_land",
        "makers", "missing", "ours", "own", "owner", "power", "rules", "sea", "stakes", "state", "style", "theirs",
        "value",
    )  # fmt: skip

    def __init__(self, game: Game, power: str, before: View | None = None, style: Style = PLAIN) -> None:
        """`before` is a view from the same phase; what the enemy can do has not changed since."""
        self.game, self.power, self.rules = game, power, game.rules
        self.style: Style = before.style if before else style
        self.state, self.foes = game.state, game.foes(power)
        self.chart = chart_of(game.rules)
        self.owner = game.state.owner
        self.is_land = game.rules.is_land
        self.own: dict[str, list[Unit]] = {}
        self.flag = game.rules.flag_of(power)  # whose units it has
        self.ours: dict[str, Muster] = {}
        self.capitals = {p.capital: p.name for p in game.rules.powers.values() if p.capital}
        self._decides: dict[str, bool] = {}
        if before is not None:
            known = before.__dict__
            self.__dict__.update({name: known[name] for name in LASTING if name in known})
        if before is None:
            value = valued(game)
            self.value = dict(zip(game.rules.lands, map(value, game.rules.lands), strict=True))
            self.stakes, self.missing = stakes(game, power), missing(game, power)
            self.foe_lacks = foe_shortfall(game, power, self.value)
            for space, worth in denials(game, power, self.value, self.foe_lacks).items():
                self.stakes[space] = self.stakes.get(space, 0.0) + worth
            self.theirs: dict[str, Muster] = {}
            self.enemies: list[tuple[str, Stack, int, UnitType]] = []
            self.friends: list[tuple[str, Stack, int, UnitType]] = []
            self.guns: set[str] = set()
            self.makers: dict[str, str | None] = {}
            self._blows: dict[str, Blow] = {}
            self._storms: dict[str, Blow] = {}
            self._strikers: dict[str, str] = {}
        else:
            self.value, self.theirs, self.enemies = before.value, before.theirs, before.enemies
            self.stakes, self.missing, self.foe_lacks = before.stakes, before.missing, before.foe_lacks
            self.guns, self.makers, self.friends = before.guns, before.makers, before.friends
            self._strikers, self.threats = before._strikers, before.threats
            self._blows, self._storms = before._blows, before._storms
        self._rests: dict[tuple[str, tuple[str, ...]], Blow] = {}
        self._airways: dict[tuple[str, int], dict[str, str]] = {}
        self._forces = dict(game.state.forces)
        self._found = game.found  # a new object after changes of technologies, relations, or control
        self._sort_out(before)
        canals = game.rules.canals.values()
        self.sea = self.chart.sea(frozenset(c.name for c in canals if self._open(c)))

    def _open(self, canal: Canal) -> bool:
        """Return whether the power's ships can count on a canal or strait."""
        if canal.strait:
            return canal_open(self.game, self.power, *canal.connects)
        return all(self.friendly(b) for b in canal.controlled_by)

    def _sort_out(self, before: View | None) -> None:
        """Sort the units by side; take over what `before` found in spaces where nothing has changed since."""
        foes, flag, fresh, units = self.foes, self.flag, before is None, self.game.units_at()
        own, formed = self.own, self.game.rules.formed
        same = before._forces if before is not None and before.holds_numbers() else {}
        for space, force in self._forces.items():
            if before is not None and force is same.get(space):
                row = before.own.get(space)
                if row is not None:
                    own[space] = row
                muster = before.ours.get(space)
                if muster is not None:
                    self.ours[space] = muster
                continue
            for stack, n in force.items():
                owner, type, cond = stack
                hostile = owner in foes
                if hostile and not fresh:
                    continue
                unit = units[owner][type]
                if cond.damage and type in formed:
                    unit = self.game.unit(stack)
                if owner == flag:
                    row = own.get(space)
                    if row is None:
                        row = own[space] = []
                    row.append((stack, n, unit))
                elif hostile:
                    self.enemies.append((space, stack, n, unit))
                elif fresh:
                    self.friends.append((space, stack, n, unit))
                if "passive" in unit.tags:
                    if "produces" in unit.tags:
                        self.makers[space] = self.owner.get(space)
                    elif unit.aa and hostile:
                        self.guns.add(space)
                    continue
                side = self.theirs if hostile else self.ours
                muster = side.get(space)
                if muster is None:
                    muster = side[space] = Muster()
                muster.add(unit, n, cond.damage)

    @property
    def capital(self) -> str:
        """The capital of the power; of one whose countries have the capitals, the one in greatest danger."""
        own = self.rules.powers[self.power].capital
        homes = () if own else (s for s, name in self.capitals.items() if self.rules.flag_of(name) == self.power)
        return own or max(homes, key=lambda s: (self.friendly(s), self.storm(s).pips, s), default="")

    @cached_property
    def post(self) -> str:
        """The complex that is held like the capital: that of the style, or the bulwark of an inland capital; "" for
        none.

        The enemy can come to an inland capital by land only, and an army in a complex next to it is back in one step. A
        capital on a coast is not covered by it.
        """
        capital, near = self.capital, self.chart.land.near
        if self.style.post or not capital or self.rules.sea_near[capital] or not self.friendly(capital):
            return self.style.post
        own = [s for s in near[capital] if self.makers.get(s) == self.power and self.threats.get(s)]
        return max(own, key=lambda s: (self.value[s], s), default="")

    @cached_property
    def vital(self) -> frozenset[str]:
        """The territories of this side to guard with foresight: those of which a single one completes a goal of the
        enemy, and complexes other than the capital that count for a goal that the enemy is close to."""
        last, counting = vital(self.game, self.power), vital(self.game, self.power, CLOSE)
        return last | {s for s in counting if self.makers.get(s) == self.power and s not in self.capitals}

    def menace(self, space: str) -> tuple[float, float, float]:
        """Return the (pips, hit points, capturing units) of enemies that could attack a space next turn, and if it is
        vital, of those that could land there the turn after."""
        pips, hits, takers = self.storm(space)[:3]
        if space in self.vital:
            part = 1.0 if space in self.capitals else PART
            landed = part * min(MOST_LANDED, self.armada(space, LOOMING))
            pips, hits, takers = max(pips, PUNCH * landed), max(hits, landed), max(takers, landed)
        return pips, hits, takers

    def armada(self, space: str, reach: int) -> int:
        """Return how many units enemy transports within a distance of a coast can land."""
        shores = self.rules.sea_near[space]
        return sum(
            n * unit.carries.places
            for at, _, n, unit in self.enemies
            if unit.carries and not self.is_land[at] and any(self.sea[at].get(z, FAR) <= reach for z in shores)
        )

    @cached_property
    def zeal(self) -> float:
        """The zeal of this side."""
        return self.style.bold * zeal(self.game, self.power)

    @cached_property
    def deterrent(self) -> float:
        """The weight of enemy losses compared to own ones in an enemy attack."""
        return DETERRENT * min(BOLD, max(1.0, self.zeal))

    def decides(self, space: str) -> bool:
        """Return whether capturing a capital would win the war."""
        found = self._decides.get(space)
        if found is None:
            with supposing(self.game, {space: self.power}):
                won = self.rules.q.victory(self.game, "turn_end")
            found = self._decides[space] = won is not None and won[0] == self.game.sides[self.power]
        return found

    def holds(self) -> bool:
        """Return whether the board is still unchanged."""
        return self.holds_numbers() and self.game.state.forces == self._forces

    def holds_numbers(self) -> bool:
        """Return whether technologies, relations, and control are still unchanged."""
        return self.game.found is self._found

    def completes(self, space: str) -> float:
        """Return the share that an enemy territory adds of what is missing for a win, in production or of the
        territories of a goal; 1 if it is enough."""
        part, lacks = self.missing.get(space, 0.0), self.lacks
        return part if lacks == inf else max(part, min(1.0, float(self.value[space]) / lacks))

    @cached_property
    def lacks(self) -> float:
        """The IPCs of enemy territories that this side lacks for a win by production."""
        return shortfall(self.game, self.power, self.value)

    @cached_property
    def brink(self) -> Brink:
        """What the end of the round means, if a side is near a win."""
        near = min(self.lacks, self.foe_lacks) <= SOON or 1.0 in self.missing.values() or self.vital
        return brink(self) if near else OPEN

    def friendly(self, space: str) -> bool:
        """Return whether this side controls a territory."""
        owner = self.owner.get(space)
        return owner is not None and owner not in self.foes

    def hostile(self, space: str) -> bool:
        """Return whether an enemy controls a territory."""
        owner = self.owner.get(space)
        return owner is not None and owner in self.foes

    def airway(self, start: str, end: str, most: int) -> tuple[str, ...] | None:
        """Return a path for aircraft within a distance, around antiaircraft guns if possible."""
        back = self._airways.get((start, most))
        if back is None:
            back = self._airways[start, most] = {start: ""}
            edge = [start]
            for _ in range(most):
                ahead = []
                for at in edge:
                    for near in self.chart.air.near[at]:
                        if near not in back and near not in self.chart.neutral:
                            back[near] = at
                            if near not in self.guns:
                                ahead.append(near)
                edge = ahead
        if end in back:
            path = [end]
            while path[-1] != start:
                path.append(back[path[-1]])
            return tuple(reversed(path))
        way = self.chart.air.way(start, end)
        return way if way is not None and len(way) - 1 <= most else None

    # --- enemy options ------------------------------------------------------------------------------------------------

    @cached_property
    def threats(self) -> dict[str, dict[str, list[float]]]:
        """Return space -> enemy power -> what could attack it next turn, like a `Blow`."""
        self._by_power: dict[str, dict[str, list[float]]] = {}
        self._find_threats()
        out: dict[str, dict[str, list[float]]] = {}
        for power, rows in self._by_power.items():
            for space, row in rows.items():
                there = out.get(space)
                if there is None:
                    out[space] = {power: row}
                else:
                    there[power] = row
        return out

    def _find_threats(self) -> None:
        # where enemy aircraft can land
        fields = self.chart.air.nearest(s for s, owner in self.owner.items() if owner in self.foes)
        ferries: dict[str, list[tuple[str, int, int]]] = {}
        marches: dict[tuple[str, int], list[str]] = {}
        targets: Iterable[str]
        for space, stack, n, unit in self.enemies:
            pips, takers, most = n * unit.attack * unit.attack_dice, 0, unit.move
            if unit.kind == "air":
                targets = self._by_air(space, most, fields)
            elif unit.kind == "land":
                if not pips or not self.is_land[space]:
                    targets = ()
                elif (space, most) in marches:
                    targets = marches[space, most]
                else:
                    targets = marches[space, most] = self._by_land(space, most)
                takers = n if "captures" in unit.tags else 0
            elif unit.kind == "sea":
                if unit.carries:
                    ferries.setdefault(stack.owner, []).append((space, n * unit.carries.places, most))
                targets = self.sea.within(space, most) if pips else ()
            else:
                continue
            self._add(targets, stack.owner, pips, n * unit.hits, takers, n * unit.cost)
        soldiers: dict[tuple[str, str], int] = {}
        for space, stack, n, unit in self.enemies if ferries else ():
            if "captures" in unit.tags:
                soldiers[stack.owner, space] = soldiers.get((stack.owner, space), 0) + n
        for owner, rows in ferries.items():
            self._by_landing(owner, rows, soldiers)

    def _add(self, targets: Iterable[str], power: str, pips: float, hits: float, takers: float, worth: float) -> None:
        """Add the units that can attack each of these spaces."""
        rows, least = self._by_power.get(power), worth / hits if hits else inf
        if rows is None:
            rows = self._by_power[power] = {}
        for space in targets:
            if space in rows:
                row = rows[space]
                row[0] += pips
                row[1] += hits
                row[2] += takers
                row[3] += worth
                row[4] = min(row[4], least)
            else:
                rows[space] = [pips, hits, takers, worth, least]

    def _by_air(self, space: str, move: int, fields: Mapping[str, int]) -> list[str]:
        """Return where enemy aircraft can attack from a space and land again: on a field, or where a carrier waits."""
        out: list[str] = []
        back = -1 if self.is_land[space] else move // 2
        for steps, spaces in enumerate(self.chart.air.rings(space, move)):
            left = move - steps
            out += spaces if steps <= back else [s for s in spaces if fields[s] <= left]
        return out

    def _by_land(self, space: str, move: int) -> list[str]:
        """Return where enemies can march from a space through undefended territories."""
        near = self.chart.land.near
        out, edge = [space], [space]
        for _ in range(move):
            ahead = []
            for at in edge:
                for to in near[at]:
                    if to not in out and self.owner.get(to) is not None:
                        out.append(to)
                        if not self._blocks(to):
                            ahead.append(to)
            edge = ahead
        return out[1:]

    @cached_property
    def gates(self) -> frozenset[str]:
        """The territories next to complexes of this side through which enemy units could march on to these in the same
        move, if no unit of the power stood there."""
        near, makers = self.chart.land.near, self.makers
        shut = {at for at, _, _, unit in self.friends if unit.kind == "land" and "passive" not in unit.tags} | {*makers}
        beside = {to for s in makers if self.friendly(s) for to in near[s] if to not in shut and self.friendly(to)}
        fast = {
            (at, unit.move - 1)
            for at, _, _, unit in self.enemies
            if unit.kind == "land" and unit.attack and unit.move > 1 and self.is_land[at]
        }
        return frozenset(beside.intersection(to for at, move in fast for to in self._by_land(at, move)))

    def _blocks(self, space: str) -> bool:
        """Return whether units of this side keep enemies from marching through a territory: aircraft over enemy land
        have to leave it."""
        ours = self.ours.get(space)
        return ours is not None and ours.hits > (ours.air if self.hostile(space) else 0)

    def _by_landing(self, owner: str, rows: list[tuple[str, int, int]], soldiers: dict[tuple[str, str], int]) -> None:
        """Add the landings of a power: units in its transports or waiting on coasts may land in range."""
        coasts: dict[str, float] = {}
        for zone, room, move in rows:
            pool = sum([soldiers.get((owner, s), 0) for s in self.sea.shores(zone, 1)])
            aboard = sum(len(s.cond.cargo) * n for s, n in self.state.at(zone).items() if s.owner == owner)
            force = min(room, pool + aboard)
            if force:
                for land in dict.fromkeys(self.sea.shores(zone, move)):
                    coasts[land] = coasts.get(land, 0) + force
        for land, units in coasts.items():
            landed = min(units, CROWD)
            self._add((land,), owner, LANDED * landed, landed, landed, PRICE * landed)

    def blow(self, space: str) -> Blow:
        """Return the strongest attack that a single enemy could make on a space."""
        found = self._blows.get(space)
        if found is None:
            row = self.threats.get(space)
            power = max(row, key=lambda p: row[p][0] * row[p][1]) if row else ""
            self._strikers[space] = power
            found = self._blows[space] = Blow(*row[power]) if row else NO_BLOW
        return found

    @cached_property
    def allies(self) -> Allies:
        """What allies can do before the enemy moves."""
        return Allies(self)

    def standing(self, space: str) -> tuple[float, float]:
        """Return the (defense pips, hit points) that allies may add to a space before the strongest enemy attacks."""
        self.blow(space)
        foe = self._strikers[space]
        return self.allies.stand(space, foe) if foe else (0.0, 0.0)

    def storm(self, space: str) -> Blow:
        """Return the combined attack of all enemies, which attack one after another, so squares add up."""
        found = self._storms.get(space)
        if found is None:
            row = self.threats.get(space)
            found = self.blow(space) if not row or len(row) == 1 else _joint(row.values())
            self._storms[space] = found
        return found

    def rest(self, space: str, without: tuple[str, ...]) -> Blow:
        """Return the combined attack of all enemies but those in spaces from which they reach this one."""
        found = self._rests.get((space, without))
        if found is None:
            found = self._rests[space, without] = self._find_rest(space, without)
        return found

    def _find_rest(self, space: str, without: tuple[str, ...]) -> Blow:
        row, gone = self.threats.get(space), dict[str, list[float]]()
        for at in without if row else ():
            for stack, n in self.state.at(at).items():
                unit = self.game.unit(stack)
                near = self.chart.air if unit.kind == "air" else self.chart.land
                if stack.owner in self.foes and unit.attack and near[space].get(at, FAR) <= unit.move:
                    lost = gone.setdefault(stack.owner, [0.0, 0.0, 0.0, 0.0, 0.0])
                    pips, taker = n * unit.attack * unit.attack_dice, n * ("captures" in unit.tags)
                    for i, x in enumerate((pips, n * unit.hits, taker, n * unit.cost)):
                        lost[i] += x
        if not row or not gone:
            return self.storm(space)
        return _joint([[max(0.0, x - y) for x, y in zip(b, gone.get(p, NO_BLOW))] for p, b in row.items()])

    def peril(self, space: str, defense: float, lives: float, worth: float) -> tuple[float, float]:
        """Return (chance that the strongest enemy destroys this force next turn, share of its value at risk).

        Attacks that cost the enemy more than they destroy do not count.
        """
        blow = self.blow(space)
        if not blow.hits:
            return 0.0, 0.0
        if not worth:
            return 1.0, 1.0
        chance, theirs, ours = shares(blow.pips, blow.hits, defense, lives)
        return chance, min(1.0, max(0.0, ours - self.deterrent * blow.cost(theirs) / worth))

    def danger(
        self, space: str, defense: float, lives: float, takers_only: bool = False, without: str | None = None
    ) -> float:
        """Return the chance that the enemy destroys this defense next turn (`takers_only`: if it can then capture the
        space).

        `without` excludes the enemies in a space that will be attacked.
        """
        pips, hits, takers = (self.storm(space) if without is None else self.rest(space, (without,)))[:3]
        if hits <= 0 or pips <= 0 or (takers_only and takers <= 0):
            return 0.0
        return wins(pips, hits, defense, lives)

    @cached_property
    def _fleets(self) -> list[tuple[str, tuple[int, int, int]]]:
        """The own units in each sea zone: their defense pips, hit points, and cost with their cargo."""
        out = []
        for at, units in self.own.items():
            if not self.is_land[at]:
                defense = hits = worth = 0
                for stack, n, unit in units:
                    defense += n * unit.defense
                    hits += 0 if helpless(unit) else n * (unit.hits - stack.cond.damage)
                    worth += n * (unit.cost + 3 * len(stack.cond.cargo))
                out.append((at, (defense, hits, worth)))
        return out

    def fleet(self, zone: str, reach: int = 2, gone: Collection[str] = ()) -> tuple[float, float, float]:
        """Return the (defense pips, hit points, cost) of own and allied ships within a distance of a sea zone, without
        those as close to one of the sea zones `gone`, which they escort others to."""
        defense = hits = worth = 0.0
        for at, ships in self._fleets:
            if self.sea[at].get(zone, FAR) <= reach and not any(self.sea[at].get(z, FAR) <= reach for z in gone):
                defense += ships[0]
                hits += ships[1]
                worth += ships[2]
        ours = self.ours.get(zone)
        if ours is not None:
            own = [(s, n, u) for s, n, u in self.own.get(zone, ())]
            defense += ours.defense - sum(n * u.defense for _, n, u in own)
            hits += ours.hits - sum(n * (u.hits - s.cond.damage) for s, n, u in own if not helpless(u))
        return defense, hits, worth
