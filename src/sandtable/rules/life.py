"""Find edits that cannot come into play, from what the record shows and from what brings each point into play.

A point is always in play unless `Draft.in_play` says through what it comes into play: a step in force, a switch that is
on, an offer, a table with rows, another point. An edition says so for the points that its flow does not always ask;
with nothing named, the point does nothing in that edition until a rule names a way. Points are named by a word and a
name::

    draft.in_play("sequence breakthrough", "step turn.develop")
    draft.in_play("table calendar", text="in Classic every unit type is for sale from the first round")
    draft.in_play("table spaces.Turkey.value", "switch neutrals_may_be_entered")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..core.errors import RuleError, nearest
from ..core.picks import UnitEdit
from . import points

if TYPE_CHECKING:
    from .draft import Draft, Edit, Path

#: The words by which points are named, with what they stand for.
WORDS: Mapping[str, str] = {
    "table": "a table, a row or a cell",
    "switch": "a switch that is on",
    "sequence": "a sequence",
    "step": "a step in force, as sequence.step",
    "query": "a query",
    "offer": "the offers of a place, or one of them, as place.offer",
}
#: Tables that only serve other edits.
SERVING = ("memory", "citations", "wording", "settings")


class Way(NamedTuple):
    """Through what a point comes into play: any of `by`; `rule` said so, `text` says why it may be out of play."""

    by: tuple[Path, ...]
    rule: str
    text: str


class Dead(NamedTuple):
    """Why something cannot come into play: the edits of rules to blame, or the sentence of the edition."""

    edits: tuple[Edit, ...] = ()
    text: str = ""


def named(draft: Draft, target: str) -> Path:
    """Return a point that a text names, as a path with its family first; raises `RuleError`."""
    word, _, name = target.partition(" ")
    known: dict[str, Mapping[str, Any]] = {
        "table": draft.tables,
        "switch": draft.tables,
        "sequence": points.SEQUENCES,
        "step": points.SEQUENCES,
        "query": points.QUERIES,
        "offer": points.OFFERS,
    }
    if word not in WORDS:
        near = nearest(word, WORDS)
        hint = f"; did you mean {near[0]}?" if near else f"; it begins with one of {', '.join(WORDS)}"
        raise RuleError(f"{draft.rule} names the point {target!r}, which is not known{hint}")
    if word == "switch":
        path: Path = ("table", "switches", name)
    elif word == "table":
        path = ("table", *draft.path(name))
    else:
        head, _, rest = name.partition(".")
        family = "step" if word == "sequence" else word
        path = (family, head, rest) if rest else (family, head)
    if path[1] not in known[word]:
        near = nearest(path[1], known[word])
        hint = f"; did you mean {near[0]}?" if near else ""
        raise RuleError(f"{draft.rule} names the {word} {path[1]!r}, which does not exist{hint}")
    return path


def path_of(edit: Edit) -> Path:
    """Return the point that an edit is about, with its family first."""
    if edit.kind in ("answer", "modify"):
        return ("query", *edit.target)
    if edit.kind == "offer":
        return ("offer", *edit.target)
    if edit.kind in ("step", "replace", "amend", "extend", "curtail", "move", "remove"):
        return ("step", *edit.target[:2])
    return ("table", *edit.target)


class Life:
    """What can come into play under the rules of a draft."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._found: dict[Path, Dead | None] = {}
        self._asked: set[Path] = set()

    def dead(self, edit: Edit) -> Dead | None:
        """Return why an edit cannot come into play; None if it can."""
        needed = [path_of(edit), *self.draft.depends.get(edit.rule, ())]
        if isinstance(edit.detail, UnitEdit):
            held = (*edit.detail.of.holds, *edit.detail.when.holds)
            needed += [("table", "technologies", capability) for capability in held]
        return next((found for path in needed if (found := self.point(path)) is not None), None)

    def point(self, path: Path) -> Dead | None:
        """Return why a point is out of play; None if it is in play. What hangs on itself is out of play."""
        if path in self._found:
            return self._found[path]
        if path in self._asked:
            return Dead()
        self._asked.add(path)
        found = self._found[path] = self._ways(path)
        self._asked.discard(path)
        return found

    def _ways(self, path: Path) -> Dead | None:
        """Judge all ways by which a point, or what holds it, comes into play: one is enough."""
        ways = [way for n in range(2, len(path) + 1) for way in self.draft.ways.get(path[:n], ())]
        if not ways or (path[:2] == ("table", "technologies") and len(path) > 2 and self._held(path[2])):
            return None
        dead = []
        for by in (by for way in ways for by in way.by):
            found = self.condition(by)
            if found is None:
                return None
            dead.append(found)
        edits = tuple(dict.fromkeys(e for d in dead for e in d.edits))
        texts = [*(d.text for d in dead if d.text), *(way.text for way in ways if way.text)]
        return Dead(edits, texts[0] if texts else "")

    def _held(self, capability: str) -> bool:
        """Whether some power holds a capability from the start."""
        rows = self.draft.tables["powers"].values()
        return any(capability in row.get("technologies", ()) for row in rows)

    def condition(self, path: Path) -> Dead | None:
        """Return why something that brings a point into play is not there itself."""
        family, head, *rest = path
        if family == "step" and rest:
            if all(s.name != rest[0] for s in self.draft.steps(head)):
                return Dead(tuple(self._made(("remove",), (head, rest[0]))))
        elif family == "offer":
            offers = self.draft.offers.get(head, ())
            if all(o.name != rest[0] for o in offers) if rest else not offers:
                return Dead()
        elif family == "table" and head == "switches":
            if not self.draft.tables["switches"].get(rest[0]):
                return Dead(tuple(self._made(("set", "add"), ("switches", rest[0])))[-1:])
        elif family == "table":
            here: Any = self.draft.tables
            for part in path[1:]:
                here = here.get(part) if isinstance(here, Mapping) else None
            if not here:
                return Dead(tuple(self._made(("drop",), path[1:])))
        return self.point(path)

    def _made(self, kinds: tuple[str, ...], target: Path) -> Iterator[Edit]:
        """Return the edits by rules that took something out of play; none of the edition."""
        base = self.draft.record[0].rule if self.draft.record else ""
        return (e for e in self.draft.record if e.kind in kinds and e.target == target and e.rule != base)
