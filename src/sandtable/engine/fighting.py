"""The combat phase: find battles, choose their order, and apply their results."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING

from ..battle.forces import supporting
from ..battle.volley import ATTACKER, DEFENDER, BattleStep, Volley
from ..core.decisions import Confirm, Decision, PickSpace, PickUnits
from ..core.forces import FRESH, Force, Stack, total
from ..core.marks import ENGAGED
from . import commitments, installations, moving, offers, roles
from .battles import Battle, fight, fire, guests, one_step
from .board import enemy_fighters, having, held_by_nobody, hostile, neutral, together, waiting, withdrawn
from .commitments import Sides
from .memory import ASSAULT, FOUGHT, HELD_BACK, OWNERS, PEACEFUL, SEA_BATTLES
from .movement import COMBAT
from .reactions import react
from .refits import unstowed
from .standard import fee_refusal, on_mission
from .territory import capture

if TYPE_CHECKING:
    from ..core.units import UnitType
    from .game import Flow, Game


def combat(game: Game) -> Flow:
    """Run the combat phase: its offers, then the steps of the sequence `combat` (classic.R29, great_war.R17)."""
    yield from offers.made(game, "combat")
    for step in game.rules.sequence("combat"):
        flow = step.what(game)
        if flow is not None:
            yield from flow


def battles(game: Game) -> Flow:
    """All battles of the turn; the attacker chooses their order, a sea battle before the landing that needs it."""
    yield from engage(game)
    yield from rest(game)


def rest(game: Game) -> Flow:
    """All battles of the turn that are not fought yet."""
    yield from _fought_in_turn(game, lambda space: True)


def assaults(game: Game) -> Flow:
    """The amphibious assaults of the turn with the sea battles that they need, in the attacker's order."""
    yield from _fought_in_turn(game, lambda space: of_assault(game, space))


def of_assault(game: Game, space: str) -> bool:
    """Return whether the battle for a space belongs to an amphibious assault."""
    power = game.state.power
    if not game.rules.is_land[space]:
        return bool(_landings(game, space, power))
    landed = any("seaborne" in s.cond.marks for s in game.state.at(space))
    return landed or any(space in _landings(game, zone, power) for zone in game.rules.sea_near[space])


def _fought_in_turn(game: Game, meant: Callable[[str], bool]) -> Flow:
    """Fight the battles that are meant, one after the other."""
    power, fought = game.state.power, FOUGHT.of(game.state)
    while True:
        sites = [s for s in battle_sites(game, power) if s not in fought and meant(s)]
        waiting = {land for zone in sites for land in _landings(game, zone, power)}
        ready = [s for s in sites if s not in waiting]
        if not ready:
            return
        site = ready[0]
        if len(ready) > 1:
            site = yield Decision(
                "battle", power, "Choose the next battle to fight", PickSpace(ready), advice=site,
                rule=game.rules.cite("battle.order"),
            )  # fmt: skip
        fought.append(site)
        if game.rules.is_land[site]:
            yield from land_battle(game, site, power)
        else:
            yield from sea_battle(game, site, power)


def battle_sites(game: Game, power: str) -> list[str]:
    """Spaces where units of the active power have to fight now, or wait to land, in the order of the board."""
    q, peaceful = game.rules.q, PEACEFUL.get(game.state)
    sites = []
    friends, is_land = game.friends(power), game.rules.is_land
    for space in sorted(_with_units_of(game, friends)):
        land = is_land[space]
        if land and not hostile(game, power, space):
            continue
        own = q.attackers(game, space, power)
        if not own:
            continue
        landing = land or any(waiting(s.cond) for s in own)
        if landing or (space not in peaceful and q.defenders(game, space, power)):
            sites.append(space)
    targets = {t for s in sites if not game.rules.is_land[s] for t in _landings(game, s, power)}
    return sites + sorted(t for t in targets if t not in sites)


def _with_units_of(game: Game, powers: Container[str]) -> list[str]:
    """Return the spaces with units of these powers."""
    out = []
    for space, force in game.state.forces.items():
        for stack in force:
            if stack.owner in powers:
                out.append(space)
                break
    return out


def still_to_fight(game: Game) -> list[str]:
    """Spaces with a battle of this turn that has not begun yet."""
    fought = FOUGHT.get(game.state)
    return [s for s in battle_sites(game, game.state.power) if s not in fought]


