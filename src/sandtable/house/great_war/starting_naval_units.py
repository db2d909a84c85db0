"""Starting Fleet Changes: different fleets in the setup."""

from ...words import Draft, Option, Options, redeploy, rows
from ..documents import great_war

COLUMNS = ("power", "space", "lose", "gain")
CHANGES = [dict(zip(COLUMNS, row, strict=True)) for row in (
    ("Russia", "Sea Zone 12", {"battleship": 1}, {"submarine": 1, "cruiser": 1}),  # .2
    ("Russia", "Sea Zone 21", {"cruiser": 1}, {"submarine": 1}),  # .3
    ("Germany", "Sea Zone 7", {"submarine": 2}, {}),  # .4
    ("Germany", "Sea Zone 10", {}, {"battleship": 2, "transport": 1}),  # .5
    ("France", "Sea Zone 15", {}, {"submarine": 2}),  # .6
    ("France", "Sea Zone 15", {"battleship": 1}, {"cruiser": 1}),  # .7
    ("France", "Sea Zone 16", {"battleship": 1}, {"submarine": 1}),  # .8
    ("France", "Sea Zone 16", {"transport": 1}, {}),  # .9
    ("Britain", "Sea Zone 4", {}, {"battleship": 1, "cruiser": 1, "submarine": 1}),  # .10
    ("Britain", "Sea Zone 9", {}, {"battleship": 1, "submarine": 1}),  # .11
    ("Britain", "Sea Zone 19", {}, {"submarine": 1}),  # .12
    ("Ottoman Empire", "Sea Zone 20", {"cruiser": 1}, {}),  # .13
    ("Italy", "Sea Zone 17", {}, {"submarine": 1}),  # .14
    ("United States", "Sea Zone 1", {}, {"battleship": 1, "cruiser": 1}),  # .15
)]  # fmt: skip


@great_war(
    "great_war.starting_naval_units", "Starting Fleet Changes",
    Option("changes", CHANGES, "changes by power and space: units lost and units gained"),
    default=False,
)  # fmt: skip
def starting_naval_units(draft: Draft, option: Options) -> None:
    """Some starting fleets are larger or smaller, for a more historical balance."""
    needs = "a change needs power, space, lose, and gain"
    for row in rows(draft, option.changes, needs, power="powers", space="spaces", lose=dict, gain=dict):
        redeploy(draft, row.space, row.power, row.lose, row.gain)
