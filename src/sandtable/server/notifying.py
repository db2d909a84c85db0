"""Notices to people: how often, to which devices, and how to stop them. Methods take the token of a session."""

from __future__ import annotations

import asyncio
import hashlib

import msgspec

from . import outbox
from .knowing import Knowing
from .push import Push
from .records import Person
from .refusals import Refused
from .rooms import hashed
from .wire_notices import DeviceInfo, NoticeInfo, NoticeWishes, PushDevice, PushGone, Stopped
from .wishes import clean

#: Longest holiday in seconds.
HOLIDAY = 42 * 86400.0
#: Maximum length of the name of a device.
NAMED = 60


class Notifying(Knowing):
    """Knows who gets notices over which channels. `push` sends to browsers."""

    push: Push

    async def notices(self, session: str) -> NoticeInfo:
        """Return how often the person gets notices, and on which devices."""
        return await self._notices(await self._person(session))

    async def wish_notices(self, session: str, wishes: NoticeWishes) -> NoticeInfo:
        """Change how often the person gets notices, and their holiday. Raises 409 for a holiday that is too long."""
        person, now = await self._person(session), self.hall.now()
        start = max(wishes.away_from, now) if wishes.away_until > now else 0.0
        before = await self.hall.read(outbox.wishes_of, person.id)
        if before.away_from <= now < before.away_until and start == now:
            start = before.away_from  # a holiday that has begun goes on
        if start and wishes.away_until - start > HOLIDAY:
            raise Refused(409, f"A holiday can last {HOLIDAY / 86400:.0f} days.")
        if start and wishes.away_until <= start:
            raise Refused(409, "A holiday must end after it begins.")
        values = {**msgspec.to_builtins(wishes), "away_from": start, "away_until": wishes.away_until if start else 0.0}
        await self.hall.written(outbox.set_wishes(person.id, values))
        return await self._notices(person)

    async def add_device(self, session: str, device: PushDevice) -> NoticeInfo:
        """Send pushes to this device from now on. Raises 409 if its address or keys cannot be used."""
        person = await self._person(session)
        try:
            await asyncio.to_thread(self.push.check, device)
        except (OSError, ValueError) as error:
            raise Refused(409, "This server cannot send pushes to the push service of this browser.") from error
        id = hashlib.sha256(device.endpoint.encode()).hexdigest()
        kept = self._sealed(msgspec.json.encode(device).decode())
        name = clean(device.name, NAMED, "a name", empty=True)
        row = outbox.Device(id, person.id, hashed(session), name, self.hall.now(), kept)
        await self.hall.written(outbox.add_device(row))
        return await self._notices(person)

    async def drop_device(self, session: str, gone: PushGone) -> NoticeInfo:
        """Send no more pushes to a device of the person."""
        person = await self._person(session)
        await self.hall.written(outbox.drop_device(person.id, gone.id))
        return await self._notices(person)

    async def stop_mail(self, token: str) -> Stopped:
        """Send no more mail about games to the person of a link in their mail. Raises 403 if it is not valid."""
        person = self.push.key.signed(token)
        if person is None or await self.hall.read(outbox.wishes_if_known, person) is None:
            raise Refused(403, "This link is not valid. You can stop mail on the page of your account.")
        await self.hall.written(outbox.set_wishes(person, {"mail": "never"}))
        return Stopped("mail")

    async def _notices(self, person: Person) -> NoticeInfo:
        wishes = await self.hall.read(outbox.wishes_of, person.id)
        devices = await self.hall.read(outbox.devices, person.id)
        return NoticeInfo(wishes, [DeviceInfo(d.id, d.name, d.since) for d in devices], self.push.key.public)
