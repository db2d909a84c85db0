"""Standing orders: which one applies to a decision, and the answer that it gives. Nothing here does I/O.

Orders know the forms of decisions, not the rules: casualties are units of the power's own of which a number must be
chosen; the context of a decision names what leaves the battle (`leaving`) and what declines an offer (`decline`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from ..core.decisions import Allocate, Amount, Choose, Confirm, Decision, Moves, PickSpace, PickUnits
from ..core.errors import SandtableError
from ..core.forces import Force, Stack
from ..engine.game import Game
from ..engine.leaving import UNITS
from .records import Ordered
from .wire_board import Position
from .wire_notices import AnswerAlways, LetAdvise, LoseFirst, Order, RetreatBelow

#: Maximum number of legal answers that are compared, if a rule forbids the first choice.
COMPARED = 3000


def turn_of(position: Position) -> str:
    """Return what names a turn, for orders that end with it."""
    return f"{position.round} {position.power}"


def applying(ordered: Ordered, decision: Decision, position: Position) -> Order | None:
    """Return the first order that applies to a decision of the power, or None."""
    facts = decision.context or {}
    other = decision.power != position.power
    for order, turn in ordered.orders:
        if order.until == "turn" and turn != turn_of(position):
            continue
        if order.space and facts.get("space") != order.space:
            continue
        if not (other or order.space or (order.until == "turn" and isinstance(order, LetAdvise))):
            continue
        if about(order, decision):
            return order
    return None


def about(order: Order, decision: Decision) -> bool:
    """Return whether an order has an answer to this kind of decision."""
    form = decision.form
    match order:
        case LoseFirst():
            own = isinstance(form, PickUnits) and any(stack.owner == decision.power for stack in form.force)
            return own and isinstance(form, PickUnits) and form.low == form.high > 0
        case RetreatBelow():
            return bool((decision.context or {}).get("leaving"))
        case AnswerAlways():
            return order.kind == decision.kind and not isinstance(form, Moves)
        case LetAdvise():
            return True


def still(orders: Iterable[tuple[Order, str]], position: Position) -> list[Order]:
    """Return the orders that still hold."""
    return [order for order, turn in orders if order.until != "turn" or turn == turn_of(position)]


def answer_of(game: Game, order: Order, decision: Decision, odds: float | None = None) -> str | None:
    """Return the answer of an order as text; None if it has none, so that the player must decide.

    `odds` are those of the power to win its battle, for an order that asks for them.
    """
    for answer in _answers(game, order, decision, odds):
        try:
            decision.check(answer)
            text = decision.form.write(answer, game.rules.words)
            decision.check(decision.form.read(text, game.rules.words))
        except (SandtableError, TypeError):
            continue
        return text
    return None


def _answers(game: Game, order: Order, decision: Decision, odds: float | None) -> Iterator[Any]:
    match order:
        case LoseFirst() if isinstance(decision.form, PickUnits):
            yield from casualties(game, order, decision.form, decision.power)
        case RetreatBelow() if odds is not None:
            yield from _leaving(decision) if odds * 100 < order.percent else _staying(decision)
        case AnswerAlways():
            yield from most(decision) if order.answer == "yes" else nothing(decision)


# --- casualties -------------------------------------------------------------------------------------------------------


def casualties(game: Game, order: LoseFirst, form: PickUnits, power: str) -> Iterator[Force]:
    """Yield the units to lose; if a rule forbids the first choice, the legal answer that comes closest to it."""
    ranks = _ranks(game, order, form.force, power)
    answer: Force = {}
    for _, stack in ranks[: form.high]:
        answer[stack] = answer.get(stack, 0) + 1
    yield answer
    place: dict[Stack, list[int]] = {}
    for i, (_, stack) in enumerate(ranks):
        place.setdefault(stack, []).append(i)

    def regret(force: Mapping[Stack, int]) -> int:
        return sum(sum(place[stack][:n]) for stack, n in force.items())

    yield from sorted(islice(form.listed(), COMPARED), key=regret)[:1]


def _ranks(game: Game, order: LoseFirst, force: Mapping[Stack, int], power: str) -> list[tuple[tuple[Any, ...], Stack]]:
    """Return every unit with its rank, the first to be lost first: a unit of a stack as often as there are."""
    places = {type: i for i, type in enumerate(order.units)}
    kept = dict(order.keep)
    rows = []
    for stack in sorted(force, key=lambda s: (s.owner == power, len(s.cond.marks))):  # keep the power's freshest ones
        for _ in range(force[stack]):
            saved = stack.owner == power and kept.get(stack.type, 0) > 0
            if saved:
                kept[stack.type] -= 1
            unit = game.unit(stack)
            rows.append(((saved, places.get(stack.type, len(places)), unit.cost, stack.type), stack))
    return sorted(rows, key=lambda row: row[0])


# --- retreat ----------------------------------------------------------------------------------------------------------


def _leaving(decision: Decision) -> Iterator[Any]:
    leaving = (decision.context or {}).get("leaving", ())
    if leaving == UNITS:
        yield from most(decision)
    elif isinstance(decision.form, Choose):
        if decision.advice in leaving:
            yield decision.advice
        yield from (option.key for option in decision.form.options if option.key in leaving)


def _staying(decision: Decision) -> Iterator[Any]:
    leaving = (decision.context or {}).get("leaving", ())
    if leaving == UNITS:
        yield from nothing(decision)
    elif isinstance(decision.form, Choose):
        yield from (option.key for option in decision.form.options if option.key not in leaving)


# --- as much as possible, or nothing ----------------------------------------------------------------------------------


def most(decision: Decision) -> Iterator[Any]:
    """Yield the answer that agrees, or takes as much as possible."""
    match decision.form:
        case Confirm():
            yield True
        case PickUnits() as form:
            rows = [stack for stack, n in form.force.items() for _ in range(n)][: form.high]
            yield {stack: rows.count(stack) for stack in rows}
        case Amount() as form:
            yield form.high
        case PickSpace() | Choose():
            decline = (decision.context or {}).get("decline")
            if decision.advice not in (decline, "none"):
                yield decision.advice
            yield from (o.key for o in decision.form.options if o.key not in (decline, "none"))
        case Allocate():
            yield decision.advice


def nothing(decision: Decision) -> Iterator[Any]:
    """Yield the answer that declines, or takes nothing."""
    match decision.form:
        case Confirm():
            yield False
        case PickUnits() | Allocate():
            yield {}
        case Amount() as form:
            yield form.low
        case PickSpace() | Choose():
            decline = (decision.context or {}).get("decline")
            yield from (o.key for o in decision.form.options if o.key in (decline, "none"))
