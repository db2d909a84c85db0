"""Splitting the Fleet: some ships attack those that block a landing, the others wait with the transports."""

from ...core.forces import Condition
from ...editions.pacific.income import in_phase
from ...engine.board import waiting
from ...engine.memory import SEA_BATTLES
from ...engine.refits import unstowed
from ...words import FRESH, Draft, Force, Game, Move, Option, Options, Stack, add, declare_event, declare_mark
from ...words.battles import DEFENDER, Battle
from ...words.board import enemy_ships
from ..documents import pacific

RULE = "pacific.amphibious_split_fleet"
SAILED = declare_mark("came_from", "ship that has sailed in the combat move, with the zone that it came from")
BROUGHT = declare_mark("brought", "transport that has loaded a unit in this turn: zone, number, owner, type, territory")
declare_event("put_back", "{power} lands {force} in {space} again: the landing was blocked")


@pacific(
    RULE, "Splitting the Fleet",
    Option("submerged_blocks", False, "enemy submarines that have submerged still block a landing"),
    Option("supporters_return_with_invasion", True,
           "ships that were held back return with the transports if the landing is blocked"),
)  # fmt: skip
def amphibious_split_fleet(draft: Draft, option: Options) -> None:
    """Where enemy ships block a landing, the attacker chooses which of its ships attack them. The others cannot be hit,
    and may support the landing. If the enemy ships are not removed, transports and troops go back to where they
    came from, with the ships that were held back."""
    row = {"side": "attacker", "who": {"kinds": ["sea"]}, "battle": "sea_battle", "least": 1, "advice": "armed"}
    text = "choose the ships that attack; the others wait with the landing"
    draft.add("commitments.ships against a blockade", {**row, "landing": True, "text": text})  # .1, .2
    draft.step("moved", "sailed", note_course)
    draft.modify("transport_marks", note_cargo)

    def blocked(game: Game, battle: Battle) -> None:
        if not any(waiting(s.cond) for s in game.state.at(battle.space)):
            return  # no landing, or no battle at sea
        still_there = enemy_ships(game, battle.attacker, battle.space)
        hostile = bool(battle.units[DEFENDER]) and game.rules.q.hostile_zone(game, battle.attacker, battle.space)
        if hostile or (option.submerged_blocks and still_there):
            go_back(game, battle.space, option.supporters_return_with_invasion)  # .3
        elif battle.round == 1 and not battle.rolled:
            unfought(game, battle)

    draft.step("aftermath", "blocked", blocked, before="convoys")


def note_course(game: Game, move: Move) -> None:
    """Note on ships that sail in the combat move where they came from, or where they loaded last."""
    if game.rules.is_land[move.path[0]] or not in_phase(game, "combat_move"):
        return
    start, end = move.path[0], move.path[-1]
    for before, n in move.units:
        if game.unit(before, start).kind != "sea":
            continue
        first, loaded = before.cond.noted(SAILED), any(row[0] == start for row in cargo_rows(before.cond))
        origin = first if first and not loaded else start
        for stack, there in list(game.state.at(end).items()):
            same = stack[:2] == before[:2] and stack.cond.cargo == before.cond.cargo
            if n and same and "combat" in stack.cond.marks and stack.cond.noted(SAILED) == first:
                cond = stack.cond.unmarked(f"{SAILED}={first}").marked(f"{SAILED}={origin}")
                game.state.turn_into(end, stack, cond, min(n, there))
                n -= min(n, there)


def note_cargo(
    answer: tuple[str, ...], game: Game, carrier: Stack, zone: str, space: str, loading: bool, stack: Stack
) -> tuple[str, ...]:
    """Note on transports what they load in the combat move, and where."""
    if not loading or not in_phase(game, "combat_move"):
        return answer
    row = zone, str(len(carrier.cond.cargo)), stack.owner, stack.type, space
    return (*answer, f"{BROUGHT}={'@'.join(row)}")


def cargo_rows(cond: Condition) -> list[list[str]]:
    """Return what a transport has loaded in this turn: zone, number, owner, type, and territory."""
    return [m.partition("=")[2].split("@") for m in cond.marks if m.startswith(f"{BROUGHT}=")]


def go_back(game: Game, zone: str, supporters: bool) -> None:
    """Send transports whose landing is blocked, and ships that were held back, to where they came from, and the troops
    ashore where they boarded; their move is used up (.3)."""
    for stack, n in list(game.state.at(zone).items()):
        landing = stack.cond.noted("landing") and "unloaded" not in stack.cond.marks
        held = supporters and stack.cond.noted(SAILED) and "fought" not in stack.cond.marks
        if not game.active(stack.owner) or game.unit(stack, zone).kind != "sea" or not (landing or held):
            continue
        cond, troops = _put_off(game, stack, n)
        loaded_here = any(row[0] == zone for row in cargo_rows(stack.cond))
        start = zone if loaded_here else stack.cond.noted(SAILED) or zone
        landings = (m for m in cond.marks if m.partition("=")[0] in ("landing", "ashore", SAILED, BROUGHT))
        game.state.put(zone, stack, -n)
        game.state.put(start, stack.with_(cond.unmarked(*landings).marked("combat", "fought", "retreated")), n)
        if start != zone:
            game.emit("withdrew", power=stack.owner, force={stack: n}, space=zone, target=start)
        for place, force in troops.items():
            for unit, count in force.items():
                game.state.put(place, unit, count)
            game.emit("put_back", power=stack.owner, force=force, space=place)


def _put_off(game: Game, stack: Stack, n: int) -> tuple[Condition, dict[str, Force]]:
    """Return a transport without the troops that it has loaded in this turn, and these by territory."""
    cond, troops = stack.cond, dict[str, Force]()
    for _, _, owner, kind, place in cargo_rows(cond):
        if (owner, kind) not in cond.cargo:
            continue
        cargo = list(cond.cargo)
        cargo.remove((owner, kind))
        cond, kept = unstowed(cond, kind)
        cond = cond._replace(cargo=tuple(cargo))
        move = game.stats(owner, kind).move
        unit = Stack(owner, kind, FRESH._replace(moved=move).marked("combat", *kept))
        add(troops.setdefault(place, {}), unit, n)
    return cond, troops


def unfought(game: Game, battle: Battle) -> None:
    """Where all enemy ships left before the first shot, no battle was fought: all ships may support (.2)."""
    fought = SEA_BATTLES.of(game.state)
    if battle.space in fought:
        fought.remove(battle.space)
    for stack, n in list(game.state.at(battle.space).items()):
        if game.active(stack.owner) and "fought" in stack.cond.marks:
            game.state.turn_into(battle.space, stack, stack.cond.unmarked("fought"), n)
