"""What the document says of itself: which rules are on by default."""

from __future__ import annotations

from sandtable.house.gemmell import RULES


def test_only_lend_lease_is_off_by_default() -> None:
    assert [rule.id for rule in RULES if not rule.default] == ["gemmell.lend_lease"]
