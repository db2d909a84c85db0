"""Frame time while the map is dragged: `python -m benchmarks.by_hand.panning [EDITION..]`.

Each edition's game is opened in a browser at desk and phone size, zoomed in, and its map dragged to and fro, in turns.
The median and the 95th percentile of the time between frames are printed, and the processor time of the whole browser
for each movement of the pointer, which depends less on what else the machine does.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import httpx
import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from tests.crowd import percentile
from tests.serving import Served
from tools.browser import find

#: Editions; how often each map is dragged; movements of the pointer in each drag; sizes of the window.
EDITIONS, DRAGS, MOVES, SIZES = ("classic", "great_war", "pacific"), 3, 40, ((1440, 900), (390, 844))
#: The frame of the drawn map.
MAP = ".board"
#: Notes the time of each frame.
WATCH = """() => {
  window.frames_seen = [];
  const note = (now) => { window.frames_seen.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""


class Table(NamedTuple):
    """A page with a game, and what has been measured on it: milliseconds between frames, and of work per movement."""

    page: Page
    frames: list[float]
    work: list[float]


def opened(browser: Browser, url: str, edition: str, size: tuple[int, int]) -> Table:
    """Open a new game of an edition and zoom into its map."""
    seats = [
        {"power": power["name"], "kind": "human"}
        for row in httpx.get(f"{url}/api/editions").raise_for_status().json()
        if row["id"] == edition
        for power in row["powers"]
    ]
    wish = {"choice": {"edition": edition, "rules": []}, "seats": seats, "name": "Zhukov", "title": edition}
    new: dict[str, Any] = httpx.post(f"{url}/api/games", json=wish, timeout=60).raise_for_status().json()
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{url}/game/{new['id']}")
    page.locator(MAP).wait_for()
    page.wait_for_timeout(1500)
    page.mouse.move(*middle(page))
    for _ in range(3):
        page.mouse.wheel(0, -240)
        page.wait_for_timeout(200)
    page.evaluate(WATCH)
    return Table(page, [], [])


def middle(page: Page) -> tuple[float, float]:
    """Return the middle of the visible map."""
    box = page.locator(MAP).first.bounding_box()
    assert box is not None, "there is no map on the page"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(table: Table, way: int) -> None:
    """Drag the map to one side and note the frames and the work."""
    page = table.page
    page.bring_to_front()
    x, y = middle(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate("window.frames_seen.length = 0")
    before = busy()
    for i in range(MOVES):
        page.mouse.move(x + 200 * way * i / MOVES, y + 80 * way * i / MOVES)
    times: list[float] = page.evaluate("window.frames_seen")
    table.work.append((busy() - before) * 1000 / MOVES)
    page.mouse.up()
    table.frames.extend(b - a for a, b in pairwise(times))


def busy() -> float:
    """Return the seconds of processor time that all processes of the browser have used."""
    rows = [p.cpu_times() for p in psutil.Process().children(recursive=True) if "chrom" in p.name().lower()]
    return float(sum(row.user + row.system for row in rows))


def main(editions: Sequence[str]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(f"sqlite:///{folder}/games.db") as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox"])
        for size in SIZES:
            tables = {edition: opened(browser, served.url, edition, size) for edition in editions}
            for i in range(2 * DRAGS):
                for table in tables.values():
                    drag(table, 1 if i % 2 else -1)
            for edition, table in tables.items():
                frames = f"{percentile(table.frames, 0.5):.1f} ms, 95%: {percentile(table.frames, 0.95):.1f} ms"
                work = f"{percentile(table.work, 0.5):.2f} ms"
                print(f"{size[0]} x {size[1]}, {edition}: frame {frames}; processor per movement {work}", flush=True)
                table.page.context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or EDITIONS)
