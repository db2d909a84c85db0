"""Bribed Overflights: neutral territories overlook aircraft for a payment."""

from ...engine.landing import field_distance
from ...engine.sights import Sign
from ...words import Draft, Flow, Game, No, Option, Options, Stack, declare_event
from ...words.asking import Decision, PickSpace, declare_decision
from ...words.board import NONCOMBAT, allowance, distances
from ..documents import smith
from .neutrals import BRIBED, bribe, stays_out

RULE = "smith.bribed_overflights"
declare_decision("bribe", "pick_space: the neutral territory to pay for an overflight")
declare_event("bribed", "{power} pays {ipcs:IPC} so that {space} overlooks its aircraft", ("-power",))


@smith(RULE, "Bribed Overflights", Option("bribe", 3, "IPCs for each neutral territory and turn", low=0, high=99))
def bribed_overflights(draft: Draft, option: Options) -> None:
    """During its moves, a power may pay 3 IPCs for a neutral territory. Any number of its aircraft may then fly across
    it in this turn, and it stays neutral. Aircraft cannot land there."""
    bribes = Bribes(option.bribe)
    draft.modify("air_step", bribes.air_step, how="allow")
    draft.step("signs", "bribed", signs)
    for phase in ("combat_move", "noncombat_move"):
        text = f"pay {option.bribe} IPCs to fly across a neutral territory"
        draft.offer(phase, "bribe", text, bribes.pay, bribes.can_pay, bribes.pays)


def signs(game: Game) -> list[Sign]:
    """Return a sign in each bribed territory."""
    power = game.state.power
    return [Sign(s, "flag", f"Overlooks aircraft of {power} in this turn", 0, power) for s in BRIBED.get(game.state)]


def aircraft(game: Game, power: str) -> list[tuple[str, Stack, int]]:
    """Return the aircraft of a power that have not landed, with their spaces and the movement they have left."""
    return [
        (space, stack, allowance(game, stack, space, NONCOMBAT) - stack.cond.moved)
        for space, force in game.state.forces.items()
        for stack in force
        if stack.owner == power and game.unit(stack, space).kind == "air" and "landed" not in stack.cond.marks
    ]


class Bribes:
    """Bribes of this price."""

    def __init__(self, price: int) -> None:
        self.price = price

    def open_to_bribes(self, game: Game) -> list[str]:
        """Return the neutral territories within reach of the active power's aircraft that are not bribed yet."""
        power, state = game.state.power, game.state
        if state.ipcs[power] < self.price:
            return []
        near = set[str]()
        for space, _, left in aircraft(game, power):
            near.update(distances(game.rules.neighbors, (space,), limit=left - 1))
        return [s for s in game.rules.lands if s in near and stays_out(game, s) and s not in BRIBED.get(state)]

    def can_pay(self, game: Game) -> bool:
        """Return whether some neutral can be bribed from the IPCs left after the purchase."""
        return bool(self.open_to_bribes(game))

    def pay(self, game: Game) -> Flow:
        """Pay for one neutral, whatever the number of aircraft (smith.bribed_overflights.1, .2)."""
        aims = self.open_to_bribes(game)
        space = yield Decision(
            "bribe", game.state.power, f"Choose the neutral territory to bribe for {self.price} IPCs", PickSpace(aims),
            advice=self.way_home(game) or aims[0], rule=f"{RULE}.1",
        )  # fmt: skip
        game.state.ipcs[game.state.power] -= self.price
        game.emit("bribed", power=game.state.power, ipcs=self.price, space=space)
        bribe(game, space)

    def pays(self, game: Game) -> bool:
        """Return whether a bribe brings an aircraft home that could not land otherwise."""
        return bool(self.way_home(game))

    def way_home(self, game: Game) -> str:
        """Return the neutral across which aircraft can fly home that have no other way."""
        power = game.state.power
        field = field_distance(game, power)
        lost = [(s, left) for s, stack, left in aircraft(game, power) if stack.cond.moved and field.get(s, 99) > left]
        for neutral in self.open_to_bribes(game) if lost else ():
            opened = field_distance(game, power, frozenset((neutral,)))
            if any(opened.get(space, 99) <= left for space, left in lost):
                return neutral
        return ""

    def air_step(self, answer: No | None, game: Game, space: str) -> No | None:
        """Aircraft may cross a bribed neutral in both movement phases (smith.bribed_overflights.2)."""
        return None if space in BRIBED.get(game.state) else answer
