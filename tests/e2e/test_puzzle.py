"""A moment of a game becomes a puzzle: a link with the position, at which somebody else begins a new game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Table
from tests.e2e.guest import PHONE, Visit
from tests.e2e.player import Player


def test_a_moment_of_a_game_is_shared_as_a_puzzle(table: Table, visit: Visit) -> None:
    player = table(["Soviet Union"], ["gemmell.salvage"])
    player.until("move")
    player.plain_way()
    before = player.view()["position"]
    page = player.page
    page.get_by_role("tab", name="History").click()
    page.get_by_role("button", name="Puzzle from here").click()
    page.wait_for_url("**/new#*position=*")
    start = f"Round 1, {before['power']},"
    expect(page.get_by_text(start)).to_be_visible()
    player.guest.shot("puzzle")
    player.guest.accessible()
    link = player.guest.copied(page.get_by_role("button", name="Copy link to this setup"))
    assert "position=" in link and "gemmell.salvage" in link

    friend = visit(link.removeprefix(player.guest.url), name="friend", size=PHONE)
    expect(friend.page.get_by_text(start)).to_be_visible()
    friend.page.get_by_text(start).scroll_into_view_if_needed()
    friend.shot("puzzle")
    friend.accessible()
    friend.fits()
    friend.page.reload()
    expect(friend.page.get_by_text(start)).to_be_visible()
    friend.page.get_by_role("button", name="Start the game").first.click()
    friend.page.wait_for_url("**/game/*")
    solver = Player(friend)
    assert solver.view()["position"]["units"] == before["units"]
    friend.shot("solves")


def test_a_damaged_link_is_refused_in_one_sentence(visit: Visit) -> None:
    guest = visit("/new#edition=classic&position=AAAA")
    expect(guest.page.get_by_text("The position in this link is damaged. Copy the whole link.")).to_be_visible()
    expect(guest.page.get_by_role("button", name="Start the game").first).to_be_enabled()
