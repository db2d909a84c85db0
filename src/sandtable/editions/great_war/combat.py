"""Phase 3: sea battles, amphibious assaults, other land combat (R17, R54 to R83).

The steps of the battles themselves are described in the edition; here stands which battles there are, who takes part,
and what they change on the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...battle.forces import supporting
from ...battle.volley import ATTACKER, DEFENDER
from ...core.decisions import Choose, Decision, Option, PickSpace
from ...core.forces import Force, total
from ...engine import commitments, fighting
from ...engine.battles import Battle, fight
from ...engine.board import contested, having, hostile, together
from ...engine.commitments import Sides
from ...engine.leaving import submerge
from ...engine.memory import ASSAULT, FOUGHT, SEA_BATTLES, SWORN
from ...rules import points
from .control import settle, standing
from .politics import provoked_by_landings

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "commit", "pick_units: units that attack in a contested territory")

NO_MORE = "no more attacks"
STAY, BREAK_OFF = "press on", "break off"


def combat(game: Game) -> Flow:
    """Run the steps of the sequence `combat` in order: phase 3 (R17)."""
    provoked_by_landings(game)
    yield from fighting.combat(game)


# --- at sea -----------------------------------------------------------------------------------------------------------


def sea_combat(game: Game) -> Flow:
    """Ask for the sea zones where the power's ships attack (R40, R70.1), then land cargo where the sea is clear."""
    power, state = game.state.power, game.state
    while True:
        zones = [z for z in game.rules.zones if _may_fight(game, z, power)]
        sworn = [z for z in zones if z in SWORN.get(state)]
        zone = sworn[0] if sworn else "none"
        if zones and not sworn:
            zone = yield Decision(
                "battle", power, "Choose a sea zone to attack", PickSpace(zones, NO_MORE),
                advice=lambda zones=zones: next((z for z in zones if _worth(game, z, power)), "none"),
                rule=game.rules.cite("battle.sea"),
            )  # fmt: skip
        if zone == "none":
            break
        yield from _sea_battle(game, zone, power)
    yield from land_cargo(game, power)


def _may_fight(game: Game, zone: str, power: str) -> bool:
    q = game.rules.q
    if zone in SEA_BATTLES.get(game.state) or q.may_attack(game, power, zone) is not None:
        return False
    armed = any(game.stats(power, s.type).attack for s in q.attackers(game, zone, power))
    return armed and bool(q.defenders(game, zone, power))


def _sea_battle(game: Game, zone: str, power: str) -> Flow:
    q = game.rules.q
    SEA_BATTLES.of(game.state).append(zone)
    every: Sides = {ATTACKER: q.attackers(game, zone, power), DEFENDER: q.defenders(game, zone, power)}
    sides = yield from commitments.chosen(game, "sea_battle", zone, power, every)
    battle = Battle(game, zone, "sea_battle", power, sides[ATTACKER], sides[DEFENDER])
    if not battle.over():
        yield from fight(game, battle)
    for step in game.rules.sequence("aftermath"):
        step.what(game, battle)


def land_cargo(game: Game, power: str) -> Flow:
    """Offload cargo that waited for the sea battle if the zone is clear now; otherwise it stays aboard (R49, R77.1)."""
    for zone in game.rules.zones:
        own = together(game, power)
        targets = {s.cond.noted("landing") for s in game.state.at(zone) if s.owner in own and s.cond.noted("ashore")}
        if not targets:
            continue
        if any(game.rules.q.landing_waits(game, zone, target) for target in targets):
            fighting.forget_landings(game, zone, power)
        else:
            yield from fighting.land_cargo(game, zone, power)


def submerge_attackers(game: Game, battle: Battle) -> Flow:
    """Attacking submarines may submerge before each roll (R72)."""
    yield from submerge(game, battle, ATTACKER)


def submerge_defenders(game: Game, battle: Battle) -> Flow:
    """Defending submarines may submerge before each roll (R72)."""
    yield from submerge(game, battle, DEFENDER)


def break_off(game: Game, battle: Battle) -> Flow:
    """After a round at sea, the attacker may end combat; both fleets remain in the sea zone (R70.5, R75)."""
    options = [Option(STAY, "press the attack"), Option(BREAK_OFF, "end combat; both fleets remain in the sea zone")]
    answer = yield Decision(
        "retreat", battle.attacker,
        f"Battle in {battle.space}, round {battle.round}: press the attack or end combat?", Choose(options),
        advice=STAY, rule=game.rules.cite("retreat"),
        context={
            "space": battle.space, "round": battle.round, "ask": "Press the attack or end combat?",
            "leaving": [BREAK_OFF],
        },
    )  # fmt: skip
    if answer == BREAK_OFF:
        battle.gone.add(ATTACKER)


