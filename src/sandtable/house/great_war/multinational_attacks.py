"""Multinational Attacks: units of allies attack in another power's turn, and spend their own movement of the round."""

from collections.abc import Collection

from ...core.decisions import Move
from ...engine.strikes import Units
from ...engine.turns import act
from ...words import Draft, Flow, Force, Game, No, Option, Options, Stack, declare_event, declare_mark, turn_memory
from ...words.asking import confirm, declare_decision, of_each
from ...words.board import contested, having, hostile, outside
from ..documents import great_war

RULE = "great_war.multinational_attacks"
declare_decision("join_attack", "confirm: may your units join attacks of an ally in this turn?")
declare_event("multinational", "{power} declares multinational attacks together with {allies}")
ALLIES = turn_memory("multinational", list[str], "allies whose units may join attacks in this turn")
USED = declare_mark("used", "unit that has moved or attacked in this round")
JOINED = declare_mark("joined", "unit of an ally that takes part in an attack in this turn")
Groups = tuple[tuple[str, ...], ...]

SPENT = No("this unit has already moved or attacked in this round", f"{RULE}.6")
LAND_ONLY = No("only land units and fighters of allies can join an attack", f"{RULE}.3")
ATTACK_ONLY = No("units of allies can only go where a land unit of the active power attacks", f"{RULE}.3")


@great_war(
    RULE, "Multinational Attacks",
    Option("ally_consent", True, "allies must agree before their units join"),
    default=False,
)  # fmt: skip
def multinational_attacks(draft: Draft, option: Options) -> None:
    """When it moves, a power may declare multinational attacks. Land units and fighters of allies that agree may then
    move to the territories that it attacks and fight there. A unit moves or attacks only once in a round."""
    joint = Joint(option.ally_consent)
    draft.add(("stances", USED), {"until": "kept"})
    draft.offer("combat_move", "multinational", "declare multinational attacks", joint.declared, joint.possible,
                joint.advised)  # .2  # fmt: skip
    draft.modify("acting", joint.acting)
    draft.modify("may_move", joint.may_move, how="forbid")
    draft.modify("may_go", joint.may_go, how="forbid")
    draft.modify("attackers", joint.attackers)
    draft.step("moved", "joined", joined)
    draft.step("turn_end", "used", used)
    draft.step("round_end", "rested", rested)


class Joint:
    """Who joins the attacks of the active power, and with which units."""

    def __init__(self, consent: bool) -> None:
        self.consent = consent

    def allies(self, game: Game) -> list[str]:
        """Return the allies with units on the board that are at war."""
        power = game.state.power
        owners = {s.owner for force in game.state.forces.values() for s in force}
        return [p for p in game.state.order if p in owners & game.friends(power) - {power} and not outside(game, p)]

    def possible(self, game: Game) -> bool:
        """An attack may be declared multinational once in a turn (.1, .2)."""
        return not ALLIES.get(game.state) and not outside(game, game.state.power) and bool(self.allies(game))

    def advised(self, game: Game) -> bool:
        """Advise it where armies of the power and of an ally border on the same enemies."""
        return bool(fronts(game, {game.state.power}) & fronts(game, set(self.allies(game))))

    def declared(self, game: Game) -> Flow:
        """Ask the allies whether their units join (.3)."""
        power, allies = game.state.power, self.allies(game)
        if self.consent:
            prompt = f"May your units join attacks of {power} in this turn?"
            agreed = yield from of_each(allies, lambda ally: confirm("join_attack", ally, prompt, f"{RULE}.3"))
            allies = [ally for ally in allies if agreed[ally]]
        ALLIES.set(game.state, allies)
        if allies:
            game.emit("multinational", power=power, allies=" and ".join(allies))
            act(game, power, (power, *allies))
        game.changed()

    def acting(self, answer: Groups, game: Game, phase: str) -> Groups:
        """Their units move and fight together with those of the active power (.1, .4)."""
        allies = ALLIES.get(game.state) if phase in ("move", "combat") else ()
        return ((game.state.power, *allies),) if allies else answer

    def may_move(self, answer: No | None, game: Game, stack: Stack) -> No | None:
        """A unit moves or attacks once in a round (.5, .6); ships of allies do not join."""
        if USED in stack.cond.marks:
            return SPENT
        other = stack.owner != game.state.power
        return LAND_ONLY if other and game.unit(stack).kind == "sea" else answer

    def may_go(self, answer: No | None, game: Game, units: Units, path: tuple[str, ...]) -> No | None:
        """Units of allies only attack, where a land unit of the active power attacks too."""
        power, end = game.state.power, path[-1]
        if answer is not None or units[0][0].owner == power:
            return answer
        attack = (hostile(game, power, end) or contested(game, end)) and bool(having(game, end, "captures", power))
        return None if attack else ATTACK_ONLY

    def attackers(self, answer: Force, attacker: str) -> Force:
        """Of the units of allies in a territory, only those that have joined attack; those that are spent do not."""
        return {
            s: n
            for s, n in answer.items()
            if JOINED in s.cond.marks or (s.owner == attacker and USED not in s.cond.marks)
        }


def fronts(game: Game, powers: Collection[str]) -> set[str]:
    """Return the territories with enemies next to land units of these powers that can still attack in this round."""
    power, units = game.state.power, game.rules.units
    ready = (
        space
        for space in game.rules.lands
        for s in game.state.at(space)
        if s.owner in powers and "captures" in units[s.type].tags and USED not in s.cond.marks and not s.cond.moved
    )
    near = {n for space in dict.fromkeys(ready) for n in game.rules.land_near[space]}
    return {n for n in near if any(s.owner in game.foes(power) for s in game.state.at(n))}


def joined(game: Game, move: Move) -> None:
    """Units of allies that have moved take part in the attack, and are spent for this round (.5)."""
    power, end = game.state.power, move.path[-1]
    for stack, n in list(game.state.at(end).items()):
        if stack.owner in ALLIES.get(game.state) and stack.owner != power and stack.cond.moved:
            game.state.turn_into(end, stack, stack.cond.marked(JOINED, USED), n)


def used(game: Game) -> None:
    """At the end of a turn, units that moved or fought in it are spent for the round (.6)."""
    power = game.state.power
    for space, force in list(game.state.forces.items()):
        for stack, n in list(force.items()):
            if stack.owner == power and (stack.cond.moved or "fought" in stack.cond.marks):
                game.state.turn_into(space, stack, stack.cond.marked(USED), n)


def rested(game: Game) -> None:
    """A new round begins: all units may move again."""
    for space, force in list(game.state.forces.items()):
        for stack, n in list(force.items()):
            if USED in stack.cond.marks:
                game.state.turn_into(space, stack, stack.cond.unmarked(USED), n)
