"""House rules for Axis & Allies: WWI 1914: the permanent adjustments, then the scenarios, as in their document."""

from ...words import Rule
from .aerial_combat_modifications import aerial_combat_modifications
from .armored_car import armored_car
from .armored_trains import armored_trains
from .artillery_neutralization import artillery_neutralization
from .artillery_trucks import artillery_trucks
from .base_assumptions import base_assumptions
from .breaking_through import breaking_through
from .coastal_artillery import coastal_artillery
from .concentrated_attacks import concentrated_attacks
from .counter_battery_fire import counter_battery_fire
from .deploy_the_reserves import deploy_the_reserves
from .destroyers import destroyers
from .every_corner_of_the_empire import every_corner_of_the_empire
from .fighting_by_numbers import fighting_by_numbers
from .freighters_and_raiders import freighters_and_raiders
from .italian_dilemma import italian_dilemma
from .merchant_ships import freighters, merchant_raiders
from .more_production import more_production
from .multinational_attacks import multinational_attacks
from .naval_unit_costs import naval_unit_costs
from .no_neutrals_by_alliance import no_neutrals_by_alliance
from .no_neutrals_by_power import no_neutrals_by_power
from .reinforcements_from_munich import reinforcements_from_munich
from .spain_in_the_balance import spain_in_the_balance
from .standard_trucks import standard_trucks
from .starting_naval_units import starting_naval_units
from .submarine_changes import cruiser_screens, submarine_changes
from .submarine_warfare import first_submarine_damage, restricted_submarine_warfare, unrestricted_submarine_warfare
from .supply_chain import supply_chain
from .swiss_alps import swiss_alps
from .tanks_now import tanks_now

RULES: list[Rule] = [
    base_assumptions,
    standard_trucks,
    artillery_trucks,
    armored_car,
    coastal_artillery,
    destroyers,
    freighters,
    merchant_raiders,
    armored_trains,
    naval_unit_costs,
    aerial_combat_modifications,
    restricted_submarine_warfare,
    unrestricted_submarine_warfare,
    submarine_changes,
    cruiser_screens,
    starting_naval_units,
    first_submarine_damage,
    artillery_neutralization,
    fighting_by_numbers,
    freighters_and_raiders,
    deploy_the_reserves,
    swiss_alps,
    reinforcements_from_munich,
    every_corner_of_the_empire,
    supply_chain,
    counter_battery_fire,
    no_neutrals_by_power,
    no_neutrals_by_alliance,
    more_production,
    tanks_now,
    breaking_through,
    multinational_attacks,
    concentrated_attacks,
    italian_dilemma,
    spain_in_the_balance,
]
