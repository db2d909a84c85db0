"""Axis & Allies: WWI 1914: the base game, written into an empty draft, with the Russian Revolution in play.

The numbered statements are in the catalogue (`great_war.R1` …). Where a statement is not certain, the reading taken is
a switch in `switches.yaml` wherever that is cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...battle.volley import ATTACKER, DEFENDER, Clear, Helpless, Leave, Pick, Repeat, Volley
from ...core.picks import UnitEdit, When, beside, facing_no
from ...engine import alliances, economy, moving, research, territory, victory
from ...engine.movement import COMBAT
from ...rules.draft import Draft
from ...rules.rule import Edition
from .. import shared
from . import combat, control, ending, minors, mobilizing, politics, sights, ways
from .citations import CITATIONS

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

FOLDER = Path(__file__).parent

#: Only in the first round of combat.
FIRST = (1, 1)
ALL = Pick()
FIGHTERS = Pick(kinds=("air",))
INFANTRY = Pick(tags=("holds",))
SUBMARINES = Pick(tags=("submarine",))
TRANSPORTS = Pick(tags=("transport", "merchant"))
SUPPORTING, SUPPORTED = Pick(tags=("supports",)), Pick(tags=("supported",))
COASTAL = Pick(tags=("coastal",))
LANDED = Pick(marks=("seaborne",))
OFF_SHORE = Pick(tags=("bombards",), aside=True)

ALONE_IN_THE_AIR = When(presence=(beside(FIGHTERS), facing_no(FIGHTERS)))
#: R60: air supremacy raises artillery to 4, on attack and defense.
AIR_SUPREMACY = {
    stat: UnitEdit(SUPPORTING, stat, "least", 4, ALONE_IN_THE_AIR, text="air supremacy")
    for stat in ("attack", "defense")
}
#: R21: one attacking artillery raises one attacking infantry or tank to 3.
SUPPORT = UnitEdit(SUPPORTED, "attack", "least", 3, When(per=SUPPORTING), text="artillery support")

#: The points that this edition does not honor, each with a sentence for players.
NOT_HERE = {
    "offer noncombat_move": "1914 has only one movement phase",
    "offer defense": "in 1914, defenders are not asked anything between rounds of combat",
    **dict.fromkeys(shared.RESEARCH, "1914 has no weapons development"),
    "sequence raid": "1914 has no strategic bombing raids",
    "sequence rocket": "1914 has no rockets",
    "query entry_fee": "in 1914, entering a territory costs nothing",
    "query retreats": "in 1914, land units do not retreat from combat",
    "query may_retreat": "in 1914, attackers do not retreat",
    "query aircraft_retreat": "in 1914, aircraft do not retreat",
    "query withdrawals": "in 1914, submarines submerge where they are",
    "query submarine_damage": "in 1914, dice decide what submarines destroy",
}
#: Through what points come into play that are not always asked.
WAYS = {
    **shared.ALWAYS_BY,
    **dict.fromkeys(
        ("table missions", "query missions", "query mission_limit", "query damage_limit", "query repair_price"),
        ("sequence raid",),
    ),
}


def great_war(draft: Draft, scenario: str) -> None:
    """Write the complete base game, with the designer's clarifications."""
    shared.load(draft, FOLDER, "setup.yaml", CITATIONS)
    _facts(draft)
    _turn(draft)
    _land_battle(draft)
    _sea_battle(draft)
    _answers(draft)
    shared.say_in_play(draft, NOT_HERE, WAYS)
    if scenario == "tournament":
        _tournament(draft)


def _facts(draft: Draft) -> None:
    """Add the facts of a game and the rows of the smaller tables (R18, R22, R97, R108, R109)."""
    draft.add(("memory", "contested"), {})
    draft.add(("memory", "neutral_powers"), ["United States"])
    draft.add(("memory", "out"), [])
    draft.add(("memory", "mobilized"), [])
    draft.add(("memory", "patrons"), {})
    draft.add(("memory", "submarine_warfare"), False)
    draft.add(("memory", "revolution"), "")
    draft.add(("calendar", "tank"), 4)
    commitment = {"side": "attacker", "battle": "land_battle", "least": 1, "contested": True, "kind": "commit"}
    draft.add(("commitments", "attack"), {**commitment, "text": "Choose the units that attack in {space}"})
    draft.add(("obligations", "Serbia"), {"power": "Austria-Hungary", "round": 1, "space": "Serbia"})
    draft.add(
        ("goals", "allies"),
        {"after": "Ottoman Empire", "hold": 2, "of": ["Berlin", "Vienna", "Constantinople"], "one_of": ["Berlin"]},
    )
    draft.add(
        ("goals", "central_powers"),
        {
            "after": "United States",
            "hold": 2,
            "of": ["Paris", "London", "Moscow", "Rome", "United States of America"],
            "one_of": ["Paris", "London"],
        },
    )


