"""Mistakes that the page prevents, and first steps that it makes easy."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Table
from tests.e2e.guest import LAPTOP, PHONE, SMALL, Visit, typed
from tests.e2e.player import Player


def test_enter_alone_does_not_buy_nothing(table: Table) -> None:
    player = table()
    question = player.until("purchase")
    for _ in range(3):
        player.page.keyboard.press("Enter")
    expect(player.page.get_by_role("alert")).to_contain_text("You have 24 IPCs to spend. Buy no units this turn?")
    assert player.question()["id"] == question["id"]
    player.guest.shot("asks once")
    player.guest.accessible()
    typed(player.asked.get_by_role("spinbutton", name="Infantry"), "1")
    expect(player.page.get_by_role("alert")).to_be_hidden()
    player.asked.get_by_role("button", name="Clear").click()
    player.page.locator("#tab-play").focus()
    player.page.keyboard.press("Enter")
    player.button("Buy no units").click()
    player.acts(lambda: player.page.keyboard.press("y"))
    assert player.view()["position"]["ipcs"]["Soviet Union"] == 24


def test_a_hot_seat_needs_no_name(visit: Visit) -> None:
    guest = visit("/new")
    page = guest.page
    page.get_by_label("Preset").select_option(label="Hot seat: everyone at this screen")
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/game/*")
    assert Player(guest).question()["power"] == "Soviet Union"


def test_one_link_seats_a_friend_at_all_their_powers(visit: Visit) -> None:
    host = visit("/new", name="host")
    page = host.page
    page.get_by_label("Preset").select_option(label="Play the Allies against a friend")
    page.get_by_role("button", name="Start the game").first.click()
    expect(page.get_by_text("Enter a name for the other players to see.")).to_be_visible()
    page.get_by_label("Your name").fill("Zhukov")
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("button", name="Copy link for Germany and Japan")).to_be_visible()
    host.shot("waiting")
    host.accessible()
    link = host.copied(page.get_by_role("button", name="Copy link for Germany and Japan"))

    friend = visit(link.removeprefix(host.url), name="friend")
    expect(friend.page.get_by_text("Zhukov invites you to play Germany and Japan in")).to_be_visible()
    friend.page.get_by_label("Your name").fill("Rommel")
    friend.shot("invited")
    friend.page.get_by_role("button", name="Play Germany and Japan").click()
    friend.page.wait_for_url("**/game/*")
    seats = {seat["power"]: seat["mine"] for seat in Player(friend).view()["seats"]}
    assert [power for power, mine in seats.items() if mine] == ["Germany", "Japan"]
    assert Player(host).question()["power"] == "Soviet Union"


def test_moves_on_a_phone_start_at_the_front(table: Table) -> None:
    player = table(size=PHONE, touch=True)
    player.until("move")
    player.page.wait_for_timeout(900)  # the map flies there
    box = player.page.get_by_role("main", name="Board").bounding_box()
    assert box
    x, y = player.at("Karelia S.S.R.")
    assert box["x"] < x < box["x"] + box["width"]
    assert box["y"] < y < box["y"] + box["height"]
    player.guest.shot("front")


def test_a_replay_leaves_the_map_free(table: Table) -> None:
    player = table(size=PHONE)
    player.until("purchase")
    player.page.keyboard.press("Home")
    banner = player.page.locator(".ticker")
    expect(banner).to_contain_text("Replay: start of game")
    told, board = banner.bounding_box(), player.page.get_by_role("main", name="Board").bounding_box()
    assert told and board
    assert told["y"] + told["height"] <= board["y"] + 1
    player.guest.shot("replay")
    player.guest.accessible()
    player.guest.fits()


def test_a_slow_line_shows_the_outline_of_the_page(visit: Visit) -> None:
    guest = visit("/odds")
    held: list[Route] = []
    slow = True
    guest.page.route("**/assets/*.js", lambda route: held.append(route) if slow else route.continue_())
    guest.page.goto(guest.url + "/", wait_until="commit")
    skeleton = guest.page.get_by_role("status", name="Loading Sandtable")
    expect(skeleton).to_be_visible()
    guest.shot("outline")
    slow = False
    for route in held:
        route.continue_()
    expect(guest.page.get_by_role("heading", name="Sandtable")).to_be_visible()
    expect(skeleton).to_be_hidden()


def test_salvage_counts_all_units_and_the_whole_refund(table: Table) -> None:
    player = table(rules=["gemmell.salvage"])
    player.until("offer")
    player.acts(player.asked.get_by_role("button", name=re.compile("half their cost")).click)
    player.question()
    units = Counter[str]()
    for rows in player.view()["position"]["units"].values():
        for row in rows:
            units[row["type"]] += row["count"] if row["owner"] == "Soviet Union" else 0
    infantry = player.asked.get_by_role("radio", name=re.compile("^Infantry"))
    expect(infantry).to_have_text(re.compile(rf"Infantry\s*{units['infantry']}$"))
    infantry.click()
    numbers = player.asked.get_by_role("spinbutton")
    typed(numbers.nth(0), "2")
    typed(numbers.nth(1), "1")
    expect(infantry).to_have_text(re.compile(rf"Infantry\s*{units['infantry'] - 3}$"))
    player.guest.shot("chosen")
    player.guest.accessible()
    player.acts(player.button("Turn in 3 for 3 IPCs").click)


def test_units_that_must_move_are_listed(table: Table) -> None:
    player = table()
    player.until("move")
    player.answer("5 infantry: Caucasus > Ukraine S.S.R.")
    player.answer("3 infantry, 1 tank, 1 fighter: Karelia S.S.R. > Ukraine S.S.R.")
    player.answer("done")
    for _ in range(40):
        question = player.question()
        if question["kind"] == "move":
            break
        player.plain_way()
    assert question["context"]["phase"] == "noncombat"
    assert not question["form"]["may_end"], "the fighter flies"
    expect(player.asked.get_by_text("aircraft in Ukraine S.S.R. must land first")).to_be_visible()
    expect(player.button("End move")).to_be_disabled()
    player.guest.shot("must land")
    player.guest.accessible()
    player.asked.get_by_role("list", name="Must move").get_by_role("button", name=re.compile("^Ukraine")).click()
    expect(player.asked.get_by_role("heading", name="Ukraine S.S.R.")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["desk", "phone"])
def test_names_of_rolls_stay_inside_the_panel(table: Table, size: tuple[int, int]) -> None:
    player = table(["Germany"], ["enhanced.battleship_aa"], edition="anniversary", size=size)
    player.until("move")
    player.answer("2 submarine: Sea Zone 7 > Sea Zone 8 > Sea Zone 2")
    player.answer("1 fighter: Norway > Sea Zone 3 > Sea Zone 2")
    player.answer("1 bomber: Germany > Northwestern Europe > Sea Zone 7 > Sea Zone 8 > Sea Zone 2")
    player.answer("done")
    name = player.page.get_by_text("antiaircraft fire of battleships").first
    expect(name).to_be_visible()
    player.guest.shot("rolls")
    inner, panel = name.bounding_box(), player.page.locator(".trays").first.bounding_box()
    assert inner
    assert panel
    assert inner["x"] + inner["width"] <= panel["x"] + panel["width"]


@pytest.mark.parametrize("size", [LAPTOP, SMALL], ids=["desk", "small phone"])
def test_tabs_share_the_space_between_their_names(table: Table, size: tuple[int, int]) -> None:
    """Also while a mark on the first tab says that it is the player's turn. No name touches an edge."""
    player = table(["Germany"], edition="anniversary", size=size)
    player.question()
    player.page.get_by_role("tab", name="Players").click()
    tabs = player.page.get_by_role("tablist", name="Game panel")
    expect(tabs.get_by_text("your turn")).to_be_attached()
    player.guest.shot("tabs")
    spaces = []
    for tab in tabs.get_by_role("tab").all()[1:]:
        name, button = tab.locator("span").first.bounding_box(), tab.bounding_box()
        assert name
        assert button
        spaces.append(button["x"] + button["width"] - name["x"] - name["width"])
    assert min(spaces) >= 3
    assert max(spaces) - min(spaces) <= 1
