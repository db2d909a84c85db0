"""Anniversary Edition Enhanced: house rules for the Anniversary edition, in the order of the document."""

from __future__ import annotations

from ...rules.rule import Rule
from .china import na_china_round_up, na_china_unlimited_placement
from .convoy_raids import convoy_raids
from .d_day import d_day
from .faq_precedence import faq_precedence
from .guns import battleship_aa, tech_rockets
from .hostile_sea_zone_start import hostile_sea_zone_start
from .jet_power import tech_jet_power
from .land_technologies import tech_advanced_artillery, tech_mechanized_infantry, tech_paratroopers
from .new_ships import escort_carrier, pocket_battleship
from .non_aggression_treaty import non_aggression_treaty
from .price_changes import price_changes
from .production_technologies import tech_improved_factories, tech_improved_shipyards, tech_war_bonds
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
    pocket_battleship,
    escort_carrier,
    na_china_round_up,
    na_china_unlimited_placement,
]
