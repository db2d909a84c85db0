"""Neutral Airspace: a neutral country that aircraft fly across joins the nearest enemy."""

from ...engine.draws import drawn
from ...words import Draft, Flow, Game, No, Option, Options, declare_event
from ...words.board import Units, distances, held_by_nobody
from ..documents import smith
from .neutrals import AIRSPACE, BRIBED, join

RULE = "smith.neutral_airspace"
declare_event("airspace_violated", "aircraft of {power} fly across {space}, which joins {other}")


@smith(
    RULE, "Neutral Airspace",
    Option("consequence", "to_nearest_enemy", "what happens to a neutral country that aircraft would fly across",
           choices=("to_nearest_enemy", "forbidden")),
    needs=("smith.neutral_territories",),
)  # fmt: skip
def neutral_airspace(draft: Draft, option: Options) -> None:
    """Aircraft may fly across a neutral country. If they have not bribed it, the country and its force join the nearest
    enemy of their power at once."""
    if option.consequence == "forbidden":
        return  # as Neutral Territories says
    open_ = "aircraft may fly across neutral countries"
    draft.modify("may_go", opened, "allow", open_)
    draft.modify("air_step", opened, "allow", open_)
    draft.step("passing", "neutral_airspace", violated, text="neutral countries flown across join the nearest enemy")


def opened(answer: No | None) -> No | None:
    """Lift the ban on flying across neutral countries."""
    return None if answer is not None and answer.rule == AIRSPACE else answer


def violated(game: Game, units: Units, path: tuple[str, ...], at: int) -> Flow:
    """Hand a neutral country to the nearest enemy as soon as the first aircraft enters it on its way to another space
    (smith.neutral_airspace.1)."""
    space, power = path[at], units[0][0].owner
    across = at < len(path) - 1 and any(game.unit(s).kind == "air" for s, _ in units)
    if across and held_by_nobody(game, space) and space not in BRIBED.get(game.state):
        enemy = nearest_enemy(game, power, space)
        game.emit("airspace_violated", power=power, space=space, other=enemy)
        yield from join(game, space, enemy, f"a violation of its airspace ({power})")


def nearest_enemy(game: Game, power: str, country: str) -> str:
    """Return the enemy with the nearest territory; of several, the one with most territories at that distance, then by
    a die."""
    far = distances(game.rules.neighbors, (country,))
    near: dict[str, list[int]] = {}
    for space, owner in game.state.owner.items():
        if owner in game.foes(power):
            near.setdefault(str(owner), []).append(far.get(space, 999))
    ranked = {enemy: (min(steps), -steps.count(min(steps))) for enemy, steps in near.items()}
    best = min(ranked.values())
    first = [enemy for enemy in game.rules.powers if ranked.get(enemy) == best]
    return first[0] if len(first) == 1 else drawn(game, first)
