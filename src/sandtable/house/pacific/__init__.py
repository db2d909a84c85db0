"""The house rules for Axis & Allies: Pacific of September 2001, in the order of the document."""

from __future__ import annotations

from ...rules.rule import Rule
from .air_combat import dogfights, strategic_bombing
from .airfields import airfields
from .american_production import hawaiian_production, no_us_factories
from .amphibious_support_shots import amphibious_support_shots
from .capital_capture import capital_capture
from .convoy_raids import convoy_raids
from .japanese_economic_victory import japanese_economic_victory
from .japanese_military_victory import japanese_military_victory
from .naval_combat import (
    battleship_two_dice,
    destroyers_air_vs_subs,
    destroyers_cancel_first_shot,
    subs_no_hit_subs,
    subs_pre_combat_submerge,
)
from .port_movement import port_movement
from .ports import ports_air_attack, ports_capture_losses, ports_shelter
from .rail_movement import rail_movement
from .setups import amended_japanese_setup, corrected_setup

RULES: list[Rule] = [
    japanese_military_victory,
    japanese_economic_victory,
    capital_capture,
    corrected_setup,
    amended_japanese_setup,
    hawaiian_production,
    no_us_factories,
    rail_movement,
    airfields,
    port_movement,
    strategic_bombing,
    dogfights,
    battleship_two_dice,
    destroyers_air_vs_subs,
    destroyers_cancel_first_shot,
    subs_pre_combat_submerge,
    subs_no_hit_subs,
    ports_shelter,
    ports_air_attack,
    ports_capture_losses,
    convoy_raids,
    amphibious_support_shots,
]
