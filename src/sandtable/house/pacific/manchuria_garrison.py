"""Garrison of Manchuria: Japanese infantry that may not leave, and the relief of a garrison that is too small."""

from ...engine.strikes import Units
from ...words import Draft, Game, Move, No, Option, Options, Stack, counted, turn_memory
from ...words.board import COMBAT, NONCOMBAT, Mover, allowance, distances, friendly, of_power
from ..documents import pacific

RULE, JAPAN = "pacific.manchuria_garrison", "Japan"
OWED = turn_memory("relief_owed", int, "land units that Japan must still bring to the garrison in this turn")
RELIEF = No("these units must go to the garrison of Manchuria, which is too small", f"{RULE}.3")


@pacific(
    RULE, "Garrison of Manchuria",
    Option("garrison_size", 3, "Japanese infantry that must stay", low=1, high=99),
    Option("relief_size", 3, "land units that Japan must bring in when the garrison is too small", low=0, high=99),
    Option("relief_units", ("infantry", "artillery", "tank"), "units that count as relief"),
    Option("territory", "Manchuria", "territory with the garrison"),
)  # fmt: skip
def manchuria_garrison(draft: Draft, option: Options) -> None:
    """Japan must keep 3 infantry in Manchuria; they cannot leave it, not even to attack. If it begins a turn with fewer
    of them there, it must bring in 3 land units in that turn, or as many as can reach it."""
    garrison = Garrison(option, draft.find("spaces", option.territory))
    draft.modify("may_go", garrison.stays, how="forbid")  # .1, .2
    draft.step("turn_start", "relief", garrison.due)  # .3
    draft.step("moved", "relief", garrison.arrived)
    draft.modify("may_end", garrison.relieved, how="forbid")
    draft.modify("advised_move", garrison.sent)


class Garrison:
    """Who is bound to stay, and who must come."""

    def __init__(self, option: Options, where: str) -> None:
        self.size, self.relief, self.kinds, self.where = (
            option.garrison_size, option.relief_size, option.relief_units, where,
        )  # fmt: skip

    def there(self, game: Game, *kinds: str) -> int:
        """Return how many Japanese units of some types are in the territory."""
        return sum(n for s, n in of_power(game, self.where, JAPAN).items() if s.type in kinds)

    def held(self, game: Game) -> bool:
        """Return whether Japan controls the territory; there is no duty while it does not."""
        return game.state.owner.get(self.where) == JAPAN

    def stays(self, answer: No | None, game: Game, units: Units, path: tuple[str, ...], phase: str) -> No | None:
        """Infantry of the garrison stays; while it is too small, so do other land units that make it up (.1 to .3)."""
        if answer is not None or units[0][0].owner != JAPAN or not self.held(game):
            return answer
        if path[0] == self.where:
            return self._bound(game, units, phase)
        if OWED.get(game.state) and path[-1] != self.where:
            return self._reserved(game, units, path[0])
        return None

    def _bound(self, game: Game, units: Units, phase: str) -> No | None:
        infantry = self.there(game, "infantry")
        going = sum(n for s, n in units if s.type == "infantry")
        if going and infantry - going < self.size:
            least = f"{counted(self.size, 'Japanese infantry', 'Japanese infantry')} must stay in {self.where}"
            return No(least, f"{RULE}.2" if phase == COMBAT else f"{RULE}.1")
        others = sum(n for s, n in units if s.type in self.kinds)
        if others and infantry < self.size and self.there(game, "infantry", *self.kinds) - others < self.size:
            return No(f"these units make up the garrison of {self.where}, which lacks infantry", f"{RULE}.3")
        return None

    def _reserved(self, game: Game, units: Units, start: str) -> No | None:
        """Units that can still march to the garrison go nowhere else while they are needed there."""
        closed = frozenset(s for s in game.rules.lands if not friendly(game, JAPAN, s))
        far = distances(game.rules.land_near, (self.where,), closed) if self.where not in closed else {}

        def comes(space: str, stack: Stack) -> bool:
            left = allowance(game, stack, space, NONCOMBAT) - stack.cond.moved
            able = stack.owner == JAPAN and stack.type in self.kinds and 0 < far.get(space, 99) <= left
            return able and game.rules.q.may_move(game, space, stack, NONCOMBAT) is None

        taken = sum(n for s, n in units if comes(start, s))
        able = sum(n for space in far for s, n in game.state.at(space).items() if comes(space, s)) if taken else 0
        return RELIEF if taken and able - taken < OWED.get(game.state) else None

    def due(self, game: Game) -> None:
        """A garrison that is too small when Japan's turn begins must be relieved in that turn (.3)."""
        if game.state.power == JAPAN and self.held(game) and self.there(game, "infantry") < self.size:
            OWED.set(game.state, self.relief)

    def arrived(self, game: Game, move: Move) -> None:
        """Count the relief that has come."""
        if OWED.get(game.state) and move.path[-1] == self.where:
            came = sum(n for s, n in move.units if s.type in self.kinds)
            OWED.set(game.state, max(0, OWED.get(game.state) - came))

    def relieved(self, answer: No | None, game: Game, mover: Mover) -> No | None:
        """The noncombat move ends when the relief has come, or no more of it can (.3)."""
        if answer is not None or mover.phase != NONCOMBAT or mover.power != JAPAN or self._coming(game, mover) is None:
            return answer
        return No(f"{counted(OWED.get(game.state), 'more land unit')} must move to {self.where}", f"{RULE}.3")

    def sent(self, answer: Move | None, game: Game, phase: str) -> Move | None:
        """Send the relief before other moves."""
        due = phase == NONCOMBAT and game.state.power == JAPAN and answer is None
        return self._coming(game, Mover(game, phase)) if due else answer

    def _coming(self, game: Game, mover: Mover) -> Move | None:
        """Return a move that brings relief, if some is owed and can come: on land, by rail, or from a ship."""
        owed = OWED.get(game.state)
        for space, stack, _ in mover.movable() if owed and self.held(game) else ():
            if stack.type in self.kinds and space != self.where:
                for option in mover.options(space, stack):
                    if option.path[-1] == self.where:
                        return option.move(min(owed, option.most))
        return None
