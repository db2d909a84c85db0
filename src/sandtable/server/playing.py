"""Playing: reading a game, answering, undoing, talking, and following."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from functools import partial

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from . import hall as halls
from . import queries
from .desk import Desk, playing
from .partners import side_of
from .refusals import Refused, unavailable
from .requests import Accepted, Answer, Hello, Say, TakeBack
from .rooms import Follower
from .wire import Frame, GameRow, GameView, LiveMessage, Message
from .wire_board import Position
from .wishes import LINE, TEXT, clean

#: Maximum number of games in one list.
LISTED = 200


class Playing(Desk):
    """Shows games and takes the acts of their players."""

    async def rows(self, ids: Sequence[str]) -> list[GameRow]:
        """Return the rows of these games in the same order, without those that do not exist."""
        wanted = [id for id in ids[:LISTED] if halls.ID.fullmatch(id)]
        try:
            found = await self.hall.store.read(queries.rows, wanted) if wanted else []
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        return [GameRow(*row) for row in found]

    async def view(self, id: str, token: str = "") -> GameView:
        """Return the game as the holder of a token sees it. Raises 404, 401."""
        async with self.hall.inside(id) as room:
            return self.hall.view(room, self._reader(room, token))

    async def start(self, id: str, token: str = "") -> Position:
        """Return the first position."""
        async with self.hall.inside(id) as room:
            veil = room.veil(self._reader(room, token))
        return veil.position(msgspec.json.decode(await self.hall.read(queries.start, id), type=Position))

    async def frames(self, id: str, token: str = "", after: int = 0, limit: int = halls.FRAMES) -> list[Frame]:
        """Return the frames with numbers above `after` in order, at most `limit` and at most 1000."""
        async with self.hall.inside(id) as room:
            veil = room.veil(self._reader(room, token))
        return await self.hall.frames(id, veil, after, limit)

    async def answer(self, id: str, token: str, answer: Answer) -> Accepted:
        """Answer an open decision; return when the answer is durably stored. Raises 403, 409.

        The write finds out whether another server has changed the game; only an answer that is refused is tried again
        in a game that was compared with the database before.
        """

        async def work(check: bool) -> Accepted:
            async with self.hall.inside(id, check) as room:
                reader, decision = self._asked(room, token, answer.decision)
                if len(answer.text) > TEXT:
                    raise Refused(413, "This answer is too long.")
                partner = "" if decision.power in reader.powers else room.seat(reader.powers[0]).name
                give = partial(room.game.give, decision, answer.text, reader.hash, self.hall.now(), partner=partner)
                return await self.hall.change(room, lambda: [give()])

        async def tried() -> Accepted:
            stale = self.hall.stale(id)
            try:
                return await work(check=False)
            except Refused:
                if not stale:
                    raise
            return await work(check=True)

        return await self.hall.whole(tried())

    async def undo(self, id: str, token: str, back: TakeBack) -> Accepted:
        """Undo the latest answer. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                mending = room.failing and self._reader(room, token).host
                reader, live = self._reader(room, token) if mending else self._holder(room, token), room.game
                playing(live)
                if back.revision != live.revision:
                    raise Refused(409, "The game has moved on. Reload it.")
                if not (live.can_undo() if mending else live.may_undo()):
                    raise Refused(
                        409,
                        "Nothing to undo: dice have been rolled or a computer player has acted since your last action.",
                    )
                if not halls.can_undo(room, reader):
                    raise Refused(403, "Only the player who acted last can undo.")
                return await self.hall.change(room, lambda: [live.undo(self.hall.now())])

        return await self.hall.whole(work())

    async def say(self, id: str, token: str, line: Say) -> Message:
        """Post a line of chat, for everyone or for the writer's side. Raises 403."""
        text = clean(line.text, LINE, "a message")

        async def work() -> Message:
            async with self.hall.inside(id) as room:
                reader = self._reader(room, token)
                if not reader.hash:
                    raise Refused(403, "Only players can post in this chat.")
                power = reader.powers[0] if reader.powers else ""
                if line.to == "side" and not power:
                    raise Refused(403, "Only players with a power have a side to write to.")
                name = room.seat(power).name if power else room.host_name
                n = room.messages[-1].n + 1 if room.messages else 1
                readers = side_of(room.sides, power) if line.to == "side" else []
                message = Message(n, self.hall.now(), name, power, text, readers)
                await self.hall.write(room, queries.add_message(id, message))
                room.messages = [*room.messages, message][-queries.SHOWN_MESSAGES :]
                self.hall.tell(room, partial(halls.said, message))
                return message

        return await self.hall.whole(work())

    async def updates(self, id: str, token: str = "", after: int = 0) -> list[LiveMessage]:
        """Return what a live connection would have sent since frame `after` (-1: everything)."""
        async with self.hall.inside(id) as room:
            reader = self._reader(room, token)
            return self.hall.greeting(room, reader, await self.hall.missed(room, reader, after))

    @contextlib.asynccontextmanager
    async def follow(self, id: str, hello: Hello) -> AsyncIterator[asyncio.Queue[LiveMessage | None]]:
        """Follow a game: yield a queue that starts with a `Welcome` or an `Update`.

        None in the queue means that the connection must close: the client was too slow, or the server stops. Entering
        raises `Refused`.
        """
        async with self.hall.inside(id) as room:
            reader = self._reader(room, hello.token)
            missed = await self.hall.missed(room, reader, hello.after)
            follower, before = Follower(reader.hash), room.online()
            room.followers.add(follower)  # no await from here on, so the missed frames go first
            for message in self.hall.greeting(room, reader, missed):
                follower.tell(message)
            if room.online() != before:
                self.hall.tell(room, lambda reader: self.hall.seated(room, reader), but=follower)
            self.hall.kick(room)
        try:
            yield follower.queue
        finally:
            before = room.online()
            room.followers.discard(follower)
            if room.online() != before and room.live is not None:
                self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
            self.hall.forget(room)
