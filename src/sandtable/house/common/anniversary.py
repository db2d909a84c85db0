"""Optional rules of the Anniversary edition: its objectives, the length of the game, the straits, and escorts."""

from ...words import Draft, Option, Options, house_rule

EDITIONS = ("anniversary",)


@house_rule("common.no_objectives", "No National Objectives", editions=EDITIONS, default=False)
def no_objectives(draft: Draft, option: Options) -> None:
    """National objectives pay nothing (anniversary.R164)."""
    draft.remove_step("income", "objectives")


@house_rule(
    "common.victory_cities", "Victory Cities",
    Option("cities", 13, "victory cities that a side must control to win", choices=(13, 15, 18)),
    editions=EDITIONS, default=False,
)  # fmt: skip
def victory_cities(draft: Draft, option: Options) -> None:
    """A side wins with 13 victory cities in a short game, or with all 18 in a total war, instead of 15
    (anniversary.R162)."""
    for side in ("axis", "allies"):
        draft.set(("goals", side, "hold"), option.cities)


@house_rule("common.dardanelles_closed", "Dardanelles Closed", editions=EDITIONS, default=False)
def dardanelles_closed(draft: Draft, option: Options) -> None:
    """No ship may enter or leave Sea Zone 16 (anniversary.R166)."""
    for zone in ("Sea Zone 14", "Sea Zone 15"):
        straits = {"connects": ["Sea Zone 16", zone], "controlled_by": ["Turkey"]}
        draft.add(("canals", f"Dardanelles to {zone}"), straits)


RULES = [no_objectives, victory_cities, dardanelles_closed]
