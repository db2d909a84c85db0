"""Two turns under many house rules, at desk and phone size: signs, panels, roles in battles, forms of many kinds."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Table
from tests.e2e.guest import LAPTOP, PHONE

#: Pictures of each kind of decision.
MOST = 2


@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desk", "phone"])
def test_two_turns(table: Table, size: tuple[int, int]) -> None:
    rules = ["smith.core", "smith.na_japan_naval_production", "smith.na_germany_super_sub"]
    player = table(["Germany", "Japan"], rules, others="basic", size=size)
    seen: dict[str, int] = {}
    for _ in range(150):
        question = player.question()
        kind = question["kind"]
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= MOST:
            player.guest.shot(f"{kind}-{seen[kind]}")
        player.plain_way()
        if player.view()["position"]["power"] == "United States":
            break
    player.guest.shot("end")
    assert seen["purchase"] == seen["place"] == 2 and {"move", "casualties", "research"} <= set(seen)
