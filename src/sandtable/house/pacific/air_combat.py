"""Strategic Bombing and Dogfights."""

from ...editions.pacific.battles import AIRCRAFT, BOMBERS, ESCORTS, RISEN, antiaircraft_fire
from ...words import Draft, No, Option, Options, Stack
from ...words.battles import ATTACKER, DEFENDER, Assign, Pick, Repeat, UnitEdit, Volley, beside, facing
from ..documents import pacific

#: Complexes that are bombed with fewer dice.
EXCEPTED = ("Hawaiian Islands", "Szechwan")
FIGHTERS = Pick(kinds=("air",), without=("raids",))
#: Marks of attackers in a battle with a dogfight, and of those that cannot retreat yet.
AFTER, HELD = "after_dogfight", "fights_on"
FIGHT_ON = No("after a dogfight, the attackers must fight on before they can retreat", "pacific.dogfights.5")


@pacific(
    "pacific.strategic_bombing", "Strategic Bombing",
    Option("dice_per_bomber", 2, "damage dice of each bomber", low=1, high=9),
    Option("reduced_dice", 1, "damage dice against the Hawaiian and the Chinese complex", low=0, high=9),
    Option("reduced_targets", EXCEPTED, "territories whose complex is bombed with these dice"),
    Option("escort_hit", 1, "escorts hit on this number or less", low=0, high=6),
    Option("interceptor_hit", 2, "interceptors hit on this number or less", low=0, high=6),
    Option("raid_sequence", "air_battle_first", "which part of a raid comes first",
           choices=("air_battle_first", "antiaircraft_first")),
    Option("damage_cap", "cash_on_hand", "the most that a raid costs", choices=("cash_on_hand", "territory_value")),
)  # fmt: skip
def strategic_bombing(draft: Draft, option: Options) -> None:
    """Bombers roll 2 dice of damage against an industrial complex, but 1 against the Hawaiian and the Chinese one.
    Escorts and interceptors fight first; then antiaircraft guns fire at the surviving bombers."""
    draft.set("units.bomber.raid_dice", option.dice_per_bomber)  # .1
    places = draft.find_all("spaces", option.reduced_targets)
    if places:
        draft.when(place=places).lift("bomber", raid_dice=option.reduced_dice)  # .2
    draft.amend_step("raid", "escorts", lifts=(UnitEdit(ESCORTS, "attack", "to", option.escort_hit),))  # .3
    draft.amend_step("raid", "interceptors", lifts=(UnitEdit(RISEN, "defense", "to", option.interceptor_hit),))
    if option.raid_sequence == "air_battle_first":
        draft.move_step("raid", "antiaircraft_fire", after="down")
        draft.amend_step("raid", "antiaircraft_fire", at=BOMBERS)
    draft.set("switches.raid_limited_by_value", option.damage_cap == "territory_value")


@pacific(
    "pacific.dogfights", "Dogfights",
    Option("rounds", 1, "rounds of the air battle", low=1, high=9),
    Option("attacker_fighter_hit", 3, "attacking fighters hit on this number or less", low=0, high=6),
    Option("defender_fighter_hit", 4, "defending fighters hit on this number or less", low=0, high=6),
    Option("bombers_roll", False, "bombers roll dice in the air battle"),
    Option("minimum_combat_rounds_after", 1, "rounds of combat before the attacker can retreat after a dogfight", low=1,
           high=9),
    Option("applies_to_raids", False, "escorts and interceptors of raids fight a dogfight, too"),
)  # fmt: skip
def dogfights(draft: Draft, option: Options) -> None:
    """Where both sides have aircraft, these fight one round among themselves before the battle, while antiaircraft guns
    fire. Bombers do not roll in it, but can be hit. Strategic bombing raids have no dogfight."""
    who = AIRCRAFT if option.bombers_roll else FIGHTERS  # .3, .4
    attack = UnitEdit(FIGHTERS, "attack", "to", option.attacker_fighter_hit)
    defense = UnitEdit(FIGHTERS, "defense", "to", option.defender_fighter_hit)
    fights = (
        Volley("dogfight", ATTACKER, who, AIRCRAFT, rounds=(1, 1), lifts=(attack,)),
        Volley("dogfight", DEFENDER, who, AIRCRAFT, stat="defense", rounds=(1, 1), lifts=(defense,)),
    )
    guns = antiaircraft_fire().with_(falls="after_round")  # .2: aircraft that the guns hit still fight in it
    land = Repeat("dogfight", fights, AIRCRAFT, option.rounds, first=(guns,))
    draft.replace_step("land_battle", "antiaircraft_fire", land)  # .1, .6
    first = draft.steps("sea_battle")[0].name
    sea = Repeat("dogfight", fights, AIRCRAFT, option.rounds)
    draft.step("sea_battle", "dogfight", sea, before=first, stage="air_combat")
    if option.minimum_combat_rounds_after > 1:
        _fight_on(draft, option.minimum_combat_rounds_after)
    if option.applies_to_raids:  # .7
        draft.amend_step("raid", "escorts", who=AIRCRAFT if option.bombers_roll else ESCORTS)
        draft.extend_step("raid", "escorts", lifts=attack)
        draft.extend_step("raid", "interceptors", lifts=defense)


def _fight_on(draft: Draft, rounds: int) -> None:
    """After a dogfight, no attackers retreat before that many rounds of combat (.5)."""
    both = (facing(AIRCRAFT), beside(AIRCRAFT))
    after = Assign("attackers in a battle with a dogfight", ATTACKER, Pick(), (AFTER,), False, lasts="battle",
                   rounds=(1, 1), when=both)  # fmt: skip
    held = Assign(
        "attackers that fight on", ATTACKER, Pick(marks=(AFTER,)), (HELD,), False, rounds=(1, rounds - 1)
    )  # fmt: skip
    for sequence, fight in (("land_battle", "antiaircraft_fire"), ("sea_battle", "dogfight")):
        draft.step(sequence, "after_dogfight", after, before=fight, stage="muster")
        draft.step(sequence, "fight_on", held, after="after_dogfight", stage="muster")
        for retreat in ("retreat", "aircraft_retreat"):
            draft.extend_step(sequence, retreat, stays=Pick(marks=(HELD,)), text="attackers fight on after a dogfight")
    draft.modify("may_retreat", stay, "forbid")


def stay(answer: No | None, stack: Stack) -> No | None:
    """After a dogfight, attackers fight on for some rounds."""
    return FIGHT_ON if HELD in stack.cond.marks else answer
