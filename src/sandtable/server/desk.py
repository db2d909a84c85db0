"""What all parts of the service need: who may do what, and work in other processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..core.decisions import Decision
from ..core.errors import Illegal, SandtableError
from ..engine.game import Game
from .calculator import Calculator, Rank
from .hall import Hall
from .live import Live
from .processes import Died
from .refusals import Refused, refusal, sentence
from .rooms import Reader, Room, hashed

#: Maximum seconds for reading a variant file, and for playing a saved game again.
READ, REVIVE = 5.0, 30.0
T = TypeVar("T")


class Desk:
    """The base of the parts of the service: the games, the clients' permissions, and work in other processes."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.calculator = Calculator()

    def _reader(self, room: Room, token: str) -> Reader:
        """Return the reader with this token, who is a spectator with the secret of an invitation.

        Raises 401 for an unknown token, and 403 for spectators who need an invitation.
        """
        reader = room.reader(hashed(token))
        if reader.powers or reader.host:
            return reader
        if token and not room.invites(hashed(token)):
            raise Refused(401, "This token is not valid for this game.")
        if not token and room.watching:
            raise Refused(403, "Only people with an invitation can watch this game. Ask its host for a link.")
        return room.reader("")

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

    def _participant(self, room: Room, token: str) -> Reader:
        """Return a reader who has a seat or is the host. Raises 401, 403."""
        reader = self._reader(room, token)
        if not reader.powers and not reader.host:
            raise Refused(403, "Only players in this game can do this.")
        return reader

    def _asked(self, room: Room, token: str, decision: int) -> tuple[Reader, Decision]:
        """Return the reader and the open decision, which must be the reader's. Raises 403, 409."""
        reader, live = self._holder(room, token), room.game
        playing(live)
        for found in live.open():
            if found.id == decision:
                if found.power not in reader.decides:
                    raise Refused(403, _belongs(found.power, reader))
                return reader, found
        late = 0 <= decision < len(live.lines) or any(decision < d.id for d in live.open())
        raise Refused(409, "This decision has already been made." if late else "This decision is not open now.")

    async def _read(self, address: str, name: str, what: Callable[..., T], *args: Any) -> T:
        """Read what a client sent in a worker process. Raises 409 if that takes too long."""
        try:
            return await self.calculator.run(Rank.ODDS, (address,), READ, what, *args)
        except Died as error:
            raise Refused(409, f"This {name} is too large to read in time.") from error
        except SandtableError as error:
            raise refusal(error) from error

    async def _revived(self, address: str, what: Callable[..., T], *args: Any) -> T:
        try:
            return await self.calculator.run(Rank.PROOF, (address,), REVIVE, what, *args)
        except Died as error:
            raise Refused(409, "This game is too long to play it again on this server.") from error
        except SandtableError as error:
            raise refusal(error) from error


def _belongs(power: str, reader: Reader) -> str:
    if power in reader.powers:
        return f"A partner acts for {power}. Take your seat back before you answer."
    return f"This decision belongs to {power}."


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
