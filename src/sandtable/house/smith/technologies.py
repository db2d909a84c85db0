"""The developments of Smith's table: where each stands, and how a rule puts it there."""

from __future__ import annotations

from typing import Any

from ...core.errors import RuleError
from ...rules.conditional import Conditional
from ...rules.draft import Draft

#: The chart that the weapons table brings into play.
CHART = "weapons developments"
ELITE = "elite force"
ELITE_FORCES = ("mechanized_infantry", "super_armor", "paratroopers", "marines", "kamikaze")
HEAVIER_BOMBERS, SECOND_CODE = "heavy_bombers_2", "enemy_code_2"
#: The six rows of the table; what stands in a row is chosen by the power that rolls it.
TABLE: dict[int, tuple[str, ...]] = {
    1: ("enemy_code", SECOND_CODE, "espionage"),
    2: ELITE_FORCES,
    3: ("radar_sonar", "rockets"),
    4: ("super_submarines", "heavy_ships", "long_range_ships"),
    5: ("heavy_bombers", HEAVIER_BOMBERS, "jet_power", "long_range_aircraft"),
    6: ("improved_labs", "improved_agriculture", "industrial_technology"),
}
WEAPONS_TABLE = "smith.weapons_table"
#: Why a development wants the table, if the base game does not have it.
NOT_FOUND = "without the table, this development is gained only by a national advantage"


def development(draft: Draft, id: str, name: str, text: str, **cells: Any) -> Conditional:
    """Put a development on the table and return the edits that hold for the powers that have it.

    What the base game has by this id is replaced, and keeps its number on the chart of the base game.
    """
    row = next((row for row, entries in TABLE.items() if id in entries), 0)
    if not row:
        raise RuleError(f"{draft.rule}: {id} does not stand on the table")
    if id not in draft.get("technologies"):
        return draft.capability(id, name, text, rows={CHART: row}, **cells)
    for column, value in {"name": name, "text": text, "effects": [], "rows": {CHART: row}, **cells}.items():
        if draft.get(("technologies", id)).get(column) != value:
            draft.set(("technologies", id, column), value)
    return draft.when(holds=id)
