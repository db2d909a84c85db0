"""A cell that cannot hold a value refuses it when a rule edits it, with the rule, the cell, and what is expected."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.core.errors import RuleError
from sandtable.rules import registry
from sandtable.rules.draft import Draft


@pytest.mark.parametrize(
    ("edition", "change", "message"),
    [
        ("classic", lambda d: d.set("units.tank.cost", "5"), r"t\.a does not fit units\.tank\.cost: '5' .*whole"),
        ("classic", lambda d: d.set("units.tank.atack", 5), r"t\.a edits units\.tank\.atack.*; did you mean attack\?"),
        ("classic", lambda d: d.set("units.tank.tags", "blitz"), "expected is a list"),
        ("classic", lambda d: d.include("units.tank.tags", 4), r"units\.tank\.tags"),
        ("classic", lambda d: d.set("units.transport.carries.loads.tank", "x"), "expected is a whole number"),
        ("classic", lambda d: d.set("units.transport.carries.lods", 1), "did you mean loads"),
        ("classic", lambda d: d.set("spaces.Germany.owner", 4), "expected is a text or nothing"),
        ("classic", lambda d: d.set("spaces.Germany.kind", "air"), "expected is one of land, sea"),
        ("classic", lambda d: d.add("units.marine", {"kind": "land"}), r"units\.marine: Object missing required field"),
        ("classic", lambda d: d.add("units.marine", 4), "it must be a row of a table, with id, name, kind"),
        ("classic", lambda d: d.add(("setup", "Germany", "Germany", "bomber2"), "x"), "expected is a whole number"),
        ("classic", lambda d: d.set("switches.neutral_fee", True), "expected is a whole number"),
        ("great_war", lambda d: d.set("calendar.tank", "4"), "expected is a whole number"),
        ("great_war", lambda d: d.set("obligations.Serbia.round", "x"), "expected is a whole number"),
        ("great_war", lambda d: d.set("goals.allies.holt", 2), "did you mean hold"),
    ],
)  # fmt: skip
def test_a_value_of_another_kind_is_refused(edition: str, change: Callable[[Draft], None], message: str) -> None:
    draft, _, _ = registry.draft(edition)
    before = len(draft.record)
    with draft.by("t.a"), pytest.raises(RuleError, match=message):
        change(draft)
    assert len(draft.record) == before


def test_what_fits_is_taken() -> None:
    draft, _, _ = registry.draft("classic")
    with draft.by("t.a"):
        draft.set("units.tank.carries", {"capacity": 1, "loads": {"infantry": 1}})
        draft.set("units.transport.carries.loads.fighter", 2)
        draft.set("units.fighter.hits", 2)
        draft.set("spaces.Germany.owner", None)
        draft.add("calendar.tank", 4)
        draft.add("memory.anything", {"a": [1, "b"]})
        draft.set("switches.neutral_fee", 4)
