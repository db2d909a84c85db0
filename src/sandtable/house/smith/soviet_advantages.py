"""National advantages of the Soviet Union that are units or a development."""

from ...words import Draft, Option, Options
from .advantages import RED, advantage, capability, reinforce

EASTERN = ("Kazakh S.S.R.", "Novosibirsk", "Evenki National Okrug", "Yakut S.S.R.")
COMPLEXES = ["Russia", "Karelia S.S.R."]


@advantage(
    "na_ussr_non_purged_infantry", "USSR 2: Non-purged Infantry Advantage", RED, 2,
    Option("infantry", 5, "additional infantry", low=1, high=99),
)  # fmt: skip
def non_purged_infantry(draft: Draft, option: Options) -> None:
    """The Soviet Union starts with 5 additional infantry, which it places in Russia and Karelia S.S.R."""
    _not_purged(draft, "na_ussr_non_purged_infantry", "Non-purged Infantry", "infantry", option.infantry)


@advantage(
    "na_ussr_non_purged_armor", "USSR 3: Non-purged Armor Advantage", RED, 3,
    Option("armor", 3, "additional armor", low=1, high=99),
)  # fmt: skip
def non_purged_armor(draft: Draft, option: Options) -> None:
    """The Soviet Union starts with 3 additional armor, which it places in Russia and Karelia S.S.R."""
    _not_purged(draft, "na_ussr_non_purged_armor", "Non-purged Armor", "tank", option.armor)


def _not_purged(draft: Draft, id: str, name: str, kind: str, count: int) -> None:
    """Let the Soviet Union place units at its two complexes before the game."""
    unit = draft.get(("units", kind, "name")).lower()
    capability(draft, id, name, f"The Soviet Union starts with {count} additional {unit}.")
    draft.add(("grants", name), {
        "power": RED, "holds": id, "units": {kind: count}, "places": COMPLEXES, "when": "opening",
    })  # fmt: skip


@advantage("na_ussr_espionage", "USSR 4: Espionage Advantage", RED, 4, needs=("tech_espionage", "espionage"))
def espionage(draft: Draft, option: Options) -> None:
    """The Soviet Union has Espionage from the start."""
    capability(draft, "na_ussr_espionage", "Espionage", "The Soviet Union starts with Espionage.", "espionage")


@advantage(
    "na_ussr_far_eastern", "USSR 6: Far Eastern Advantage", RED, 6,
    Option("infantry_each", 1, "additional infantry in each territory", low=1, high=99),
    Option("territories", EASTERN, "territories that receive infantry"),
)  # fmt: skip
def far_eastern(draft: Draft, option: Options) -> None:
    """The Soviet Union starts with 1 additional infantry in each of Kazakh S.S.R., Novosibirsk, Evenki National Okrug,
    and Yakut S.S.R."""
    id, name = "na_ussr_far_eastern", "Far Eastern"
    capability(draft, id, name, "The Soviet Union starts with more infantry in its eastern territories.")
    where = draft.find_all("spaces", option.territories)
    reinforce(draft, id, RED, {space: {"infantry": option.infantry_each} for space in where}, name)
