"""National advantages of Germany: Wolf Packs and Atlantic Wall."""

from ...words import Draft, Option, Options
from ...words.battles import ATTACKER, Pick, UnitEdit, Volley, When, facing
from ..documents import enhanced
from .advantages import GERMANY, advantage

PACKS, WALL = "na_germany_wolf_packs", "na_germany_atlantic_wall"
SUBMARINES = Pick(tags=("submarine",))
LANDED = facing(Pick(marks=("seaborne",)))


@enhanced(
    f"enhanced.{PACKS}", "Germany: Wolf Packs",
    Option("attack_undetected", 3, "undetected submarines hit on this number or less in round 1", low=2, high=6),
    Option("convoy_loss_per_submarine", 2, "IPCs that a submarine takes in a convoy raid", low=1, high=9),
    default=False,
)  # fmt: skip
def na_germany_wolf_packs(draft: Draft, option: Options) -> None:
    """German submarines that attack undetected hit on 3 or less in the first round of combat. Without Submarine
    Detection, submarines are undetected if no enemy destroyer is in the battle. In convoy raids, each German submarine
    takes 2 IPCs."""
    packs = advantage(draft, PACKS, GERMANY, "Wolf Packs", "German submarines are stronger, undetected and in raids.")
    packs.at_least("submarine", convoy_loss=option.convoy_loss_per_submarine)
    when = When(holds=(PACKS,), battle_rounds=(1, 1))
    lift = UnitEdit(SUBMARINES, "attack", "least", option.attack_undetected, when, text="wolf packs")
    for step in draft.steps("sea_battle"):
        if step.stage == "opening_fire" and isinstance(step.what, Volley) and step.what.side == ATTACKER:
            draft.extend_step("sea_battle", step.name, lifts=lift)


@enhanced(
    f"enhanced.{WALL}", "Germany: Atlantic Wall",
    Option("territories", ("Norway", "Northwestern Europe", "France"), "territories of the wall"),
    Option("defense", 3, "infantry and artillery hit on this number or less in round 1", low=0, high=6),
    Option("only_against_amphibious", False, "the wall helps only in an amphibious assault"),
    default=False,
)  # fmt: skip
def na_germany_atlantic_wall(draft: Draft, option: Options) -> None:
    """In the first round of combat, German infantry and artillery that defend Norway, Northwestern Europe, or France
    hit on 3 or less, no matter who controls the territory."""
    wall = advantage(draft, WALL, GERMANY, "Atlantic Wall", "German infantry and artillery defend better in the west.")
    places = draft.find_all("spaces", option.territories)
    wall = wall.when(place=places, battle_round=1, **({"facing": LANDED} if option.only_against_amphibious else {}))
    wall.lift("infantry", defense=option.defense).lift("artillery", defense=option.defense)
