"""A position as one SVG picture: a sand table seen from above.

>>> from sandtable import Game
>>> picture = board_svg(Game.new("classic", seed=1))
>>> picture.startswith("<svg") and "Karelia S.S.R." in picture
True
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from ..core.forces import by_type
from .atlas import Atlas, atlas

if TYPE_CHECKING:
    from ..engine.game import Game

SEA, DEEP, SAND, NEUTRAL, INK, FOAM = "#3f6f8c", "#356079", "#d8cfb8", "#e6dfcc", "#2a2118", "#dcebf0"
#: Unit type kinds and tags -> the sign drawn for it; the count stands beside it.
SIGNS = {
    "infantry": "inf", "tank": "arm", "fighter": "ftr", "bomber": "bmb", "antiaircraft_gun": "aa",
    "industrial_complex": "IC", "transport": "trn", "submarine": "sub", "aircraft_carrier": "CV", "battleship": "BB",
}  # fmt: skip


def board_svg(game: Game, width: int = 2400) -> str:
    """The board as it stands in a game: owners by colour, values, capitals, and the units of every space.

    `width` is in pixels; the height follows. Raises `RuleError` if the edition has no drawn map.
    """
    sheet = atlas(game.rules.edition)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {sheet.width} {sheet.height}" width="{width}" '
        f'font-family="Georgia, serif" text-anchor="middle">',
        f'<rect width="{sheet.width}" height="{sheet.height}" fill="{SEA}"/>',
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
    for zone in game.rules.zones:  # no two neighbours alike
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
        color = game.rules.powers[owner].color if owner else NEUTRAL
        out.append(_shape(sheet, sheet.spaces[land], land, fill=color, stroke=INK, stroke_width="5"))
    return out


def _labels(game: Game, sheet: Atlas) -> list[str]:
    capitals = {p.capital for p in game.rules.powers.values()}
    out = []
    for space, (x, y, radius) in sheet.labels.items():
        land = game.rules.is_land[space]
        size = max(26, min(60, radius // 3))
        lines = _units(game, space)
        top = y - len(lines) * 15
        if land:
            value = game.rules.q.value(game, space)
            name = f"★ {space}" if space in capitals else space
            text = f"{name} {value}" if value else name
            out.append(_text(x, top, text, size, INK, halo="#fff7e0"))
        else:
            top -= size
        for i, (color, line) in enumerate(lines):
            out.append(_text(x, top + 36 * (i + 1), line, 32, color, halo="#fffdf4", weight="bold"))
    return out


def _text(x: int, y: int, text: str, size: int, color: str, *, halo: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" font-weight="{weight}" stroke="{halo}" '
        f'stroke-width="7" stroke-opacity="0.8" paint-order="stroke">{escape(text)}</text>'
    )


def _units(game: Game, space: str) -> list[tuple[str, str]]:
    """One line for each power with units there: its dark colour and what it has."""
    out = []
    for power in game.rules.powers.values():
        counts = by_type({s: n for s, n in game.state.at(space).items() if s.owner == power.name})
        if counts:
            line = " ".join(f"{n if n > 1 else ''}{SIGNS.get(k, k[:3])}" for k, n in sorted(counts.items()))
            out.append((_dark(power.color), line))
    return out


def _dark(color: str) -> str:
    """A colour at half its brightness, for writing."""
    return "#" + "".join(f"{int(color[i : i + 2], 16) // 2:02x}" for i in (1, 3, 5))
