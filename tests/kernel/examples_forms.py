"""Small rules for units that change their form, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.battle.volley import ATTACKER, DEFENDER, Assign, Clear, Pick, Volley
from sandtable.core.forces import Stack
from sandtable.core.marks import declare_mark
from sandtable.engine import contracts
from sandtable.engine.engagements import engagement
from sandtable.engine.game import Game
from sandtable.engine.rockets import Launch, launched
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule

RADAR = declare_mark("ex_forms_radar", "gun with radar")


def rule(name: str, change, *editions: str) -> Rule:  # type: ignore[no-untyped-def]
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(f"ex_forms.{name}", name.replace("_", " ").title(), apply, editions=editions, default=False)


def damaged_ships(draft: Draft) -> None:
    """Smith: a hit damages a battleship or carrier; it is slow and weak until it is repaired at a complex
    (smith.damaged_units)."""
    hurt = draft.when(damaged=1)
    for ship in ("battleship", "aircraft_carrier"):
        draft.set(("units", ship, "hits"), 2)
        hurt.lift(ship, move=1)
    hurt.lift("battleship", attack=2, defense=2).untag("battleship", "bombards")
    hurt.lift("aircraft_carrier", attack=0, defense=1, deck=0)
    yard = {"near": "complex", "away": True, "ready": "place", "whose": "allies"}
    draft.add("refits.battleships", {"types": ["battleship"], "cost": 10, "text": "repair battleships", **yard})
    draft.add("refits.carriers", {"types": ["aircraft_carrier"], "cost": 7, "text": "repair carriers", **yard})


def squadrons(draft: Draft) -> None:
    """Smith: a submarine's hit sinks a carrier outright (smith.intrinsic_carrier_squadrons). Needs damaged ships."""
    for step in ("attacking_submarines", "defending_submarines"):
        draft.amend_step("sea_battle", step, deadly=Pick(types=("aircraft_carrier",)))


def self_repair(draft: Draft) -> None:
    """Anniversary: a battleship takes two hits and is whole again at the end of each battle (anniversary.R30)."""
    draft.set("units.battleship.hits", 2)
    draft.add("refits.battleships", {"types": ["battleship"], "when": "battle"})


def set_upright(draft: Draft) -> None:
    """Pacific: damaged battleships of all are set upright at the end of the turn (pacific.R30.1)."""
    draft.set("units.battleship.hits", 2)
    draft.add("refits.battleships", {"types": ["battleship"], "when": "turn_end", "whose": "all"})


def radar(draft: Draft) -> None:
    """Smith: who has radar may fit guns with it for 5 IPCs each; they hit at 2 (smith.tech_radar_sonar)."""
    sonar = draft.capability("ex_forms_sonar", "Radar", "Your antiaircraft guns may be fitted with radar.")
    sonar.when(marks=RADAR).lift("antiaircraft_gun", aa=2)
    draft.add(("stances", RADAR), {"until": "kept"})
    fit = {"types": ["antiaircraft_gun"], "cost": 5, "gives": RADAR, "ready": "place", "new": True}
    draft.add("refits.radar", {**fit, "holds": "ex_forms_sonar", "text": "fit guns with radar"})


def swift_raiders(draft: Draft) -> None:
    """Submarines fitted out for 2 IPCs in any sea zone move 3 spaces from then on."""
    draft.add(("stances", RADAR), {"until": "kept"})
    draft.when(marks=RADAR).lift("submarine", move=3)
    draft.add("refits.engines", {"types": ["submarine"], "cost": 2, "gives": RADAR, "most": 1})


# --- dice by kind of target -------------------------------------------------------------------------------------------

FIGHTERS, BOMBERS = Pick(types=("fighter",)), Pick(types=("bomber",))


def flak(draft: Draft) -> None:
    """Guns hit bombers at 2, and fighters at 1 as before."""
    draft.when(against=BOMBERS).lift("antiaircraft_gun", aa=2)


