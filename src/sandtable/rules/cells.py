"""Sentences for the cells of an edition's tables, such as “Submarines cost 5 IPCs instead of 6”.

The tables `CELLS`, `ROWS`, and `NOUNS` hold the wording; the sentence of a switch comes from its edition's table
`settings`. No rule, unit, or space is named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..core.text import counted, joined
from .draft import Path

Tables = Mapping[str, Any]

#: Last words of names that need the article: “the Soviet Union”, “the Central Powers”.
_WITH_ARTICLE = ("Union", "States", "Kingdom", "Empire", "Republic", "Powers", "Islands", "Allies", "Axis")


class Cell(NamedTuple):
    """How a value of one column reads; `none` is for 0, false, and empty values, `noun` is counted by the value.

    A text may use {name}, {the} (the name with its article), {units}, {value}, and {was} (" instead of …").
    """

    text: str
    none: str = ""
    noun: tuple[str, str] | None = None
    join: str = " and "


IPCS, SPACES, HITS, DICE = ("IPC", "IPCs"), ("space", "spaces"), ("hit", "hits"), ("die", "dice")

CELLS = {
    ("units", "name"): Cell("{name} is the new name{was}"),
    ("units", "cost"): Cell("{units} cost {value}{was}", noun=IPCS),
    ("units", "move"): Cell("{units} move up to {value}{was}", "{units} cannot move", SPACES),
    ("units", "attack"): Cell(
        "{units} hit on {value} or less{was} when attacking", "{units} do not roll when attacking"
    ),
    ("units", "defense"): Cell(
        "{units} hit on {value} or less{was} when defending", "{units} do not roll when defending"
    ),
    ("units", "hits"): Cell("{units} are destroyed by {value}{was}", noun=HITS),
    ("units", "attack_dice"): Cell("{units} roll {value}{was} when attacking", noun=DICE),
    ("units", "defense_dice"): Cell("{units} roll {value}{was} when defending", noun=DICE),
    ("units", "support_dice"): Cell("{units} roll {value}{was} in support shots", noun=DICE),
    ("units", "raid_dice"): Cell("{units} roll {value}{was} in strategic bombing raids", noun=DICE),
    ("units", "convoy_loss"): Cell("{units} take {value}{was} in convoy raids", noun=IPCS),
    ("units", "support"): Cell(
        "{units} hit on {value} or less{was} when supporting an amphibious assault",
        "{units} cannot support amphibious assaults",
    ),
    ("units", "aa"): Cell(
        "{units} fire at each enemy aircraft and hit on {value} or less{was}", "{units} do not fire at aircraft"
    ),
    ("units", "deck"): Cell("{units} can carry {value} aircraft{was}", "{units} cannot carry aircraft"),
    ("units", "lands_on_deck"): Cell("{units} can land on carriers", "{units} cannot land on carriers"),
    ("units", "capacity"): Cell("{units} have a capacity of {value}{was}"),
    ("spaces", "value"): Cell("the IPC value of {the} is {value}{was}"),
    ("spaces", "closed"): Cell("{name} is impassable", "{name} is not impassable"),
    ("spaces", "neutral"): Cell("{name} is neutral", "{name} is not neutral"),
    ("spaces", "island"): Cell("{name} is an island", "{name} is not an island"),
    ("spaces", "inland"): Cell("{name} has no coast", "{name} has a coast"),
    ("spaces", "owner"): Cell("{name} originally belongs to {value}{was}", "{name} originally belongs to no power"),
    ("powers", "side"): Cell("{name}: fights on the side of {value}{was}"),
    ("powers", "capital"): Cell("{name}: the capital is {value}{was}"),
    ("powers", "ipcs"): Cell("{name}: starting cash is {value}{was}", noun=IPCS),
    ("powers", "technologies"): Cell("{name}: starts with {value}{was}", "{name}: starts with no technologies"),
    ("technologies", "die"): Cell(
        "{name} is number {value}{was} on the weapons development chart",
        "{name} is not on the weapons development chart",
    ),
    ("technologies", "rows"): Cell("{name} stands on the chart {value}", "{name} stands on no other chart"),
    ("technologies", "effects"): Cell("{name}: {value}{was}", "{name} changes no unit's values"),
    ("technologies", "text"): Cell("Description of {name}: “{value}”"),
    ("canals", "connects"): Cell("{name} connects {value}{was}"),
    ("canals", "controlled_by"): Cell(
        "Ships may use {name} only if their side controls {value}{was}", "Ships may always use {name}"
    ),
    ("minors", "home"): Cell("{name}: the home territory is {value}{was}"),
    ("minors", "colonies"): Cell("{name}: the colonies are {value}{was}", "{name} has no colonies"),
    ("minors", "army"): Cell("{name}: the army is {value}{was}", "{name} has no army"),
    ("minors", "aligned"): Cell("{name} is aligned with {value}{was}", "{name} is a true neutral"),
    ("bases", "zones"): Cell(
        "The naval base in {name} serves {value}{was}", "The naval base in {name} serves no zones"
    ),
    ("convoys", "value"): Cell(
        "The convoy in {name} is worth {value}{was}", "The convoy in {name} is worth nothing", IPCS
    ),
    ("convoys", "fixed"): Cell(
        "No power can take control of the convoy in {name}", "The convoy in {name} can be taken"
    ),
    ("goals", "turns"): Cell("{name}: the territories must be held until {value} later turns have ended{was}"),
    ("bases", "kinds"): Cell("The base in {name} is of these kinds: {value}{was}"),
    ("obligations", "power"): Cell("Obligation “{name}”: the power that must attack is {value}{was}"),
    ("obligations", "round"): Cell("Obligation “{name}”: the attack must be in round {value}{was}"),
    ("obligations", "space"): Cell("Obligation “{name}”: the attack must be against {value}{was}"),
    ("goals", "after"): Cell("{name}: victory is checked after the turn of {value}{was}"),
    ("goals", "hold"): Cell("{name}: victory requires {value}{was}", noun=("capital", "capitals")),
    ("goals", "of"): Cell("{name}: the capitals that count for victory are {value}{was}"),
    ("goals", "one_of"): Cell(
        "{name}: victory requires control of {value}{was}",
        "{name}: victory requires no particular capital",
        join=" or ",
    ),
}

#: Rows that hold one value or are described as a whole.
ROWS = {
    "holders": Cell("{name} starts under the control of {value}{was}", "{name} starts under its original owner"),
    "missions": Cell("New mission for aircraft: {name}"),
    "withdrawn": Cell("{value} fight in no ordinary battle, hold nothing, and stop no unit"),
    "hidden": Cell("{units} are hidden from other powers", "{units} are visible to all powers"),
    "wording": Cell("“{name}” is called “{value}”"),
    "mobilization": Cell("{name}: new land units may be mobilized in {value}{was}"),
    "calendar": Cell("{units} may be purchased starting in round {value}{was}"),
    "citations": Cell("Refusals about “{name}” cite {value}{was}"),
}

#: List cells that gain or lose members, by table and column ("" where the row itself is the list).
MEMBERS = {
    ("mobilization", ""): (
        "{name} can also mobilize new land units in {value}",
        "{name} cannot mobilize new land units in {value}",
    ),
    ("powers", "technologies"): ("{the} also starts with {value}", "{the} does not start with {value}"),
    ("canals", "controlled_by"): ("{name} also requires control of {value}", "{name} does not require {value}"),
    ("goals", "of"): ("{name}: {value} also counts for victory", "{name}: {value} does not count for victory"),
    ("minors", "colonies"): ("{name}: {value} is also a colony", "{name}: {value} is not a colony"),
    ("bases", "kinds"): ("{name} also has this base: {value}", "{name} does not have this base: {value}"),
    ("bases", "zones"): (
        "the naval base in {name} also serves {value}",
        "the naval base in {name} does not serve {value}",
    ),
}

#: What a row is called when it is added or removed.
NOUNS = {
    "units": "unit type",
    "spaces": "space",
    "powers": "power",
    "technologies": "technology",
    "canals": "canal",
    "minors": "minor power",
    "bases": "naval base",
    "obligations": "obligation to attack",
    "goals": "victory condition",
    "objectives": "objective",
    "draws": "draw before the first turn",
    "grants": "grant of free units",
    "sites": "place for new units",
    "refits": "repair or refit",
    "engagements": "battle of its own",
    "commitments": "choice of who fights",
    "armies": "owner of units besides the powers",
    "convoys": "convoy zone",
    "stocks": "stock",
    "missions": "mission for aircraft",
    "withdrawn": "state of units",
    "hidden": "hidden unit type",
    "holders": "starting controller",
    "mobilization": "mobilization area",
    "calendar": "purchase date",
    "switches": "setting",
}

TAGS = {
    "captures": "capture territory",
    "blitz": "blitz",
    "raids": "make strategic bombing raids",
    "bombards": "support amphibious assaults",
    "produces": "produce units",
    "antiaircraft": "fire at aircraft",
    "transport": "carry land units",
    "carrier": "carry aircraft",
    "passive": "stay out of combat",
    "defends": "fight when defending",
    "faces_ships": "fight ships that attack them",
}


def changed(path: Path, value: Any, before: Any, tables: Tables) -> str:
    """Return the sentence for a cell that has a new value; `before` is None if it had no value."""
    table, *rest = path
    if table == "switches":
        return _switch(rest[0], value, before, tables)
    if table == "setup":
        return _setup(rest, value, before, tables)
    if table == "memory":
        return f"the game keeps a record of “{plain(rest[0])}”"
    if table == "units" and rest[1:2] == ["carries"]:
        return _carries(rest, value, before, tables)
    if table == "units" and rest[1:] == ["tags"]:
        return _tags(rest[0], value, before or (), tables)
    cell = ROWS.get(table) if len(rest) == 1 else CELLS.get((table, rest[-1]))
    if cell is None:
        return f"{called(path, tables)} is {value_text(value, tables)}{_was(value_text(before, tables), before)}"
    return _filled(cell, path, value, before, tables)


def members(path: Path, values: Iterable[Any], before: Iterable[Any], gained: bool, tables: Tables) -> str:
    """Return the sentence for a list cell that gains or loses members."""
    table, *rest = path
    if table == "units" and rest[1:] == ["tags"]:
        after = {*before, *values} if gained else {*before} - {*values}
        return _tags(rest[0], after, before, tables)
    told, name = value_text(list(values), tables), called(path[:2], tables)
    column = table, rest[-1] if len(rest) > 1 else ""
    more, less = MEMBERS.get(column, ("{name} also has {value}", "{name} no longer has {value}"))
    if column not in MEMBERS:
        name = called(path, tables)
    return (more if gained else less).format(name=name, the=the(name), value=told)


def _filled(cell: Cell, path: Path, value: Any, before: Any, tables: Tables) -> str:
    text = cell.none if cell.none and not value else cell.text
    shown, was = _shown(cell, value, tables), _was(_shown(cell._replace(noun=None), before, tables), before)
    was = "" if value == before else was
    if path[-1] == "text":
        shown = shown.rstrip(".")
    if path[-1] == "effects":
        shown, was = effects_text(value, tables), effects_text(before or (), tables)
        was = f" (before: {was})" if was else ""
    name = called(path[:2], tables)
    return text.format(name=name, the=the(name), units=_several(path[1], tables), value=shown, was=was)


def _shown(cell: Cell, value: Any, tables: Tables) -> str:
    if cell.noun and isinstance(value, int):
        return counted(value, *cell.noun)
    return value_text(value, tables, cell.join)


def _was(text: str, before: Any) -> str:
    return "" if before is None or text in ("", "nothing") else f" instead of {text}"


def the(name: str) -> str:
    """Return a name with the article it needs in a sentence: ``the Soviet Union``."""
    return f"the {name}" if name.rpartition(" ")[2] in _WITH_ARTICLE else name


def plain(name: str) -> str:
    """Return an internal name as words."""
    return name.replace("_", " ")


def row_name(tables: Tables, table: str, row: str, column: str = "name") -> str:
    """Return the name of a row, or another of its texts; the row's id if it has none."""
    cells = tables.get(table, {}).get(row)
    found = cells.get(column) if isinstance(cells, Mapping) else None
    return str(found) if found else row


