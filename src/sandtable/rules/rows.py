"""The types of tables: what a cell may hold, checked when a rule edits it.

`ROWS` gives the type of a whole row, `TREES` that of the values at the end of nested tables. A table that is not named
here holds what its edition or rule likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ..core.errors import RuleError, nearest
from ..core.structs import learned
from ..core.units import Canal, Carries, Power, Space, Technology, UnitType

if TYPE_CHECKING:
    from .draft import Path


@learned
class Minor(msgspec.Struct, frozen=True):
    """A minor power: its home, its colonies, its army, and the power it is aligned to (none: a true neutral)."""

    home: str
    colonies: tuple[str, ...] = ()
    army: dict[str, int] = {}
    aligned: str | None = None


@learned
class Base(msgspec.Struct, frozen=True):
    """A base with the sea zones it serves (none: all adjacent ones): a `yard` takes new ships and repairs others, a
    `harbor` lengthens noncombat moves of ships from base to base, a `port` shelters ships, an `airfield` lengthens the
    flights of aircraft."""

    zones: tuple[str, ...] = ()
    kinds: tuple[Literal["yard", "harbor", "port", "airfield"], ...] = ("yard",)


@learned
class Obligation(msgspec.Struct, frozen=True):
    """A space that a power must attack in a round."""

    power: str
    round: int
    space: str


@learned
class Goal(msgspec.Struct, frozen=True):
    """A victory condition of a side (none: the name of the row): after whose turn (none: the last of the round), how
    many of which spaces, and one of which among them. With `turns`, the side must have held them at the end of each
    turn since the one in which it got them, that many turns later."""

    hold: int
    of: tuple[str, ...]
    after: str = ""
    one_of: tuple[str, ...] = ()
    objectives: int = 0
    side: str = ""
    turns: int = 0


@learned
class Objective(msgspec.Struct, frozen=True):
    """A condition over the board for a power or a side: it holds (`least` of) the spaces of `hold`, by itself if
    `alone`, no `enemy` unit (kinds, tags, without) is in those of `clear`, and no unit of an ally is in a territory of
    the power if `unaided`; what it pays in IPCs. It is for a power that `holds` a capability (if any); if it does not
    count (`counts`), it is a bonus beside the objectives, and no part of victory."""

    power: str = ""
    side: str = ""
    text: str = ""
    hold: tuple[str, ...] = ()
    least: int = 0
    alone: bool = False
    clear: tuple[str, ...] = ()
    enemy: dict[str, tuple[str, ...]] = {}
    unaided: bool = False
    ipcs: int = 0
    holds: str = ""
    counts: bool = True


@learned
class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Capabilities that powers draw before the first turn of the game, or each before its `first_turn`: `count` each of
    its own from `lists`, by dice or by choice.

    Names that no rule in force defines are left out of the draw.
    """

    lists: dict[str, list[str]]
    count: int = 1
    by: Literal["dice", "choice"] = "dice"
    when: Literal["opening", "first_turn"] = "opening"


@learned
class Grant(msgspec.Struct, frozen=True):
    """Units of a power (or of each power that `holds` a capability), when they are placed and in which of its places
    (none: the capital; for ships: where it has ships), at most `total` of them.

    `ships`: where it has ships (`own`), or in any of the places open to new ships. `with_allies`: places of allies
    count too. They are free, or `for_sale` at `prices`, else at those of the territory `market` (if any). `anywhere`:
    any of its territories is a place; places are worth at least `least_value`, and held `since_start` of the turn. A
    `fresh` grant is for the turn in which the capability is gained; it can be placed as soon as it is (`gained`). With
    `once`, it comes only until some units were placed.
    """

    units: dict[str, int]
    when: Literal["opening", "gained", "purchase", "place", "turn_end"] = "place"
    power: str = ""
    holds: str = ""
    places: tuple[str, ...] = ()
    total: int = 0
    rounds: tuple[int, int] = (1, 0)
    text: str = ""
    ships: Literal["own", "open"] = "own"
    with_allies: bool = False
    for_sale: bool = False
    prices: dict[str, int] = {}
    market: str = ""
    anywhere: bool = False
    least_value: int = 0
    since_start: bool = False
    fresh: bool = False
    once: bool = False


@learned
class Site(msgspec.Struct, frozen=True):
    """Where new units of some types may be placed besides industrial complexes, and how many at most in a space.

    The spaces (none: all) are controlled by the power since the start of the turn, originally its own if `original`,
    and worth at least `least_value` and less than `below_value` (0: any). At most `most` of the types together in a
    space and turn, or its value if `by_value` (at least `most`); units there already count if `standing`, and where the
    types may be placed anyway if `at_complexes`; else it adds to what several rows and a complex allow. Units that
    cannot hold a territory need one there that can if `held`. Without `anywhere`, the row only limits. With `at_once`,
    control now is enough; with `own`, of the units there already only those of the power count. It is for powers that
    hold the capability `holds`, and not for those that hold `lacks` (if any).
    """

    types: tuple[str, ...]
    powers: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    original: bool = False
    least_value: int = 0
    below_value: int = 0
    most: int = 0
    by_value: bool = False
    held: bool = False
    standing: bool = False
    at_complexes: bool = True
    anywhere: bool = True
    at_once: bool = False
    own: bool = False
    holds: str = ""
    lacks: str = ""


