"""Board queries: unit positions, friendly and hostile spaces, and distances."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from ..core.forces import Condition, Force, Stack, add
from ..core.marks import ALOFT
from ..core.units import UnitType
from .memory import ACTING, AWAY, CAPTURED, CONTESTED, OWNERS

if TYPE_CHECKING:
    from .game import Game

#: The phases of movement, and the answers to whether a unit may enter a space: and go on, or only stop there.
COMBAT, NONCOMBAT = "combat", "noncombat"
PASS, STOP = "pass", "stop"
NOWHERE: frozenset[str] = frozenset()


def friendly(game: Game, power: str, space: str) -> bool:
    """Return whether a power's own side controls the territory."""
    owner = game.state.owner.get(space)
    return owner is not None and owner in game.friends(power)


def hostile(game: Game, power: str, space: str) -> bool:
    """Return whether an enemy controls the territory."""
    owner = game.state.owner.get(space)
    return owner is not None and owner in game.enemies(power, space)


def held(game: Game, power: str) -> tuple[str, ...]:
    """Return the territories that a power controls, in the order of the board."""
    found: tuple[str, ...] | None = game.found.get(("held", power))
    if found is None:
        owner = game.state.owner
        found = game.found["held", power] = tuple([s for s in game.rules.lands if owner.get(s) == power])
    return found


def types_of(game: Game, power: str, kind: str) -> Container[str]:
    """Return the types of a kind among the units of a power."""
    found: frozenset[str] | None = game.found.get(("types", power, kind))
    if found is None:
        found = frozenset([type for type in game.rules.units if game.stats(power, type).kind == kind])
        game.found["types", power, kind] = found
    return found


def at_peace(game: Game, power: str, space: str) -> bool:
    """Return whether the territory belongs to a power that is neither friend nor enemy, which closes it to all
    movement."""
    owner = game.state.owner.get(space)
    if owner is None or owner == power:
        return False
    return owner not in game.friends(power) and owner not in game.enemies(power, space)


def neutral(game: Game, space: str) -> bool:
    """Return whether no power controls the territory or fights for it."""
    if not game.rules.is_land[space]:
        return False
    state = game.state
    return state.owner.get(space) is None and space not in CONTESTED.get(state)


def barred(game: Game, power: str) -> frozenset[str]:
    """Return the spaces that units of a power may not enter since they are confined to others (table `confined`)."""
    rows = game.rules.tables["confined"]
    if power not in rows:
        return NOWHERE
    found: frozenset[str] | None = game.found.get(("barred", power))
    if found is None:
        found = game.found["barred", power] = frozenset(game.rules.spaces) - frozenset(rows[power])
    return found


def held_by_nobody(game: Game, space: str) -> bool:
    """Return whether a territory is held by an owner that is no power (table `armies`)."""
    return game.state.owner.get(space) in game.rules.tables["armies"]


def was_neutral(game: Game, space: str) -> bool:
    """Return whether no power controlled the territory at the start of this turn."""
    owner = OWNERS.get(game.state).get(space)
    return owner is None or owner in game.rules.tables["armies"]


def entered_neutral(game: Game, space: str) -> bool:
    """Was the territory neutral at the start of this turn, and has a power taken it since (classic.R155)?"""
    if space not in OWNERS.get(game.state) or not was_neutral(game, space):
        return False
    return game.state.owner.get(space) is not None and not held_by_nobody(game, space)


def contested(game: Game, space: str) -> bool:
    """A territory that no power controls, since units of both sides are in it (`territory.contest`)."""
    return space in CONTESTED.get(game.state)


def taken(game: Game, space: str) -> bool:
    """Has the territory changed hands in this turn?"""
    return space in CAPTURED.get(game.state)


def fights(game: Game, stack: Stack, space: str = "") -> bool:
    """Return whether this unit takes part in battles at all."""
    return "passive" not in game.unit(stack, space).tags


def defends(game: Game, stack: Stack, space: str = "") -> bool:
    """Return whether this unit takes part in battles when it is attacked."""
    return _defends(game.unit(stack, space))


def _defends(unit: UnitType) -> bool:
    return "passive" not in unit.tags or "defends" in unit.tags


def withdrawn(game: Game, stack: Stack) -> bool:
    """Return whether these units fight in no ordinary battle now, hold nothing, and stop no unit (`withdrawn`)."""
    marks, away = stack.cond.marks, game.rules.withdrawn
    return bool(marks and away) and not away.isdisjoint(marks)


