"""Motor vehicles: land units that move 2 spaces, the first of them through friendly territory."""

from ...engine.memory import WAS_CONTESTED
from ...words import Draft, Game, No, Stack
from ...words.board import PASS, friendly


def motorize(draft: Draft, kind: str) -> None:
    """Let a unit type use all its movement: it passes through friendly territory, and stops where others stop.

    Units that begin their turn in a contested territory go no farther than others do.
    """

    def drives_on(answer: str | No, game: Game, stack: Stack, start: str, space: str) -> str | No:
        """Motor vehicles pass through friendly territory."""
        if stack.type != kind or isinstance(answer, No) or start in WAS_CONTESTED.get(game.state):
            return answer
        return PASS if friendly(game, stack.owner, space) else answer

    draft.modify("land_step", drives_on, how="allow")
