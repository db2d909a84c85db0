"""Acts of one player that concern the others: changes of seats, going back to an earlier moment, and ending the game.

In a running game with other people, such an act is proposed, and carried out as soon as they agree (see `agreement`).
"""

from __future__ import annotations

from functools import partial

import msgspec

from . import agreement, queries, saves
from .agreement import CARRIED, CONSENTED, FAILED, LAPSED, PROPOSED, REFUSED, WITHDRAWN, Motion, Standing
from .desk import playing
from .live import Given, Live
from .making import Making
from .refusals import Refused
from .requests import Accepted, Invitation, Rollback, SeatChange, Vote
from .rooms import Reader, Room
from .seating import Seating
from .successor import Successor, dice_after

AGREED = "the players agreed to end it"
BACK = "it continues from step {frame}"


class Agreeing(Making, Seating):
    """Proposes what the other players must agree to, takes their answers, and carries it out."""

    async def seat(self, id: str, token: str, wish: SeatChange) -> Invitation:
        """Give a seat to the computer, reopen it, or take it, as the host; or propose that. Raises 403, 409.

        The secret of the invitation is empty unless the seat is open now.
        """

        async def work() -> Invitation:
            async with self.hall.inside(id) as room:
                reader = self._host(room, token)
                seat = room.seat(wish.power)
                if room.game.over:
                    raise Refused(409, "The game is over.")
                player = wish.player if wish.kind == "computer" else ""
                new, secret = self._new_seat(room, seat, wish.kind, player)
                if room.game.waiting:
                    await self._reseat(room, new)
                    return Invitation(seat.power, secret)
                motion = self._motion(room, reader, Motion("seat", "", [], 0.0, seat.power, wish.kind, player))
                free = seat.token == room.host or (wish.kind == "computer" and (seat.kind == "open" or room.trouble))
                return Invitation(seat.power, await self._propose(room, reader, motion, bool(free)))

        return await self.hall.whole(work())

    async def close(self, id: str, token: str) -> Accepted:
        """End the game without a winner, or propose that. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader = self._participant(room, token)
                if room.game.over:
                    raise Refused(409, "The game is over.")
                free = room.game.waiting and reader.host
                if room.game.waiting and not free:
                    raise Refused(403, "Only the host can end a game that has not begun.")
                await self._propose(room, reader, self._motion(room, reader, Motion("close", "", [])), free)
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def rollback(self, id: str, token: str, wish: Rollback) -> Accepted:
        """Go back to the moment after a frame, in a game that continues this one; or propose that. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader, live = self._participant(room, token), room.game
                playing(live)
                if not live.lines or live.lines[-1].n <= wish.frame:
                    raise Refused(409, "Nothing has happened since then. Choose an earlier step.")
                motion = self._motion(room, reader, Motion("rollback", "", [], frame=wish.frame))
                await self._propose(room, reader, motion, False)
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def vote(self, id: str, token: str, wish: Vote) -> Accepted:
        """Agree to a proposal, refuse it, or withdraw one's own. Raises 403, 409."""

        async def work() -> Accepted:
            async with self.hall.inside(id) as room:
                reader, found = self._participant(room, token), room.game.proposal
                if room.game.over or found is None or found.number != wish.number:
                    raise Refused(409, "This proposal has been decided already.")
                await self._answer(room, reader, found, wish.agree)
                return Accepted(room.game.revision)

        return await self.hall.whole(work())

    async def lapse(self, id: str) -> None:
        """End a proposal whose time has run out: silence counts as the terms of the game say."""
        async with self.hall.inside(id) as room:
            found = room.game.proposal
            if room.game.over or found is None:
                await self.hall.write(room, queries.set_due(id, 0.0))
            elif found.motion.until <= self.hall.now():
                if room.terms.silence == "consent":
                    await self._carry(room, found.motion, found)
                else:
                    await self._end(room, found, LAPSED)

    # --- proposals ----------------------------------------------------------------------------------------------------

    def _motion(self, room: Room, reader: Reader, what: Motion) -> Motion:
        """Return a motion as made now by a player."""
        until = agreement.deadline(room.terms, self.hall.now())
        return msgspec.structs.replace(what, name=self._name(room, reader), powers=list(reader.powers), until=until)

    def _name(self, room: Room, reader: Reader) -> str:
        return room.seat(reader.powers[0]).name if reader.powers else room.host_name

    async def _propose(self, room: Room, reader: Reader, motion: Motion, free: bool) -> str:
        """Propose an act, or carry it out if it is `free` or concerns no other people; return what `_carry` does.

        Proposing what is proposed already is consent.
        """
        if free or not agreement.others(room.seats, motion.powers):
            return await self._carry(room, motion, None, reader)
        found = room.game.proposal
        if found is None:
            text = msgspec.json.encode(motion).decode()
            said = agreement.told(PROPOSED, motion, motion.name, motion.powers)
            note = partial(room.game.note, PROPOSED, text, reader.hash, self.hall.now(), said)
            await self.hall.change(room, lambda: [note()], queries.set_due(room.id, motion.until))
        elif not found.motion.same(motion):
            raise Refused(409, "Another proposal is open. Answer it first, or wait until it has been decided.")
        elif found.giver != reader.hash and set(reader.powers) & set(found.missing(room.seats)):
            return await self._answer(room, reader, found, True)
        return ""

    async def _answer(self, room: Room, reader: Reader, found: Standing, agree: bool) -> str:
        """Note a player's answer to a proposal; the last consent carries it out. Raises 403."""
        name, own = self._name(room, reader), list(reader.powers)
        missing = found.missing(room.seats)
        if reader.hash == found.giver and not agree:
            await self._end(room, found, WITHDRAWN, reader)
            return ""
        if not set(own) & set(missing):
            raise Refused(403, "This proposal does not wait for your answer.")
        if not agree:
            await self._end(room, found, REFUSED, reader)
            return ""
        said, text = agreement.told(CONSENTED, found.motion, name, own), msgspec.json.encode(own).decode()
        note = partial(room.game.note, CONSENTED, text, reader.hash, self.hall.now(), said, found.number)
        if set(missing) - set(own):
            await self.hall.change(room, lambda: [note()])
            return ""
        return await self._carry(room, found.motion, found, before=note)

    async def _end(self, room: Room, found: Standing, kind: str, reader: Reader | None = None) -> None:
        """Note that a proposal is not carried out."""
        name, own = (self._name(room, reader), reader.powers) if reader else ("", ())
        said, giver = agreement.told(kind, found.motion, name, own), reader.hash if reader else ""
        note = partial(room.game.note, kind, "", giver, self.hall.now(), said, found.number)
        await self.hall.change(room, lambda: [note()], queries.set_due(room.id, 0.0))

    # --- what is agreed -----------------------------------------------------------------------------------------------

    async def _carry(
        self,
        room: Room,
        motion: Motion,
        found: Standing | None,
        reader: Reader | None = None,
        before: partial[Given] | None = None,
    ) -> str:
        """Carry out what the players have agreed, or what one of them (`reader`) may decide alone.

        Return the secret of an invitation, if a seat opens; `before` adds the last consent to the history.
        """
        by = (motion.name, motion.powers) if found is None else ("", [])
        said, giver = agreement.told(CARRIED, motion, *by), reader.hash if reader else ""
        refers = found.number if found else 0
        carried = partial(room.game.note, CARRIED, "", giver, self.hall.now(), said, refers)
        notes = [before, carried] if before else [carried]
        if motion.act == "seat":
            return await self._carry_seat(room, motion, notes)
        if motion.act == "rollback":
            try:
                await self._carry_back(room, motion, notes, said)
            except Refused as refused:
                if found and refused.status == 409 and room.live:  # it would fail again
                    await self._end(room, found, FAILED)
                raise
            return ""
        why = AGREED if found else ""
        if found is None:
            notes = []  # the end itself stands in the history
        close = partial(room.game.close, giver, self.hall.now(), why)
        await self.hall.change(room, lambda: [make() for make in (*notes, close)], queries.set_due(room.id, 0.0))
        return ""

    async def _carry_seat(self, room: Room, motion: Motion, notes: list[partial[Given]]) -> str:
        """Change a seat; after the current secret decision, if its new player must not see that."""
        seat = room.seat(motion.target)
        new, secret = self._new_seat(room, seat, motion.kind, motion.player)
        if room.game.secret and seat.kind != "open" and seat.token != room.host and motion.kind != "computer":
            new = msgspec.structs.replace(seat, following=msgspec.json.encode(new).decode())
        works = [queries.set_seat(room.id, new), queries.set_due(room.id, 0.0)]

        def reseat() -> list[Given]:
            room.seats = [new if s.power == new.power else s for s in room.seats]
            return [make() for make in notes]

        await self.hall.change(room, reseat, *works)
        self.hall.tell(room, lambda reader: self.hall.seated(room, reader))
        return secret

    async def _carry_back(self, room: Room, motion: Motion, notes: list[partial[Given]], said: str) -> None:
        """Continue the game from an earlier moment in another one, with the same seats and with dice not seen yet."""
        stored = await self.hall.read(queries.load, room.id)
        assert stored is not None
        live, rules = room.game, playing(room.game).rules
        past = await self._revived(room.id, saves.returned, live.spec, stored.entries, motion.frame)
        spec = msgspec.structs.replace(live.spec, past=past.past, **dice_after(live.spec, live.dice))
        kept = [past.kept] if past.kept else []
        new = await self.hall.engine(Live, spec, past.entries, kept)
        noted = new.note(CARRIED, "", "", self.hall.now(), said)
        found = Successor(rules, new, [*past.written, noted.written], kept, stored.start)
        room.next, works = await self._continuation(room, found)
        why = BACK.format(frame=motion.frame)
        close = partial(live.close, "", self.hall.now(), why)
        works = [*works, queries.set_next(room.id, room.next), queries.set_due(room.id, 0.0)]
        await self.hall.change(room, lambda: [make() for make in (*notes, close)], *works)
        await self._begun(room.next)
