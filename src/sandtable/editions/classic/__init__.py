"""Axis & Allies Classic (Milton Bradley, 2nd edition): the base game, written into an empty draft.

The numbered statements are in the catalogue (`classic.R1` …). Where the second edition leaves something open, the
reading is a switch in `switches.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...battle.volley import ATTACKER, DEFENDER, Clear, Leave, Pick, Volley
from ...engine import economy, fighting, leaving, research, territory
from ...engine import victory as goals
from ...rules.draft import Draft
from ...rules.rule import Edition
from .. import shared
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

#: The points that this edition does not honor, each with a sentence for players.
NOT_HERE = {
    "query commitment": "Classic has no contested territories",
    "query submarine_damage": "in Classic, submarines do not destroy IPCs",
    "sequence war_entry": "in Classic, all powers are at war from the start",
}
ANTIAIRCRAFT_FIRE = Volley(
    "antiaircraft fire", DEFENDER, GUNS, AIRCRAFT, stat="aa", dice="per_target", falls="at_once", rounds=FIRST,
    once_a_turn=True,
)  # fmt: skip


def classic(draft: Draft, scenario: str) -> None:
    """Write the complete second edition."""
    shared.load(draft, FOLDER, "setup.yaml", CITATIONS)
    _turn(draft)
    _battles(draft)
    _answers(draft)
    shared.say_in_play(draft, NOT_HERE, shared.WAYS)


def _turn(draft: Draft) -> None:
    """Add the phases (R21), conquest (R147 to R152), income (R145), and victory (R170 to R173)."""
    draft.step("turn", "develop", research.develop, text="develop weapons")
    draft.step("turn", "purchase", economy.purchase, text="purchase units")
    draft.step("turn", "combat_move", shared.combat_movement, text="combat move")
    draft.step("turn", "combat", fighting.combat, text="combat")
    draft.step("turn", "noncombat_move", shared.noncombat_movement, text="noncombat move")
    draft.step("turn", "place", economy.place, text="place new units")
    draft.step("turn", "collect", economy.collect, text="collect income")
    shared.enter(draft)
    draft.step("breakthrough", "weapon", research.weapon, text="weapons development roll")
    draft.step("combat", "rockets", rockets.rocket_attack, text="rocket attack")
    draft.step("combat", "raids", fighting.raids, text="strategic bombing raids")
    draft.step("combat", "battles", fighting.battles, text="conduct combat")
    draft.step("conquest", "plunder", territory.plunder)
    draft.step("conquest", "give_back", territory.give_back)
    draft.step("income", "production", economy.production_income, text="national production")
    draft.step("turn_end", "military_victory", goals.after_turn)
    draft.step("round_end", "economic_victory", goals.after_round)
    shared.keep_tables(draft)
    shared.go_home(draft)


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
    own: dict[str, Callable[..., Any]] = {
        "victory": victory.victory,
        "retreats": leaving.retreats,
        "may_retreat": leaving.may_retreat,
        "aircraft_retreat": leaving.aircraft_retreat,
        "withdrawals": leaving.withdrawals,
    }
    shared.answer(draft, own)


EDITION = Edition("classic", "Axis & Allies Classic (2nd edition)", classic, {"spring_1942": "Spring 1942"}, 1984)
