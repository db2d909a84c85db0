"""Help for players: where units may go, advice, and the odds of battles."""

from __future__ import annotations

import asyncio

from ..core.errors import SandtableError
from . import prospects, views
from .calculator import Busy, Rank
from .computers import Computers
from .desk import Desk, known_space, playing
from .processes import Died
from .refusals import Refused, refusal
from .requests import MovePreview
from .thinking import legal
from .wire_forms import Advice, OddsBrief, WaysRow
from .wishes import TEXT

#: Maximum number of moves in one preview, and seconds for the odds of one battle.
PREVIEWED, ODDS = 200, 8.0
#: Seconds after which a calculation that found no room is tried once more.
AGAIN = 1.0


class Helping(Desk):
    """Helps the power that decides. `computers` give advice."""

    computers: Computers

    async def ways(self, id: str, token: str, space: str) -> list[WaysRow]:
        """Return the moves of the deciding power's units from a space. Raises 403, 404 (unknown space), 409."""
        async with self.hall.inside(id) as room:
            reader, live = self._holder(room, token), room.game
            game = playing(live)
            mine = [d for d in live.open() if d.power in reader.decides]
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
                known: Advice = kept["advice", decision]
                return known
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
            advice = kept["advice", decision] = Advice(decision, text, thought.why)
            return advice

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
        if len(wish.moves) > PREVIEWED or any(len(text) > TEXT for text in wish.moves):
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
