"""Sentences for edits with a condition: “In the first round of combat, armor of powers with Super Armor attack at 4”.

Picks, presences, conditions and list members are described by what they hold; no unit and no rule is named here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..core.picks import ALWAYS, Pick, Presence, UnitEdit, When, Window
from ..core.text import counted, joined
from .cells import (
    DICE,
    HITS,
    IPCS,
    SPACES,
    TAGS,
    Tables,
    plain,
    row_name,
    tags_text,
    the,
    unit_names,
    value_text,
)

#: Each column as a number that replaces another, and as a noun that a number is added to.
NUMBERS = {
    "cost": ("cost {value}", "cost", IPCS),
    "move": ("move up to {value}", "movement", SPACES),
    "attack": ("attack at {value}", "attack", None),
    "defense": ("defend at {value}", "defense", None),
    "hits": ("are destroyed by {value}", "hits", HITS),
    "attack_dice": ("roll {value} when attacking", "dice when attacking", DICE),
    "defense_dice": ("roll {value} when defending", "dice when defending", DICE),
    "support_dice": ("roll {value} in support shots", "dice in support shots", DICE),
    "raid_dice": ("roll {value} in strategic bombing raids", "dice in strategic bombing raids", DICE),
    "convoy_loss": ("take {value} in convoy raids", "convoy losses", IPCS),
    "support": ("support amphibious assaults at {value}", "amphibious support", None),
    "aa": ("fire at aircraft at {value}", "antiaircraft value", None),
    "deck_places": ("take {value} of a carrier", "places on a carrier", ("place", "places")),
    "deck": ("can carry {value}", "deck space", ("aircraft", "aircraft")),
}
KINDS = {"land": "land units", "air": "aircraft", "sea": "ships", "structure": "structures"}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth")


def edit_text(edit: UnitEdit, tables: Tables) -> str:
    """Return an edit of units as a sentence without its period, its conditions first."""
    when, who = edit.when, pick_text(edit.of, tables)
    lead = [t for t in (window_text(when.rounds, "the game"), window_text(when.battle_rounds, "combat")) if t]
    subject = f"{who}{_owners((*edit.of.owners, *when.owners), (*edit.of.holds, *when.holds), tables)}"
    if when.damaged:
        subject += " that are damaged" if when.damaged == 1 else f" that have taken {when.damaged} hits or more"
    if when.marks:
        subject += f" marked {joined((f'“{plain(m)}”' for m in when.marks), ' or ')}"
    told = [*lead[1:], subject, predicate(edit, tables)]
    start = f"{lead[0]}, " if lead else ""
    return start + " ".join(t for t in (*told, *tails(when, tables)) if t)


def tails(when: When, tables: Tables) -> list[str]:
    """Return the conditions that stand at the end of a sentence: targets, places, who is present, how many."""
    out = [f"against {pick_text(when.against, tables)}"] if when.against is not None else []
    out += [f"in {joined((the(s) for s in when.places), ' or ')}"] if when.places else []
    out += [presence_text(p, tables) for p in when.presence]
    if when.per is not None:
        out.append(f"({when.ratio} for each of their side's {pick_text(when.per, tables)})")
    return out


def when_text(when: When, tables: Tables) -> str:
    """Return conditions alone, as in "in the first round of combat, for powers with Super Armor"."""
    lead = [window_text(when.rounds, "the game"), window_text(when.battle_rounds, "combat")]
    owners = _owners(when.owners, when.holds, tables)
    lead += [f"for{owners.removeprefix(' of')}"] if owners else []
    lead += [f"with {counted(when.damaged, 'hit')} or more"] if when.damaged else []
    lead += [f"with the mark {joined((plain(m) for m in when.marks), ' or ')}"] if when.marks else []
    return ", ".join(t for t in (*lead, *tails(when, tables)) if t) or "always"


def window_text(window: Window, of: str) -> str:
    """Return rounds in words: ``in the first 2 rounds of combat``; empty for all rounds."""
    first, last = window
    if window == ALWAYS:
        return ""
    if not last:
        return f"from round {first} of {of} on"
    if first == last:
        return f"in the {ORDINALS[first]} round of {of}" if first < len(ORDINALS) else f"in round {first} of {of}"
    return f"in the first {last} rounds of {of}" if first == 1 else f"in rounds {first} to {last} of {of}"


def _owners(owners: Iterable[str], holds: Iterable[str], tables: Tables) -> str:
    names = joined((the(o) for o in dict.fromkeys(owners)), " or ")
    held = joined(row_name(tables, "technologies", c) for c in dict.fromkeys(holds))
    if names:
        return f" of {names}{f' with {held}' if held else ''}"
    return f" of powers with {held}" if held else ""


def pick_text(pick: Pick, tables: Tables) -> str:
    """Return the units meant, in the plural and in small letters: ``submarines``, ``ships but not transports``."""
    if pick.types:
        names = joined((unit_names(t, tables) for t in pick.types), " and ")
    else:
        names = joined((KINDS.get(k, plain(k)) for k in pick.kinds), " and ") or "units"
        if pick.tags:
            names += f" that {joined((TAGS.get(t, f'are “{plain(t)}”') for t in pick.tags), ' or ')}"
    if pick.without:
        units = tables.get("units", {})
        rest = (unit_names(w, tables) if w in units else f"those that are “{plain(w)}”" for w in pick.without)
        names += f" other than {joined(rest)}"
    for part in pick.also:
        names += f" that are also {pick_text(part, tables)}"
    if pick.but:
        names += f" but not {joined((pick_text(p, tables) for p in pick.but), ' or ')}"
    if pick.marks:
        names += f" marked {joined((f'“{plain(m)}”' for m in pick.marks), ' or ')}"
    if pick.lacks:
        names += f" of powers without {joined((row_name(tables, 'technologies', c) for c in pick.lacks), ' or ')}"
    return names


def presence_text(there: Presence, tables: Tables) -> str:
    """Return a condition on the units of a battle: ``while the enemy has no fighters``."""
    who = f"{pick_text(there.who, tables)}{_owners(there.who.owners, there.who.holds, tables)}"
    if there.outnumbers:
        return f"while their side has more {who} than the enemy"
    side = "their side" if there.side == "own" else "the enemy"
    if there.most == 0:
        return f"while {side} has no {who}"
    least = f"at least {there.least} " if there.least > 1 else ""
    most = f"at most {there.most} " if there.most > 0 else ""
    return f"while {side} has {' and '.join(t for t in (least, most) if t)}{who}"


def predicate(edit: UnitEdit, tables: Tables) -> str:
    """Return what an edit does to its units: ``attack at 4``, ``have +1 defense``."""
    column, how, value = edit.column, edit.how, edit.value
    if column == "tags":
        return tags_text(value if how == "include" else (), () if how == "include" else value)
    if column.startswith("carries.loads."):
        cargo = unit_names(column.rpartition(".")[2], tables)
        return f"can carry {cargo}, each for {value} of their capacity"
    if column == "carries.capacity":
        return f"have a capacity of {value}"
    if column == "lands_on_deck":
        return "can land on carriers" if value else "cannot land on carriers"
    replaced, noun, unit = NUMBERS.get(column, (f"have {plain(column)} {{value}}", plain(column), None))
    if how == "to":
        return replaced.format(value=counted(value, *unit) if unit and isinstance(value, int) else value)
    if how == "off":
        return f"have {value} percent less {noun}, rounded up" if column != "cost" else f"cost {value} percent less"
    if how in ("add", "more") and column == "cost":
        return f"cost {counted(abs(value), *IPCS)} {'more' if value > 0 else 'less'}"
    if how in ("add", "more"):
        return f"have {value:+d} {noun}".replace("-", "−")
    return f"have {noun} of at {how} {value}"


def member_text(value: Any, tables: Tables) -> str:
    """Return a member of a list field of a step, such as one support, by what it holds."""
    if isinstance(value, UnitEdit):
        return edit_text(value, tables)
    if isinstance(value, Pick):
        return pick_text(value, tables)
    if isinstance(value, Presence):
        return presence_text(value, tables)
    if isinstance(value, When):
        return when_text(value, tables)
    fields = getattr(value, "_fields", ())
    if not fields:
        return value_text(value, tables)
    usual = getattr(value, "_field_defaults", {})
    told = [f for f in fields if getattr(value, f) != usual.get(f, ...)]
    cells = ", ".join(f"{plain(f)} {member_text(getattr(value, f), tables)}" for f in told)
    return f"{plain(type(value).__name__.lower())} ({cells})"


def told(value: Any, tables: Tables) -> str:
    """Return the value of a cell or of a field of a step in words."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return joined(member_text(v, tables) for v in value) or "nothing"
    return member_text(value, tables)
