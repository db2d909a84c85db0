"""Show decisions and read answers in the terminal, one handler per generic form.

A number selects an entry of the list that was shown. The form itself reads everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..core.decisions import Allocate, Amount, Choose, Confirm, Decision, Form, MoveOption, Moves, PickUnits
from ..core.errors import Illegal, Unknown
from ..core.forces import total
from ..core.text import Words, counted, way_text

_NUMBER = re.compile(r"^(\d+)(?:\s*x\s*(\d+))?$")


def question(decision: Decision, words: Words) -> list[str]:
    """Return the lines below the prompt that list the possible answers."""
    for kind, lines in _LINES:
        if isinstance(decision.form, kind):
            return lines(decision.form, words)
    return []


def hint(decision: Decision) -> str:
    """Return an example of an answer."""
    for kind, text in _HINTS:
        if isinstance(decision.form, kind):
            return text
    return "type the answer"


def read(text: str, decision: Decision, words: Words, ways: list[MoveOption]) -> Any:
    """Return the answer that a text means; `ways` are the moves listed last.

    Raises `Malformed`, `Illegal`, or `Unknown` with one sentence.
    """
    form, number = decision.form, _NUMBER.match(text.strip())
    if number and isinstance(form, Choose) and not any(o.key == text.strip() for o in form.options):
        i = int(number[1])
        if not 1 <= i <= len(form.options):
            raise Illegal(f"{i} is not a choice; choose 1 to {len(form.options)}")
        return form.options[i - 1].key
    if number and isinstance(form, Moves):
        i = int(number[1])
        if not ways:
            raise Illegal("no moves are listed yet; type 'moves SPACE' to list them by number")
        if not 1 <= i <= len(ways):
            raise Illegal(f"{i} is not a listed move; choose 1 to {len(ways)}")
        count = int(number[2]) if number[2] else ways[i - 1].most
        if not 1 <= count <= ways[i - 1].most:
            raise Illegal(f"up to {counted(ways[i - 1].most, 'unit')} can make this move, not {count}")
        return ways[i - 1].move(count)
    if isinstance(form, PickUnits) and text.strip().lower() == "all":
        return dict(form.force)
    return form.read(text, words)


def ways_from(form: Moves, space: str, words: Words) -> tuple[list[MoveOption], list[str]]:
    """Return the moves from a space and the lines that list them by number.

    Raises `Unknown` if no units can move from there.
    """
    ways: list[MoveOption] = []
    lines = []
    for where, stack, count in form.source.movable():
        if where != space:
            continue
        options = form.source.options(space, stack)
        if not options:
            continue
        parts = []
        for option in options:
            ways.append(option)
            fewer = "" if option.most == count else f" (up to {option.most})"
            mission = f" [{option.mission}]" if option.mission else ""
            parts.append(f"{len(ways)} {option.path[-1]}{mission}{fewer}")
        lines += wrapped(f"  {words.units_text(stack, count, form.power)}: ", parts, " · ")
    if not ways:
        movable = dict.fromkeys(where for where, _, _ in form.source.movable())
        raise Unknown("space with units that can still move", space, movable)
    return ways, lines


def wrapped(start: str, parts: Iterable[str], between: str, width: int = 100) -> list[str]:
    """Join parts into lines that break only between parts."""
    lines = [start]
    for i, part in enumerate(parts):
        if i and len(lines[-1]) + len(between + part) > width:
            lines[-1] += between.rstrip()
            lines.append("      ")
        elif i:
            lines[-1] += between
        lines[-1] += part
    return lines


def _choices(form: Any, words: Words) -> list[str]:
    return [
        f"  {i}  {o.key}" + (f": {o.text}" if o.text.lower() != o.key.lower() else "")
        for i, o in enumerate(form.options, 1)
    ]


def _amount(form: Any, words: Words) -> list[str]:
    word = f", or {form.zero!r}" if form.zero else ""
    return [f"  a number from {form.low} to {form.high}" + (f" ({form.unit})" if form.unit else "") + word]


def _units(form: Any, words: Words) -> list[str]:
    high = min(form.high, total(form.force))
    count = f"{high}" if form.low == high else f"{form.low} to {high}"
    owners = {s.owner for s in form.force}
    owner = next(iter(owners)) if len(owners) == 1 else ""
    rows = (
        words.units_text(stack, form.units.get(stack, n), owner) + (f" ({n} hits)" if stack in form.units else "")
        for stack, n in form.force.items()
    )
    return [f"  {count} of: {', '.join(rows) or 'nothing'}"]


def _allocate(form: Any, words: Words) -> list[str]:
    if not any(form.most.values()):
        return ["  nothing available"]
    weighty = [x for x in form.limits if any(w > 1 for w in x.weights.values())]
    places: dict[tuple[str, ...], list[str]] = {}

    def named(word: str) -> str:
        return words.units[word].name.lower() if word in words.units else word

    for key, most in form.most.items():
        if most:
            each = "".join(f", {x.weights[key]} each" for x in weighty if key in x.weights)
            places.setdefault(key[1:], []).append(f"{named(key[0])} (up to {most}{each})")
    lines = []
    for place, names in places.items():
        lines += wrapped(f"  {way_text(map(named, place))}: " if place else "  ", names, ", ")
    return lines + [f"  {x.text}: {x.most} in total" for x in form.limits]


def _moves(form: Any, words: Words) -> list[str]:
    spaces: dict[str, list[str]] = {}
    for space, stack, n in form.source.movable():
        spaces.setdefault(space, []).append(words.units_text(stack, n, form.power))
    return [f"  {space}: {', '.join(units)}" for space, units in spaces.items()] or ["  no units can move"]


_LINES: list[tuple[type[Form], Callable[[Any, Words], list[str]]]] = [
    (Choose, _choices),
    (Amount, _amount),
    (PickUnits, _units),
    (Allocate, _allocate),
    (Moves, _moves),
]
_HINTS: list[tuple[type[Form], str]] = [
    (Confirm, "'yes' or 'no'"),
    (Choose, "a number from the list, or its name"),
    (Amount, "a number"),
    (PickUnits, "units, such as '2 infantry, 1 armor', or 'all'"),
    (Allocate, "units, such as '3 infantry, 1 armor' (with a place: '3 infantry > Germany'), or 'nothing'"),
    (
        Moves,
        "a move such as '2 infantry: Germany > Eastern Europe', or type 'moves Germany' and then a number"
        " ('4', or '4 x 2' to move two units); 'done' ends the phase",
    ),
]
