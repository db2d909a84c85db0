"""The inside of the server: games with seats, all that may be done with them, and nothing of HTTP.

::

    async with Service("sqlite:///games.db") as service:
        made = await service.create(wish)
        view = await service.view(made.id, made.token)
        async with service.follow(made.id, Hello(made.token)) as updates:
            message = await updates.get()        # None: the connection is to be closed

A `token` is what a reader has proved to hold; an empty one is a spectator's. Every method raises `Refused`.

An answer is checked by the referee, applied to the game in memory, written to the store, and only then acknowledged and
told to those who follow. If anything fails after it was applied, the game in memory is thrown away and is built again
from the store when it is next needed: what is not in the log has never been.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import itertools
import logging
import os
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..ai import PLAYERS
from ..core.decisions import Decision
from ..core.dice import commitment
from ..core.errors import Illegal, Malformed, SandtableError, Unknown
from ..engine.game import Game
from ..engine.save import dump
from ..rules.ruleset import Ruleset
from . import prospects, store, views
from .live import Given, Live, built, fits, read_frame
from .store import Conflict, Kept, Seat, Spec, Store, Stored, Tail
from .thinking import Died, Task, Thought, Worker, legal
from .views import Veil
from .wire import (
    Accepted,
    Advice,
    Answer,
    BoardInfo,
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
    Question,
    Said,
    Say,
    SeatChange,
    Seated,
    SeatInfo,
    Status,
    TakeBack,
    Thinking,
    Update,
    WaysRow,
    Welcome,
)

T = TypeVar("T")
log = logging.getLogger("sandtable.server")

#: Games awake at once; the one not used for longest goes to sleep first.
AWAKE = 256
#: Messages that may wait for one reader before he is dropped.
PATIENCE = 256
#: Frames in one answer at most, and behind which a reader gets the whole game anew.
FRAMES = 1000
#: Lengths of what people write, in characters.
NAME, TITLE, SALT, LINE, TEXT = 40, 80, 100, 500, 8000
#: Seconds after which it is looked up whether another server has written to a game.
FRESH = 0.5
#: Games asked for in one list at most.
LISTED = 200
#: Answers in a row that may fail for a computer player before its game is left alone until somebody does something.
TRIES = 3


class Refused(Exception):
    """Why a request is refused: an HTTP status (see docs/server.md), one sentence, and the rule behind it, if any."""

    def __init__(self, status: int, sentence: str, rule: str = "") -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.rule = status, sentence, rule


class Reader(NamedTuple):
    """Who reads: the hash of his token (empty: a spectator), the powers whose seats he holds, and is he the host?"""

    hash: str
    powers: tuple[str, ...]
    host: bool


class Follower:
    """A live connection; `hash` is that of its token."""

    def __init__(self, hash: str) -> None:
        self.hash = hash
        self.queue: asyncio.Queue[LiveMessage | None] = asyncio.Queue(PATIENCE)

    def tell(self, message: LiveMessage | None) -> bool:
        """False if the reader is too slow: his connection ends, and he may come again."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)
            return False
        return True


class Room:
    """What the server knows of one game while it is in use: the game itself if it is awake, and who follows it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.lock = asyncio.Lock()
        self.live: Live | None = None
        self.followers: set[Follower] = set()
        self.users = 0  # requests that are at work here, or wait to be
        self.queued = False  # is it its turn to let computers think, now or soon?
        self.thinking = ""  # the power that readers were told to be thinking
        self.failures = 0
        self.writes = -1  # how often the store has written to this game, as far as this server knows
        self.checked = 0.0  # when that was looked up last

    def take(self, stored: Stored, live: Live, board: BoardInfo) -> None:
        """The game is awake, as stored."""
        self.live, self.board = live, board
        self.title, self.created, self.commitment = stored.title, stored.created, stored.commitment
        self.host, self.host_name, self.start = stored.host, stored.host_name, stored.start
        self.seats, self.messages, self.writes = stored.seats, stored.messages, stored.writes
        self.checked = time.monotonic()

    @property
    def game(self) -> Live:
        assert self.live is not None
        return self.live

    @property
    def status(self) -> Status:
        live = self.game
        return "over" if live.over else "waiting" if live.waiting else "playing"

    def veil(self, reader: Reader) -> Veil:
        return Veil(self.board.hidden, reader.powers)

    def salts(self) -> list[str]:
        """What the players have mixed into the dice; fixed when the game begins."""
        return own_salts(self.seats) if self.game.waiting else self.game.spec.salts

    def online(self) -> set[str]:
        """The powers whose players are there."""
        there = {f.hash for f in self.followers}
        return {s.power for s in self.seats if s.kind == "computer" or (s.token and s.token in there)}

    def seat(self, power: str) -> Seat:
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise Refused(404, f"There is no power called {power[:NAME]!r} in this game.")

    def reader(self, hash: str) -> Reader:
        """What a token's hash gives a right to."""
        if not hash:
            return Reader("", (), False)
        own = tuple([s.power for s in self.seats if hmac.compare_digest(s.token, hash)])
        return Reader(hash, own, hmac.compare_digest(self.host, hash))

    def computers(self) -> dict[str, str]:
        return {s.power: s.name for s in self.seats if s.kind == "computer"}

    def people(self) -> list[str]:
        return [s.power for s in self.seats if s.kind == "human"]

    def thinker(self) -> str:
        """The first computer's power that is asked now, or an empty text."""
        if self.game.waiting or self.game.faults:
            return ""
        computers = self.computers()
        return next((d.power for d in self.game.open() if d.power in computers), "")


