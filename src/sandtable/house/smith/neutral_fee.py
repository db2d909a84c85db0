"""A fee to enter a neutral country, on top of the fight."""

from ...words import Flow, Game, No, declare_event, turn_memory
from ...words.board import Units, held_by_nobody
from .neutrals import RULE

PAID = turn_memory("fees_paid", list[str], "neutral countries whose entry was paid for in this turn")
declare_event("neutral_entered", "{power} pays {ipcs:IPC} to enter {space}", ("-power",))


class Fee:
    """A fee in IPCs for the first power that enters a neutral country in a turn."""

    def __init__(self, fee: int) -> None:
        self.fee = fee

    def may_attack(self, answer: No | None, game: Game, power: str, space: str) -> No | None:
        """A power that cannot pay the fee cannot enter a neutral country."""
        owed = held_by_nobody(game, space) and game.rules.is_land[space] and space not in PAID.get(game.state)
        if answer is None and owed and game.state.ipcs[power] < self.fee:
            return No(f"you cannot afford the {self.fee} IPCs to enter {space}", f"{RULE}.2")
        return answer

    def pay(self, game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
        """Charge the first power that enters a neutral country in a turn."""
        power = units[0][0].owner
        flying = len(rest) > 1 and all(game.unit(s).kind == "air" for s, _ in units)
        if held_by_nobody(game, space) and not flying and space not in PAID.get(game.state):
            PAID.of(game.state).append(space)
            game.state.ipcs[power] -= self.fee
            game.emit("neutral_entered", power=power, ipcs=self.fee, space=space)
        yield from ()
        return None
