"""Axis & Allies: Pacific (2001) with the publisher's FAQ: the base game, written into an empty draft.

The numbered statements are in the catalogue (`pacific.R1` …). Where a statement is not certain, the reading taken is a
switch in `switches.yaml` where that is cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...engine import economy, fighting, leaving, new_carriers, territory, victory
from ...rules.draft import Draft
from ...rules.rule import Edition
from .. import shared, tables
from . import battles, british, china, income, kamikaze, patrols, score, sights, ways
from .citations import CITATIONS

FOLDER = Path(__file__).parent

#: The points that this edition does not honor, each with a sentence for players.
NOT_HERE = {
    **dict.fromkeys((*shared.RESEARCH, "table technologies"), "Pacific has no weapons development"),
    "query commitment": "Pacific has no contested territories",
    "query entry_fee": "in Pacific, neutral territories are closed",
    "query submarine_damage": "in Pacific, submarines do not destroy IPCs",
    "query withdrawals": "in Pacific, submarines submerge where they are",
    "sequence war_entry": "in Pacific, all powers are at war from the start",
}
#: Through what points come into play that are not always asked.
WAYS = {point: by for point, by in shared.ALWAYS_BY.items() if point not in NOT_HERE}


def pacific(draft: Draft, scenario: str) -> None:
    """Write the complete base game for the printed or the corrected setup."""
    shared.load(draft, FOLDER, f"setup-{scenario}.yaml", CITATIONS)
    draft.add(("stances", "aloft"), {"until": "kept"})
    draft.add(("confined", china.CHINA), china.SPACES)
    _turn(draft)
    _after(draft)
    battles.write(draft)
    score.write(draft)
    shared.answer(draft, _answers())
    kamikaze.write(draft)
    draft.modify("may_load", ways.one_way)
    tables.say_in_play(draft, NOT_HERE, WAYS)


def _turn(draft: Draft) -> None:
    """Add the nine phases (R21) and the parts of the combat phase."""
    draft.step("opening", "divide", british.divide, text="divide the income of the British convoys")
    draft.step("turn", "purchase", economy.purchase, text="purchase units")
    draft.step("turn", "recruit", china.recruit, text="Chinese infantry", powers=("United States",))
    draft.step("turn", "land_patrols", patrols.come_down, text="land combat air patrols")
    draft.step("turn", "combat_move", shared.combat_movement, text="combat move")
    draft.step("turn", "combat", fighting.combat, text="conduct combat")
    draft.step("turn", "patrol", patrols.fly, text="send out combat air patrols")
    draft.step("turn", "noncombat_move", shared.noncombat_movement, text="noncombat move")
    draft.step("turn", "place", economy.place, text="place new units")
    draft.step("turn", "surface", battles.surface, text="submarines surface, battleships are repaired")
    draft.step("turn", "collect", income.collect, text="collect income")
    britain = (british.BRITAIN,)
    draft.step("turn", "divide", british.divide, text="divide the income of the British convoys", powers=britain)
    draft.step("turn_start", "ferries", ways.note_ferries)
    draft.offer(
        "combat_move", "take_convoy", "take a convoy zone with a submarine that is there",
        income.take_convoy, income.may_take_convoy, income.may_take_convoy,
    )  # fmt: skip
    shared.enter(draft)
    draft.step("combat", "declare_interceptors", battles.declare, text="the defender declares interceptors")
    draft.step("combat", "raids", fighting.raids, text="strategic bombing raids")
    draft.step("combat", "engage", fighting.engage, text="ships choose to fight or not")
    draft.step("combat", "battles", fighting.rest, text="battles")


def _after(draft: Draft) -> None:
    """Add conquest (R116, R125 to R129), income (R112 to R115), victory (R132 to R139), and what players see."""
    draft.step("conquest", "plunder", score.plunder)
    draft.step("conquest", "give_back", territory.give_back)
    shared.keep_tables(draft)
    shared.go_home(draft)
    draft.replace_step("moved", "convoys", income.sailed)
    draft.replace_step("aftermath", "convoys", income.after_battle)
    draft.step("income", "production", income.production, before="convoys", text="national production")
    draft.step("turn_end", "points", score.count, before="grants")
    draft.step("turn_end", "victory", victory.after_turn, before="grants")
    draft.step("signs", "patrols", sights.patrols)
    draft.step("scores", "points", sights.scores)
    draft.step("panels", "points", sights.points)
    draft.step("panels", "kamikaze", sights.attacks_left)


def _answers() -> dict[str, Callable[..., Any]]:
    return {
        "acting": british.acting,
        "for_sale": income.for_sale,
        "hostile_zone": ways.hostile_zone,
        "may_move": ways.may_move,
        "sea_step": ways.sea_step,
        "land_step": ways.land_step,
        "combat_end": ways.combat_end,
        "movement_allowance": ways.movement_allowance,
        "step_cost": ways.step_cost,
        "may_unload": ways.may_unload,
        "landing_waits": ways.landing_waits,
        "boarding_marks": ways.boarding_marks,
        "transport_marks": ways.transport_marks,
        "decks_to_come": new_carriers.decks_to_come,
        "missions": battles.missions,
        "defenders": battles.defenders,
        "new_owner": british.new_owner,
        "retreats": leaving.retreats,
        "may_retreat": battles.may_retreat,
        "aircraft_retreat": leaving.aircraft_retreat,
        "withdrawals": leaving.withdrawals,
        "may_collect": british.may_collect,
        "placement": income.placement,
        "victory": victory.by_goals,
    }


EDITION = Edition(
    "pacific",
    "Axis & Allies: Pacific",
    pacific,
    {"printed": "December 1941, as printed", "corrected": "December 1941, with the corrections of 2003"},
    2001,
)
