"""House rules for Axis & Allies: WWI 1914: the permanent adjustments, then the scenarios, as in their document."""

from __future__ import annotations

from ...rules.rule import Rule
from .aerial_combat_modifications import aerial_combat_modifications
from .breaking_through import breaking_through
from .deploy_the_reserves import deploy_the_reserves
from .fighting_by_numbers import fighting_by_numbers
from .naval_unit_costs import naval_unit_costs
from .no_neutrals_by_power import no_neutrals_by_power
from .reinforcements_from_munich import reinforcements_from_munich
from .starting_naval_units import starting_naval_units
from .submarine_warfare import first_submarine_damage, restricted_submarine_warfare, unrestricted_submarine_warfare
from .swiss_alps import swiss_alps
from .tanks_now import tanks_now

RULES: list[Rule] = [
    naval_unit_costs,
    aerial_combat_modifications,
    restricted_submarine_warfare,
    unrestricted_submarine_warfare,
    starting_naval_units,
    first_submarine_damage,
    fighting_by_numbers,
    deploy_the_reserves,
    swiss_alps,
    reinforcements_from_munich,
    no_neutrals_by_power,
    tanks_now,
    breaking_through,
]
