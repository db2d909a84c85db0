"""A person signs in by a mailed link, and finds their game and seat on another device."""

from __future__ import annotations

import email
import re
import sys
from collections.abc import Iterator
from email.policy import default
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.e2e.guest import PHONE, Guest, Visit
from tests.e2e.player import Player
from tests.serving import Served

MAIL = "zhukov@example.org"


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Path]]:
    """A server that puts mail into a folder, and the folder."""
    folder = tmp_path_factory.mktemp("post")
    command = (sys.executable, "-m", "tests.e2e.seeded", "serve", "--mail", f"file:{folder / 'mail'}")
    with Served(f"sqlite:///{folder}/games.db", command=command) as served:
        yield served, folder / "mail"


def link(folder: Path) -> str:
    """The path in the latest mail."""
    latest = max(folder.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
    message = email.message_from_bytes(latest.read_bytes(), policy=default)
    assert message["To"] == MAIL
    found = re.search(r"http://127\.0\.0\.1:\d+(/me#\S+)", message.get_content())
    assert found
    return found[1]


def sign_in(guest: Guest, folder: Path) -> None:
    page = guest.page
    guest.open("/")
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_label("Your mail address").fill(MAIL)
    guest.shot("sign in")
    guest.accessible()
    page.get_by_role("button", name="Mail me a link").click()
    expect(page.get_by_text("A link is on its way to")).to_be_visible()
    guest.open("/odds")
    guest.open(link(folder))
    page.get_by_role("button", name=f"Sign in as {MAIL}").wait_for()
    assert "#" not in page.url, "the secret does not stay in the address"
    guest.shot("link")
    guest.accessible()
    page.get_by_role("button", name=f"Sign in as {MAIL}").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def test_a_seat_is_found_and_played_on_another_device(visit: Visit, post: tuple[Served, Path]) -> None:
    server, folder = post
    laptop = visit("/odds", name="laptop", url=server.url)
    seats = [{"power": p, "kind": "human"} for p in ("Soviet Union", "Germany")]
    wish = {"choice": {"edition": "classic"}, "seats": seats, "name": "Zhukov", "title": "By mail"}
    made = httpx.post(f"{server.url}/api/games", json=wish, timeout=60).raise_for_status().json()
    kept = {made["id"]: {"token": made["token"], "title": "By mail"}}
    laptop.page.evaluate("kept => localStorage.setItem('sandtable.games', JSON.stringify(kept))", kept)
    sign_in(laptop, folder)
    expect(laptop.page.get_by_role("link", name="By mail")).to_contain_text("Your turn")
    laptop.shot("my games")

    phone = visit("/odds", name="phone", size=PHONE, url=server.url)
    sign_in(phone, folder)
    row = phone.page.get_by_role("link", name="By mail")
    expect(row).to_contain_text("Your turn")
    phone.shot("my games")
    phone.accessible()
    phone.fits()
    row.click()
    phone.page.wait_for_url("**/game/*")
    player = Player(phone)
    assert player.question()["power"] == "Soviet Union"
    player.plain_way()
    phone.shot("playing")

    headers = {"Authorization": f"Bearer {made['token']}"}
    view = httpx.get(f"{server.url}/api/games/{made['id']}", headers=headers).json()
    assert view["revision"] >= 1, "the answer of the phone is the player's"

    laptop.page.evaluate("localStorage.removeItem('sandtable.games')")  # a browser that has lost its tokens
    laptop.open(f"/game/{made['id']}")
    assert Player(laptop).question()["power"] == "Soviet Union"

    laptop.open("/me")
    laptop.page.get_by_label("Your name").fill("Georgy")
    laptop.page.get_by_role("button", name="Save").click()
    expect(laptop.page.get_by_role("button", name="Save")).to_be_disabled()
    laptop.shot("me")
    laptop.accessible()
    laptop.page.get_by_role("button", name="Sign out on this device").click()
    expect(laptop.page.get_by_role("heading", name="Sign in")).to_be_visible()
    laptop.open("/")
    expect(laptop.page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    expect(laptop.page.get_by_role("link", name="By mail")).to_have_count(0)


def test_a_passkey_of_this_device(visit: Visit, post: tuple[Served, Path]) -> None:
    """With the virtual authenticator of Chromium."""
    server, folder = post
    guest = visit("/odds", name="passkey", url=server.url.replace("127.0.0.1", "localhost"))
    page = guest.page
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    how = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    how |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": how})
    sign_in(guest, folder)
    guest.open("/me")
    page.get_by_label("Name of this device").fill("Laptop")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Laptop, added")).to_be_visible()
    guest.shot("added")
    guest.accessible()
    page.get_by_role("button", name="Sign out on this device").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Sandtable")).to_be_visible()
    guest.open("/me")
    expect(page.get_by_text(f"You are signed in as {MAIL}")).to_be_visible()
    expect(page.get_by_text("last used")).to_be_visible()
    page.get_by_role("button", name="Remove passkey Laptop").click()
    expect(page.get_by_text("Laptop, added")).to_have_count(0)
    guest.forgiven = "403"
    page.get_by_role("button", name="Sign out on this device").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("not known here")


def test_a_used_link_is_refused_in_one_sentence(visit: Visit, post: tuple[Served, Path]) -> None:
    guest = visit("/odds", name="late", url=post[0].url)
    guest.forgiven = "403"
    guest.open("/me#used")
    expect(guest.page.get_by_role("alert")).to_contain_text("This link has been used already or is too old.")
    expect(guest.page.get_by_label("Your mail address")).to_be_visible()


def test_a_server_without_mail_says_so(visit: Visit) -> None:
    guest = visit("/me")
    expect(guest.page.get_by_text("This server does not send mail")).to_be_visible()
    guest.open("/")
    expect(guest.page.get_by_role("heading", name="Sandtable")).to_be_visible()
    expect(guest.page.get_by_role("link", name="Sign in", exact=True)).to_have_count(0)
