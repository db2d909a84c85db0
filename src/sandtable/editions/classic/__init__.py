"""Axis & Allies Classic (Milton Bradley, 2nd edition): the base game, written into an empty draft.

The numbered statements are in the catalogue (`classic.R1` …). Where the second edition leaves something open, the
reading is a switch in `switches.yaml`.
"""

from __future__ import annotations

from pathlib import Path

from ...battle.volley import ATTACKER, DEFENDER, Clear, Leave, Pick, Volley
from ...engine import (
    alliances,
    convoys,
    draws,
    economy,
    engagements,
    entering,
    fighting,
    grants,
    installations,
    leaving,
    losing,
    minors,
    moving,
    objectives,
    obligations,
    research,
    standard,
    stocks,
    territory,
)
from ...engine import victory as goals
from ...engine.movement import COMBAT, NONCOMBAT
from ...rules.draft import Draft
from ...rules.rule import Edition
from .. import tables
from . import rockets, victory
from .citations import CITATIONS

FOLDER = Path(__file__).parent

#: Only in the first round of combat.
FIRST = (1, 1)
SHIPS = Pick(kinds=("sea",))
AIRCRAFT = Pick(kinds=("air",))
SUBMARINES = Pick(tags=("submarine",))
NOT_SUBMARINES = Pick(without=("submarine",))
TRANSPORTS = Pick(tags=("transport",))
THE_REST = Pick(without=("submarine", "transport"))
GUNS = Pick(tags=("antiaircraft",), aside=True)
SHIPS_OFF_SHORE = Pick(tags=("bombards",), aside=True)

ENTERED = "switch neutrals_may_be_entered"
DEVELOPED = "step turn.develop"
#: The points that this edition does not honor, each with a sentence for players.
NOT_HERE = {
    "query commitment": "Classic has no contested territories",
    "query submarine_damage": "in Classic, submarines do not destroy IPCs",
    "sequence war_entry": "in Classic, all powers are at war from the start",
}
#: Through what points come into play that are not always asked.
WAYS = {
    "sequence air_battle": ("table engagements",),
    "query engaged": ("table engagements",),
    "sequence breakthrough": (DEVELOPED,),
    "offer develop": (DEVELOPED,),
    "query research": (DEVELOPED,),
    "query research_aims": (DEVELOPED,),
    "query development": (DEVELOPED,),
    "table technologies": (DEVELOPED,),
    "query entry_fee": (ENTERED,),
    "table switches.neutral_fee": (ENTERED,),
    "table switches.neutral_overflight_fee": (ENTERED,),
    "table switches.neutral_overflight_takes_control": (ENTERED,),
    "table switches.neutrals_stop_land_units": (ENTERED,),
    "table switches.development_cost": (DEVELOPED,),
    "table switches.development_success": (DEVELOPED,),
}

ANTIAIRCRAFT_FIRE = Volley(
    "antiaircraft fire", DEFENDER, GUNS, AIRCRAFT, stat="aa", dice="per_target", falls="at_once", rounds=FIRST,
    once_a_turn=True,
)  # fmt: skip


def classic(draft: Draft, scenario: str) -> None:
    """Write the complete second edition."""
    tables.load_board(draft, FOLDER)
    tables.load_units(draft, FOLDER)
    tables.load_setup(draft, FOLDER, "setup.yaml")
    tables.load_technologies(draft, FOLDER)
    tables.load_switches(draft, FOLDER)
    for topic, statement in CITATIONS.items():
        draft.add(("citations", topic), statement)
    _turn(draft)
    _battles(draft)
    _answers(draft)
    tables.say_in_play(draft, NOT_HERE, WAYS)
    for name, row in draft.get("spaces").items():
        if row.get("neutral"):
            draft.in_play(f"table spaces.{name}.value", ENTERED)


def _turn(draft: Draft) -> None:
    """Add the phases (R21), conquest (R147 to R152), income (R145), and victory (R170 to R173)."""
    draft.step("turn", "develop", research.develop, text="develop weapons")
    draft.step("turn", "purchase", economy.purchase, text="purchase units")
    draft.step("turn", "combat_move", combat_movement, text="combat move")
    draft.step("turn", "combat", fighting.combat, text="combat")
    draft.step("turn", "noncombat_move", noncombat_movement, text="noncombat move")
    draft.step("turn", "place", economy.place, text="place new units")
    draft.step("turn", "collect", economy.collect, text="collect income")
    draft.step("entering", "minors", minors.entered)
    draft.step("entering", "neutrality", entering.violate_neutrality)
    draft.step("entering", "guns", entering.overflown_guns)
    draft.step("entering", "drops", entering.drops)
    draft.step("entering", "take_undefended", entering.take_undefended)
    draft.step("breakthrough", "weapon", research.weapon, text="weapons development roll")
    draft.step("combat", "rockets", rockets.rocket_attack, text="rocket attack")
    draft.step("combat", "raids", fighting.raids, text="strategic bombing raids")
    draft.step("combat", "battles", fighting.battles, text="conduct combat")
    draft.step("conquest", "plunder", territory.plunder)
    draft.step("conquest", "give_back", territory.give_back)
    draft.step("conquest", "stocks", stocks.lost)
    draft.step("moved", "convoys", convoys.moved)
    draft.step("aftermath", "convoys", convoys.aftermath)
    draft.step("opening", "draws", draws.opening, text="draw what powers begin with")
    draft.step("opening", "grants", grants.opening)
    draft.step("side_change", "go_home", alliances.go_home, text="units among new enemies go home")
    draft.step("income", "production", economy.production_income, text="national production")
    draft.step("income", "convoys", convoys.income, text="convoys")
    draft.step("income", "objectives", objectives.income, text="national objectives")
    draft.step("turn_end", "military_victory", goals.after_turn)
    draft.step("turn_end", "grants", grants.turn_end)
    draft.step("round_end", "economic_victory", goals.after_round)