@learned
class Refit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Work on units of some types: it repairs their damage, or gives them a lasting mark (`gives`, a row of stances).

    `when` it is done or ordered: by itself and free after each `battle`, at `turn_start` or `turn_end`; for `cost` IPCs
    a unit in the `purchase` phase, or in a phase that the rule adds (`step`). `near`: only at a complex, or at a naval
    base, of the power. It takes effect `now` or when new units are placed (`ready`); with `away`, the units leave the
    board until then. It is done on `whose` units: its own, also those of allies, or all. It is for `powers` or those
    who hold the capability `holds` (none: all), on `most` units in a turn (0: any number). With `new`, units that have
    just been bought can have it, too.
    """

    types: tuple[str, ...]
    cost: int = 0
    gives: str = ""
    when: Literal["battle", "turn_start", "turn_end", "purchase", "step"] = "purchase"
    near: Literal["", "complex", "base"] = ""
    ready: Literal["now", "place"] = "now"
    away: bool = False
    whose: Literal["own", "allies", "all"] = "own"
    powers: tuple[str, ...] = ()
    holds: str = ""
    most: int = 0
    new: bool = False
    text: str = ""


@learned
class Division(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea zone that is divided in two on the drawn map: its parts and the line between (`draw.division.Cut`)."""

    parts: tuple[str, str]
    legs: list[list[tuple[float, float]]]


@learned
class Engagement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of its own in a space, with the steps of a `sequence`; both sides are units described by kinds, tags,
    types, without, marks, unmarked, owners, and holds.

    The odds calculator takes all units of these kinds, tags, and types, whatever they have done in a game.
    Units of a side that `stays_out` (those of both) take no part in the ordinary battle there in this turn. With
    `must_win`, attackers end their missions unless all defenders are gone.
    """

    attackers: dict[str, tuple[str, ...]]
    defenders: dict[str, tuple[str, ...]]
    sequence: Literal["land_battle", "sea_battle", "air_battle"] = "air_battle"
    stays_out: Literal["attacker", "defender", "both", "none"] = "both"
    must_win: bool = False
    text: str = ""


@learned
class Commitment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice before a battle: which units of `who` (kinds, tags, types, without, marks, unmarked, owners, holds) of a
    `side` take part; the others stay in the space.

    `battle` is land_battle, sea_battle, air_battle, or the name of an engagement (none: every battle). At least `least`
    and at most `most` of them take part (-1: any number), and with `per` at most `ratio[0]` for each `ratio[1]` such
    units on a side. It is for `powers` or for holders of `holds` (none: all). `advice` is what the odds assume: all,
    none, or those `armed` with an attack.

    With `contested`, it holds in contested territories only, and the query `commitment` may require more than `least`;
    with `landing`, only in sea zones where cargo waits to land after the battle. With `if_attacked`, there is a choice
    only if the space is attacked by other units, too; else all take part.
    A `text` that names ``{space}`` is the whole question, `kind` that of the decision.
    """

    side: Literal["attacker", "defender"]
    who: dict[str, tuple[str, ...]] = {}
    battle: str = ""
    least: int = 0
    most: int = -1
    per: dict[str, tuple[str, ...]] = {}
    per_side: Literal["own", "enemy"] = "enemy"
    ratio: tuple[int, int] = (1, 1)
    powers: tuple[str, ...] = ()
    holds: str = ""
    advice: Literal["all", "none", "armed"] = "all"
    text: str = ""
    contested: bool = False
    if_attacked: bool = False
    landing: bool = False
    kind: str = "take_part"


@learned
class Army(msgspec.Struct, frozen=True):
    """An owner of units that is no power."""

    text: str = ""


@learned
class Convoy(msgspec.Struct, frozen=True):
    """A sea zone with a controller: a center with an owner and a value, or the route of a territory. The controller of
    a `fixed` zone never changes."""

    owner: str = ""
    value: int = 0
    territory: str = ""
    captor_collects: bool = False
    fixed: bool = False


@learned
class Stock(msgspec.Struct, frozen=True):
    """Something that powers or territories have beside money; captured with a territory only if `kept`."""

    text: str = ""
    kept: bool = False


