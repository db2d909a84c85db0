"""Several people in one game: invitations, chat, spectators, and what each of them may see."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import WebSocket, expect

from tests.e2e.guest import Guest, Visit
from tests.e2e.player import Player
from tests.serving import Served


def test_a_friend_joins_by_link_and_plays_his_seat(visit: Visit) -> None:
    host = visit("/new", name="host")
    page = host.page
    page.get_by_label("Preset").select_option(label="Hot seat: everyone at this screen")
    page.get_by_role("radiogroup", name="Soviet Union").get_by_label("Friend").check()
    page.get_by_label("Your name").fill("Rommel")
    page.get_by_label("Title").fill("Two at a table")
    page.get_by_role("button", name="Start the game").first.click()
    page.wait_for_url("**/game/*")
    expect(page.get_by_role("heading", name="Waiting for one more player")).to_be_visible()
    host.shot("waiting")
    host.accessible()
    link = host.copied(page.get_by_role("button", name="Copy link"))
    assert link.startswith(f"{host.url}/join/") and "#" in link

    friend = visit(link.removeprefix(host.url), name="friend")
    expect(friend.page.get_by_role("heading", name="Two at a table")).to_be_visible()
    friend.page.get_by_label("Your name").fill("Zhukov")
    friend.shot("invited")
    friend.accessible()
    friend.page.get_by_role("button", name="Play Soviet Union").click()
    friend.page.wait_for_url("**/game/*")
    russian = Player(friend)
    german = Player(host)
    assert russian.question()["power"] == "Soviet Union"
    expect(page.locator(".asked, .wait").get_by_text("Waiting for Zhukov")).to_be_visible()
    russian.plain_way()
    page.wait_for_function("Number(document.querySelector('[data-revision]').dataset.revision) >= 1")
    assert not german.view()["questions"], "the question is not the host's"

    friend.page.get_by_role("tab", name="Chat").click()
    friend.page.get_by_label("Type a message").fill("Good evening.")
    friend.page.get_by_role("button", name="Send").click()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Good evening.")
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Zhukov")
    host.shot("chat")
    host.accessible()

    again = visit(link.removeprefix(host.url), name="late")
    expect(again.page.get_by_text("All seats are taken")).to_be_visible()
    again.shot("too late")


def secrets_in(message: str, seed_hash: str) -> list[str]:
    """Return the parts of a message that spectators must not see."""
    found: list[str] = []

    def look(value: Any, key: str) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                look(inner, name)
        elif isinstance(value, list):
            if key in ("questions", "invitations") and value:
                found.append(key)
            for inner in value:
                look(inner, key)
        elif (key in ("seed", "token", "secret") and value) or (key in ("can_undo", "host", "mine") and value):
            found.append(key)

    look(json.loads(message), "")
    assert seed_hash
    return found


def test_an_onlooker_sees_the_game_and_no_secrets(visit: Visit, table: Any) -> None:
    player = table()
    player.question()
    watching = Watching(visit(f"/game/{player.id}", name="onlooker"))
    page = watching.guest.page
    page.reload()  # now with all its traffic noted
    page.locator("[data-revision]").wait_for()
    expect(page.get_by_text("You are watching this game.")).to_be_visible()
    for _ in range(4):
        player.plain_way()
    newest = player.revision()
    page.wait_for_function("n => Number(document.querySelector('[data-revision]').dataset.revision) >= n", arg=newest)
    watching.guest.shot("watching")
    watching.guest.accessible()
    assert not page.locator(".question, .decide").count()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_text("Spectators cannot post in this chat.")).to_be_visible()
    assert len(watching.heard) > 3, "the traffic was noted"
    commitment = player.view()["commitment"]
    for message in watching.heard:
        assert not secrets_in(message, commitment), message[:300]


class Watching:
    """A guest with a record of all responses from the server."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.heard: list[str] = []
        guest.page.on("websocket", self._socket)
        guest.page.on("response", lambda r: self._kept(r) if "/api/games" in r.url else None)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.heard.append(str(payload)))

    def _kept(self, response: Any) -> None:
        if response.headers.get("content-type", "").startswith("application/json"):
            self.heard.append(response.text())


@pytest.mark.parametrize("what", ["ways?space=Russia", "advice?decision=0", "proof"])
def test_a_stranger_is_refused_in_one_sentence(server: Served, table: Any, what: str) -> None:
    player = table()
    player.question()
    told = httpx.get(f"{server.url}/api/games/{player.id}/{what}")
    assert told.status_code in (403, 409)
    assert told.json()["error"].endswith(".")
