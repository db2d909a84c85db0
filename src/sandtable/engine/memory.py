"""What the state remembers beside the board: for one turn (`state.now`) or for the game (`state.facts`).

Each thing remembered is declared once, with its type and a sentence; all reading and writing goes through the
declaration. A key that is not declared is refused when it is written. A rule declares its own in its module::

    OPENED = turn_memory("opened", list[str], "territories opened to the treaty partner in this turn")

    if space not in OPENED.get(game.state):
        OPENED.of(game.state).append(space)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..core.errors import RuleError

if TYPE_CHECKING:
    from .state import State

T = TypeVar("T")


class Memory(Generic[T]):
    """One thing remembered: its key in the saved state, its first value, and a sentence about it.

    `lasting`: it is kept for the whole game, in `state.facts`; otherwise it is empty at the start of each turn.
    `by_power`: of powers that share a turn, each remembers it for itself.
    """

    __slots__ = ("_first", "_nothing", "by_power", "key", "lasting", "text")

    def __init__(
        self, key: str, first: Callable[[], T], text: str, lasting: bool = False, by_power: bool = False
    ) -> None:
        self.key, self.text, self.lasting, self.by_power = key, text, lasting, by_power
        self._first, self._nothing = first, first()

    @property
    def first(self) -> T:
        """The value before anything is written; not to be changed."""
        return self._nothing

    def get(self, state: State) -> T:
        """Return the value, or the empty first one; not to be changed."""
        rows: Mapping[str, T] = state.facts if self.lasting else state.now
        return rows.get(self.key, self._nothing)

    def of(self, state: State) -> T:
        """Return the value to change it, made at its first use."""
        rows = state.facts if self.lasting else state.now
        found: T
        if self.key in rows:
            found = rows[self.key]
        else:
            found = rows[self.key] = self._first()
        return found

    def set(self, state: State, value: T) -> None:
        """Give it another value."""
        (state.facts if self.lasting else state.now)[self.key] = value

    def count(self: Memory[dict[str, int]], state: State, key: str, more: int = 1) -> None:
        """Add to the number that it holds for a key."""
        numbers = self.of(state)
        numbers[key] = numbers.get(key, 0) + more

    def discard(self: Memory[list[str]], state: State, member: str) -> None:
        """Leave a member out of the list that it holds."""
        self.set(state, [other for other in self.get(state) if other != member])

    def draw(self: Memory[int], state: State, most: int) -> int:
        """Return as much as it holds, at most `most`, and lower it by that."""
        drawn = min(self.get(state), most)
        if drawn:
            self.set(state, self.get(state) - drawn)
        return drawn

    def take(self, state: State) -> T:
        """Return the value and forget it."""
        found: T = (state.facts if self.lasting else state.now).pop(self.key, self._nothing)
        return found

    def stored(self, state: State) -> bool:
        """Return whether it has been written in this turn or game."""
        return self.key in (state.facts if self.lasting else state.now)

    def __repr__(self) -> str:
        return f"<{'game' if self.lasting else 'turn'} memory {self.key}: {self.text}>"


#: Everything that may be remembered for a turn, and for the game, by key. Rows of the table `memory` come on top.
TURN: dict[str, Memory[Any]] = {}
GAME: dict[str, Memory[Any]] = {}


def turn_memory(key: str, first: Callable[[], T], text: str, by_power: bool = False) -> Memory[T]:
    """Declare something remembered until the turn ends; again, with the same sentence, is harmless."""
    return _declared(TURN, Memory(key, first, text, by_power=by_power))


def game_memory(key: str, first: Callable[[], T], text: str) -> Memory[T]:
    """Declare something remembered during the whole game; again, with the same sentence, is harmless."""
    return _declared(GAME, Memory(key, first, text, lasting=True))


def _declared(known: dict[str, Memory[Any]], new: Memory[T]) -> Memory[T]:
    old = known.setdefault(new.key, new)
    if old.text != new.text:
        raise RuleError(f"{new.key!r} is remembered already, as: {old.text}; choose another name")
    return old


class Remembered(dict[str, Any]):
    """Memory by key, which refuses new keys that are not declared."""

    __slots__ = ()
    known: dict[str, Memory[Any]] = {}
    what = "memory"

    def __setitem__(self, key: str, value: Any) -> None:
        if key not in self.known and key not in self:
            raise RuleError(
                f"the {self.what} has no entry {key!r}; declare it with engine.memory.{self.what[:4]}_memory"
            )
        super().__setitem__(key, value)

    def setdefault(self, key: str, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]


class Now(Remembered):
    """What belongs to this turn."""

    __slots__ = ()
    known = TURN
    what = "turn memory"


class Facts(Remembered):
    """What is kept during the game; the rows of the table `memory` are in it from the beginning."""

    __slots__ = ()
    known = GAME
    what = "game memory"


# --- what the engine remembers ----------------------------------------------------------------------------------------

BEGUN = turn_memory("begun", list[int], "round and turn that have begun")
ACTING = turn_memory("acting", list[str], "the powers that act together in this phase, the leading one first")
APART = turn_memory("apart", dict[str, "dict[str, Any]"], "power -> what it alone remembers of a shared turn")
OWNERS = turn_memory("owner", dict[str, "str | None"], "who controlled each territory at the start of the turn")
BOUGHT = turn_memory("bought", dict[str, int], "unit type -> units purchased and not yet placed", by_power=True)
KEPT = game_memory("kept_units", dict[str, "dict[str, int]"], "power -> unit type -> units kept to be placed later")
ORDERED = turn_memory(
    "ordered",
    dict[str, "dict[str, int]"],
    "territory -> unit type -> units purchased at the price of its complex",
    by_power=True,
)
CAPTURED = turn_memory("captured", list[str], "territories captured in this turn")
OVERFLOWN = turn_memory("overflown", list[str], "neutral territories whose airspace was paid for in this turn")
GUNS_FIRED = turn_memory("guns_fired", list[str], "territories whose antiaircraft guns have fired in this turn")
CAME = turn_memory(
    "came",
    dict[str, "dict[str, dict[str, Any]]"],
    "battle space -> kind of units -> space they came from -> units that entered from there",
    by_power=True,
)
ASSAULT = turn_memory(
    "assault", dict[str, "list[str]"], "territory -> sea zones from which units land there", by_power=True
)
FOUGHT = turn_memory("fought", list[str], "territories where a battle was fought in this turn", by_power=True)
SEA_BATTLES = turn_memory("sea_battles", list[str], "sea zones where a battle was fought in this turn", by_power=True)
HELD_BACK = turn_memory(
    "held_back", list[str], "sea zones where the attacker kept ships out of the battle of this turn", by_power=True
)
PEACEFUL = turn_memory("peaceful", list[str], "sea zones where the active power chose not to attack", by_power=True)
WAS_CONTESTED = turn_memory("contested", list[str], "territories that were contested at the start of the turn")
STOOD = turn_memory("stood", list[str], "territories where the active power had units at the start of the turn")
ENTERED = turn_memory("entered", list[str], "territories that units entered in this turn")
AWAY = turn_memory(
    "refits_away", list["list[str | int]"], "ships under repair: space, owner, type, and how many", by_power=True
)
SUBMERGED = turn_memory(
    "submerged", dict[str, "dict[str, int]"], "sea zone -> power -> submarines that submerged there in this turn"
)
GAINED = turn_memory("gained", dict[str, "list[str]"], "power -> technologies gained in this turn")
SWORN = turn_memory("sworn", list[str], "sea zones where the active power must attack in this turn")

CONTESTED = game_memory("contested", dict[str, "str | None"], "contested territory -> who controlled it last")
COMPLEXES = game_memory("original_complexes", list[str], "territories whose industrial complex is an original one")
OUT = game_memory("out", list[str], "powers that have left the war")
SIDES = game_memory("sides", dict[str, str], "power -> the side it has changed to")
NEUTRAL_POWERS = game_memory("neutral_powers", list[str], "powers that have not entered the war yet")
ALIGNMENTS = game_memory("alignments", dict[str, str], "minor power -> the power it became aligned with in the game")


def lay_aside(state: State, before: str, after: str) -> None:
    """Lay aside what one of the powers that share a turn remembers for itself, and take up what another one does."""
    own = {key: state.now.pop(key) for key, memory in TURN.items() if memory.by_power and key in state.now}
    shelf = APART.of(state)
    if own:
        shelf[before] = own
    state.now.update(shelf.pop(after, {}))
    if not shelf:
        APART.take(state)
