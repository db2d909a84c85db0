"""All games in one database: load them, change them durably, and notify followers.

A change is made in memory, written to the store, and only then sent to clients. If anything fails in between, the
game in memory is discarded and rebuilt from the store on next use: only the log counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import math
import os
import re
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..core.errors import RuleFault, SandtableError
from ..rules import registry
from . import catchup, due, outbox, queries, results
from .live import Given, Live, Unfit, board_of, fits, lean, read_frame
from .queries import Conflict
from .records import Seat, Spec, Tail
from .refusals import Refused, log, refusal, sentence, unavailable
from .requests import Accepted
from .rooms import Follower, Reader, Room, people
from .store import Store
from .vault import Vault
from .views import Secret, Veil
from .wire import Failing, Frame, GameView, LiveMessage, Message, PastInfo, Said, Seated, Thinking, Update, Welcome
from .wire_board import BoardInfo
from .wire_forms import Question

T = TypeVar("T")

#: Games in memory at once, at least and at most; the least recently used one is unloaded first.
AWAKE = (256, 20_000)
#: Bytes that a game in memory takes, and the share of this machine's memory for all of them.
EACH, SHARE = 300_000, 0.25
#: Maximum number of frames in one response; a client that misses more gets the whole game.
FRAMES = 1000
#: Seconds after which the server checks again whether another server has written to a game.
FRESH = 2.0
#: Latest frames that are kept in memory, for clients that miss no others.
RECALLED = 3
#: Messages that are sent before other work gets a turn.
SLICE = 5
#: Lines of chat sent again to a client that reconnects.
RECENT = 50
#: Threads for engine work.
ENGINES = 4
ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


class Hall:
    """All games in memory. `kick` is called with a room in which a computer player may have to act."""

    def __init__(self, url: str, most: int | None = None, vault: Vault | None = None) -> None:
        """`most` is the number of games in memory (None: as this machine's memory allows)."""
        self.store = Store(url, vault)
        self.kick: Callable[[Room], None] = lambda room: None
        self.now: Callable[[], float] = time.time  # tests set it
        self.rooms: dict[str, Room] = {}
        self.awake: OrderedDict[str, Room] = OrderedDict()
        self.boards: WeakValueDictionary[str, BoardInfo] = WeakValueDictionary()  # shared between games
        self._most = awake() if most is None else most
        self._telling: deque[Room] = deque()  # those with messages on their way to followers
        self._tasks: set[asyncio.Task[Any]] = set()
        self._engines = ThreadPoolExecutor(ENGINES, thread_name_prefix="engine")

    async def open(self) -> None:
        """Open the database. Raises `SandtableError` if that fails."""
        await asyncio.to_thread(self.store.open)

    async def shut(self) -> None:
        """Close all live connections, finish the running changes, and close the database."""
        self.close_followers()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._engines.shutdown()
        await asyncio.to_thread(self.store.shut)

    def close_followers(self) -> None:
        """Close all live connections."""
        for room in self.rooms.values():
            for follower in room.followers:
                follower.tell(None)

    async def engine(self, what: Callable[..., T], *args: Any) -> T:
        """Run engine work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._engines, partial(what, *args))

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work to its end, even if the client disconnects."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    # --- rooms --------------------------------------------------------------------------------------------------------

    def room(self, id: str) -> Room:
        room = self.rooms.get(id)
        if room is None:
            room = self.rooms[id] = Room(id)
        return room

    @contextlib.asynccontextmanager
    async def inside(self, id: str, check: bool = True) -> AsyncIterator[Room]:
        """Load a game and lock its room until the end of the block. Raises 404.

        Without the `check`, the game in memory may be older than what another server has written, however long ago.
        """
        if not ID.fullmatch(id):
            raise Refused(404, "Game not found.")
        room = self.room(id)
        room.users += 1
        try:
            async with room.lock:
                await self.fresh(room, check)
                self.awake[id] = room
                self.awake.move_to_end(id)
                yield room
        finally:
            room.users -= 1
            if room.live is None:
                self.awake.pop(id, None)
                self.forget(room)
            self._tidy()

    async def fresh(self, room: Room, check: bool = True) -> None:
        """Load the game of a locked room, and compare it with the database if that was not done lately."""
        if check and time.monotonic() - room.checked > FRESH:
            await self._check(room)
        if room.live is None:
            await self._wake(room)

    def stale(self, id: str) -> bool:
        """Return whether a game in memory was not compared with the database lately."""
        room = self.rooms.get(id)
        return room is not None and room.live is not None and time.monotonic() - room.checked > FRESH

    def forget(self, room: Room) -> None:
        """Remove the room of a game that is not in memory and not in use."""
        if room.live is None and not (room.users or room.followers or room.queued or room.trouble):
            self.rooms.pop(room.id, None)

    async def _check(self, room: Room) -> None:
        """Bring the game in memory up to what another server has written, or discard it if that cannot be followed."""
        room.checked, changed = time.monotonic(), None
        try:
            if room.live is not None and await self.store.read(queries.writes, room.id) != room.writes:
                changed = await self._catch_up(room, room.live)
        except SQLAlchemyError as error:
            room.checked = -math.inf
            raise unavailable(error) from error
        if changed:
            self._tell_changed(room, changed)

    async def _catch_up(self, room: Room, live: Live) -> catchup.Changed | None:
        news, sides = await self.store.read(catchup.since, room.id, live.revision), live.sides
        room.live = None  # unless its engine can follow

        def run() -> None:
            assert news
            catchup.follow(live, news)
            live.ask(people(news.seats))

        try:
            if news is None:
                return None
            await self.engine(run)
        except catchup.Astray:
            return None
        room.live = live
        changed = catchup.take(room, news)
        return changed._replace(seats=changed.seats or sides != live.sides)

    def _tell_changed(self, room: Room, changed: catchup.Changed) -> None:
        """Notify the followers of a game of what another server has written."""
        if changed.frames:
            room.recent = [*room.recent, *changed.frames][-RECALLED:]
        if changed.seats:
            self.tell(room, lambda reader: self.seated(room, reader))
        self.tell(room, lambda reader: self.update(room, reader, (), shown(changed.frames, room.veil(reader))))
        for message in changed.messages:
            self.tell(room, partial(said, message))

    async def _wake(self, room: Room) -> None:
        try:
            stored = await self.store.read(queries.load, room.id)
            if stored is None:
                raise Refused(404, "Game not found.")
            waiting = stored.status == "waiting"
            spec = self.opened(stored.spec)
            wake = partial(Live, spec, stored.entries, stored.kept, waiting=waiting, start=stored.start)
            live = await self.engine(wake)
            if live.faults:
                log.warning("game %s: %s", room.id, live.faults)
                frames = await self.store.read(queries.frames, room.id, 0, len(stored.entries))
                live = await self.engine(partial(wake, frames=[f for f, _ in frames]))
            await self.engine(live.ask, people(stored.seats))
            board = self.boards.get(spec.fingerprint)
            if board is None:
                board = self.boards[spec.fingerprint] = await self.engine(board_of, live, stored.board)
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        except (Unfit, msgspec.MsgspecError) as error:
            log.warning("game %s cannot be shown: %s", room.id, error)
            raise Refused(409, "An earlier version stored this game. This version cannot show it.") from error
        news = room.followers and room.writes != stored.writes
        room.take(stored, live, board)
        if news:
            self.tell(room, lambda reader: Welcome(self.view(room, reader)))

    def sealed(self, spec: Spec) -> Spec:
        """Return a spec with its secrets encrypted."""
        vault = self.store.vault
        return msgspec.structs.replace(spec, seed=vault.seal(spec.seed), secret=vault.seal(spec.secret))

    def opened(self, spec: Spec) -> Spec:
        """Return a spec with its secrets in plain form. Raises 503 without the key."""
        vault = self.store.vault
        try:
            return msgspec.structs.replace(spec, seed=vault.open(spec.seed), secret=vault.open(spec.secret))
        except SandtableError as error:
            log.warning("%s", error, extra={"once": "key"})
            raise Refused(503, "The server does not have the key of this game.") from None

    def _tidy(self) -> None:
        """Unload the least recently used games."""
        if len(self.awake) > self._most:
            for id, room in list(self.awake.items())[: len(self.awake) - self._most]:
                if not room.users:
                    room.live = None
                    del self.awake[id]
                    self.forget(room)

    # --- changing -----------------------------------------------------------------------------------------------------

    async def write(self, room: Room, *works: queries.Work, tail: Tail | None = None) -> None:
        """Write durably. If that fails, discard the game in memory. Raises 409 or 503."""
        with self._storing(room):
            await self.store.write(room.id, *works, queries.touch(room.id, room.writes, tail))

    @contextlib.contextmanager
    def _storing(self, room: Room) -> Iterator[None]:
        """Count a write that succeeds. If it fails, discard the game in memory. Raises 409 or 503."""
        try:
            yield
            room.writes, room.checked = room.writes + 1, time.monotonic()
        except Conflict as error:
            room.live = None
            raise Refused(409, "Another player acted first. Reload the game.") from error
        except SQLAlchemyError as error:
            room.live = None
            raise unavailable(error) from error
        except SandtableError:  # refused before anything was written, and the game has not changed
            raise
        except BaseException:
            room.live = None
            raise

    def tail(self, room: Room, now: float) -> Tail:
        live = room.game
        asked = list(dict.fromkeys(d.power for d in live.open()))
        return Tail(room.status, now, live.position.round, live.position.power, asked)

    async def change(self, room: Room, what: Callable[[], Sequence[Given]], *also: queries.Work) -> Accepted:
        """Change the game, store the result (and `also` other changes), and notify its followers."""
        before = await self.waited(room, self.now())
        live, slept, sides = room.game, room.asleep, room.sides
        room.asleep = False

        def run() -> tuple[tuple[Sequence[Given], bool], Future[Any]]:
            given = what()
            try:
                live.ask(people(room.seats if live.secret else followed(room.seats)))
                reseated, works = self._works(room, given)
                works += self.timed(room, before, given[-1].frame.at)
                works += [outbox.asleep(room.id, False)] if slept else []
                touch = queries.touch(room.id, room.writes, self.tail(room, given[-1].frame.at))
                return (given, reseated), self.store.put(room.id, *works, *also, touch)
            except SandtableError as error:  # here the game has already changed
                raise RuntimeError(f"the position after an answer cannot be described: {error}") from error

        try:
            with self._storing(room):
                given, reseated = await self.store.after(self._engines, run)
        except Refused:
            raise
        except SandtableError as error:  # the game has not changed
            room.asleep = slept
            if isinstance(error, RuleFault):
                self._failed(room, error)
            raise refusal(error) from error
        except Exception as error:
            log.exception("game %s: could not apply an answer", room.id)
            raise Refused(409, "The server could not carry out this action. The game has not changed.") from error
        room.recent = [*room.recent, *((g.frame, g.secrets) for g in given)][-RECALLED:]
        room.failures, room.trouble = 0, ""
        if any(g.frame.kind != "note" for g in given):
            room.failing = None
        if reseated or room.sides != sides:
            self.tell(room, lambda reader: self.seated(room, reader))
        self.tell(room, lambda reader: self.update(room, reader, given))
        self.kick(room)
        return Accepted(live.revision)

    async def waited(self, room: Room, now: float) -> due.Waited:
        """Return whom a game waits for before a change, after giving holidays back; `timed` takes it afterwards."""
        await self.rest(room, now)
        return due.waited(room)

    def timed(self, room: Room, before: due.Waited, now: float) -> list[queries.Work]:
        """Move the clock on after a change, and return that with the notices that are due, to write."""
        return [*room.timed(now), *due.works(room, before, now)]

    async def rest(self, room: Room, now: float) -> bool:
        """Give players who must decide the time of their holidays back; return whether that changes the clock."""
        before = clock = room.clock
        waited = [s for s in room.seats if clock and s.power in clock.asked and s.awaited and not s.away]
        if clock is None or not waited:
            return False
        away = await self.read(outbox.away, room.id, [seat.token for seat in waited], now)
        for seat in waited:
            clock = clock.rest(seat.power, *away.get(seat.token, (0.0, 0.0)), now)
        room.clock = clock
        return clock != before

    def _works(self, room: Room, given: Sequence[Given]) -> tuple[bool, list[queries.Work]]:
        """Return whether seats change now, and what to write after these answers."""
        live, kept = room.game, room.game.snapshot()
        works = [queries.add_entries(room.id, [g.written for g in given])]
        if kept is not None:
            older = [k for k in fits(live.kept, live.lines) if k.n < kept.n]
            live.kept = lean([*older, kept][-queries.KEPT_SNAPSHOTS :])
            works.append(queries.add_snapshot(room.id, kept, live.kept[0].n))
        reseated = [] if live.secret else [seat for seat in room.seats if seat.following]
        if reseated:
            room.seats = followed(room.seats)
            works += [queries.set_seat(room.id, room.seat(seat.power)) for seat in reseated]
        if live.over and not live.closed:
            works.append(self._settled(room, given[-1].frame.at))
        return bool(reseated), works

    def _settled(self, room: Room, at: float) -> queries.Work:
        """Return what writes the results of a game that has just ended."""
        return results.settle(room.id, room.seats, room.sides, room.game.position.winner or "", at)

    def _failed(self, room: Room, error: RuleFault) -> None:
        """Tell everybody in a game that the code of a rule has failed."""
        log.warning("game %s: %s", room.id, error, exc_info=error.__cause__)
        rule = registry.rules().get(error.rule)
        room.failing = Failing(rule.id if rule else "", rule.title if rule else "", sentence(error))
        self.tell(room, lambda reader: self.update(room, reader, ()))

    # --- sending ------------------------------------------------------------------------------------------------------

    def tell(self, room: Room, message: Callable[[Reader], LiveMessage | None], but: Follower | None = None) -> None:
        """Send each follower of a game what they may see, if anything: players at once, spectators in slices between
        other work.

        Disconnect followers that are too slow.
        """
        made: dict[str, LiveMessage | None] = {}
        for follower in sorted(room.followers, key=lambda f: not f.hash):
            if follower is but:
                continue
            if follower.hash not in made:
                made[follower.hash] = message(room.reader(follower.hash))
            if (told := made[follower.hash]) is not None:
                room.outbox.append((follower, told))
        if room.outbox and room not in self._telling:
            self._telling.append(room)
            if len(self._telling) == 1:
                self._deliver()

    def _deliver(self) -> None:
        """Hand the next messages to their followers, those of all games in turn, and leave the others for after the
        work that waits by then."""
        for _ in range(SLICE):
            room = self._telling.popleft()
            follower, message = room.outbox.popleft()
            if not follower.tell(message):
                room.followers.discard(follower)
            if room.outbox:
                self._telling.append(room)
            if not self._telling:
                return
        asyncio.get_running_loop().call_soon(self._deliver)

    def view(self, room: Room, reader: Reader) -> GameView:
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
            can_undo=can_undo(room, reader),
            seats=room.seat_infos(reader),
            host=reader.host,
            commitment=room.commitment,
            salts=room.salts(),
            seed=self._seed(room),
            chat=[message for message in room.messages if readable(message, reader)],
            faults=live.faults or room.trouble,
            chain=live.spec.chain,
            shares=room.shares(),
            past=PastInfo(past.frames, past.commitment) if (past := live.spec.past) else None,
            clock=room.clock_info(),
            failing=room.failing,
            next=room.next,
            asleep=room.asleep,
            proposal=room.proposal(reader),
            terms=room.terms,
            listed=room.listed,
            invited=bool(room.watching),
        )

    def _questions(self, room: Room, reader: Reader) -> list[Question]:
        return [question for power in reader.decides for question in room.game.questions.get(power, ())]

    def _seed(self, room: Room) -> str:
        """Return the seed once the game is over; one that continues in another game keeps it secret."""
        return room.game.spec.seed if room.status == "over" and not room.next else ""

    def update(self, room: Room, reader: Reader, given: Sequence[Given], frames: Sequence[Frame] = ()) -> Update:
        live, veil = room.game, room.veil(reader)
        return Update(
            frames=[*frames, *(veil.frame(g.frame, g.secrets) for g in given)],
            questions=self._questions(room, reader),
            can_undo=can_undo(room, reader),
            status=room.status,
            seed=self._seed(room),
            faults=live.faults or room.trouble,
            clock=room.clock_info(),
            failing=room.failing,
            next=room.next,
            proposal=room.proposal(reader),
        )

    def seated(self, room: Room, reader: Reader) -> Seated:
        return Seated(
            room.seat_infos(reader), room.salts(), room.status, reader.host, room.shares(), room.clock_info(),
            room.asleep, room.listed, bool(room.watching),
        )  # fmt: skip

    async def missed(self, room: Room, reader: Reader, after: int) -> list[Frame] | None:
        """Return the frames that a client misses, or None if it needs the whole game."""
        behind = room.game.revision - after
        if after < 0 or not 0 <= behind <= FRAMES:
            return None
        veil = room.veil(reader)
        if behind <= len(room.recent):
            return [veil.frame(*latest) for latest in room.recent[len(room.recent) - behind :]]
        return await self.frames(room.id, veil, after, FRAMES)

    def greeting(self, room: Room, reader: Reader, frames: Sequence[Frame] | None) -> list[LiveMessage]:
        """Return the first messages of a live connection, given the frames that its client missed."""
        out: list[LiveMessage] = []
        if frames is None:
            out.append(Welcome(self.view(room, reader)))
        else:
            out += [self.update(room, reader, (), frames), self.seated(room, reader)]
            out += [Said(message) for message in room.messages[-RECENT:] if readable(message, reader)]
        if room.thinking:
            out.append(Thinking(room.thinking))
        return out

    async def frames(self, id: str, veil: Veil, after: int, limit: int) -> list[Frame]:
        after, limit = min(max(after, 0), 2**31 - 1), min(max(limit, 0), FRAMES)

        def read(connection: Connection) -> list[Frame]:
            return [read_frame(frame, hidden, veil) for frame, hidden in queries.frames(connection, id, after, limit)]

        return await self.read(read)

    async def written(self, *works: queries.Work) -> list[Any]:
        """Write what belongs to no game; return the results. Raises 409 or 503."""
        try:
            return await self.whole(self.store.write("", *works))
        except Conflict as error:
            raise Refused(409, "This has just been changed elsewhere. Try again.") from error
        except SQLAlchemyError as error:
            raise unavailable(error) from error

    async def read(self, what: Callable[..., T], *args: Any) -> T:
        """Read from the database, see `Store.read`. Raises 503 if it fails."""
        try:
            return await self.store.read(what, *args)
        except SQLAlchemyError as error:
            raise unavailable(error) from error


def awake() -> int:
    """Return how many games to keep in memory on this machine."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return AWAKE[0]
    return min(max(AWAKE[0], int(memory * SHARE / EACH)), AWAKE[1])


def followed(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats after a secret decision."""
    return [seat.next() or seat for seat in seats]


def shown(frames: Sequence[tuple[Frame, list[Secret]]], veil: Veil) -> list[Frame]:
    """Return frames as a viewer may see them."""
    return [veil.frame(*frame) for frame in frames]


def readable(message: Message, reader: Reader) -> bool:
    """Return whether a line of chat is for this reader."""
    return not message.readers or any(power in message.readers for power in reader.powers)


def said(message: Message, reader: Reader) -> Said | None:
    """Return a line of chat as a message to a follower, or None if it is not for them."""
    return Said(message) if readable(message, reader) else None


def can_undo(room: Room, reader: Reader) -> bool:
    """Return whether this reader can undo the latest answer: who gave it, as long as they decide for its power, and the
    host if a rule has failed."""
    if room.failing and reader.host:
        return room.game.can_undo()
    may = room.game.may_undo()
    return bool(may) and room.game.lines[-1].power in reader.decides and hmac.compare_digest(may, reader.hash)
