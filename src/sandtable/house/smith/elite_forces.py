"""Elite forces that change land units: Mechanized Infantry, Super Armor, and Marines."""

from ...words import Draft, No, Option, Options, Stack
from ..documents import smith
from .technologies import ELITE, NOT_FOUND, WEAPONS_TABLE, development

TOO_FAR = No("infantry cannot go along with armor that far", "smith.tech_mechanized_infantry.1")


@smith(
    "smith.tech_mechanized_infantry", "Elite Forces: Mechanized Infantry",
    Option("infantry_movement", 2, "spaces that infantry goes along with armor", low=1, high=9),
    Option("first_round_attack", 2, "attack of mechanized infantry in the first combat round", low=1, high=6),
    Option("infantry_per_armor", 1, "infantry that one armor can take along", low=1, high=9),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def mechanized_infantry(draft: Draft, option: Options) -> None:
    """One infantry may go along with each armor that begins its move in the same territory, up to 2 spaces. Infantry
    that goes along with armor attacks at 2 in the first combat round."""
    held = development(
        draft, "mechanized_infantry", "Mechanized Infantry",
        "One infantry may go along with each of your armor units, and attacks at 2 in the first combat round.",
        kind=ELITE,
    )  # fmt: skip
    held.loads("tank", infantry=1)
    if option.infantry_per_armor != 1:
        held.lift("tank", **{"carries.capacity": option.infantry_per_armor})
    held.when(marks="carried=tank", battle_round=1).lift("infantry", attack=option.first_round_attack)

    def so_far(answer: No | None, carrier: Stack, path: tuple[str, ...]) -> No | None:
        """Infantry goes along with armor only as far as its own movement then lasts."""
        far = carrier.type == "tank" and len(path) - 1 > option.infantry_movement
        return TOO_FAR if answer is None and far else answer

    held.modify("may_carry", so_far, "forbid")


@smith(
    "smith.tech_super_armor", "Elite Forces: Super Armor",
    Option("first_round_attack", 4, "attack of armor in the first combat round", low=1, high=6),
    Option("first_round_defense", 3, "defense of armor in the first combat round", low=1, high=6),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def super_armor(draft: Draft, option: Options) -> None:
    """Your armor attacks at 4 and defends at 3 in the first combat round of each battle."""
    held = development(
        draft, "super_armor", "Super Armor",
        "In the first round of each battle, your armor attacks at 4 and defends at 3.", kind=ELITE,
    )  # fmt: skip
    held.when(battle_round=1).lift("tank", attack=option.first_round_attack, defense=option.first_round_defense)


@smith(
    "smith.tech_marines", "Elite Forces: Marines",
    Option("attack", 2, "attack of infantry that lands in an amphibious assault", low=1, high=6),
    wants={WEAPONS_TABLE: NOT_FOUND},
)  # fmt: skip
def marines(draft: Draft, option: Options) -> None:
    """Your infantry that lands in an amphibious assault attacks at 2 as long as the battle lasts."""
    held = development(
        draft, "marines", "Marines", "Your infantry attacks at 2 in amphibious assaults.", kind=ELITE
    )  # fmt: skip
    held.when(marks="seaborne").lift("infantry", attack=option.attack)
