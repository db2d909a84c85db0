"""Smith's house rules for Axis & Allies Classic, in the order of the document."""

from ...words import Pack, Rule
from .air_assault_of_islands import air_assault_of_islands
from .air_developments import heavy_bombers, jet_power, long_range_aircraft
from .air_missions import air_missions
from .amphibious_assaults import amphibious_assaults
from .axis_first_turn_bonus import axis_first_turn_bonus
from .bribed_overflights import bribed_overflights
from .capturing_a_capital import capturing_a_capital
from .damaged_units import damaged_units
from .directed_research import directed_research
from .divided_sea_zones import divided_sea_zones
from .dogfights import dogfights
from .economic_conquest import economic_conquest
from .economic_developments import improved_agriculture, improved_labs, industrial_technology
from .elite_forces import marines, mechanized_infantry, super_armor
from .enemy_code import enemy_code
from .espionage import espionage
from .gun_upgrades import radar_sonar, rockets
from .intrinsic_carrier_squadrons import intrinsic_carrier_squadrons
from .kamikaze import kamikaze
from .national_advantages import EACH, national_advantages
from .naval_developments import heavy_ships, long_range_ships, super_subs
from .naval_placement import naval_placement
from .neutral_airspace import neutral_airspace
from .neutral_territories import neutral_territories
from .order_of_combat import order_of_combat
from .paratroopers import paratroopers
from .port_guns import port_guns
from .random_turns import random_turns
from .retreats import retreats
from .soviet_first_turn import soviet_first_turn
from .straits import straits
from .strategic_bombings import strategic_bombings
from .submarine_units import submarine_units
from .transports import transports
from .weapons_table import weapons_table
from .winning import winning

RULES: list[Rule] = [
    random_turns,
    divided_sea_zones,
    air_assault_of_islands,
    directed_research,
    amphibious_assaults,
    retreats,
    dogfights,
    strategic_bombings,
    order_of_combat,
    winning,
    straits,
    bribed_overflights,
    capturing_a_capital,
    transports,
    naval_placement,
    port_guns,
    air_missions,
    submarine_units,
    damaged_units,
    intrinsic_carrier_squadrons,
    soviet_first_turn,
    axis_first_turn_bonus,
    neutral_territories,
    economic_conquest,
    neutral_airspace,
    weapons_table,
    enemy_code,
    espionage,
    radar_sonar,
    mechanized_infantry,
    super_armor,
    paratroopers,
    marines,
    kamikaze,
    super_subs,
    heavy_bombers,
    jet_power,
    rockets,
    heavy_ships,
    improved_labs,
    long_range_ships,
    improved_agriculture,
    industrial_technology,
    long_range_aircraft,
    *EACH,
    national_advantages,
]

#: The set gives it as a replacement for the damage of carriers.
REPLACEMENT = intrinsic_carrier_squadrons.id
DEFAULTS = tuple(rule.id for rule in RULES if rule.default)

PACKS = [
    Pack("smith.core", "Smith: the defaults", DEFAULTS, "Every rule of the document that is on by default."),
    Pack(
        "smith.advantages", "Smith: the defaults with national advantages",
        (*DEFAULTS, national_advantages.id),
        "The defaults, and a random national advantage for each power.",
    ),
    Pack(
        "smith.full", "Smith: everything", tuple(rule.id for rule in RULES if rule.id != REPLACEMENT),
        "Every rule of the document but Intrinsic Carrier Squadrons, which replaces another one.",
    ),
]  # fmt: skip