def _battles(draft: Draft) -> None:
    """Add one round of combat on land (R92), at sea (R99), and in a raid (R122).

    Support shots come before the land battle proper, so before the guns (R112.3, R112.4). At sea the defender's columns
    are three volleys, lowest number first (R85), as submarines at 2 hit only ships: transports, submarines, the rest.
    """
    flyers = Leave("aircraft retreat", ATTACKER, AIRCRAFT, False, leaving.attacking_aircraft)
    land = {
        "support_shots": (
            Volley("support shots", ATTACKER, SHIPS_OFF_SHORE, stat="support", rounds=FIRST),
            "bombardment",
        ),
        "antiaircraft_fire": (ANTIAIRCRAFT_FIRE, "antiaircraft"),
        "attackers_fire": (Volley("attackers", ATTACKER), "attackers"),
        "defenders_fire": (Volley("defenders", DEFENDER, stat="defense"), "defenders"),
        "casualties": (Clear(), "casualties"),
        "retreat": (Leave("retreat", ATTACKER, Pick(), True, leaving.attacker_retreat), "retreat"),
        "defense": (Leave("defense", DEFENDER, Pick(), False, leaving.defenders_choice), "retreat"),
        "aircraft_retreat": (flyers, "retreat"),
    }
    opening = Volley("submarine opening fire", ATTACKER, SUBMARINES, SHIPS, falls="at_once")
    away = Leave("submarines withdraw", ATTACKER, SUBMARINES, False, leaving.attacking_submarines)
    down = Leave("submarines withdraw", DEFENDER, SUBMARINES, False, leaving.defending_submarines)
    sea = {
        "attacking_submarines": (opening, "opening_fire"),
        "attackers_fire": (Volley("attackers", ATTACKER, NOT_SUBMARINES), "attackers"),
        "defending_transports": (Volley("transports", DEFENDER, TRANSPORTS, stat="defense"), "defenders"),
        "defending_submarines": (Volley("submarines", DEFENDER, SUBMARINES, SHIPS, stat="defense"), "defenders"),
        "defenders_fire": (Volley("defenders", DEFENDER, THE_REST, stat="defense"), "defenders"),
        "casualties": (Clear(), "casualties"),
        "attacking_submarines_withdraw": (away, "submerge"),
        "defending_submarines_withdraw": (down, "submerge"),
        "retreat": (Leave("retreat", ATTACKER, Pick(), True, leaving.attacker_retreat), "retreat"),
        "defense": (Leave("defense", DEFENDER, Pick(), False, leaving.defenders_choice), "retreat"),
        "aircraft_retreat": (flyers, "retreat"),
    }
    for sequence, steps in (("land_battle", land), ("sea_battle", sea)):
        for name, (what, stage) in steps.items():
            draft.step(sequence, name, what, stage=stage)

    draft.add(("missions", "raid"), "classic.R121")
    draft.step("raid", "antiaircraft_fire", ANTIAIRCRAFT_FIRE, stage="antiaircraft")
    draft.step("raid", "damage", fighting.raid_damage, stage="casualties")


def _answers(draft: Draft) -> None:
    for query in (
        "stats", "value", "at_war", "allied", "enemies", "may_attack", "turn_order", "may_move", "land_step",
        "sea_step", "air_step", "combat_end", "room_for", "may_board", "may_unload", "landing_waits", "missions",
        "landing_fields", "entry_fee", "attackers", "defenders", "bystanders", "may_collect", "for_sale", "may_produce",
        "production", "placement", "passage", "hostile_zone",
    ):  # fmt: skip
        draft.answer(query, getattr(standard, query))
    draft.answer("new_owner", territory.new_owner)
    draft.answer("capital", territory.capital)
    draft.answer("engaged", engagements.engaged)
    draft.answer("damage_limit", installations.damage_limit)
    draft.answer("repair_price", installations.repair_price)
    for query in ("research", "research_aims", "development"):
        draft.answer(query, getattr(research, query))
    draft.answer("victory", victory.victory)
    draft.answer("may_end", obligations.may_end)
    draft.answer("advised_move", obligations.advised_move)
    draft.answer("retreats", leaving.retreats)
    draft.answer("may_retreat", leaving.may_retreat)
    draft.answer("aircraft_retreat", leaving.aircraft_retreat)
    draft.answer("withdrawals", leaving.withdrawals)
    draft.answer("loss_order", losing.loss_order)


def combat_movement(game):  # type: ignore[no-untyped-def]
    """Phase 2 (R42)."""
    return moving.movement_phase(game, COMBAT, "Combat move: choose units to attack with")


def noncombat_movement(game):  # type: ignore[no-untyped-def]
    """Phase 4; aircraft that cannot land are lost at its end (R57, R59)."""
    yield from moving.movement_phase(game, NONCOMBAT, "Noncombat move: choose units to move")
    losing.stranded_aircraft(game)


EDITION = Edition("classic", "Axis & Allies Classic (2nd edition)", classic, {"spring_1942": "Spring 1942"}, 1984)