def jet_power(draft: Draft) -> None:
    """Enhanced: guns hit fighters of powers with Jet Power at one less; with radar, at 1 (enhanced.tech_jet_power)."""
    draft.when(against=FIGHTERS._replace(holds=("jet_power",))).add("antiaircraft_gun", aa=-1)
    draft.when(owner="Japan").lift("antiaircraft_gun", aa=2)


# --- battles of their own, and commitment -----------------------------------------------------------------------------

AIRCRAFT = Pick(kinds=("air",))


def missions(draft: Draft, mission: str, flown: Callable[[Game, Stack, str], bool]) -> None:
    """Add a mission for the units and spaces that `flown` names."""

    def more(answer: tuple[str, ...], game: Game, stack: Stack, space: str) -> tuple[str, ...]:
        return (*answer, mission) if flown(game, stack, space) else answer

    draft.add(("missions", mission), f"ex_forms.{mission}")
    draft.modify("missions", more, "allow")


def interception(draft: Draft) -> None:
    """Before a raid, fighters there may fight the raiders and their escorts for one round; escorts do nothing else (as
    smith.strategic_bombings)."""
    missions(draft, "escort", lambda game, stack, space: stack.type == "fighter" and "raid" in game.rules.q.missions(
        game, Stack(stack.owner, "bomber"), space))  # fmt: skip
    for side, stat in ((ATTACKER, "attack"), (DEFENDER, "defense")):
        draft.step("air_battle", side, Volley("dogfight", side, AIRCRAFT, AIRCRAFT, stat), stage=f"{side}s")
    draft.step("air_battle", "casualties", Clear(), stage="casualties")
    draft.set("switches.air_battle_rounds", 1)
    draft.add("engagements.air battle", {
        "attackers": {"marks": ["raid", "escort"]}, "defenders": {"types": ["fighter"]}, "stays_out": "none",
    })  # fmt: skip
    draft.add("commitments.interceptors", {"side": "defender", "battle": "air battle", "text": "choose interceptors"})
    draft.step("combat", "air_battles", engagement("air battle"), before="raids")


def torpedoes(draft: Draft) -> None:
    """Aircraft may attack the transports in a sea zone by themselves, before the fleets meet; neither they nor the
    transports fight there again in this turn (as pacific.ports_air_attack)."""
    missions(
        draft,
        "torpedo",
        lambda game, stack, space: (
            game.rules.units[stack.type].kind == "air"
            and any(
                "transport" in game.rules.units[s.type].tags for s in game.rules.q.defenders(game, space, stack.owner)
            )
        ),
    )
    torpedoes = {"attackers": {"marks": ["torpedo"]}, "defenders": {"tags": ["transport"]}, "sequence": "sea_battle"}
    draft.add("engagements.torpedo attack", {**torpedoes, "must_win": True})
    draft.step("combat", "torpedoes", engagement("torpedo attack"), before="battles")


def shelter(draft: Draft) -> None:
    """The defender may keep ships out of a sea battle (as pacific.ports_shelter); the attacker sends at most one
    aircraft for each of its ships."""
    ships = {"kinds": ["sea"]}
    draft.add("commitments.shelter", {"side": "defender", "battle": "sea_battle", "who": ships, "least": 1})
    escort = {"who": {"kinds": ["air"]}, "per": ships, "per_side": "own"}
    draft.add("commitments.air cover", {"side": "attacker", "battle": "sea_battle", **escort})


# --- capabilities that bring an action or a step ----------------------------------------------------------------------

LAUNCHER = declare_mark("ex_forms_launcher", "gun that can fire rockets")


def rocket_guns(draft: Draft) -> None:
    """Smith: guns are upgraded for 5 IPCs each; every upgraded gun may fire a rocket in each turn instead of moving
    (smith.tech_rockets)."""
    draft.add(("stances", LAUNCHER), {"until": "kept"})
    upgrade = {"types": ["antiaircraft_gun"], "cost": 5, "gives": LAUNCHER, "ready": "place", "holds": "rockets"}
    draft.add("refits.rocket guns", {**upgrade, "text": "upgrade guns to fire rockets"})
    guns = Pick(types=("antiaircraft_gun",), marks=(LAUNCHER,))
    draft.replace_step("combat", "rockets", launched(Launch(guns, each="unit", rested=True)))


