"""Attack planning: choose profitable targets and the units to send.

Every target is valued in IPCs: the value of holding it, the units destroyed there, the expected losses, and the cost of
the enemy's counterattack. Units are added one by one while that improves the balance. The first attacks (`choice`)
choose their units first, each only as many as it needs to be nearly as good as possible; those left over reinforce it
at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ...core.forces import Stack
from ...core.units import UnitType
from ...engine.movement import COMBAT, PASS, Mover
from .chart import FAR
from .choice import best_choice
from .field import Field
from .guard import Guard
from .lift import Lift, Pool, lifts
from .odds import cost_of, shares
from .sites import planned
from .view import EMPTY, Muster, View

#: IPCs that an attack gains at least.
LEAST_GAIN = 0.5
#: Minimum chance of success for an attack, and for one whose prize is worth as much as winning the war.
LEAST_CHANCE, LEAST_TO_WIN = 0.55, 0.35
#: A field where aircraft are lost with at least this chance does not count.
UNSAFE = 0.54
#: Value of a captured territory that can be held, in turns of its income.
TURNS = 3.0
#: IPCs beside the income: for a complex and for a capital that can be held, and for a capital that is captured at all.
COMPLEX, CAPITAL, SACKED = 8.0, 20.0, 30.0
#: Force size from which two units are added at a time.
MANY = 12
#: Cost of committing a unit to an attack, as a share of its price.
EFFORT = 0.02
#: Part of the best possible gain with which an attack is content at first: so units are left for other targets, and
#: those that find none reinforce it afterwards.
LEAN = 0.86
#: Chance to win from which an attacked sea zone counts as free for a landing in the same turn.
CLEARED = 0.85
#: Share of a shore's attraction that counts for clearing the sea zone next to it.
OPENS = 0.3
#: IPCs for a capture that wins the war: a capital, or the last territory needed to win by production.
VICTORY = 150.0
#: Part of them from which a capture counts even if the enemy can take the territory back after the round.
DECIDES = 20.0
#: IPCs for the captures that prevent a win of the enemy as the round ends, if no ally can do it any more.
LAST_HOPE = 300.0
#: IPCs for a capture that the style wishes.
PUSHED = 15.0
#: Chance from which no work is left for allies.
SURE = 0.9
#: Hit points of a stack from which allies attack it one after another.
GREAT = 4
#: Weight of what allies may achieve with a target that is left to them.
TRUST = 0.4


class Raider(NamedTuple):
    """Units of a stack that can reach a target."""

    unit: UnitType
    stack: Stack
    origin: str
    path: tuple[str, ...]


class Attack:
    """A target with its attacking units; `gain` is the expected balance in IPCs."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.raiders: list[Raider] = []
        self.lifts: list[Lift] = []
        self.gain = 0.0
        self.chance = 0.0

    def copy(self) -> Attack:
        """Return the same attack, to which more units can be added."""
        out = Attack(self.target)
        out.join(self)
        return out

    def join(self, more: Attack) -> None:
        """Add the units of another attack on the same target; the gain and the chance are those of both together."""
        self.raiders += more.raiders
        self.lifts += more.lifts
        self.gain, self.chance = more.gain, more.chance

    def origins(self) -> set[str]:
        """The spaces its units come from."""
        out = {r.origin for r in self.raiders}
        for lift in self.lifts:
            out.add(lift.origin)
            out.update(space for space, _ in lift.boards)
        return out

    def marches(self) -> dict[tuple[str, ...], dict[Stack, int]]:
        """Return the moves over land, by sea, and by air: path -> units."""
        out: dict[tuple[str, ...], dict[Stack, int]] = {}
        for r in self.raiders:
            row = out.setdefault(r.path, {})
            row[r.stack] = row.get(r.stack, 0) + 1
        return out


