"""Evaluation of land wars between stacks: the strength of armies, what can arrive next, and the value of each space.

For rulesets in which a battle for a territory lasts few rounds, so that armies of both sides share territories for
turns. The cost depends only on the number of spaces, not on the number of units.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

from ...battle.columns import columns
from ...battle.contest import SETTLED, program
from ...battle.volley import ATTACKER, DEFENDER, Piece, Volley
from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.memory import ALIGNMENTS, CONTESTED, OUT

if TYPE_CHECKING:
    from ...engine.game import Game

#: Units by type.
Army = dict[str, int]

#: IPCs for holding a territory, per IPC of its value and for itself; and extra for a capital.
INCOME, GROUND, CAPITAL = 1.65, 3.0, 70.0
#: Factor of the attraction per step by land.
FADES = 0.74
#: Greatest attraction, and the smallest that counts; weight of the own capital compared to others.
MOST, IDLE, HOME = 20.0, 0.8, 1.6
#: Exponent by which one more unit counts less in a great army.
CROWDED = 0.36
NOBODY = (0.0, 0.0)
#: Share of adjacent enemies that counts; share of those in a contested territory.
NEXT_DOOR, BOUND = 0.6, 0.23
#: Share of the enemies two steps from a capital that counts; weight of an ally's capital.
AT_GATES, ALLY = 0.25, 0.25
#: Share of the adjacent friendly units that may come to help.
FRIENDS = 0.3
#: Maximum weight of losses for the side whose income has shrunk.
RICH = 1.45
#: IPCs per land unit; and per unit of an army that would join. Units per unit of an army that would resist.
UNIT, JOINS, RESISTS = 4.8, 3.0, 2.0
#: Smallest weight of a territory that is quite safe, or lost; units nearby that make no difference to its attraction.
LOPSIDED, CROWD = 0.05, 6.0
#: Ratio of enemy to own losses with which an optional round of attack is fought.
FAIR = 0.9
#: Share of the enemies nearby that hit a unit; weight of these losses; share of them that the enemy loses.
HITS, FEAR, ANSWER = 0.4, 0.5, 0.5
#: Exponent of the ratio of units in the chance to hold a territory.
STEEPNESS = 3.0


class Punch(NamedTuple):
    """The expected effect of a roll of land combat: hits scored, and hits absorbed without losses."""

    hits: float
    spared: float


class Home(NamedTuple):
    """A capital, with the units in it or adjacent to it, against the enemies that may soon reach it."""

    space: str
    zone: frozenset[str]
    foes: float
    friends: float
    weight: float

    def safe(self, guards: float) -> float:
        """Return the value of this number of own units in the zone."""
        side = guards + self.friends
        return self.weight * _share(side, self.foes)


class Gunnery:
    """Return the expected hits of an army from the rolls of the ruleset, including support, air supremacy, and
    absorption."""

    def __init__(self, game: Game) -> None:
        self.units = game.rules.units
        lines = [s for _, s in program(game.rules, "land_battle").in_round(SETTLED) if isinstance(s, Volley)]
        self.volleys = {v.side: v for v in lines if not v.who.aside and not v.who.marks}
        self.flies = {u for u, unit in self.units.items() if unit.kind == "air"}
        self.kept: dict[tuple[str, bool, frozenset[tuple[str, int]]], Punch] = {}
        absorb = self.volleys[DEFENDER].absorb if DEFENDER in self.volleys else None
        self.sparing = {u for u, unit in self.units.items() if absorb and absorb.takes(Piece("", unit))}

    def fire(self, side: str, army: Mapping[str, int], enemy: Mapping[str, int]) -> Punch:
        """Return the result of one round of fire of an army as attacker or defender against another."""
        flies = self.flies
        wings = [k for k, n in enemy.items() if n and k in flies]
        more = bool(wings) and sum([n for k, n in army.items() if k in flies]) > sum([enemy[k] for k in wings])
        key = (side, bool(wings) and not more, frozenset([row for row in army.items() if row[1]]))
        found = self.kept.get(key)
        if found is None:
            found = self.kept[key] = self._fire(side, army, wings[:1] if key[1] else [])
            if len(self.kept) > 50_000:
                self.kept.clear()
        return found

    def _fire(self, side: str, army: Mapping[str, int], wings: list[str]) -> Punch:
        volley = self.volleys[ATTACKER if side == ATTACKER else DEFENDER]
        own = {Piece("", self.units[k]): n for k, n in army.items() if n}
        target = next(u for u in self.units.values() if u.kind == "land")
        foe = {Piece("-", target): 1, **{Piece("-", self.units[w]): 1 for w in wings}}
        pips = sum(value * n for value, n in columns(volley, own, foe))
        spared = sum(n for k, n in army.items() if k in self.sparing) if side == ATTACKER else 0
        return Punch(pips / 6, spared)


def gunnery(game: Game) -> Gunnery:
    """Return the gunnery of a ruleset (cached)."""
    found: Gunnery | None = game.rules.cache.get(Gunnery)
    if found is None:
        found = game.rules.cache[Gunnery] = Gunnery(game)
    return found


def richness(game: Game, enemies: Collection[str], allies: Collection[str]) -> float:
    """Return how much enemy losses count compared to own ones: a side whose income has grown can lose more."""
    spaces, holders = game.rules.spaces.values(), game.rules.holders
    first = [sum(s.value for s in spaces if holders.get(s.name, s.owner) in side) for side in (allies, enemies)]
    value, owners = game.rules.q.value, game.state.owner.items()
    now: list[int] = [sum(value(game, s) for s, owner in owners if owner in side) for side in (allies, enemies)]
    if not all(first) or not now[1]:
        return RICH
    return min(RICH, max(1 / RICH, now[0] * first[1] / (now[1] * first[0])))


def _share(ours: float, theirs: float) -> float:
    """Return the chance to hold a territory with these numbers of units nearby; 0 without units."""
    return ours**STEEPNESS / (ours**STEEPNESS + theirs**STEEPNESS) if ours else 0.0


def add(army: Army, other: Mapping[str, int], sign: int = 1) -> Army:
    """Return an army with another added (or removed)."""
    out = dict(army)
    for kind, n in other.items():
        out[kind] = out.get(kind, 0) + sign * n
    return {k: n for k, n in out.items() if n} if 0 in out.values() else out


def ground_of(game: Game, power: str) -> Ground:
    """Return the land as a power sees it, cached until units move or control, technologies, or relations change."""
    found: tuple[Any, Ground] | None = game.found.get(("ground", power))
    if found is None or found[0] != game.state.forces:
        forces = {space: dict(force) for space, force in game.state.forces.items()}
        found = game.found["ground", power] = forces, Ground(game, power)
    return found[1]


class Ground:
    """The land as one power sees it.

    `mine`, `friends`, and `foes` are the armies by territory. `reach` is the number of enemy units that may enter a
    territory next, and `help` the number of friendly ones. `count` is the number of units of both sides, `value` the
    value of holding a territory, and `pull` its attraction for armies.
    """

    def __init__(self, game: Game, power: str) -> None:
        self.game, self.power, self.rules = game, power, game.rules
        self.state, side = game.state, game.sides
        #: powers that are not at war yet count as future enemies
        self.enemies = game.foes(power) or frozenset(p for p in side if side[p] != side[power])
        self.allies = game.friends(power) if game.foes(power) else frozenset(p for p in side if side[p] == side[power])
        self.guns = gunnery(game)
        self.mine: dict[str, Army] = {}
        self.friends: dict[str, Army] = {}
        self.foes: dict[str, Army] = {}
        self.stacks: dict[str, list[tuple[Stack, int, UnitType]]] = {}
        self.owners: dict[str, set[str]] = {}
        self._sort_out()
        #: units of friends, and of enemies, by territory
        self.friendly_units = {s: sum(army.values()) for s, army in self.friends.items()}
        self.enemy_units = {s: sum(army.values()) for s, army in self.foes.items()}
        self.count = {
            s: (
                float(sum(self.mine.get(s, {}).values()) + self.friendly_units.get(s, 0)),
                float(self.enemy_units.get(s, 0)),
            )
            for s in {**self.mine, **self.friends, **self.foes}
        }
        self.capital = game.rules.powers[power].capital
        self.capitals = {p.capital: p.name for p in game.rules.powers.values()}
        self.minors: Mapping[str, Mapping[str, Any]] = {
            str(row["home"]): row for row in game.rules.tables.get("minors", {}).values()
        }
        worth = game.rules.q.value
        self.value = {s: INCOME * worth(game, s) + GROUND for s in game.rules.lands}
        for space, name in self.capitals.items():
            if name not in OUT.get(game.state):
                self.value[space] += CAPITAL
        self.rich = richness(game, self.enemies, self.allies)
        self.contested = CONTESTED.get(game.state)
        self.sleepers = {s for s in game.rules.lands if self.asleep(s)}
        self.reach: dict[str, float] = {}
        self.help: dict[str, float] = {}
        self._neighbors()

    @cached_property
    def pull(self) -> dict[str, float]:
        """Return the attraction of every territory."""
        return self._spread()

    def _sort_out(self) -> None:
        formed = self.rules.formed
        for space, force in self.state.forces.items():
            if not self.rules.is_land[space]:
                continue
            units, owners = self.game.units_at(space), set[str]()
            for stack, n in force.items():
                unit = units[stack.owner][stack.type]
                if stack.type in formed:
                    unit = self.game.unit(stack, space)
                if "passive" in unit.tags:
                    continue
                owners.add(stack.owner)
                if stack.owner == self.power:
                    self.stacks.setdefault(space, []).append((stack, n, unit))
                    side = self.mine
                elif stack.owner in self.enemies:
                    side = self.foes
                else:
                    side = self.friends
                row = side.get(space)
                if row is None:
                    row = side[space] = {}
                row[stack.type] = row.get(stack.type, 0) + n
            if owners:
                self.owners[space] = owners

    def asleep(self, space: str) -> bool:
        """Return whether no power controls or fights for a territory."""
        if self.state.owner.get(space) is not None or space in self.contested:
            return False
        return not self.rules.spaces[space].closed

    def friendly(self, space: str) -> bool:
        """Return whether this side controls a territory."""
        owner = self.state.owner.get(space)
        return owner is not None and owner not in self.enemies and (owner == self.power or self.allied(owner))

    def allied(self, other: str) -> bool:
        """Return whether a power is an ally."""
        return other in self.allies

    def hostile(self, space: str) -> bool:
        """Return whether an enemy controls a territory."""
        return self.state.owner.get(space) in self.enemies

    def at_peace(self, space: str) -> bool:
        """Return whether the territory belongs to a power that is no friend, and will not be an enemy either."""
        return self.state.owner.get(space) is not None and not self.hostile(space) and not self.friendly(space)

    def joins(self, space: str) -> bool:
        """Return whether a territory that no power has entered would join this side."""
        for name, row in self.rules.tables.get("minors", {}).items():
            if space == row["home"] or space in row["colonies"]:
                side = ALIGNMENTS.get(self.state).get(name) or row["aligned"]
                return side is not None and (side == self.power or self.allied(side))
        return False

    def garrison(self, space: str) -> Army:
        """Return the army that appears in a territory that no power has entered."""
        row = self.minors.get(space)
        return dict(row["army"]) if row else {}

    def _neighbors(self) -> None:
        near = self.rules.land_near
        for space, n in self.enemy_units.items():
            bound = space in self.contested
            for to in near[space]:
                there = self.owners.get(to, set()) & self.enemies
                weight = BOUND if bound and not there and self.state.owner.get(to) not in self.enemies else NEXT_DOOR
                self.reach[to] = self.reach.get(to, 0.0) + weight * n
        for space, army in self.friends.items():
            if space not in self.contested:
                for to in near[space]:
                    if to in self.foes:
                        self.help[to] = self.help.get(to, 0.0) + FRIENDS * sum(army.values())

    def wanted(self, space: str) -> float:
        """Return the attraction of a space from afar: about the value of one more unit there."""
        prize, asleep = self.value[space], space in self.sleepers
        ours, theirs = self._sides(space)
        if asleep:
            army = sum(self.garrison(space).values())
            if self.joins(space):
                prize += JOINS * army
            else:
                theirs += RESISTS * army
        elif self.at_peace(space) or (self.friendly(space) and not (space in self.capitals and theirs)):
            return 0.0
        if space == self.capital:
            prize *= HOME
        near = ours**2 / (ours**2 + theirs**2) if ours and theirs else 0.5
        pull: float = prize * max(LOPSIDED, near * (1 - near)) / (max(ours, theirs) + CROWD) ** CROWDED
        return pull

    def _sides(self, space: str) -> tuple[float, float]:
        """Return the units of both sides in a space and, in part, adjacent to it."""
        count, near = self.count, self.rules.land_near[space]
        ours, theirs = count.get(space, NOBODY)
        for at in near:
            if at in count:
                more = count[at]
                ours, theirs = ours + 0.5 * more[0], theirs + 0.5 * more[1]
        return ours, theirs

    def _spread(self) -> dict[str, float]:
        """Return the attraction of every territory by land."""
        near, pull = self.rules.land_near, dict[str, float]()
        heap = [(-w, s) for s in self.rules.lands if (w := self.wanted(s)) > 0 and not self.rules.spaces[s].closed]
        heap.sort()
        while heap:
            weight, space = heappop(heap)
            if space in pull:
                continue
            pull[space] = -weight
            if space in self.sleepers and not self.joins(space):
                continue  # units do not march through it
            for to in near[space]:
                if to not in pull and self.rules.is_land[to] and not self.rules.spaces[to].closed:
                    heappush(heap, (weight * FADES, to))
        most = max(pull.values(), default=1.0)
        pull = {s: MOST * w / most for s, w in pull.items()}
        if pull.get(self.capital, 0.0) < IDLE and self.friendly(self.capital):
            edge, at = [self.capital], 0.9 * IDLE  # behind the sea: gather at the capital
            while edge:
                for space in edge:
                    pull[space] = max(at, pull.get(space, 0.0))
                edge = sorted({n for s in edge for n in near[s] if self.friendly(n) and pull.get(n, 0.0) < at * FADES})
                at *= FADES
        return pull

    def idle(self, space: str) -> bool:
        """Return whether no land route leads to an enemy or a valuable territory."""
        return self.pull.get(space, 0.0) < IDLE

    def homes(self) -> list[Home]:
        """Return the capitals of this side that enemies could be adjacent to after one step, the own one first."""
        out = []
        for space, name in self.capitals.items():
            if not (name == self.power or self.allied(name)) or self.hostile(space):
                continue
            zone = frozenset((space, *self.rules.land_near[space]))
            within = zone.union(*(self.rules.land_near[s] for s in zone))
            foes = sum(sum(army.values()) for s, army in self.foes.items() if s in within)
            if foes:
                friends = sum(sum(army.values()) for s, army in self.friends.items() if s in zone)
                weight = self.value[space] * (1.0 if name == self.power else ALLY)
                out.append(Home(space, zone, AT_GATES * foes, float(friends), weight))
        return sorted(out, key=lambda h: (h.space != self.capital, h.space))

    # --- the own capital --------------------------------------------------------------------------------------------

    def siege(self) -> Army:
        """Return the strongest army of one enemy next to the own capital."""
        armies: dict[str, Army] = {}
        for space in self.rules.land_near[self.capital]:
            for stack, n in self.state.at(space).items() if space in self.foes else ():
                unit = self.rules.units[stack.type]
                if stack.owner in self.enemies and unit.kind in ("land", "air") and "passive" not in unit.tags:
                    row = armies.setdefault(stack.owner, {})
                    row[stack.type] = row.get(stack.type, 0) + n
        return max(armies.values(), key=lambda army: sum(army.values()), default={})

    def stands(self, held: Army, siege: Army) -> float:
        """Return the strength of defenders compared to that of an army that attacks them to the end."""
        back, hits = self.guns.fire(DEFENDER, held, siege).hits, self.guns.fire(ATTACKER, siege, held).hits
        return back * sum(held.values()) / max(0.1, hits * sum(siege.values()))

    def quiet(self, space: str) -> bool:
        """Return whether no enemy is in a territory or next to it."""
        return not any(s in self.foes or self.hostile(s) for s in (space, *self.rules.land_near[space]))

    # --- the value of an army in a space ------------------------------------------------------------------------------

    def balance(self, space: str, mine: Army, fresh: float = 0.0) -> float:
        """Return the value in IPCs of these own units in a territory after movement."""
        foes, friends = self.foes.get(space, {}), self.friendly_units.get(space, 0)
        there = float(self.enemy_units.get(space, 0))
        gain, own, asleep = 0.0, float(sum(mine.values())), space in self.sleepers
        if asleep:
            if not own:
                return 0.0
            if self.joins(space):
                gain += JOINS * sum(self.garrison(space).values())
                own += sum(self.garrison(space).values())
            else:
                foes = self.garrison(space)
                there = float(sum(foes.values()))
        if own and there:
            hits, losses = self.exchange(mine, foes)
            must = asleep or self.hostile(space)
            if must or self.rich * hits >= FAIR * losses or hits >= there:
                gain += UNIT * (self.rich * hits - losses)
                own, there = own - losses, there - hits
        side = own + friends + fresh
        against = there + self.reach.get(space, 0.0)
        if against > side > 0:
            lost = min(own, HITS * against)
            gain -= FEAR * UNIT * max(0.0, lost - ANSWER * self.rich * min(side, lost))
        if not against:
            held = 1.0 if side or self.friendly(space) else 0.0
        else:
            side += self.help.get(space, 0.0) if side else 0.0
            held = _share(side, against)
        total: float = gain + self.value[space] * held
        return total

    def exchange(self, mine: Army, foes: Army) -> tuple[float, float]:
        """Return the expected (enemy units, own units) lost in a round of attack."""
        punch = self.guns.fire(ATTACKER, mine, foes)
        back = self.guns.fire(DEFENDER, foes, mine).hits
        back = min(float(sum(mine.values())), max(0.0, back - punch.spared))
        return min(float(sum(foes.values())), punch.hits), back
