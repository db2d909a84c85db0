"""Random Turns: markers drawn from a cup decide whose turn is next."""

from collections.abc import Sequence

from ...engine.draws import drawn
from ...engine.sights import Panel, Row
from ...words import Draft, Game, Option, Options, declare_event, game_memory
from ..documents import smith

LAST = game_memory("last_marker", str, "the power whose marker was drawn last in a round")
ORDER = game_memory("drawn_order", list[str], "the order in which the markers of this round were drawn")
GONE = game_memory("markers_gone", list[str], "powers whose markers are out of the game")
declare_event("marker_drawn", "the marker of {power} is drawn")
declare_event("order_drawn", "markers drawn for round {round}: {order}")


@smith(
    "smith.random_turns", "Random Turns",
    Option("fixed_first_power", "Soviet Union", "power that takes the opening turn of round 1 without a draw"),
    Option("consecutive_turns_allowed", True, "a power may take the last turn of a round and the first of the next"),
    Option("draw_time", "per_turn", "whether the markers of a round are drawn one at a time or all at its start",
           choices=("per_turn", "per_round")),
    default=False,
)  # fmt: skip
def random_turns(draft: Draft, option: Options) -> None:
    """The Soviet Union takes the opening turn of the game. After it, each turn goes to the power whose marker is drawn
    at random. A power that has had its turn waits for the next round, which begins when all powers have had one."""
    cup = Cup(draft.find("powers", option.fixed_first_power), option)
    draft.modify("next_power", cup.next_power, how="replace")
    draft.step("panels", "markers", cup.panel)


def in_the_game(game: Game, power: str) -> bool:
    """Return whether a power has any unit or territory."""
    state = game.state
    return power in state.owner.values() or any(s.owner == power for f in state.forces.values() for s in f)


class Cup:
    """The cup of markers under the chosen options."""

    def __init__(self, opener: str, option: Options) -> None:
        self.opener, self.option = opener, option

    def next_power(self, game: Game, rest: tuple[str, ...]) -> str | None:
        """Each turn but the opening one goes to the power whose marker is drawn (smith.random_turns.2)."""
        cup = [power for power in rest if self.has_marker(game, power)]
        if game.state.round == 1 and self.opener in cup:
            power = self.opener  # .1, and .4: a power that opened the game by an advantage is no longer in the cup
        elif not cup:
            return None
        elif self.option.draw_time == "per_turn":
            power = self.draw(game, cup, first=game.state.turn < 0)
            game.emit("marker_drawn", power=power)
        else:
            power = self.from_order(game, cup)
        if game.state.turn >= 0:  # the first marker of a round may still go back into the cup
            LAST.set(game.state, power)
        return power

    def panel(self, game: Game) -> Panel:
        """Return the markers that are still in the cup, or the order drawn for this round."""
        state = game.state
        rest = ORDER.get(state) or [p for p in state.order[state.turn + 1 :] if p not in GONE.get(state)]
        title = "Drawn for this round" if ORDER.get(state) else "Markers in the cup"
        return Panel(title, tuple(Row(power, "", None, power) for power in rest))

    def has_marker(self, game: Game, power: str) -> bool:
        """Return whether a power still has a marker: it keeps it while it has any unit or territory."""
        state = game.state
        if power in GONE.get(state):
            return False
        if not in_the_game(game, power):
            GONE.of(state).append(power)
            return False
        return True

    def draw(self, game: Game, cup: Sequence[str], first: bool) -> str:
        """Draw a marker; the first one of a round may not be that of the power that moved last, if so agreed."""
        last = LAST.get(game.state)
        if first and not self.option.consecutive_turns_allowed and len(cup) > 1:
            cup = [power for power in cup if power != last]
        return drawn(game, cup) if len(cup) > 1 else cup[0]

    def from_order(self, game: Game, cup: list[str]) -> str:
        """Return the next power of the order of the round, which is drawn at the start of the round."""
        state = game.state
        if not any(power in ORDER.get(state) for power in cup):
            order: list[str] = []
            left = list(cup)
            while left:
                order.append(self.draw(game, left, first=not order and state.turn < 0))
                left.remove(order[-1])
            ORDER.set(state, order)
            game.emit("order_drawn", round=state.round, order=", ".join(order))
        power = next(p for p in ORDER.get(state) if p in cup)
        ORDER.set(state, [p for p in ORDER.get(state) if p != power])
        return power