def embattled(game: Game) -> set[str]:
    """Return the spaces with a battle of this turn, fought or still to come; raids are no battles."""
    return {*FOUGHT.get(game.state), *SEA_BATTLES.get(game.state), *battle_sites(game, game.state.power)}


def _landings(game: Game, zone: str, power: str) -> set[str]:
    """Return the territories for which cargo in this zone waits."""
    if game.rules.is_land[zone]:
        return set()
    friends = game.friends(power)
    return {
        s.cond.noted("landing")
        for s in game.state.at(zone)
        if s.owner in friends and s.cond.cargo and s.cond.noted("landing") and "unloaded" not in s.cond.marks
    }


def engage(game: Game) -> Flow:
    """Ask whether a power's ships fight in each sea zone with enemy ships where they need not (query `must_fight`;
    classic.R69)."""
    power = game.state.power
    forces = game.state.forces
    for zone in [z for z in game.rules.zones if z in forces]:
        own = game.rules.q.attackers(game, zone, power)
        if not own or not game.rules.q.defenders(game, zone, power):
            continue
        if game.rules.q.must_fight(game, power, zone):
            continue
        answer = False
        if game.rules.q.may_attack(game, power, zone) is None:
            answer = yield Decision(
                "fight", power, f"Attack the enemy ships in {zone}?", Confirm(),
                advice=lambda z=zone: _easy_prey(game, z, power),
                rule=game.rules.cite("battle.stayed"), context={"space": zone},
            )  # fmt: skip
        if not answer:
            PEACEFUL.of(game.state).append(zone)


def _easy_prey(game: Game, zone: str, power: str) -> bool:
    """Return whether a zone that is not hostile holds enemy ships that are clearly weaker."""
    if game.rules.q.hostile_zone(game, power, zone):
        return False
    q = game.rules.q
    attack = sum(n * game.unit(s, zone).attack for s, n in q.attackers(game, zone, power).items())
    defense = sum(n * game.unit(s, zone).defense for s, n in q.defenders(game, zone, power).items())
    return attack > 2 * defense


def sea_battle(game: Game, zone: str, power: str) -> Flow:
    """Fight a battle for a sea zone; if it is won, waiting cargo lands (classic.R99, R112, R119)."""
    q = game.rules.q
    defenders = {} if zone in PEACEFUL.get(game.state) else q.defenders(game, zone, power)
    won = not defenders
    if defenders:
        SEA_BATTLES.of(game.state).append(zone)
        every: Sides = {ATTACKER: q.attackers(game, zone, power), DEFENDER: defenders}
        sides = yield from commitments.chosen(game, "sea_battle", zone, power, every)
        battle = Battle(game, zone, "sea_battle", power, sides[ATTACKER], sides[DEFENDER])
        battle.guests, battle.reserve = guests(game, zone, power), left_out(every, sides)
        if sides[ATTACKER] != every[ATTACKER]:
            HELD_BACK.of(game.state).append(zone)
        if sides[ATTACKER] and sides[DEFENDER]:
            yield from fight(game, battle)
        for step in game.rules.sequence("aftermath"):
            step.what(game, battle)
        won = not battle.units[DEFENDER] or not q.hostile_zone(game, power, zone)  # some may have left the battle
    if won:
        yield from land_cargo(game, zone, power)
    else:
        forget_landings(game, zone, power)


def left_out(every: Sides, sides: Sides) -> Force:
    """Return the units of both sides that take no part in a battle."""
    rest = {s: n - sides[side].get(s, 0) for side, force in every.items() for s, n in force.items()}
    return {s: n for s, n in rest.items() if n}


def forget_landings(game: Game, zone: str, power: str) -> None:
    for stack, n in list(game.state.at(zone).items()):
        if stack.owner in game.friends(power) and stack.cond.noted("landing"):
            marks = [m for m in stack.cond.marks if m.startswith("landing=")]
            game.state.turn_into(zone, stack, stack.cond.unmarked(*marks), n)


