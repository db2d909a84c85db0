"""The description of one round of combat, read by the referee (`engine.battles`) and by the solver (`battle.solve`).

A battle has two sides, `ATTACKER` and `DEFENDER`; each is a count of `Piece`s. One round is a sequence of named steps:

| step | what it says |
| --- | --- |
| `Volley` | which units fire, how many dice at what number, whom they may hit, and when the losses are removed |
| `Clear` | losses that still fired this round are removed now |
| `Repeat` | volleys that are repeated until a side has no units of a kind left (fighters against fighters) |
| `Helpless` | units that cannot defend themselves are lost if nothing else of their side is left (transports) |
| `Leave` | a side (or single units of it) may leave the battle here; the referee asks, the solver follows a policy |

`columns` turns a volley and the units present into dice: pairs (hits on, dice), lowest number first. What the dice
become is the matter of a *resolution* (`battle.resolution`): single dice, or low luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from ..core.units import UnitType

Side = Literal["attacker", "defender"]
ATTACKER: Side = "attacker"
DEFENDER: Side = "defender"


def other(side: Side) -> Side:
    """Return the opposing side."""
    return DEFENDER if side == ATTACKER else ATTACKER


class Piece(NamedTuple):
    """A unit in a battle: its values with technologies and hits taken. `aside` units fire only in volleys that include
    them (antiaircraft guns, ships off a landing) and are never casualties. `marks` are the marks of its condition that
    some step of the battle uses (such as `seaborne`)."""

    owner: str
    unit: UnitType
    hits: int = 1
    aside: bool = False
    marks: tuple[str, ...] = ()

    @property
    def type(self) -> str:
        return self.unit.id


class Pick(NamedTuple):
    """A selection of units: any of these kinds, tags, types, and marks (empty: any), and none of `without` (tags or
    types). It includes units standing aside only with `aside`."""

    kinds: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    aside: bool = False
    marks: tuple[str, ...] = ()

    def takes(self, piece: Piece) -> bool:
        unit = piece.unit
        return (
            piece.aside == self.aside
            and (not self.kinds or unit.kind in self.kinds)
            and (not self.tags or any(t in unit.tags for t in self.tags))
            and (not self.types or unit.id in self.types)
            and not any(w == unit.id or w in unit.tags for w in self.without)
            and (not self.marks or any(m in piece.marks for m in self.marks))
        )


ALL = Pick()


class Support(NamedTuple):
    """Each unit of `by` lets one firing unit of `of` hit on at least `value` (artillery and infantry)."""

    by: Pick
    of: Pick
    value: int


class Mastery(NamedTuple):
    """All firing units of `of` hit on at least `value` if their side has units of `by` in the battle and the other side
    has none (fighters, artillery: air supremacy), or with `majority`, if it has more of them."""

    by: Pick
    of: Pick
    value: int
    majority: bool = False

    def holds(self, own: Mapping[Piece, int], enemy: Mapping[Piece, int]) -> bool:
        """Return whether it applies to these units of both sides in the battle."""
        ours, theirs = (sum(n for p, n in side.items() if self.by.takes(p)) for side in (own, enemy))
        return ours > theirs if self.majority else bool(ours) and not theirs


class Volley(NamedTuple):
    """One roll of one side's units.

    `stat` names the number hit on (attack, defense, support, aa); `dice` is `each` (every unit its own dice) or
    `per_target` (one die for each unit that may be hit, if anyone fires at all, and no more hits than targets).
    Losses fall `at_once` or `after_round` (they still fire in this round). `picks` says who chooses them: their `owner`
    or the `firer`. `only` limits the volley to one round of the battle. `once_a_turn` guns that have fired elsewhere in
    this turn stay silent. `resolution` is the name of one, or empty for the game's own.

    `together`: the hits of all columns are added up before losses are chosen. `absorb`: each such unit under fire takes
    one hit away from the volley at no loss. Of units of `keep` the last one of each owner falls only when nothing else
    of that owner is left to fall; units of `last` fall only when nothing else of their side is. `hits_on`: all who fire
    hit on this, whatever their own number (0: on their own).
    """

    text: str
    side: Side
    who: Pick = ALL
    at: Pick = ALL
    stat: str = "attack"
    dice: Literal["each", "per_target"] = "each"
    falls: Literal["at_once", "after_round"] = "after_round"
    picks: Literal["owner", "firer"] = "owner"
    only: int = 0
    support: tuple[Support, ...] = ()
    once_a_turn: bool = False
    resolution: str = ""
    mastery: tuple[Mastery, ...] = ()
    together: bool = False
    absorb: Pick | None = None
    keep: Pick | None = None
    last: Pick | None = None
    hits_on: int = 0

    def with_(self, **fields: Any) -> Volley:
        return self._replace(**fields)


class Clear(NamedTuple):
    """Remove casualties that still fired this round."""

    text: str = "casualties are removed"


class Repeat(NamedTuple):
    """Volleys that are repeated, with casualties removed at the end of each exchange, until a side has no units of
    `until` (never, if a side has none from the start) or `most` exchanges are over (0: no limit)."""

    text: str
    steps: tuple[Volley, ...]
    until: Pick
    most: int = 0

    def with_(self, **fields: Any) -> Repeat:
        return self._replace(**fields)


class Helpless(NamedTuple):
    """A side whose units are all of `who` loses them if the other side has any others."""

    text: str
    who: Pick

    def with_(self, **fields: Any) -> Helpless:
        return self._replace(**fields)


class Leave(NamedTuple):
    """A step in which units of `who` of a side may leave the battle.

    `whole`: they leave all together and the battle ends for their side; else each unit may go by itself. `ask(game,
    battle)` is the referee's flow; the solver looks at `name` in its policies (default: no unit leaves).
    """

    text: str
    side: Side
    who: Pick
    whole: bool
    ask: Callable[[Any, Any], Any]

    def with_(self, **fields: Any) -> Leave:
        return self._replace(**fields)


BattleStep = Volley | Clear | Repeat | Helpless | Leave
_DICE = {"attack": "attack_dice", "defense": "defense_dice"}


def _dice(volley: Volley, piece: Piece) -> int:
    """Return the dice that one unit rolls in a volley."""
    return int(getattr(piece.unit, _DICE[volley.stat])) if volley.stat in _DICE else 1


def columns(
    volley: Volley,
    firing: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    enemy: Mapping[Piece, int] | None = None,
) -> list[tuple[int, int]]:
    """Return the dice of a volley as (hits on, number of dice), lowest number first; empty if no unit fires or can be
    hit.

    `firing` are the units of the volley's side, `targets` those of the other side that are not lost yet. Support lifts
    the weakest units first; where dice are rolled for each target, the best number of those firing counts. `enemy` are
    all units of the other side in the battle, those that fell in this round included (default: the targets).
    """
    aims = sum(n for piece, n in targets.items() if volley.at.takes(piece))
    if not aims:
        return []
    masters = masteries(volley, firing, targets if enemy is None else enemy)
    rows = [(_value(volley, p, masters), _dice(volley, p), p, n) for p, n in firing.items() if volley.who.takes(p)]
    if volley.dice == "per_target":
        best = max((value for value, _, _, _ in rows), default=0)
        return [(min(best, 6), aims)] if best > 0 else []
    dice: dict[int, int] = {}
    if volley.support:
        rows.sort(key=lambda row: (row[0], -row[1]))
    helpers = [sum(n for p, n in firing.items() if s.by.takes(p)) for s in volley.support]
    for value, each, piece, n in rows:
        for i, support in enumerate(volley.support):
            count = min(helpers[i], n)
            if count and support.of.takes(piece) and value < support.value:
                dice[support.value] = dice.get(support.value, 0) + count * each
                helpers[i] -= count
                n -= count
        if n and value > 0:
            dice[min(value, 6)] = dice.get(min(value, 6), 0) + n * each
    return sorted(dice.items())


def masteries(volley: Volley, own: Mapping[Piece, int], enemy: Mapping[Piece, int]) -> tuple[Mastery, ...]:
    """Return those of a volley's masteries that hold."""
    return tuple(m for m in volley.mastery if m.holds(own, enemy))


