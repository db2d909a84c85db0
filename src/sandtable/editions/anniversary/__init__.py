"""Axis & Allies Anniversary Edition (2008) with the official errata: the base game, written into an empty draft.

The numbered statements are in the catalogue (`anniversary.R1` …). Research and national objectives, optional in the
box, are in play; the rules `common.no_technology` and `common.no_objectives` take them out. Where a statement is not
certain, the reading taken is a switch in `switches.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.files import read_yaml
from ...engine import (
    economy,
    fighting,
    homeless,
    leaving,
    losing,
    new_carriers,
    research,
    territory,
    victory,
)
from ...rules import points
from ...rules.draft import Draft
from ...rules.rule import Edition
from .. import shared
from . import advances, battles, china, control, rockets, ways
from .citations import CITATIONS

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

FOLDER = Path(__file__).parent

#: The points that this edition does not honor, each with a sentence for players.
NOT_HERE = {
    "query commitment": "Anniversary has no contested territories",
    "query submarine_damage": "in Anniversary, submarines do not destroy IPCs",
    "query withdrawals": "in Anniversary, submarines submerge where they are",
    "sequence war_entry": "in Anniversary, all powers are at war from the start",
}


def anniversary(draft: Draft, scenario: str) -> None:
    """Write the complete base game for the start of 1941 or 1942."""
    shared.load(draft, FOLDER, f"setup-{scenario}.yaml", CITATIONS)
    _goals(draft)
    _turn(draft)
    battles.write(draft)
    _answers(draft)
    advances.write(draft)
    shared.say_in_play(draft, NOT_HERE, shared.WAYS)


def _goals(draft: Draft) -> None:
    """Add the national objectives (R136), victory by cities (R161), and where China's units go (R151, R154)."""
    file = read_yaml(FOLDER / "objectives.yaml")
    for name, row in file["objectives"].items():
        draft.add(("objectives", name), row)
    for side in ("axis", "allies"):
        draft.add(("goals", side), {"hold": file["cities_to_win"], "of": file["victory_cities"]})
    draft.add(("confined", china.CHINA), [*file["china"], *file["china_may_enter"]])
    draft.add(
        ("sites", "Chinese units"),
        {
            "types": ["infantry", "fighter"], "powers": [china.CHINA], "most": 3, "standing": True, "own": True,
            "at_once": True,
        },
    )  # fmt: skip


def _turn(draft: Draft) -> None:
    """Add the phases (R20), conquest (R129 to R134), income (R126), and victory (R161)."""
    draft.step("turn_start", "hostile_zones", ways.note_hostile_zones)
    draft.step("turn", "develop", research.develop, text="research and development")
    draft.step("turn", "purchase", economy.purchase, text="purchase units")
    draft.step("turn", "recruit", china.recruit, text="Chinese infantry", stage=points.SHARED)
    draft.step("turn", "order", china.choose_order, text="China or the United States first", stage=points.SHARED)
    draft.step("turn", "combat_move", shared.combat_movement, text="combat move")
    draft.step("turn", "combat", fighting.combat, text="conduct combat")
    draft.step(
        "turn", "second_combat_move", shared.combat_movement, text="second combat move", stage=points.SHARED
    )  # fmt: skip
    draft.step("turn", "second_combat", fighting.combat, text="second combat", stage=points.SHARED)
    draft.step("turn", "noncombat_move", shared.noncombat_movement, text="noncombat move")
    draft.step("turn", "place", mobilize, text="mobilize new units")
    draft.step("turn", "collect", economy.collect, text="collect income")
    shared.enter(draft)
    draft.step("breakthrough", "weapon", research.weapon, text="weapons development roll")
    draft.step("combat", "rockets", rockets.rocket_attacks, text="rocket attacks")
    draft.step("combat", "raids", fighting.raids, text="strategic bombing raids")
    draft.step("combat", "engage", fighting.engage, text="ships choose to fight or not")
    draft.step("combat", "assaults", fighting.assaults, text="amphibious assaults")
    draft.step("combat", "battles", fighting.rest, text="general combat")
    draft.step("combat", "homeless", homeless.come_down, text="defending fighters of sunk carriers land")
    draft.step("conquest", "plunder", territory.plunder)
    draft.step("conquest", "give_back", control.give_back)
    draft.step("aftermath", "mend", battles.mend)
    draft.step("aftermath", "fought", battles.note_ships)
    draft.step("income", "production", economy.production_income, text="national production")
    draft.step("turn_end", "victory", victory.after_turn)
    draft.step("round_end", "victory", victory.after_round)
    shared.keep_tables(draft)
    shared.go_home(draft)
    draft.step("moved", "one_landing", ways.note_landing)


def _answers(draft: Draft) -> None:
    own: dict[str, Callable[..., Any]] = {
        "acting": china.acting,
        "must_fight": battles.must_fight,
        "hostile_zone": ways.hostile_zone,
        "land_step": ways.land_step,
        "sea_step": ways.sea_step,
        "may_unload": ways.may_unload,
        "boarding_marks": ways.boarding_marks,
        "landing_waits": ways.landing_waits,
        "may_end": ways.may_end,
        "due_move": ways.due_move,
        "decks_to_come": new_carriers.decks_to_come,
        "new_owner": control.new_owner,
        "retreats": ways.retreats,
        "may_retreat": battles.may_retreat,
        "withdrawals": leaving.withdrawals,
        "victory": victory.by_goals,
        "recruits": china.recruits,
        "research": advances.research,
    }
    shared.answer(draft, own)


def mobilize(game: Game) -> Flow:
    """Phase 6; aircraft that waited for a carrier that was not placed are lost (R57, R58)."""
    yield from economy.place(game)
    losing.stranded_aircraft(game)


EDITION = Edition(
    "anniversary",
    "Axis & Allies Anniversary Edition",
    anniversary,
    {"1941": "1941: the Axis at its turning point", "1942": "1942: the Axis at its height"},
    2008,
)