def _turn(draft: Draft) -> None:
    """Add the five phases (R14), entering, conquest, income, and the checks after a turn."""
    draft.step("turn_start", "muster", politics.muster)
    draft.step("turn", "purchase", economy.purchase, text="purchase and repair units")
    draft.step("turn", "move", movement, text="movement")
    draft.step("turn", "combat", combat.combat, text="combat")
    draft.step("turn", "mobilize", mobilize, text="mobilize new units")
    draft.step("turn", "collect", economy.collect, text="collect income")
    draft.step("entering", "mines", ways.mines)
    draft.step("entering", "minors", minors.entered)
    draft.step("entering", "take", ways.take)
    draft.step("moved", "flown_ahead", ways.flown_ahead)
    draft.step("moved", "left_behind", control.left_behind)
    draft.step("combat", "sea", combat.sea_combat, text="sea combat")
    draft.step("combat", "assaults", combat.assaults, text="amphibious assaults")
    draft.step("combat", "land", combat.land_combat, text="land combat")
    draft.step("breakthrough", "weapon", research.weapon, text="weapons development roll")
    draft.step("conquest", "plunder", control.plunder)
    draft.step("conquest", "give_back", territory.give_back)
    draft.step("side_change", "contest", alliances.contest_shared, text="territories shared with new enemies")
    draft.step("income", "production", economy.production_income, text="income from controlled territories")
    draft.step("income", "submarines", mobilizing.submarine_warfare, text="unrestricted submarine warfare")
    draft.step("turn_end", "revolution", ending.revolution)
    draft.step("turn_end", "victory", victory.after_turn)
    shared.keep_tables(draft)
    draft.step("signs", "mines", sights.mines)
    draft.step("panels", "entry", sights.entry)
    draft.step("panels", "revolution", sights.revolution)
    for at in ("purchase", "place"):
        draft.offer(
            at, "submarine_warfare", "declare unrestricted submarine warfare",
            politics.declare, politics.may_declare, politics.worth_declaring,
        )  # fmt: skip
    draft.offer(
        "reaction", "submarine_warfare", "declare unrestricted submarine warfare",
        politics.declare, politics.at_any_time, politics.worth_declaring, standing=True,
    )  # fmt: skip
    draft.offer("combat", "provoke", "attack ships of a neutral power", politics.provoke, politics.may_provoke)


def _land_battle(draft: Draft) -> None:
    """Add one round of land combat: coastal artillery, bombardment, air combat, attackers, defenders (R59, R77)."""
    coast = Volley(
        "coastal artillery", DEFENDER, COASTAL, LANDED, stat="defense", falls="at_once", rounds=FIRST,
        lifts=(AIR_SUPREMACY["defense"],), together=True, keep=INFANTRY,
    )  # fmt: skip
    ships = Volley("bombardment", ATTACKER, OFF_SHORE, stat="support", rounds=FIRST, together=True, keep=INFANTRY)
    air = (
        Volley("fighters", ATTACKER, FIGHTERS, FIGHTERS),
        Volley("fighters", DEFENDER, FIGHTERS, FIGHTERS, stat="defense"),
    )
    attack = Volley("attackers", ATTACKER, lifts=(SUPPORT, AIR_SUPREMACY["attack"]), together=True, keep=INFANTRY)
    defense = Volley(
        "defenders", DEFENDER, stat="defense", lifts=(AIR_SUPREMACY["defense"],), together=True, keep=INFANTRY,
        absorb=Pick(tags=("absorbs",)),
    )  # fmt: skip
    draft.step("land_battle", "coastal_artillery", coast, stage="opening_fire")
    draft.step("land_battle", "bombardment", ships, stage="bombardment")
    draft.step("land_battle", "air_combat", Repeat("air combat", air, FIGHTERS), stage="air_combat")
    draft.step("land_battle", "attackers_fire", attack, stage="attackers")
    draft.step("land_battle", "defenders_fire", defense, stage="defenders")
    draft.step("land_battle", "casualties", Clear(), stage="casualties")


