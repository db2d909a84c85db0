"""Whole games between computer players, served to a browser without a server."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlparse

import msgspec
from playwright.sync_api import Page, Route

from sandtable.ai import player
from sandtable.rules import registry
from sandtable.rules.ruleset import Ruleset
from sandtable.server import views
from sandtable.server.live import Live
from sandtable.server.records import Spec
from sandtable.server.wire import Frame, GameView, SeatInfo
from sandtable.server.wire_board import Position

ID = "recorded"


class Recorded:
    """A finished game: its first position, its frames, and how it is shown to a spectator."""

    def __init__(self, edition: str, rules: Sequence[str] = (), seed: str = "7", rounds: int = 15) -> None:
        limit = {"common.round_limit.rounds": rounds}
        self.rules = registry.build(edition, [*rules, "common.round_limit"], limit)
        live = Live(_spec(self.rules, seed))
        play = player("basic", seed)
        self.veil = views.Veil(self.rules.tables["hidden"])
        self.start: Position = self.veil.position(live.position)
        self.frames: list[Frame] = []
        while not live.over:
            decision = live.open()[0]
            assert live.game is not None
            answer = decision.form.write(play(live.game, decision), self.rules.words)
            given = live.give(decision, answer, "", float(live.revision))
            self.frames.append(self.veil.frame(given.frame, given.secrets))
        self.end: Position = self.veil.position(live.position)

    def view(self) -> GameView:
        """The finished game as a spectator sees it."""
        seats = [SeatInfo(power=p, kind="computer", name="basic", online=False, mine=False) for p in self.rules.powers]
        return GameView(
            id=ID, title="Recorded", status="over", created=0.0, revision=len(self.frames),
            board=views.board_info(self.rules), position=self.end, battle=None, asked=[], questions=[], can_undo=False,
            seats=seats,
            host=False, commitment="", salts=[], seed="5a", chat=[], faults="",
        )  # fmt: skip

    def serve(self, page: Page) -> None:
        """Answer the requests of the page about the game; the live connection fails."""
        page.route(f"**/api/games/{ID}**", self._answer)
        page.route(f"**/api/games/{ID}/**", self._answer)
        page.route_web_socket(f"**/api/games/{ID}/live", lambda socket: socket.close())

    def _answer(self, route: Route) -> None:
        url = urlparse(route.request.url)
        asked = {key: int(value[0]) for key, value in parse_qs(url.query).items() if value[0].lstrip("-").isdigit()}
        body: Any = self.view()
        if url.path.endswith("/start"):
            body = self.start
        elif url.path.endswith("/frames"):
            after = asked.get("after", 0)
            body = self.frames[after : after + asked.get("limit", 500)]
        elif url.path.endswith("/updates"):
            body = [{"type": "welcome", "view": json.loads(msgspec.json.encode(self.view()))}]
        route.fulfill(body=msgspec.json.encode(body), content_type="application/json")


def _spec(rules: Ruleset, seed: str) -> Spec:
    chosen = [(rule.id, views.plain(rule.options)) for rule in rules.rules]
    seats = dict.fromkeys(rules.powers, "basic")
    return Spec(rules.edition, rules.scenario, chosen, rules.fingerprint, seed, [], seats)
