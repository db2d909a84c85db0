"""Units that a power adds to its own before the game, up to a sum of money: where, how many, and advice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..core.decisions import Allocate, Limit
from ..core.errors import Illegal
from ..core.text import counted
from .strength import garrison, threat

if TYPE_CHECKING:
    from .game import Game

Key = tuple[str, ...]  # unit type, space


def present(game: Game, power: str) -> dict[str, int]:
    """Return the power's number of units by space (ships at sea, other units on land)."""
    out: dict[str, int] = {}
    for space, force in game.state.forces.items():
        for stack, n in force.items():
            if stack.owner == power and game.rules.is_land[space] == (game.unit(stack).kind != "sea"):
                out[space] = out.get(space, 0) + n
    return out


def affordable(game: Game, power: str, bank: int, room: Mapping[str, int], aircraft: int = 999) -> dict[Key, int]:
    """Return how many units of each type the power could add to each space with this money, within the room there.

    At most `aircraft` of a type of aircraft can be added to a space.
    """
    most: dict[Key, int] = {}
    for kind, left in game.rules.q.for_sale(game, power).items():
        unit = game.stats(power, kind)
        for space, cap in room.items():
            if game.rules.is_land[space] == (unit.kind != "sea"):
                n = min(cap, left, bank // max(1, unit.cost), aircraft if unit.kind == "air" else cap)
                n = min(n, _sites(game, kind, space)) if unit.kind == "structure" else n
                if n > 0:
                    most[kind, space] = n
    return most


def _sites(game: Game, kind: str, space: str) -> int:
    """Return how many more structures of a type the table of sites allows in a space."""
    there = sum(n for stack, n in game.state.at(space).items() if stack.type == kind)
    rows = [row for row in game.rules.typed("sites").values() if kind in row.types and space in row.spaces]
    return max((row.most - there for row in rows), default=0)


def at_most(text: str, keys: Iterable[Key], n: int, rule: str) -> list[Limit]:
    """Return a limit on the units of these keys together; none without keys."""
    weights = dict.fromkeys(keys, 1)
    return [Limit(text, weights, n, rule)] if weights else []


def with_infantry(game: Game, power: str, space: str, most: Iterable[Key], rule: str) -> list[Limit]:
    """Return the limit that units added to a territory without infantry must include some."""
    holds = {kind for kind in game.rules.units if "holds" in game.stats(power, kind).tags}
    if not game.rules.is_land[space] or any(s.owner == power and s.type in holds for s in game.state.at(space)):
        return []
    weights = {k: -999 if k[0] in holds else 1 for k in most if k[1] == space}
    return [Limit(f"units added in {space} must include infantry", weights, 0, rule)]


def form(
    game: Game, power: str, bank: int, room: Mapping[str, int], aircraft: int, tags: Mapping[str, int], what: str,
    *, by_space: str, by_tag: str, elsewhere: str, rule: str,
) -> Allocate:  # fmt: skip
    """Return the form for units that a power may add, within the room of each space, for this money for `what`.

    At most `aircraft` of a type are added to a space, and of units with each of the `tags`, at most its number in all.
    Refusals cite the rule `by_space`, `by_tag`, `elsewhere` (a space where it has no room), or `rule` (anything else).
    """
    units, most = game.units_at()[power], affordable(game, power, bank, room, aircraft)
    limits = [Limit(f"{power} has {bank} IPCs for {what} in total", {k: units[k[0]].cost for k in most}, bank, rule)]
    for space, cap in room.items():
        here = [key for key in most if key[1] == space]
        limits += at_most(f"{space}: up to {counted(cap, 'more unit')}", here, cap, by_space)
    for tag, n in tags.items():
        limits += at_most(f"up to {counted(n, tag)}", [key for key in most if tag in units[key[0]].tags], n, by_tag)
    for space in room:
        limits += with_infantry(game, power, space, most, rule)

    def why(key: Key) -> Illegal | None:
        """Return the refusal for units that cannot be added."""
        if len(key) != 2 or key[1] not in game.rules.spaces:
            return None
        if key[1] not in room:
            return Illegal(f"units cannot be added in {key[1]}: {power} has no units there", elsewhere)
        return Illegal(f"{key[0]} cannot be added in {key[1]}", rule)

    return Allocate(most, limits, rule, why)


def for_defense(game: Game, power: str, form: Allocate) -> dict[Key, int]:
    """Add two infantry for every artillery, in the most threatened territories first."""
    tags = {kind: game.stats(power, kind).tags for kind in game.rules.units}
    foot = next((k for k in tags if "holds" in tags[k]), "")
    guns = next((k for k in tags if "supports" in tags[k]), "")
    capital = game.rules.powers[power].capital

    def danger(space: str) -> tuple[float, bool, int]:
        ratio = threat(game, power, space) / (garrison(game, power, space) + 1)
        return ratio, space == capital, game.rules.q.value(game, space)

    answer: dict[Key, int] = {}
    for space in sorted(dict.fromkeys(key[1] for key in form.most if key[0] == foot), key=danger, reverse=True):
        for kind in [foot, foot, guns] * 20:
            key = (kind, space)
            if key in form.most and form.room(answer, key):
                answer[key] = answer.get(key, 0) + 1
    return answer