def _sea_battle(draft: Draft) -> None:
    """Add sea combat to the end: submarines may submerge, all fire at once, transports are hit last (R70 to R76)."""
    dive = Leave("submarines submerge", ATTACKER, SUBMARINES, False, combat.submerge_attackers)
    hide = Leave("submarines submerge", DEFENDER, SUBMARINES, False, combat.submerge_defenders)
    attack = Volley("attackers", ATTACKER, together=True, last=TRANSPORTS)
    defense = Volley("defenders", DEFENDER, stat="defense", together=True, last=TRANSPORTS)
    helpless = Helpless("undefended transports are destroyed", TRANSPORTS)
    end = Leave("end the battle", ATTACKER, ALL, True, combat.break_off)
    draft.step("sea_battle", "attacking_submarines_submerge", dive, stage="submerge")
    draft.step("sea_battle", "defending_submarines_submerge", hide, stage="submerge")
    draft.step("sea_battle", "attackers_fire", attack, stage="attackers")
    draft.step("sea_battle", "defenders_fire", defense, stage="defenders")
    draft.step("sea_battle", "casualties", Clear(), stage="casualties")
    draft.step("sea_battle", "helpless", helpless, stage="casualties")
    draft.step("sea_battle", "break_off", end, stage="retreat")


def _answers(draft: Draft) -> None:
    own: dict[str, Callable[..., Any]] = {
        "turn_order": ending.turn_order,
        "victory": victory.by_goals,
        "may_move": ways.may_move,
        "land_step": ways.land_step,
        "sea_step": ways.sea_step,
        "passage": ways.passage,
        "hostile_zone": ways.hostile_zone,
        "air_step": ways.air_step,
        "combat_end": ways.combat_end,
        "may_board": ways.may_board,
        "may_load": ways.may_load,
        "boarding_marks": ways.boarding_marks,
        "may_unload": ways.may_unload,
        "landing_waits": ways.landing_waits,
        "may_leave": ways.may_leave,
        "entry_fee": entry_fee,
        "missions": missions,
        "room_for": room_for,
        "may_produce": mobilizing.may_produce,
        "placement": mobilizing.placement,
        "production": mobilizing.no_limit,
        "new_owner": control.new_owner,
    }
    shared.answer(draft, own)


def entry_fee(game: Game, power: str, space: str, by_air: bool) -> int:
    """Entering a territory is free (R101)."""
    return 0


def missions(game: Game, stack: object, space: str) -> tuple[str, ...]:
    """There are no strategic bombing raids (R26)."""
    return ()


def room_for(game: Game, stack: object, space: str) -> None:
    """A space may contain any number of units."""
    return None


def movement(game: Game) -> Flow:
    """Phase 2, the only movement of the turn (R14.2, R15)."""
    yield from moving.movement_phase(game, COMBAT, "Move units: choose units to move")
    ways.turn_back(game)


def mobilize(game: Game) -> Flow:
    """Phase 4, with the check of the minimum army first (R14.4, R16)."""
    yield from mobilizing.minimum_army(game)
    yield from economy.place(game)


def _tournament(draft: Draft) -> None:
    """Apply the designer's tournament setup (R120)."""
    gone = {
        "Rhodesia": "Britain", "British East Africa": "Britain", "French West Africa": "France", "Togoland": "Germany",
        "Kamerun": "Germany", "Somaliland": "Italy",
    }  # fmt: skip
    for space, power in gone.items():
        draft.drop(("setup", space, power))
    draft.set(("setup", "Sea Zone 15", "France"), {"cruiser": 1})
    draft.adjust(("setup", "Sevastopol", "Russia", "infantry"), 3)
    draft.adjust(("setup", "Livonia", "Russia", "infantry"), 3)
    draft.adjust(("setup", "Sea Zone 9", "Britain", "cruiser"), 1)


EDITION = Edition(
    "great_war",
    "Axis & Allies: WWI 1914",
    great_war,
    {"summer_1914": "Summer 1914", "tournament": "The designer's tournament setup"},
    2013,
)
