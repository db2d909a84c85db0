"""Questions asked in the same way by many rules: to several powers at once, or only if there is a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ..core.decisions import Decision, Together

if TYPE_CHECKING:
    from .game import Flow

T = TypeVar("T")


def of_each(powers: Iterable[str], question: Callable[[str], Decision]) -> Flow:
    """Ask powers at the same time, with sealed answers; return power -> answer."""
    asked = list(powers)
    answers = yield Together(tuple(question(power) for power in asked))
    return dict(zip(asked, answers, strict=True))


def one_of(options: Sequence[T], question: Callable[[], Decision]) -> Flow:
    """Return the only option, or the answer to the question if there are several."""
    return options[0] if len(options) == 1 else (yield question())
