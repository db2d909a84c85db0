"""Replay, phones, the keyboard, lists instead of maps, reconnection, and the end of a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Table
from tests.e2e.guest import LAPTOP, PHONE, typed
from tests.serving import Served


def test_the_past_is_scrubbed_and_the_present_comes_back(table: Table) -> None:
    player = table()
    page = player.page
    player.until("battle")
    question = player.question()
    newest = player.revision()
    shown = page.locator("[data-shown]")
    expect(shown).to_have_attribute("data-shown", str(newest))

    page.get_by_role("button", name="Go to the start").click()
    expect(shown).to_have_attribute("data-shown", "0")
    expect(page.get_by_role("heading", name="Viewing an earlier turn")).to_be_visible()
    expect(player.asked).to_be_hidden()
    player.guest.shot("beginning")
    page.get_by_role("button", name="Step forward").click()
    expect(shown).not_to_have_attribute("data-shown", "0")
    page.get_by_role("slider", name="Position in the game").fill(str(newest // 2))
    expect(shown).to_have_attribute("data-shown", str(newest // 2))
    page.get_by_role("tab", name="History").click()
    page.get_by_role("region", name="History").wait_for()
    player.guest.shot("history")
    player.guest.accessible()
    page.get_by_role("button", name="Live", exact=True).click()
    expect(shown).to_have_attribute("data-shown", str(newest))
    page.locator("#tab-play").click()
    assert player.question()["id"] == question["id"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_is_enough_to_buy_and_to_move(table: Table, scheme: str) -> None:
    player = table(size=PHONE, scheme=scheme, touch=True)
    page = player.page
    player.until("purchase")
    player.guest.shot("buy")
    player.guest.fits()
    player.guest.accessible()
    typed(player.asked.get_by_role("spinbutton", name="Infantry"), "8")
    player.acts(player.button(re.compile("^Buy for 24")).tap)
    player.until("move")
    player.guest.shot("move")
    player.asked.get_by_role("button", name=re.compile("^Caucasus")).tap()
    expect(player.asked.get_by_role("heading", name="Caucasus")).to_be_visible()
    page.wait_for_timeout(800)  # the map flies there
    page.get_by_role("button", name="Zoom out").tap()
    page.wait_for_timeout(800)
    page.touchscreen.tap(*player.at("Ukraine S.S.R."))
    attack = player.button(re.compile("^Attack Ukraine"))
    expect(attack).to_be_visible()
    player.guest.shot("aim")
    player.acts(attack.tap)
    assert player.units("Ukraine S.S.R.", "Soviet Union")
    player.guest.shot("attack")
    player.guest.fits()
    player.guest.accessible()


def test_the_keyboard_alone_does_for_a_turn(table: Table) -> None:
    player = table()
    page = player.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    player.guest.shot("help")
    page.keyboard.press("Escape")
    player.question()
    player.acts(lambda: page.keyboard.press("Enter"))  # no dice for weapons development
    player.until("purchase")
    infantry = player.asked.get_by_role("spinbutton", name="Infantry")
    infantry.focus()
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    expect(infantry).to_have_value("8")
    player.acts(lambda: page.keyboard.press("Enter"))
    player.until("move")

    before = player.units("Caucasus")
    page.locator('.spot[data-space="Caucasus"]').focus()
    page.keyboard.press("Enter")
    expect(player.asked.get_by_role("heading", name="Caucasus")).to_be_visible()
    page.locator('.spot[data-space="Ukraine S.S.R."]').focus()
    player.guest.shot("in focus")
    player.acts(lambda: page.keyboard.press("Enter"))
    assert player.units("Ukraine S.S.R.", "Soviet Union") == before
    page.locator("#tab-play").focus()
    while player.units("Ukraine S.S.R.", "Soviet Union"):
        player.acts(lambda: page.keyboard.press("z"))
    assert player.units("Caucasus") == before
    player.guest.shot("undone")
    assert player.question()["kind"] == "move"
    done = player.button(re.compile("^End move"))
    done.focus()
    player.acts(lambda: page.keyboard.press("Enter"))


def test_1914_is_played_on_its_map(table: Table) -> None:
    player = table(edition="great_war", size=LAPTOP, scheme="dark")
    page = player.page
    player.question()
    expect(page.get_by_text("This edition has no map yet.")).to_be_hidden()
    player.click("Berlin")
    expect(page.get_by_role("region", name="Space: Berlin")).to_contain_text("Naval base, serves Sea Zone 11")
    player.guest.shot("map of 1914")
    page.get_by_role("tab", name="Status").click()
    expect(page.get_by_role("heading", name="Revolution in Russia")).to_be_visible()
    player.guest.shot("status")
    player.guest.accessible()


def test_a_game_without_a_map_is_played_from_lists(table: Table) -> None:
    player = table(edition="great_war", size=LAPTOP, scheme="dark")
    player.guest.forgiven = "404"
    player.page.route("**/api/editions/great_war/map", lambda route: route.fulfill(status=404, json={"error": "none"}))
    player.page.reload()
    player.question()
    expect(player.page.get_by_text("This edition has no map yet.")).to_be_visible()
    player.plain_way()
    player.guest.shot("list board")
    player.guest.accessible()


def test_a_page_comes_back_when_the_server_does(table: Table, tmp_path: Path) -> None:
    """Kill the server in the middle of a turn and start it again: the page recovers by itself."""
    with Served(f"sqlite:///{tmp_path}/games.db") as server:
        player = table(url=server.url)
        player.guest.forgiven = "ERR_CONNECTION_REFUSED"
        player.until("move")
        question, moved = player.question(), player.revision()
        server.kill()
        expect(player.page.get_by_text("Connection lost. Reconnecting")).to_be_visible(timeout=60_000)
        player.guest.shot("lost")
        player.guest.accessible()
        server.start()
        expect(player.page.get_by_text("Connection lost. Reconnecting")).to_be_hidden(timeout=60_000)
        assert (player.question()["id"], player.revision()) == (question["id"], moved)
        player.advised(player.question())
        player.guest.shot("back")


def test_an_ended_game_proves_its_dice_and_leads_to_another_like_it(table: Table) -> None:
    player = table(powers=["Soviet Union"], rules=["gemmell.salvage"])
    page = player.page
    player.question()
    player.asked.get_by_role("button", name="Increase dice").click()
    player.acts(player.button("1 die for 5 IPCs").click)
    expect(page.get_by_text("Rolls for weapons development (5 IPCs)")).to_be_visible()
    player.guest.shot("what the dice brought")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="End the game…").click()
    page.get_by_role("button", name="End the game", exact=True).click()
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    expect(page.get_by_text(re.compile("Verified by this page: 1 roll .* the seed and the salts"))).to_be_visible()
    page.get_by_role("button", name="Verify on the server, too").click()
    expect(page.get_by_text("All 1 rolls (1 dice) match the seed and the salts")).to_be_visible()
    player.guest.shot("over")
    player.guest.accessible()
    page.get_by_role("link", name="Rematch").click()
    expect(page.get_by_role("radiogroup", name="Soviet Union", exact=True).get_by_label("Me")).to_be_checked()
    expect(page.get_by_role("radiogroup", name="Germany", exact=True).get_by_label("Computer")).to_be_checked()
    expect(page).to_have_url(re.compile(r"/new#edition=classic&scenario=\w+&rules=gemmell\.salvage$"))
