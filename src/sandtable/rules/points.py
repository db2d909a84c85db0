"""Registry of every extension point that an edition or a house rule may edit.

An edit of anything that is not named here is refused with the name of the rule that tried. `game` is the running
`sandtable.engine.game.Game`. Queries that ask "may it?" answer None for yes, or a `No` with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: Tables of facts; a cell is named by table, row, and column, such as ``units.submarine.cost``.
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
    "hidden": "unit types whose number and kind are shown only to their owner: type -> true",
    "wording": "names of phases and steps for players: name -> text",
    "minors": "minor powers by name: home, colonies, army, and the power each is aligned to (none: a true neutral)",
    "bases": "naval bases: territory -> the zones they serve",
    "mobilization": "where a power mobilizes new land units: power -> territories",
    "calendar": "unit types that cannot be purchased before a round: type -> round",
    "obligations": "territories that a power must attack in a round: name -> power, round, space",
    "goals": "victory conditions and when they are checked: side -> after, hold, of, one_of",
}

#: Sequences: named steps in order. Steps of a flow are generators `step(game)`; steps of a battle are
#: `battle.volley` descriptions.
SEQUENCES = {
    "opening": "before the first turn: each step runs once",
    "round_start": "at the start of each round of all powers",
    "turn_start": "at the very start of each turn, before its first phase: step(game), without decisions",
    "turn": "the phases of one power's turn",
    "turn_end": "after each turn: checks for victory and other reckonings",
    "round_end": "after each round of all powers",
    "income": "lines of the income ledger: step(game, power) -> (IPCs, why) or None",
    "conquest": "after a territory changes hands: step(game, space, captor, loser), or a flow",
    "breakthrough": "after a weapons development roll: flow step(game, power, face), true when the roll is used up",
    "combat": "the parts of the combat phase",
    "war_entry": "when a neutral power enters the war: step(game, power), without decisions",
    "entering": "when units enter a space during the combat move: step(game, units, space, rest)",
    "moved": "after each move: step(game, move)",
    "land_battle": "the steps of one round of a battle for a territory",
    "sea_battle": "the steps of one round of a battle for a sea zone",
    "raid": "the steps of a strategic bombing raid",
    "aftermath": "after a battle, when control of the space is decided: step(game, battle)",
}

#: Queries of the engine: the edition gives the base answer, and rules add modifiers.
QUERIES = {
    "stats": "(game, power, type) -> UnitType: the attack, defense, movement, and cost of a unit",
    "value": "(game, space) -> int: the IPC value of a territory",
    "at_war": "(game, power, other) -> bool: which powers are at war",
    "allied": "(game, power, other) -> bool: which powers are allies",
    "enemies": "(game, power, space) -> which powers' units defend against an attack on a space",
    "may_attack": "(game, power, space) -> None or No: which spaces a power may attack",
    "may_move": "(game, space, stack, phase) -> None or No: which units may move in a phase",
    "land_step": "(game, stack, start, space, phase, first) -> 'pass', 'stop' or No: where land units may move",
    "sea_step": "(game, stack, start, space, phase) -> 'pass', 'stop' or No: where ships may move",
    "air_step": "(game, stack, space, phase) -> None or No: where aircraft may fly",
    "room_for": "(game, stack, space) -> int or None: how many units may be in a space",
    "combat_end": "(game, stack, path, phase) -> None or No: where a combat move may end",
    "may_go": "(game, units, path, phase) -> None or No: which units may move together",
    "commitment": "(game, power, space) -> int: how many units must attack in a contested territory",
    "landing_fields": "(game, power) -> where aircraft may land",
    "may_board": "(game, stack, space, phase) -> None or No: where land units may load onto transports",
    "may_unload": "(game, carrier, zone, space, phase, stack) -> None or No: where transports may offload",
    "boarding_marks": "(game, stack, start) -> tuple of marks a transport gets when such a unit boards it from there",
    "may_leave": "(game, space, stack, count) -> int: how many units may leave a space",
    "may_end": "(game, mover) -> None or No: when a movement phase may end",
    "landing_waits": "(game, zone, space) -> bool: when an amphibious assault must wait for a sea battle",
    "entry_fee": "(game, power, space, by_air) -> int: the IPC cost of entering a space",
    "missions": "(game, stack, space) -> tuple of words: which special missions units may fly",
    "mission_limit": "(game, stack, space, mission) -> int or None: how many units may fly a special mission",
    "advised_move": "(game, phase) -> Move or None: which move the adviser suggests first",
    "for_sale": "(game, power) -> dict of unit type -> which units a power may buy",
    "may_produce": "(game, power, space) -> None or No: which industrial complexes may produce units",
    "production": "(game, power, space) -> int or None: how many units an industrial complex may produce",
    "placement": "(game, power, type) -> where new units may be placed",
    "submarine_damage": "(game, zone, count, each) -> int: how many IPCs submarines destroy without dice",
    "may_collect": "(game, power) -> None or No: which powers collect income",
    "new_owner": "(game, space, captor) -> who controls a captured territory",
    "defenders": "(game, space, attacker) -> which units defend",
    "attackers": "(game, space, attacker) -> which units attack",
    "retreats": "(game, battle) -> where attackers may retreat",
    "withdrawals": "(game, battle, side) -> where submarines may withdraw",
    "loss_order": "(game, battle, side, stacks) -> the default casualty order",
    "turn_order": "(game) -> the order of play",
    "victory": "(game, moment) -> (side, why) or None: the victory conditions",
    "development": "(game, power, successes) -> which technologies may be gained",
}

#: Default answers to queries that an edition may leave out.
PLAIN: dict[str, Callable[..., Any]] = {
    "boarding_marks": lambda game, stack, start: (),
    "may_leave": lambda game, space, stack, count: count,
    "may_end": lambda game, mover: None,
    "may_go": lambda game, units, path, phase: None,
    "commitment": lambda game, power, space: 0,
    "submarine_damage": lambda game, zone, count, each: count * each,
    "mission_limit": lambda game, stack, space, mission: None,
    "advised_move": lambda game, phase: None,
}

#: Offers: optional actions inside a step of a power's turn.
OFFERS = {
    "purchase": "when you purchase units",
    "combat_move": "during your combat move",
    "combat": "at the start of the combat phase",
    "noncombat_move": "during your noncombat move",
    "place": "when you place new units",
    "defense": "after each combat round, for each defender: run(game, battle, power)",
}

#: Kinds of decisions, each with the form it comes in.
DECISIONS = {
    "offer": "choose: one of the offers of this phase, or continue",
    "develop": "amount: dice for weapons development",
    "purchase": "allocate: units to purchase",
    "move": "moves: one move, or done",
    "battle": "pick_space: the next battle to fight",
    "fight": "confirm: attack enemy ships in a sea zone where your ships stayed",
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
