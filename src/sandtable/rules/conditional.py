"""Edits with a condition: `draft.when(...)` makes them, `effective` applies those that hold outside battles."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any

import msgspec

from ..core.errors import RuleError, nearest
from ..core.picks import ALWAYS, IN_BATTLE, How, Pick, Presence, UnitEdit, When, Window, beside, facing, facing_no
from ..core.units import STATS, Technology, UnitType
from . import points
from .rows import check_cell, check_field
from .signatures import fit

if TYPE_CHECKING:
    from .draft import Draft

#: Columns of a unit type that no edit changes: what it is.
FIXED = ("id", "name", "kind", "plural", "aliases")
Words = str | Iterable[str]


def conditions(
    *,
    holds: Words = (),
    owner: Words = (),
    rounds: int | Window = ALWAYS,
    place: Words = (),
    marks: Words = (),
    battle_round: int | Window = ALWAYS,
    beside: Pick | Presence | None = None,
    facing: Pick | Presence | None = None,
    facing_no: Pick | None = None,
    presence: Iterable[Presence] = (),
    against: Pick | None = None,
    per: Pick | None = None,
    ratio: int = 1,
    damaged: int = 0,
    pool: str = "",
) -> When:
    """Return the conditions in words: names may be single or several, a round is one number or (first, last).

    `damaged` is the least number of hits that the units have taken; edits of one `pool` share the units of `per`.
    """
    there = [*presence, *_presences(beside, facing, facing_no)]
    return When(
        _words(holds), _words(owner), _window(rounds), _words(place), _words(marks), _window(battle_round),
        tuple(there), against, per, ratio, damaged, pool,
    )  # fmt: skip


def read(rule: str, words: Mapping[str, Any]) -> When:
    """Return conditions given by words; raises `RuleError` for a word that is none, or a value of another kind."""
    known = inspect.signature(conditions).parameters
    for word in words:
        if word not in known:
            near = nearest(word, known)
            hint = f"; did you mean {near[0]}?" if near else f"; it may be {', '.join(known)}"
            raise RuleError(f"{rule} names the condition {word!r}, which does not exist{hint}")
    made = conditions(**words)
    for field, value in made._asdict().items():
        check_field(rule, f"the condition {field}", made, field, value)
    return made


def _presences(own: Pick | Presence | None, enemy: Pick | Presence | None, nobody: Pick | None) -> list[Presence]:
    out = []
    if own is not None:
        out.append(own if isinstance(own, Presence) else beside(own))
    if enemy is not None:
        out.append(enemy if isinstance(enemy, Presence) else facing(enemy))
    if nobody is not None:
        out.append(facing_no(nobody))
    return out


def _words(given: Words) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        return (given,)  # what is no text is refused with the other values
    return tuple(given)


def _window(given: int | Window) -> Window:
    return (given, given) if isinstance(given, int) else given


class Conditional:
    """Edits of units that hold under conditions; each is recorded with its rule.

    >>> # draft.when(holds="super_armor", battle_round=1).lift("tank", attack=4)
    """

    def __init__(self, draft: Draft, when: When, text: str = "") -> None:
        self._draft, self._when, self._text = draft, when, text

    def when(self, **words: Any) -> Conditional:
        """The same with further conditions."""
        more = read(self._draft.rule, words)
        merged = {field: _both(field, getattr(self._when, field), getattr(more, field)) for field in When._fields}
        return Conditional(self._draft, When(**merged), self._text)

    def lift(self, units: str | Pick, **values: int) -> Conditional:
        """Units have these numbers instead of their own, such as ``attack=4`` or ``deck=3``."""
        return self._each(units, "to", values)

    def add(self, units: str | Pick, **values: int) -> Conditional:
        """Numbers move by so much, such as ``cost=-1``."""
        return self._each(units, "add", values)

    def off(self, units: str | Pick, **values: int) -> Conditional:
        """Numbers fall by this many percent, rounded up, such as ``cost=20``; several such edits follow each other."""
        return self._each(units, "off", values)

    def at_least(self, units: str | Pick, **values: int) -> Conditional:
        """Numbers are raised to this if they are lower; a unit that does not roll stays so."""
        return self._each(units, "least", values)

    def at_most(self, units: str | Pick, **values: int) -> Conditional:
        """Numbers are lowered to this if they are higher."""
        return self._each(units, "most", values)

    def tag(self, units: str | Pick, *tags: str) -> Conditional:
        """Units gain tags."""
        self._draft.edit_units(UnitEdit(self._pick(units), "tags", "include", tags, self._when), self._text)
        return self

    def untag(self, units: str | Pick, *tags: str) -> Conditional:
        """Units lose tags."""
        self._draft.edit_units(UnitEdit(self._pick(units), "tags", "exclude", tags, self._when), self._text)
        return self

    def modify(self, query: str, fn: Callable[..., Any], how: str = "adjust", text: str = "") -> Conditional:
        """A modifier of a query that holds for powers of whom the conditions hold (who holds what, owners, rounds)."""
        signature = points.signature(points.QUERIES, query)
        asked = self._asked(f"modifies {query}", signature.parameters)
        if not asked:
            raise RuleError(f"{self._draft.rule} modifies {query} for its holders, but no power is considered there")
        full = fit(fn, signature, self._draft.rule, f"a modifier of {query}", first=("answer",))

        @wraps(fn)
        def held(answer: Any, *given: Any) -> Any:
            return full(answer, *given) if self._holds(asked, signature.parameters, given) else answer

        del held.__wrapped__
        self._draft.modify(query, held, how, text or self._text)
        return self

    def offer(
        self,
        at: str,
        name: str,
        text: str,
        run: Callable[..., Any],
        available: Callable[..., bool] = lambda: True,
        advised: Callable[..., bool] = lambda: False,
        standing: bool = False,
    ) -> Conditional:
        """An optional action of the powers of whom the conditions hold; see `Draft.offer`."""
        signature, rule = points.signature(points.OFFERS, at), self._draft.rule
        asked = self._asked(f"adds the offer {at}.{name}", signature.parameters) or "game"
        able = fit(available, signature._replace(result="bool"), rule, f"the offer {at}.{name} (available)")

        def held(*given: Any) -> bool:
            return self._holds(asked, signature.parameters, given) and able(*given)

        self._draft.offer(at, name, text, run, held, advised, standing)
        return self

    def step(self, sequence: str, name: str, what: Callable[..., Any], **where: Any) -> Conditional:
        """A step of a sequence that takes place for the powers of whom the conditions hold; see `Draft.step`.

        A description of a part of a battle holds for all; its picks say whom it concerns.
        """
        signature, rule = points.signature(points.SEQUENCES, sequence), self._draft.rule
        if not callable(what):
            raise RuleError(
                f"{rule} adds {sequence}.{name} for some powers, but it is a description; use its picks (holds=…)"
            )
        asked = self._asked(f"adds the step {sequence}.{name}", signature.parameters) or "game"
        full = fit(what, signature, rule, f"the step {sequence}.{name}")

        def held(*given: Any) -> Any:
            return full(*given) if self._holds(asked, signature.parameters, given) else None

        def asking(*given: Any) -> Any:
            if self._holds(asked, signature.parameters, given):
                return (yield from full(*given))
            return None

        self._draft.step(sequence, name, asking if signature.always_flow else held, **where)
        return self

    def _asked(self, does: str, names: Sequence[str]) -> str:
        """The parameter of a point that tells the power considered there; raises `RuleError` for other conditions."""
        when = self._when
        if when.only_in_battle or when.places or when.marks or when.damaged:
            raise RuleError(f"{self._draft.rule} {does} under a condition that is not one of a power")
        return next((n for n in ("power", "attacker", "captor", "stack", "battle") if n in names), "")

    def _holds(self, asked: str, names: Sequence[str], given: Sequence[Any]) -> bool:
        """Whether the conditions hold for the power that a point considers (`game`: the active one)."""
        state, found = given[0].state, given[names.index(asked)]
        whose = {"stack": lambda: found.owner, "battle": lambda: found.attacker, "game": lambda: state.power}
        power = whose[asked]() if asked in whose else found
        return self._when.known(power, state.techs.get(power, ()), max(1, state.round), "")

    def loads(self, units: str | Pick, **points: int) -> Conditional:
        """Units can carry these types, each taking that many points of their capacity."""
        for kind, n in points.items():
            edit = UnitEdit(self._pick(units), f"carries.loads.{kind}", "to", n, self._when)
            self._draft.edit_units(edit, self._text)
        return self

    def _each(self, units: str | Pick, how: How, values: Mapping[str, int]) -> Conditional:
        for column, value in values.items():
            self._draft.edit_units(UnitEdit(self._pick(units), column, how, value, self._when), self._text)
        return self

    def _pick(self, units: str | Pick) -> Pick:
        return units if isinstance(units, Pick) else Pick(types=(self._draft.find("units", units),))


def _both(field: str, one: Any, other: Any) -> Any:
    """Two conditions of one field together; of two windows, owners or places the second one counts."""
    if field in ("holds", "presence"):
        return (*one, *other)
    empty = When._field_defaults[field]
    return one if other == empty else other


def check(edit: UnitEdit, rule: str) -> None:
    """Raise `RuleError` for an edit of a column that units do not have, or that cannot depend on a battle."""
    column = edit.column.partition(".")[0]
    known = [f for f in UnitType.__struct_fields__ if f not in FIXED]
    if column not in known:
        near = nearest(column, known)
        hint = f"; did you mean {near[0]}?" if near else f"; they have {', '.join(known)}"
        raise RuleError(f"{rule} changes {column!r} of units, which units do not have{hint}")
    if edit.how in ("include", "exclude"):
        check_cell(rule, ("units", "*", *edit.column.split(".")), list(edit.value))
    else:
        check_cell(rule, ("units", "*", *edit.column.split(".")), edit.value)
    if edit.when.damaged and column == "hits":
        raise RuleError(f"{rule} changes hits of damaged units; how many hits a unit takes cannot depend on its damage")
    if edit.when.only_in_battle and column not in IN_BATTLE:
        raise RuleError(
            f"{rule} changes {column} under a condition of battles; only {', '.join(IN_BATTLE)} can depend on a battle"
        )


def effective(unit: UnitType, edits: tuple[UnitEdit, ...]) -> UnitType:
    """Return the unit type with these edits, which all hold; their order does not matter but for two replacements."""
    return _edited(unit, edits) if edits else unit


@lru_cache(maxsize=8192)
def _edited(unit: UnitType, edits: tuple[UnitEdit, ...]) -> UnitType:
    cells: dict[str, Any] = msgspec.to_builtins(unit)
    for edit in sorted(edits, key=lambda e: e.rank):
        *path, last = edit.column.split(".")
        here = cells
        for part in path:
            if here.get(part) is None:
                here[part] = {"capacity": 0, "loads": {}}
            here = here[part]
        here[last] = edit.apply(here.get(last, 0))
    hold = cells.get("carries")
    if hold and not hold["capacity"] and unit.carries is None:  # units that carry nothing else can take one load
        hold["capacity"] = max(hold["loads"].values(), default=0)
    return msgspec.convert(cells, UnitType)


def of_technology(technology: Technology) -> tuple[UnitEdit, ...]:
    """Return the effects of a technology as edits that hold for the powers that have it."""
    out = []
    for effect in technology.effects:
        if effect.stat not in STATS:
            raise RuleError(
                f"{technology.id} changes {effect.stat!r} of {effect.unit}, which is none of {', '.join(STATS)}"
            )
        of, when = Pick(types=(effect.unit,)), When(holds=(technology.id,))
        if effect.to is not None:
            out.append(UnitEdit(of, effect.stat, "to", effect.to, when, technology.id))
        if effect.add:
            out.append(UnitEdit(of, effect.stat, "add", effect.add, when, technology.id))
    return tuple(out)