def called(path: Path, tables: Tables) -> str:
    """Return the name of a row or cell: ``Submarine``, ``the setup of Libya``."""
    table, *rest = path
    if table in ("units", "technologies") and rest:
        name = row_name(tables, table, rest[0])
    elif table == "goals" and rest:
        name = _side(rest[0])
    elif table == "setup" and rest:
        return f"the setup of {rest[0]}"
    elif table == "links" and rest:
        return f"the border between {' and '.join(rest)}"
    elif table == "memory" and rest:
        return f"the record of {plain(rest[0])}"
    elif rest:
        name = rest[0] if table not in ("missions", "citations", "switches") else plain(rest[0])
    else:
        return f"the table “{plain(table)}”"
    return name if len(rest) < 2 else f"{name}: {' '.join(map(plain, rest[1:]))}"


def value_text(value: Any, tables: Tables, join: str = " and ") -> str:
    """Return the value of a cell in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        if value and all(k in tables.get("units", ()) and isinstance(v, int) for k, v in value.items()):
            return joined((_units(str(k), v, tables) for k, v in value.items()), join)
        return joined((f"{plain(str(k))} {value_text(v, tables)}" for k, v in value.items()), join) or "nothing"
    if isinstance(value, list | tuple | set | frozenset):
        items = sorted(value, key=str) if isinstance(value, set | frozenset) else value
        return joined((value_text(v, tables) for v in items), join) or "nothing"
    name = row_name(tables, "units", str(value))
    return name if name != str(value) else row_name(tables, "technologies", str(value))


def effects_text(effects: Iterable[Any], tables: Tables) -> str:
    """Return the effects of a technology: ``Fighters move up to 5 spaces``."""
    parts = []
    for effect in effects:
        unit, stat = effect["unit"], effect["stat"]
        value = effect.get("set")
        if value is None:
            value = tables.get("units", {}).get(unit, {}).get(stat, 0) + effect.get("add", 0)
        text = changed(("units", unit, stat), value, None, tables)
        parts.append(f"{text[:1].lower()}{text[1:]}")
    return joined(parts)


def _side(name: str) -> str:
    return plain(name).title()


def _several(unit: str, tables: Tables) -> str:
    """Return the plural of a unit type at the start of a sentence; "Infantry units" where it has none of its own."""
    name = row_name(tables, "units", unit)
    plural = row_name(tables, "units", unit, "plural") if name != unit else unit
    several = plural if plural != unit else f"{name}s"
    several = f"{name} units" if several == name else several
    return f"{several[0].upper()}{several[1:].lower()}" if several == several.title() else several


def unit_names(unit: str, tables: Tables) -> str:
    """Return the plural of a unit type within a sentence: ``submarines``."""
    several = _several(unit, tables)
    return several if several.isupper() else several.lower()


def _units(unit: str, count: int, tables: Tables) -> str:
    name, several = row_name(tables, "units", unit), row_name(tables, "units", unit, "plural")
    word = name if count == 1 or several == unit else several
    return f"{count} {word.lower() if word == word.title() else word}"


def _switch(name: str, value: Any, before: Any, tables: Tables) -> str:
    row = tables.get("settings", {}).get(name) or {}
    said = row.get("says", {}).get(str(value).lower())
    text = str(row.get("text", "")).rstrip(".")
    if said:
        return str(said).rstrip(".")
    if not text:
        return f"the setting “{plain(name)}” is {value_text(value, tables)}{_was(value_text(before, tables), before)}"
    if isinstance(value, bool):
        return text if value else f"this no longer applies: {text}"
    return f"{text}: {value_text(value, tables)}{_was(value_text(before, tables), before)}"


def _setup(rest: list[str], value: Any, before: Any, tables: Tables) -> str:
    space, *more = rest
    if len(more) == 2:
        power, unit = more
        if not value:
            return f"{space} starts without {_several(unit, tables).lower()} of {the(power)}"
        return f"{space} starts with {_units(unit, value, tables)} of {the(power)}{_was(str(before), before)}"
    if len(more) == 1:
        force = value_text(value, tables) if value else "no units"
        return f"{space} starts with {force} of {the(more[0])}"
    forces = joined(f"{value_text(force, tables)} of {the(power)}" for power, force in (value or {}).items())
    return f"{space} starts with {forces or 'no units'}"


def _carries(rest: list[str], value: Any, before: Any, tables: Tables) -> str:
    unit, *way = rest
    several = _several(unit, tables)
    if len(way) == 3:
        cargo, carries = way[2], tables["units"][unit]["carries"]
        if not value:
            return f"{several} cannot carry {_several(cargo, tables).lower()}"
        name = row_name(tables, "units", cargo, "plural")
        most = int(carries["capacity"]) // value
        return (
            f"{several} can carry up to {_units(cargo, most, tables)}"
            if name != cargo or most == 1
            else (f"{several} can carry up to {most} units of {row_name(tables, 'units', cargo)}")
        )
    if way == ["carries", "capacity"]:
        return _filled(CELLS["units", "capacity"], ("units", unit, "capacity"), value, before, tables)
    if not isinstance(value, Mapping):
        return f"{several} cannot carry land units"
    was = f" (before: {_loads(before, tables)})" if before else ""
    return f"{several} carry {_loads(value, tables)}{was}"


def _loads(carries: Mapping[str, Any], tables: Tables) -> str:
    loads = joined(f"{row_name(tables, 'units', u)} {n}" for u, n in carries["loads"].items())
    return f"up to {carries['capacity']} points of cargo: {loads}"


def _tags(unit: str, value: Iterable[str], before: Iterable[str], tables: Tables) -> str:
    several, now, was = _several(unit, tables), set(value), set(before)
    told = tags_text(now - was, was - now)
    return f"{several} {told}" if told else f"{several} have the same abilities"


def tags_text(gained: Iterable[str], lost: Iterable[str]) -> str:
    """Return what units with these tags more, and those fewer, can do or are."""
    out = []
    for tags, can, are in ((gained, "can", "are also"), (lost, "can no longer", "are no longer")):
        able = [TAGS[t] for t in sorted(tags) if t in TAGS]
        named = [f"“{plain(t)}”" for t in sorted(tags) if t not in TAGS]
        out += [f"{can} {joined(able)}"] if able else []
        out += [f"{are} {joined(named)}"] if named else []
    return joined(out)
