"""The inside of the server: games with seats, all that may be done with them, and nothing of HTTP.

::

    async with Service("sqlite:///games.db") as service:
        made = await service.create(wish)
        view = await service.view(made.id, made.token)
        async with service.follow(made.id, Hello(made.token)) as updates:
            message = await updates.get()        # None: the connection is to be closed

A `token` is what a reader has proved to hold; an empty one is a spectator's. Every method raises `Refused`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

from .wire import (
    Accepted,
    Advice,
    Answer,
    Created,
    DiceProof,
    Frame,
    GameRow,
    GameView,
    Hello,
    Invitation,
    Join,
    Joined,
    LiveMessage,
    Message,
    MovePreview,
    NewGame,
    OddsBrief,
    Position,
    Say,
    SeatChange,
    TakeBack,
    WaysRow,
)


class Refused(Exception):
    """Why a request is refused: an HTTP status (see docs/server.md), one sentence, and the rule behind it, if any."""

    def __init__(self, status: int, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.rule = status, sentence, rule


class Service:
    """All games of one database. To be used as an async context manager: entering migrates the database, starts the
    writer and the computer players' processes, and resumes games with computers to move; leaving stops them."""

    def __init__(self, url: str = "sqlite:///:memory:", *, workers: int | None = None) -> None:
        """`url` as SQLAlchemy takes it (plain ``postgresql://`` too); `workers`: processes of computer players
        (None: one less than there are cores, at least one; 0: none think)."""

    async def __aenter__(self) -> Service:
        raise NotImplementedError

    async def __aexit__(self, *fault: Any) -> None:
        raise NotImplementedError

    async def create(self, wish: NewGame) -> Created:
        """A new game. 409 for rules that cannot be played, 400 for seats or players nobody knows."""
        raise NotImplementedError

    async def rows(self, ids: Sequence[str]) -> list[GameRow]:
        """These games, those that exist, in the order asked for."""
        raise NotImplementedError

    async def view(self, id: str, token: str = "") -> GameView:
        """The game as the holder of a token sees it. 404, 401."""
        raise NotImplementedError

    async def start(self, id: str, token: str = "") -> Position:
        """The first position."""
        raise NotImplementedError

    async def frames(self, id: str, token: str = "", after: int = 0, limit: int = 1000) -> list[Frame]:
        """Frames with numbers above `after`, at most `limit` (and at most 1000), in order."""
        raise NotImplementedError

    async def answer(self, id: str, token: str, answer: Answer) -> Accepted:
        """Answers an open decision; returns when it is durably stored. 403, 409."""
        raise NotImplementedError

    async def undo(self, id: str, token: str, back: TakeBack) -> Accepted:
        """Takes back the newest answer. 403, 409."""
        raise NotImplementedError

    async def ways(self, id: str, token: str, space: str) -> list[WaysRow]:
        """The ways of the units that the asked power can move from a space. 403, 404 (no such space), 409."""
        raise NotImplementedError

    async def advice(self, id: str, token: str, decision: int) -> Advice:
        """What the computer would answer. 403, 409."""
        raise NotImplementedError

    async def odds(self, id: str, token: str, space: str) -> OddsBrief:
        """The odds of the battle that stands in a space now, for everybody. 404."""
        raise NotImplementedError

    async def preview(self, id: str, token: str, wish: MovePreview) -> OddsBrief:
        """The odds of an attack if these moves were made. 403, 409."""
        raise NotImplementedError

    async def say(self, id: str, token: str, line: Say) -> Message:
        """A line of chat. 403."""
        raise NotImplementedError

    async def join(self, id: str, token: str, wish: Join) -> Joined:
        """Takes an open seat; with a token, the seat is added to those of the token. 403 (secret void), 409."""
        raise NotImplementedError

    async def seat(self, id: str, token: str, wish: SeatChange) -> Invitation:
        """The host gives a seat away, opens it or takes it. 403, 409."""
        raise NotImplementedError

    async def invitations(self, id: str, token: str) -> list[Invitation]:
        """New invitations for all open seats; the old ones are void. 403."""
        raise NotImplementedError

    async def close(self, id: str, token: str) -> Accepted:
        """The host ends the game, without a winner. 403, 409."""
        raise NotImplementedError

    async def save(self, id: str, token: str = "") -> str:
        """The text of the saved game. 409 while the game is not over (it holds the seed)."""
        raise NotImplementedError

    async def proof(self, id: str, token: str = "") -> DiceProof:
        """All rolls of a finished game, rolled again. 409 while it is not over."""
        raise NotImplementedError

    async def updates(self, id: str, token: str = "", after: int = 0) -> list[LiveMessage]:
        """What a live connection would have told since frame `after` (-1: everything)."""
        raise NotImplementedError

    def follow(self, id: str, hello: Hello) -> AbstractAsyncContextManager[asyncio.Queue[LiveMessage | None]]:
        """A live connection: a queue that begins with a `Welcome` or an `Update`. None in it: the connection is to be
        closed (the reader was too slow, or the server stops). Entering raises `Refused`."""
        raise NotImplementedError