def land_cargo(game: Game, zone: str, power: str) -> Flow:
    """Land the cargo that waited for the sea battle; it stays aboard if a neutral's fee cannot be paid now."""
    ashore: dict[tuple[str, str], list[tuple[Stack, int]]] = {}
    allied, friends = together(game, power), game.friends(power)
    for stack, n in list(game.state.at(zone).items()):
        space = stack.cond.noted("landing")
        if stack.owner in friends and space and stack.cond.cargo and "unloaded" not in stack.cond.marks:
            if _stays_out(game, power, space):
                continue
            going, rest = waiting(stack.cond), list(stack.cond.cargo)
            landed = [next((o, k) for o, k in rest if k == kind and o in allied) for kind in going]
            for unit in landed:
                rest.remove(unit)
            hold = stack.cond._replace(cargo=tuple(rest)).marked("unloaded")
            for owner, kind in landed:
                hold, kept = unstowed(hold, kind)
                ashore.setdefault((space, owner), []).append((Stack(owner, kind, FRESH.marked(*kept)), n))
            game.state.turn_into(zone, stack, hold, n)
    for (space, _), units in ashore.items():
        yield from moving.go_ashore(game, units, zone, space, COMBAT)


def _stays_out(game: Game, power: str, space: str) -> bool:
    """Return whether a power cannot pay now for entering a territory that is neutral or held by no power."""
    if neutral(game, space):
        return fee_refusal(game, power, space, by_air=False) is not None
    return held_by_nobody(game, space) and game.rules.q.may_attack(game, power, space) is not None


def land_battle(game: Game, space: str, power: str) -> Flow:
    """Fight a battle for a territory, with its guns and the ships off the shore (classic.R92, R112, R115)."""
    q, state = game.rules.q, game.state
    own, enemies = q.attackers(game, space, power), q.defenders(game, space, power)
    attacking = bool(own)
    if own:
        every: Sides = {ATTACKER: own, DEFENDER: enemies}
        sides = (yield from commitments.chosen(game, "land_battle", space, power, every)) if enemies else every
        own, enemies = sides[ATTACKER], sides[DEFENDER]
        battle = Battle(game, space, "land_battle", power, own, enemies)
        battle.reserve = left_out(every, sides)
        zones = ASSAULT.get(state).get(space, [])
        battle.seaborne = any("seaborne" in s.cond.marks for s in own)
        if battle.seaborne:
            landed = sum(n for s, n in own.items() if "seaborne" in s.cond.marks)
            battle.aside[ATTACKER] |= yield from supporting_ships(game, space, zones, power, landed)
        if own and enemies:
            yield from fight(game, battle)
        elif own:
            yield from _guns_alone(game, battle)
    yield from take_if_free(game, space, power)
    if attacking:
        for step in game.rules.sequence("aftermath"):
            step.what(game, battle)


def supporting_ships(game: Game, space: str, zones: list[str], power: str, landed: int) -> Flow:
    """Return the battleships off the landing that have fought no sea battle and fired no support shot yet
    (classic.R112.3 to R115), those held back from one included.

    Each supports one landing per turn (classic.R115.2): if another one from the zone is still to come, the attacker
    says which ships shoot now. A switch limits how many shoot by the number of `landed` units.
    """
    out: Force = {}
    most = supporting(game.rules, landed)
    after = game.rules.switch("bombardment_after_sea_battle")
    battles = () if after else SEA_BATTLES.get(game.state)
    for zone in zones:
        if zone in battles and zone not in HELD_BACK.get(game.state):
            continue
        ships = {
            s: n
            for s, n in having(game, zone, "bombards").items()
            if s.owner in together(game, power, space) and not withdrawn(game, s)
            if "supported" not in s.cond.marks and (after or "fought" not in s.cond.marks)
            if s.owner == power or s in game.rules.q.attackers(game, zone, power)
        }
        room = max(0, min(total(ships), most - total(out)))
        best = _first_ships(game, ships, room)
        if ships and room and (_lands_elsewhere(game, zone, space, power) or (len(ships) > 1 and room < total(ships))):
            rule = game.rules.cite("battle.support")
            ships = yield Decision(
                "support", power, f"Choose the ships in {zone} to fire support shots at {space}",
                PickUnits(ships, 0, room, rule), advice=best, rule=rule,
                context={"space": space, "zone": zone},
            )  # fmt: skip
        else:
            ships = best
        for stack, n in ships.items():
            new = game.state.turn_into(zone, stack, stack.cond.marked("supported", "combat"), n)
            out[new] = out.get(new, 0) + n
    return out


def _first_ships(game: Game, ships: Force, room: int) -> Force:
    """Return as many ships as there is room for, those with the best shot first."""
    out: Force = {}
    for stack in sorted(ships, key=lambda s: (-game.unit(s).support, s)) if room < total(ships) else ships:
        n = min(ships[stack], room - total(out))
        if n:
            out[stack] = n
    return out


