"""Starting Fleet Changes: different fleets in the setup."""

from typing import Any

from ...words import Draft, Option, Options, RuleError
from ..documents import great_war


def _row(power: str, zone: int, lose: dict[str, int], gain: dict[str, int]) -> dict[str, Any]:
    return {"power": power, "space": f"Sea Zone {zone}", "lose": lose, "gain": gain}


CHANGES = [
    _row("Russia", 12, {"battleship": 1}, {"submarine": 1, "cruiser": 1}),  # .2
    _row("Russia", 21, {"cruiser": 1}, {"submarine": 1}),  # .3
    _row("Germany", 7, {"submarine": 2}, {}),  # .4
    _row("Germany", 10, {}, {"battleship": 2, "transport": 1}),  # .5
    _row("France", 15, {}, {"submarine": 2}),  # .6
    _row("France", 15, {"battleship": 1}, {"cruiser": 1}),  # .7
    _row("France", 16, {"battleship": 1}, {"submarine": 1}),  # .8
    _row("France", 16, {"transport": 1}, {}),  # .9
    _row("Britain", 4, {}, {"battleship": 1, "cruiser": 1, "submarine": 1}),  # .10
    _row("Britain", 9, {}, {"battleship": 1, "submarine": 1}),  # .11
    _row("Britain", 19, {}, {"submarine": 1}),  # .12
    _row("Ottoman Empire", 20, {"cruiser": 1}, {}),  # .13
    _row("Italy", 17, {}, {"submarine": 1}),  # .14
    _row("United States", 1, {}, {"battleship": 1, "cruiser": 1}),  # .15
]


@great_war(
    "great_war.starting_naval_units", "Starting Fleet Changes",
    Option("changes", CHANGES, "changes by power and space: units lost and units gained"),
    default=False,
)  # fmt: skip
def starting_naval_units(draft: Draft, option: Options) -> None:
    """Some starting fleets are larger or smaller, for a more historical balance."""
    for row in option.changes:
        if not isinstance(row, dict) or set(row) != {"power", "space", "lose", "gain"}:
            raise RuleError(f"{draft.rule}: a change needs power, space, lose, and gain, not {row!r}")
        power, space = draft.find("powers", row["power"]), draft.find("spaces", row["space"])
        here = draft.tables["setup"].get(space, {}).get(power, {})
        if any(here.get(kind, 0) < n for kind, n in row["lose"].items()):
            continue  # a different setup without these units
        for kind, n in row["lose"].items():
            draft.deploy(space, power, kind, -n)
        for kind, n in row["gain"].items():
            draft.deploy(space, power, draft.find("units", kind), n)
