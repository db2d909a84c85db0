"""Leaving a battle: the attacker's retreat and the withdrawal of submarines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..battle.volley import ATTACKER, DEFENDER, Leave, Side
from ..core.decisions import Choose, Decision, Option, PickSpace, PickUnits, Together
from ..core.errors import Illegal, No
from ..core.forces import Force, Stack, total
from ..core.picks import Pick
from ..rules import points
from . import offers
from .battles import Battle, depart
from .board import barred, friendly
from .memory import CAME, SUBMERGED

if TYPE_CHECKING:
    from ..rules.draft import Draft
    from .game import Flow, Game

points.declare(points.DECISIONS, "submerge", "pick_units: submarines that submerge instead of firing this round")

STAY = "press on"
#: How aircraft retreat in the base game: with the others (query `aircraft_retreat`).
ALONG = "along"
FROM_LANDING = No("units cannot retreat from an amphibious assault", "retreat.landing")
#: The answer by which aircraft without other units retreat: they need no space to retreat to.
BREAK_OFF = "break off"
#: In the context of a decision, `leaving` names the options that leave a battle; this: the units chosen leave it.
UNITS = "units"
#: The answer of a defender that takes up no offer.
FIGHT_ON = "fight on"


def attacker_retreat(game: Game, battle: Battle) -> Flow:
    """Let the attacker retreat after a complete round, all units together (classic.R95, R102)."""
    decision = retreat_question(game, battle)
    if decision is not None:
        retreat(game, battle, (yield decision))


def retreating(game: Game, battle: Battle) -> Force:
    """Return the attackers that retreat together: those that may, without aircraft that retreat apart from them."""
    q, units = game.rules.q, battle.units[ATTACKER]
    apart = q.aircraft_retreat(game, battle) != ALONG
    return {
        s: n
        for s, n in units.items()
        if not (apart and game.unit(s).kind == "air") and q.may_retreat(game, battle, s) is None
    }


def retreat_question(game: Game, battle: Battle) -> Decision | None:
    """Return the retreat decision, or None if the attacker has nowhere to go."""
    places = game.rules.q.retreats(game, battle) if retreating(game, battle) else ()
    if not places:
        return None
    rule = game.rules.cite("retreat" if game.rules.is_land[battle.space] else "retreat.sea")
    options = [
        Option(STAY, "press the attack"),
        *(Option(p, f"retreat to {p}" if p != BREAK_OFF else "retreat") for p in places),
    ]
    return Decision(
        "retreat", battle.attacker,
        f"Battle for {battle.where}, round {battle.round}: press the attack or retreat?",
        Choose(options), advice=STAY, rule=rule,
        context={
            "space": battle.space, "round": battle.round, "ask": "Press the attack or retreat?", "leaving": list(places)
        },
    )  # fmt: skip


def retreat(game: Game, battle: Battle, answer: str) -> None:
    """Carry out the attacker's answer; units that cannot retreat fight on."""
    if answer == STAY:
        return
    force = retreating(game, battle)
    if force == battle.units[ATTACKER]:
        battle.gone.add(ATTACKER)
    flying = {s: n for s, n in force.items() if game.unit(s).kind == "air"}
    going = {s: n for s, n in force.items() if s not in flying}
    if going:
        depart(game, battle, ATTACKER, going, answer)
    else:
        game.emit("flew_off", power=battle.attacker, force=flying, space=battle.space)
    _fly_off(game, battle, flying)


def may_retreat(game: Game, battle: Battle, stack: Stack) -> No | None:
    """No attacker may retreat from an amphibious assault (classic.R117)."""
    return FROM_LANDING if battle.seaborne else None


def aircraft_retreat(game: Game, battle: Battle) -> str:
    """Attacking aircraft retreat together with the other attackers (classic.R95)."""
    return ALONG


def _fly_off(game: Game, battle: Battle, flying: Force) -> None:
    """Take attacking aircraft out of the battle; they still have to land."""
    for stack, n in flying.items():
        game.state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)
    battle.remove(ATTACKER, flying)


