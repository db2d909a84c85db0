"""Rule changes from the third edition of Classic (the 1998 computer edition), one switch per change."""

from ...engine.fighting import battle_sites
from ...engine.memory import SEA_BATTLES
from ...words import Draft, Game, Option, Options, house_rule, setting_rule
from ...words.battles import DEFENDER, Battle, Side

CLASSIC = ("classic",)


@house_rule("common.submerging", "Submarines Submerge", editions=CLASSIC, default=False)
def submerging(draft: Draft, option: Options) -> None:
    """Defending submarines submerge instead of withdrawing: they leave the battle but stay in the sea zone
    (classic.R198)."""

    def submerge(answer: list[str], battle: Battle, side: Side) -> list[str]:
        """Defending submarines submerge in their own sea zone."""
        return [battle.space] if side == DEFENDER else answer

    draft.modify("withdrawals", submerge, how="replace")


@house_rule("common.no_return_to_battle", "No Withdrawing to Battle Zones", editions=CLASSIC, default=False)
def no_return_to_battle(draft: Draft, option: Options) -> None:
    """Submarines cannot withdraw to a sea zone where a battle is or was fought this turn (classic.R199)."""

    def elsewhere(answer: list[str], game: Game, battle: Battle) -> list[str]:
        """Submarines cannot withdraw to a sea zone with a battle this turn; they may submerge in their own."""
        sites = {*SEA_BATTLES.get(game.state), *battle_sites(game, battle.attacker)} - {battle.space}
        return [z for z in answer if z not in sites]

    draft.modify("withdrawals", elsewhere, how="forbid")


@house_rule("common.aircraft_leave_landings", "Aircraft May Leave Amphibious Assaults", editions=CLASSIC, default=False)
def aircraft_leave_landings(draft: Draft, option: Options) -> None:
    """Attacking aircraft may retreat from an amphibious assault; land units may not (classic.R200)."""

    def leave(answer: str, battle: Battle) -> str:
        """Attacking aircraft retreat from an amphibious assault each by itself."""
        return "each" if battle.seaborne else answer

    draft.modify("aircraft_retreat", leave)


many_guns = setting_rule(
    "common.many_guns", "Multiple Antiaircraft Guns", "antiaircraft_per_territory", 99,
    "A territory may contain any number of antiaircraft guns, but only one fires per enemy turn (classic.R201).",
    CLASSIC,
)  # fmt: skip


no_fire_at_overflight = setting_rule(
    "common.no_fire_at_overflight", "No Antiaircraft Fire at Overflights", "antiaircraft_fires_at_overflight", False,
    "Antiaircraft guns fire only at aircraft attacking their territory (classic.R202).", CLASSIC,
)  # fmt: skip


@house_rule("common.third_edition_units", "Third Edition Units", editions=CLASSIC, default=False)
def third_edition_units(draft: Draft, option: Options) -> None:
    """Antiaircraft guns cost 8 IPCs and defend at 1, aircraft carriers cost 15 IPCs, and bombers move 5
    (classic.R204)."""
    draft.set("units.antiaircraft_gun.cost", 8)
    draft.set("units.antiaircraft_gun.defense", 1)
    draft.include("units.antiaircraft_gun.tags", "defends")
    draft.set("units.aircraft_carrier.cost", 15)
    draft.set("units.bomber.move", 5)


@house_rule("common.shorter_long_range", "Shorter Long-Range Aircraft", editions=CLASSIC, default=False)
def shorter_long_range(draft: Draft, option: Options) -> None:
    """With Long-Range Aircraft, fighters move 5 and bombers move 7 (classic.R205)."""
    effects = [{"unit": "fighter", "stat": "move", "set": 5}, {"unit": "bomber", "stat": "move", "set": 7}]
    draft.set("technologies.long_range_aircraft.effects", effects)
    draft.set("technologies.long_range_aircraft.text", "Your fighters move 5 and your bombers move 7.")


@house_rule(
    "common.heavier_bombers", "Heavier Heavy Bombers",
    Option("dice", 4, "dice a heavy bomber rolls in attacks and raids", low=1, high=6),
    editions=CLASSIC, default=False,
)  # fmt: skip
def heavier_bombers(draft: Draft, option: Options) -> None:
    """Heavy Bombers roll 4 dice (classic.R206)."""
    stats = ("attack_dice", "raid_dice")
    draft.set("technologies.heavy_bombers.effects", [{"unit": "bomber", "stat": s, "set": option.dice} for s in stats])
    draft.set(
        "technologies.heavy_bombers.text",
        f"Each of your bombers rolls {option.dice} dice when attacking and in strategic bombing raids; "
        "it rolls one die on defense.",
    )


@house_rule("common.gun_and_infantry", "Transports Carry a Gun and an Infantry", editions=CLASSIC, default=False)
def gun_and_infantry(draft: Draft, option: Options) -> None:
    """A transport may carry one antiaircraft gun and one infantry together (classic.R209)."""
    # Out of 5 points, two infantry take 4, an armor takes 5, and a gun takes 3, so no other load becomes legal.
    draft.set("units.transport.carries", {"capacity": 5, "loads": {"infantry": 2, "tank": 5, "antiaircraft_gun": 3}})


@house_rule("common.hudson_bay_closed", "Hudson Bay Closed", editions=CLASSIC, default=False)
def hudson_bay_closed(draft: Draft, option: Options) -> None:
    """Western Canada is not adjacent to the Eastern Canada Sea Zone (classic.R210)."""
    draft.link("Western Canada", "Eastern Canada Sea Zone", False)


homeless_fighters_fly = setting_rule(
    "common.homeless_fighters_fly", "Stranded Fighters May Land", "homeless_fighters_fly", True,
    "Fighters from a sunk defending carrier may move one space to land (classic.R211).", CLASSIC,
)  # fmt: skip


@house_rule(
    "common.allied_economic_victory", "Allied Economic Victory",
    Option("ipcs", 110, "combined Allied production needed to win", low=1, high=1000),
    editions=CLASSIC, default=False,
)  # fmt: skip
def allied_economic_victory(draft: Draft, option: Options) -> None:
    """The Allies win if their combined production is 110 IPCs at the end of a round (classic.R212)."""
    draft.set("switches.allies_economic_victory", option.ipcs)


@house_rule(
    "common.two_hit_battleships", "Two-Hit Battleships",
    Option("repaired", True, "damage is repaired at the start of the owner's turn"),
    editions=CLASSIC, default=False,
)  # fmt: skip
def two_hit_battleships(draft: Draft, option: Options) -> None:
    """Battleships take two hits to sink; the first hit only damages them (classic.R213)."""
    draft.set("units.battleship.hits", 2)
    if option.repaired:
        draft.step("turn", "repair", _repair, before="purchase", text="repair damaged ships")


def _repair(game: Game) -> None:
    """Repair all damaged ships of the active power at the start of its turn."""
    power = game.state.power
    for space, force in list(game.state.forces.items()):
        for stack, n in list(force.items()):
            if stack.owner == power and stack.cond.damage:
                game.state.turn_into(space, stack, stack.cond._replace(damage=0), n)


RULES = [
    submerging,
    no_return_to_battle,
    aircraft_leave_landings,
    many_guns,
    no_fire_at_overflight,
    third_edition_units,
    shorter_long_range,
    heavier_bombers,
    gun_and_infantry,
    hudson_bay_closed,
    homeless_fighters_fly,
    allied_economic_victory,
    two_hit_battleships,
]