def own_salts(seats: Sequence[Seat]) -> list[str]:
    """The players' salts, in order of play."""
    return [seat.salt for seat in seats if seat.salt]


def players(seats: Sequence[Seat]) -> dict[str, str]:
    """Who plays what, as saved games tell it."""
    return {seat.power: seat.name if seat.kind == "computer" else "human" for seat in seats}


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


class Service:
    """All games of one database. To be used as an async context manager: entering migrates the database, starts the
    writer and the computer players' processes, and resumes games with computers to move; leaving stops them."""

    def __init__(
        self,
        url: str,
        *,
        workers: int | None = None,
        awake: int = AWAKE,
        seeds: Callable[[], str] = lambda: secrets.token_hex(32),
    ) -> None:
        """`url` as SQLAlchemy takes it (plain ``postgresql://`` too), or the path of an SQLite file; `workers`:
        processes of computer players (None: one less than there are cores, at least one; 0: none think); `seeds`
        makes the seed of each new game (tests want to know the dice)."""
        if workers is None:
            workers = max(1, (os.cpu_count() or 1) - 1)
        self.store = Store(url)
        self._seeds = seeds
        self._awake_most = awake
        self._rooms: dict[str, Room] = {}
        self._awake: OrderedDict[str, Room] = OrderedDict()
        self._boards: dict[str, BoardInfo] = {}
        self._workers = [Worker() for _ in range(workers)]
        self._due: asyncio.PriorityQueue[tuple[int, int, Callable[[Worker], Awaitable[None]]]] = asyncio.PriorityQueue()
        self._count = itertools.count()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._engines = ThreadPoolExecutor(4, thread_name_prefix="engine")
        self._minds = ThreadPoolExecutor(max(1, workers), thread_name_prefix="mind")

    # --- starting and stopping ----------------------------------------------------------------------------------------

    async def __aenter__(self) -> Service:
        await asyncio.to_thread(self.store.open)
        for worker in self._workers:
            worker.start()
            self._loops.append(asyncio.create_task(self._think_on(worker)))
        if self._workers:
            for id in await self.store.read(store.computers_to_move):
                room = self._room(id)
                room.queued = True
                self._queue(room)
        return self

    async def __aexit__(self, *fault: Any) -> None:
        for loop in self._loops:
            loop.cancel()
        for room in self._rooms.values():
            for follower in room.followers:
                follower.tell(None)
        for worker in self._workers:
            worker.stop()
        await asyncio.gather(*self._loops, *self._tasks, return_exceptions=True)
        self._minds.shutdown()
        self._engines.shutdown()
        await asyncio.to_thread(self.store.shut)

    async def _engine(self, what: Callable[..., T], *args: Any) -> T:
        """Engine work, in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._engines, partial(what, *args))

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Does work that must not stop halfway, even if whoever asked for it goes away."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    # --- rooms --------------------------------------------------------------------------------------------------------

    def _room(self, id: str) -> Room:
        room = self._rooms.get(id)
        if room is None:
            room = self._rooms[id] = Room(id)
        return room

    @contextlib.asynccontextmanager
    async def _in(self, id: str) -> AsyncIterator[Room]:
        """The room of a game that is awake, and nobody else's until the end of the block. 404."""
        if not _ID.fullmatch(id):
            raise Refused(404, "There is no such game.")
        room = self._room(id)
        room.users += 1
        try:
            async with room.lock:
                if time.monotonic() - room.checked > FRESH:
                    await self._check(room)
                if room.live is None:
                    await self._wake(room)
                self._awake[id] = room
                self._awake.move_to_end(id)
                yield room
        finally:
            room.users -= 1
            if room.live is None:
                self._awake.pop(id, None)
                self._forget(room)
            self._tidy()

    def _forget(self, room: Room) -> None:
        """A game that sleeps and that nobody is interested in needs no room."""
        if room.live is None and not (room.users or room.followers or room.queued):
            self._rooms.pop(room.id, None)

    async def _check(self, room: Room) -> None:
        """A game that another server has written to is to be read again."""
        try:
            if room.live is not None and await self.store.read(store.writes, room.id) != room.writes:
                room.live = None
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        room.checked = time.monotonic()

    async def _wake(self, room: Room) -> None:
        try:
            stored = await self.store.read(store.load, room.id)
            if stored is None:
                raise Refused(404, "There is no such game.")
            waiting = stored.status == "waiting"
            wake = partial(Live, stored.spec, stored.entries, stored.kept, waiting=waiting, start=stored.start)
            live = await self._engine(wake)
            if live.faults:
                log.warning("game %s: %s", room.id, live.faults)
                frames = await self.store.read(store.frames, room.id, 0, len(stored.entries))
                live = await self._engine(partial(wake, frames=[f for f, _ in frames]))
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        board = self._boards.get(live.spec.fingerprint)
        if board is None:
            board = self._boards[live.spec.fingerprint] = msgspec.json.decode(stored.board, type=BoardInfo)
        news = room.followers and room.writes != stored.writes
        room.take(stored, live, board)
        await self._engine(live.ask, room.people())
        if news:
            self._tell(room, lambda reader: Welcome(self._view(room, reader)))

    def _tidy(self) -> None:
        """Games not used for longest go to sleep."""
        if len(self._awake) > self._awake_most:
            for id, room in list(self._awake.items())[: len(self._awake) - self._awake_most]:
                if not room.users:
                    room.live = None
                    del self._awake[id]
                    self._forget(room)

    # --- who may do what ----------------------------------------------------------------------------------------------

    def _reader(self, room: Room, token: str) -> Reader:
        """Raises 401 for a token that this game does not know."""
        reader = room.reader(hashed(token))
        if token and not reader.powers and not reader.host:
            raise Refused(401, "This token is not known in this game.")
        return reader

    def _host(self, room: Room, token: str) -> Reader:
        reader = self._reader(room, token)
        if not reader.host:
            raise Refused(403, "Only the host of the game may do this.")
        return reader

    def _holder(self, room: Room, token: str) -> Reader:
        reader = self._reader(room, token)
        if not reader.powers:
            raise Refused(403, "Only the players of the game may do this.")
        return reader

    def _asked(self, room: Room, token: str, decision: int) -> tuple[Reader, Decision]:
        """An open decision of the reader's. 403, 409."""
        reader, live = self._holder(room, token), room.game
        playing(live)
        for found in live.open():
            if found.id == decision:
                if found.power not in reader.powers:
                    raise Refused(403, f"It is {found.power} who is asked this.")
                return reader, found
        late = 0 <= decision < len(live.lines) or any(decision < d.id for d in live.open())
        raise Refused(409, "This question has been answered." if late else "This is not asked now.")

    # --- making games -------------------------------------------------------------------------------------------------

    async def create(self, wish: NewGame) -> Created:
        """A new game. 409 for rules that cannot be played, 400 for seats or players nobody knows."""
        name = clean(wish.name, NAME, "a name")
        title = clean(wish.title, TITLE, "a title", empty=True)
        salt = clean(wish.salt, SALT, "a salt", empty=True)
        rules = await self._engine(chosen, wish)
        token, seed, now = secrets.token_urlsafe(32), self._seeds(), time.time()
        seats, invitations = wished(wish, rules), []
        for seat in seats:
            if seat.kind == "human":
                seat.name, seat.token = name, hashed(token)
                seat.salt, salt = salt, ""  # it counts once
            elif seat.kind == "open":
                invitations.append(invite(seat))
        spec = Spec(
            edition=rules.edition,
            scenario=rules.scenario,
            rules=[(r.id, views.plain(r.options)) for r in rules.rules],
            fingerprint=rules.fingerprint,
            seed=seed,
            salts=[] if invitations else own_salts(seats),
            seats=players(seats),
        )
        board = self._boards.get(rules.fingerprint)
        if board is None:
            board = self._boards[rules.fingerprint] = await self._engine(views.board_info, rules)
        try:
            live = await self._engine(partial(Live, spec, waiting=bool(invitations)))
        except Exception as error:
            log.exception("a game could not be begun")
            raise Refused(409, "The game cannot be begun under these rules.") from error
        stored = Stored(
            id=secrets.token_urlsafe(12),
            title=title or board.title,
            spec=spec,
            commitment=commitment(seed),
            status="waiting" if live.waiting else "playing",
            created=now,
            host=hashed(token),
            host_name=name,
            start=msgspec.json.encode(live.position),
            board=msgspec.json.encode(board),
            seats=seats,
            entries=[],
            kept=[],
            messages=[],
        )

        async def add() -> None:
            room = self._room(stored.id)
            room.take(stored, live, board)
            try:
                await self._write(room, store.add_game(stored, self._tail(room, now)))  # so far nobody knows its id
            finally:
                self._forget(room)
            async with self._in(stored.id):
                await self._engine(live.ask, room.people())
                self._kick(room)

        await self._whole(add())
        return Created(stored.id, token, invitations)

    async def join(self, id: str, token: str, wish: Join) -> Joined:
        """Takes an open seat; with a token, the seat is added to those of the token. 403 (secret void), 409."""
        name, salt = clean(wish.name, NAME, "a name"), clean(wish.salt, SALT, "a salt", empty=True)

        async def work() -> Joined:
            async with self._in(id) as room:
                self._reader(room, token)
                given = hashed(wish.secret)
                seat = next((s for s in room.seats if given and hmac.compare_digest(s.invitation, given)), None)
                if seat is None:
                    raise Refused(403, "This invitation is not valid (any more).")
                if room.game.over:
                    raise Refused(409, "The game is over.")
                proof = token or secrets.token_urlsafe(32)
                new = Seat(seat.power, "human", name, hashed(proof), "", salt if room.game.waiting else "")
                await self._reseat(room, new, given)
                return Joined(proof, seat.power)

        return await self._whole(work())

    async def seat(self, id: str, token: str, wish: SeatChange) -> Invitation:
        """The host gives a seat away, opens it or takes it. 403, 409."""

        async def work() -> Invitation:
            async with self._in(id) as room:
                self._host(room, token)
                seat = room.seat(wish.power)
                if room.game.over:
                    raise Refused(409, "The game is over.")
                new, secret = Seat(seat.power, wish.kind, ""), ""
                if wish.kind == "open":
                    secret = invite(new).secret
                elif wish.kind == "human":
                    new.name, new.token = room.host_name, room.host
                    new.salt = seat.salt if seat.token == room.host else ""
                else:
                    new.name = computer(wish.player)
                await self._reseat(room, new)
                return Invitation(seat.power, secret)

        return await self._whole(work())

    async def invitations(self, id: str, token: str) -> list[Invitation]:
        """New invitations for all open seats; the old ones are void. 403."""

        async def work() -> list[Invitation]:
            async with self._in(id) as room:
                self._host(room, token)
                seats = [s for s in room.seats if s.kind == "open"]
                made = [invite(seat) for seat in seats]
                if seats:
                    await self._write(room, *(store.set_seat(id, seat) for seat in seats))
                return made

        return await self._whole(work())

    async def _reseat(self, room: Room, new: Seat, invitation: str | None = None) -> None:
        """Gives a seat to somebody else; the game begins, if no seat is open any more."""
        room.seats = [new if s.power == new.power else s for s in room.seats]
        live, works = room.game, [store.set_seat(room.id, new, invitation)]
        begins = live.waiting and all(s.kind != "open" for s in room.seats)
        if begins:
            spec = msgspec.structs.replace(live.spec, salts=own_salts(room.seats), seats=players(room.seats))
            room.live = live = await self._engine(Live, spec)
            room.start = msgspec.json.encode(live.position)
            works.append(store.begin(room.id, spec.salts, room.start, self._tail(room, time.time())))
        await self._write(room, *works)
        await self._engine(live.ask, room.people())
        room.failures = 0
        self._tell(room, lambda reader: Welcome(self._view(room, reader)) if begins else self._seated(room, reader))
        self._tell(room, lambda reader: self._update(room, reader, ()))
        self._kick(room)

    def _tail(self, room: Room, now: float) -> Tail:
        live = room.game
        asked = list(dict.fromkeys(d.power for d in live.open()))
        return Tail(room.status, now, live.position.round, live.position.power, asked)

    async def _write(self, room: Room, *works: store.Work) -> None:
        """Durably; if that fails, the game in memory is thrown away. 409, 503."""
        works = (*works, store.touch(room.id, room.writes))
        try:
            await self.store.write(room.id, *works)
            room.writes, room.checked = room.writes + 1, time.monotonic()
        except Conflict as error:
            room.live = None
            raise Refused(409, "Somebody else was faster; look at the game again.") from error
        except SQLAlchemyError as error:
            room.live = None
            raise unavailable(error) from error
        except BaseException:
            room.live = None
            raise

    # --- looking ------------------------------------------------------------------------------------------------------

    async def rows(self, ids: Sequence[str]) -> list[GameRow]:
        """These games, those that exist, in the order asked for."""
        wanted = [id for id in ids[:LISTED] if _ID.fullmatch(id)]
        try:
            found = await self.store.read(store.rows, wanted) if wanted else []
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        return [GameRow(*row) for row in found]

    async def view(self, id: str, token: str = "") -> GameView:
        """The game as the holder of a token sees it. 404, 401."""
        async with self._in(id) as room:
            return self._view(room, self._reader(room, token))

    def _view(self, room: Room, reader: Reader) -> GameView:
        live, veil = room.game, room.veil(reader)
        return GameView(
            id=room.id,
            title=room.title,
            status=room.status,
            created=room.created,
            revision=live.revision,
            board=room.board,
            position=veil.position(live.position),
            battle=veil.battle(live.battle),
            asked=live.asked,
            questions=self._questions(room, reader),
            can_undo=can_undo(live, reader),
            seats=self._seats(room, reader),
            host=reader.host,
            commitment=room.commitment,
            salts=room.salts(),
            seed=self._seed(room),
            chat=list(room.messages),
            faults=live.faults,
        )

    def _questions(self, room: Room, reader: Reader) -> list[Question]:
        return [question for power in reader.powers for question in room.game.questions.get(power, ())]

    def _seats(self, room: Room, reader: Reader) -> list[SeatInfo]:
        there = room.online()
        return [SeatInfo(s.power, s.kind, s.name, s.power in there, s.power in reader.powers) for s in room.seats]

    def _seed(self, room: Room) -> str:
        """The seed, once nothing can be rolled any more."""
        return room.game.spec.seed if room.status == "over" else ""

    async def start(self, id: str, token: str = "") -> Position:
        """The first position."""
        async with self._in(id) as room:
            return room.veil(self._reader(room, token)).position(msgspec.json.decode(room.start, type=Position))

    async def frames(self, id: str, token: str = "", after: int = 0, limit: int = FRAMES) -> list[Frame]:
        """Frames with numbers above `after`, at most `limit` (and at most 1000), in order."""
        async with self._in(id) as room:
            veil = room.veil(self._reader(room, token))
        return await self._frames(id, veil, after, limit)

    async def _frames(self, id: str, veil: Veil, after: int, limit: int) -> list[Frame]:
        after, limit = min(max(after, 0), 2**31 - 1), min(max(limit, 0), FRAMES)

        def read(connection: Connection) -> list[Frame]:
            return [read_frame(frame, hidden, veil) for frame, hidden in store.frames(connection, id, after, limit)]

        try:
            return await self.store.read(read)
        except SQLAlchemyError as error:
            raise unavailable(error) from error

    # --- answering ----------------------------------------------------------------------------------------------------

    async def answer(self, id: str, token: str, answer: Answer) -> Accepted:
        """Answers an open decision; returns when it is durably stored. 403, 409."""

        async def work() -> Accepted:
            async with self._in(id) as room:
                reader, decision = self._asked(room, token, answer.decision)
                if len(answer.text) > TEXT:
                    raise Refused(413, "This answer is too long.")
                give = partial(room.game.give, decision, answer.text, reader.hash, time.time())
                return await self._change(room, lambda: [give()])

        return await self._whole(work())

    async def undo(self, id: str, token: str, back: TakeBack) -> Accepted:
        """Takes back the newest answer. 403, 409."""

        async def work() -> Accepted:
            async with self._in(id) as room:
                reader, live = self._holder(room, token), room.game
                playing(live)
                if back.revision != live.revision:
                    raise Refused(409, "The game has gone on since; look at it again.")
                may = live.may_undo()
                if not may:
                    raise Refused(409, "Nothing can be taken back: a die was thrown since, or a computer has answered.")
                if not hmac.compare_digest(may, reader.hash):
                    raise Refused(403, "Only who gave the newest answer may take it back.")
                return await self._change(room, lambda: [live.undo(time.time())])

        return await self._whole(work())

    async def close(self, id: str, token: str) -> Accepted:
        """The host ends the game, without a winner. 403, 409."""

        async def work() -> Accepted:
            async with self._in(id) as room:
                reader, live = self._host(room, token), room.game
                if live.over:
                    raise Refused(409, "The game is over.")
                return await self._change(room, lambda: [live.close(reader.hash, time.time())])

        return await self._whole(work())

    async def _change(self, room: Room, what: Callable[[], Sequence[Given]]) -> Accepted:
        """Changes the game, stores what came of it, and tells all who follow."""
        live = room.game

        def run() -> tuple[Sequence[Given], Kept | None]:
            given = what()
            live.ask(room.people())
            return given, live.snapshot()

        try:
            given, kept = await self._engine(run)
        except SandtableError as error:  # the game stands as it stood
            raise refusal(error) from error
        except Exception as error:
            log.exception("game %s: an answer could not be carried out", room.id)
            room.live = None
            raise Refused(409, "The program cannot carry this out; the game stands as it stood.") from error
        works = [store.add_entries(room.id, [g.written for g in given], self._tail(room, given[-1].frame.at))]
        if kept is not None:
            older = [k for k in fits(live.kept, live.lines) if k.n < kept.n]
            live.kept = [*older, kept][-store.KEPT_SNAPSHOTS :]
            works.append(store.add_snapshot(room.id, kept, live.kept[0].n))
        await self._write(room, *works)
        self._tell(room, lambda reader: self._update(room, reader, given))
        room.failures = 0
        self._kick(room)
        return Accepted(live.revision)

    # --- help for the power that is asked ----------------------------------------------------------------------------

    async def ways(self, id: str, token: str, space: str) -> list[WaysRow]:
        """The ways of the units that the asked power can move from a space. 403, 404 (no such space), 409."""
        async with self._in(id) as room:
            reader, live = self._holder(room, token), room.game
            game = playing(live)
            mine = [d for d in live.open() if d.power in reader.powers]
            if not mine:
                raise Refused(403, f"It is {' and '.join(d.power for d in live.open())} who is asked now.")
            name = known_space(room, space)
            moves = next((d for d in mine if d.form.name == "moves"), mine[0])
            try:
                return await self._engine(views.ways_rows, game, moves, name)
            except SandtableError as error:
                raise refusal(error) from error

    async def advice(self, id: str, token: str, decision: int) -> Advice:
        """What the computer would answer. 403, 409."""
        async with self._in(id) as room:
            _, asked = self._asked(room, token, decision)
            live, game, kept = room.game, playing(room.game), room.game.scratch
            if ("advice", decision) in kept:
                return Advice(decision, kept["advice", decision])
            task = self._task(room, decision)
        thought = await self._advised(task)
        async with self._in(id) as room:
            self._asked(room, token, decision)
            if room.game is not live or room.game.scratch is not kept:
                raise Refused(409, "The game has gone on since; look at it again.")
            if thought.answers:
                text = thought.answers[0][1]
            else:
                try:
                    text = await self._engine(legal, game, asked)
                except SandtableError as error:
                    raise refusal(error) from error
            kept["advice", decision] = text
            return Advice(decision, text)

    async def odds(self, id: str, token: str, space: str) -> OddsBrief:
        """The odds of the battle that stands in a space now, for everybody. 404."""
        async with self._in(id) as room:
            self._reader(room, token)
            live, kept, name = room.game, room.game.scratch, known_space(room, space)
            if ("odds", name) in kept:
                found: OddsBrief = kept["odds", name]
                return found
            try:
                prospect = await self._engine(prospects.standing, playing(live), name)
            except (Refused, SandtableError) as error:
                return prospects.none(name, refusal(error).sentence)
        found = await self._solve(prospect)
        kept["odds", name] = found
        return found

    async def preview(self, id: str, token: str, wish: MovePreview) -> OddsBrief:
        """The odds of an attack if these moves were made. 403, 409."""
        if len(wish.moves) > 200 or any(len(text) > TEXT for text in wish.moves):
            raise Refused(413, "These are too many moves.")
        async with self._in(id) as room:
            _, asked = self._asked(room, token, wish.decision)
            name = known_space(room, wish.space)
            if asked.form.name != "moves":
                raise Refused(409, "No units are to be moved now.")
            copy = await self._engine(prospects.scratch, playing(room.game))
        try:
            prospect = await self._engine(prospects.after, copy, wish.moves, name)
        except prospects.NoBattle as error:
            return prospects.none(name, refusal(error).sentence)
        except SandtableError as error:
            raise refusal(error) from error
        return await self._solve(prospect)

    async def _solve(self, prospect: prospects.Prospect) -> OddsBrief:
        try:
            return await self._engine(prospects.brief, prospect)
        except SandtableError as error:
            return prospects.none(prospect.space, refusal(error).sentence)
        except Exception:
            log.exception("the odds of a battle could not be worked out")
            return prospects.none(prospect.space, "The odds of this battle cannot be worked out.")

    # --- chat, files, proof -------------------------------------------------------------------------------------------

    async def say(self, id: str, token: str, line: Say) -> Message:
        """A line of chat. 403."""
        text = clean(line.text, LINE, "something to say")

        async def work() -> Message:
            async with self._in(id) as room:
                reader = self._reader(room, token)
                if not reader.hash:
                    raise Refused(403, "Only the players of the game may write here.")
                power = reader.powers[0] if reader.powers else ""
                name = room.seat(power).name if power else room.host_name
                n = room.messages[-1].n + 1 if room.messages else 1
                message = Message(n, time.time(), name, power, text)
                await self._write(room, store.add_message(id, message))
                room.messages = [*room.messages, message][-store.SHOWN_MESSAGES :]
                self._tell(room, lambda reader: Said(message))
                return message

        return await self._whole(work())

    async def save(self, id: str, token: str = "") -> str:
        """The text of the saved game. 409 while the game is not over (it holds the seed)."""
        async with self._in(id) as room:
            self._reader(room, token)
            live = room.game
            if not live.over:
                raise Refused(409, "The saved game holds the seed of the dice, and is shown when the game is over.")
            if live.game is None:
                raise Refused(409, live.faults)
            live.game.header = live.game.header._replace(seats=players(room.seats))
            try:
                return await self._engine(dump, live.game)
            except SandtableError as error:
                raise refusal(error) from error

    async def proof(self, id: str, token: str = "") -> DiceProof:
        """All rolls of a finished game, rolled again. 409 while it is not over."""
        from .proof import proof

        text = await self.save(id, token)
        async with self._in(id) as room:
            commitment, revision = room.commitment, room.game.revision
        frames = await self.store.read(store.frames, id, 0, revision)
        told = (msgspec.json.decode(frame, type=Frame) for frame, _ in frames)
        shown = [event.data for frame in told for event in frame.events]
        return await self._engine(proof, text, commitment, shown)

    # --- following ----------------------------------------------------------------------------------------------------

    async def updates(self, id: str, token: str = "", after: int = 0) -> list[LiveMessage]:
        """What a live connection would have told since frame `after` (-1: everything)."""
        async with self._in(id) as room:
            return await self._greeting(room, self._reader(room, token), after)

    @contextlib.asynccontextmanager
    async def follow(self, id: str, hello: Hello) -> AsyncIterator[asyncio.Queue[LiveMessage | None]]:
        """A live connection: a queue that begins with a `Welcome` or an `Update`. None in it: the connection is to be
        closed (the reader was too slow, or the server stops). Entering raises `Refused`."""
        async with self._in(id) as room:
            reader = self._reader(room, hello.token)
            follower, before = Follower(reader.hash), room.online()
            room.followers.add(follower)
            for message in await self._greeting(room, reader, hello.after):
                follower.tell(message)
            if room.online() != before:
                self._tell(room, lambda reader: self._seated(room, reader), but=follower)
        try:
            yield follower.queue
        finally:
            before = room.online()
            room.followers.discard(follower)
            if room.online() != before and room.live is not None:
                self._tell(room, lambda reader: self._seated(room, reader))
            self._forget(room)

    async def _greeting(self, room: Room, reader: Reader, after: int) -> list[LiveMessage]:
        """What a reader who has everything up to a frame does not know yet."""
        out: list[LiveMessage] = []
        behind = room.game.revision - after
        if after < 0 or not 0 <= behind <= FRAMES:
            out.append(Welcome(self._view(room, reader)))
        else:
            frames = await self._frames(room.id, room.veil(reader), after, FRAMES) if behind else []
            out += [self._update(room, reader, (), frames), self._seated(room, reader)]
            out += [Said(message) for message in room.messages[-RECENT:]]
        if room.thinking:
            out.append(Thinking(room.thinking))
        return out

    def _update(self, room: Room, reader: Reader, given: Sequence[Given], frames: Sequence[Frame] = ()) -> Update:
        live, veil = room.game, room.veil(reader)
        return Update(
            frames=[*frames, *(veil.frame(g.frame, g.secrets) for g in given)],
            questions=self._questions(room, reader),
            can_undo=can_undo(live, reader),
            status=room.status,
            seed=self._seed(room),
            faults=live.faults,
        )

    def _seated(self, room: Room, reader: Reader) -> Seated:
        return Seated(self._seats(room, reader), room.salts(), room.status, reader.host)

    def _tell(self, room: Room, message: Callable[[Reader], LiveMessage], but: Follower | None = None) -> None:
        """Tells all who follow a game, each what he may know; who is too slow is dropped."""
        made: dict[str, LiveMessage] = {}
        for follower in list(room.followers):
            if follower is but:
                continue
            if follower.hash not in made:
                made[follower.hash] = message(room.reader(follower.hash))
            if not follower.tell(made[follower.hash]):
                room.followers.discard(follower)

    # --- computer players ---------------------------------------------------------------------------------------------

    def _kick(self, room: Room) -> None:
        """Lets computers think, if one is asked."""
        if self._workers and not room.queued and room.failures < TRIES and room.thinker():
            room.queued = True
            self._queue(room)

    def _queue(self, room: Room) -> None:
        """One slice of thinking for a game, behind all others that wait."""
        self._due.put_nowait((1, next(self._count), partial(self._slice, room)))

    async def _think_on(self, worker: Worker) -> None:
        """What one process is for: advice first, then one slice for each game in turn."""
        while True:
            _, _, job = await self._due.get()
            try:
                await job(worker)
            except Exception:
                log.exception("a computer player failed")

    def _task(self, room: Room, advise: int = -1) -> Task:
        live = room.game
        kept = fits(live.kept, live.lines)[-1:]
        start = kept[0].answers if kept else 0
        computers = {} if advise >= 0 else room.computers()
        return Task(
            room.id, live.spec, kept[0] if kept else None, live.chain[start], live.lines[start:], computers, advise
        )

    async def _ask_worker(self, worker: Worker, task: Task) -> Thought:
        """What a process thinks; a process that dies is replaced, and the task given once more."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            try:
                return await loop.run_in_executor(self._minds, worker.ask, task)
            except Died as error:
                log.warning("game %s: a computer player's process was lost: %s", task.id, error)
        return Thought([], "the process was lost twice")

    async def _advised(self, task: Task) -> Thought:
        """The advice of the first process that is free; none if there are no processes."""
        if not self._workers:
            return Thought([])
        done: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()

        async def job(worker: Worker) -> None:
            if not done.cancelled():
                thought = await self._ask_worker(worker, task)
                if not done.done():
                    done.set_result(thought)

        self._due.put_nowait((0, next(self._count), job))
        return await done

    async def _slice(self, room: Room, worker: Worker) -> None:
        """Lets the computers of one game answer for a while; then it is the next game's turn."""
        try:
            async with self._in(room.id):
                power = room.thinker()
                self._thinks(room, power)
                if not power:
                    room.queued = False
                    return
                task, here = self._task(room), room.game.chain[-1]
            thought = await self._ask_worker(worker, task)
            await self._whole(self._carry_out(room, here, thought))
        except BaseException as error:
            room.queued = False
            if not isinstance(error, Refused):
                raise
            log.warning("game %s: computers cannot play on: %s", room.id, error.sentence)

    async def _carry_out(self, room: Room, here: bytes, thought: Thought) -> None:
        """Gives the answers of computers, if the game still stands where they were thought of; asks for more."""
        if thought.fault:
            log.warning("game %s: a computer player failed: %s", room.id, thought.fault)
        async with self._in(room.id):
            live, computers = room.game, room.computers()
            try:
                if live.chain[-1] == here and room.thinker():
                    await self._change(room, lambda: computed(live, computers, thought))
            except Refused as refused:
                room.failures += 1
                log.warning("game %s: computers cannot play on: %s", room.id, refused.sentence)
            if room.live is None and room.failures < TRIES:  # it stays queued
                asyncio.get_running_loop().call_later(1, self._queue, room)
                return
            room.queued = False
            if room.live is not None:
                self._kick(room)
                if not room.queued:
                    self._thinks(room, "")

    def _thinks(self, room: Room, power: str) -> None:
        if power != room.thinking:
            room.thinking = power
            self._tell(room, lambda reader: Thinking(power))