def attacking_aircraft(game: Game, battle: Battle) -> Flow:
    """Let attacking aircraft retreat while the other attackers press the attack, where the query `aircraft_retreat`
    allows it."""
    how = game.rules.q.aircraft_retreat(game, battle)
    flying = {s: n for s, n in battle.units[ATTACKER].items() if game.unit(s).kind == "air"}
    if not flying or how not in ("each", "together"):
        return
    most, rule = sum(flying.values()), game.rules.cite("retreat.air")

    def all_or_none(chosen: Mapping[Stack, int]) -> None:
        if chosen and how == "together" and sum(chosen.values()) < most:
            raise Illegal("all attacking aircraft must retreat together, or none", rule)

    going = yield Decision(
        "withdraw", battle.attacker, f"Choose the aircraft that retreat from {battle.space}",
        PickUnits(flying, 0, most, rule, all_or_none if how == "together" else None),
        advice=dict, rule=rule, context={"space": battle.space, "side": ATTACKER, "leaving": UNITS},
    )  # fmt: skip
    if going:
        game.emit("flew_off", power=battle.attacker, force=dict(going), space=battle.space)
        _fly_off(game, battle, going)


def retreats(game: Game, battle: Battle) -> list[str]:
    """The attacker may retreat to a space its units came from; if only aircraft are left, they may always retreat.

    Land (classic.R95.1): an adjacent territory from which land units of the attack came, friendly now. Sea
    (classic.R102): an adjacent zone from which ships of the attack came, free of enemies. All units retreat together,
    so where one of them may not enter (pacific.R122), none does.
    """
    land = game.rules.is_land[battle.space]
    kind = "land" if land else "sea"
    going = retreating(game, battle)
    if not any(game.unit(s).kind == kind for s in going):
        return [BREAK_OFF] if going else []
    came = CAME.get(game.state).get(battle.space, {}).get(kind, {})
    near = game.rules.land_near if land else game.rules.sea_near
    shut = {space for stack in going for space in barred(game, stack.owner)} if game.rules.tables["confined"] else ()
    out = []
    for origin in came:
        if origin in near[battle.space] and origin not in shut:
            free = friendly(game, battle.attacker, origin) if land else _sails(game, battle, ATTACKER, origin)
            if free:
                out.append(origin)
    return sorted(out)


def defenders_choice(game: Game, battle: Battle) -> Flow:
    """Let each defending power in the order of play take up offers of `defense` until it keeps fighting; without an
    offer, or if nothing withdraws by one, it keeps fighting."""
    for power in game.state.order:
        while not battle.over() and (there := fighting_for(battle, power)):
            decision = defense_question(game, battle, power)
            if decision is None:
                break
            answer = yield decision
            if answer == FIGHT_ON:
                break
            yield from offers.take_up(game, "defense", answer, battle, power)
            if fighting_for(battle, power) == there:
                break


def fighting_for(battle: Battle, power: str) -> Force:
    """Return the units of a defending power that fight."""
    return {s: n for s, n in battle.units[DEFENDER].items() if s.owner == power}


def defense_question(game: Game, battle: Battle, power: str) -> Decision | None:
    """Return a defending power's decision to keep fighting, or None if it has no other offer."""
    return offers.question(
        game, "defense", battle, power, asked=power, go_on=Option(FIGHT_ON, "keep fighting"),
        prompt=f"Battle for {battle.where}, round {battle.round}: keep fighting?", ask="Keep fighting?",
        space=battle.space,
    )  # fmt: skip


def all_declare(game: Game, battle: Battle) -> Flow:
    """Let attacker and defending powers declare secretly and at the same time who stays; carry out the attacker's
    answer first (for rules that require this)."""
    asked = [(battle.attacker, retreat_question(game, battle))]
    powers = [p for p in game.state.order if p != battle.attacker and fighting_for(battle, p)]
    asked += [(p, defense_question(game, battle, p)) for p in powers]
    questions = [(p, d) for p, d in asked if d is not None]
    if not questions:
        return
    answers = yield Together(tuple(d for _, d in questions))
    for (power, _), answer in zip(questions, answers, strict=True):
        if power == battle.attacker:
            retreat(game, battle, answer)
        elif answer != FIGHT_ON:
            yield from offers.take_up(game, "defense", answer, battle, power)


def decide_together(draft: Draft, battle: str) -> None:
    """Let attacker and defender of this kind of battle decide secretly and at the same time who stays."""
    together = Leave("retreat", ATTACKER, Pick(), True, all_declare)
    draft.replace_step(battle, "retreat", together, "attacker and defender decide secretly at the same time")
    done = Leave("defense", DEFENDER, Pick(), False, lambda game, battle: ())
    draft.replace_step(battle, "defense", done, "the defender has already decided along with the attacker")


def submarines(battle: Battle, side: Side) -> Force:
    return {s: n for s, n in battle.units[side].items() if "submarine" in battle.piece(s).unit.tags}


