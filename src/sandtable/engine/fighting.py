"""The combat phase: find battles, choose their order, and apply their results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, DEFENDER, Volley
from ..core.decisions import Confirm, Decision, PickSpace, PickUnits
from ..core.forces import FRESH, Force, Stack
from . import installations, moving, offers
from .battles import Battle, fight, fire, guests, one_step
from .board import enemy_fighters, having, hostile, neutral, together, waiting
from .memory import ASSAULT, FOUGHT, OWNERS, PEACEFUL, SEA_BATTLES
from .movement import COMBAT
from .reactions import react
from .standard import fee_refusal, on_mission
from .territory import capture

if TYPE_CHECKING:
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
    power, fought = game.state.power, FOUGHT.of(game.state)
    yield from _ships_that_stayed(game)
    while True:
        sites = [s for s in battle_sites(game, power) if s not in fought]
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
    for space in sorted(game.state.forces):
        land = game.rules.is_land[space]
        own = q.attackers(game, space, power) if not land or hostile(game, power, space) else {}
        if not own:
            continue
        landing = land or any(waiting(s.cond) for s in own)
        if landing or (space not in peaceful and q.defenders(game, space, power)):
            sites.append(space)
    targets = {t for s in sites if not game.rules.is_land[s] for t in _landings(game, s, power)}
    return sites + sorted(t for t in targets if t not in sites)


def still_to_fight(game: Game) -> list[str]:
    """Spaces with a battle of this turn that has not begun yet."""
    fought = FOUGHT.get(game.state)
    return [s for s in battle_sites(game, game.state.power) if s not in fought]


def _landings(game: Game, zone: str, power: str) -> set[str]:
    """Return the territories for which cargo in this zone waits."""
    if game.rules.is_land[zone]:
        return set()
    allied = together(game, power)
    return {
        s.cond.noted("landing")
        for s in game.state.at(zone)
        if s.owner in allied and s.cond.cargo and s.cond.noted("landing") and "unloaded" not in s.cond.marks
    }


def _ships_that_stayed(game: Game) -> Flow:
    """Ask whether a power's ships among enemy ships fight where no other unit joined them (classic.R69)."""
    power = game.state.power
    for zone in [z for z in game.rules.zones if z in game.state.forces]:
        own = game.rules.q.attackers(game, zone, power)
        if not own or not game.rules.q.defenders(game, zone, power):
            continue
        if any("combat" in s.cond.marks for s in own):
            continue
        answer = False
        if game.rules.q.may_attack(game, power, zone) is None:
            answer = yield Decision(
                "fight", power, f"Attack the enemy ships in {zone}?", Confirm(), advice=False,
                rule=game.rules.cite("battle.stayed"), context={"space": zone},
            )  # fmt: skip
        if not answer:
            PEACEFUL.of(game.state).append(zone)


def sea_battle(game: Game, zone: str, power: str) -> Flow:
    """Fight a battle for a sea zone; if it is won, waiting cargo lands (classic.R99, R112, R119)."""
    q = game.rules.q
    defenders = q.defenders(game, zone, power)
    won = not defenders
    if defenders:
        SEA_BATTLES.of(game.state).append(zone)
        battle = Battle(game, zone, "sea_battle", power, q.attackers(game, zone, power), defenders)
        battle.guests = guests(game, zone, power)
        yield from fight(game, battle)
        for step in game.rules.sequence("aftermath"):
            step.what(game, battle)
        won = not battle.units[DEFENDER]  # those that left the battle may still be in the zone
    if won:
        yield from land_cargo(game, zone, power)
    else:
        forget_landings(game, zone, power)


def forget_landings(game: Game, zone: str, power: str) -> None:
    for stack, n in list(game.state.at(zone).items()):
        if stack.owner in together(game, power) and stack.cond.noted("landing"):
            marks = [m for m in stack.cond.marks if m.startswith("landing=")]
            game.state.turn_into(zone, stack, stack.cond.unmarked(*marks), n)


def land_cargo(game: Game, zone: str, power: str) -> Flow:
    """Land the cargo that waited for the sea battle; it stays aboard if a neutral's fee cannot be paid now."""
    ashore: dict[tuple[str, str], list[tuple[Stack, int]]] = {}
    allied = together(game, power)
    for stack, n in list(game.state.at(zone).items()):
        space = stack.cond.noted("landing")
        if stack.owner in allied and space and stack.cond.cargo and "unloaded" not in stack.cond.marks:
            if neutral(game, space) and fee_refusal(game, power, space, by_air=False) is not None:
                continue
            going, rest = waiting(stack.cond), list(stack.cond.cargo)
            landed = [next((o, k) for o, k in rest if k == kind and o in allied) for kind in going]
            for unit in landed:
                rest.remove(unit)
            game.state.turn_into(zone, stack, stack.cond._replace(cargo=tuple(rest)).marked("unloaded"), n)
            for owner, kind in landed:
                ashore.setdefault((space, owner), []).append((Stack(owner, kind, FRESH), n))
    for (space, _), units in ashore.items():
        yield from moving.go_ashore(game, units, zone, space, COMBAT)


