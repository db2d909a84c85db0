"""Pearl Harbor Strike: in its first turn Japan may destroy the fleet at Pearl Harbor without dice."""

from ...engine import landing
from ...engine.battles import come_down
from ...engine.board import without_deck
from ...words import Draft, Flow, Force, Game, Option, Options, Stack, declare_event, first, game_memory, lose, total
from ...words.asking import Decision, PickUnits, declare_decision
from ...words.battles import ENGAGED
from ...words.board import NONCOMBAT, allowance, of_power
from ..documents import pacific

RULE, JAPAN, AMERICA, HAWAII = "pacific.pearl_harbor_strike", "Japan", "United States", "Hawaiian Islands"
STRUCK = game_memory("pearl_harbor_strike", bool, "whether Japan has used its strike on Pearl Harbor")
declare_decision("strike", "pick_units: fighters of the strike on Pearl Harbor")
declare_event("struck", "{power} strikes the fleet in {space} by surprise")


@pacific(
    RULE, "Pearl Harbor Strike",
    Option("start_zone", 22, "sea zone of the fighters; 20 without the amended setup", low=1, high=54),
    Option("target_zone", 9, "sea zone of the American fleet", low=1, high=54),
    Option("japanese_fighter_losses", 1, "Japanese fighters that are lost", low=0, high=9),
    Option("us_fighter_losses_on_hawaii", 1, "American fighters in Hawaii that are destroyed", low=0, high=9),
    Option("remaining_movement", 2, "movement that the other fighters have left", low=0, high=4),
    Option("participants", "all_fighters_in_start_zone", "the fighters that take part: all, or at least two",
           choices=("all_fighters_in_start_zone", "chosen")),
    wants={"pacific.amended_japanese_setup": "without it Japan has no fighters in Sea Zone 22 (set start_zone to 20)"},
)  # fmt: skip
def pearl_harbor_strike(draft: Draft, option: Options) -> None:
    """At the start of its first combat move, Japan may send its fighters from Sea Zone 22 against Pearl Harbor. Without
    dice, all American ships in Sea Zone 9, an American fighter in Hawaii, and one Japanese fighter are destroyed. The
    other Japanese fighters have 2 movement left to land."""
    strike = Strike(option)
    draft.offer(
        "combat_move", "strike", "strike the fleet at Pearl Harbor", strike.run, strike.possible, strike.possible
    )  # .1


class Strike:
    """Who takes part, and what is destroyed."""

    def __init__(self, option: Options) -> None:
        self.option = option
        self.start, self.target = f"Sea Zone {option.start_zone}", f"Sea Zone {option.target_zone}"
        self.least = 2 if option.participants == "chosen" else 1

    def fighters(self, game: Game) -> Force:
        """Return the fighters that can take part."""
        there = of_power(game, self.start, JAPAN)
        return {s: n for s, n in there.items() if s.type == "fighter" and not s.cond.moved}

    def possible(self, game: Game) -> bool:
        """Japan may strike once, in its first turn, if all surviving fighters can land (.1)."""
        first = game.state.round <= 1 and game.state.power == JAPAN and not STRUCK.get(game.state)
        force = self.fighters(game) if first else {}
        if total(force) < self.least or not self.ships(game):
            return False
        most = total(force) if self.least == 1 else self.least
        return not self._stranded(game, force, most)

    def ships(self, game: Game) -> Force:
        """Return the American ships at Pearl Harbor."""
        return {s: n for s, n in of_power(game, self.target, AMERICA).items() if game.unit(s).kind == "sea"}

    def flown(self, game: Game, stack: Stack) -> Stack:
        """Return a fighter as it is after the strike: it fights nowhere else in this turn (.6)."""
        moved = max(0, allowance(game, stack, self.start, NONCOMBAT) - self.option.remaining_movement)
        return stack.with_(stack.cond._replace(moved=moved).marked("combat", "fought", ENGAGED))

    def run(self, game: Game) -> Flow:
        """The fighters fly to the target (.2); what is destroyed is destroyed at once (.3 to .5)."""
        force = self.fighters(game)
        most = total(force)
        while self.least > 1 and most > self.least and self._stranded(game, force, most):
            most -= 1
        if self.least > 1:
            force = yield Decision(
                "strike", JAPAN, "Choose the fighters that strike Pearl Harbor",
                PickUnits(force, self.least, most, f"{RULE}.2"), advice=first(force, most), rule=f"{RULE}.2",
                context={"space": self.start},
            )  # fmt: skip
        STRUCK.set(game.state, True)
        game.emit("struck", power=JAPAN, space=self.target)
        game.emit("moved", power=JAPAN, force=dict(force), path=(self.start, self.target))
        lost = first(force, self.option.japanese_fighter_losses)
        for stack, n in force.items():
            game.state.put(self.start, stack, -n)
            game.state.put(self.target, self.flown(game, stack), n - lost.get(stack, 0))
        if lost:
            game.emit("lost", power=JAPAN, force=lost, space=self.target)  # .3
        lose(game, self.target, self.ships(game))  # .4
        planes = {s: n for s, n in of_power(game, HAWAII, AMERICA).items() if s.type == "fighter"}
        lose(game, HAWAII, first(planes, self.option.us_fighter_losses_on_hawaii))  # .5
        allies = sorted(game.friends(AMERICA))
        come_down(game, self.target, without_deck(game, self.target, allies, allies))

    def _stranded(self, game: Game, force: Force, count: int) -> bool:
        """Return whether the survivors of that many fighters could not all land."""
        left = max(0, count - self.option.japanese_fighter_losses)
        return left > 0 and landing.stranded(game, self.target, self.flown(game, next(iter(force))), left) > 0
