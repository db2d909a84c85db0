"""Draws: something chosen by dice among several, such as what powers begin the game with (table `draws`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.decisions import Choose, Decision, Option
from ..core.events import declare_event
from ..rules import points
from .memory import game_memory
from .research import hold

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "draw", "choose: what a power begins the game with")
declare_event("drew", "{power} begins with {name}")
declare_event("draw_rolled", "Dice for a draw: {dice}")

DRAWN = game_memory("drawn", dict[str, "list[str]"], "row of draws -> powers that have drawn before their first turn")

T = TypeVar("T")


def drawn(game: Game, among: Sequence[T]) -> T:
    """Return one of several, each with the same chance; as many dice are rolled as that takes."""
    return among[number(game, len(among))]


def number(game: Game, count: int) -> int:
    """Return a number from 0 to `count` - 1, each with the same chance."""
    dice = 1
    while 6**dice < count:
        dice += 1
    fair = 6**dice - 6**dice % count
    while True:
        value, faces = 0, game.dice.roll(dice)
        game.emit("draw_rolled", dice=faces)
        for face in faces:
            value = 6 * value + face - 1
        if value < fair:
            return value % count


def opening(game: Game) -> Flow:
    """Before the first turn of the game, each power in order draws from its lists (table `draws`).

    Where powers draw before their own first turn, what they hold of their lists is set aside until then.
    """
    for row in game.rules.typed("draws").values() if game.rules.tables["draws"] else ():
        for power in (p for p in game.rules.powers if p in row.lists):
            if row.when == "opening":
                for name in (t for t in game.state.techs[power] if t in row.lists[power]):  # as the players agreed
                    game.emit("drew", power=power, name=game.rules.technologies[name].name)
                yield from _drawn(game, row, power)
            else:
                held = game.state.techs[power]
                held[:] = [name for name in held if name not in row.lists[power]]
                game.changed()


def first_turn(game: Game, power: str) -> Flow:
    """Before its first turn, a power draws what is drawn then, and so do the powers that share the turn."""
    for name, row in game.rules.typed("draws").items():
        for one in (power, *game.rules.companions(power)) if row.when == "first_turn" else ():
            if one in row.lists and one not in DRAWN.get(game.state).get(name, ()):
                yield from _drawn(game, row, one)
                DRAWN.of(game.state).setdefault(name, []).append(one)
    return False


def _drawn(game: Game, row: Any, power: str) -> Flow:
    """Let a power draw what it is due; what it holds of its list already, as the players agreed, counts."""
    held = game.state.techs[power]
    listed = row.lists.get(power, ())
    for _ in range(row.count - sum(name in held for name in listed)):
        among = [name for name in listed if name in game.rules.technologies and name not in held]
        if among:
            name = _rolled(game, row, power, among) if row.by == "dice" else (yield _question(game, power, among))
            hold(game, power, name)
            game.emit("drew", power=power, name=game.rules.technologies[name].name)


def _rolled(game: Game, row: Any, power: str, among: Sequence[str]) -> str:
    """Return what the dice give of a power's list; what is not in play or held already is rolled again."""
    while True:
        name = drawn(game, row.lists[power])
        if name in among:
            return str(name)


def _question(game: Game, power: str, among: list[str]) -> Decision:
    known: Any = game.rules.technologies
    options = [Option(name, known[name].name) for name in among]
    return Decision("draw", power, "Choose what you begin the game with", Choose(options), advice=among[0])
