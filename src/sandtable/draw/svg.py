"""A position as one SVG picture: a sand table seen from above.

>>> from sandtable import Game
>>> picture = board_svg(Game.new("classic", seed=1))
>>> picture.startswith("<svg") and "Karelia S.S.R." in picture
True
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from ..core.forces import by_type
from ..core.structs import learned
from .atlas import Atlas
from .division import drawn

if TYPE_CHECKING:
    from ..engine.game import Game

SEA, DEEP, SAND, NEUTRAL, INK, FOAM = "#3f6f8c", "#356079", "#d8cfb8", "#e6dfcc", "#2a2118", "#dcebf0"
#: Sizes on a plate of units, in map units: symbol, number, and padding.
ICON, NUMBER, PADDING = 46, 36, 8


@learned
class Symbols(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Unit silhouettes as SVG paths in a box of 32 by 32, filled even-odd: by unit type, otherwise by kind.

    The browser client uses the same file.
    """

    types: dict[str, str]
    kinds: dict[str, str]


@cache
def symbols() -> Symbols:
    """Return the unit silhouettes."""
    return msgspec.json.decode((files("sandtable.draw") / "symbols.json").read_bytes(), type=Symbols)


def board_svg(game: Game, width: int = 2400) -> str:
    """Return the board of a game as SVG: owners by color, values, capitals, and the units in every space.

    `width` is in pixels; the height follows. Raises `RuleError` if the edition has no map.
    """
    sheet = drawn(game.rules)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}" width="{width}" '
        f'font-family="Georgia, serif" text-anchor="middle">',
        f'<rect width="{sheet.width}" height="{sheet.height}" fill="{SEA}"/>',
        *_symbols(game),
        *_seas(game, sheet),
        _shape(sheet, sheet.closed, fill="#cfdde2"),
        _shape(sheet, sheet.scenery, fill="#b9b4a4"),
        *_lands(game, sheet),
        _shape(sheet, sheet.lakes, fill=DEEP),
        *_labels(game, sheet),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _shape(sheet: Atlas, rings: Iterable[list[int]], title: str = "", **style: str) -> str:
    path = "".join("M" + "L".join(f"{x},{y}" for x, y in sheet.ring(ring)) + "Z" for ring in rings)
    looks = " ".join(f'{k.replace("_", "-")}="{v}"' for k, v in style.items())
    return f'<path d="{path}" fill-rule="evenodd" {looks}><title>{escape(title)}</title></path>'


def _seas(game: Game, sheet: Atlas) -> list[str]:
    tones = [SEA, "#447693", "#3a6884", "#4a7c99", DEEP]
    tone: dict[str, int] = {}
    for zone in game.rules.zones:  # no two adjacent spaces have the same shade
        taken = {tone.get(n) for n in game.rules.sea_near[zone]}
        tone[zone] = next(i for i in range(len(tones) + 9) if i not in taken)
    return [
        _shape(
            sheet, sheet.spaces[z], z, fill=tones[tone[z] % len(tones)], stroke=FOAM, stroke_width="5", opacity="0.95"
        )
        for z in game.rules.zones
    ]


def _lands(game: Game, sheet: Atlas) -> list[str]:
    out = []
    for land in game.rules.lands:
        owner = game.state.owner.get(land)
        color = game.rules.powers[owner].color if owner and owner in game.rules.powers else NEUTRAL
        out.append(_shape(sheet, sheet.spaces[land], land, fill=color, stroke=INK, stroke_width="5"))
    return out


def _symbols(game: Game) -> list[str]:
    drawn = symbols()
    return [
        f'<symbol id="unit-{name}" viewBox="0 0 32 32"><path fill-rule="evenodd" '
        f'd="{drawn.types.get(name, drawn.kinds[unit.kind])}"/></symbol>'
        for name, unit in game.rules.units.items()
    ]


def _labels(game: Game, sheet: Atlas) -> list[str]:
    capitals = {p.capital for p in game.rules.powers.values()}
    out = []
    for space, (x, y, radius) in sheet.labels.items():
        plates = _plates(game, space, radius)
        high = sum(height for _, _, height in plates)
        top = y - high // 2
        if game.rules.is_land[space]:
            size = max(26, min(60, radius // 3))
            value = game.rules.q.value(game, space)
            name = f"★ {space}" if space in capitals else space
            out.append(_text(x, top - 8, f"{name} {value}" if value else name, size, INK, halo="#fff7e0"))
        for plate, width, height in plates:
            out.append(f'<g transform="translate({x - width // 2} {top})">{plate}</g>')
            top += height
    return out


def _text(x: int, y: int, text: str, size: int, color: str, *, halo: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" stroke="{halo}" '
        f'stroke-width="7" stroke-opacity="0.8" paint-order="stroke">{escape(text)}</text>'
    )


def _plates(game: Game, space: str, radius: int) -> list[tuple[str, int, int]]:
    """Return one plate for each power with units in a space: the drawing, its width, and its height."""
    out = []
    for power in game.rules.powers.values():
        counts = by_type({s: n for s, n in game.state.at(space).items() if s.owner == power.name})
        if counts:
            out.append(_plate(power.name, _dark(power.color), counts, max(2 * radius, 3 * ICON)))
    return out


def _plate(power: str, color: str, counts: dict[str, int], room: int) -> tuple[str, int, int]:
    parts = []
    x, y, wide = PADDING, PADDING, 0
    for kind, count in sorted(counts.items()):
        number = len(str(count)) * NUMBER // 2 + 4 if count > 1 else 0
        if x > PADDING and x + ICON + number > room:
            x, y = PADDING, y + ICON + 4
        parts.append(f'<use href="#unit-{kind}" x="{x}" y="{y}" width="{ICON}" height="{ICON}"/>')
        if number:
            parts.append(f'<text x="{x + ICON + number // 2}" y="{y + ICON - 10}" font-size="{NUMBER}">{count}</text>')
        x += ICON + number + 6
        wide = max(wide, x)
    width, height = wide - 6 + PADDING, y + ICON + PADDING
    units = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
    plate = (
        f'<g fill="#fffaf0" font-weight="bold"><title>{escape(f"{power}: {units}")}</title><rect width="{width}" '
        f'height="{height}" rx="9" fill="{color}" stroke="#17110a" stroke-width="3"/>{"".join(parts)}</g>'
    )
    return plate, width, height


def _dark(color: str) -> str:
    """Return a color at half its brightness."""
    return "#" + "".join(f"{int(color[i : i + 2], 16) // 2:02x}" for i in (1, 3, 5))
