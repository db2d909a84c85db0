"""Initial Conditions, Soviets: no attack in the first turn."""

from ...words import Draft, Game, No, Option, Options, Stack, counted
from ...words.board import COMBAT
from ..documents import smith

RULE, SOVIETS = "smith.soviet_first_turn", "Soviet Union"


@smith(
    RULE, "Initial Conditions: Soviets",
    Option("turns_without_attack", 1, "Soviet turns at the start without attacks", low=1, high=20),
    unwise={"common.russia_restricted": "both rules forbid the same Soviet attacks"},
)  # fmt: skip
def soviet_first_turn(draft: Draft, option: Options) -> None:
    """The Soviet Union cannot attack in its first turn. It can purchase units and make noncombat moves."""
    turns = option.turns_without_attack
    first = "its first turn" if turns == 1 else f"its first {counted(turns, 'turn')}"
    no = No(f"the Soviet Union cannot attack in {first}; move in the noncombat move", f"{RULE}.1")

    def may_attack(answer: No | None, game: Game, power: str) -> No | None:
        """The Soviet Union cannot attack in its first turn (smith.soviet_first_turn.1)."""
        return no if power == SOVIETS and game.state.round <= turns else answer

    def may_move(answer: No | None, game: Game, stack: Stack, phase: str) -> No | None:
        """It makes only noncombat moves in that turn (smith.soviet_first_turn.2)."""
        return answer or (may_attack(None, game, stack.owner) if phase == COMBAT else None)

    draft.modify("may_attack", may_attack, how="forbid")
    draft.modify("may_move", may_move, how="forbid")
