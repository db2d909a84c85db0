"""All operations on games and seats, independent of HTTP.

::

    async with Service("sqlite:///games.db") as service:
        made = await service.create(wish)
        view = await service.view(made.id, made.token)
        async with service.follow(made.id, Hello(made.token)) as updates:
            message = await updates.get()        # None: close the connection

`token` authenticates a client; an empty one is a spectator's. Every method raises `Refused`; its docstring lists the
statuses.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ..core.decisions import Decision
from ..core.dice import commitment
from ..core.errors import Illegal, SandtableError
from ..engine.game import Game
from ..engine.save import dump
from ..rules.ruleset import Ruleset
from . import content, prospects, queries, saves, views
from . import hall as halls
from .calculator import Busy, Calculator, Rank
from .computers import Computers
from .hall import Hall
from .live import Live, full_frame
from .pace import Clock
from .processes import Died
from .proof import proof
from .records import Seat, Spec, Stored, salts_of
from .reference import NamedChoice, PositionFile, PositionInfo, SavedInfo, VariantFile
from .refusals import Refused, log, refusal, sentence, unavailable
from .requests import (
    Accepted,
    Answer,
    Continued,
    Created,
    Hello,
    Invitation,
    Invited,
    Join,
    Joined,
    MovePreview,
    NewGame,
    Offer,
    Reveal,
    SavedFile,
    SavedGame,
    Say,
    SeatChange,
    TakeBack,
    Without,
)
from .rooms import Follower, Reader, Room, hashed, people, players
from .saves import Revived
from .sharing import Record, ready, recorded, revealed, revealing, shares, silent
from .successor import CHAIN, Successor, without
from .thinking import legal
from .timekeeper import Timekeeper
from .vault import Vault
from .wire import (
    Advice,
    BoardInfo,
    DiceProof,
    Frame,
    GameRow,
    GameView,
    LiveMessage,
    Message,
    OddsBrief,
    Position,
    Said,
    Share,
    WaysRow,
    Welcome,
)
from .wishes import LINE, NAME, SALT, TEXT, TITLE, chosen, clean, computer, invite, wished

__all__ = ["Refused", "Service"]

#: Maximum number of games in one list, and of moves in one preview.
LISTED, PREVIEWED = 200, 200
REVEALING = (
    "Players are revealing their salts. Start the game without the missing ones, or give the seat to the computer; you"
    " can open it again in the game."
)
HIDDEN = "You can download this game when it is over, because it has units that only their owner sees."
PROVE_IT = "Verifying takes too long on this server. Download the saved game and run `sandtable verify-dice`."
#: Maximum seconds for the odds of one battle and for the proof of one game; maximum number of cached proofs.
ODDS, PROOF, PROVED = 8.0, 60.0, 200
#: Maximum seconds for reading a variant file, and for playing a saved game again.
READ, REVIVE = 5.0, 30.0
POSITION = "position"
CONTINUED = "This game continues in another one. You can verify its dice when that one is over."
T = TypeVar("T")
#: Seconds after which a calculation that found no room is tried once more.
AGAIN = 1.0


class Service:
    """All games of one database, as an async context manager.

    Entering migrates the database, starts the writer and the workers of the computer players, and resumes the games in
    which a computer player must act. Exiting stops them.
    """

    def __init__(
        self,
        url: str,
        *,
        workers: int | None = None,
        awake: int | None = None,
        seeds: Callable[[], str] = lambda: secrets.token_hex(32),
        vault: Vault | None = None,
    ) -> None:
        """`url` is a database URL (plain ``postgresql://`` too) or the path of an SQLite file. `workers` is the number
        of processes for computer players (None: one fewer than the number of cores, at least one; 0: computer players
        do not act). `awake` is the number of games in memory (None: as the machine's memory allows). `seeds` returns
        the seed of each new game; tests replace it to know the dice.
        `vault` encrypts the seeds in the database."""
        if workers is None:
            workers = max(1, (os.cpu_count() or 1) - 1)
        self.hall = Hall(url, awake, vault)
        self.computers = Computers(self.hall, workers)
        self.timekeeper = Timekeeper(self.hall)
        self._seeds = seeds
        self.calculator = Calculator()
        self._proofs: OrderedDict[tuple[str, int], asyncio.Future[DiceProof]] = OrderedDict()

    async def __aenter__(self) -> Service:
        try:
            await self.hall.open()
            await self.computers.start()
            self.timekeeper.start()
        except BaseException:
            await self.__aexit__()
            raise
        if self.computers.workers:
            self.calculator.warm()
        return self

    async def __aexit__(self, *fault: Any) -> None:
        self.stop()
        await self.timekeeper.stop()
        await self.computers.stop()
        await self.hall.shut()

    def stop(self) -> None:
        """Refuse new calculations, end those under way, and close the live connections."""
        self.calculator.close()
        self.hall.close_followers()

    # --- permissions --------------------------------------------------------------------------------------------------

    def _reader(self, room: Room, token: str) -> Reader:
        """Return the reader with this token. Raises 401 for an unknown token."""
        reader = room.reader(hashed(token))
        if token and not reader.powers and not reader.host:
            raise Refused(401, "This token is not valid for this game.")
        return reader

    def _host(self, room: Room, token: str) -> Reader:
        reader = self._reader(room, token)
        if not reader.host:
            raise Refused(403, "Only the host can do this.")
        return reader

    def _holder(self, room: Room, token: str) -> Reader:
        reader = self._reader(room, token)
        if not reader.powers:
            raise Refused(403, "Only players in this game can do this.")
        return reader

    def _asked(self, room: Room, token: str, decision: int) -> tuple[Reader, Decision]:
        """Return the reader and the open decision, which must be the reader's. Raises 403, 409."""
        reader, live = self._holder(room, token), room.game
        playing(live)
        for found in live.open():
            if found.id == decision:
                if found.power not in reader.powers:
                    raise Refused(403, f"This decision belongs to {found.power}.")
                return reader, found
        late = 0 <= decision < len(live.lines) or any(decision < d.id for d in live.open())
        raise Refused(409, "This decision has already been made." if late else "This decision is not open now.")

    # --- making games -------------------------------------------------------------------------------------------------

    async def create(self, wish: NewGame, address: str = "") -> Created:
        """Create a game. Raises 409 for rules or a position that cannot be played, 400 for unknown powers or players.

        It begins when no seat is open and all players have revealed the salts that they pledged.
        """
        rules = await self.hall.engine(chosen, wish)
        origin = None
        if wish.position:
            origin = await self._read(address, POSITION, content.origin, wish.position, wish.choice)
        return await self._make(rules, wish, origin)

    async def _make(
        self, rules: Ruleset, wish: NewGame | SavedGame, origin: dict[str, Any] | None, found: Revived | None = None
    ) -> Created:
        """Create a game that begins at a position (None: the setup), or continues a saved game."""
        name = clean(wish.name, NAME, "a name")
        title = clean(wish.title, TITLE, "a title", empty=True)
        salt, pledge = clean(wish.salt, SALT, "a salt", empty=True), wish.pledge
        token, seed, now = secrets.token_urlsafe(32), self._seeds(), self.hall.now()
        seats, friends = wished(wish, rules), {seat.power: seat.friend for seat in wish.seats}
        invitations = invite([seat for seat in seats if seat.kind == "open"], lambda seat: friends.get(seat.power, ""))
        for seat in seats:
            if seat.kind == "human":
                seat.name, seat.token = name, hashed(token)
                seat.pledge, seat.salt = pledge, "" if pledge else salt
                pledge = salt = ""  # used only once
        spec = Spec(
            edition=rules.edition,
            scenario=rules.scenario,
            rules=[(r.id, views.plain(r.options)) for r in rules.rules],
            fingerprint=rules.fingerprint,
            seed=seed,
            salts=[] if invitations else salts_of(shares(seats)),
            seats=players(seats),
            secret=secrets.token_hex(16),
            chain=CHAIN,
            origin=origin,
            past=found.past if found else None,
        )
        entries, kept = (found.entries, [found.kept] if found.kept else []) if found else ([], [])
        board, live = await self._started(rules, partial(Live, spec, entries, kept, waiting=not ready(seats)), seats)
        stored = Stored(
            id=secrets.token_urlsafe(12),
            title=title or board.title,
            spec=spec,
            commitment=commitment(seed, CHAIN),
            status="waiting" if live.waiting else "playing",
            created=now,
            host=hashed(token),
            host_name=name,
            start=found.start if found else msgspec.json.encode(live.position),
            board=msgspec.json.encode(board),
            seats=seats,
            entries=entries,
            kept=kept,
            messages=[],
            shares=[] if live.waiting else shares(seats),
            clock=msgspec.json.encode(Clock(wish.pace)) if wish.pace else b"",
        )
        past = [queries.add_entries(stored.id, found.written)] if found and found.written else []
        past += [queries.add_snapshot(stored.id, snapshot, snapshot.n) for snapshot in kept]
        await self.hall.whole(self._add(stored, live, board, now, *past))
        return Created(stored.id, token, invitations, stored.commitment, CHAIN)

    async def _started(self, rules: Ruleset, make: Callable[[], Live], seats: Sequence[Seat]) -> tuple[BoardInfo, Live]:
        """Return the board and the engine of a new game. Raises 409 for rules that cannot be played."""
        board = await self._board(rules)
        try:
            live = await self.hall.engine(make)
            await self.hall.engine(live.ask, people(seats))
        except Exception as error:
            log.exception("a new game could not start")
            raise Refused(409, "The game cannot start with these rules.") from error
        return board, live

    async def _board(self, rules: Ruleset) -> BoardInfo:
        board = self.hall.boards.get(rules.fingerprint)
        if board is None:
            board = self.hall.boards[rules.fingerprint] = await self.hall.engine(views.board_info, rules)
        return board

    async def _add(self, stored: Stored, live: Live, board: BoardInfo, now: float, *also: queries.Work) -> None:
        """Store a new game (and `also` its first entries) and start its computer players."""
        room = self.hall.room(stored.id)
        room.take(stored, live, board)
        try:
            new = queries.add_game(stored._replace(spec=self.hall.sealed(stored.spec)), self.hall.tail(room, now))
            await self.hall.write(room, new, *also, *room.timed(now))  # its id is not known to anyone yet
        finally:
            self.hall.forget(room)
        async with self.hall.inside(stored.id):
            self.hall.kick(room)

    async def join(self, id: str, token: str, wish: Join) -> Joined:
        """Take the open seats of an invitation; with a token, add them to those of the token. Raises 403, 409."""
        name, salt = clean(wish.name, NAME, "a name"), clean(wish.salt, SALT, "a salt", empty=True)

        async def work() -> Joined:
            async with self.hall.inside(id) as room:
                self._reader(room, token)
                given = hashed(wish.secret)
                seats = offered(room, given)
                if room.game.over:
                    raise Refused(409, "The game is over.")
                proof = token or secrets.token_urlsafe(32)
                new = [Seat(seat.power, "human", name, hashed(proof)) for seat in seats]
                if room.game.waiting:  # the salt is used only once
                    new[0].pledge, new[0].salt = wish.pledge, "" if wish.pledge else salt
                await self._reseat(room, *new, invitation=given)
                powers = [seat.power for seat in seats]
                return Joined(proof, powers[0], powers)

        return await self.hall.whole(work())

    async def offer(self, id: str, wish: Invited) -> Offer:
        """Return what an invitation offers, before it is taken. Raises 403 (invalid secret), 409."""
        async with self.hall.inside(id) as room:
            powers = [seat.power for seat in offered(room, hashed(wish.secret))]
            titles = [rule.title for rule in room.board.rules]
            return Offer(room.title, room.board.title, titles, room.host_name, powers)

    async def seat(self, id: str, token: str, wish: SeatChange) -> Invitation:
        """Give a seat to the computer, reopen it, or take it as the host. Raises 403, 409."""

        async def work() -> Invitation:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                seat = room.seat(wish.power)
                if room.game.over:
                    raise Refused(409, "The game is over.")
                new, secret = Seat(seat.power, wish.kind, ""), ""
                if wish.kind == "open":
                    if revealing(room.seats):  # a new player could pledge a salt that suits the revealed ones
                        raise Refused(409, REVEALING)
                    secret = invite([new], lambda seat: "")[0].secret
                elif wish.kind == "human":
                    new.name, new.token = room.host_name, room.host
                    if seat.token == room.host:
                        new.salt, new.pledge = seat.salt, seat.pledge
                else:
                    new.name = computer(wish.player)
                if room.game.secret and occupied(seat, room.host) and wish.kind != "computer":
                    await self._reseat_later(room, seat, new)
                else:
                    await self._reseat(room, new)
                return Invitation(seat.power, secret)

        return await self.hall.whole(work())

    async def back(self, id: str, token: str) -> Accepted:
        """Take one's seats back from the computer player that acts in them. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader = self._holder(room, token)
                seats = [seat for seat in room.seats if seat.power in reader.powers and seat.standin]
                if not seats:
                    raise Refused(409, "You have your seats already.")
                await self.timekeeper.reseat(room, [msgspec.structs.replace(seat, standin="") for seat in seats])
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def invitations(self, id: str, token: str) -> list[Invitation]:
        """Create new invitations for all open seats; the old ones become invalid. Raises 403."""

        async def work() -> list[Invitation]:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                seats = [s for s in room.seats if s.kind == "open"]
                made = invite(seats, lambda seat: seat.invitation)
                if seats:
                    await self.hall.write(room, *(queries.set_seat(id, seat) for seat in seats))
                return made

        return await self.hall.whole(work())

    async def _reseat_later(self, room: Room, seat: Seat, new: Seat) -> None:
        """Change a seat after the current secret decision, which its new player must not see."""
        kept = msgspec.structs.replace(seat, following=msgspec.json.encode(new).decode())
        await self.hall.write(room, queries.set_seat(room.id, kept))
        room.seats = [kept if s.power == kept.power else s for s in room.seats]
        self.hall.tell(room, lambda reader: self.hall.seated(room, reader))

    async def _reseat(self, room: Room, *new: Seat, invitation: str | None = None) -> None:
        """Change seats, and begin the game if it can begin now."""
        by_power = {seat.power: seat for seat in new}
        seats = [by_power.get(seat.power, seat) for seat in room.seats]
        await self._settle(room, seats, [queries.set_seat(room.id, seat, invitation) for seat in new])

    async def _settle(self, room: Room, seats: list[Seat], works: list[queries.Work], begin: bool = False) -> None:
        """Take over changed seats, and begin the game if it can begin now or must (`begin`)."""
        live = room.game
        begins = live.waiting and (begin or ready(seats))
        if begins:
            salts = salts_of(shares(seats))
            spec = msgspec.structs.replace(live.spec, salts=salts, seats=players(seats))
            live = await self.hall.engine(Live, spec, live.lines, live.kept)
        await self.hall.engine(live.ask, people(seats))
        room.live, room.seats = live, seats  # from here on, a failure discards the game in memory
        if begins:
            room.start = room.start if live.lines else msgspec.json.encode(live.position)
            room.begun = shares(seats)
            works.append(queries.begin(room.id, room.begun, room.start, self.hall.tail(room, self.hall.now())))
        await self.hall.write(room, *works, *room.timed(self.hall.now()))
        room.failures, room.trouble = 0, ""
        self.hall.tell(
            room, lambda reader: Welcome(self.hall.view(room, reader)) if begins else self.hall.seated(room, reader)
        )
        self.hall.tell(room, lambda reader: self.hall.update(room, reader, ()))
        self.hall.kick(room)

    # --- the players' shares in the dice ------------------------------------------------------------------------------

    async def reveal(self, id: str, token: str, wish: Reveal) -> Accepted:
        """Reveal the salts of a player; the last one begins the game. Raises 403, 409 (too early, or another salt)."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader = self._holder(room, token)
                if any(seat.kind == "open" for seat in room.seats) and room.game.waiting:
                    raise Refused(409, "Players reveal their salts when all seats are taken.")
                if any(clean(salt, SALT, "a salt") != salt for salt in wish.salts):
                    raise Refused(400, "A salt must be a text without line breaks or double spaces.")
                new = {seat.power: seat for seat in revealed(room.seats, reader.hash, wish.salts)}
                if new and not room.game.waiting:
                    raise Refused(409, "The game has begun without your salt.")
                if new:
                    seats = [new.get(seat.power, seat) for seat in room.seats]
                    await self._settle(room, seats, [queries.set_seat(id, seat) for seat in new.values()])
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def begin(self, id: str, token: str) -> Accepted:
        """Begin without the salts that are not revealed, as the host. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                self._host(room, token)
                if not room.game.waiting or not silent(room.seats):
                    raise Refused(409, "The game has begun.")
                if not revealing(room.seats):
                    raise Refused(409, "The game starts when all seats are taken.")
                await self._settle(room, room.seats, [], begin=True)
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def record(self, id: str, token: str = "") -> bytes:
        """Return the dice of a game as a file for `verify_dice.py` (JSON)."""
        async with self.hall.inside(id) as room:
            veil, hidden = room.veil(self._reader(room, token)), not room.game.over or await self._secret(room)
            seed = "" if hidden else room.game.spec.seed
            game = Record(id, room.title, room.commitment, room.game.spec, room.shares())
        return await self.hall.read(recorded, game, veil, seed)

    # --- files --------------------------------------------------------------------------------------------------------

    async def read_variant(self, file: VariantFile, address: str = "") -> NamedChoice:
        """Return the choice in a variant file, read in a worker process. Raises 409 if that takes too long."""
        return await self._read(address, "variant file", content.read_variant, file)

    async def read_position(self, file: PositionFile, address: str = "") -> PositionInfo:
        """Return what a position file contains, read in a worker process. Raises 409 if that takes too long."""
        return await self._read(address, POSITION, content.read_position, file)

    async def _read(self, address: str, name: str, what: Callable[..., T], *args: Any) -> T:
        """Read what a client sent in a worker process. Raises 409 if that takes too long."""
        try:
            return await self.calculator.run(Rank.ODDS, (address,), READ, what, *args)
        except Died as error:
            raise Refused(409, f"This {name} is too large to read in time.") from error
        except SandtableError as error:
            raise refusal(error) from error

    # --- saved games --------------------------------------------------------------------------------------------------

    async def read_save(self, file: SavedFile, address: str = "") -> SavedInfo:
        """Return what a saved game contains, read in a worker process. Raises 400, 409."""
        return await self._revived(address, saves.read, file.text)

    async def go_on(self, wish: SavedGame, address: str = "") -> Created:
        """Create a game that continues a saved one, with new dice. Raises 400, 409."""
        found = await self._revived(address, saves.revived, wish.save, wish.answers)
        return await self._make(await self.hall.engine(content.ruleset, found.choice), wish, found.origin, found)

    async def _revived(self, address: str, what: Callable[..., T], *args: Any) -> T:
        try:
            return await self.calculator.run(Rank.PROOF, (address,), REVIVE, what, *args)
        except Died as error:
            raise Refused(409, "This game is too long to play it again on this server.") from error
        except SandtableError as error:
            raise refusal(error) from error

    # --- reading ------------------------------------------------------------------------------------------------------

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
            return room.veil(self._reader(room, token)).position(msgspec.json.decode(room.start, type=Position))

    async def frames(self, id: str, token: str = "", after: int = 0, limit: int = halls.FRAMES) -> list[Frame]:
        """Return the frames with numbers above `after` in order, at most `limit` and at most 1000."""
        async with self.hall.inside(id) as room:
            veil = room.veil(self._reader(room, token))
        return await self.hall.frames(id, veil, after, limit)

    # --- answering ----------------------------------------------------------------------------------------------------

    async def answer(self, id: str, token: str, answer: Answer) -> Accepted:
        """Answer an open decision; return when the answer is durably stored. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader, decision = self._asked(room, token, answer.decision)
                if len(answer.text) > TEXT:
                    raise Refused(413, "This answer is too long.")
                give = partial(room.game.give, decision, answer.text, reader.hash, self.hall.now())
                return await self.hall.change(room, lambda: [give()])

        return await self.hall.whole(work())

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

    async def close(self, id: str, token: str) -> Accepted:
        """End the game without a winner, as the host. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader, live = self._host(room, token), room.game
                if live.over:
                    raise Refused(409, "The game is over.")
                return await self.hall.change(room, lambda: [live.close(reader.hash, self.hall.now())])

        return await self.hall.whole(work())

    async def without(self, id: str, token: str, wish: Without) -> Continued:
        """Go on without the rule whose code has failed, in a new game with the same seats, as the host.

        Raises 403, 409 (another rule has failed or none, or the rules cannot be played without it).
        """

        async def work() -> Continued:
            async with self.hall.inside(id) as room:
                reader, live, failing = self._host(room, token), room.game, room.failing
                playing(live)
                if failing is None or not failing.rule or failing.rule != wish.rule:
                    raise Refused(409, "You can go on without a rule only after its code has failed in this game.")
                try:
                    found = await self.hall.engine(without, live, wish.rule)
                except SandtableError as error:
                    raise refusal(error) from error
                room.next = await self._continue(room, found)
                why = f"it continues without the rule {failing.title}"
                close = partial(live.close, reader.hash, self.hall.now(), why)
                await self.hall.change(room, lambda: [close()], queries.set_next(id, room.next))
                return Continued(room.next)

        return await self.hall.whole(work())

    async def _continue(self, room: Room, found: Successor) -> str:
        """Store the game that continues this one, with its seats; return its id."""
        live, now = found.live, self.hall.now()
        await self.hall.engine(live.ask, people(room.seats))
        stored = Stored(
            id=secrets.token_urlsafe(12),
            title=room.title,
            spec=live.spec,
            commitment=found.commitment,
            status="over" if live.over else "playing",
            created=now,
            host=room.host,
            host_name=room.host_name,
            start=found.start,
            board=msgspec.json.encode(await self._board(found.rules)),
            seats=room.seats,
            entries=[given.written.entry for given in found.given],
            kept=[],
            messages=[],
            shares=room.begun,
            clock=msgspec.json.encode(room.clock) if room.clock else b"",
        )
        entries = queries.add_entries(stored.id, [given.written for given in found.given])
        await self._add(stored, live, await self._board(found.rules), now, *([entries] if found.given else []))
        return stored.id

    # --- help for the power that decides -----------------------------------------------------------------------------

    async def ways(self, id: str, token: str, space: str) -> list[WaysRow]:
        """Return the moves of the deciding power's units from a space. Raises 403, 404 (unknown space), 409."""
        async with self.hall.inside(id) as room:
            reader, live = self._holder(room, token), room.game
            game = playing(live)
            mine = [d for d in live.open() if d.power in reader.powers]
            if not mine:
                raise Refused(403, f"{' and '.join(d.power for d in live.open())} must act first.")
            name = known_space(room, space)
            moves = next((d for d in mine if d.form.name == "moves"), mine[0])
            try:
                return await self.hall.engine(views.ways_rows, game, moves, name)
            except SandtableError as error:
                raise refusal(error) from error

    async def advice(self, id: str, token: str, decision: int) -> Advice:
        """Return the computer's suggested answer. Raises 403, 409."""
        async with self.hall.inside(id) as room:
            _, asked = self._asked(room, token, decision)
            live, game, kept = room.game, playing(room.game), room.game.scratch
            if ("advice", decision) in kept:
                return Advice(decision, kept["advice", decision])
            task = self.computers.task(room, decision)
        thought = await self.computers.advised(task)
        async with self.hall.inside(id) as room:
            self._asked(room, token, decision)
            if room.game is not live or room.game.scratch is not kept:
                raise Refused(409, "The game has moved on. Reload it.")
            if thought.answers:
                text = thought.answers[0][1]
            else:
                try:
                    text = await self.hall.engine(legal, game, asked)
                except SandtableError as error:
                    raise refusal(error) from error
            kept["advice", decision] = text
            return Advice(decision, text)

    async def odds(self, id: str, token: str, space: str, address: str = "") -> OddsBrief:
        """Return the odds of the current battle in a space, for any client. Raises 404."""
        async with self.hall.inside(id) as room:
            reader = self._reader(room, token)
            live, kept, name = room.game, room.game.scratch, known_space(room, space)
            if ("odds", name) in kept:
                found: OddsBrief = kept["odds", name]
                return found
            try:
                prospect = await self.hall.engine(prospects.standing, playing(live), name)
            except (Refused, SandtableError) as error:
                return prospects.none(name, refusal(error).sentence)
        rank = Rank.GAME if reader.powers else Rank.ODDS
        found = await self._solve(prospect, rank, (reader.hash, address))
        kept["odds", name] = found
        return found

    async def preview(self, id: str, token: str, wish: MovePreview, address: str = "") -> OddsBrief:
        """Return the odds of an attack after these moves. Raises 403, 409."""
        if len(wish.moves) > 200 or any(len(text) > TEXT for text in wish.moves):
            raise Refused(413, "Too many moves.")
        async with self.hall.inside(id) as room:
            reader, asked = self._asked(room, token, wish.decision)
            name = known_space(room, wish.space)
            if asked.form.name != "moves":
                raise Refused(409, "You cannot move units now.")
            copy = await self.hall.engine(prospects.scratch, playing(room.game))
        try:
            prospect = await self.hall.engine(prospects.after, copy, wish.moves, name)
        except prospects.NoBattle as error:
            return prospects.none(name, refusal(error).sentence)
        except SandtableError as error:
            raise refusal(error) from error
        return await self._solve(prospect, Rank.PREVIEW, (reader.hash, address))

    async def _solve(self, prospect: prospects.Prospect, rank: Rank, who: tuple[str, ...]) -> OddsBrief:
        try:
            try:
                return await self.calculator.run(rank, who, ODDS, prospects.brief, prospect)
            except Busy:
                await asyncio.sleep(AGAIN)
                return await self.calculator.run(rank, who, ODDS, prospects.brief, prospect)
        except Busy as busy:
            return prospects.none(prospect.space, busy.sentence)
        except SandtableError as error:
            return prospects.none(prospect.space, refusal(error).sentence)
        except Died:
            return prospects.none(prospect.space, "This battle is too large to calculate its odds in time.")

    # --- chat, files, proof -------------------------------------------------------------------------------------------

    async def say(self, id: str, token: str, line: Say) -> Message:
        """Post a line of chat. Raises 403."""
        text = clean(line.text, LINE, "a message")

        async def work() -> Message:
            async with self.hall.inside(id) as room:
                reader = self._reader(room, token)
                if not reader.hash:
                    raise Refused(403, "Only players can post in this chat.")
                power = reader.powers[0] if reader.powers else ""
                name = room.seat(power).name if power else room.host_name
                n = room.messages[-1].n + 1 if room.messages else 1
                message = Message(n, self.hall.now(), name, power, text)
                await self.hall.write(room, queries.add_message(id, message))
                room.messages = [*room.messages, message][-queries.SHOWN_MESSAGES :]
                self.hall.tell(room, lambda reader: Said(message))
                return message

        return await self.hall.whole(work())

    async def save(self, id: str, token: str = "", at: int = -1, address: str = "") -> str:
        """Return the text of the saved game, with its seed only at its end; `at`: as of that frame, without the seed.

        Raises 409 while the game has units that only their owner sees.
        """
        async with self.hall.inside(id) as room:
            reader, live = self._reader(room, token), room.game
            if not live.over and room.board.hidden:
                raise Refused(409, HIDDEN)
            if at >= 0 or not live.over or await self._secret(room):
                spec = msgspec.structs.replace(live.spec, seats=players(room.seats))
                moment = min(at, live.revision) if at >= 0 else live.revision
            else:
                return await self._whole(room)
        try:
            stored = await self.hall.store.read(queries.load, id)
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        assert stored is not None
        return await self._revived(reader.hash or address, saves.excerpt, spec, stored.entries, moment)

    async def _whole(self, room: Room) -> str:
        """Return the text of a finished game with its seed."""
        live = room.game
        if live.game is None:
            raise Refused(409, live.faults)
        live.game.header = live.game.header._replace(seats=players(room.seats))
        try:
            return await self.hall.engine(dump, live.game)
        except SandtableError as error:
            raise refusal(error) from error

    async def _secret(self, room: Room) -> bool:
        """Return whether the seed of a game that is over is still used by one that continues it."""
        return bool(room.next) and await self.hall.read(queries.secret, room.next)

    async def proof(self, id: str, token: str = "", address: str = "") -> DiceProof:
        """Verify all rolls of a finished game (cached). Raises 409 before it is over."""
        async with self.hall.inside(id) as room:
            self._reader(room, token)
            key = (id, room.game.revision if room.game.over else -1)
        found = self._proofs.get(key)
        if found is None:
            found = asyncio.ensure_future(self._prove(id, token, (hashed(token), address)))
            found.add_done_callback(partial(self._proved, key))
            if key[1] >= 0:
                self._proofs[key] = found
        return await asyncio.shield(found)

    def _proved(self, key: tuple[str, int], found: asyncio.Future[DiceProof]) -> None:
        """Keep a proof in the cache, unless it failed."""
        if found.cancelled() or found.exception():
            self._proofs.pop(key, None)
        while len(self._proofs) > PROVED:
            self._proofs.popitem(last=False)

    async def _prove(self, id: str, token: str, who: tuple[str, ...]) -> DiceProof:
        async with self.hall.inside(id) as room:
            if not room.game.over:
                raise Refused(409, "The dice can be verified with the seed when the game is over.")
            if await self._secret(room):
                raise Refused(409, CONTINUED)
            text = await self._whole(room)
            published, newest, given = room.commitment, room.game.revision, room.begun
        try:
            frames = await self.hall.store.read(queries.frames, id, 0, newest)
            shown = [frame for frame, _ in frames]
            return await self.calculator.run(Rank.PROOF, who, PROOF, prove, text, published, shown, given)
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        except SandtableError as error:
            raise refusal(error) from error
        except Died as error:
            raise Refused(409, PROVE_IT) from error

    # --- following ----------------------------------------------------------------------------------------------------

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


def offered(room: Room, invitation: str) -> list[Seat]:
    """Return the open seats of an invitation by its hash. Raises 403, or 409 if they open later."""
    found = [seat for seat in room.seats if invitation and hmac.compare_digest(seat.invitation, invitation)]
    if found:
        return found
    if any((seat := old.next()) and seat.invitation == invitation for old in room.seats):
        raise Refused(409, "This seat opens after the current secret decision. Try again then.")
    raise Refused(403, "This invitation is no longer valid. Ask the host for a new one.")


def occupied(seat: Seat, host: str) -> bool:
    """Return whether a seat belongs to another player than the host, or to the computer."""
    return seat.kind != "open" and not hmac.compare_digest(seat.token, host)


def prove(text: str, published: str, frames: Sequence[bytes], shares: Sequence[Share]) -> DiceProof:
    """Verify the dice of a saved game, also against the dice that were sent to the players."""
    shown = [event.data for frame in frames for event in full_frame(frame).events]
    return proof(text, published, shown, shares)


def known_space(room: Room, text: str) -> str:
    """Return the full name of a space. Raises 404."""
    if room.game.game is None:
        raise Refused(409, room.game.faults)
    try:
        return room.game.game.rules.words.space(text)
    except SandtableError as error:
        raise Refused(404, sentence(error)) from error


def playing(live: Live) -> Game:
    """Return the engine of a running game. Raises 409."""
    try:
        return live.playing()
    except Illegal as error:
        raise Refused(409, sentence(error)) from error
