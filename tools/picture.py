"""Take the picture of a game for the README: `python -m tools.picture docs/game.webp`.

Plays a game with known dice into the middle of its first battle, in a real browser. Needs the development packages and
the built client.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

import httpx
from playwright.sync_api import sync_playwright

from tests.e2e.guest import LAPTOP, Guest
from tests.e2e.player import Player
from tests.serving import Served
from tools.browser import find

MOVES = ("Caucasus", "Karelia S.S.R.", "Russia")


def picture(path: Path) -> None:
    """Write a picture of the battle for Ukraine to `path`, as WebP."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = (sys.executable, "-m", "tests.e2e.seeded", "serve")
        with Served(f"sqlite:///{folder}/games.db", command) as served:
            browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
            context = browser.new_context(viewport={"width": LAPTOP[0], "height": LAPTOP[1]}, reduced_motion="reduce")
            guest = Guest(context.new_page(), Path(folder), "", served.url)
            player = seated(guest)
            player.until("move")
            for space in MOVES:
                player.click(space)
                player.asked.get_by_role("spinbutton").first.wait_for()
                player.acts(lambda: player.click("Ukraine S.S.R."))
                guest.page.wait_for_timeout(500)
            while player.question()["kind"] == "move":
                player.button("Done: fight").click()
                guest.page.wait_for_timeout(500)
            while player.question()["kind"] != "casualties":
                player.plain_way()
            guest.page.mouse.move(*player.at("Ukraine S.S.R."))
            guest.page.mouse.wheel(0, -420)  # zoom in
            guest.page.wait_for_timeout(1000)
            guest.page.mouse.move(700, 880)
            guest.page.wait_for_timeout(2500)
            session = context.new_cdp_session(guest.page)
            shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
            path.write_bytes(base64.b64decode(shot["data"]))
            browser.close()


def seated(guest: Guest) -> Player:
    """Open a new game in which we play the Soviet Union."""
    wish = {
        "choice": {"edition": "classic", "rules": ["gemmell"]},
        "seats": [{"power": "Soviet Union", "kind": "human"}],
        "name": "Zhukov",
        "title": "Ukraine",
        "salt": "07" * 16,
    }
    new = httpx.post(f"{guest.url}/api/games", json=wish, timeout=60).raise_for_status().json()
    kept = {new["id"]: {"token": new["token"], "title": wish["title"]}}
    guest.open("/odds").evaluate("kept => localStorage.setItem('sandtable.games', JSON.stringify(kept))", kept)
    guest.open(f"/game/{new['id']}")
    return Player(guest)


if __name__ == "__main__":
    picture(Path(sys.argv[1]))