def attacking_submarines(game: Game, battle: Battle) -> Flow:
    """Let attacking submarines withdraw to a zone from which attacking ships came (classic.R101.1)."""
    yield from _withdraw(game, battle, ATTACKER)


def defending_submarines(game: Game, battle: Battle) -> Flow:
    """Let defending submarines withdraw to any adjacent zone free of enemies (classic.R101.3)."""
    yield from _withdraw(game, battle, DEFENDER)


def _withdraw(game: Game, battle: Battle, side: Side) -> Flow:
    for owner in dict.fromkeys(s.owner for s in submarines(battle, side)):
        target = ""
        while True:
            force = {s: n for s, n in submarines(battle, side).items() if s.owner == owner}
            places = game.rules.q.withdrawals(game, battle, side)
            if not force or not places or battle.over():
                break
            going = yield Decision(
                "withdraw", owner, f"Choose the submarines in {battle.space} that withdraw",
                PickUnits(force, 0, sum(force.values()), game.rules.cite("submarines.withdraw")), advice=dict,
                rule=game.rules.cite("submarines.withdraw"),
                context={"space": battle.space, "side": side, "leaving": UNITS},
            )  # fmt: skip
            if not going:
                break
            if side == DEFENDER or not target:
                target = places[0]
                if len(places) > 1:
                    target = yield Decision(
                        "withdraw_to", owner, f"Choose where the submarines in {battle.space} withdraw to",
                        PickSpace(places), advice=target, rule=game.rules.cite("submarines.withdraw"),
                        context={"space": battle.space},
                    )  # fmt: skip
            depart(game, battle, side, going, target)
            if side == ATTACKER:
                break  # submarines that withdraw in one round go to one zone


def submerge(game: Game, battle: Battle, side: Side, who: Pick | None = None, marks: tuple[str, ...] = ()) -> Flow:
    """Let submarines of a side (of `who`) submerge: they leave the battle and stay in the zone, with these marks."""
    able = {s: n for s, n in submarines(battle, side).items() if who is None or who.takes(battle.piece(s))}
    for owner in dict.fromkeys(s.owner for s in able):
        force = {s: n for s, n in able.items() if s.owner == owner}
        if not force or battle.over():
            continue
        going = yield Decision(
            "submerge", owner, f"Battle in {battle.where}, round {battle.round}: choose submarines to submerge",
            PickUnits(force, 0, total(force), game.rules.cite("submarines.submerge")), advice=dict,
            rule=game.rules.cite("submarines.submerge"),
            context={"space": battle.space, "side": side, "ask": "Choose submarines to submerge", "leaving": UNITS},
        )  # fmt: skip
        if going:
            game.emit("submerged", power=owner, force=dict(going), space=battle.space)
            battle.remove(side, going)
            there = SUBMERGED.of(game.state).setdefault(battle.space, {})
            there[owner] = there.get(owner, 0) + total(going)
            for stack, n in going.items() if marks else ():
                game.state.turn_into(battle.space, stack, stack.cond.marked(*marks), n)


def _passes(game: Game, battle: Battle, side: Side, zone: str) -> bool:
    """Return whether no canal or strait is closed to the ships that leave; of a defender, to submarines."""
    ships = submarines(battle, side) if side == DEFENDER else battle.units[side]
    return (battle.space, zone) not in game.rules.canal_between or all(
        game.rules.q.passage(game, s, battle.space, zone) is None for s in ships if game.unit(s).kind == "sea"
    )


def _sails(game: Game, battle: Battle, side: Side, zone: str) -> bool:
    """Return whether the attacker's ships may leave for a zone: free of enemies, and no passage closed."""
    return not game.rules.q.hostile_zone(game, battle.attacker, zone) and _passes(game, battle, side, zone)


def withdrawals(game: Game, battle: Battle, side: Side) -> list[str]:
    """Submarines may withdraw to adjacent zones free of enemies: attackers where attacking ships came from, defenders
    anywhere but through a closed canal (classic.R101, R13)."""
    zones = game.rules.sea_near[battle.space]
    if side == ATTACKER:
        came = CAME.get(game.state).get(battle.space, {}).get("sea", {})
        return sorted(z for z in came if z in zones and _sails(game, battle, ATTACKER, z))
    powers = battle.owners[DEFENDER]
    return sorted(
        z
        for z in zones
        if _passes(game, battle, DEFENDER, z)
        and not any(s.owner in game.foes(p) and game.unit(s).kind != "land" for p in powers for s in game.state.at(z))
    )