def enemy_ships(game: Game, power: str, zone: str) -> bool:
    """Return whether the zone holds an enemy ship of any type (classic.R19)."""
    force = game.state.forces.get(zone)
    if not force:
        return False
    foes, units = game.enemies(power, zone), game.units_at(zone)
    for stack in force:
        owner, type, _ = stack
        if owner in foes and units[owner][type].kind == "sea" and not withdrawn(game, stack):
            return True
    return False


def patrolled(game: Game, power: str, zone: str) -> bool:
    """Return whether enemy aircraft are on patrol over a sea zone."""
    force = game.state.forces.get(zone)
    if not force:
        return False
    foes = game.enemies(power, zone)
    return any(ALOFT in s.cond.marks and s.owner in foes for s in force)


def enemy_fighters(game: Game, power: str, space: str) -> bool:
    """Return whether the space holds an enemy unit that fights."""
    force = game.state.forces.get(space)
    if not force:
        return False
    foes, units = game.enemies(power, space), game.units_at(space)
    return any(s.owner in foes and _defends(units[s.owner][s.type]) and not withdrawn(game, s) for s in force)


def enemy_guns(game: Game, power: str, space: str) -> bool:
    """Return whether the space holds an enemy antiaircraft gun."""
    force = game.state.forces.get(space)
    if not force:
        return False
    foes = game.enemies(power, space)
    return any(s.owner in foes and game.unit(s, space).aa for s in force)


def together(game: Game, power: str, space: str = "") -> tuple[str, ...]:
    """Return the powers whose units attack as one force with those of a power: the powers that act together with it
    now, without those at peace with an enemy it has in this space."""
    acting = ACTING.get(game.state)
    if len(acting) < 2 or power not in acting:
        return (power,)
    there = {s.owner for s in game.state.at(space)} & game.enemies(power, space) if space else set()
    return tuple(p for p in acting if p == power or there <= game.enemies(p, space))


def of_power(game: Game, space: str, power: str) -> Force:
    """Return the units of one power in a space."""
    return {s: n for s, n in game.state.at(space).items() if s.owner == power}


def having(game: Game, space: str, tag: str, power: str = "") -> Force:
    """Return the units in a space (of one power, if named) that carry a tag."""
    units, force, formed = game.units_at(space), game.state.at(space), game.rules.formed
    return {
        s: n
        for s, n in force.items()
        if power in ("", s.owner) and tag in (game.unit(s, space) if s.type in formed else units[s.owner][s.type]).tags
    }


def on_board(game: Game, power: str, what: str) -> int:
    """Return how many units of a type, or with a tag, a power has on the board."""
    units = game.units_at()[power]
    return sum(
        n
        for force in game.state.forces.values()
        for s, n in force.items()
        if s.owner == power and (s.type == what or what in units[s.type].tags)
    )


def owned(game: Game, power: str, kind: str) -> int:
    """Return how many units of a type a power has on the board, with those aboard transports of any power."""
    cargo, count = (power, kind), 0
    for force in game.state.forces.values():
        for stack, n in force.items():
            count += n * ((stack.owner, stack.type) == cargo) + n * stack.cond.cargo.count(cargo)
    return count


def nearest_territory(game: Game, power: str, space: str) -> str:
    """Return the territory of a power nearest to a space, or its capital if it has none."""
    far, own = (
        distances(game.rules.neighbors, (space,)),
        [s for s in game.rules.lands if game.state.owner.get(s) == power],
    )
    return min(own, key=lambda s: (far.get(s, 999), s)) if own else game.rules.powers[power].capital


def deck_room(game: Game, zone: str, power: str) -> int:
    """Return the free places for a power's aircraft on its side's carriers in a zone (negative: too many aircraft)."""
    friends, room = game.friends(power), 0
    for stack, n in game.state.at(zone).items():
        if stack.owner in friends and ALOFT not in stack.cond.marks:
            unit = game.unit(stack, zone)
            room += n * (unit.deck if unit.kind == "sea" else -unit.deck_places if unit.kind == "air" else 0)
    return room