def land_battle(game: Game, space: str, power: str) -> Flow:
    """Fight a battle for a territory, with its guns and the ships off the shore (classic.R92, R112, R115)."""
    q, state = game.rules.q, game.state
    own, enemies = q.attackers(game, space, power), q.defenders(game, space, power)
    if own:
        battle = Battle(game, space, "land_battle", power, own, enemies)
        zones = ASSAULT.get(state).get(space, [])
        battle.seaborne = any("seaborne" in s.cond.marks for s in own)
        if battle.seaborne:
            battle.aside[ATTACKER] |= yield from supporting_ships(game, space, zones, power)
        if enemies:
            yield from fight(game, battle)
        else:
            yield from _guns_alone(game, battle)
    yield from take_if_free(game, space, power)
    if own:
        for step in game.rules.sequence("aftermath"):
            step.what(game, battle)


def supporting_ships(game: Game, space: str, zones: list[str], power: str) -> Flow:
    """Return the battleships off the landing that have fought no sea battle and fired no support shot yet
    (classic.R112.3 to R115).

    Each supports one landing per turn (classic.R115.2): if another one from the zone is still to come, the attacker
    says which ships shoot now.
    """
    out: Force = {}
    after = game.rules.switch("bombardment_after_sea_battle")
    battles = () if after else SEA_BATTLES.get(game.state)
    for zone in zones:
        if zone in battles:
            continue
        ships = {
            s: n
            for s, n in having(game, zone, "bombards").items()
            if s.owner in together(game, power, space)
            if "supported" not in s.cond.marks and (after or "fought" not in s.cond.marks)
        }
        if ships and _lands_elsewhere(game, zone, space, power):
            rule = game.rules.cite("battle.support")
            ships = yield Decision(
                "support", power, f"Choose the ships in {zone} to fire support shots at {space}",
                PickUnits(ships, 0, sum(ships.values()), rule), advice=dict(ships), rule=rule,
                context={"space": space, "zone": zone},
            )  # fmt: skip
        for stack, n in ships.items():
            new = game.state.turn_into(zone, stack, stack.cond.marked("supported", "combat"), n)
            out[new] = out.get(new, 0) + n
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
    for _, step in battle.steps:
        if isinstance(step, Volley) and step.side == DEFENDER and step.who.aside:
            yield from fire(game, battle, step)
    for stack, n in battle.units[ATTACKER].items():
        game.state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)


def take_if_free(game: Game, space: str, power: str) -> Flow:
    """Give the attacker control if no enemy is left and it has a unit that captures (classic.R91, R93, R94)."""
    if enemy_fighters(game, power, space) or not hostile(game, power, space):
        return
    for captor in together(game, power, space):
        if having(game, space, "captures", captor):
            yield from capture(game, space, captor)
            return


def raids(game: Game) -> Flow:
    """Run strategic bombing raids before the battles (classic.R122, R126)."""
    power = game.state.power
    for space in sorted(game.state.forces):
        attacking = together(game, power, space)
        force = {s: n for s, n in game.state.at(space).items() if s.owner in attacking and on_mission(game, s)}
        if force and (hostile(game, power, space) or OWNERS.get(game.state).get(space) is None):
            battle = Battle(game, space, "raid", power, force, {})
            battle.round = 1
            described = dict(battle.steps)
            game.battle = battle
            yield from react(game, "raid", space, what=battle)
            for step in game.rules.sequence("raid"):
                if step.name in described:
                    battle.step = step.name
                    yield from one_step(game, battle, step.name, described[step.name])
                elif battle.units[ATTACKER]:
                    result = step.what(game, battle)
                    if result is not None:
                        yield from result
            for stack, n in battle.units[ATTACKER].items():
                game.state.turn_into(space, stack, stack.cond.marked("fought"), n)
            game.battle = None


def raid_damage(game: Game, battle: Battle) -> None:
    """Roll the damage of the surviving bombers; the controller of the complex pays at most its cash (classic.R122.3,
    R123)."""
    state, space = game.state, battle.space
    loser = state.owner[space]
    raiders = {s: n for s, n in battle.units[ATTACKER].items() if "raid" in s.cond.marks}
    if loser is None or not raiders:
        return
    n = sum(count * battle.piece(s).unit.raid_dice for s, count in raiders.items())
    dice = game.dice.roll(n)
    damage = sum(dice)
    if game.rules.switch("raid_limited_by_value"):
        damage = min(damage, game.rules.q.value(game, space))
    if installations.hit(game, battle.attacker, space, dice, damage) or loser not in state.ipcs:
        return
    ipcs = min(damage, state.ipcs[loser])
    state.ipcs[loser] -= ipcs
    game.emit("raided", power=battle.attacker, space=space, dice=dice, loser=loser, ipcs=ipcs)
