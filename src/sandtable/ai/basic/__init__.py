"""`basic`: a heuristic player that plans every phase.

It knows no edition and no house rule: it reads the unit values, the board, and the territory values, and calls queries.
Once per phase, it evaluates the board (`view`), computes where to send armies (`field`), and plans. It then makes the
moves one by one, each checked first. For unknown decisions, it uses the default advice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.decisions import DONE, Allocate, Decision, Move
from ...core.errors import SandtableError
from ...engine.memory import BOUGHT
from ...engine.movement import COMBAT
from . import carriage, fights, orders, stacks
from .attack import Attack, Planner
from .buy import Shopper, favoring, placing
from .ferry import ferries
from .field import Field
from .fleet import sailing
from .flight import flights
from .front import Front
from .lanes import cruises
from .mending import mending
from .raids import raids
from .style import PLAIN, Style
from .view import View

if TYPE_CHECKING:
    from ...engine.game import Game


class Basic:
    """Return the player, which can play several powers. The same seed and answers produce the same game."""

    def __init__(self, seed: str | int = 0, style: Style = PLAIN) -> None:
        self.seed = str(seed)
        self.style = style
        self._moves: Iterator[Move] = iter(())
        self._phase: tuple[Any, ...] = ()
        self._last = -1
        self._seen: tuple[Any, View, Field] | None = None
        self._late: tuple[Any, View, Field] | None = None
        #: the attacks planned last, by target
        self.attacks: dict[str, Attack] = {}
        self._kinds: dict[str, Callable[[Game, Decision], Any]] = {
            "move": self.move,
            "repair": self.repair,
            "purchase": self.purchase,
            "place": self.place,
            "retreat": fights.retreat,
            "withdraw": fights.withdraw,
            "fight": fights.stay_or_fight,
            "assign": fights.role,
        }

    def _known(self, game: Game, kind: str) -> Callable[[Game, Decision], Any] | None:
        """Return what answers decisions of a kind; None for those answered as advised."""
        known = self._kinds.get(kind)
        return stacks.KINDS.get(kind, known) if stacks.fits(game) else known

    def knows(self, game: Game, decision: Decision) -> bool:
        """Return whether it answers such decisions otherwise than advised."""
        return self._known(game, decision.kind) is not None

    def __call__(self, game: Game, decision: Decision) -> Any:
        known = self._known(game, decision.kind)
        if known is None:
            return decision.advice
        answer = known(game, decision)
        if decision.kind == "move":
            return answer
        if decision.kind == "purchase" and self.style.buy:
            answer = favoring(game, decision, answer, self.style.buy, self.style.part)
        try:
            decision.check(answer)
        except SandtableError:
            return decision.advice
        return answer

    def move(self, game: Game, decision: Decision) -> Move:
        """Return the moves that a rule advises as the phase begins, then the legal moves of the plan, then what a rule
        advises after these."""
        name = decision.context["phase"]
        phase = (id(game), game.state.round, decision.power, name, decision.context.get("part", ""))
        if phase != self._phase or decision.id <= self._last:
            first = _advised(game, decision)
            if first is not None:
                return first
            self._phase, self._moves = phase, self._plan(game, decision)
        self._last = decision.id
        for move in self._moves:
            try:
                decision.check(move)
            except SandtableError:
                continue
            return move
        last = _advised(game, decision)
        if last is not None:
            return last
        try:
            decision.check(DONE)
        except SandtableError:  # a rule requires a move first
            move = decision.advice
            assert isinstance(move, Move)
            return move
        return DONE

    def _plan(self, game: Game, decision: Decision) -> Iterator[Move]:
        """Plan the moves of a phase."""
        for power in game.acting if decision.power in game.acting else (decision.power,):
            yield from self._plan_of(game, power, decision)

    def _plan_of(self, game: Game, power: str, decision: Decision) -> Iterator[Move]:
        """Plan the moves of one of the powers that act in a phase."""
        if stacks.fits(game):
            marches = stacks.moves(game, power, self.style)
            yield from (m for m in marches if not m.path or m.path[-1] not in self.style.skip)
            return
        new = dict(BOUGHT.get(game.state)) if power == game.state.power else {}
        view, field = self._outlook(game, power)
        if decision.context["phase"] == COMBAT:
            planner = Planner(view, field, new)
            plan = planner.plan()
            self.attacks = {attack.target: attack for attack in plan}
            if not decision.context.get("part"):
                yield from carriage.attacking(planner, orders.attacks(view, plan))
                yield from carriage.drops(planner, {attack.target for attack in plan})
            yield from raids(planner)
            if game.rules.tables["convoys"] and not decision.context.get("part"):
                yield from cruises(planner)
            return
        if power == decision.power:
            self._late = (id(game), game.state.round, power), view, field
        answers = len(game.log)
        yield from ferries(view, field, new)
        if len(game.log) > answers:
            view = View(game, power, view)
        yield from carriage.moving_up(view, new, Front(view, field, new).plan())
        if any(unit.kind == "sea" for units in view.own.values() for _, _, unit in units):
            yield from sailing(view, field)
        if any(unit.kind == "air" for units in view.own.values() for _, _, unit in units):
            yield from flights(View(game, power, view), field, new)

    def _outlook(self, game: Game, power: str) -> tuple[View, Field]:
        """Return the view of the board, cached until the board or the style changes."""
        key = (id(game), game.state.round, power, self.style)
        if self._seen is None or self._seen[0] != key or not self._seen[1].holds():
            view = View(game, power, style=self.style)
            self._seen = key, view, Field(view)
        return self._seen[1:]

    def repair(self, game: Game, decision: Decision) -> Any:
        """Choose the damage to repair."""
        return mending(*self._outlook(game, decision.power), decision)

    def purchase(self, game: Game, decision: Decision) -> Any:
        """Choose the purchase."""
        view, field = self._outlook(game, decision.power)
        prices = {key[0]: game.stats(decision.power, key[0]).cost for key in decision.form.most if len(key) == 1}  # type: ignore[attr-defined]
        order = Shopper(view, field, game.state.ipcs[decision.power], prices).fill()
        return {(kind,): n for kind, n in order.items()}

    def place(self, game: Game, decision: Decision) -> Any:
        """Choose where to place new units."""
        form = decision.form
        assert isinstance(form, Allocate)
        if self._late is not None and self._late[0] == (id(game), game.state.round, decision.power):
            view, field = View(game, decision.power, self._late[1]), self._late[2]
        else:
            view = View(game, decision.power, style=self.style)
            field = Field(view)
        answer = form.least()
        for key, n in placing(view, field, form.most):
            room = min(n, form.room(answer, key))
            if room:
                answer[key] = answer.get(key, 0) + room
        return answer


def _advised(game: Game, decision: Decision) -> Move | None:
    """Return the move that a rule advises in this phase, if it is legal in this part of it."""
    found: Move | None = game.rules.q.advised_move(game, decision.context["phase"])
    if found is not None:
        try:
            decision.check(found)
        except SandtableError:
            return None
    return found