def bonds(draft: Draft) -> None:
    """With war bonds a power may take 3 IPCs when it purchases, and collects 2 IPCs more (enhanced.tech_war_bonds)."""
    held = draft.capability("ex_forms_bonds", "War Bonds", "You take 3 IPCs, and collect 2 IPCs more.")

    def take(game: Game) -> None:
        game.state.ipcs[game.state.power] += 3
        game.emit("income", power=game.state.power, ipcs=3, why="war bonds")

    held.offer("purchase", "ex_forms_bonds", "take 3 IPCs", take, lambda game: game.state.ipcs[game.state.power] < 10)
    held.step("income", "ex_forms_bonds", lambda power: (2, "war bonds"))
    held.when(rounds=(2, 0)).step("turn", "ex_forms_late", take, before="collect")


# --- powers that act together -----------------------------------------------------------------------------------------


def entente(draft: Draft) -> None:
    """In the turn of France, British units move and fight with it (as great_war.multinational_attacks)."""

    def acting(answer: tuple[tuple[str, ...], ...], game: Game) -> tuple[tuple[str, ...], ...]:
        return (("France", "Britain"),) if game.state.power == "France" else answer

    draft.modify("acting", acting)


def convoy_duty(draft: Draft) -> None:
    """In the turn of the United States, British units move and fight with it."""

    def acting(answer: tuple[tuple[str, ...], ...], game: Game) -> tuple[tuple[str, ...], ...]:
        return (("United States", "United Kingdom"),) if game.state.power == "United States" else answer

    draft.modify("acting", acting)


# --- protection by count, and promises to stay out --------------------------------------------------------------------


def convoys(draft: Draft) -> None:
    """Each battleship protects two transports from submarines, as long as it floats."""
    transports, battleships = Pick(tags=("transport",)), Pick(types=("battleship",))
    guarded = Assign(
        "protected transports",
        DEFENDER,
        transports,
        ("protected",),
        False,
        per=battleships,
        per_side="own",
        ratio=(2, 1),
    )
    draft.step("sea_battle", "protection", guarded, before="opening_fire")
    draft.amend_step("sea_battle", "attacking_submarines", at=Pick(kinds=("sea",), unmarked=("protected",)))


def ceasefire(draft: Draft) -> None:
    """Germany and the Soviet Union promise to stay out of each other's territories until round 2; Germany is bound, and
    the Soviet Union gives only its word."""
    contracts.keep(draft)
    east, west = ["Karelia S.S.R.", "Caucasus"], ["Ukraine S.S.R.", "Eastern Europe"]

    def conclude(game: Game) -> None:
        terms = [
            contracts.stay_out("Germany", "Soviet Union", east, 2),
            contracts.stay_out("Soviet Union", "Germany", west, 2, binding=False),
        ]
        contracts.agree(game, "ceasefire", terms, "a ceasefire")

    draft.step("opening", "ceasefire", conclude)


FORMS = [
    rule("damaged_ships", damaged_ships, "classic"),
    rule("squadrons", squadrons, "classic"),
    rule("self_repair", self_repair, "classic"),
    rule("set_upright", set_upright, "classic"),
    rule("radar", radar, "classic"),
    rule("swift_raiders", swift_raiders, "classic"),
]
TARGETS = [rule("flak", flak, "classic"), rule("jet_power", jet_power, "classic")]
BATTLES = [
    rule("interception", interception, "classic"),
    rule("torpedoes", torpedoes, "classic"),
    rule("shelter", shelter, "classic"),
]
CAPABILITIES = [rule("rocket_guns", rocket_guns, "classic"), rule("bonds", bonds, "classic")]
TOGETHER = [rule("entente", entente, "great_war"), rule("convoy_duty", convoy_duty, "classic")]
COUNTED = [rule("convoys", convoys, "classic"), rule("ceasefire", ceasefire, "classic")]
EXAMPLES = [*COUNTED, *TOGETHER, *CAPABILITIES, *FORMS, *TARGETS, *BATTLES]
