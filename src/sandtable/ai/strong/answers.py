"""The answers that `strong` tries to questions that the fast player does not know, with those to what they lead to.

An offer to turn in units, for instance, is worth nothing without the units: both answers are tried together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.decisions import Allocate, Amount

if TYPE_CHECKING:
    from ...core.decisions import Decision
    from ...engine.game import Game
    from ..basic import Basic

#: Most answers to a question that are tried, and most of those to a question that an answer leads to.
MOST, NEXT = 8, 8
#: Forms of decisions with few answers.
FEW = ("confirm", "choose", "amount", "pick_space", "allocate")


class Answer(NamedTuple):
    """The answer to a question of a kind; `given` holds the rows of an allocation."""

    kind: str
    given: Any

    @classmethod
    def to(cls, decision: Decision, given: Any) -> Answer:
        """Return an answer to a decision."""
        return cls(decision.kind, tuple(sorted(given.items())) if isinstance(given, dict) else given)

    @property
    def plain(self) -> Any:
        """The answer as the referee takes it."""
        return dict(self.given) if isinstance(self.given, tuple) else self.given


def tried(game: Game, decision: Decision, fast: Basic, most: int = MOST) -> list[Answer]:
    """Return the answers to try; none if the fast player knows the question, or its answers are many and alike."""
    form = decision.form
    if form.name not in FEW or fast.knows(game, decision):
        return []
    rows: list[Any]
    if isinstance(form, Allocate):
        rows = _allocations(game, form, most)
    elif isinstance(form, Amount):
        steps = min(most - 1, form.high - form.low)
        rows = [form.low + (form.high - form.low) * i // steps for i in range(steps + 1)] if steps else [form.low]
    else:
        rows = list(form.listed())
    found = list(dict.fromkeys(Answer.to(decision, row) for row in rows))
    return found if 1 < len(found) <= most else []


def _allocations(game: Game, form: Allocate, most: int) -> list[dict[tuple[str, ...], int]]:
    """Return the smallest allocation, and those that add all there is of one key, the most expensive units first."""
    least, units = form.least(), game.rules.units

    def worth(key: tuple[str, ...]) -> int:
        return room[key] * (units[key[0]].cost if key[0] in units else 1)

    room = {key: form.room(least, key) for key in form.most}
    keys = sorted((key for key, n in room.items() if n), key=lambda key: (-worth(key), key))
    return [least] + [{**least, key: least.get(key, 0) + room[key]} for key in keys[: most - 1]]
