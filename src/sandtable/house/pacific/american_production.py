"""Hawaiian Production, and No American Factories."""

from __future__ import annotations

from ...core.picks import Pick
from ...engine.game import Game
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

HAWAII, AMERICA = "Hawaiian Islands", "United States"


@house_rule(
    "pacific.hawaiian_production",
    "Hawaiian Production",
    editions=("pacific",),
    options=[
        Option("limit", 2, "new American units in Hawaii each turn", low=0, high=99),
        Option("counts_fortifications", True, "fortifications count against the limit"),
    ],
)
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


@house_rule(
    "pacific.no_us_factories",
    "No American Factories",
    editions=("pacific",),
    options=[Option("us_may_build_factories", False, "the United States can still buy industrial complexes")],
)
def no_us_factories(draft: Draft, option: Options) -> None:
    """The United States cannot buy industrial complexes."""

    def for_sale(answer: dict[str, int]) -> dict[str, int]:
        return {kind: n for kind, n in answer.items() if kind != "industrial_complex"}  # .1

    if not option.us_may_build_factories:
        draft.modify("for_sale", for_sale)
