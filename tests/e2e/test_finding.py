"""A player finds an open game, joins it, and looks at ratings and a page of a player."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.guest import LAPTOP, PHONE, Visit
from tests.serving import Served


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_open_game_is_found_and_joined(visit: Visit, server: Served, size: tuple[int, int]) -> None:
    seats = [{"power": "Germany", "kind": "human"}, {"power": "Soviet Union", "kind": "open"}]
    title = f"Open to all {size[0]}"
    wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna", "title": title, "listed": True}
    made = httpx.post(f"{server.url}/api/games", json=wish, timeout=60).raise_for_status().json()
    guest = visit("/find", name="bo", size=size)
    page = guest.page
    row = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))
    expect(row).to_contain_text("by Anna")
    page.get_by_label("Your name").fill("Bo")
    guest.shot("open games")
    guest.accessible()
    guest.fits()
    row.get_by_role("button", name="Play Soviet Union").click()
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("button", name="No dice")).to_be_visible()
    view = httpx.get(f"{server.url}/api/games/{made['id']}", timeout=30).json()
    assert view["status"] == "playing" and view["seats"][0]["name"] == "Bo"
    guest.open("/ratings")
    expect(page.get_by_text("No player has a rating in this edition yet.")).to_be_visible()
    guest.shot("ratings")
    guest.accessible()
    guest.fits()
    guest.forgiven = "404"
    guest.open("/players/unknown")
    expect(page.get_by_text("Player not found.")).to_be_visible()
