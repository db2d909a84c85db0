"""Small rules that remember something, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.core.errors import No
from sandtable.core.forces import Stack
from sandtable.engine.memory import CAPTURED, FOUGHT, game_memory, turn_memory
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule, house_rule

if TYPE_CHECKING:
    from sandtable.engine.game import Game

LOST = game_memory("ex_memory_lost", dict[str, int], "power -> territories lost to its enemies so far")
LEVIED = turn_memory("ex_memory_levied", int, "IPCs levied in this turn")
OCCUPIED = No("land units cannot leave a territory captured in this turn", "ex_memory.occupation")


@house_rule("ex_memory.spoils", "Spoils", default=False)
def spoils(draft: Draft, option: Options) -> None:
    """A power collects 1 IPC more for each territory it captured in the turn."""

    def line(game: Game, power: str) -> tuple[int, str] | None:
        return (len(CAPTURED.get(game.state)), "spoils") if CAPTURED.get(game.state) else None

    draft.step("income", "spoils", line)


@house_rule("ex_memory.occupation", "Occupation", default=False)
def occupation(draft: Draft, option: Options) -> None:
    """Land units that stand in a territory captured in the turn cannot leave it."""

    def may_move(answer: No | None, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        kept = space in CAPTURED.get(game.state) and game.rules.units[stack.type].kind == "land"
        return OCCUPIED if kept else answer

    draft.modify("may_move", may_move, how="forbid")


@house_rule("ex_memory.levy", "Levy", default=False)
def levy(draft: Draft, option: Options) -> None:
    """A power that has lost territories collects 1 IPC for each of them, at most 3, unless it fought in the turn."""

    def fallen(game: Game, space: str, captor: str, loser: str | None) -> None:
        if loser:
            LOST.of(game.state)[loser] = LOST.get(game.state).get(loser, 0) + 1

    def line(game: Game, power: str) -> tuple[int, str] | None:
        due = min(3, LOST.get(game.state).get(power, 0)) if not FOUGHT.get(game.state) else 0
        LEVIED.set(game.state, due)
        return (due, "levy") if due else None

    draft.step("conquest", "levy", fallen)
    draft.step("income", "levy", line)


EXAMPLES: list[Rule] = [spoils, occupation, levy]
