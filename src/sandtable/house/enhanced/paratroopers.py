"""Paratroopers: infantry that bombers carry and drop."""

from collections.abc import Sequence

from ...editions.anniversary.advances import FIRST_HOSTILE
from ...engine.standard import ALREADY_LANDED, NOT_AN_ATTACK, ONE_BATTLE
from ...words import Draft, Game, No, Option, Options, Stack
from ...words.board import NONCOMBAT, friendly, hostile
from ..documents import enhanced
from .weapons_development import ID

PARATROOPERS = "paratroopers"
ONCE = No("a bomber that has fought or carried infantry cannot carry more this turn", "enhanced.tech_paratroopers.1")


@enhanced(
    "enhanced.tech_paratroopers", "Paratroopers",
    Option("infantry_per_bomber", 1, "infantry that a bomber carries", low=1, high=9),
    Option("noncombat_allowed", True, "infantry may also be flown in the noncombat move"),
    Option("same_start_territory", True, "bomber and infantry begin their moves in the same territory"),
    needs=(ID,),
)  # fmt: skip
def tech_paratroopers(draft: Draft, option: Options) -> None:
    """Each of your bombers may carry one infantry from its territory, in the combat or the noncombat move. In the
    combat move it drops the infantry in the first hostile territory that it enters, after antiaircraft fire; it may
    fight there too, but cannot make a strategic bombing raid."""
    text = f"Each of your bombers carries {option.infantry_per_bomber} infantry, in either phase of movement."
    draft.set(("technologies", PARATROOPERS, "text"), text)
    if option.infantry_per_bomber > 1:
        draft.when(holds=PARATROOPERS).lift("bomber", **{"carries.capacity": option.infantry_per_bomber})
    who = {"kinds": ("air",), "marks": ("drops",)}
    text = "choose the bombers that fight after they have dropped infantry"
    draft.add("commitments.bombers that drop", {"side": "attacker", "who": who, "battle": "land_battle", "text": text})
    if option.noncombat_allowed:
        draft.modify("may_go", flown, how="allow")
    if not option.same_start_territory:
        draft.set("switches.paratroopers_start_with_bombers", False)
        draft.modify("combat_end", may_wait, how="allow")
        draft.modify("may_move", may_fly_on, how="allow")
        draft.modify("may_carry", once, how="forbid")


def flown(
    answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...], phase: str
) -> No | None:
    """In the noncombat move, infantry is flown into friendly territory, over no hostile one (.1, .5)."""
    kinds = {game.unit(s, path[0]).kind for s, _ in units}
    if phase != NONCOMBAT or not {"land", "air"} <= kinds:
        return answer
    power = units[0][0].owner
    first = next((s for s in path[1:] if game.rules.is_land[s] and hostile(game, power, s)), None)
    return No(FIRST_HOSTILE.sentence.replace("{space}", first), FIRST_HOSTILE.rule) if first else None


def fetches(game: Game, stack: Stack, space: str) -> bool:
    """Return whether an aircraft can pick up units in a friendly territory."""
    carries = game.unit(stack, space).carries
    if carries is None or game.unit(stack, space).kind != "air" or not friendly(game, stack.owner, space):
        return False
    return any(s.owner == stack.owner and s.type in carries.loads and not s.cond.moved for s in game.state.at(space))


def may_wait(answer: No | None, game: Game, stack: Stack, path: tuple[str, ...]) -> No | None:
    """In the combat move, bombers may also fly to where infantry waits for them."""
    return None if answer == NOT_AN_ATTACK and fetches(game, stack, path[-1]) else answer


def may_fly_on(answer: No | None, game: Game, space: str, stack: Stack) -> No | None:
    """From there, they may fly on with the movement they have left."""
    return None if answer in (ONE_BATTLE, ALREADY_LANDED) and fetches(game, stack, space) else answer


def once(answer: No | None, game: Game, carrier: Stack) -> No | None:
    """A bomber carries infantry once in a turn, and none after a battle (ruling)."""
    return ONCE if answer is None and {"drops", "fought"} & set(carrier.cond.marks) else answer
