"""Divided Sea Zones: the waters around Britain, around Japan, and of the Red Sea are two zones each."""

from collections.abc import Iterator
from typing import NamedTuple

from ...words import Draft, Flow, Game, Option, Options, RuleError
from ...words.asking import Allocate, Decision, Limit, declare_decision
from ..documents import smith

RULE = "smith.divided_sea_zones"
Legs = list[list[tuple[float, float]]]
declare_decision("starting_ships", "allocate: units that start in each half of a divided sea zone")


class Waters(NamedTuple):
    """A zone with what touches only its western and only its eastern half; whatever else it touches, touches both.

    Ships start in the half `start` unless their owner chooses; `legs` is the line on the map, from north to south
    (longitude, latitude), and `home` the island that is none any more.
    """

    west: tuple[str, ...]
    east: tuple[str, ...]
    start: str
    legs: Legs
    home: str = ""


WATERS = {
    "North Sea Zone": Waters(
        ("Eire", "Eastern Canada Sea Zone", "West Spain Sea Zone"),
        ("Western Europe", "Finland-Norway", "Baltic Sea Zone", "Karelia Sea Zone"),
        "West",
        [[(-5.0, 90.0), (-5.0, 58.6)], [(-5.0, 50.1), (-4.7, 48.4)]],
        "United Kingdom",
    ),
    "Japan Sea Zone": Waters(
        ("Manchuria", "Kwangtung Sea Zone"),
        ("North Pacific Sea Zone", "Okinawa Sea Zone", "Wake Island Sea Zone"),
        "East",
        [
            [(142.0, 50.0), (141.9, 45.5)],
            [(140.3, 41.6), (140.5, 41.2)],
            [(131.0, 34.0), (130.75, 33.6)],
            [(130.7, 31.0), (128.3, 29.4)],
        ],
        "Japan",
    ),
    "Red Sea Zone": Waters(
        ("Anglo-Sudan Egypt", "Syria-Iraq", "Eastern Mediterranean Sea Zone"),
        ("Persia", "Indian Ocean Sea Zone", "Mozambique Sea Zone", "West Compass Sea Zone"),
        "West",
        [[(44.0, 12.6), (43.3, 12.0)]],
    ),
}
#: Where the line through the Channel ends: what then touches both halves, and its leg on the map.
CHANNEL: dict[str, tuple[str, list[tuple[float, float]]]] = {
    "brittany": ("", [(-5.0, 50.1), (-4.7, 48.4)]),
    "middle": ("Western Europe", [(-2.4, 50.55), (-1.8, 49.7)]),
    "lands_end": ("West Spain Sea Zone", [(-5.6, 50.1), (-8.0, 48.0)]),
}


@smith(
    RULE, "Divided Sea Zones",
    Option("divided", list(WATERS), "sea zones that are divided; the others stay whole"),
    Option("channel_line", "brittany", "where the British line ends: at Brittany, in the middle of the Channel (the "
           "western half then also touches Western Europe), or in the Atlantic (the eastern half then also touches "
           "West Spain Sea Zone)", choices=tuple(CHANNEL)),
)  # fmt: skip
def divided_sea_zones(draft: Draft, option: Options) -> None:
    """North-south lines divide the North Sea Zone, the Japan Sea Zone, and the Red Sea Zone into a western and an
    eastern zone each. The United Kingdom and Japan touch both halves and are no islands any more. Before the first
    turn, each power chooses in which half its ships start."""
    halves = {}
    for name in option.divided:
        zone = draft.find("spaces", name)
        if zone not in WATERS:
            raise RuleError(f"{draft.rule}: {name} cannot be divided; {', '.join(WATERS)} can")
        halves[zone] = _divide(draft, zone, WATERS[zone], *(CHANNEL[option.channel_line] if "North" in zone else ()))

    def choose(game: Game) -> Flow:
        for power in game.rules.powers:
            yield from place_ships(game, power, halves)

    draft.step("opening", "starting_ships", choose, text="choose where ships start in divided sea zones")


def _divide(
    draft: Draft, zone: str, waters: Waters, both: str = "", leg: list[tuple[float, float]] | None = None
) -> tuple[str, str]:
    """Put two zones in place of one (.1 to .3); return them, the one where ships start first."""
    west, east = parts = f"{zone} West", f"{zone} East"
    start, other = (west, east) if waters.start == "West" else (east, west)
    cells = dict(draft.get(("spaces", zone)))
    near = list(draft.get(("links", zone)))
    for space in near:
        draft.link(zone, space, False)
    units = dict(draft.get("setup").get(zone, {}))
    if units:
        draft.drop(("setup", zone))
    draft.drop(("spaces", zone))
    draft.add(("spaces", start), {**cells, "aliases": [*cells.get("aliases", ()), zone]})
    draft.add(("spaces", other), {k: v for k, v in cells.items() if k != "aliases"})
    draft.link(west, east)
    for space in near:
        if space not in waters.east or space == both:
            draft.link(west, space)
        if space not in waters.west or space == both:
            draft.link(east, space)
    if units:
        draft.add(("setup", start), units)
    for name, row in draft.get("canals").items():
        if zone in row["connects"]:
            ends = [west if end == zone else end for end in row["connects"]]
            draft.set(("canals", name, "connects"), ends, "the canal leads into the western half")
    if waters.home:
        draft.set(("spaces", waters.home, "island"), False, "two zones touch it")  # .4
    draft.add(("divisions", zone), {"parts": list(parts), "legs": [*waters.legs[:-1], leg or waters.legs[-1]]})
    return start, other


def place_ships(game: Game, power: str, halves: dict[str, tuple[str, str]]) -> Flow:
    """Let a power choose a half for each unit that starts in a divided zone."""
    there = {zones: dict(_units(game, power, zones[0])) for zones in halves.values()}
    there = {zones: units for zones, units in there.items() if units}
    if not there:
        return
    most: dict[tuple[str, ...], int] = {
        (kind, zone): n for zones, units in there.items() for kind, n in units.items() for zone in zones
    }
    limits = [
        Limit(f"{kind}: {n} start in {zones[0]} or {zones[1]}", {(kind, zone): 1 for zone in zones}, n)
        for zones, units in there.items()
        for kind, n in units.items()
    ]
    answer = yield Decision(
        "starting_ships", power, "Choose in which half of the divided sea zones your units start",
        Allocate(most, limits, RULE),
        advice={(kind, zones[0]): n for zones, units in there.items() for kind, n in units.items()}, rule=RULE,
    )  # fmt: skip
    for (first, second), units in there.items():
        for kind in units:
            going = answer.get((kind, second), 0)
            if going:
                stack = next(s for s in game.state.at(first) if (s.owner, s.type) == (power, kind))
                game.state.put(first, stack, -going)
                game.state.put(second, stack, going)
                game.emit("placed", power=power, units={kind: going}, space=second)


def _units(game: Game, power: str, zone: str) -> Iterator[tuple[str, int]]:
    """Yield the unit types of a power in a zone with their numbers."""
    yield from ((s.type, n) for s, n in game.state.at(zone).items() if s.owner == power)
