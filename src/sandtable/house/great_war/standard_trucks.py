"""Standard Trucks: vehicles that carry infantry, artillery, and tanks behind the lines."""

from typing import Any

from ...engine.board import way_cost
from ...engine.contested import bound
from ...words import Draft, Game, No, Option, Options, Stack
from ...words.board import PASS, STOP, contested, fights, friendly, seize
from ..documents import great_war
from .new_units import add_unit, advise, numbers, share

RULE = "great_war.standard_trucks"
TRUCK, RIDES = "truck", "carried=truck"
BEHIND_THE_LINES = No(
    "trucks can only enter friendly territory, or a contested territory in which their power has units", f"{RULE}.4"
)
LOADED_ONCE = No("this truck has already carried units this turn", f"{RULE}.4")
PICKUP = No("this truck has driven too far to load units now", f"{RULE}.4")
ONLY_BY_TRUCK = No("this unit can only move farther if a truck carries it: order both together", f"{RULE}.5")
FROM_THE_FRONT = No(
    "units that began the turn in a contested territory can only be carried where they could have moved themselves",
    f"{RULE}.5",
)


@great_war(
    RULE, "Standard Trucks",
    *numbers(cost=5, attack=0, defense=0, movement=2),
    Option("capacity", 5, "how much a truck carries, in the same measure as the loads", low=1, high=99),
    Option("loads", {"infantry": 2, "artillery": 3, "tank": 5}, "units a truck carries, and how much each takes"),
    Option("pickup_distance", 1, "spaces a truck may drive empty before it loads", low=0, high=9),
    Option("max_passenger_distance", 2, "most spaces a carried unit may cover in a turn", low=1, high=9),
    Option("destroyed_on_capture", True,
           "trucks are destroyed when an enemy captures their territory; false hands them over to the captor"),
)  # fmt: skip
def standard_trucks(draft: Draft, option: Options) -> None:
    """Trucks cost 5 IPCs and do not fight. A truck moves up to 2 spaces and carries 1 infantry and 1 artillery, 2
    infantry, or 1 tank. It may drive 1 space before it loads. Units carried only 1 space may move 1 more space. A truck
    is destroyed when an enemy captures its territory."""
    tags = ["passive", TRUCK, "hauls", *(["stays_owned"] if option.destroyed_on_capture else [])]
    carries: dict[str, Any] = {"capacity": option.capacity, "loads": dict(option.loads)}  # .3
    add_unit(draft, TRUCK, "Truck", "land", option, tags, carries=carries, plural="Trucks", aliases=["trk", "trks"])
    draft.add(("units", "transport", "carries", "loads", TRUCK), 1, "an empty truck can be shipped")
    road = Road(option)
    advise(draft, TRUCK, share("infantry", 16, 2))
    draft.modify("land_step", road.step)
    draft.modify("may_carry", road.load, how="replace")
    draft.modify("movement_allowance", road.farther)
    draft.modify("may_unload", road.no_landing, how="forbid")
    if option.destroyed_on_capture:
        draft.step("conquest", "trucks_destroyed", destroyed, text="trucks are destroyed")  # .7


class Road:
    """How trucks drive, and what they carry."""

    def __init__(self, option: Options) -> None:
        self.pickup, self.most = option.pickup_distance, option.max_passenger_distance
        self.loads = frozenset(option.loads)

    def step(self, answer: str | No, game: Game, stack: Stack, start: str, space: str) -> str | No:
        """Trucks drive behind the lines (.4); units that were carried may walk on (.5)."""
        if isinstance(answer, No):
            return answer
        if stack.type != TRUCK and RIDES not in stack.cond.marks:
            worn = stack.cond.moved and stack.cond.moved >= game.unit(stack, start).move
            return ONLY_BY_TRUCK if worn else answer
        if friendly(game, stack.owner, space):
            return PASS
        if stack.type == TRUCK:
            return STOP if joined(game, stack.owner, space) else BEHIND_THE_LINES
        return FROM_THE_FRONT if came_from(game, stack, space) else answer

    def load(self, answer: No | None, game: Game, carrier: Stack, stack: Stack, path: tuple[str, ...]) -> No | None:
        """A truck loads once per turn (.4), and no unit covers more than 2 spaces (.6)."""
        if carrier.type != TRUCK:
            return answer
        if "hauled" in carrier.cond.marks:
            return LOADED_ONCE
        if carrier.cond.moved > self.pickup:
            return PICKUP
        if stack.cond.moved + way_cost(game, carrier, path, "combat") > self.most:
            return No(f"units that a truck carries cannot cover more than {self.most} spaces this turn", f"{RULE}.6")
        return (
            FROM_THE_FRONT if bound(game, stack.owner, path[0], path[-1]) or came_from(game, stack, path[-1]) else None
        )

    def farther(self, answer: int, game: Game, stack: Stack, space: str) -> int:
        """Units that a truck has carried, or can still carry, may cover 2 spaces in all (.5, .6)."""
        moved = stack.cond.moved and stack.type in self.loads
        rides = moved and (RIDES in stack.cond.marks or any(self.ready(s, stack) for s in game.state.at(space)))
        return max(answer, self.most) if rides else answer

    def ready(self, truck: Stack, stack: Stack) -> bool:
        """Return whether a truck can still load units of this power."""
        cond = truck.cond
        return truck[:2] == (stack.owner, TRUCK) and cond.moved <= self.pickup and "hauled" not in cond.marks

    def no_landing(self, answer: No | None, game: Game, space: str, stack: Stack) -> No | None:
        """Trucks do not land in enemy territory."""
        safe = stack.type != TRUCK or friendly(game, stack.owner, space) or joined(game, stack.owner, space)
        return answer if safe else BEHIND_THE_LINES


def joined(game: Game, power: str, space: str) -> bool:
    """Return whether a power has units that fight in a contested territory."""
    return contested(game, space) and any(s.owner == power and fights(game, s) for s in game.state.at(space))


def came_from(game: Game, stack: Stack, space: str) -> bool:
    """Return whether a carried unit came from a contested territory that it could not have left for this space."""
    starts = (m.split(" ", 2)[2] for m in stack.cond.marks if m.startswith(f"bound {stack.type} "))
    return any(bound(game, stack.owner, start, space) for start in starts)


def destroyed(game: Game, space: str, captor: str) -> None:
    """Trucks are destroyed when an enemy captures their territory (.7)."""
    seize(game, space, captor, TRUCK)