def _lands_elsewhere(game: Game, zone: str, space: str, power: str) -> bool:
    """Return whether another battle of units landed from this zone is still to come."""
    return any(
        other != space
        and zone in zones
        and enemy_fighters(game, power, other)
        and any("seaborne" in s.cond.marks and "fought" not in s.cond.marks for s in game.state.at(other))
        for other, zones in ASSAULT.get(game.state).items()
    )


def _guns_alone(game: Game, battle: Battle) -> Flow:
    """Fire guns in a territory without defenders at the attacking aircraft (classic.R193)."""
    if not game.rules.switch("antiaircraft_fires_at_undefended_capture"):
        return
    for name, step in battle.steps:
        if isinstance(step, Volley) and step.side == DEFENDER and step.who.aside:
            battle.step = name
            yield from fire(game, battle, step)
    for stack, n in battle.units[ATTACKER].items():
        game.state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)


def take_if_free(game: Game, space: str, power: str) -> Flow:
    """Give the attacker control if no enemy is left and it has a unit that captures (classic.R91, R93, R94). Of several
    powers that attack together, the original owner takes it, or else the first (pacific.R105)."""
    if enemy_fighters(game, power, space) or not hostile(game, power, space):
        return
    captors = [p for p in together(game, power, space) if having(game, space, "captures", p)]
    if captors:
        original = game.rules.spaces[space].owner
        yield from capture(game, space, original if original in captors else captors[0])


def _raids(game: Game, stack: Stack) -> bool:
    """Return whether a unit flies a mission, and was not kept from it by a battle of its own."""
    return on_mission(game, stack) and ENGAGED not in stack.cond.marks


def raids(game: Game) -> Flow:
    """Run strategic bombing raids before the battles (classic.R122, R126)."""
    power = game.state.power
    forces, is_land = game.state.forces, game.rules.is_land
    for space in sorted([s for s, force in forces.items() if is_land[s] and any(u.cond.marks for u in force)]):
        there = game.state.at(space)
        attacking = together(game, power, space)
        force = {s: n for s, n in there.items() if s.owner in attacking and _raids(game, s)}
        if force and (hostile(game, power, space) or OWNERS.get(game.state).get(space) is None):
            battle = Battle(game, space, "raid", power, force, {})
            battle.round = 1
            described: dict[str, list[BattleStep]] = {}
            for name, what in battle.steps:
                described.setdefault(name, []).append(what)
            game.battle = battle
            yield from react(game, "raid", space, what=battle)
            for step in game.rules.sequence("raid"):
                if step.name in described:
                    battle.step = step.name
                    for what in described[step.name]:
                        yield from one_step(game, battle, step.name, what)
                elif battle.units[ATTACKER]:
                    result = step.what(game, battle)
                    if result is not None:
                        yield from result
            roles.forget(game, battle, at_the_end=True)
            for stack, n in battle.units[ATTACKER].items():
                game.state.turn_into(space, stack, stack.cond.marked("fought"), n)
            game.battle = None


def rolled_damage(units: Sequence[UnitType], dice: Sequence[int]) -> int:
    """Return the damage of the dice of raiders, in their order: all dice of a unit, or the best of one tagged so."""
    total = at = 0
    for unit in units:
        own = dice[at : at + unit.raid_dice]
        at += unit.raid_dice
        total += max(own) if own and "best_die" in unit.tags else sum(own)
    return total


def raid_damage(game: Game, battle: Battle) -> None:
    """Roll the damage of the surviving bombers; the controller of the complex pays at most its cash (classic.R122.3,
    R123)."""
    state, space = game.state, battle.space
    loser = state.owner[space]
    raiders = {s: n for s, n in battle.units[ATTACKER].items() if "raid" in s.cond.marks}
    if loser is None or not raiders or battle.units[DEFENDER]:  # aircraft that defend it hold the raiders off
        return
    units = [battle.piece(s).unit for s, n in raiders.items() for _ in range(n)]
    dice = game.dice.roll(sum(unit.raid_dice for unit in units))
    damage = rolled_damage(units, dice)
    if game.rules.switch("raid_limited_by_value"):
        damage = min(damage, game.rules.q.value(game, space))
    if installations.hit(game, battle.attacker, space, dice, damage) or loser not in state.ipcs:
        return
    ipcs = min(damage, state.ipcs[loser])
    state.ipcs[loser] -= ipcs
    game.emit("raided", power=battle.attacker, space=space, dice=dice, loser=loser, ipcs=ipcs)
