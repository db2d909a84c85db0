"""Making games: new ones, those that continue a saved game, and those that continue without a rule."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec

from ..core.dice import commitment
from ..core.errors import SandtableError
from ..rules.ruleset import Ruleset
from . import content, queries, roster, saves, views
from .desk import Desk, playing
from .hall import Hall
from .live import Live
from .pace import Clock
from .records import Seat, Spec, Stored, salts_of
from .reference import NamedChoice, PositionFile, PositionInfo, SavedInfo, VariantFile
from .refusals import Refused, log, refusal
from .requests import Continued, Created, NewGame, SavedFile, SavedGame, Without
from .rooms import Room, hashed, people, players
from .saves import Revived
from .sharing import ready, shares
from .successor import CHAIN, Successor, without
from .terms import Terms
from .wire_board import BoardInfo
from .wishes import NAME, SALT, TITLE, chosen, clean, invite, wished

POSITION = "position"


class Making(Desk):
    """Makes games. `seeds` returns the seed of each new one."""

    def __init__(self, hall: Hall, seeds: Callable[[], str]) -> None:
        super().__init__(hall)
        self._seeds = seeds

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
            terms=msgspec.json.encode(wish.terms or Terms()),
            listed=wish.listed,
            variant=clean(wish.variant, TITLE, "a name for the rules", empty=True),
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
        await self._begun(stored.id)

    async def read_variant(self, file: VariantFile, address: str = "") -> NamedChoice:
        """Return the choice in a variant file, read in a worker process. Raises 409 if that takes too long."""
        return await self._read(address, "variant file", content.read_variant, file)

    async def read_position(self, file: PositionFile, address: str = "") -> PositionInfo:
        """Return what a position file contains, read in a worker process. Raises 409 if that takes too long."""
        return await self._read(address, POSITION, content.read_position, file)

    async def read_save(self, file: SavedFile, address: str = "") -> SavedInfo:
        """Return what a saved game contains, read in a worker process. Raises 400, 409."""
        return await self._revived(address, saves.read, file.text)

    async def go_on(self, wish: SavedGame, address: str = "") -> Created:
        """Create a game that continues a saved one, with new dice. Raises 400, 409."""
        found = await self._revived(address, saves.revived, wish.save, wish.answers)
        return await self._make(await self.hall.engine(content.ruleset, found.choice), wish, found.origin, found)

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
                room.next, works = await self._continuation(room, found)
                why = f"it continues without the rule {failing.title}"
                close = partial(live.close, reader.hash, self.hall.now(), why)
                await self.hall.change(room, lambda: [close()], *works, queries.set_next(id, room.next))
                await self._begun(room.next)
                return Continued(room.next)

        return await self.hall.whole(work())

    async def _continuation(self, room: Room, found: Successor) -> tuple[str, list[queries.Work]]:
        """Return the id of the game that continues this one, with its seats, and what stores it."""
        live, now, board = found.live, self.hall.now(), await self._board(found.rules)
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
            board=msgspec.json.encode(board),
            seats=room.seats,
            entries=[written.entry for written in found.written],
            kept=found.kept,
            messages=[],
            shares=room.begun,
            clock=msgspec.json.encode(room.clock) if room.clock else b"",
            passes=room.passes,
            terms=msgspec.json.encode(room.terms),
            listed=room.listed,
            variant=room.variant,
            watching=room.watching,
        )
        new = Room(stored.id)
        new.take(stored, live, board)
        works = [
            queries.add_game(stored._replace(spec=self.hall.sealed(stored.spec)), self.hall.tail(new, now)),
            *([queries.add_entries(stored.id, found.written)] if found.written else []),
            *(queries.add_snapshot(stored.id, snapshot, snapshot.n) for snapshot in found.kept),
            *new.timed(now),
            roster.hand_on(room.id, stored.id),
        ]
        return stored.id, works

    async def _begun(self, id: str) -> None:
        """Start the computer players of a new game."""
        async with self.hall.inside(id) as room:
            self.hall.kick(room)
