"""What the rules that add a unit type share: options for its numbers, and its row in the table of units."""

from collections.abc import Callable, Iterable
from typing import Any

from ...words import Draft, Game, Option, Options

#: The options for the numbers of a new unit; each is a starting value that players may change.
NUMBERS = {
    "cost": ("cost in IPCs", 1),
    "attack": ("attack value", 0),
    "defense": ("defense value", 0),
    "movement": ("spaces it moves per turn", 1),
}


def numbers(**values: int) -> list[Option]:
    """Return the options for the numbers of a new unit with their starting values."""
    return [
        Option(name, value, NUMBERS[name][0], low=NUMBERS[name][1], high=6 if name in ("attack", "defense") else 99)
        for name, value in values.items()
    ]


def add_unit(draft: Draft, id: str, name: str, kind: str, option: Options, tags: Iterable[str], **cells: Any) -> None:
    """Add a unit type with the numbers that its options give; further `cells` are those of `core.units.UnitType`."""
    row = {
        "name": name, "kind": kind, "cost": option.cost, "attack": getattr(option, "attack", 0),
        "defense": getattr(option, "defense", 0), "move": getattr(option, "movement", 0), "tags": list(tags),
    }  # fmt: skip
    draft.add(("units", id), {**row, **cells}, name)


def advise(draft: Draft, kind: str, count: Callable[[Game, str], int]) -> None:
    """Advise each power to have that many units of a type: `count(game, power)`."""

    def advised(answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
        short = count(game, power) - owned(game, power, kind)
        return {**answer, kind: short} if short > 0 else answer

    draft.modify("advised_purchase", advised)


def owned(game: Game, power: str, kind: str) -> int:
    """Return how many units of a type a power has."""
    return sum(n for force in game.state.forces.values() for s, n in force.items() if s[:2] == (power, kind))


def of_enemies(game: Game, power: str, kind: str) -> int:
    """Return how many units of a type the enemies of a power have."""
    return sum(owned(game, foe, kind) for foe in game.foes(power))


def share(kind: str, each: int, most: int) -> Callable[[Game, str], int]:
    """Return a count: one for `each` units of a type that the power has, `most` at most."""
    return lambda game, power: min(most, owned(game, power, kind) // each)