def _value(volley: Volley, piece: Piece, masters: tuple[Mastery, ...]) -> int:
    """Return the number a unit hits on in a volley, without support."""
    value = int(getattr(piece.unit, volley.stat))
    if value > 0 and volley.hits_on:
        value = volley.hits_on
    return max((value, *(m.value for m in masters if m.of.takes(piece)))) if value > 0 else value


def absorbed(volley: Volley, under: Mapping[Piece, int]) -> int:
    """Return how many hits of a volley the side under fire takes without losses."""
    return sum(n for p, n in under.items() if volley.absorb.takes(p)) if volley.absorb else 0


def marks_asked(steps: Iterable[BattleStep]) -> frozenset[str]:
    """Return the marks of units that some volley uses."""
    out: set[str] = set()
    for step in steps:
        if isinstance(step, Repeat):
            out |= marks_asked(step.steps)
        elif isinstance(step, Volley):
            out.update(step.who.marks, step.at.marks)
    return frozenset(out)


def alive(pieces: Mapping[Piece, int]) -> int:
    """Return the units of a side that take part themselves, without units standing aside."""
    return sum(n for piece, n in pieces.items() if not piece.aside)


def can_hit(steps: Iterable[BattleStep], side: Side, own: Mapping[Piece, int], enemy: Mapping[Piece, int]) -> bool:
    """Return whether this side can still score a hit in a later round."""
    return any(isinstance(s, Volley) and s.side == side and s.only == 0 and columns(s, own, enemy) for s in steps)
