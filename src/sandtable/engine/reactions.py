"""Reactions: offers to any power at moments of a turn, most of all of another power's turn.

A rule adds one with `draft.offer("reaction", …)`; its functions are handed the game, the power that may react, and the
`Moment`, and say in `available` at which moments they apply (`points.MOMENTS` lists them). The odds of a battle assume
that no power reacts: they are those of the forces as they stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.decisions import Choose, Decision, Option
from ..core.forces import Stack, add
from .memory import game_memory
from .offers import GO_ON

if TYPE_CHECKING:
    from ..battle.volley import Side
    from .battles import Battle
    from .game import Flow, Game

#: The answer of a power that wants no more questions about its standing offers before its own turn.
LATER = Option("later", "continue, and do not ask again before your next turn")
QUIET = game_memory("quiet", dict[str, "list[str]"], "power -> offers it is not asked about before its own turn")

PROMPTS = {
    "turn": "{power} begins its turn: choose an action, or continue",
    "phase": "{power} continues its turn ({phase}): choose an action, or continue",
    "turn_end": "The turn of {power} is over: choose an action, or continue",
    "attack": "{power} attacks {space}: choose an action, or continue",
    "raid": "{power} makes a raid on {space}: choose an action, or continue",
    "battle": "Battle for {space}, before the first round: choose an action, or continue",
    "round": "Battle for {space}, before the next round: choose an action, or continue",
}


class Moment(NamedTuple):
    """A moment at which powers may react: its name, the power whose turn it is, and what it is about.

    `phase` is the step of the turn that begins, `what` the move of an attack or the battle.
    """

    name: str
    power: str
    space: str = ""
    phase: str = ""
    what: Any = None

    @property
    def battle(self) -> Battle | None:
        """The battle or raid whose dice come next, at its moments."""
        return self.what if self.name in ("battle", "round", "raid") else None


def react(game: Game, name: str, space: str = "", *, phase: str = "", what: Any = None, power: str = "") -> Flow:
    """Ask each power in turn for its reactions at this moment, the active power last.

    `power` is the one whose turn the moment belongs to, if it is not the active power any more.
    """
    if not game.rules.offers.get("reaction"):
        return
    moment = Moment(name, power or game.state.power, space, phase, what)
    for asked in _in_turn(game):
        while True:
            decision = _question(game, asked, moment)
            if decision is None:
                break
            answer = yield decision
            if answer == GO_ON.key:
                break
            if answer == LATER.key:
                QUIET.of(game.state)[asked] = [o.name for o in game.rules.offers["reaction"] if o.standing]
                break
            offer = next(o for o in game.rules.offers["reaction"] if o.name == answer)
            yield from offer.run(game, asked, moment)


def _in_turn(game: Game) -> list[str]:
    """Return all powers in order of play, from the one after the active power on."""
    state = game.state
    order = [*state.order, *(p for p in game.rules.powers if p not in state.order)]
    return [*order[state.turn + 1 :], *order[: state.turn + 1]]


def _question(game: Game, power: str, moment: Moment) -> Decision | None:
    quiet = QUIET.get(game.state).get(power, ())
    there = [o for o in game.rules.offers["reaction"] if o.name not in quiet and o.available(game, power, moment)]
    if not there:
        return None
    options = [GO_ON, *(Option(o.name, o.text) for o in there), *([LATER] if any(o.standing for o in there) else [])]
    rest = LATER if all(o.standing for o in there) else GO_ON

    def advice() -> str:
        return next((o.name for o in there if o.advised(game, power, moment)), rest.key)

    phase = next((s.text for s in game.rules.sequence("turn") if s.name == moment.phase and s.text), moment.phase)
    prompt = PROMPTS[moment.name].format(power=moment.power, space=moment.space, phase=phase)
    context = {
        "at": "reaction",
        "moment": moment.name,
        "decline": rest.key,
        **({"space": moment.space} if moment.space else {}),
    }
    return Decision("reaction", power, prompt, Choose(options), advice=advice, context=context, unasked=GO_ON.key)


def speak_again(game: Game, power: str) -> None:
    """Ask a power about its standing offers again, as its own turn begins."""
    if QUIET.stored(game.state):
        QUIET.of(game.state).pop(power, None)
        if not QUIET.get(game.state):
            QUIET.take(game.state)


def join_battle(game: Game, battle: Battle, side: Side, start: str, stack: Stack, count: int) -> None:
    """Bring units into a battle before its dice, such as fighters that scramble from a space nearby."""
    game.state.put(start, stack, -count)
    game.state.put(battle.space, stack, count)
    add(battle.units[side], stack, count)
    if stack.owner not in battle.owners[side]:
        battle.owners[side] = (*battle.owners[side], stack.owner)
    game.emit("moved", power=stack.owner, force={stack: count}, path=(start, battle.space))
