"""Hawaiian Production, and No American Factories."""

from ...words import Draft, Game, Option, Options
from ...words.battles import Pick
from ..documents import pacific

HAWAII, AMERICA = "Hawaiian Islands", "United States"


@pacific(
    "pacific.hawaiian_production", "Hawaiian Production",
    Option("limit", 2, "new American units in Hawaii each turn", low=0, high=99),
    Option("counts_fortifications", True, "fortifications count against the limit"),
)  # fmt: skip
def hawaiian_production(draft: Draft, option: Options) -> None:
    """The United States can place at most 2 new units a turn in Hawaii, ships and aircraft in its sea zone
    and fortifications included."""

    def limited(answer: int | None, game: Game, power: str, space: str) -> int | None:
        if space != HAWAII or power != AMERICA:
            return answer
        limit: int = option.limit
        return limit if answer is None else min(answer, limit)  # .1

    draft.modify("production", limited)
    if option.counts_fortifications:
        draft.when(place=HAWAII, owner=AMERICA).tag(Pick(kinds=("structure",)), "output")


@pacific(
    "pacific.no_us_factories", "No American Factories",
    Option("us_may_build_factories", False, "the United States can still buy industrial complexes"),
)  # fmt: skip
def no_us_factories(draft: Draft, option: Options) -> None:
    """The United States cannot buy industrial complexes."""

    def for_sale(answer: dict[str, int]) -> dict[str, int]:
        return {kind: n for kind, n in answer.items() if kind != "industrial_complex"}  # .1

    if not option.us_may_build_factories:
        draft.modify("for_sale", for_sale)
