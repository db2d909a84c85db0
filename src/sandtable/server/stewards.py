"""Carries out standing orders: answers the decisions of players as they have ordered."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from ..core.decisions import Decision
from ..core.errors import SandtableError
from . import prospects, queries, standing
from .calculator import Calculator, Rank
from .computers import Computers
from .hall import Hall
from .helping import ODDS
from .live import Live
from .processes import Died
from .prospects import Prospect
from .refusals import Refused, log
from .rooms import Room
from .thinking import Task
from .wire_notices import LetAdvise, Order, RetreatBelow

#: The adviser decides what follows from the answer of another order, such as where the units retreat to.
FOLLOWING = LetAdvise()
#: The part of the server that claims games here.
ORDERED = "orders"


class Plan(NamedTuple):
    """How to answer a decision: the answer, or what must be calculated for it."""

    live: Live
    decision: Decision
    order: Order
    text: str | None = None
    prospect: Prospect | None = None
    task: Task | None = None


class Stewards:
    """The standing orders of all games of a hall. Of several servers, the one that has claimed a game acts."""

    def __init__(self, hall: Hall, calculator: Calculator, computers: Computers) -> None:
        self.hall, self.calculator, self.computers = hall, calculator, computers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # games that have changed since their task looked at them
        self._then = hall.kick
        hall.kick = self.kick

    async def start(self) -> None:
        """Resume the games in which an order applies."""
        for id in await self.computers.claims.free(await self.hall.read(queries.ordered_games)):
            self._begin(id)

    async def stop(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def kick(self, room: Room) -> None:
        """Act if an order applies, and let computer players act."""
        self._then(room)
        if not room.orders or not self._next(room):
            return
        if room.id in self._tasks:
            self._again.add(room.id)
        else:
            self._begin(room.id)

    def _begin(self, id: str) -> None:
        task = self._tasks[id] = asyncio.create_task(self._act(id))
        task.add_done_callback(partial(self._ended, id))

    def _ended(self, id: str, task: asyncio.Task[None]) -> None:
        """Begin again if the game has changed while its task gave its claim back."""
        del self._tasks[id]
        again = id in self._again
        self._again.discard(id)
        if again and not task.cancelled():
            self._begin(id)

    def _next(self, room: Room) -> tuple[Decision, Order] | None:
        """Return the first open decision with an order that applies, unless it was tried in vain."""
        if not room.orders or room.asleep or room.game.game is None:
            return None
        seats = {s.power: s for s in room.seats if s.awaited and not s.away}
        for decision in room.game.open():
            seat, ordered = seats.get(decision.power), room.orders.get(decision.power)
            if not seat or not ordered or ordered.holder != seat.token or ("vain", decision.id) in room.game.scratch:
                continue
            order = standing.applying(ordered, decision, room.game.position)
            here = decision.power, (decision.context or {}).get("space"), room.game.revision
            if order is None and room.going == here:
                order = FOLLOWING
            if order:
                return decision, order
        return None

    async def _act(self, id: str) -> None:
        """Answer decisions of a game as long as an order applies."""
        claims = self.computers.claims
        try:
            if not await claims.take(id, ORDERED):
                return
            while (plan := await self._planned(id)) and await self._carried_out(id, plan):
                pass
        except Refused:
            pass  # another server has acted, or the database is away: the next change tries again
        except SQLAlchemyError:
            pass
        except Exception:
            log.exception("game %s: a standing order failed", id)
        finally:
            with contextlib.suppress(Refused):  # without its session, the claim does not count
                await claims.leave(id, ORDERED)

    async def _planned(self, id: str) -> Plan | None:
        async with self.hall.inside(id) as room:
            found = self._next(room)
            self._again.discard(id)
            if found is None:
                return None
            decision, order = found
            plan, game = Plan(room.game, decision, order), room.game.playing()
            if isinstance(order, LetAdvise):
                return plan._replace(task=self.computers.task(room, decision.id))
            if isinstance(order, RetreatBelow):
                with contextlib.suppress(SandtableError):
                    space = str((decision.context or {}).get("space", ""))
                    return plan._replace(prospect=await self.hall.engine(prospects.standing, game, space))
                return plan
            return plan._replace(text=await self.hall.engine(standing.answer_of, game, order, decision))

    async def _carried_out(self, id: str, plan: Plan) -> bool:
        """Give the answer of a plan, if the decision is still open; return whether to look for another one."""
        odds, advice = None, ""
        if plan.prospect:
            odds = await self._odds(plan.prospect, plan)
        if plan.task:
            thought = await self.computers.advised(plan.task)
            advice = thought.answers[0][1] if thought.answers else ""
        async with self.hall.inside(id) as room:
            found, live, decision = self._next(room), room.game, plan.decision
            if found is None or live is not plan.live or found != (decision, plan.order):
                return True  # the game or the orders have changed: look again
            text = plan.text or advice or await self.hall.engine(answer, live, plan, odds)
            if not text:
                live.scratch["vain", decision.id] = True
                return True
            give = partial(live.give, decision, text, "", self.hall.now(), ordered=True)
            if plan.order is FOLLOWING or leaves(plan.order, decision, text):
                room.going = decision.power, (decision.context or {}).get("space"), live.revision + 1
            await self.hall.change(room, lambda: [give()])
        return True

    async def _odds(self, prospect: Prospect, plan: Plan) -> float | None:
        """Return the odds of the deciding power to win its battle, or None if they cannot be calculated."""
        try:
            brief = await self.calculator.run(Rank.GAME, (plan.decision.power,), ODDS, prospects.brief, prospect)
        except (Died, Refused, SandtableError):
            return None
        attacking = plan.live.playing().side(plan.decision.power) == plan.live.playing().side(plan.live.position.power)
        return brief.attacker_wins if attacking else 1 - brief.attacker_wins - brief.draw


def answer(live: Live, plan: Plan, odds: float | None) -> str | None:
    """Return the answer of a plan that needs odds, or that the adviser has not answered. Runs in an engine thread."""
    game, decision = live.playing(), plan.decision
    if isinstance(plan.order, LetAdvise):
        return decision.form.write(decision.advice, game.rules.words)
    return standing.answer_of(game, plan.order, decision, odds)


def leaves(order: Order, decision: Decision, text: str) -> bool:
    """Return whether an answer makes units leave a battle, so that what follows from it must be decided, too."""
    leaving = (decision.context or {}).get("leaving", ())
    return isinstance(order, RetreatBelow) and (text in leaving if leaving != "units" else text != "nothing")
