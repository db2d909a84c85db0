"""Small rules for the points of battles, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from sandtable.battle.volley import (
    APART,
    ATTACKER,
    DEFENDER,
    LEAVING,
    SILENT,
    Adrift,
    Assign,
    Check,
    Directed,
    Extra,
    Leave,
    Pick,
    Repeat,
    Side,
    Volley,
)
from sandtable.core.decisions import Confirm, Decision
from sandtable.core.forces import Force, Stack
from sandtable.core.picks import UnitEdit, When, facing_no
from sandtable.engine.battles import Battle, depart
from sandtable.engine.board import friendly, guns_of, having
from sandtable.engine.game import Flow, Game
from sandtable.engine.reactions import Moment
from sandtable.engine.roles import give
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

CLASSIC, GREAT_WAR = ("classic",), ("great_war",)


def rule(name: str, change, *editions: str) -> Rule:  # type: ignore[no-untyped-def]
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(f"ex_battles.{name}", name.replace("_", " ").title(), apply, editions=editions, default=False)


def super_armor(draft: Draft) -> None:
    """Smith: armor attacks at 4 and defends at 3 in the first round of combat (smith.tech_super_armor)."""
    given = draft.capability("super_armor", "Super Armor", "Armor hits better in the first round of combat.")
    given.when(battle_round=1).lift("tank", attack=4, defense=3)


def marines(draft: Draft) -> None:
    """Enhanced: infantry that lands attacks at 2 in the first round (enhanced.na_america_marines)."""
    draft.when(owner="United States", marks="seaborne", battle_round=1).at_least("infantry", attack=2)


def atlantic_wall(draft: Draft) -> None:
    """Enhanced: German infantry in Western Europe defends at 3 in round 1 (enhanced.na_germany_atlantic_wall)."""
    draft.when(owner="Germany", place="Western Europe", battle_round=1).lift("infantry", defense=3)


def artillery_trucks(draft: Draft) -> None:
    """1914: a tank supports two infantry (great_war.artillery_trucks, enhanced.tech_advanced_artillery)."""
    tanks, infantry = Pick(types=("tank",)), Pick(types=("infantry",))
    draft.extend_step(
        "land_battle", "attackers_fire", lifts=UnitEdit(infantry, "attack", "least", 3, When(per=tanks, ratio=2))
    )


def destroyers(draft: Draft) -> None:
    """The opening fire of submarines happens only while the enemy has no carrier, in place of destroyers."""
    carriers = Pick(types=("aircraft_carrier",))
    draft.extend_step("sea_battle", "attacking_submarines", when=facing_no(carriers))


def yamato(draft: Draft) -> None:
    """Enhanced: Japanese battleships roll two dice in the first round (enhanced.na_japan_yamato)."""
    draft.when(owner="Japan", battle_round=1).lift("battleship", attack_dice=2, defense_dice=2)


# --- roles, checks, and hits of other kinds ---------------------------------------------------------------------------

AIRCRAFT = Pick(kinds=("air",))
SUBMARINES = Pick(tags=("submarine",))
SHIPS = Pick(kinds=("sea",))
ARTILLERY = Pick(types=("artillery",))
INFANTRY = Pick(types=("infantry",))


def dogfights(draft: Draft) -> None:
    """Smith: aircraft are assigned one for one to a dogfight, where fighters hit at 3 (smith.dogfights)."""
    for side in (ATTACKER, DEFENDER):
        role = Assign("choose aircraft for the dogfight", side, AIRCRAFT, ("dogfight", APART), False, per=AIRCRAFT)
        draft.step("land_battle", f"{side}_dogfight", role, before="attackers")
    flying = Pick(marks=("dogfight",))
    sides = ((ATTACKER, "attack"), (DEFENDER, "defense"))
    volleys = tuple(
        Volley("dogfight", s, flying, flying, stat, lifts=(UnitEdit(AIRCRAFT, stat, "to", 3),)) for s, stat in sides
    )
    draft.step("land_battle", "dogfight", Repeat("dogfight", volleys, flying, 1), before="attackers")


def submarine_search(draft: Draft) -> None:
    """Smith: aircraft sent against submarines find them on 3, each further plane adding 1 (smith.submarine_units)."""
    search = Check(
        "aircraft search for submarines", ATTACKER, 2, AIRCRAFT, dice="one", who=AIRCRAFT, marks=(SILENT,),
        on="failure", extras=(Extra(1, AIRCRAFT),),
    )  # fmt: skip
    draft.step("sea_battle", "search", search, before="opening_fire")


def diving(draft: Draft) -> None:
    """1914: each defending submarine dives on 4 or less, one less for each ship beyond the submarines
    (great_war.submarine_changes)."""
    surface = Pick(kinds=("sea",), without=("submarine",))
    dive = Check(
        "submarines dive", DEFENDER, 4, SUBMARINES, leaves=True, rounds=(1, 1),
        extras=(Extra(-1, surface, "enemy", less=SUBMARINES),),
    )  # fmt: skip
    draft.step("sea_battle", "dive", dive, before="attackers")


def cruiser_screens(draft: Draft) -> None:
    """1914: attacking submarines choose their targets, but for one of them for each cruiser of the enemy
    (great_war.cruiser_screens)."""
    screened = Assign("screened submarines", ATTACKER, SUBMARINES, ("screened",), False, per=Pick(types=("cruiser",)))
    free = Pick(tags=("submarine",), unmarked=("screened",))
    draft.step("sea_battle", "screens", screened, before="attackers")
    draft.step(
        "sea_battle", "called", Volley("submarines", ATTACKER, free, SHIPS, picks="firer"), before="attackers_fire"
    )
    rest = Assign("submarines that have fired", ATTACKER, free, (SILENT,), False)
    draft.step("sea_battle", "called_already", rest, after="called")


def neutralization(draft: Draft) -> None:
    """1914: attacking artillery may fire to suppress instead (great_war.artillery_neutralization)."""
    role = Assign("choose artillery to suppress", ATTACKER, ARTILLERY, ("suppressing",), advice="all")
    shot = Volley("suppression", ATTACKER, Pick(marks=("suppressing",)), INFANTRY, effect=SILENT)
    done = Assign("artillery that has fired", ATTACKER, Pick(marks=("suppressing",)), (SILENT,), False)
    draft.step("land_battle", "suppressing", role, before="attackers")
    draft.step("land_battle", "suppression", shot, after="suppressing")
    draft.step("land_battle", "suppressed", done, after="suppression")


def sharpshooters(draft: Draft) -> None:
    """1914: hits of 1 may be directed at artillery (great_war.armored_car)."""
    draft.amend_step("land_battle", "attackers_fire", directed=Directed(1, ARTILLERY))


def named_targets(draft: Draft) -> None:
    """Smith: attacking aircraft name the units that they fire at (smith.order_of_combat)."""
    draft.amend_step("land_battle", "attackers_fire", who=Pick(kinds=("land",)))
    shot = Volley("ground support", ATTACKER, AIRCRAFT, picks="named")
    draft.step("land_battle", "ground_support", shot, before="attackers_fire")


def shelters(draft: Draft) -> None:
    """Smith: one defender for each attacker is set aside before shots from the sea (smith.order_of_combat)."""
    land = Pick(kinds=("land",))
    role = Assign("choose units to set aside", DEFENDER, land, ("sheltered",), per=land, least=land, order="dearest",
                  rounds=(1, 1))  # fmt: skip
    draft.step("land_battle", "shelters", role, before="bombardment")
    draft.amend_step("land_battle", "support_shots", at=Pick(unmarked=("sheltered",)), falls="at_once")


def adrift(draft: Draft) -> None:
    """Smith: fighters aboard a defending carrier are lost with it (smith.retreats)."""
    carriers = Pick(tags=("carrier",))
    lost = Adrift("fighters of sunk carriers are lost", DEFENDER, AIRCRAFT, carriers)
    draft.step("sea_battle", "adrift", lost, after="casualties")


def leaving_under_fire(draft: Draft) -> None:
    """Smith: defenders are named after a round, and leave after the next one without firing (smith.retreats)."""

    def home(game: Game, battle: Battle) -> str:
        near = game.rules.land_near[battle.space]
        return next((s for s in near if friendly(game, battle.power(DEFENDER), s)), "")

    def name(game: Game, battle: Battle) -> Flow:
        force = {s: n for s, n in battle.units[DEFENDER].items() if LEAVING not in s.cond.marks}
        power = battle.power(DEFENDER)
        if not home(game, battle) or not force or power not in game.rules.powers:
            return
        if (yield Decision("fight", power, "Retreat?", Confirm(), advice=battle.round >= 2)):
            give(game, battle, DEFENDER, force, (LEAVING,))

    def leave(game: Game, battle: Battle) -> Flow:
        force = {s: n for s, n in battle.units[DEFENDER].items() if LEAVING in s.cond.marks}
        if force:
            depart(game, battle, DEFENDER, force, home(game, battle))
        yield from ()

    named = Leave("name retreating units", DEFENDER, Pick(unmarked=(LEAVING,)), True, name, marks=(LEAVING,))
    going = Leave("retreat", DEFENDER, Pick(marks=(LEAVING,)), False, leave, must=True)
    draft.step("land_battle", "going", going, after="casualties")
    draft.step("land_battle", "named", named, after="retreat")


def jets(draft: Draft) -> None:
    """Smith: German fighters defend at 5, but a 5 counts only against land units (smith.tech_jet_power)."""
    draft.when(owner="Germany").lift("fighter", defense=5)
    draft.amend_step("land_battle", "defenders_fire", narrow=(4, Pick(kinds=("land",))))


def home_guard(draft: Draft) -> None:
    """Smith: German defenders of Ukraine S.S.R. roll a die at 2 for every two of them (smith.na_ussr_motherland)."""
    own = Pick(kinds=("land",), owners=("Germany",))
    dice = Volley(
        "home guard", DEFENDER, own, stat="defense", dice="grouped", group=2, places=("Ukraine S.S.R.",),
        lifts=(UnitEdit(own, "defense", "to", 2),),
    )  # fmt: skip
    draft.step("land_battle", "home_guard", dice, after="defenders")


def super_subs(draft: Draft) -> None:
    """Smith: defending submarines of powers with Super Submarines choose their target (smith.tech_super_subs)."""
    own = ("super_submarines",)
    draft.amend_step("sea_battle", "defending_submarines", who=Pick(tags=("submarine",), lacks=own))
    roll = Volley("super subs", DEFENDER, Pick(tags=("submarine",), holds=own), SHIPS, "defense", picks="firer")
    draft.step("sea_battle", "super_subs", roll, after="defending_submarines")


LIFTS = [
    rule("super_armor", super_armor, "classic"),
    rule("marines", marines, "classic"),
    rule("atlantic_wall", atlantic_wall, "classic"),
    rule("artillery_trucks", artillery_trucks, "great_war"),
    rule("destroyers", destroyers, "classic"),
    rule("yamato", yamato, "classic"),
    rule("jets", jets, "classic"),
    rule("super_subs", super_subs, "classic"),
    rule("home_guard", home_guard, "classic"),
]
# --- fire from outside, and reactions ---------------------------------------------------------------------------------

GUNS_ASHORE = Pick(tags=("antiaircraft",), aside=True)


def port_guns(draft: Draft) -> None:
    """Smith: a gun beside a complex fires at aircraft that attack ships in an adjacent sea zone (smith.port_guns)."""

    def bystanders(answer: Force, game: Game, battle: Battle, side: Side) -> Force:
        """Guns in ports fire at aircraft over the adjacent sea zones."""
        if side == ATTACKER or game.rules.is_land[battle.space]:
            return answer
        ports = [s for s in game.rules.land_near[battle.space] if having(game, s, "produces")]
        foes = game.foes(battle.attacker)
        return {**answer, **{gun: n for port in ports for gun, n in guns_of(game, port, foes).items()}}

    draft.modify("bystanders", bystanders)
    fire = Volley(
        "port guns", DEFENDER, GUNS_ASHORE, AIRCRAFT, "aa", "per_target", "at_once", rounds=(1, 1), once_a_turn=True
    )
    draft.step("sea_battle", "port_guns", fire, before="opening_fire")


def motherland(draft: Draft) -> None:
    """Smith: one more die at 2 for every five Soviet defenders, rounded up (smith.na_ussr_motherland)."""
    draft.add(("units", "motherland"), {
        "name": "Motherland", "kind": "structure", "cost": 0, "move": 0, "attack": 0, "defense": 2, "hits": 1,
        "tags": ["passive", "spirit"],
    })  # fmt: skip

    def bystanders(answer: Force, game: Game, battle: Battle, side: Side) -> Force:
        """The motherland rolls besides its defenders."""
        home = game.rules.spaces[battle.space].owner == "Soviet Union"
        own = sum(n for s, n in battle.units[DEFENDER].items() if s.owner == "Soviet Union")
        more = {Stack("Soviet Union", "motherland"): -(-own // 5)} if own and home and side == DEFENDER else {}
        return {**answer, **more}

    draft.modify("bystanders", bystanders)
    spirit = Pick(tags=("spirit",), aside=True)
    draft.step("land_battle", "motherland", Volley("motherland", DEFENDER, spirit, stat="defense"), after="defenders")


def withdrawal(draft: Draft) -> None:
    """Before the first dice, a defender may fly its aircraft to an adjacent friendly territory (as smith.dogfights)."""

    def flying(game: Game, battle: Battle, power: str) -> Force:
        return {
            s: n
            for s, n in battle.units[DEFENDER].items()
            if s.owner == power and game.rules.units[s.type].kind == "air"
        }

    def places(game: Game, battle: Battle, power: str) -> list[str]:
        return [s for s in game.rules.land_near[battle.space] if friendly(game, power, s)]

    def available(game: Game, power: str, moment: Moment) -> bool:
        battle = moment.battle if moment.name == "battle" else None
        return battle is not None and bool(flying(game, battle, power)) and bool(places(game, battle, power))

    def run(game: Game, power: str, moment: Moment) -> Flow:
        assert moment.battle is not None
        depart(game, moment.battle, DEFENDER, flying(game, moment.battle, power), places(game, moment.battle, power)[0])
        yield from ()

    draft.offer("reaction", "fly_off", "fly your aircraft out of this battle", run, available)


ROLES = [
    rule("dogfights", dogfights, "classic"),
    rule("submarine_search", submarine_search, "classic"),
    rule("diving", diving, "great_war"),
    rule("cruiser_screens", cruiser_screens, "great_war"),
    rule("neutralization", neutralization, "great_war"),
    rule("sharpshooters", sharpshooters, "great_war"),
    rule("named_targets", named_targets, "classic"),
    rule("shelters", shelters, "classic"),
    rule("adrift", adrift, "classic"),
    rule("leaving_under_fire", leaving_under_fire, "classic"),
]
OUTSIDE = [
    rule("port_guns", port_guns, "classic"),
    rule("motherland", motherland, "classic"),
    rule("withdrawal", withdrawal, "classic"),
]
EXAMPLES = [*LIFTS, *ROLES, *OUTSIDE]
