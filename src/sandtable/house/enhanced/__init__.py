"""Anniversary Edition Enhanced: house rules for the Anniversary edition, in the order of the document."""

from ...words import Pack, Rule
from .air_technologies import tech_heavy_bombers, tech_long_range_aircraft
from .american_advantages import na_america_marines, na_america_tech_investment
from .british_advantages import na_england_colonial_garrison, na_england_lend_lease
from .china import na_china_round_up, na_china_unlimited_placement
from .convoy_raids import convoy_raids
from .d_day import d_day
from .faq_precedence import faq_precedence
from .german_advantages import na_germany_atlantic_wall, na_germany_wolf_packs
from .guns import battleship_aa, tech_rockets
from .hostile_sea_zone_start import hostile_sea_zone_start
from .italian_advantages import na_italy_africa_corps, na_italy_mediterranean_bonus
from .japanese_advantages import na_japan_tokyo_express, na_japan_yamato
from .jet_power import tech_jet_power
from .land_technologies import tech_advanced_artillery, tech_mechanized_infantry
from .national_advantages import national_advantages
from .new_ships import escort_carrier, pocket_battleship
from .non_aggression_treaty import non_aggression_treaty
from .paratroopers import tech_paratroopers
from .price_changes import price_changes
from .production_technologies import tech_improved_factories, tech_improved_shipyards, tech_war_bonds
from .radar import tech_radar
from .research_terms import four_two_rule, shared_technology, technology_prices
from .soviet_advantages import na_russia_mobile_industry, na_russia_railway
from .strategic_victory import strategic_victory
from .submarine_detection import submarine_detection, tech_super_destroyers
from .weapons_development import weapons_development

RULES: list[Rule] = [
    faq_precedence,
    strategic_victory,
    non_aggression_treaty,
    convoy_raids,
    d_day,
    price_changes,
    battleship_aa,
    hostile_sea_zone_start,
    submarine_detection,
    weapons_development,
    tech_advanced_artillery,
    tech_rockets,
    tech_paratroopers,
    tech_improved_factories,
    tech_war_bonds,
    tech_mechanized_infantry,
    tech_super_destroyers,
    tech_jet_power,
    tech_improved_shipyards,
    tech_radar,
    tech_long_range_aircraft,
    tech_heavy_bombers,
    technology_prices,
    four_two_rule,
    shared_technology,
    pocket_battleship,
    escort_carrier,
    na_germany_wolf_packs,
    na_germany_atlantic_wall,
    na_russia_railway,
    na_russia_mobile_industry,
    na_japan_tokyo_express,
    na_japan_yamato,
    na_england_colonial_garrison,
    na_england_lend_lease,
    na_italy_africa_corps,
    na_italy_mediterranean_bonus,
    na_america_marines,
    na_america_tech_investment,
    na_china_round_up,
    na_china_unlimited_placement,
    national_advantages,
]

DEFAULTS = tuple(rule.id for rule in RULES if rule.default)

PACKS = [
    Pack("enhanced.core", "Enhanced: the defaults", DEFAULTS, "Every rule of the document that is on by default."),
    Pack(
        "enhanced.ships", "Enhanced: the defaults with new ships",
        (*DEFAULTS, pocket_battleship.id, escort_carrier.id),
        "The defaults with pocket battleships and escort carriers.",
    ),
    Pack(
        "enhanced.full", "Enhanced: everything", tuple(rule.id for rule in RULES),
        "Every rule of the document, with a national advantage for each power.",
    ),
]  # fmt: skip