# --- small things -----------------------------------------------------------------------------------------------------

_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")
#: Lines of chat that are told again to a reader who comes back.
RECENT = 50


def computed(live: Live, computers: dict[str, str], thought: Thought) -> list[Given]:
    """The answers of computers, each checked like a person's; if none of them is legal, another that is."""
    out: list[Given] = []

    def give(decision: Decision, text: str) -> None:
        out.append(live.give(decision, text, "", time.time()))

    for id, text in thought.answers:
        decision = next((d for d in live.open() if d.id == id and d.power in computers), None)
        if decision is None:
            break
        try:
            give(decision, text)
        except SandtableError:
            break
    if not out:
        decision = next(d for d in live.open() if d.power in computers)
        give(decision, legal(live.playing(), decision))
    return out


def chosen(wish: NewGame) -> Ruleset:
    """The rules that are wished for; raises `Refused`."""
    choice = wish.choice
    if any(name.strip().endswith(".toml") for name in choice.rules):
        raise Refused(400, "Rules in files cannot be named here.")
    try:
        return built(choice.edition, choice.rules, choice.options, choice.scenario)
    except Unknown as error:
        raise Refused(400, sentence(error)) from error
    except SandtableError as error:
        raise Refused(409, sentence(error)) from error
    except Exception as error:
        raise Refused(400, "The options cannot be read.") from error


