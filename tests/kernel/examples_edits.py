"""Small rules for typed points, list edits and capabilities, modelled on rules to come."""

from __future__ import annotations

from sandtable.core.errors import No
from sandtable.core.picks import Pick
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

SHIPS = Pick(kinds=("sea",))
NEUTRAL_GROUND = No("nobody attacks {space} before round 3", "ex_edits.phony_war")


def rule(name: str, change, *editions: str) -> Rule:  # type: ignore[no-untyped-def]
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(f"ex_edits.{name}", name.replace("_", " ").title(), apply, editions=editions or ("*",), default=False)


def german_armor(draft: Draft) -> None:
    """Smith: Germany begins with Super Armor, a national advantage (smith.na_germany_armor)."""
    armor = draft.capability("ex_edits_super_armor", "Superior Armor", "Armor is better.", kind="national advantage")
    armor.when(battle_round=1).lift("tank", attack=4, defense=3)
    draft.include("powers.Germany.technologies", "ex_edits_super_armor")


def german_jets(draft: Draft) -> None:
    """Smith: Germany begins with jet power; composes with every other thing that it begins with."""
    draft.include("powers.Germany.technologies", "jet_power")


def improved_shipyards(draft: Draft) -> None:
    """Enhanced: who develops improved shipyards buys ships for 2 IPCs less (enhanced.tech_improved_shipyards)."""
    yards = draft.capability("ex_edits_shipyards", "Improved Shipyards", "Ships cost 2 IPCs less.", die=6)
    yards.add(SHIPS, cost=-2)


def mass_production(draft: Draft) -> None:
    """Units cost 20 percent less, rounded up; at home another 20 percent (smith.tech_industrial_technology)."""
    mass = draft.capability("ex_edits_mass", "Mass Production", "Units cost 20 percent less.", die=6)
    mass.off(Pick(), cost=20)
    draft.when(owner="Japan", place="Japan").off(SHIPS, cost=20)


def war_bonds(draft: Draft) -> None:
    """Enhanced: the income of Japan is 2 IPCs higher; the step takes what it needs (enhanced.tech_war_bonds)."""
    draft.step("income", "ex_edits_bonds", lambda power: (2, "war bonds") if power == "Japan" else None)


def phony_war(draft: Draft) -> None:
    """No attack on Western Europe before round 3; the modifier names three of four parameters."""

    def spared(space, game, answer):  # type: ignore[no-untyped-def]
        return NEUTRAL_GROUND if space == "Western Europe" and game.state.round < 3 else answer

    draft.modify("may_attack", spared, how="forbid")


def no_blitz(draft: Draft) -> None:
    """Tanks do not blitz, and count as heavy."""
    draft.exclude("units.tank.tags", "blitz")
    draft.include("units.tank.tags", "heavy")


CAPABILITIES = [
    rule("german_armor", german_armor, "classic"),
    rule("german_jets", german_jets, "classic"),
    rule("improved_shipyards", improved_shipyards, "classic"),
    rule("mass_production", mass_production, "classic"),
]
EXAMPLES = [
    *CAPABILITIES,
    rule("war_bonds", war_bonds, "classic"),
    rule("phony_war", phony_war, "classic"),
    rule("no_blitz", no_blitz, "classic"),
]
