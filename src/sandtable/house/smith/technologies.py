"""The developments of Smith's table: where each stands, and how a rule puts it there."""

from typing import Any

from ...words import Conditional, Draft, RuleError

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
#: What a sensible power expects of each in a game, in IPCs: in any case (""), and for each unit of a type that it has.
WORTH: dict[str, dict[str, float]] = {
    "enemy_code": {"": 40}, SECOND_CODE: {"": 25}, "espionage": {"": 35},
    "mechanized_infantry": {"": 14, "tank": 3}, "super_armor": {"": 8, "tank": 4},
    "paratroopers": {"": 10, "bomber": 10}, "marines": {"": 8, "transport": 6}, "kamikaze": {"": 8, "fighter": 5},
    "radar_sonar": {"": 15, "antiaircraft_gun": 3, "battleship": 3, "transport": 1},
    "rockets": {"": 8, "antiaircraft_gun": 8},
    "super_submarines": {"": 10, "submarine": 5}, "heavy_ships": {"": 10, "transport": 5, "aircraft_carrier": 4},
    "long_range_ships": {"": 12, "transport": 4, "battleship": 2},
    "heavy_bombers": {"": 30, "bomber": 14}, HEAVIER_BOMBERS: {"": 15, "bomber": 7},
    "jet_power": {"": 15, "fighter": 5}, "long_range_aircraft": {"": 20, "fighter": 5, "bomber": 3},
    "improved_labs": {"": 50}, "improved_agriculture": {"": 30, "industrial_complex": 13},
    "industrial_technology": {"": 55},
}  # fmt: skip
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
    cells = {"rows": {CHART: row}, "worth": WORTH[id], **cells}
    if id not in draft.get("technologies"):
        return draft.capability(id, name, text, **cells)
    for column, value in {"name": name, "text": text, "effects": [], **cells}.items():
        if draft.get(("technologies", id)).get(column) != value:
            draft.set(("technologies", id, column), value)
    return draft.when(holds=id)
