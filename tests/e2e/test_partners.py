"""A partner acts for a player whose time has run out, by a clock that the test sets, until the player is back."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.guest import DESK, PHONE, Guest, Visit
from tests.e2e.player import Player
from tests.serving import Served
from tests.timed import Clock, environment

DAY = 86400


class Table:
    """A game of Anna's Soviet Union and Bo's United Kingdom against Cy's Germany; their tokens by name."""

    def __init__(self, server: Served, clock: Clock) -> None:
        self.server, self.clock = server, clock
        self.client = httpx.Client(base_url=f"{server.url}/api", timeout=60, trust_env=False)
        seats = [{"power": "Soviet Union", "kind": "human"}]
        seats += [{"power": power, "kind": "open", "friend": power} for power in ("United Kingdom", "Germany")]
        pace, terms = {"kind": "turn", "seconds": DAY}, {"standin": "partner"}
        wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna", "title": "Two of a side"}
        made = self.client.post("/games", json={**wish, "pace": pace, "terms": terms}).raise_for_status().json()
        self.id, self.tokens = made["id"], {"Anna": made["token"]}
        invited = {one["power"]: one["secret"] for one in made["invitations"]}
        for name, power in (("Bo", "United Kingdom"), ("Cy", "Germany")):
            body = {"secret": invited[power], "name": name}
            self.tokens[name] = self.client.post(f"/games/{self.id}/join", json=body).raise_for_status().json()["token"]

    def guest(self, visit: Visit, name: str, size: tuple[int, int]) -> Player:
        """Let a player open the game in a browser of their own."""
        guest: Guest = visit("/odds", name=name, size=size, url=self.server.url)
        kept = {self.id: {"token": self.tokens[name], "title": "Two of a side"}}
        guest.page.evaluate("kept => localStorage.setItem('sandtable.games', JSON.stringify(kept))", kept)
        guest.open(f"/game/{self.id}")
        return Player(guest)

    def seat(self) -> dict[str, Any]:
        """The seat of the Soviet Union."""
        view = self.client.get(f"/games/{self.id}").raise_for_status().json()
        return next(dict(seat) for seat in view["seats"] if seat["power"] == "Soviet Union")


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("partners")
    clock = Clock(folder / "clock")
    command = (sys.executable, "-m", "tests.timed", "serve")
    with Served(f"sqlite:///{folder}/games.db", command, **environment(clock, "127.0.0.1:9")) as server:
        made = Table(server, clock)
        yield made
        made.client.close()


def looked_at(player: Player, step: str) -> None:
    player.guest.shot(step)
    player.guest.accessible()
    player.guest.fits()


@pytest.mark.slow
def test_a_partner_plays_for_an_absent_player(table: Table, visit: Visit) -> None:
    anna, bo = table.guest(visit, "Anna", DESK), table.guest(visit, "Bo", DESK)
    cy = table.guest(visit, "Cy", PHONE)
    assert anna.question()["power"] == "Soviet Union"
    for other in (bo, cy):
        expect(other.page.locator(".question")).to_have_count(0)

    # Anna does not play for a day: Bo is asked, and everybody sees it.
    table.clock.add(DAY + 60)
    expect(bo.page.get_by_text("You act for Anna, whose time has run out.")).to_be_visible()
    assert bo.page.title().startswith("● Your turn for Anna: Soviet Union")
    looked_at(bo, "acts")
    expect(anna.page.locator(".question")).to_have_count(0)
    expect(anna.page.get_by_text("out of time: Bo acts for you")).to_be_visible()
    looked_at(anna, "away")
    expect(cy.page.locator(".time").get_by_text("out of time: Bo acts for Anna")).to_be_visible()
    expect(cy.page.locator(".question")).to_have_count(0)
    looked_at(cy, "sees it")
    bo.plain_way()
    bo.plain_way()
    assert bo.question()["power"] == "Soviet Union"
    for player, who in ((bo, "you act"), (cy, "Bo acts")):
        player.page.get_by_role("tab", name="Players").click()
        expect(player.page.get_by_text(f"Out of time: {who} for Anna until the player comes back")).to_be_visible()
        looked_at(player, "seats")
    cy.page.get_by_role("tab", name="History").click()
    expect(cy.page.get_by_role("region", name="History").get_by_text("by Bo, for a partner").first).to_be_visible()
    looked_at(cy, "history")

    # What Anna writes to her side, Cy does not see.
    for player in (anna, bo, cy):
        player.page.get_by_role("tab", name="Chat").click()
    expect(cy.page.get_by_role("radiogroup", name="Who can read the message")).to_have_count(0)
    anna.page.get_by_role("radio", name="Allies").check()
    for text, seen in (("Hold Karelia.", 0), ("Good luck!", 1)):
        anna.page.get_by_label("Type a message").fill(text)
        anna.page.get_by_role("button", name="Send").click()
        expect(bo.page.get_by_role("log").get_by_text(text)).to_be_visible()
        expect(cy.page.get_by_role("log").get_by_text(text)).to_have_count(seen)
        anna.page.get_by_role("radio", name="Everyone").check()
    expect(bo.page.get_by_role("log").get_by_text("only Allies")).to_be_visible()
    looked_at(bo, "chat")
    looked_at(anna, "chat")
    for player in (anna, bo, cy):
        player.page.get_by_role("tab", name=re.compile(r"^Play\b")).click()

    # Anna is back, and goes on.
    anna.page.get_by_role("button", name="Play Soviet Union yourself again").click()
    assert anna.question()["power"] == "Soviet Union"
    expect(bo.page.locator(".question")).to_have_count(0)
    assert not table.seat()["standin"]
    anna.plain_way()
    looked_at(anna, "back")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_host_chooses_who_acts_for_an_absent_player(visit: Visit, size: tuple[int, int]) -> None:
    guest = visit("/new", size=size)
    page = guest.page
    page.get_by_role("radio", name="Friend", exact=True).first.check()
    expect(page.get_by_label("When a player's time runs out")).to_have_count(0)
    page.get_by_label("Time to think").select_option("2 days for each turn")
    who = page.get_by_label("When a player's time runs out")
    expect(who).to_have_accessible_description(re.compile("^The computer plays until"))
    who.select_option("A partner acts first")
    expect(who).to_have_accessible_description(re.compile("^The other people of the side"))
    who.scroll_into_view_if_needed()
    guest.shot("form")
    guest.accessible()
    guest.fits()
