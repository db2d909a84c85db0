"""A user with a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Error, Locator, Page, expect

from tools.client import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = ROOT / "screenshots"
#: What is asked about a question may come after its answer; the page drops it then.
LATE = re.compile(r"/(preview|ways|advice)\b")
#: What the server may be too busy to calculate.
BUSY = re.compile(r"/(preview|odds)\b")
#: What Firefox tells as an error and is none: the page refuses the style with which Playwright hides the cursor in a
#: screenshot, and fonts are not loaded to their end when the user goes to another page.
HARMLESS = re.compile("blocked an inline style|^download failed .*status=2152398850")
SMALL, PHONE, TABLET, LAPTOP, DESK = (360, 740), (390, 844), (820, 1180), (1440, 900), (1920, 1080)


class Guest:
    """A user with their own browser: one page, its console errors, and its screenshots."""

    def __init__(self, page: Page, folder: Path, name: str, url: str) -> None:
        self.page, self.folder, self.name, self.url = page, folder, name, url
        self.faults: list[str] = []
        self.forgiven = ""  #: what a test expects its console to complain of
        self.shots = 0
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def _console(self, message: ConsoleMessage) -> None:
        where = message.location.get("url", "")
        late = "409" in message.text and LATE.search(where)
        busy = re.search("status of (429|503)", message.text) and BUSY.search(where)  # the page asks once more
        if message.type == "error" and not late and not busy:
            self.faults.append(f"{message.text} ({where})")

    def _error(self, error: Error) -> None:
        if self.firefox and HARMLESS.search(str(error)):
            return
        self.faults.append(f"exception: {error}")

    @property
    def firefox(self) -> bool:
        browser = self.page.context.browser
        return browser is not None and browser.browser_type.name == "firefox"

    def copied(self, button: Locator) -> str:
        """Press a button that copies, and return the text on the clipboard."""
        if not self.firefox:
            self.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        button.click()
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def open(self, path: str = "/") -> Page:
        """Open a path of the server."""
        self.page.goto(self.url + path)
        return self.page

    def shot(self, step: str, whole: bool = False) -> None:
        """Take a numbered screenshot of a step; `whole`: of the whole page instead of the visible part."""
        self.shots += 1
        name = re.sub(r"[^a-z0-9]+", "-", f"{self.name} {self.shots:02} {step}".lower()).strip("-")
        self.page.screenshot(path=self.folder / f"{name}.png", full_page=whole, animations="disabled")

    def accessible(self) -> None:
        """Assert that axe finds no serious fault on the page and that no heading skips a level.

        In Firefox, nothing is asserted: axe crashes the page of the Firefox of Debian now and then.
        """
        if self.firefox:
            return
        # the card that announces a turn has little contrast while it fades
        expect(self.page.locator(".card[role=status]")).to_have_count(0)
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: dict[str, Any] = self.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        grave = [
            fault
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical") or fault["id"] == "heading-order"
        ]
        assert not grave, "\n".join(
            f"{fault['id']}: {fault['help']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')}"
            for fault in grave
            for node in fault["nodes"][:5]
        )

    def fits(self) -> None:
        """Assert that the page does not scroll sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"the page is {wide} pixels too wide"

    def content(self) -> None:
        """Assert that the console has no errors."""
        faults = [fault for fault in self.faults if not self.forgiven or self.forgiven not in fault]
        assert not faults, "\n".join(faults)


def typed(field: Locator, text: str) -> None:
    """Replace the text in a field by keys; `fill` adds to the number in a field for numbers in Firefox."""
    field.press("ControlOrMeta+a")
    field.press_sequentially(text)


#: Makes a guest with a path of the server open: see the fixture `visit`.
Visit = Callable[..., Guest]
