"""Saved games, and the proof of the dice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ..core.errors import SandtableError
from ..engine.save import dump
from . import queries, saves
from .calculator import Rank
from .desk import Desk
from .hall import Hall
from .live import full_frame
from .processes import Died
from .proof import proof
from .records import Entry, Spec
from .reference import PositionInfo
from .refusals import Refused, refusal, unavailable
from .rooms import Reader, Room, hashed, players
from .sharing import Record, recorded
from .wire import DiceProof, Share

T = TypeVar("T")

HIDDEN = "You can download this game when it is over, because it has units that only their owner sees."
PROVE_IT = "Verifying takes too long on this server. Download the saved game and run `sandtable verify-dice`."
CONTINUED = "This game continues in another one. You can verify its dice when that one is over."
#: Maximum seconds for the proof of one game; maximum number of cached proofs.
PROOF, PROVED = 60.0, 200


class Proving(Desk):
    """Returns games as files and verifies their dice."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self._proofs: OrderedDict[tuple[str, int], asyncio.Future[DiceProof]] = OrderedDict()

    async def record(self, id: str, token: str = "") -> bytes:
        """Return the dice of a game as a file for `verify_dice.py` (JSON)."""
        async with self.hall.inside(id) as room:
            veil, hidden = room.veil(self._reader(room, token)), not room.game.over or await self._secret(room)
            seed = "" if hidden else room.game.spec.seed
            game = Record(id, room.title, room.commitment, room.game.spec, room.shares())
        return await self.hall.read(recorded, game, veil, seed)

    async def save(self, id: str, token: str = "", at: int = -1, address: str = "") -> str:
        """Return the text of the saved game, with its seed only at its end; `at`: as of that frame, without the seed.

        Raises 409 while the game has units that only their owner sees.
        """
        async with self.hall.inside(id) as room:
            reader, live = self._shown(room, token), room.game
            if at < 0 and live.over and not await self._secret(room):
                return await self._whole(room)
        return await self._as_of(id, reader.hash or address, saves.excerpt, at)

    async def position(self, id: str, token: str = "", at: int = -1, address: str = "") -> PositionInfo:
        """Return the position as of a frame (-1: now), for new games that begin at it.

        Raises 409 if the game is over then, and while it has units that only their owner sees.
        """
        async with self.hall.inside(id) as room:
            reader = self._shown(room, token)
        return await self._as_of(id, reader.hash or address, saves.position, at)

    def _shown(self, room: Room, token: str) -> Reader:
        """Return the permissions of a client to whom the whole game is shown. Raises 401, 409."""
        reader = self._reader(room, token)
        if not room.game.over and room.board.hidden:
            raise Refused(409, HIDDEN)
        return reader

    async def _as_of(self, id: str, address: str, what: Callable[[Spec, Sequence[Entry], int], T], at: int) -> T:
        """Return what a game looks like as of a frame (-1: now), played again in a worker process."""
        async with self.hall.inside(id) as room:
            live = room.game
            spec = msgspec.structs.replace(live.spec, seats=players(room.seats))
            moment = min(at, live.revision) if at >= 0 else live.revision
        try:
            stored = await self.hall.store.read(queries.load, id)
        except SQLAlchemyError as error:
            raise unavailable(error) from error
        assert stored is not None
        return await self._revived(address, what, spec, stored.entries, moment)

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


def prove(text: str, published: str, frames: Sequence[bytes], shares: Sequence[Share]) -> DiceProof:
    """Verify the dice of a saved game, also against the dice that were sent to the players."""
    shown = [event.data for frame in frames for event in full_frame(frame).events]
    return proof(text, published, shown, shares)
