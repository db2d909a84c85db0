"""The description of one round of combat, read by the referee (`engine.battles`) and by the solver (`battle.solve`).

A battle has two sides, `ATTACKER` and `DEFENDER`; each is a count of `Piece`s. One round is a sequence of named steps:

| step | what it says |
| --- | --- |
| `Volley` | which units fire, how many dice at what number, whom they may hit, and when the losses are removed |
| `Clear` | losses that still fired this round are removed now |
| `Deal` | the hits of rolls that wait are dealt now, less those that were canceled |
| `Repeat` | volleys that are repeated until a side has no units of a kind left (fighters against fighters) |
| `Helpless` | units that cannot defend themselves are lost if nothing else of their side is left (transports) |
| `Check` | dice that mark units, or let them leave, instead of hitting them (detecting, diving, searching) |
| `Assign` | units get a role for this round or the battle (dogfight, escort, screen, counter-battery) |
| `Leave` | a side (or single units of it) may leave the battle here; the referee asks, the solver follows a policy |
| `Adrift` | aircraft beyond the places on the carriers of their side are lost with the carriers |

`battle.columns` turns a volley and the units present into dice, `battle.reading` tells what steps ask for and give.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, get_args

from ..core.picks import ALL as ALL
from ..core.picks import ALWAYS, Presence, UnitEdit, Window
from ..core.picks import APART as APART
from ..core.picks import LEAVING as LEAVING
from ..core.picks import SILENT as SILENT
from ..core.picks import SPENT as SPENT
from ..core.picks import Pick as Pick
from ..core.units import UnitType
from ..rules import points

Side = Literal["attacker", "defender"]
ATTACKER: Side = "attacker"
DEFENDER: Side = "defender"


def other(side: Side) -> Side:
    """Return the opposing side."""
    return DEFENDER if side == ATTACKER else ATTACKER


class Piece(NamedTuple):
    """What a battle knows of a unit: its numbers with technologies and hits taken. `aside` units fire only in volleys
    that ask for them (antiaircraft guns, ships off a landing) and are never casualties. `marks` are the marks of its
    condition that some step of the battle asks for (as `seaborne`), and `held` the capabilities of its owner that some
    step asks for; `load` is the cost of its cargo in IPCs. Where damage changes its numbers, `worse` are those after
    each further hit: a unit that is damaged but not removed in a round rolls as before until the round ends."""

    owner: str
    unit: UnitType
    hits: int = 1
    aside: bool = False
    marks: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    load: int = 0
    worse: tuple[UnitType, ...] = ()

    @property
    def fresh(self) -> int:
        """The hits taken in this round that do not change its numbers yet."""
        return len(self.worse) - (self.hits - 1) if self.worse else 0

    @property
    def damage(self) -> int:
        """The hits taken before this round."""
        return self.unit.hits - self.hits - self.fresh

    @property
    def cost(self) -> int:
        """What is lost with it, in IPCs: the unit and its cargo."""
        return self.unit.cost + self.load

    @property
    def type(self) -> str:
        return self.unit.id


class Directed(NamedTuple):
    """Hits that the firer directs: those of dice that show `number` or less hit units of `at`, while there are any.

    Only dice of units of `by` are directed (None: of all); where hits are computed from totals, these units direct
    their share. With `free` the firer may leave the choice to the owner, hit by hit.
    """

    number: int
    at: Pick
    by: Pick | None = None
    free: bool = False


class Soak(NamedTuple):
    """Each unit of `who` under fire takes that many hits away from a roll at no loss."""

    who: Pick
    hits: int


class Coupled(NamedTuple):
    """What each hit of a roll with an effect marks: one unit of `first` and `then` of `second`; without any left of
    `first`, `alone` of `second`."""

    first: Pick
    second: Pick
    then: int = 1
    alone: int = 2


class Volley(NamedTuple):
    """One roll of a side.

    `stat` names the number hit on (attack, defense, support, aa); `dice` is `each` (every unit its own dice),
    `grouped` (one die for each `group` of the units that fire, or part of one), or `per_target` (one die for each unit
    that may be hit, if anyone fires at all, and no more hits than targets; lifts `against` some units hold for the dice
    at these, and their hits fall on these). The roll takes place only in `places` (none: everywhere).
    Losses fall `at_once`, but for units of `spares`, or `after_round` (they still fire in this round). `picks` says who
    chooses them: their `owner` or the `firer`; or the firer has `named` a target for each die, always a single one,
    before the roll: a hit falls on that unit and on no other (`battle.naming`); hits that it does not need are lost, or
    with `over` fall on others, as their owner chooses. The roll happens only in the rounds of combat `rounds`, and
    while every condition of `when` holds. `once_a_turn` guns that have fired elsewhere in this turn stay silent.
    `resolution` is the name of one, or empty for the game's own.

    `together`: the hits of all columns are added up before losses are chosen. `absorb`: each such unit under fire
    takes one hit away from the volley at no loss, each unit of `soaks` several. Of units of `keep` the last one of
    each owner falls only when nothing else of that owner is left to fall; units of `last` fall only when nothing else
    of their side is. One hit destroys a unit of `deadly`, however many it takes. `lifts` are edits of the numbers of
    those who fire, of this roll only; those of the rules are added to them (`battle.lifts`).

    Hits of a volley with an `effect` do not destroy: each gives one unit under fire this mark until the end of the
    round (`SILENT`: it does not roll any more). `directed` hits are the firer's to assign. Single dice that hit only
    with a number above that of `narrow` hit units of its pick alone, which their owner chooses before all others;
    without any they miss.

    Volleys of one `salvo` (a name) are rolled one after the other before any casualties are chosen, and their hits are
    assigned so that as many as possible are used; the solver takes them one by one, in their order.

    The hits of a volley with `held` wait for the next `Deal`. Until then a roll of the other side with `cancels` can
    cancel hits of the units of `held` (whose hits no firer directs): each of its single dice that shows that number or
    less cancels one, besides its own hit, whose casualties fall `after_round`. Where hits are computed from totals, the
    units scored their share.
    """

    text: str
    side: Side
    who: Pick = ALL
    at: Pick = ALL
    stat: str = "attack"
    dice: Literal["each", "per_target", "grouped"] = "each"
    falls: Literal["at_once", "after_round"] = "after_round"
    picks: Literal["owner", "firer", "named"] = "owner"
    rounds: Window = ALWAYS
    when: tuple[Presence, ...] = ()
    lifts: tuple[UnitEdit, ...] = ()
    once_a_turn: bool = False
    resolution: str = ""
    together: bool = False
    absorb: Pick | None = None
    keep: Pick | None = None
    last: Pick | None = None
    effect: str = ""
    directed: Directed | None = None
    over: Literal["lost", "owner"] = "lost"
    soaks: tuple[Soak, ...] = ()
    coupled: Coupled | None = None
    deadly: Pick | None = None
    narrow: tuple[int, Pick] | None = None
    group: int = 1
    places: tuple[str, ...] = ()
    spares: Pick | None = None
    salvo: str = ""
    held: Pick | None = None
    cancels: int = 0

    def with_(self, **fields: Any) -> Volley:
        return self._replace(**fields)

    def lifted(self, *edits: UnitEdit) -> Volley:
        """Return the roll with further edits of the numbers of those who fire."""
        return self._replace(lifts=(*self.lifts, *edits))

    def at_once(self, piece: Piece) -> bool:
        """Return whether a unit that is lost falls before it fires in this round."""
        return self.falls == "at_once" and not (self.spares is not None and self.spares.takes(piece))

    @property
    def doom(self) -> bool | Pick:
        """Whether losses still fire in this round: all, none, or those of a pick."""
        return self.falls == "after_round" or self.spares or False


class Clear(NamedTuple):
    """Remove casualties that still fired this round."""

    text: str = "casualties are removed"


class Deal(NamedTuple):
    """Deal the hits that wait (`Volley.held`): casualties of both sides are chosen."""

    text: str = "casualties are chosen"


class Repeat(NamedTuple):
    """Volleys that are repeated, with casualties removed at the end of each exchange, until a side has no units of
    `until` (never, if a side has none from the start) or `most` exchanges are over (0: no limit).

    With `ask(game, battle)`, the referee runs this flow after each exchange, such as the question whether a side breaks
    off; the solver takes for granted that both go on.

    The volleys of `first` are rolled once, with the first exchange, even if a side has no units of `until`; like the
    others they hit only such units.
    """

    text: str
    steps: tuple[Volley, ...]
    until: Pick
    most: int = 0
    ask: Callable[[Any, Any], Any] | None = None
    first: tuple[Volley, ...] = ()

    @property
    def volleys(self) -> tuple[Volley, ...]:
        """All volleys of the first exchange."""
        return (*self.first, *self.steps)

    def with_(self, **fields: Any) -> Repeat:
        return self._replace(**fields)


class Helpless(NamedTuple):
    """A side whose units are all of `who` loses them if the other side has any others; with `side`, only this side.

    `alone` False: units beside them do not save them that can neither hit nor be hit by the other side.
    """

    text: str
    who: Pick
    side: Side | Literal["both"] = "both"
    alone: bool = True

    def with_(self, **fields: Any) -> Helpless:
        return self._replace(**fields)


class Adrift(NamedTuple):
    """Aircraft of `who` of a side beyond the places on its ships of `on` are lost.

    A ship has the places of its deck, or `places` if its deck is not usable (it is still afloat).
    """

    text: str
    side: Side
    who: Pick
    on: Pick
    places: int = 2

    def with_(self, **fields: Any) -> Adrift:
        return self._replace(**fields)


class Leave(NamedTuple):
    """A step in which units of `who` of a side may leave the battle.

    `whole`: they leave all together and the battle ends for their side; else each unit may go by itself. Units of
    `stays` never leave in it. `ask(game,
    battle)` is the referee's flow; the solver looks at `name` in its policies (default: no unit leaves).

    With `marks`, units that are named here get them instead, and leave in a later step that they `must` leave in: a
    step in which all units of `who` go, without a choice. A policy for the step named `follows` is one for this step
    too (aircraft that leave together with the others, though in a step of their own).
    """

    text: str
    side: Side
    who: Pick
    whole: bool
    ask: Callable[[Any, Any], Any]
    marks: tuple[str, ...] = ()
    must: bool = False
    follows: str = ""
    stays: tuple[Pick, ...] = ()

    def takes(self, piece: Piece) -> bool:
        """Return whether the unit is one of those that may leave, even if it fights apart from the others."""
        return not piece.aside and self.who.describes(piece) and not any(pick.describes(piece) for pick in self.stays)

    def with_(self, **fields: Any) -> Leave:
        return self._replace(**fields)


class Extra(NamedTuple):
    """So much is added to the number of a test for each unit of `who` on a side, beyond the units of `less` on the
    other side; at most `most` units count (0: any number)."""

    by: int
    who: Pick
    side: Literal["own", "enemy"] = "own"
    less: Pick | None = None
    most: int = 0


class Check(NamedTuple):
    """Dice of a side that change units of `of` on its own or the enemy's side if they show `number` or less.

    `dice`: one for each unit of `of`, which is changed by itself (`target`); or one for each unit of `who` (`each`) or
    a single one if there is a unit of `who` (`one`): then one success is enough, and all units of `of` are changed.
    Units changed get `marks`, until the end of the round or of the battle, or they leave the battle. With `on` failure
    those are changed for whom the dice fail. `extras` add to the number.
    """

    text: str
    side: Side
    number: int
    of: Pick = ALL
    whose: Literal["own", "enemy"] = "own"
    dice: Literal["target", "each", "one"] = "target"
    who: Pick = ALL
    marks: tuple[str, ...] = ()
    leaves: bool = False
    on: Literal["success", "failure"] = "success"
    extras: tuple[Extra, ...] = ()
    lasts: Literal["round", "battle"] = "round"
    rounds: Window = ALWAYS
    when: tuple[Presence, ...] = ()

    def with_(self, **fields: Any) -> Check:
        return self._replace(**fields)


class Assign(NamedTuple):
    """Units of `who` of a side get `marks`, until the end of the round or of the battle.

    At most `ratio[0]` units for each `ratio[1]` units of `per` on a side, beyond those of `less` on the other side, get
    them (without `per`: of `who` on its own side). With `ask` the owner of most of them says which; the advice, and
    what the solver takes for granted, is `all` that may or `none`; with `apart`, each owner says it of its own units.
    Else as many as may get them. With `least`, as many must get them as the count of these units on `per_side` says, by
    the same ratio. Those of `order` come first. The step takes place only once the unit type `since` can be purchased.
    With `uses`, each unit that gets the role uses up one of `per` that stands aside, such as a supply.
    """

    text: str
    side: Side
    who: Pick
    marks: tuple[str, ...]
    ask: bool = True
    advice: Literal["all", "none"] = "none"
    per: Pick | None = None
    per_side: Literal["own", "enemy"] = "enemy"
    ratio: tuple[int, int] = (1, 1)
    lasts: Literal["round", "battle"] = "round"
    rounds: Window = ALWAYS
    when: tuple[Presence, ...] = ()
    least: Pick | None = None
    order: Literal["cheapest", "dearest"] = "cheapest"
    apart: bool = False
    less: Pick | None = None
    since: str = ""
    uses: bool = False

    def with_(self, **fields: Any) -> Assign:
        return self._replace(**fields)


BattleStep = Volley | Clear | Deal | Repeat | Helpless | Adrift | Leave | Check | Assign
points.BATTLE_STEPS[:] = get_args(BattleStep)


def absorbed(volley: Volley, under: Mapping[Piece, int]) -> int:
    """Return how many hits of a volley the side under fire takes at no loss."""
    spare = sum(n for p, n in under.items() if volley.absorb.takes(p)) if volley.absorb else 0
    return spare + sum(n * soak.hits for soak in volley.soaks for p, n in under.items() if soak.who.takes(p))


def lives(volley: Volley, piece: Piece) -> int:
    """Return how many hits of a volley a unit takes until it is destroyed."""
    return 1 if volley.deadly is not None and volley.deadly.takes(piece) else piece.hits


def alive(pieces: Mapping[Piece, int]) -> int:
    """Return the units of a side that take part themselves, without units standing aside."""
    return sum(n for piece, n in pieces.items() if not piece.aside)
