"""A player at a game: what the page shows, the open question, and answers through the forms on screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from playwright.sync_api import Locator, Page, expect

from tests.e2e.guest import Guest

TOKEN = "id => JSON.parse(localStorage.getItem('sandtable.games') ?? '{}')[id]?.token ?? ''"

ANSWER = """async ([id, decision, text]) => {
  const { token } = JSON.parse(localStorage.getItem('sandtable.games'))[id];
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ decision, text });
  const response = await fetch(`/api/games/${id}/answers`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
}"""


class Player:
    """A guest on the page of a game."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.page: Page = guest.page
        self.page.locator("[data-revision]").wait_for()

    @property
    def id(self) -> str:
        return self.page.url.rstrip("/").rpartition("/")[2]

    def view(self) -> dict[str, Any]:
        """Return the game as the server shows it to this player.

        Asked beside the page: to hand over a whole view through it takes longer than all else that a turn needs. The
        server may close an idle connection just as it is used again; a browser then asks once more, as this does.
        """
        token = self.page.evaluate(TOKEN, self.id)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        response = self.page.request.get(f"{self.guest.url}/api/games/{self.id}", headers=headers, max_retries=2)
        return cast("dict[str, Any]", response.json())

    def units(self, space: str, owner: str = "") -> dict[str, int]:
        """Return the numbers of units in a space by type."""
        found: dict[str, int] = {}
        for row in self.view()["position"]["units"].get(space, []):
            if not owner or row["owner"] == owner:
                found[row["type"]] = found.get(row["type"], 0) + row["count"]
        return found

    def revision(self) -> int:
        """Return the number of the latest frame on the page."""
        return int(self.page.locator("[data-revision]").get_attribute("data-revision") or 0)

    def acts(self, act: Callable[[], object], frames: int = 1) -> None:
        """Do something and wait until it has made at least `frames` frames."""
        before = self.revision()
        act()
        self.page.wait_for_function(
            "n => Number(document.querySelector('[data-revision]').dataset.revision) >= n", arg=before + frames
        )

    # --- what is asked ---

    @property
    def asked(self) -> Locator:
        """The form on screen: beside the map or on the battle board."""
        return self.page.locator(".question:visible, .decide:visible").first

    def question(self, patience: float = 120) -> dict[str, Any]:
        """Wait until this player has an open decision with its form on screen, and return it."""
        expect(self.asked).to_be_visible(timeout=patience * 1000)
        while not (open := self.view()["questions"]):
            self.page.wait_for_timeout(100)
        return cast("dict[str, Any]", open[0])

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return a button of the form."""
        return self.asked.get_by_role("button", name=name)

    def answer(self, text: str) -> None:
        """Answer the open decision by its text, without the form on screen."""
        args = [self.id, self.question()["id"], text]
        self.acts(lambda: self.page.evaluate(ANSWER, args))

    def plain_way(self) -> None:
        """Answer with the main button of the form, or with the adviser where that is not enough."""
        question = self.question()
        main = self.asked.locator("button.primary")
        if (
            question["form"]["form"] in ("moves", "pick_units", "allocate")
            or not main.count()
            or main.first.is_disabled()
        ):
            self.advised(question)
        else:
            self.acts(self.confirm)

    def advised(self, question: dict[str, Any]) -> None:
        """Ask the adviser and accept the suggestion."""
        self.button("Ask the adviser").click()
        if question["form"]["form"] == "moves":
            self.acts(self.button("Accept").click)
            return
        expect(self.button("Ask the adviser")).to_be_enabled()
        self.acts(self.confirm)

    def confirm(self) -> None:
        """Press the main button of the form, and confirm if it asks again."""
        main = self.asked.locator("button.primary")
        (main.first if main.count() else self.button("Skip")).click()
        sure = self.button(re.compile("^Yes, "))
        if sure.count():
            sure.click()

    def until(self, kind: str, most: int = 60) -> dict[str, Any]:
        """Answer the plain way until a decision of a kind is open, and return it."""
        for _ in range(most):
            question = self.question()
            if question["kind"] == kind:
                return question
            self.plain_way()
        raise AssertionError(f"there came no question of kind {kind}")

    # --- the map ---

    def at(self, space: str) -> tuple[float, float]:
        """Return the center of a space on the screen."""
        box = self.page.locator(f'.spot[data-space="{space}"]').bounding_box()
        assert box, space
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, space: str) -> None:
        """Click a space of the map."""
        self.page.mouse.click(*self.at(space))

    def drag(self, start: str, end: str) -> None:
        """Drag the units of a space to another."""
        self.page.mouse.move(*self.at(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(end), steps=8)
        self.page.mouse.up()
