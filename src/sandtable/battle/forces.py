"""Parse player input (units, technologies, casualty orders, retreat policies) into the two sides of a battle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ..core.errors import Illegal, Malformed, RuleError, Unknown, nearest
from ..core.units import Technology, UnitType
from ..rules import points
from ..rules.ruleset import Ruleset
from .contest import MOST, Program, program
from .losses import Loss, Order, default_order, keeping_land, loss_order, with_damaged
from .policy import Assigning, Policy, parse_policy
from .volley import ATTACKER, DEFENDER, Assign, Leave, Pick, Piece, Side

Pieces = dict[Piece, int]


class Place(NamedTuple):
    """The place of a battle: the sequence of its steps, its value in IPCs, and whether units land from ships.

    `ships_off`: ships may fire at the shore; `landed`: all land units of the attacker come from ships. `space` and
    `round` of the game matter to edits that hold in certain places or rounds. `engaged` are the units of each side that
    can take part in a battle of its own, whose `name` is that of its row of engagements.
    """

    sequence: str
    land: bool
    value: int = 0
    ships_off: bool = False
    may_retreat: bool = True
    landed: bool = False
    space: str = ""
    round: int = 1
    name: str = ""
    engaged: Mapping[Side, Pick] = MappingProxyType({})


def place(rules: Ruleset, where: str) -> Place:
    """Return the place for `land`, `sea`, `amphibious`, the name of an engagement (such as `port attack`), or a space's
    name; raise `Unknown` with the nearest names."""
    word = where.strip().lower()
    if word == "land":
        return Place("land_battle", True)
    if word == "sea":
        return Place("sea_battle", False)
    if word == "amphibious":
        may = bool(rules.switches.get("land_units_may_retreat_from_landing"))
        return Place("land_battle", True, ships_off=True, may_retreat=may, landed=True)
    engagements = rules.typed("engagements")
    for name, row in engagements.items():
        if word in (name.lower(), row.text.lower()):
            sides = {ATTACKER: _of_kind(row.attackers), DEFENDER: _of_kind(row.defenders)}
            return Place(row.sequence, row.sequence == "land_battle", name=name, engaged=sides)
    try:
        space = rules.spaces[rules.words.space(where)]
    except Unknown as error:
        near = nearest(word, ("land", "sea", "amphibious", *engagements)) or error.near
        raise Unknown("place of battle", where.strip(), near) from None
    if space.kind == "land":
        return Place("land_battle", True, space.value, ships_off=True, space=space.name)
    return Place("sea_battle", False, space=space.name)


def _of_kind(cells: Mapping[str, tuple[str, ...]]) -> Pick:
    """Return the types of units that a row describes, whatever they have done in a game."""
    words: dict[str, Any] = {word: tuple(cells.get(word, ())) for word in ("kinds", "tags", "types", "without")}
    return Pick(**words)


_NEXT = re.compile(r"(?<=[^\s,;(])\s+(?=[+-]?\d)")
_NEGATIVE = re.compile(r"^\s*-\s*\d")


def _separated(text: str) -> str:
    """Add commas before each number that follows a word, outside brackets: ``3 inf 2 arm`` -> ``3 inf, 2 arm``."""
    parts = re.split(r"(\([^)]*\))", text)
    return "".join(p if p.startswith("(") else _NEXT.sub(", ", p) for p in parts)


def read_units(rules: Ruleset, text: str) -> dict[tuple[str, str, int], int]:
    """Parse units to (owner, unit type, damage) -> count; raise `Malformed` or `Unknown` with one sentence."""
    text = _separated(text.replace("\n", " "))
    for part in re.split(r"[,;]", text):
        if _NEGATIVE.match(part):
            raise Malformed(f"{part.strip()!r}: the number of units cannot be negative")
        if match := re.match(r"\s*(\d{5,})", part):
            raise Illegal(f"{match[1]} units are too many; the limit is {MOST} per battle")
    out: dict[tuple[str, str, int], int] = {}
    for stack, n in rules.words.read_force(text).items():
        key = (stack.owner, stack.type, stack.cond.damage)
        out[key] = out.get(key, 0) + n
    return out


def pieces(
    rules: Ruleset, side: Side, units: Mapping[tuple[str, str, int], int], at: Place, techs: Iterable[Technology] = ()
) -> Pieces:
    """Return the units of a side as pieces, with units standing aside marked; raise `Illegal` for a unit that cannot
    take part."""
    out: Pieces = {}
    held = tuple(t.id for t in techs)
    asked = battle_program(rules, at).asked
    known = tuple(c for c in held if c in asked.held)
    landing = _landing(rules, side, units, at)
    room = supporting(rules, sum(n for (_, kind, _), n in units.items() if rules.units[kind].kind == "land"))
    for (owner, kind, damage), n in units.items():
        unit = rules.unit(kind, owner, held, at.round)
        if kind in rules.placed:
            unit = rules.at_place(unit, owner, held, at.round, at.space)
        forms = rules.forms(unit, owner, held, at.round, at.space)
        if damage >= unit.hits:
            raise Illegal(f"{unit.called(1)} takes {unit.hits} hits, so it cannot be damaged by {damage}")
        aside = _stands_aside(rules, side, unit, at)
        if aside and landing:
            n = min(n, room)
            room -= n
        marks = (SEABORNE,) if landing and unit.kind == "land" else ()
        worse = forms[damage + 1 :] if kind in rules.formed else ()
        piece = Piece(owner, forms[damage], unit.hits - damage, aside, marks, known, 0, worse)
        if n:
            out[piece] = out.get(piece, 0) + n
        if aside and side == DEFENDER and "defends" in unit.tags:  # it fires from aside, and fights besides
            fighter = piece._replace(aside=False)
            out[fighter] = out.get(fighter, 0) + n
    return out


#: The mark of land units landed in an attack, where some step of a battle uses it.
SEABORNE = "seaborne"


def _landing(rules: Ruleset, side: Side, units: Mapping[tuple[str, str, int], int], at: Place) -> bool:
    """Return whether these land units come from ships and a step of the battle depends on it."""
    ships = at.ships_off and any(rules.units[kind].kind == "sea" for _, kind, _ in units)
    asked = battle_program(rules, at).asked
    return side == ATTACKER and at.land and (at.landed or ships) and SEABORNE in asked.marks


def _stands_aside(rules: Ruleset, side: Side, unit: UnitType, at: Place) -> bool:
    """Does the unit only fire from aside? Raises `Illegal` if it can take no part at all."""
    volleys = battle_program(rules, at).volleys
    asiders = [v for v in volleys if v.side == side and v.who.aside]
    aside = any(getattr(unit, v.stat) > 0 and v.who.takes(Piece("", unit, aside=True)) for v in asiders)
    field = "land" if at.land else "sea"
    battle = at.name or f"{field} battle"
    if "passive" in unit.tags:
        if aside:
            return True
        if side == DEFENDER and not at.land and "faces_ships" in unit.tags:
            return False
        raise Illegal(f"{unit.called(2)} of the {side} cannot take part in a {battle}")
    if at.engaged:
        if at.engaged[side].means(unit):
            return False
        raise Illegal(f"{unit.called(2)} of the {side} cannot take part in a {battle}")
    if unit.kind in (field, "air") or (unit.kind == "structure" and at.land):
        return False
    if aside and at.ships_off:
        return True
    hint = "; ships can only support an amphibious assault (choose amphibious)" if aside else ""
    raise Illegal(f"{unit.called(2)} cannot fight in a {battle}{hint}")


def supporting(rules: Ruleset, landed: int) -> int:
    """Return how many ships may fire support shots where that many units land: by a switch, some for each of them."""
    switches = rules.switches
    limited = switches.get("bombardment_limited_by_landing", False)
    return landed * int(switches.get("shots_per_landed_unit", 1)) if limited else MOST


def able(rules: Ruleset, side: Side, at: Place) -> list[str]:
    """Return the unit types that can take part in a battle on a side, or fire from aside."""
    out = []
    for kind, unit in rules.units.items():
        try:
            _stands_aside(rules, side, unit, at)
        except Illegal:
            continue
        out.append(kind)
    return out


# --- choices for one side ---------------------------------------------------------------------------------------------


def by_side(texts: Iterable[str], what: str) -> dict[Side, list[str]]:
    """Group texts by side: ``attacker: jet power`` -> {"attacker": ["jet power"]}; raise `RuleError` without a side."""
    out: dict[Side, list[str]] = {}
    for text in texts:
        word, colon, rest = text.partition(":")
        side = word.strip().lower()
        if not colon or side not in (ATTACKER, DEFENDER):
            raise RuleError(f"{text!r} needs a side; write 'attacker: {what}' or 'defender: {what}'")
        out.setdefault(ATTACKER if side == ATTACKER else DEFENDER, []).append(rest.strip())
    return out


def technologies(rules: Ruleset, texts: Iterable[str]) -> list[Technology]:
    """Return technologies by id or name, commas allowed; raise `Unknown` with the nearest names."""
    known = {t.id: t for t in rules.technologies.values()} | {t.name.lower(): t for t in rules.technologies.values()}
    out = []
    for name in (part.strip() for text in texts for part in text.split(",")):
        for form in (name.lower(), name.lower().replace(" ", "_"), name.lower().replace("-", " ")):
            if form in known:
                out.append(known[form])
                break
        else:
            raise Unknown("technology", name, (t.name for t in rules.technologies.values()))
    return out


def order(rules: Ruleset, side: Side, own: Mapping[Piece, int], text: str = "", keep_land: bool = False) -> Order:
    """Return the casualty order for a text: unit names in order, the others after them by `loss_order`; or `default`.

    `ai` is the same as `default`: the computer players follow `loss_order` too. Raises `Unknown` for an unknown unit.
    """
    lines = with_damaged(own)
    if text.strip().lower() in ("", "default", "ai"):
        return default_order(lines, side, keep_land)
    wanted = [rules.words.unit(part) for part in re.split(r"[,;>]", text) if part.strip()]
    usual = loss_order(lines, side)
    named = [p for kind in wanted for p in sorted(usual, key=lambda p: -p.hits) if p.type == kind]
    rows = list(dict.fromkeys([*named, *usual]))
    return keeping_land(rows) if keep_land and side == ATTACKER else tuple(Loss(p) for p in rows)


def policies(rules: Ruleset, at: Place, texts: Iterable[str]) -> dict[str, Policy]:
    """Return policies by step: ``rounds 2``, ``defender: only air``, ``retreat: odds below 40%``.

    Without a name, the policy is for the attacker's retreat. A step that gives units a role takes ``all`` or ``none``:
    ``attacker_counter_battery: all``. Raise `Illegal` where units cannot retreat, and `Unknown` for a wrong step.
    """
    every = battle_program(rules, at).steps
    steps = {n: s for n, s in every if isinstance(s, Leave)}
    roles = [n for n, s in every if isinstance(s, Assign) and s.ask]
    out: dict[str, Policy] = {}
    for text in texts:
        head, colon, rest = text.partition(":")
        name = head.strip().lower().replace(" ", "_") if colon else ATTACKER
        if name in roles and (how := rest.strip().lower()) in ("all", "none"):
            out[name] = Assigning(how)
            continue
        policy = parse_policy(rest if colon else text)
        if name in (ATTACKER, DEFENDER):
            own = {n: s for n, s in steps.items() if s.side == name and not s.must}
            whole = [n for n, s in own.items() if (s.whole or name == DEFENDER) and not s.who.tags]
            whole = [n for n in whole if n not in points.OFFERS or rules.offers.get(n)]
            if not whole:
                raise Illegal(f"under these rules the {name} cannot retreat from this battle")
            name = whole[0]
        if name not in steps:
            raise Unknown("step where units may retreat", name, [*steps, ATTACKER, DEFENDER])
        if steps[name].side == ATTACKER and not at.may_retreat:
            raise Illegal("units cannot retreat from an amphibious assault")
        if policy is not None:
            out[name] = policy
            out.update({n: policy for n, s in steps.items() if s.follows == name})
    return out


def battle_program(rules: Ruleset, at: Place) -> Program:
    """The steps of a round in a place."""
    return program(rules, at.sequence, at.space, at.round)
