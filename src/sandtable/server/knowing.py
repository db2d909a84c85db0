"""People who are known: by a mailed link they sign in on any device, find their games there, and keep their seats.

Every method but the first three takes the token of a session and raises 401 if it has ended.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence

from . import queries, roster
from .desk import Desk
from .news import news
from .post import Post
from .records import Holding, Person
from .refusals import Refused, log
from .requests import Claim, Enter, Entered, MailLink, Pass, Rename
from .rooms import hashed
from .roster import Listed
from .wire import GameRow
from .wire_people import MyGame, News, PersonInfo, Signing
from .wishes import NAME, clean

#: Seconds for which a mailed link is valid, and maximum number of valid links for one address.
VALID, LINKS = 1800.0, 3
#: Maximum number of latest frames that the news of a game cover.
RECENT = 400
ENDED = "You are no longer signed in on this device. Sign in again with a new link."
UNKNOWN = "This link has been used already or is too old. Ask for a new one."
SUBJECT = "Sign in to Sandtable"
TEXT = """Open this link to sign in to Sandtable. It works once, within 30 minutes:

{link}

If you did not ask for it, ignore this message: without the link, no one can sign in as you.
"""


class Knowing(Desk):
    """Signs people in and lists their games. `post` sends mail (None: no one can sign in), with links to `home`."""

    post: Post | None = None
    home: str = ""

    # --- signing in ---------------------------------------------------------------------------------------------------

    def signing(self) -> Signing:
        """Return whether people can sign in on this server."""
        return Signing(self.post is not None)

    async def mail_link(self, wish: MailLink) -> Signing:
        """Mail a link to sign in; known and unknown addresses get the same response.

        Raises 409 without mail, 429 after too many links, and 503 if the mail cannot be sent.
        """
        if self.post is None:
            raise Refused(409, "This server does not send mail, so you cannot sign in.")
        secret, mail, now = secrets.token_urlsafe(32), wish.mail.strip(), self.hall.now()
        add = roster.add_link(hashed(secret), key_of(mail), self._sealed(mail), now, now + VALID, LINKS)
        if not (await self.hall.written(add))[0]:
            wait = "This address has links that you can still use. Look for them in your mail, or wait half an hour."
            raise Refused(429, wait, retry=int(VALID))
        try:
            await asyncio.to_thread(self.post, mail, SUBJECT, TEXT.format(link=f"{self.home}/me#{secret}"))
        except (OSError, ValueError) as error:
            log.warning("a mail could not be sent: %s", type(error).__name__, extra={"once": "mail"})
            raise Refused(503, "The mail cannot be sent now. Try again later.", retry=60) from error
        return self.signing()

    async def whose(self, wish: Enter) -> PersonInfo:
        """Return for which address a link is, without using it up. Raises 403."""
        mail = await self.hall.read(roster.mail_of, hashed(wish.secret), self.hall.now())
        if mail is None:
            raise Refused(403, UNKNOWN)
        return PersonInfo("", self._opened(mail))

    async def enter(self, wish: Enter) -> Entered:
        """Begin a session with the secret of a mailed link. Raises 403."""
        token, now = secrets.token_urlsafe(32), self.hall.now()
        work = roster.enter(hashed(wish.secret), hashed(token), secrets.token_urlsafe(12), now)
        found: Person | None = (await self.hall.written(work))[0]
        if found is None:
            raise Refused(403, UNKNOWN)
        return Entered(token, PersonInfo(found.name, self._opened(found.mail), found.id))

    # --- the person ---------------------------------------------------------------------------------------------------

    async def me(self, session: str) -> PersonInfo:
        """Return who is signed in."""
        person = await self._person(session)
        return PersonInfo(person.name, self._opened(person.mail), person.id)

    async def rename(self, session: str, wish: Rename) -> PersonInfo:
        """Change the person's name."""
        person, name = await self._person(session), clean(wish.name, NAME, "a name")
        await self.hall.written(roster.rename(person.id, name))
        return PersonInfo(name, self._opened(person.mail), person.id)

    async def leave(self, session: str) -> Signing:
        """End the session."""
        await self._person(session)
        await self.hall.written(roster.leave(hashed(session)))
        return self.signing()

    async def forget(self, session: str) -> Signing:
        """Delete the person: address, name, sessions, and list of games. Devices keep their seats."""
        person = await self._person(session)
        await self.hall.written(roster.forget(person.id))
        return self.signing()

    # --- their games --------------------------------------------------------------------------------------------------

    async def claim(self, session: str, wish: Claim) -> list[MyGame]:
        """Add the games of this device, by their tokens, to the person's list; return the list.

        Games that do not exist, or in which the token has no seat, are skipped.
        """
        person, found = await self._person(session), list[Holding]()
        for game in wish.games:
            try:
                async with self.hall.inside(game.id) as room:
                    holder = hashed(game.token)
                    if room.reader(holder).powers or room.reader(holder).host:
                        found += [Holding(game.id, held, room.game.revision) for held in own(room.holders(holder))]
            except Refused as refused:
                if refused.status == 503:
                    raise
        if found:
            await self.hall.written(roster.hold(person.id, found))
        return await self._games(person)

    async def my_games(self, session: str) -> list[MyGame]:
        """Return the games of the person, those that have changed last first."""
        return await self._games(await self._person(session))

    async def _games(self, person: Person) -> list[MyGame]:
        listed = await self.hall.read(roster.listed, person.id)
        rows = {row.id: GameRow(*row) for row in await self.hall.read(queries.rows, [game.id for game in listed])}
        return [
            MyGame(rows[g.id], g.powers, await self._asked_of(person, g), g.seen, g.revision)
            for g in listed
            if g.id in rows
        ]

    async def _asked_of(self, person: Person, game: Listed) -> list[str]:
        """Return the powers in a game whose decisions the person must make."""
        if not game.covered:
            return [power for power in game.asked if power in game.powers]
        held = await self._held(person, game.id)
        async with self.hall.inside(game.id) as room:
            decided = {power for holding in held for power in room.reader(holding.holder).decides}
        return [power for power in game.asked if power in decided]

    async def seat_here(self, session: str, id: str) -> Pass:
        """Return a token for the person's seats in a game, for this device. Raises 403, 404."""
        person, token = await self._person(session), secrets.token_urlsafe(32)

        async def work() -> Pass:
            async with self.hall.inside(id) as room:
                held = await self._held(person, id)
                readers = [room.reader(holding.holder) for holding in held]
                holders = [h.holder for h, reader in zip(held, readers, strict=True) if reader.powers or reader.host]
                if not holders:
                    raise Refused(403, "You no longer have a seat in this game.")
                await self.hall.write(room, roster.add_passes(id, hashed(token), holders))
                room.passes = {**room.passes, hashed(token): holders}
                return Pass(token, list(room.reader(hashed(token)).powers))

        return await self.hall.whole(work())

    async def news(self, session: str, id: str) -> News:
        """Return what has happened in a game since the person has seen it last. Raises 403, 404."""
        person = await self._person(session)
        async with self.hall.inside(id) as room:
            held = await self._held(person, id)
            powers = [seat.power for seat in room.seats if seat.token in {holding.holder for holding in held}]
            reader = room.reader("")._replace(powers=tuple(powers))
            veil, board, newest = room.veil(reader), room.board, room.game.revision
        seen = max(holding.seen for holding in held)
        frames = await self.hall.frames(id, veil, max(seen, newest - RECENT), RECENT)
        return News(seen, newest, await self.hall.engine(news, frames, board, powers))

    async def saw(self, session: str, id: str, revision: int) -> Signing:
        """Note the latest frame that the person has seen of a game. Raises 403, 404."""
        person = await self._person(session)
        async with self.hall.inside(id) as room:
            await self._held(person, id)
            newest = min(revision, room.game.revision)
        await self.hall.written(roster.seen(person.id, id, newest))
        return self.signing()

    async def drop(self, session: str, id: str) -> Signing:
        """Remove a game from the person's list. Raises 403."""
        person = await self._person(session)
        await self._held(person, id)
        await self.hall.written(roster.drop(person.id, id))
        return self.signing()

    # --- checks -------------------------------------------------------------------------------------------------------

    async def _person(self, session: str) -> Person:
        """Return the person of a session. Raises 401."""
        now = self.hall.now()
        found = await self.hall.read(roster.person, hashed(session), now) if session else None
        if found is None:
            raise Refused(401, ENDED)
        person, used = found
        if now - used > roster.NOTED:
            await self.hall.written(roster.used(hashed(session), now))
        return person

    async def _held(self, person: Person, id: str) -> list[Holding]:
        """Return what a person holds in a game. Raises 403."""
        found = await self.hall.read(roster.holdings, person.id, id)
        if not found:
            raise Refused(403, "This game is not in your list.")
        return found

    def _sealed(self, mail: str) -> str:
        return self.hall.store.vault.seal(mail)

    def _opened(self, mail: str) -> str:
        return self.hall.store.vault.open(mail)


def own(holders: Sequence[str]) -> Sequence[str]:
    """Return the tokens of seats among those for which a token stands: not that of another device itself."""
    return holders[:-1] or holders


def key_of(mail: str) -> str:
    """Return the key under which an address is found."""
    return hashlib.sha256(mail.casefold().encode()).hexdigest()