def decks_to_come(game: Game, power: str, zone: str) -> int:
    """Return the places on carriers that will be in a zone before aircraft must have landed: those under repair there,
    and new ones."""
    friends = game.friends(power)
    repaired = sum(
        game.stats(str(owner), str(kind), zone).deck * int(n)
        for space, owner, kind, n in AWAY.get(game.state)
        if space == zone and owner in friends
    )
    return repaired + game.rules.q.decks_to_come(game, power, zone)


def expects_decks(game: Game) -> bool:
    """Return whether carriers may still come this turn; if not, they need not be counted."""
    return "decks_to_come" not in game.rules.plain or bool(AWAY.get(game.state))


def decks(game: Game, zone: str, power: str) -> int:
    """Return the places for aircraft on the carriers of a power's side in a zone."""
    friends = game.friends(power)
    return sum(n * game.unit(s, zone).deck for s, n in game.state.at(zone).items() if s.owner in friends)


def landed(game: Game, zone: str, power: str) -> int:
    """Return the deck places of a power's aircraft that landed in a zone this turn; their carriers must stay there
    (classic.R62)."""
    there = [(s, n) for s, n in game.state.at(zone).items() if s.owner == power and "landed" in s.cond.marks]
    return sum(n * game.unit(s, zone).deck_places for s, n in there)


def needs_landing(game: Game, space: str, stack: Stack) -> bool:
    """Return whether this aircraft cannot stay in its space at the end of the turn."""
    if (
        "landed" in stack.cond.marks
        or ALOFT in stack.cond.marks
        or ("must_land" not in game.rules.plain and not game.rules.q.must_land(game, stack, space))
    ):
        return False
    if game.rules.is_land[space]:
        return space not in game.rules.q.landing_fields(game, stack.owner)
    room = deck_room(game, space, stack.owner) + decks_to_come(game, stack.owner, space)
    return not game.unit(stack, space).lands_on_deck or room < 0


