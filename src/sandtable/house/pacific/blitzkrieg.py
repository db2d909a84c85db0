"""Blitzkrieg: tanks go back after a victory to where they came from, and the attack is fought to its end."""

from ...engine.strikes import Units
from ...words import Draft, Flow, Force, Game, Move, No, Option, Options, Stack, declare_mark, turn_memory
from ...words.asking import Confirm, Decision, declare_decision
from ...words.battles import ATTACKER, DEFENDER, Battle, Leave, Pick
from ...words.board import COMBAT, NONCOMBAT, fights, friendly, taken
from ..documents import pacific

RULE = "pacific.blitzkrieg"
CAME_FROM = declare_mark("blitzkrieg", "tank that can go back after its attack to the territory that it came from")
DECLARED = turn_memory("blitzkrieg", list[str], "territories for which a blitzkrieg was declared in this turn")
declare_decision("blitzkrieg", "confirm: fight a battle without retreat, after which tanks may go back")
NO_RETREAT = No("units in a blitzkrieg cannot retreat during the battle", f"{RULE}.4")
TANKS = Pick(tags=("blitz",))


@pacific(
    RULE, "Blitzkrieg",
    Option("max_movement_spent", 1, "movement that a tank may have spent in the combat move", low=0, high=2),
    Option("units_left_behind", 1, "attacking land units that must stay in the territory", low=0, high=9),
    Option("destination", "original_area", "where tanks go", choices=("original_area", "any_adjacent_friendly")),
    Option("no_retreat_scope", "declared_battles", "battles from which attackers cannot retreat",
           choices=("declared_battles", "all_battles")),
)  # fmt: skip
def blitzkrieg(draft: Draft, option: Options) -> None:
    """Tanks that moved one space to attack may go back in the noncombat move to where they started, if an attacking
    land unit stays in the captured territory. The attacker declares it before the battle, and then cannot retreat."""
    tanks = Tanks(option)
    draft.modify("halts", tanks.halts)  # .1
    draft.step("moved", "blitzkrieg", tanks.note)
    draft.modify("movement_allowance", tanks.allowance)
    draft.modify("may_move", tanks.may_move, how="allow")  # .2
    draft.modify("may_go", tanks.may_go, how="forbid")  # .3
    if option.no_retreat_scope == "declared_battles":
        step = Leave("blitzkrieg", ATTACKER, TANKS, False, declare)
        draft.step("land_battle", "blitzkrieg", step, before=draft.steps("land_battle")[0].name, stage="muster")
    draft.modify("may_retreat", tanks.may_retreat, how="forbid")  # .4


class Tanks:
    """Which tanks go back, and where."""

    def __init__(self, option: Options) -> None:
        self.spend, self.behind, self.back = option.max_movement_spent, option.units_left_behind, option.destination
        self.never = option.no_retreat_scope == "all_battles"

    def halts(self, answer: bool, game: Game, stack: Stack, phase: str) -> bool:
        """Tanks keep the rest of their movement when they stop to attack."""
        return answer and not (self.spend and phase == COMBAT and "blitz" in game.unit(stack).tags)

    def note(self, game: Game, move: Move) -> None:
        """Mark the tanks that have come overland, with where they began the turn."""
        if not all(game.rules.is_land[s] for s in move.path):
            return
        end = move.path[-1]
        for before, n in move.units:
            if "blitz" not in game.unit(before, move.path[0]).tags:
                continue
            for stack, there in list(game.state.at(end).items()):
                same = stack[:2] == before[:2] and stack.cond.noted(CAME_FROM) == before.cond.noted(CAME_FROM)
                if same and "combat" in stack.cond.marks and "seaborne" not in stack.cond.marks and n:
                    cond = stack.cond
                    if 0 < cond.moved <= self.spend and not cond.noted(CAME_FROM):
                        cond = cond.marked(f"{CAME_FROM}={move.path[0]}")
                    elif cond.moved > self.spend:
                        cond = cond.unmarked(f"{CAME_FROM}={cond.noted(CAME_FROM)}")
                    game.state.turn_into(end, stack, cond, min(n, there))
                    n -= min(n, there)

    def allowance(self, answer: int, stack: Stack, phase: str) -> int:
        """The way back costs what the way there has cost."""
        back = phase == NONCOMBAT and stack.cond.noted(CAME_FROM)
        return max(answer, 2 * self.spend) if back else answer

    def may_move(self, answer: No | None, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        """Tanks may leave a territory that they took without a battle, or in a declared one (.1)."""
        start = stack.cond.noted(CAME_FROM)
        if not start or phase != NONCOMBAT or space == start or not friendly(game, stack.owner, space):
            return answer
        fought = "fought" in stack.cond.marks
        able = taken(game, space) and (not fought or self.never or space in DECLARED.get(game.state))
        return None if able else answer

    def may_go(self, answer: No | None, game: Game, units: Units, path: tuple[str, ...], phase: str) -> No | None:
        """Tanks go back to where they came from, and leave another attacker behind (.2, .3)."""
        going = {s: n for s, n in units if s.cond.noted(CAME_FROM)}
        if answer is not None or phase != NONCOMBAT or not going:
            return answer
        for stack in going:
            start = stack.cond.noted(CAME_FROM)
            near = len(path) == 2 and self.back == "any_adjacent_friendly"
            if path[-1] != start and not near:
                return No(f"after a blitzkrieg these units can only go back to {start}", f"{RULE}.2")
        left = sum(attackers(game, path[0], units[0][0].owner).values()) - sum(going.values())
        return None if left >= self.behind else No(f"attacking land units must stay in {path[0]}", f"{RULE}.3")

    def may_retreat(self, answer: No | None, game: Game, battle: Battle) -> No | None:
        """No unit retreats from a blitzkrieg (.4)."""
        return NO_RETREAT if self.never or battle.space in DECLARED.get(game.state) else answer


def attackers(game: Game, space: str, power: str) -> Force:
    """Return the land units in a space that took part in the attack on it (.3)."""
    return {
        s: n
        for s, n in game.state.at(space).items()
        if game.unit(s).kind == "land" and "combat" in s.cond.marks and fights(game, s) and game.active(s.owner)
    }


def declare(game: Game, battle: Battle) -> Flow:
    """Ask before the first round of a battle with eligible tanks (.4)."""
    if battle.round > 1 or not any(s.cond.noted(CAME_FROM) for s in battle.units[ATTACKER]):
        return
    attack = sum(n * battle.piece(s).unit.attack for s, n in battle.units[ATTACKER].items())
    defense = sum(n * battle.piece(s).unit.defense for s, n in battle.units[DEFENDER].items())
    if (yield Decision(
        "blitzkrieg", battle.attacker, f"Battle for {battle.where}: declare a blitzkrieg? Tanks may then go back, but"
        " no unit can retreat", Confirm(), advice=attack > 2 * defense, rule=f"{RULE}.4",
        context={"space": battle.space, "ask": "Declare a blitzkrieg?"},
    )):  # fmt: skip
        DECLARED.of(game.state).append(battle.space)
