"""What freighters earn; clauses are those of `great_war.freighters_and_raiders`."""

from ...words import Game, Move, Played, declare_mark
from ...words.board import base_zones

FREIGHTER = "freighter"
SAILED = declare_mark("sailed", "freighter that has moved in this turn, and the sea zone in which it began")


class Trade(Played):
    """What freighters earn."""

    def income(self, game: Game, power: str) -> tuple[int, str] | None:
        """Each freighter earns the best single sum for where it lies (.4, .5)."""
        ipcs = sum(
            n * self.worth(game, power, zone)
            for zone, force in game.state.forces.items()
            for stack, n in force.items()
            if stack[:2] == (power, FREIGHTER) and stack.cond.noted(SAILED) not in ("", zone)  # .6
        )
        return (ipcs, "freighters") if ipcs else None

    def worth(self, game: Game, power: str, zone: str) -> int:
        """Return what a freighter earns in a sea zone: at a naval base (.4) or off the coast (.5) of another power."""
        friends, owner = game.friends(power) - {power}, game.state.owner
        if any(owner.get(base) in friends and zone in base_zones(game, base) for base in game.rules.tables["bases"]):
            return int(self.option.freighter_income_naval_base)
        least = self.option.freighter_coast_minimum
        coast = [s for s in game.rules.land_near[zone] if owner.get(s) in friends]
        rich = any(game.rules.q.value(game, s) >= least for s in coast)
        return int(self.option.freighter_income_coast) if rich else 0


def sailed(game: Game, move: Move) -> None:
    """Note from where freighters sailed in this turn (.6)."""
    start, end = move.path[0], move.path[-1]
    for stack, n in list(game.state.at(end).items()):
        if stack.type == FREIGHTER and stack.cond.moved and not stack.cond.noted(SAILED):
            game.state.turn_into(end, stack, stack.cond.marked(f"{SAILED}={start}"), n)