def without_deck(game: Game, zone: str, powers: Collection[str], decks: Collection[str]) -> Force:
    """Return the aircraft of `powers` in a zone beyond the places on carriers of `decks`; a carrier serves its owner
    first."""
    units = game.units_at(zone)
    room = dict.fromkeys(decks, 0)
    for stack, n in game.state.at(zone).items():
        if stack.owner in room:
            room[stack.owner] += n * game.unit(stack, zone).deck
    over: Force = {}
    for stack, n in game.state.at(zone).items():
        aloft = ALOFT in stack.cond.marks
        if stack.owner in powers and units[stack.owner][stack.type].kind == "air" and not aloft:
            unit = units[stack.owner][stack.type]
            seated = min(n, room.get(stack.owner, 0) // unit.deck_places) if unit.lands_on_deck else 0
            if seated:
                room[stack.owner] -= seated * unit.deck_places
            if n > seated:
                over[stack] = n - seated
    for stack in list(over):
        unit = units[stack.owner][stack.type]
        if unit.lands_on_deck:
            for owner in room:
                seated = min(over.get(stack, 0), room[owner] // unit.deck_places)
                if seated:
                    room[owner] -= seated * unit.deck_places
                    add(over, stack, -seated)
    return over


def canal_open(game: Game, power: str, start: str, zone: str) -> bool:
    """Return whether a power's ships may move between these adjacent zones: no canal lies between them, or its side has
    controlled the territories beside it since the start of the turn (classic.R13, R14)."""
    canal = game.rules.canal_between.get((start, zone))
    if canal is None:
        return True
    before = OWNERS.get(game.state)
    if canal.strait:
        if any(was_neutral(game, bank) for bank in canal.controlled_by):
            return canal.neutral == "open"
        foes = game.foes(power)
        return not all(before.get(bank) in foes for bank in canal.controlled_by)
    friends = game.friends(power)  # a treaty with the power that holds a bank is not enough
    return all(before.get(bank) in friends for bank in canal.controlled_by)


def cargo_room(game: Game, stack: Stack, kind: str, zone: str = "") -> bool:
    """Return whether a transport of this stack has capacity for one more unit of a type."""
    carries = game.unit(stack, zone).carries
    if carries is None or kind not in carries.loads:
        return False
    return carries.loads[kind] <= carries.room(stack.cond.cargo)


def waiting(cond: Condition) -> list[str]:
    """Return the types of cargo that will land as soon as the sea battle is won (marks `landing` and `ashore`)."""
    if not cond.noted("landing") or "unloaded" in cond.marks:
        return []
    return cond.noted("ashore").split("+") if cond.noted("ashore") else []


def allowance(game: Game, stack: Stack, space: str, phase: str) -> int:
    """Return how far units that are in a space may move in a turn, spent movement included."""
    if "movement_allowance" in game.rules.plain:
        return game.unit(stack, space).move
    return game.rules.q.movement_allowance(game, stack, space, phase)


def one_phase(game: Game) -> bool:
    """Return whether there is only one phase of movement, so that aircraft stay where they fought."""
    return bool(game.rules.switches.get("one_movement_phase", False))


def way_cost(game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> int:
    """Return the movement points that a route costs."""
    if "step_cost" in game.rules.plain:
        return len(path) - 1
    return sum(game.rules.q.step_cost(game, stack, at, near, phase) for at, near in pairwise(path))


def left_after(game: Game, stack: Stack, path: tuple[str, ...], phase: str) -> int:
    """Return the movement points that units have left at the end of a route."""
    return allowance(game, stack, path[0], phase) - stack.cond.moved - way_cost(game, stack, path, phase)


def distances(
    neighbors: Mapping[str, Iterable[str]],
    starts: Iterable[str],
    closed: frozenset[str] = frozenset(),
    limit: int = 999,
    cost: Callable[[str, str], int] | None = None,
) -> dict[str, int]:
    """Return the distance from the nearest start to every space within a limit, without entering closed spaces."""
    out = dict.fromkeys(starts, 0)
    edge = list(out)
    if cost is not None:
        return _costs(neighbors, out, closed, limit, cost)
    steps = 0
    while edge and steps < limit:
        steps += 1
        ahead = []
        for space in edge:
            for near in neighbors[space]:
                if near not in out and near not in closed:
                    out[near] = steps
                    ahead.append(near)
        edge = ahead
    return out


def _costs(
    neighbors: Mapping[str, Iterable[str]],
    out: dict[str, int],
    closed: frozenset[str],
    limit: int,
    cost: Callable[[str, str], int],
) -> dict[str, int]:
    """Return the cheapest way to every space, where steps differ in cost."""
    edge = list(out)
    while edge:
        space = edge.pop(0)
        for near in neighbors[space]:
            total = out[space] + cost(space, near)
            if near not in closed and total <= limit and total < out.get(near, limit + 1):
                out[near] = total
                edge.append(near)
    return out


def value(game: Game, space: str) -> int:
    """The value printed on the board (classic.R11)."""
    return game.rules.spaces[space].value


def valued(game: Game) -> Callable[[str], int]:
    """Return what tells the value of a territory in IPCs: the query `value`, or the board if no rule changes it."""
    answer = game.rules.q.value
    return game.rules.printed.__getitem__ if answer is value else partial(answer, game)


def production(game: Game, *powers: str) -> int:
    """Return the national production level: the total value of the territories these powers control (classic.R12)."""
    all = incomes(game)
    return sum([all.get(power, 0) for power in powers])


def incomes(game: Game) -> Mapping[str | None, int]:
    """Return the total value of the territories of each owner; None stands for no owner."""
    plain = game.rules.q.value is value  # then it changes with control only
    found: dict[str | None, int] | None = game.found.get("incomes") if plain else None
    if found is None:
        found, worth = {}, valued(game)
        for space, owner in game.state.owner.items():
            found[owner] = found.get(owner, 0) + worth(space)
        if plain:
            game.found["incomes"] = found
    return found


def growth(game: Game, power: str) -> float:
    """Return the growth of a power's production since the start, in percent (classic.R174)."""
    spaces, holders = game.rules.spaces.values(), game.rules.holders
    first = sum(s.value for s in spaces if holders.get(s.name, s.owner) == power)
    return 100 * (production(game, power) - first) / first if first else 0.0


def grown_most(game: Game, powers: Iterable[str]) -> tuple[float, list[str]]:
    """Return the largest growth of production among these powers, in percent, and who reached it, by name."""
    rows = {p: growth(game, p) for p in powers}
    best = max(rows.values())
    return best, sorted(p for p, percent in rows.items() if percent == best)


def guns_of(game: Game, space: str, powers: Collection[str]) -> Force:
    """Return the antiaircraft guns of these powers in a space."""
    return {s: n for s, n in having(game, space, "antiaircraft").items() if s.owner in powers}
