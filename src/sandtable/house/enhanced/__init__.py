"""Anniversary Edition Enhanced: house rules for the Anniversary edition, in the order of the document."""

from __future__ import annotations

from ...rules.rule import Rule
from .china import na_china_round_up, na_china_unlimited_placement
from .new_ships import escort_carrier, pocket_battleship
from .price_changes import price_changes

RULES: list[Rule] = [
    price_changes,
    pocket_battleship,
    escort_carrier,
    na_china_round_up,
    na_china_unlimited_placement,
]
