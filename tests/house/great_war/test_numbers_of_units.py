"""The numbers of new units are options: each has the value that was chosen (great_war)."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry

#: Options, and the columns of units that they set.
COLUMNS = {"cost": "cost", "attack": "attack", "defense": "defense", "movement": "move"}
UNITS = (
    "armored_car", "armored_trains", "artillery_trucks", "coastal_artillery", "destroyers", "freighters",
    "merchant_raiders", "standard_trucks",
)  # fmt: skip
CASES = [
    (f"great_war.{name}", option.name)
    for name in UNITS
    for option in registry.rules()[f"great_war.{name}"].options
    if option.name in COLUMNS
]


@pytest.mark.parametrize(("rule", "option"), CASES)
def test_a_unit_has_the_number_that_was_chosen(rule: str, option: str) -> None:
    known, column = registry.rules()[rule], COLUMNS[option]
    usual = next(o.default for o in known.options if o.name == option)
    rules, old = [*known.needs, rule], registry.build("great_war", list(known.needs)).units
    game = Game.new("great_war", rules, {f"{rule}.{option}": usual + 1}, seed=1)
    game.answer(game.open[0].advice)
    new = [unit for name, unit in game.rules.units.items() if name not in old]
    assert usual + 1 in {getattr(unit, column) for unit in new}
    before = registry.build("great_war", rules).units
    changed = [u.id for u in new if getattr(u, column) != getattr(before[u.id], column)]
    assert changed, "the number of the unit is not the usual one"
