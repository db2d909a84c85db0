"""Small rules for the points of battles, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from sandtable.battle.volley import Pick
from sandtable.core.picks import UnitEdit, When, facing_no
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

CLASSIC, GREAT_WAR = ("classic",), ("great_war",)


def rule(name: str, change, *editions: str) -> Rule:  # type: ignore[no-untyped-def]
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(f"k2.{name}", name.replace("_", " ").title(), apply, editions=editions, default=False)


def super_armor(draft: Draft) -> None:
    """Smith: armor attacks at 4 and defends at 3 in the first round of combat (smith.tech_super_armor)."""
    given = draft.capability("super_armor", "Super Armor", "Armor hits better in the first round of combat.")
    given.when(battle_round=1).lift("tank", attack=4, defense=3)


def marines(draft: Draft) -> None:
    """Enhanced: infantry that lands attacks at 2 in the first round of combat (enhanced.na_america_marines)."""
    draft.when(owner="United States", marks="seaborne", battle_round=1).at_least("infantry", attack=2)


def atlantic_wall(draft: Draft) -> None:
    """Enhanced: German infantry in Western Europe defends at 3 in the first round (enhanced.na_germany_atlantic_wall)."""
    draft.when(owner="Germany", place="Western Europe", battle_round=1).lift("infantry", defense=3)


def artillery_trucks(draft: Draft) -> None:
    """1914: a tank supports two infantry on the attack (great_war.artillery_trucks, enhanced.tech_advanced_artillery)."""
    tanks, infantry = Pick(types=("tank",)), Pick(types=("infantry",))
    draft.extend_step(
        "land_battle", "attackers_fire", lifts=UnitEdit(infantry, "attack", "least", 3, When(per=tanks, ratio=2))
    )


def destroyers(draft: Draft) -> None:
    """The opening fire of submarines happens only while the enemy has no carrier, in place of destroyers."""
    carriers = Pick(types=("aircraft_carrier",))
    draft.extend_step("sea_battle", "attacking_submarines", when=facing_no(carriers))


def yamato(draft: Draft) -> None:
    """Enhanced: Japanese battleships roll two dice in the first round of combat (enhanced.na_japan_yamato)."""
    draft.when(owner="Japan", battle_round=1).lift("battleship", attack_dice=2, defense_dice=2)


LIFTS = [
    rule("super_armor", super_armor, "classic"),
    rule("marines", marines, "classic"),
    rule("atlantic_wall", atlantic_wall, "classic"),
    rule("artillery_trucks", artillery_trucks, "great_war"),
    rule("destroyers", destroyers, "classic"),
    rule("yamato", yamato, "classic"),
]
EXAMPLES = [*LIFTS]
