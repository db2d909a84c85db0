"""The map of an edition: outlines as arcs shared by adjacent spaces, and positions for labels.

The map generator writes the file `map.json` (see `tools/map` in the sources). Coordinates are whole map units, x to the
right and y down. The left and right edges of a map that `wraps` join.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from ..core.errors import RuleError, SandtableError
from ..core.structs import learned

Point = tuple[int, int]


class Graticule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lines of the globe every 15 degrees: degrees (east and north are positive) and the x or y of the line."""

    meridians: list[tuple[int, int]]
    parallels: list[tuple[int, int]]


@learned
class Atlas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The outlines and labels of a map.

    `spaces` maps a name to its rings. A ring is a list of arc numbers; ~n is arc n backwards. An arc is the x and y of
    its first point, then steps. `labels` maps a name to the x, y, and radius of its largest free disc. `rose` is
    the place of the compass rose.
    """

    width: int
    height: int
    wraps: bool
    rose: Point
    arcs: list[list[int]]
    spaces: dict[str, list[list[int]]]
    labels: dict[str, tuple[int, int, int]]
    scenery: list[list[int]]
    closed: list[list[int]]
    lakes: list[list[int]]
    graticule: Graticule

    def arc(self, number: int) -> list[Point]:
        """Return the points of an arc, in the direction given by its number."""
        steps = self.arcs[number if number >= 0 else ~number]
        x = y = 0
        out = []
        for i in range(0, len(steps), 2):
            x, y = x + steps[i], y + steps[i + 1]
            out.append((x, y))
        return out if number >= 0 else out[::-1]

    def ring(self, numbers: list[int]) -> list[Point]:
        """Return the points of a ring, without repeating the first one."""
        return [point for number in numbers for point in self.arc(number)[:-1]]


@cache
def atlas(edition: str) -> Atlas:
    """Return the map of an edition. Raises `RuleError` if it has none."""
    path = files("sandtable.editions") / edition / "map.json"
    if not path.is_file():
        raise RuleError(f"no map is available for the edition {edition!r} yet")
    try:
        return msgspec.json.decode(path.read_bytes(), type=Atlas)
    except msgspec.ValidationError as error:
        raise SandtableError(f"map.json of {edition}: {error}") from None
