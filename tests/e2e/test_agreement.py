"""Two players in their browsers: what one of them may do only with the other's consent, and who can watch them."""

from __future__ import annotations

import re
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.guest import Visit
from tests.e2e.player import Player
from tests.serving import Served

#: How often a page is looked at before it must show what is expected, in tenths of a second.
PATIENCE = 300


class Two(NamedTuple):
    """The host, who plays Germany, and a friend, who plays the Soviet Union and must move."""

    host: Player
    friend: Player


@pytest.fixture
def two(visit: Visit, server: Served) -> Two:
    with httpx.Client(base_url=f"{server.url}/api", timeout=60) as client:
        seats = [{"power": "Germany", "kind": "human"}, {"power": "Soviet Union", "kind": "open"}]
        wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna", "title": "With consent"}
        made = client.post("/games", json=wish).raise_for_status().json()
        body = {"secret": made["invitations"][0]["secret"], "name": "Bo"}
        joined = client.post(f"/games/{made['id']}/join", json=body).raise_for_status().json()

    def sits(name: str, token: str) -> Player:
        guest = visit("/odds", name=name)
        kept = {made["id"]: {"token": token, "title": wish["title"]}}
        guest.page.evaluate("kept => localStorage.setItem('sandtable.games', JSON.stringify(kept))", kept)
        guest.open(f"/game/{made['id']}")
        return Player(guest)

    return Two(sits("host", made["token"]), sits("friend", joined["token"]))


def test_a_game_goes_back_when_the_other_player_agrees(two: Two) -> None:
    host, friend = two
    for _ in range(2):
        friend.plain_way()
    old, page = friend.id, friend.page
    page.get_by_role("button", name="Go to the start").click()
    page.get_by_role("button", name="Step forward").click()
    page.get_by_role("tab", name="History").click()
    page.get_by_role("button", name=re.compile("^Go back to step 1…")).click()
    page.get_by_role("button", name="Propose to go back to step 1").click()
    asked = host.page.get_by_role("status").filter(has_text="proposes")
    expect(asked).to_contain_text("Bo")
    host.guest.shot("asked")
    host.guest.accessible()
    asked.get_by_role("button", name="Refuse").click()
    expect(asked).to_be_hidden()
    assert friend.view()["status"] == "playing"

    page.get_by_role("button", name=re.compile("^Go back to step 1…")).click()
    page.get_by_role("button", name="Propose to go back to step 1").click()
    page.get_by_role("button", name="Live", exact=True).click()
    asked.get_by_role("button", name="Agree").click()
    for player in two:
        player.page.locator("#tab-play").click()
        player.page.get_by_role("button", name="Go to the game that continues this one").click()
        player.page.wait_for_url(lambda url: "/game/" in url and old not in url)
    assert host.id == friend.id and friend.question()["kind"] == "purchase"
    assert [seat["power"] for seat in host.view()["seats"] if seat["mine"]] == ["Germany"]


def test_a_seat_changes_hands_when_its_player_agrees(two: Two) -> None:
    host, friend = two
    friend.guest.forgiven = "401"  # the token of the seat ends with it
    page = host.page
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Change seats…").click()
    seat = page.locator(".players").get_by_role("listitem").filter(has_text="Soviet Union")
    seat.get_by_role("button", name="Give to the computer").click()
    expect(page.get_by_role("button", name="Withdraw proposal")).to_be_visible()
    asked = friend.page.get_by_role("status").filter(has_text="proposes")
    expect(asked).to_contain_text("Anna")
    friend.guest.shot("asked")
    friend.guest.accessible()
    assert not next(s for s in host.view()["seats"] if s["power"] == "Soviet Union")["mine"]
    asked.get_by_role("button", name="Agree").click()
    expect(friend.page.get_by_text("You are watching this game.")).to_be_visible()
    for _ in range(PATIENCE):  # the page turns to what happens in the game, and the computer plays on
        page.get_by_role("tab", name="Players").click()
        if seat.filter(has_text="Computer").is_visible():
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("the seat is not the computer's")
    host.guest.shot("given")


def test_only_invited_people_watch_when_the_host_says_so(two: Two, visit: Visit) -> None:
    host = two.host
    page, path = host.page, f"/game/{host.id}"
    stranger = visit(path, name="stranger")
    stranger.forgiven = "403"
    expect(stranger.page.get_by_text("You are watching this game.")).to_be_visible()
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Put it into the list").click()
    page.get_by_role("button", name="Remove it from the list").click()
    page.get_by_role("button", name="Let only invited people watch").click()
    expect(page.get_by_text("Only players and people with an invitation can watch.")).to_be_visible()
    host.guest.shot("restricted")
    host.guest.accessible()
    copy = page.get_by_role("button", name="Copy spectator link")
    link = host.guest.copied(copy).removeprefix(host.guest.url)
    assert link.startswith(f"{path}#watch=")

    stranger.page.reload()
    expect(stranger.page.get_by_text("Only people with an invitation can watch this game.")).to_be_visible()
    stranger.shot("refused")
    invited = visit(link, name="invited")
    expect(invited.page.get_by_text("You are watching this game.")).to_be_visible()
    invited.open(path)  # the browser keeps the secret
    expect(invited.page.get_by_text("You are watching this game.")).to_be_visible()
    page.get_by_role("button", name="Let anyone watch").click()
    stranger.page.reload()
    expect(stranger.page.get_by_text("You are watching this game.")).to_be_visible()
