"""The house rules for Axis & Allies: Pacific of September 2001, in the order of the document."""

from ...words import Rule
from .air_combat import dogfights, strategic_bombing
from .airfields import airfields
from .american_production import hawaiian_production, no_us_factories
from .amphibious_split_fleet import amphibious_split_fleet
from .amphibious_support_shots import amphibious_support_shots
from .blitzkrieg import blitzkrieg
from .capital_capture import capital_capture
from .convoy_raids import convoy_raids
from .fortifications import fortifications
from .japanese_economic_victory import japanese_economic_victory
from .japanese_military_victory import japanese_military_victory
from .manchuria_garrison import manchuria_garrison
from .naval_combat import (
    battleship_two_dice,
    destroyers_air_vs_subs,
    destroyers_cancel_first_shot,
    subs_no_hit_subs,
    subs_pre_combat_submerge,
)
from .pearl_harbor_strike import pearl_harbor_strike
from .port_movement import port_movement
from .ports import ports_air_attack, ports_capture_losses, ports_shelter
from .rail_movement import rail_movement
from .setups import amended_japanese_setup, corrected_setup
from .submerged_subs_no_control import submerged_subs_no_control

RULES: list[Rule] = [
    japanese_military_victory,
    japanese_economic_victory,
    fortifications,
    capital_capture,
    manchuria_garrison,
    corrected_setup,
    amended_japanese_setup,
    pearl_harbor_strike,
    hawaiian_production,
    no_us_factories,
    rail_movement,
    blitzkrieg,
    airfields,
    port_movement,
    strategic_bombing,
    dogfights,
    battleship_two_dice,
    destroyers_air_vs_subs,
    destroyers_cancel_first_shot,
    subs_pre_combat_submerge,
    submerged_subs_no_control,
    subs_no_hit_subs,
    ports_shelter,
    ports_air_attack,
    ports_capture_losses,
    convoy_raids,
    amphibious_support_shots,
    amphibious_split_fleet,
]