class Force:
    """The totals of the units of an attack; `land` and `ships` are the hit points, defense pips, and cost of those that
    would stay at the target."""

    def __init__(self, comrades: Muster | None) -> None:
        """`comrades` are the units of other powers that attack with them."""
        self.all = comrades.copy() if comrades else Muster()
        self.land, self.ships, self.risk = (0, 0, 0), (0, 0, 0), 0.0

    def add(self, item: Raider | Lift) -> None:
        """Add a unit, or those that a transport lands."""
        for _, unit in item.soldiers if isinstance(item, Lift) else ((None, item.unit),):
            self.all.add(unit, 1)
            if unit.kind == "land":
                self.land = _plus(self.land, unit)
            elif unit.kind == "sea":
                self.ships = _plus(self.ships, unit)
        if isinstance(item, Lift):
            self.risk += item.risk


class Commitments(NamedTuple):
    """Which units are free: `left` by (space, stack), the defense at the `posts`, and the sea zones with `convoys` or
    `cleared` of enemies."""

    left: dict[tuple[str, Stack], int]
    posts: dict[str, list[float]]
    convoys: set[str]
    cleared: set[str]


class Planner:
    """Plans the attacks of one turn."""

    def __init__(self, view: View, field: Field, new: dict[str, int] | None = None) -> None:
        self.view, self.field, self.game = view, field, view.game
        self.mover = Mover(view.game, COMBAT, power=view.power)
        self.pool = Pool(view, self.mover)
        self.reach: dict[str, list[Raider]] = {}
        self.guard = Guard(view, new or {}, planned(view, field, new or {}))
        self._left_to_allies: dict[str, float] = {}
        self._prizes: dict[str, tuple[float, float]] = {}
        #: the best attacks found so far, by target and by what is free for it
        self._found: dict[tuple[object, ...], Attack | None] = {}
        #: targets that all together are not worth what an attack costs beside its units
        self.spared: set[str] = set()
        self.havens = self._safe_fields()
        self.comrades = self._comrades()
        self._reach()
        #: coasts in range of own transports, even if enemy ships are in the way
        self._shores = {s for at, _, _, unit in self.pool.transports() for s in view.sea.shores(at, unit.move)}

    def _comrades(self) -> dict[str, Muster]:
        """Return the units in enemy spaces of other powers that act together with this one; they attack with it."""
        out: dict[str, Muster] = {}
        others = {p for p in self.game.acting if p != self.view.power}
        for space, force in self.game.state.forces.items() if others else ():
            for stack, n in force.items():
                if stack.owner in others and space in self.view.theirs:
                    out.setdefault(space, Muster()).add(self.game.unit(stack, space), n, stack.cond.damage)
        return out

    # --- reach --------------------------------------------------------------------------------------------------------

    def _reach(self) -> None:
        view = self.view
        fleets = [z for z, m in view.theirs.items() if not view.is_land[z]]
        hostile = [s for s, owner in view.owner.items() if owner in view.foes]
        for space, units in view.own.items():
            for stack, n, unit in units:
                if unit.move <= 0 or self.mover.may_move(space, stack) is not None:
                    continue
                self.pool.left[(space, stack)] = n
                if unit.kind == "land":
                    if view.is_land[space] and unit.attack:
                        self._marches(space, stack, unit)
                elif unit.kind == "air":
                    self._flights(space, stack, unit, hostile, fleets)
                elif unit.attack > 1:
                    self._voyages(space, stack, unit, fleets)

    def _safe_fields(self) -> Mapping[str, int]:
        """Return the distance to the nearest field where an aircraft is probably safe."""
        view = self.view
        fields = self.game.rules.q.landing_fields(self.game, view.power)
        safe = []
        for space in sorted(fields):
            ours = view.ours.get(space, EMPTY)
            if not view.threats.get(space) or view.danger(space, ours.defense + 4, ours.hits + 1) < UNSAFE:
                safe.append(space)
        return view.chart.air.nearest(safe)

    def _marches(self, space: str, stack: Stack, unit: UnitType) -> None:
        view, step, game = self.view, self.game.rules.q.land_step, self.game
        seen = {space}
        ways: list[tuple[str, ...]] = [(space,)]
        for first in range(unit.move):
            ahead = []
            for way in ways:
                for near in view.chart.land.near[way[-1]]:
                    if near in seen or near in view.chart.neutral:
                        continue
                    seen.add(near)
                    goes = step(game, stack, way[-1], near, COMBAT, first == 0)
                    if not isinstance(goes, str):
                        continue
                    path = (*way, near)
                    if view.hostile(near):
                        self.reach.setdefault(near, []).append(Raider(unit, stack, space, path))
                    if goes == PASS and first + 1 < unit.move:
                        ahead.append(path)
            ways = ahead

    def _flights(self, space: str, stack: Stack, unit: UnitType, hostile: list[str], fleets: list[str]) -> None:
        view = self.view
        home = self.havens
        far = view.chart.air[space]
        deck = not view.is_land[space]
        for target in (*(t for t in hostile if t in view.theirs), *fleets):
            steps = far.get(target, FAR)
            back = min(home.get(target, FAR), steps if deck else FAR)
            if steps + back <= unit.move:
                self.reach.setdefault(target, []).append(Raider(unit, stack, space, (space, target)))

    def _voyages(self, space: str, stack: Stack, unit: UnitType, fleets: list[str]) -> None:
        for target in fleets:
            if target != space and self.view.sea[space].get(target, FAR) <= unit.move:
                path = self.pool.sails(space, unit.move).get(target)
                if path is not None:
                    self.reach.setdefault(target, []).append(Raider(unit, stack, space, path))

    # --- values -------------------------------------------------------------------------------------------------------

    def prize(self, target: str) -> tuple[float, float]:
        """Return the value in IPCs of capturing a target, and of being able to hold it."""
        view = self.view
        if not view.is_land[target]:
            friends = sum(
                m.worth for z, m in view.ours.items() if not view.is_land[z] and view.sea[z].get(target, FAR) <= 2
            )
            wish = PUSHED if target in view.style.push else 0.0
            return (2.0 if friends else 1.0) + self._opens(target) + view.stakes.get(target, 0.0) + wish, 0.0
        found = self._prizes.get(target)
        if found is None:
            found = self._prizes[target] = self._spoils(target)
        return found

    def _spoils(self, target: str) -> tuple[float, float]:
        """Return the value of a territory."""
        view = self.view
        worth = view.value[target] + view.stakes.get(target, 0.0)
        once, held = 1.0 + worth, TURNS * worth + 0.1 * self.field.at(target)
        decides = VICTORY * (view.completes(target) ** 2 + view.brink.breaks.get(target, 0.0) ** 2)
        if decides >= DECIDES and view.brink.safe(view, target):
            once += decides
        else:
            held += decides
        if self._last_hope(target):
            once += LAST_HOPE * view.brink.breaks[target]
        if target in view.style.push:
            once += PUSHED
        if target in view.makers:
            held += COMPLEX
        loser = view.capitals.get(target)
        if loser is not None:
            once += SACKED + (view.state.ipcs[loser] if loser in view.foes else 0)
            held += CAPITAL
            if view.decides(target):
                once += VICTORY
        return once, held

    def _last_hope(self, target: str) -> bool:
        """Return whether the enemy wins as the round ends unless this power takes such territories."""
        return self.view.brink.final and target in self.view.brink.breaks

    def _opens(self, zone: str) -> float:
        """Return the value of enabling landings on shores next to a sea zone with an enemy fleet."""
        loaded = [at for at, stack, _, unit in self.pool.transports() if stack.cond.cargo]
        if not any(self.view.sea[at].get(zone, FAR) <= 2 for at in loaded):
            return 0.0
        return OPENS * max(
            (self.field.at(s) for s in self.view.chart.coasts[zone] if self.view.hostile(s)), default=0.0
        )

    def balance(
        self,
        target: str,
        force: Muster,
        enemy: Muster,
        land: tuple[int, int, int],
        ships: tuple[int, int, int],
        risk: float,
    ) -> tuple[float, float]:
        """Return (expected IPCs, chance to win) of an attack.

        `land` and `ships` are the hit points, defense pips, and cost of the units that would stay there. `risk` is
        added to the costs.
        """
        view = self.view
        guns = force.air / 6 if target in view.guns else 0.0
        hits = force.hits - guns
        attack = force.attack * hits / force.hits if force.hits else 0.0
        chance, own, theirs = shares(attack, hits, enemy.defense, enemy.hits)
        lost = cost_of(force.costs, own * hits) + guns * 12
        gain = view.zeal * (cost_of(enemy.costs, theirs * enemy.hits) + chance * enemy.spoils) - lost - risk
        if land[0]:
            once, held = self.prize(target)
            share_if_won = max(0.0, (own - (1 - chance)) / chance) if chance > 0.05 else 1.0
            left = max(0.5, land[0] - share_if_won * hits)
            part = left / land[0]
            blow = view.blow(target)
            back = exposed = 0.0
            if blow.takers:
                more = view.standing(target)
                back, fallen, ours = shares(blow.pips, blow.hits, land[1] * part + more[0], left + more[1])
                exposed = ours * land[2] * part - view.deterrent * blow.cost(fallen)
                if exposed + once < 0:  # the enemy will not counterattack
                    back *= 0.3
            gain += chance * (once + held * (1 - back) - max(0.0, exposed))
        elif view.is_land[target]:
            gain -= 1.0  # no enemy unit can capture it
        elif ships[0]:
            gain += chance * self.prize(target)[0]
            left = max(0.5, ships[0] - own * hits)
            worth = ships[2] * left / ships[0]
            gain -= view.peril(target, ships[1] * left / ships[0], left, worth)[1] * worth
        else:
            gain += chance * self.prize(target)[0]
        if enemy.hits >= GREAT and view.is_land[target]:
            extra, joint = self._together(target, enemy, theirs, chance)
            return gain + extra, chance + (1 - chance) * joint
        return gain, chance

    def _together(self, target: str, enemy: Muster, lost: float, chance: float) -> tuple[float, float]:
        """Return the additional (IPCs, chance to capture) from allied attacks after an attack that destroys part of the
        defense."""
        allies, foe = self.view.allies, self.view.owner.get(target) or ""
        if not allies.strikes(target, foe):
            return 0.0, 0.0
        once, held = self.prize(target)
        prize, after = once + 0.7 * held, (0.0, 0.0)
        if chance < SURE:
            left = 1 - lost
            after = allies.finish(
                target, foe, enemy.defense * left, enemy.hits * left, enemy.worth * left, prize, self.view.zeal
            )
        return (1 - chance) * after[0] - TRUST * self._without(target, foe, enemy, prize), after[1]

    def _without(self, target: str, foe: str, enemy: Muster, prize: float) -> float:
        """Return the expected value of leaving a target to allies."""
        found = self._left_to_allies.get(target)
        if found is None:
            found = self._left_to_allies[target] = self.view.allies.finish(
                target, foe, enemy.defense, enemy.hits, enemy.worth, prize, self.view.zeal
            )[0]
        return found

    # --- choosing -----------------------------------------------------------------------------------------------------

    def plan(self) -> list[Attack]:
        """Return the planned attacks, best first."""
        view = self.view
        targets = (set(self.reach) | self.pool.landings()) - view.style.skip
        first = self._worth_it([a for t in sorted(targets) if (a := self._best(t)) is not None])
        return best_choice(self, sorted(first, key=lambda a: (a.gain, a.target), reverse=True))

    def commitments(self) -> Commitments:
        """Return which units are free and which are not."""
        pool, posts = self.pool, {space: list(row) for space, row in self.guard.posts.items()}
        return Commitments(dict(pool.left), posts, set(pool.convoys), set(pool.cleared))

    def return_to(self, known: Commitments) -> None:
        """Return to earlier commitments."""
        self.pool.reset(dict(known.left), set(known.convoys), set(known.cleared))
        self.guard.posts = {space: list(row) for space, row in known.posts.items()}

    def in_order(self, attacks: list[Attack]) -> list[Attack]:
        """Give each of these attacks its units, one after another, and the units left over to those that they help;
        return those that are still worth it."""
        view = self.view
        chosen: list[Attack] = []
        gone: set[str] = set()
        for attack in attacks:
            if any(a.target == attack.target for a in chosen):
                continue
            free = gone.isdisjoint(self.guard.touched(attack.origins()))
            final = attack.copy() if free else self._best_now(attack.target)
            if final is None or view.rules.q.may_attack(view.game, view.power, final.target) is not None:
                continue
            self._commit(final)
            gone |= self.guard.touched(final.origins())
            chosen.append(final)
            if final.chance >= CLEARED and not view.is_land[final.target]:
                landing = self._through(final.target, chosen)
                if landing is not None:
                    self._commit(landing)
                    gone |= self.guard.touched(landing.origins())
                    chosen.append(landing)
        for attack in chosen:
            more = self._best(attack.target, attack)
            if more is not None:
                self._commit(more)
                attack.join(more)
        return chosen

    def _worth_it(self, attacks: list[Attack]) -> list[Attack]:
        """Return these attacks without those that cost more beside their units than they gain together."""
        game, power = self.game, self.view.power
        prices = {a.target: price for a in attacks if (price := game.rules.q.attack_price(game, power, a.target)) > 0}
        dear = [a for a in attacks if a.target in prices]
        if dear and sum(a.gain for a in dear) < max(prices.values()):
            self.spared |= set(prices)
        return [a for a in attacks if a.target not in self.spared]

    def _through(self, zone: str, chosen: list[Attack]) -> Attack | None:
        """Return the best landing through a sea zone that another attack will clear."""
        view, taken = self.view, {a.target for a in chosen}
        self.pool.cleared.add(zone)
        shores = [
            s for s in view.chart.coasts[zone] if view.hostile(s) and s not in taken | view.style.skip | self.spared
        ]
        landings = [a for s in shores if (a := self._best(s)) is not None and a.lifts]
        best = max(landings, key=lambda a: (a.gain, a.target), default=None)
        if best is None or view.rules.q.may_attack(view.game, view.power, best.target) is not None:
            return None
        return best

    def _best_now(self, target: str) -> Attack | None:
        """Return the best attack with the units that are free now, searched for only once for the same ones."""
        key = (target, *self._free_for(target))
        if key not in self._found:
            self._found[key] = self._best(target)
        found = self._found[key]
        return found.copy() if found is not None else None

    def _free_for(self, target: str) -> tuple[object, ...]:
        """Return what the best attack on a target depends on: how many units in reach are free, the defense left at the
        posts, and where transports can come, everything that they may carry."""
        pool = self.pool
        units = [pool.left.get((r.origin, r.stack), 0) for r in self.reach.get(target, ())]
        free = (*units, *[tuple(row) for row in self.guard.posts.values()])
        if not self.view.is_land[target]:
            return (*free, *[at for at, stack, _, _ in pool.transports() if stack.cond.cargo])
        if target not in self._shores:
            return free
        return (*free, *pool.left.values(), frozenset(pool.convoys), frozenset(pool.cleared))

    def _best(self, target: str, before: Attack | None = None) -> Attack | None:
        """Return the attack on a target with the fewest of the remaining units that is nearly as good as the best one,
        or the best reinforcement of an attack planned before; None if nothing is profitable."""
        force, floor = Force(self.comrades.get(target)), 0.0
        if target in self.comrades:  # they attack in any case: what counts is what this power adds
            floor = self._balance_of(target, force, 0.0)[0]
        for lift in before.lifts if before else ():
            force.add(lift)
        for raider in before.raiders if before else ():
            force.add(raider)
        attack = Attack(target)
        steps = self._steps(attack, force, before.gain if before else floor + LEAST_GAIN)
        if not steps:
            return None
        lean = before is None and (self.view.is_land[target] or not self._opens(target))  # landings may follow
        least = floor + LEAN * (steps[-1][0] - floor)
        gain, chance, raiders, lifts = next(step for step in steps if step[0] >= least) if lean else steps[-1]
        attack.raiders, attack.lifts = attack.raiders[:raiders], attack.lifts[:lifts]
        attack.gain, attack.chance = gain, chance
        return attack

    def _steps(self, attack: Attack, force: Force, best_gain: float) -> list[tuple[float, float, int, int]]:
        """Add remaining units one by one to an attack; return each step that is better than all before it: the gain,
        the chance, and how many raiders and lifts it has then."""
        view, target = self.view, attack.target
        enemy = view.theirs.get(target, EMPTY)
        gone: dict[str, list[float]] = {}
        at_land, last_hope = view.is_land[target], self._last_hope(target)
        decisive = at_land and sum(self.prize(target)) >= VICTORY
        least = 0.0 if last_hope else (LEAST_TO_WIN if decisive else LEAST_CHANCE) / view.zeal
        steps = list[tuple[float, float, int, int]]()
        for item in self._queue(target, enemy):
            if not last_hope and self._needed(item, gone, target):
                continue
            if isinstance(item, Lift):
                attack.lifts.append(item)
            else:
                attack.raiders.append(item)
            force.add(item)
            ours = force.all
            if ours.attack * ours.hits < 0.5 * enemy.defense * enemy.hits or (ours.hits > MANY and ours.hits % 2):
                continue
            gain, chance = self._balance_of(target, force, EFFORT)
            if chance >= least and gain > best_gain + 0.05:
                best_gain = gain
                steps.append((gain, chance, len(attack.raiders), len(attack.lifts)))
            if not enemy.hits and not at_land:
                break
        return steps

    def _needed(self, item: Raider | Lift, gone: dict[str, list[float]], target: str) -> bool:
        """Return whether land units must stay where they are; otherwise they are added to those that are `gone`."""
        if isinstance(item, Lift):
            return not all(self.guard.may_leave(space, unit, gone, target) for space, unit in item.boarding())
        return item.unit.kind == "land" and not self.guard.may_leave(item.origin, item.unit, gone, target)

    def _balance_of(self, target: str, force: Force, effort: float) -> tuple[float, float]:
        """Return (expected IPCs, chance to win) of an attack with a force."""
        enemy = self.view.theirs.get(target, EMPTY)
        risk = force.risk + effort * force.all.worth
        return self.balance(target, force.all, enemy, force.land, force.ships, risk)

    def _queue(self, target: str, enemy: Muster) -> Iterator[Raider | Lift]:
        """Return the available units in the order to try them: land units and aircraft alternately, then lifts."""
        left = dict(self.pool.left)
        ground: list[Raider] = []
        air: list[Raider] = []
        for r in self.reach.get(target, ()):
            n = left.get((r.origin, r.stack), 0)
            row = air if r.unit.kind == "air" else ground
            row.extend([r] * n)
            left[(r.origin, r.stack)] = 0
        ground.sort(key=lambda r: (r.unit.cost, len(r.path), r.origin))
        air.sort(key=lambda r: (r.unit.cost, r.origin))
        if not enemy.hits and not enemy.spoils:
            air = []
        landing: Iterable[Lift] = lifts(self.pool, target, left) if self.view.is_land[target] else ()
        start = 0
        if not ground:
            landing = list(landing)
            for lift in landing:
                yield lift
                yield from air[start : start + 1]
                start += 1
            landing = ()
        plane = iter(air[start:])
        for i, raider in enumerate(ground):
            yield raider
            if i % 2 == 1:
                flying = next(plane, None)
                if flying is not None:
                    yield flying
        yield from plane
        yield from landing

    def _commit(self, attack: Attack) -> None:
        for r in attack.raiders:
            self.pool.left[(r.origin, r.stack)] -= 1
            if r.unit.kind == "land":
                self.guard.leave(r.origin, r.unit)
        for lift in attack.lifts:
            self.pool.take(lift)
            for space, unit in lift.boarding():
                self.guard.leave(space, unit)


def _plus(sum: tuple[int, int, int], unit: UnitType) -> tuple[int, int, int]:
    return sum[0] + unit.hits, sum[1] + unit.defense, sum[2] + unit.cost
