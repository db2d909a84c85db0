"""Units, orders and programs for the tests of the solver, written by hand and apart from any edition."""

from __future__ import annotations

from typing import Any

from sandtable.battle.contest import Program
from sandtable.battle.volley import ALL, ATTACKER, DEFENDER, Clear, Leave, Pick, Piece, Volley
from sandtable.core.units import UnitType


def unit(id: str, kind: Any, cost: int, attack: int, defense: int, *tags: str, **numbers: Any) -> UnitType:
    return UnitType(id, id.title(), kind, cost, attack=attack, defense=defense, tags=frozenset(tags), **numbers)


UNITS = {
    u.id: u
    for u in (
        unit("infantry", "land", 3, 1, 2, "captures"),
        unit("artillery", "land", 4, 2, 2, "captures"),
        unit("armor", "land", 5, 3, 2, "captures"),
        unit("fortress", "land", 9, 0, 3, hits=2),
        unit("fighter", "air", 12, 3, 4),
        unit("bomber", "air", 15, 4, 1, attack_dice=2),
        unit("gun", "land", 5, 0, 0, "passive", "antiaircraft", aa=1),
        unit("submarine", "sea", 8, 2, 2, "submarine"),
        unit("transport", "sea", 8, 0, 1),
        unit("carrier", "sea", 18, 1, 3),
        unit("battleship", "sea", 24, 4, 4, "bombards", support=4, hits=2),
    )
}
SUBMARINES = Pick(tags=("submarine",))
OTHERS = Pick(without=("submarine",))
SHIPS = Pick(kinds=("sea",))
AIR = Pick(kinds=("air",))
ASIDE = Pick(aside=True)
RETREAT = Leave("the attacker may retreat", ATTACKER, ALL, True, lambda game, battle: None)

LAND = Program(
    (
        ("antiaircraft", Volley("aa", DEFENDER, ASIDE, AIR, "aa", "per_target", "at_once", rounds=(1, 1))),
        ("support", Volley("support", ATTACKER, ASIDE, ALL, "support", rounds=(1, 1))),
        ("attack", Volley("attack", ATTACKER)),
        ("defend", Volley("defend", DEFENDER, stat="defense")),
        ("clear", Clear()),
        ("retreat", RETREAT),
    )
)
SEA = Program(
    (
        ("attacking_submarines", Volley("as", ATTACKER, SUBMARINES, SHIPS, falls="at_once")),
        ("attacking_fleet", Volley("af", ATTACKER, OTHERS)),
        ("defending_submarines", Volley("ds", DEFENDER, SUBMARINES, SHIPS, "defense")),
        ("defending_fleet", Volley("df", DEFENDER, OTHERS, ALL, "defense")),
        ("clear", Clear()),
        ("attacking_submarines_withdraw", Leave("as", ATTACKER, SUBMARINES, False, lambda game, battle: None)),
        ("defending_submarines_withdraw", Leave("ds", DEFENDER, SUBMARINES, False, lambda game, battle: None)),
        ("retreat", RETREAT),
    ),
    land=False,
)


def force(owner: str, aside: tuple[str, ...] = (), **counts: int) -> dict[Piece, int]:
    """Pieces by unit: `force("A", infantry=3)`."""
    return {Piece(owner, UNITS[k], UNITS[k].hits, k in aside): n for k, n in counts.items() if n}