# --- on land ----------------------------------------------------------------------------------------------------------


def assaults(game: Game) -> Flow:
    """Fight amphibious assaults, with the units that attack the same territory by land (R17, R77)."""
    yield from _land_battles(game, seaborne=True)


def land_combat(game: Game) -> Flow:
    """Fight mandatory battles, and those the active power chooses in contested territories (R31, R32, R63)."""
    yield from _land_battles(game, seaborne=False)


def _land_battles(game: Game, seaborne: bool) -> Flow:
    power = game.state.power
    while True:
        forced, free = sites(game, power, seaborne)
        every = forced + free
        if not every:
            return
        site = forced[0] if len(forced) == 1 and not free else ""
        if not site:
            site = yield Decision(
                "battle", power, "Choose the next territory to attack",
                PickSpace(every, "" if forced else NO_MORE),
                advice=lambda f=forced, e=every: f[0] if f else next((s for s in e if _worth(game, s, power)), "none"),
                rule=game.rules.cite("battle.order"),
            )  # fmt: skip
        if site == "none":
            return
        FOUGHT.of(game.state).append(site)
        yield from land_battle(game, site, power)


def sites(game: Game, power: str, seaborne: bool) -> tuple[list[str], list[str]]:
    """Return the territories where the active power must fight now (R64), and contested ones where it may (R63)."""
    q, fought = game.rules.q, FOUGHT.get(game.state)
    forced, free = list[str](), list[str]()
    for space in sorted(game.state.forces):
        if not game.rules.is_land[space] or space in fought:
            continue
        own = q.attackers(game, space, power)
        if not own or not q.defenders(game, space, power):
            continue
        if hostile(game, power, space):
            if seaborne == any("seaborne" in s.cond.marks for s in own):
                forced.append(space)
        elif not seaborne and contested(game, space) and q.may_attack(game, power, space) is None:
            (forced if q.commitment(game, power, space) else free).append(space)
    return forced, free


def land_battle(game: Game, space: str, power: str) -> Flow:
    """Fight one battle for a territory and settle its control (R59, R62, R77)."""
    q, state = game.rules.q, game.state
    every = q.attackers(game, space, power)
    sides: Sides = {ATTACKER: every, DEFENDER: q.defenders(game, space, power)}
    sides = yield from commitments.chosen(game, "land_battle", space, power, sides)
    force = sides[ATTACKER]
    battle = Battle(game, space, "land_battle", power, force, sides[DEFENDER])
    battle.reserve = {s: n - force.get(s, 0) for s, n in every.items() if n > force.get(s, 0)}
    landed = sum(n for s, n in force.items() if "seaborne" in s.cond.marks)
    if landed:
        battle.seaborne = True
        most = supporting(game.rules, landed)
        battle.aside[ATTACKER] |= bombarding(game, ASSAULT.get(state).get(space, []), power, most)
    if not battle.over():
        yield from fight(game, battle)
    there = standing(game, space)
    yield from settle(game, space, next((p for p in together(game, power, space) if there.get(p)), power))
    for step in game.rules.sequence("aftermath"):
        step.what(game, battle)


def bombarding(game: Game, zones: list[str], power: str, most: int) -> Force:
    """Return the battleships that may bombard: without a sea battle or an earlier shot, at most one per unit landed
    (R77.3, R80, R81)."""
    state, out = game.state, Force()
    fought = () if game.rules.switch("bombardment_after_sea_battle") else SEA_BATTLES.get(state)
    for zone in zones:
        for stack, n in list(having(game, zone, "bombards", power).items()):
            ready = 0 if zone in fought or "supported" in stack.cond.marks else min(n, most - total(out))
            if ready:
                new = state.turn_into(zone, stack, stack.cond.marked("supported", "combat"), ready)
                out[new] = out.get(new, 0) + ready
    return out


# --- advice -----------------------------------------------------------------------------------------------------------


def _worth(game: Game, space: str, power: str) -> bool:
    """Return whether an attack pays off: units wait to land, or it does more damage than it takes."""
    q = game.rules.q
    own, enemy = q.attackers(game, space, power), q.defenders(game, space, power)
    if any(s.cond.noted("ashore") for s in own):
        return True

    def sum_of(force: Force, stat: str) -> int:
        return sum(int(getattr(game.stats(s.owner, s.type), stat)) * n for s, n in force.items())

    return sum_of(own, "attack") > 1.2 * sum_of(enemy, "defense")
