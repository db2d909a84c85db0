"""Browser tests with a real server, a real Chromium, and a screenshot of every step in `screenshots/`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.guest import LAPTOP, PICTURES, Guest, Visit
from tests.e2e.player import Player
from tests.serving import Served
from tools.browser import find, find_firefox
from tools.client import BUILT

#: Makes a player at a new game: see the fixture `table`.
Table = Callable[..., Player]

#: What Firefox cannot be told later: less motion, the scroll bars of a phone, and a clipboard that a test can read.
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
    "dom.events.testing.asyncClipboard": True,
}
PATIENCE = 30_000  # milliseconds: the machine may have other things to do
expect.set_options(timeout=PATIENCE)

#: A browser's share in the dice is known too, and what others do is shown without waiting.
CHOSEN = """
crypto.getRandomValues = (array) => array.fill(7);
try {
  if (!localStorage.getItem('sandtable.settings'))
    localStorage.setItem('sandtable.settings', JSON.stringify({ speed: 'instant' }));
} catch {} // an empty page cannot store anything
"""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Start a server with an empty database, known seeds, and the current build of the client."""
    if not (BUILT / "index.html").exists():
        pytest.fail("The browser client is not built: run `make client`.")
    db = f"sqlite:///{tmp_path_factory.mktemp('server')}/games.db"
    with Served(db, command=(sys.executable, "-m", "tests.e2e.seeded", "serve")) as served:
        yield served


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Start a browser for one test file only, as its event loop disturbs tests that run their own.

    It is Chromium, or Firefox with ``BROWSER=firefox``.
    """
    with sync_playwright() as playwright:
        if os.environ.get("BROWSER") == "firefox":
            relay = tmp_path_factory.mktemp("firefox") / "firefox"
            command = shlex.join([sys.executable, str(Path(__file__).with_name("relay.py")), str(find_firefox())])
            relay.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
            relay.chmod(0o755)
            started = playwright.firefox.launch(
                channel="moz-firefox", executable_path=relay, firefox_user_prefs=dict(PREFERENCES)
            )
        else:
            started = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser, server: Served, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Return a function that opens guests; after the test, fail if a console has errors."""
    name = re.sub(r"\W+", "-", request.node.name).strip("-")
    folder = PICTURES / f"{Path(request.node.path).stem}" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    guests: list[Guest] = []

    def made(
        path: str = "/",
        size: tuple[int, int] = LAPTOP,
        scheme: Literal["light", "dark"] = "light",
        name: str = "",
        motion: Literal["reduce", "no-preference"] = "reduce",
        touch: bool = False,
        url: str = "",
    ) -> Guest:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion=motion,
            has_touch=touch,
            accept_downloads=True,
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(CHOSEN)
        guest = Guest(context.new_page(), folder, name, url or server.url)
        guests.append(guest)
        guest.open(path)
        return guest

    failures = request.session.testsfailed
    yield made
    for guest in guests:
        if request.session.testsfailed > failures:
            guest.shot("failed")
        guest.page.context.close()
    for guest in guests:
        guest.content()


@pytest.fixture
def table(visit: Visit) -> Table:
    """Return a function that seats a player at a new game with `powers` (default: all); computers play the rest."""

    def made(
        powers: Sequence[str] = (),
        rules: Sequence[str] = (),
        edition: str = "classic",
        others: str = "advised",
        **look: Any,
    ) -> Player:
        guest = visit("/odds", **look)  # a page of the same origin that asks for little
        known = httpx.get(f"{guest.url}/api/editions").raise_for_status().json()
        order = [power["name"] for row in known if row["id"] == edition for power in row["powers"]]
        wish = {
            "choice": {"edition": edition, "rules": list(rules)},
            "seats": [
                {"power": power, "kind": "human"}
                if power in (powers or order)
                else {"power": power, "kind": "computer", "player": others}
                for power in order
            ],
            "name": "Zhukov",
            "title": "At the table",
            "salt": "07" * 16,
        }
        new = httpx.post(f"{guest.url}/api/games", json=wish, timeout=60).raise_for_status().json()
        kept = {new["id"]: {"token": new["token"], "title": wish["title"]}}
        guest.page.evaluate("kept => localStorage.setItem('sandtable.games', JSON.stringify(kept))", kept)
        guest.open(f"/game/{new['id']}")
        return Player(guest)

    return made
