"""Neutral powers that move at home and invade neutral countries, whose armies then defend themselves on no side."""

from ...engine.minors import MOBILIZED, army_of, minor_of
from ...words import FRESH, Draft, Flow, Game, No, Stack
from ...words.board import STOP, Units, aligned, control, neutral_power, sleeping

LOCALS = "Local Forces"
WAITS = ("neutral.at_home", "neutral.isolated")


def let_invade(draft: Draft, power: str) -> None:
    """Let a neutral power move its units at home, and invade true neutrals by land and from the sea."""
    invader = Invader(power)
    if LOCALS not in draft.get("armies"):
        draft.add(("armies", LOCALS), {}, "armies of neutral countries that a neutral power invades")
    draft.include("memory.neutral_powers", power)
    draft.include("switches.stays_neutral", power)
    draft.modify("may_move", invader.at_home, how="allow")
    draft.modify("land_step", invader.step, how="allow")
    draft.modify("may_unload", invader.landing, how="allow")
    draft.step("entering", f"{power}_invades", invader.invades, before="minors")


class Invader:
    """What a neutral power may do besides staying at home."""

    def __init__(self, power: str) -> None:
        self.power = power

    def at_home(self, answer: No | None, game: Game, stack: Stack) -> No | None:
        """Its land units may move at home while it is neutral."""
        waits = answer is not None and answer.rule in WAITS and stack.owner == self.power
        return None if waits else answer

    def step(self, answer: str | No, game: Game, stack: Stack, start: str, space: str) -> str | No:
        """While neutral it may invade neutral countries by land."""
        return STOP if isinstance(answer, No) and self.free(game, stack, space) else answer

    def landing(self, answer: No | None, game: Game, space: str, stack: Stack) -> No | None:
        """While neutral it may land at home and in neutral countries."""
        home = game.state.owner.get(space) == self.power == stack.owner
        waits = answer is not None and answer.rule in WAITS
        return None if waits and (home or self.free(game, stack, space)) else answer

    def free(self, game: Game, stack: Stack, space: str) -> bool:
        """Return whether a territory is one of a true neutral, or already fought for with its army."""
        if stack.owner != self.power or not neutral_power(game, self.power):
            return False
        return (sleeping(game, space) and aligned(game, space) is None) or game.state.owner.get(space) == LOCALS

    def invades(self, game: Game, units: Units, space: str) -> Flow:
        """A neutral country that the power enters is defended by its own army, on no side."""
        yield from ()
        if units[0][0].owner != self.power or not neutral_power(game, self.power) or not sleeping(game, space):
            return
        army = army_of(game, space)
        MOBILIZED.of(game.state).append(str(minor_of(game, space)))
        for kind, n in army.items():
            game.state.put(space, Stack(LOCALS, kind, FRESH), n)
        control(game, space, LOCALS if army else self.power)
