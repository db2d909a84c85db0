"""Japan's first turn in Pacific at desk and phone size: victory points, two British treasuries, and ships in port."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Table
from tests.e2e.guest import LAPTOP, PHONE

HOME = "Sea Zone 36"


@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desk", "phone"])
def test_a_turn_of_japan(table: Table, size: tuple[int, int]) -> None:
    player = table(["Japan"], ["pacific.ports_shelter"], edition="pacific", size=size)
    page, guest = player.page, player.guest
    player.question()
    guest.shot("purchase")
    sides = page.get_by_role("list", name="Victory")
    expect(sides).to_contain_text("0 / 22")
    britain = page.locator('li[data-power="Great Britain"]')
    expect(britain).to_contain_text(re.compile(r"India\s*\d+.*Australia\s*\d+"))
    phases = page.get_by_role("list", name="Japan: turn phases")
    assert not re.search("Chinese|British", phases.inner_text())
    while (question := player.question())["kind"] != "enter_port":
        player.answer({"purchase": "none", "move": "done", "patrol": "none"}.get(question["kind"], "go on"))
    guest.shot("ports")
    while question["kind"] == "enter_port":
        if HOME in question["prompt"]:
            player.button("All").click()
            guest.shot("chosen")
            player.acts(player.confirm)
        else:
            player.answer("none")
        question = player.question()
    guest.shot("after")
    page.evaluate("document.activeElement?.blur()")
    assert any(sign["kind"] == "port" for sign in player.view()["position"]["signs"].get("Japan", []))
    guest.accessible()
