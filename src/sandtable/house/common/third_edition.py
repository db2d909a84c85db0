"""What the third edition of Classic does differently (the computer edition of 1998), each point a rule of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...battle.volley import ATTACKER, DEFENDER, Leave, Pick, Side
from ...core.decisions import Decision, PickUnits
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

if TYPE_CHECKING:
    from ...engine.battles import Battle
    from ...engine.game import Flow, Game

CLASSIC = ("classic",)


@house_rule("common.submerging", "Submarines submerge", editions=CLASSIC, default=False)
def submerging(draft: Draft, option: Options) -> None:
    """Defending submarines submerge in place of withdrawing: they leave the battle and stay (classic.R198)."""

    def submerge(answer: list[str], game: Game, battle: Battle, side: Side) -> list[str]:
        """Defending submarines go nowhere but down."""
        return [battle.space] if side == DEFENDER else answer

    draft.modify("withdrawals", submerge, how="replace")


@house_rule("common.no_return_to_battle", "No withdrawal to battle sites", editions=CLASSIC, default=False)
def no_return_to_battle(draft: Draft, option: Options) -> None:
    """Submarines do not withdraw to a zone that is or was the site of a battle in this turn (classic.R199)."""

    def elsewhere(answer: list[str], game: Game, battle: Battle, side: Side) -> list[str]:
        """No zone where there is a battle in this turn, but the one a submarine dives in."""
        from ...engine.fighting import battle_sites

        sites = {*game.state.now.get("sea_battles", ()), *battle_sites(game, battle.attacker)} - {battle.space}
        return [z for z in answer if z not in sites]

    draft.modify("withdrawals", elsewhere, how="forbid")


AIRCRAFT = Pick(kinds=("air",))


@house_rule("common.aircraft_leave_landings", "Aircraft leave landings", editions=CLASSIC, default=False)
def aircraft_leave_landings(draft: Draft, option: Options) -> None:
    """Attacking aircraft may retreat from an assault from the sea; units on the ground may not (classic.R200)."""
    step = Leave("aircraft retreat", ATTACKER, AIRCRAFT, False, _aircraft_leave)
    draft.step("land_battle", "aircraft_retreat", step, before="retreat")


def _aircraft_leave(game: Game, battle: Battle) -> Flow:
    flying = {s: n for s, n in battle.units[ATTACKER].items() if game.rules.units[s.type].kind == "air"}
    if not battle.seaborne or not flying:
        return
    rule = "classic.R200"
    going = yield Decision(
        "withdraw", battle.attacker, f"Aircraft over {battle.space}: which retreat?",
        PickUnits(flying, 0, sum(flying.values()), rule), advice=dict, rule=rule,
        context={"space": battle.space, "side": ATTACKER},
    )  # fmt: skip
    if not going:
        return
    game.emit("withdrew", power=battle.attacker, force=dict(going), space=battle.space, target="the air")
    battle.remove(ATTACKER, going)
    for stack, n in going.items():
        game.state.turn_into(battle.space, stack, stack.cond.marked("fought"), n)


@house_rule("common.many_guns", "Many antiaircraft guns", editions=CLASSIC, default=False)
def many_guns(draft: Draft, option: Options) -> None:
    """Any number of antiaircraft guns may be in a territory; one of them fires per enemy turn (classic.R201)."""
    draft.set("switches.antiaircraft_per_territory", 99)


@house_rule("common.no_fire_at_overflight", "No fire at overflight", editions=CLASSIC, default=False)
def no_fire_at_overflight(draft: Draft, option: Options) -> None:
    """Antiaircraft guns fire only at aircraft that attack their territory (classic.R202)."""
    draft.set("switches.antiaircraft_fires_at_overflight", False)


@house_rule("common.third_edition_units", "Units of the third edition", editions=CLASSIC, default=False)
def third_edition_units(draft: Draft, option: Options) -> None:
    """Antiaircraft guns cost 8, carriers 15, and bombers move 5 (classic.R204)."""
    draft.set("units.antiaircraft_gun.cost", 8)
    draft.set("units.aircraft_carrier.cost", 15)
    draft.set("units.bomber.move", 5)


@house_rule("common.shorter_long_range", "Shorter long range", editions=CLASSIC, default=False)
def shorter_long_range(draft: Draft, option: Options) -> None:
    """With long range aircraft fighters move 5 and bombers 7 (classic.R205)."""
    effects = [{"unit": "fighter", "stat": "move", "set": 5}, {"unit": "bomber", "stat": "move", "set": 7}]
    draft.set("technologies.long_range_aircraft.effects", effects)
    draft.set("technologies.long_range_aircraft.text", "Own fighters move 5 and own bombers move 7.")


@house_rule(
    "common.heavier_bombers",
    "Heavier bombers",
    editions=CLASSIC,
    options=[Option("dice", 4, "dice of a heavy bomber in attack and in raids", low=1, high=6)],
    default=False,
)
def heavier_bombers(draft: Draft, option: Options) -> None:
    """Heavy bombers roll 4 dice (classic.R206)."""
    stats = ("attack_dice", "raid_dice")
    draft.set("technologies.heavy_bombers.effects", [{"unit": "bomber", "stat": s, "set": option.dice} for s in stats])
    draft.set(
        "technologies.heavy_bombers.text",
        f"Each own bomber rolls {option.dice} dice in attack and in bombing raids; in defence it rolls one die.",
    )


@house_rule("common.gun_and_infantry", "Gun and infantry aboard", editions=CLASSIC, default=False)
def gun_and_infantry(draft: Draft, option: Options) -> None:
    """A transport may carry one antiaircraft gun together with one infantry (classic.R209)."""
    # of five points two infantry take four, a tank all, a gun three: so no other load becomes legal
    draft.set("units.transport.carries", {"capacity": 5, "loads": {"infantry": 2, "tank": 5, "antiaircraft_gun": 3}})


@house_rule("common.hudson_bay_closed", "Hudson Bay closed", editions=CLASSIC, default=False)
def hudson_bay_closed(draft: Draft, option: Options) -> None:
    """Western Canada does not touch the sea zone of Eastern Canada (classic.R210)."""
    draft.link("Western Canada", "Eastern Canada Sea Zone", False)


@house_rule("common.homeless_fighters_fly", "Homeless fighters fly on", editions=CLASSIC, default=False)
def homeless_fighters_fly(draft: Draft, option: Options) -> None:
    """A fighter of a sunk defending carrier may move one space to land (classic.R211)."""
    draft.set("switches.homeless_fighters_fly", True)


@house_rule(
    "common.allied_economic_victory",
    "Allied economic victory",
    editions=CLASSIC,
    options=[Option("ipcs", 110, "joint production of the Allies that wins", low=1, high=1000)],
    default=False,
)
def allied_economic_victory(draft: Draft, option: Options) -> None:
    """The Allies win with a joint production of 110 IPCs at the end of a round (classic.R212)."""
    draft.set("switches.allies_economic_victory", option.ipcs)


@house_rule(
    "common.two_hit_battleships",
    "Two-hit battleships",
    editions=CLASSIC,
    options=[Option("repaired", True, "damage is repaired at the start of the owner's turn")],
    default=False,
)
def two_hit_battleships(draft: Draft, option: Options) -> None:
    """A battleship takes two hits; the first only damages it (classic.R213)."""
    draft.set("units.battleship.hits", 2)
    if option.repaired:
        draft.step("turn", "repair", _repair, before="purchase", text="repair of damaged ships")


def _repair(game: Game) -> None:
    """All own damage is gone at the start of a turn."""
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
