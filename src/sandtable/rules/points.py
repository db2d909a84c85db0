"""Registry of every extension point that an edition or a house rule may edit.

An edit of anything that is not named here is refused with the name of the rule that tried. `game` is the running
`sandtable.engine.game.Game`. Sequences, queries and offers are declared in `queries`, with the types of what they hand
over; here are their texts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.errors import No
from . import queries
from .signatures import Signature, declared, written

#: Tables: rows of facts; a cell is named by table, row and column, as in ``units.submarine.cost``.
TABLES = {
    "units": "unit types by id, with the numbers of core.units.UnitType",
    "spaces": "territories and sea zones by name, with value and original owner (core.units.Space)",
    "links": "adjacent spaces: space -> space -> true, both ways",
    "canals": "ship canals by name (core.units.Canal)",
    "powers": "powers by name, with side, capital and starting cash (core.units.Power), in order of play",
    "technologies": "technologies by id, with their die number and effects (core.units.Technology)",
    "setup": "units at the start: space -> power -> unit type -> count",
    "holders": "spaces not controlled by their original owner at the start: space -> power",
    "switches": "numbers and yes/no points of the rules: switch -> value",
    "settings": "sentences for switches: switch -> text, and says: value -> sentence",
    "memory": "records that rules keep during a game: name -> first value (plain data)",
    "citations": "topics of the engine's refusals: topic -> id of the statement",
    "missions": "missions that units may fly instead of fighting: word -> id of its statement",
    "stances": "marks of units that outlast the turn: mark -> until: moved, own_turn (its owner's next turn), or kept",
    "withdrawn": "marks of units that fight in no ordinary battle, hold nothing, and stop no unit: mark -> in words",
    "hidden": "unit types whose number and kind are shown only to their owner: type -> true",
    "wording": "names of phases and steps for players: name -> text",
    "convoys": "sea zones with a controller: zone -> owner and value of its own, or the territory it serves",
    "stocks": "what powers or territories have beside money: name -> text",
    "divisions": "sea zones that are divided on the drawn map: zone -> its two parts, and the line between them",
    "armies": "owners of units that are no powers and defend what they hold: name -> text",
    "minors": "minor powers by name: home, colonies, army, and the power each is aligned to (none: a true neutral)",
    "bases": "naval bases: territory -> the zones they serve",
    "mobilization": "where a power mobilizes new land units: power -> territories",
    "confined": "spaces that the units of a power may not leave: power -> spaces",
    "calendar": "unit types that cannot be purchased before a round: type -> round",
    "obligations": "territories that a power must attack in a round: name -> power, round, space",
    "objectives": "conditions over the board, for income and victory: name -> power or side, hold, least, clear, ipcs",
    "draws": "capabilities that powers draw before the first turn: name -> lists, count, by dice or choice",
    "grants": "free units that a power places by choice: name -> power or capability, units, places, when",
    "sites": "where unit types may be placed besides industrial complexes, and limits: name -> types, spaces, most",
    "engagements": "battles of their own beside the others in a space: name -> who attacks and defends, steps",
    "commitments": "choices of who takes part in a battle: name -> side, units, least and most",
    "refits": "work that repairs or refits units: name -> types, cost, what it gives, when, where",
    "goals": "victory conditions and when they are checked: side -> after, hold, of, one_of",
}

#: What every sequence, query and offer hands over and expects; `queries` declares them with their types.
STEP_SIGNATURES = declared(queries.Steps)
QUERY_SIGNATURES = declared(queries.Queries)
OFFER_SIGNATURES = declared(queries.Offers)

#: Sequences: named steps in order. Steps of a flow are generators `step(game)`; steps of a battle are descriptions.
SEQUENCES = {name: f"{s.sentence}: step{s.text()}" for name, s in STEP_SIGNATURES.items()}

#: Stages: the parts of a round of combat in words that every edition shares; a rule may name them in place of steps.
STAGES = {
    "muster": "before the first dice: roles, screens, submerging",
    "bombardment": "ships off the shore fire in support of an amphibious assault",
    "antiaircraft": "antiaircraft guns fire",
    "air_combat": "aircraft fight each other",
    "opening_fire": "units whose casualties are removed before they can fire back",
    "attackers": "the attackers fire",
    "defenders": "the defenders fire",
    "casualties": "casualties that still fired are removed",
    "submerge": "submarines may withdraw or submerge",
    "retreat": "the attacker, or a defender, may retreat",
}

#: The stage of phases that matter only in turns that powers share.
SHARED = "shared"

#: Queries: questions the engine asks while it runs; the base answer is the edition's, rules add modifiers.
QUERIES = {name: f"{s.text()}: {s.sentence}" for name, s in QUERY_SIGNATURES.items()}

MOVED = No("units that have already moved cannot be carried", "movement.carried")
#: Default answers to queries that an edition may leave out.
PLAIN: dict[str, Callable[..., Any]] = {
    "must_fight": lambda game, power, zone: any(
        "combat" in s.cond.marks for s in game.rules.q.attackers(game, zone, power)
    ),
    "attack_price": lambda game, power, space: 0.0,
    "may_load": lambda game, carrier, start, zone: None,
    "transport_marks": lambda game, carrier, zone, space, loading, stack: (),
    "boarding_marks": lambda game, stack, start: (),
    "may_carry": lambda game, carrier, stack, path, phase: MOVED if stack.cond.moved else None,
    "damage_limit": lambda game, space, type: None,
    "refit_price": lambda game, power, work, type: game.rules.typed("refits")[work].cost,
    "repair_price": lambda game, power, points: points,
    "may_leave": lambda game, space, stack, count: count,
    "may_end": lambda game, mover: None,
    "may_go": lambda game, units, path, phase: None,
    "commitment": lambda game, power, space: 0,
    "movement_allowance": lambda game, stack, space, phase: game.unit(stack, space).move,
    "step_cost": lambda game, stack, start, space, phase: 1,
    "routes": lambda game, stack, space, phase: (),
    "halts": lambda game, stack, space, phase: True,
    "must_land": lambda game, stack, space: True,
    "may_retreat": lambda game, battle, stack: None,
    "aircraft_retreat": lambda game, battle: "along",
    "decks_to_come": lambda game, power, zone: 0,
    "recruits": lambda game, power, territories: 0,
    "submarine_damage": lambda game, zone, count, each: count * each,
    "mission_limit": lambda game, stack, space, mission: None,
    "advised_move": lambda game, phase: None,
    "due_move": lambda game, phase: None,
    "advised_purchase": lambda game, power: {},
    "next_power": lambda game, rest: rest[0] if rest else None,
    "acting": lambda game, phase: tuple(
        (power,) for power in (game.state.power, *game.rules.companions(game.state.power))
    ),
}

#: Offers: what a power may do besides, inside a step of its turn.
OFFERS = {name: f"{s.sentence}: run{s.text()}" for name, s in OFFER_SIGNATURES.items()}

#: Moments of a turn at which any power may take up an offer of `reaction`.
MOMENTS = {
    "turn": "at the start of a turn, before its first phase",
    "phase": "before each phase of a turn",
    "attack": "after each attack move, for the space it ends in",
    "raid": "before the dice of a raid",
    "turn_end": "between a turn and that of the next power",
    "battle": "before the first round of a battle",
    "round": "before each later round of a battle",
}

#: Kinds of decisions, each with the form it comes in.
DECISIONS = {
    "offer": "choose: one of the offers of this phase, or continue",
    "reaction": "choose: one of the reactions to what happens in a turn, or continue",
    "develop": "amount: dice for weapons development",
    "purchase": "allocate: units to purchase",
    "move": "moves: one move, or done",
    "battle": "pick_space: the next battle to fight",
    "fight": "confirm: attack enemy ships in a sea zone where your ships need not fight",
    "casualties": "pick_units: casualties",
    "agree": "confirm: an ally may take your aircraft on its carrier as a casualty",
    "support": "pick_units: ships that support this landing and no other",
    "retreat": "pick_space: where the attacker retreats to, or stay",
    "withdraw": "pick_units: submarines that withdraw",
    "withdraw_to": "pick_space: where they withdraw to",
    "rocket": "choose: target of the rocket attack",
    "place": "allocate: new units to spaces",
    "bid": "allocate: units added before the game",
}


def declare(points: dict[str, str], name: str, text: str) -> None:
    """Add an extension point to one of the dictionaries of this file; repeating it is harmless."""
    points.setdefault(name, text)


def declare_decision(kind: str, text: str) -> None:
    """Declare a kind of decision of a rule, with the form of its answers, such as "amount: bonds to buy"."""
    declare(DECISIONS, kind, text)


def signature(kind: dict[str, str], name: str) -> Signature:
    """Return the signature of a sequence, query or offer; of one declared by `declare`, what its text tells."""
    known = (STEP_SIGNATURES, SEQUENCES), (QUERY_SIGNATURES, QUERIES), (OFFER_SIGNATURES, OFFERS)
    signatures = next(typed for typed, texts in known if texts is kind)
    return signatures.get(name) or written(kind[name])


#: The types of the descriptions that a step of a battle may be; `battle.volley` names its own.
BATTLE_STEPS: list[type] = []
