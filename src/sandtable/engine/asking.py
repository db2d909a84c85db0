"""Questions asked in the same way by many rules: yes or no, to several powers at once, or only if there is a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.decisions import Amount, Confirm, Decision, Together

if TYPE_CHECKING:
    from .game import Flow, Game

T = TypeVar("T")


def confirm(kind: str, power: str, prompt: str, rule: str, advice: Any = True, **context: Any) -> Decision:
    """Return the question of a kind whether a power agrees to something; advice and context are those of a decision."""
    return Decision(kind, power, prompt, Confirm(), advice=advice, rule=rule, context=context or None)


def purchased(
    game: Game, kind: str, power: str, prompt: str, price: int, what: str, rule: str, advice: int, **context: Any
) -> Flow:
    """Ask how many of something a power buys at this price each, let it pay, and return the number; 0 without cash."""
    most = game.state.ipcs[power] // price
    if not most:
        return 0
    form, facts = Amount(0, most, what, rule), {"price": price, **context}
    count: int = yield Decision(kind, power, prompt, form, advice=min(advice, most), rule=rule, context=facts)
    game.state.ipcs[power] -= count * price
    return count


def of_each(powers: Iterable[str], question: Callable[[str], Decision]) -> Flow:
    """Ask powers at the same time, with sealed answers; return power -> answer."""
    asked = list(powers)
    answers = yield Together(tuple(question(power) for power in asked))
    return dict(zip(asked, answers, strict=True))


def one_of(options: Sequence[T], question: Callable[[], Decision]) -> Flow:
    """Return the only option, or the answer to the question if there are several."""
    return options[0] if len(options) == 1 else (yield question())