def wished(wish: NewGame, rules: Ruleset) -> list[Seat]:
    """The seats in order of play; those nobody wishes for are the computer's. Raises `Refused`."""
    seats = {power: Seat(power, "computer", "basic") for power in rules.powers}
    for seat in wish.seats:
        if seat.power not in seats:
            raise Refused(400, f"There is no power called {seat.power[:NAME]!r} in this game.")
        name = computer(seat.player) if seat.kind == "computer" else ""
        seats[seat.power] = Seat(seat.power, seat.kind, name)
    return list(seats.values())


def computer(name: str) -> str:
    """The name of a computer player; raises `Refused`."""
    if name not in PLAYERS:
        raise Refused(400, f"There is no computer player called {name[:NAME]!r}.")
    return name


def invite(seat: Seat) -> Invitation:
    """Makes a new invitation to an open seat; the seat remembers its hash."""
    secret = secrets.token_urlsafe(24)
    seat.invitation = hashed(secret)
    return Invitation(seat.power, secret)


def clean(text: str, longest: int, what: str, empty: bool = False) -> str:
    """What somebody has written, on one line, without anything that is not to be seen; raises `Refused`."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if len(text) > longest:
        raise Refused(400, f"Give {what} of at most {longest} characters.")
    if not text and not empty:
        raise Refused(400, f"Give {what}.")
    return text


def known_space(room: Room, text: str) -> str:
    """The space that is meant; raises 404."""
    if room.game.game is None:
        raise Refused(409, room.game.faults)
    try:
        return room.game.game.rules.words.space(text)
    except SandtableError as error:
        raise Refused(404, sentence(error)) from error


def playing(live: Live) -> Game:
    """The engine of a game that is being played; raises 409."""
    try:
        return live.playing()
    except Illegal as error:
        raise Refused(409, sentence(error)) from error


def can_undo(live: Live, reader: Reader) -> bool:
    """May this reader take back the newest answer?"""
    may = live.may_undo()
    return bool(may and reader.powers) and hmac.compare_digest(may, reader.hash)


def refusal(error: Exception) -> Refused:
    """An error of the engine, as a refusal."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, Illegal):
        return Refused(409, sentence(error), error.rule)
    return Refused(400 if isinstance(error, Malformed | Unknown) else 409, sentence(error))


def sentence(error: Exception) -> str:
    """The sentence of an error, its rule left out."""
    text = str(error)
    if isinstance(error, Illegal) and error.rule:
        text = text.removesuffix(f" ({error.rule})")
    text = text[:1].upper() + text[1:LINE]
    return text if text.endswith((".", "?", "!")) else text + "."


def unavailable(error: Exception) -> Refused:
    log.error("the database fails: %s", error)
    return Refused(503, "The games cannot be reached at the moment; try again soon.")
