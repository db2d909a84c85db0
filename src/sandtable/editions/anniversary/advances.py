"""The advances of both charts that effects on numbers cannot say, and researchers (R143 to R147)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.errors import No
from ...core.events import declare_event
from ...core.forces import Stack
from ...core.picks import Pick, UnitEdit, When
from ...engine import installations
from ...engine.board import COMBAT, hostile
from ...engine.research import Terms

if TYPE_CHECKING:
    from ...engine.game import Game
    from ...rules.draft import Draft

#: R146.1: beside its own infantry, each artillery of a power with the advance supports a second one.
SECOND = UnitEdit(
    Pick(tags=("supported",)), "attack", "least", 2,
    When(per=Pick(tags=("supports",), holds=("advanced_artillery",)), pool="second"),
    text="advanced artillery",
)  # fmt: skip
TO_BATTLE = No("paratroopers can only be dropped in a hostile territory in the combat move", "paratroopers")
FIRST_HOSTILE = No("paratroopers must be dropped in the first hostile territory on the way: {space}", "paratroopers")
TOGETHER = No("bombers carry infantry only from the territory in which they begin their own move", "paratroopers")
NO_BLITZ = No("infantry cannot blitz with a tank", "mechanized")

declare_event("bonds_rolled", "{power} rolls {die} for war bonds")


def write(draft: Draft) -> None:
    """Add what the advances change."""
    draft.extend_step("land_battle", "attackers_fire", lifts=SECOND)
    draft.when(holds="paratroopers").loads("bomber", infantry=1)
    draft.when(holds="mechanized_infantry").loads("tank", infantry=1)
    draft.modify("may_go", carried, how="forbid")
    draft.modify("may_carry", same_start, how="forbid")
    draft.modify("production", two_more)
    draft.modify("repair_price", half_price)
    draft.step("income", "war_bonds", war_bonds, text="war bonds")


def research(game: Game, power: str, aim: str) -> Terms:
    """Researchers cost what the switch says and stay until one of them succeeds (R143)."""
    return Terms(game.rules.switch("development_cost"), game.rules.switch("development_success"), stays=True)


def carried(
    answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...], phase: str
) -> No | None:
    """Bombers drop infantry in the first hostile territory they enter; infantry may blitz with tanks (R146.3,
    R146.6)."""
    kinds = {game.unit(s, path[0]).kind for s, _ in units}
    if "land" not in kinds or not game.rules.is_land[path[-1]] or not game.rules.is_land[path[0]]:
        return answer
    power = units[0][0].owner
    passed = [s for s in path[1:-1] if game.rules.is_land[s] and hostile(game, power, s)]
    if "air" in kinds:
        if phase != COMBAT or not hostile(game, power, path[-1]):
            return TO_BATTLE
        return No(FIRST_HOSTILE.sentence.replace("{space}", passed[0]), FIRST_HOSTILE.rule) if passed else answer
    slow = len(path) > 2 and any(game.unit(s, path[0]).move < len(path) - 1 for s, _ in units)
    return NO_BLITZ if slow and passed and not game.rules.switch("infantry_blitzes_with_tanks") else answer


def same_start(
    answer: No | None, game: Game, carrier: Stack, stack: Stack, path: tuple[str, ...], phase: str
) -> No | None:
    """Paratroopers start in the territory in which their bomber does (R146.3)."""
    flew = carrier.cond.moved and game.unit(carrier, path[0]).kind == "air"
    return TOGETHER if answer is None and flew and game.rules.switch("paratroopers_start_with_bombers") else answer


def two_more(answer: int | None, game: Game, power: str, space: str) -> int | None:
    """Complexes in territories worth 3 or more make 2 more units; damage counts against them too (R146.4)."""
    worth = game.rules.q.value(game, space)
    if answer is None or worth < 3 or not game.holds(power, "increased_factory_production"):
        return answer
    return max(0, worth + 2 - installations.damage(game, space))


def half_price(answer: int, game: Game, power: str, points: int) -> int:
    """1 IPC repairs 2 points of damage, rounded up over all of them (R146.4)."""
    return -(-points // 2) if game.holds(power, "increased_factory_production") else answer


def war_bonds(game: Game, power: str) -> tuple[int, str] | None:
    """A power with war bonds collects what a die shows (R146.5)."""
    if not game.holds(power, "war_bonds"):
        return None
    die = game.dice.roll(1)[0]
    game.emit("bonds_rolled", power=power, die=die)
    return die, "war bonds"
