"""Sentences for rows of tables that say what happens: repairs and refits, battles of their own, and commitments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..core.picks import Pick
from ..core.text import counted, joined
from .cells import IPCS, Tables, plain, row_name, the, unit_names
from .when_text import pick_text

Row = Mapping[str, Any]
#: When work is done by itself, and where work can be ordered.
MOMENTS = {
    "battle": "at the end of each battle",
    "turn_start": "at the start of a turn",
    "turn_end": "at the end of a turn",
}
PLACES = {"complex": " at an industrial complex", "base": " at a naval base"}
BATTLES = {"land_battle": "battles on land", "sea_battle": "battles at sea", "air_battle": "battles in the air"}


def refit_text(name: str, row: Row, tables: Tables) -> str:
    """Return a row of refits: ``battleships can be repaired for 10 IPCs each at an industrial complex``."""
    units = joined(unit_names(type, tables) for type in row.get("types", ()))
    whose = {"allies": ", also those of allies", "all": ", of all powers"}.get(row.get("whose", ""), "")
    done = "repaired" if not row.get("gives") else f"refitted ({plain(row.get('text') or name)})"
    when = MOMENTS.get(row.get("when", "purchase"))
    if when:
        return f"{units}{_holders(row, tables)} are {done} {when}{whose}"
    price = f"for {counted(row['cost'], *IPCS)} each" if row.get("cost") else "free of charge"
    late = "; they leave the board until new units are placed" if row.get("away") else ""
    if not late and row.get("ready") == "place":
        late = "; it takes effect when new units are placed"
    most = f", up to {counted(row['most'], 'unit')} in a turn" if row.get("most") else ""
    new = ", also new ones" if row.get("new") else ""
    place = PLACES.get(row.get("near", ""), "")
    return f"{units}{_holders(row, tables)} can be {done} {price}{place}{whose}{new}{most}{late}"


def engagement_text(name: str, row: Row, tables: Tables) -> str:
    """Return a row of engagements: ``new kind of battle “air battle”: … fight against …``."""
    sides = (_units(row.get(side, {}), tables) for side in ("attackers", "defenders"))
    steps = plain(row.get("sequence", "air_battle")).replace("battle", "battles")
    end = "; unless the attackers win, their missions end" if row.get("must_win") else ""
    text = f"new kind of battle “{plain(row.get('text') or name)}”: {' fight against '.join(sides)}"
    return f"{text}, with the steps of {steps}{end}"


def commitment_text(name: str, row: Row, tables: Tables) -> str:
    """Return a row of commitments: ``before battles at sea, the defender chooses which ships take part``."""
    battle = row.get("battle", "")
    where = BATTLES.get(battle, f"each “{plain(battle)}”" if battle else "each battle")
    where += " in contested territories" if row.get("contested") else ""
    where += " in a space that other units attack, too" if row.get("if_attacked") else ""
    where += " where cargo waits to land" if row.get("landing") else ""
    most, per = row.get("most", -1), row.get("per")
    limits = [f"at least {row['least']}"] if row.get("least") else []
    limits += [f"at most {most}"] if most >= 0 else []
    if per:
        n, each = row.get("ratio", (1, 1))
        whose = "their side's" if row.get("per_side") == "own" else "the enemy's"
        limits.append(f"at most {n} for each {f'{each} of ' if each > 1 else 'of '}{whose} {_units(per, tables)}")
    told = f": {joined(limits)}" if limits else ""
    who = f"the {row.get('side', 'defender')}{_holders(row, tables)}"
    return f"before {where}, {who} chooses which {_units(row.get('who', {}), tables)} take part{told}"


def _units(cells: Mapping[str, Any], tables: Tables) -> str:
    words: dict[str, Any] = {word: tuple(names) for word, names in cells.items()}
    return pick_text(Pick(**words), tables)


def _holders(row: Row, tables: Tables) -> str:
    powers = joined((the(p) for p in row.get("powers", ())), " or ")
    held = row_name(tables, "technologies", row["holds"]) if row.get("holds") else ""
    return f" of {powers}" if powers else f" of powers with {held}" if held else ""


#: table -> the sentence for a new row of it.
TEXTS: dict[str, Callable[[str, Row, Tables], str]] = {
    "refits": refit_text,
    "engagements": engagement_text,
    "commitments": commitment_text,
}