ROWS: dict[str, Any] = {
    "units": UnitType,
    "spaces": Space,
    "powers": Power,
    "technologies": Technology,
    "canals": Canal,
    "minors": Minor,
    "armies": Army,
    "divisions": Division,
    "convoys": Convoy,
    "stocks": Stock,
    "bases": Base,
    "obligations": Obligation,
    "goals": Goal,
    "objectives": Objective,
    "draws": Draw,
    "grants": Grant,
    "sites": Site,
    "refits": Refit,
    "engagements": Engagement,
    "commitments": Commitment,
    "holders": str,
    "citations": str,
    "missions": str,
    "withdrawn": str,
    "wording": str,
    "hidden": bool,
    "calendar": int,
    "mobilization": tuple[str, ...],
    "confined": tuple[str, ...],
}
#: Nested tables: how deep their values lie, and what they are.
TREES: dict[str, tuple[int, Any]] = {"links": (2, bool), "setup": (3, int)}
#: Columns that a row gets from its name.
KEYS = ("id", "name")
_WORDS = {
    int: "a whole number", str: "a text", bool: "true or false", NoneType: "nothing", dict: "a table",
    tuple: "a list", frozenset: "a list", list: "a list",
}  # fmt: skip


def check_cell(rule: str, path: Path, value: Any) -> None:
    """Raise `RuleError` if a cell or row cannot hold a value, with the rule and what is expected."""
    kind = expected(rule, path)
    if kind is None:
        return
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and len(path) == 2:
        _check_row(rule, path, value, kind)
        return
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise RuleError(
            f"{rule} does not fit {'.'.join(path)}: {value!r} is not what it holds; expected is {words(kind)} ({error})"
        ) from None


def check_switch(rule: str, path: Path, value: Any, before: Any) -> None:
    """Raise `RuleError` for a switch that would get a value of another kind than it had."""
    if type(value) is not type(before) and not (isinstance(before, list | tuple) and isinstance(value, list | tuple)):
        kind = words(type(before))
        raise RuleError(f"{rule} does not fit {'.'.join(path)}: {value!r} is not what it holds; expected is {kind}")


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def check_field(rule: str, cell: str, what: Any, field: str, value: Any) -> None:
    """Raise `RuleError` if a field of a description cannot hold a value."""
    described: type = type(what)
    kind = _hints(described).get(field, Any)
    if not is_a(value, kind):
        raise RuleError(f"{rule} does not fit {cell}: {value!r} is not what it holds; expected is {words(kind)}")


def is_a(value: Any, kind: Any) -> bool:
    """Return whether a value is of a type, as far as the type tells.

    >>> is_a((1, 2), tuple[int, ...]), is_a(True, int), is_a("x", Literal["a", "b"])
    (True, False, False)
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(is_a(value, k) for k in args)
    if origin is Literal:
        return value in args
    if origin is tuple:
        if not isinstance(value, tuple) or hasattr(value, "_fields"):
            return False
        if args[1:] == (...,):
            return all(is_a(v, args[0]) for v in value)
        return len(value) == len(args) and all(map(is_a, value, args))
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is Any or not isinstance(origin or kind, type) or origin is not None:
        return True
    return isinstance(value, kind)


def _check_row(rule: str, path: Path, value: Any, kind: Any) -> None:
    fields = kind.__struct_fields__
    if not isinstance(value, Mapping):
        found = f"must be a row of a table, with {', '.join(fields)}, not {value!r}"
        raise RuleError(f"{rule} does not fit {'.'.join(path)}: it {found}")
    try:
        msgspec.convert({**{key: path[1] for key in KEYS if key in fields}, **value}, kind)
    except msgspec.ValidationError as error:
        raise RuleError(f"{rule} does not fit {'.'.join(path)}: {error}") from None


def expected(rule: str, path: Path) -> Any:
    """Return the type of a cell or row; None if it is free. Raises `RuleError` for a column that rows do not have."""
    table, *rest = path
    if table in TREES:
        depth, kind = TREES[table]
        return kind if len(rest) == depth else None
    kind = ROWS.get(table)
    for part in rest[1:]:
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            return _member(kind)
        hints = _hints(kind)
        if part not in hints:
            near = nearest(part, hints)
            hint = f"; did you mean {near[0]}?" if near else f"; it has {', '.join(hints)}"
            raise RuleError(f"{rule} edits {'.'.join(path)}, which does not exist{hint}")
        kind = hints[part]
        if kind == Carries | None and part != path[-1]:
            kind = Carries
    return kind if rest else None


def has_column(path: Path) -> bool:
    """Return whether the rows of a table can have this column."""
    try:
        expected("", path)
    except RuleError:
        return False
    return True


def _member(kind: Any) -> Any:
    """Return the type of the values of a table, such as the loads of a transport."""
    return get_args(kind)[1] if get_origin(kind) is dict else None


def words(kind: Any) -> str:
    """Return a type in plain words.

    >>> words(str | None)
    'a text or nothing'
    """
    if get_origin(kind) in (Union, UnionType):
        return " or ".join(words(k) for k in get_args(kind))
    origin = get_origin(kind) or kind
    if isinstance(origin, type) and issubclass(origin, msgspec.Struct):
        return f"a table of {', '.join(origin.__struct_fields__)}"
    if str(origin) == "typing.Literal":
        return f"one of {', '.join(map(str, get_args(kind)))}"
    return _WORDS.get(origin, str(kind))
