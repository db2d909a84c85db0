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

`columns` turns a volley and the units present into dice: pairs (hits on, dice), lowest number first. What the dice
become is the matter of a *resolution* (`battle.resolution`): single dice, or low luck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args

from ..core.picks import ALL as ALL
from ..core.picks import ALWAYS, Presence, UnitEdit, When, Window, within
from ..core.picks import APART as APART
from ..core.picks import LEAVING as LEAVING
from ..core.picks import SILENT as SILENT
from ..core.picks import SPENT as SPENT
from ..core.picks import Pick as Pick
from ..core.units import UnitType
from ..rules import points
from .resolution import Best

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
#: The column with the number of dice for each number hit on; other numbers are rolled with one die.
DICE = {"attack": "attack_dice", "defense": "defense_dice", "support": "support_dice"}


def columns(
    volley: Volley,
    firing: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    enemy: Mapping[Piece, int] | None = None,
) -> list[tuple[int, int]]:
    """Return the dice of a volley as (hits on, number of dice), lowest first; empty if no unit fires or can be hit.

    `firing` are the units of the volley's side, `targets` those of the other side that are not lost yet; `enemy` are
    all units of the other side in the battle, those that fell in this round included (default: the targets). Where
    dice are rolled for each target, the best number of those firing counts. The volley is one of a known round
    (`in_round`).
    """
    aims = sum(n for piece, n in targets.items() if volley.at.takes(piece))
    if not aims:
        return []
    facing = targets if enemy is None else enemy
    if volley.when and not all(p.holds(firing, facing) for p in volley.when):
        return []
    if any(SILENT in piece.marks for piece in firing):
        firing = {piece: n for piece, n in firing.items() if SILENT not in piece.marks}
    rows = [row for row in _rows(volley, firing, targets, facing) if SPENT not in row[3].marks]
    if volley.dice == "per_target":
        best = max((row[0] for row in rows), default=0)
        return [(min(best, 6), aims)] if best > 0 else []
    if volley.dice == "grouped":
        best, units = max((row[0] for row in rows), default=0), sum(row[2] for row in rows)
        return [(min(best, 6), -(-units // volley.group))] if best > 0 and units else []
    return _summed(rows)


def directed_columns(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the columns of the units whose hits the firer directs, and those of the others."""
    whole = columns(volley, firing, targets, enemy)
    by = volley.directed.by if volley.directed else None
    if by is None or not whole:
        return whole, []
    rows = _rolling(volley, firing, targets, enemy)
    return _summed(r for r in rows if by.takes(r[3])), _summed(r for r in rows if not by.takes(r[3]))


def held_columns(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the columns of the units whose hits the firer directs, of those whose hits can be canceled, and of the
    others."""
    if volley.directed:
        aimed, rest = directed_columns(volley, firing, targets, enemy)
    else:
        aimed, rest = [], columns(volley, firing, targets, enemy)
    if volley.held is None or not rest:
        return aimed, [], rest
    held, by = volley.held, volley.directed.by if volley.directed else None
    rows = [r for r in _rolling(volley, firing, targets, enemy) if by is None or not by.takes(r[3])]
    return aimed, _summed(r for r in rows if held.takes(r[3])), _summed(r for r in rows if not held.takes(r[3]))


def _rolling(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> list[tuple[int, int, int, Piece]]:
    """The rows of the units that do roll."""
    rows = _rows(volley, {p: n for p, n in firing.items() if SILENT not in p.marks}, targets, enemy)
    return [row for row in rows if SPENT not in row[3].marks]


def _summed(rows: Iterable[tuple[int, int, int, Piece]]) -> list[tuple[int, int]]:
    dice: dict[int, int] = {}
    for value, each, n, piece in rows:
        if value > 0:
            number, shots = scored(min(value, 6), each, piece)
            dice[number] = dice.get(number, 0) + n * shots
    return sorted(row for row in dice.items() if row[1])


def scored(value: int, each: int, piece: Piece) -> tuple[int, int]:
    """Return what a unit hits on and how many hits it can score: one if only the best of its dice counts."""
    return (Best(value, each), 1) if each > 1 and "best_die" in piece.unit.tags else (value, each)


def _rows(
    volley: Volley, firing: Mapping[Piece, int], targets: Mapping[Piece, int], enemy: Mapping[Piece, int]
) -> list[tuple[int, int, int, Piece]]:
    """The units that fire as rows of (hits on, dice each, number of units, unit), with the lifts that hold."""
    if not volley.lifts:
        return [(*numbers(volley, p), n, p) for p, n in firing.items() if volley.who.takes(p)]
    now = [e for e in ordered(volley.lifts) if holds_in(e.when, volley, firing, targets, enemy)]
    free = tuple(e for e in now if e.when.per is None and e.how != "more")
    last = tuple(e for e in now if e.when.per is None and e.how == "more")
    rows = [(*numbers(volley, p, free), n, p) for p, n in firing.items() if volley.who.takes(p)]
    out: list[tuple[int, int, int, Piece]] = []
    pools: dict[str, int] = {}
    for edit in [e for e in now if e.when.per is not None]:
        per, pool = edit.when.per, edit.when.pool
        most = edit.when.ratio * sum(n for p, n in firing.items() if per is not None and per.takes(p))
        used = pools.get(pool, 0) if pool else 0
        rows, left = _paired(volley, edit, sorted(rows, key=lambda r: (r[0], -r[1])), most - used, out)
        pools[pool] = most - left
    return [_more(volley, last, row) for row in out + rows] if last else out + rows


def _more(volley: Volley, edits: tuple[UnitEdit, ...], row: tuple[int, int, int, Piece]) -> tuple[int, int, int, Piece]:
    """Return a row with the edits that come after all others."""
    value, each, n, piece = row
    for edit in edits:
        if meant(edit, piece):
            value, each = _lifted(volley, edit, value, each)
    return value, each, n, piece


def _paired(
    volley: Volley,
    edit: UnitEdit,
    rows: list[tuple[int, int, int, Piece]],
    left: int,
    out: list[tuple[int, int, int, Piece]],
) -> tuple[list[tuple[int, int, int, Piece]], int]:
    """Give an edit to at most `left` units, the weakest first, and put them into `out`; return the rows of the rest and
    how many more could have had it."""
    rest = []
    for value, each, n, piece in rows:
        after = _lifted(volley, edit, value, each) if left and meant(edit, piece) else (value, each)
        count = min(left, n) if after != (value, each) else 0
        if count:
            out.append((*after, count, piece))
            left -= count
        if n > count:
            rest.append((value, each, n - count, piece))
    return rest, left


def numbers(volley: Volley, piece: Piece, edits: Iterable[UnitEdit] = ()) -> tuple[int, int]:
    """Return the number a unit hits on in a volley and its dice, with those of the edits that mean it."""
    value, each = getattr(piece.unit, volley.stat), getattr(piece.unit, DICE[volley.stat]) if volley.stat in DICE else 1
    for edit in edits:
        if meant(edit, piece):
            value, each = _lifted(volley, edit, value, each)
    return int(value), int(each)


def _lifted(volley: Volley, edit: UnitEdit, value: int, each: int) -> tuple[int, int]:
    return (edit.apply(value), each) if edit.column == volley.stat else (value, edit.apply(each))


def meant(edit: UnitEdit, piece: Piece) -> bool:
    """Return whether an edit concerns a unit, as far as its type, owner, marks and capabilities tell."""
    when = edit.when
    return (
        edit.of.describes(piece)
        and (not when.holds or all(c in piece.held for c in when.holds))
        and (not when.owners or piece.owner in when.owners)
        and (not when.marks or any(m in piece.marks for m in when.marks))
        and (not when.damaged or piece.damage >= when.damaged)
    )


def concerns(edit: UnitEdit, volley: Volley) -> bool:
    """Return whether an edit is of the numbers that a volley rolls with."""
    return edit.column == volley.stat or edit.column == DICE.get(volley.stat)


def ordered(edits: Iterable[UnitEdit]) -> list[UnitEdit]:
    """Return edits in the order in which they are applied: the order of the rules does not matter, but for two
    replacements. Of those given to a number of units, the best comes first, then one for certain types only."""
    return sorted(edits, key=lambda e: (*e.rank, *((-e.value, not e.of.types) if e.when.per is not None else (0, 0))))


def holds_in(
    when: When,
    volley: Volley,
    own: Mapping[Piece, int],
    targets: Mapping[Piece, int],
    enemy: Mapping[Piece, int],
) -> bool:
    """Return whether the conditions on the units of both sides hold for a roll."""
    if when.against is not None:
        against = when.against
        if not all(against.fits(p) for p, n in targets.items() if n and volley.at.takes(p)):
            return False
    return all(p.holds(own, enemy) for p in when.presence)


# --- the rounds of a battle -------------------------------------------------------------------------------------------


def in_round(step: BattleStep, number: int) -> BattleStep | None:
    """Return a step as it is in a round of combat, its windows of rounds decided; None if it does not take place."""
    if isinstance(step, Volley):
        if step.rounds == ALWAYS and all(e.when.battle_rounds == ALWAYS for e in step.lifts):
            return step
        if not within(number, step.rounds):
            return None
        now = (e for e in step.lifts if within(number, e.when.battle_rounds))
        return step.with_(rounds=ALWAYS, lifts=tuple(_always(e) for e in now))
    if isinstance(step, Check | Assign):
        if step.rounds == ALWAYS:
            return step
        return step.with_(rounds=ALWAYS) if within(number, step.rounds) else None
    if isinstance(step, Repeat):
        first, steps = (
            tuple(v for volley in row if isinstance(v := in_round(volley, number), Volley))
            for row in (step.first, step.steps)
        )
        return step.with_(first=first, steps=steps)
    return step


def _always(edit: UnitEdit) -> UnitEdit:
    return edit._replace(when=edit.when._replace(battle_rounds=ALWAYS))


def special_rounds(steps: Iterable[BattleStep]) -> int:
    """Return the last round of combat that differs from those after it."""
    windows: list[Window] = []
    for step in steps:
        for volley in step.volleys if isinstance(step, Repeat) else (step,):
            if isinstance(volley, Volley):
                windows += [volley.rounds, *(e.when.battle_rounds for e in volley.lifts)]
            elif isinstance(volley, Check | Assign):
                windows.append(volley.rounds)
    return max((last or first - 1 for first, last in windows), default=0)


# --- what a battle asks of units --------------------------------------------------------------------------------------


def absorbed(volley: Volley, under: Mapping[Piece, int]) -> int:
    """Return how many hits of a volley the side under fire takes at no loss."""
    spare = sum(n for p, n in under.items() if volley.absorb.takes(p)) if volley.absorb else 0
    return spare + sum(n * soak.hits for soak in volley.soaks for p, n in under.items() if soak.who.takes(p))


class Asked(NamedTuple):
    """The marks of units, and the capabilities of their owners, that the steps of a battle ask for."""

    marks: frozenset[str]
    held: frozenset[str]


def asked(steps: Iterable[BattleStep]) -> Asked:
    """Return what these steps ask for, and the marks they give."""
    steps = list(steps)
    picks, whens = list[Pick](), list[When]()
    for step in steps:
        _questions(step, picks, whens)
    for when in whens:
        picks += [p for p in (when.against, when.per, *(there.who for there in when.presence)) if p is not None]
    marks = {m for p in picks for m in p.all_words[0]} | {m for w in whens for m in w.marks}
    marks |= {m for grant in grants(steps) for m in grant.marks}
    held = {c for p in picks for c in p.all_words[1]} | {c for w in whens for c in w.holds}
    return Asked(frozenset(marks), frozenset(held))


def _questions(step: BattleStep, picks: list[Pick], whens: list[When]) -> None:
    """Adds the picks and conditions of a step."""
    if isinstance(step, Repeat):
        picks.append(step.until)
        for volley in step.volleys:
            _questions(volley, picks, whens)
    elif isinstance(step, Volley):
        picks += [p for p in (step.who, step.at, step.absorb, step.keep, step.last, step.deadly) if p is not None]
        picks += [p.who for p in step.when] + [e.of for e in step.lifts] + [soak.who for soak in step.soaks]
        picks += [step.coupled.first, step.coupled.second] if step.coupled else []
        picks += [p for p in (step.directed.at, step.directed.by) if p is not None] if step.directed else []
        picks += [step.narrow[1]] if step.narrow else []
        picks += [p for p in (step.spares, step.held) if p is not None]
        whens += [e.when for e in step.lifts]
    elif isinstance(step, Check):
        picks += [step.of, step.who, *(p.who for p in step.when), *(e.who for e in step.extras)]
        picks += [e.less for e in step.extras if e.less is not None]
    elif isinstance(step, Assign):
        picks += [
            step.who,
            *(p.who for p in step.when),
            *(p for p in (step.per, step.less, step.least) if p is not None),
        ]
    elif isinstance(step, Adrift):
        picks += [step.who, step.on]
    elif isinstance(step, Leave):
        picks += [step.who, *step.stays]
    elif isinstance(step, Helpless):
        picks.append(step.who)


class Grant(NamedTuple):
    """Marks that a step of a battle can give to units of a pick on a side, and whether they outlast the round."""

    side: Side
    who: Pick
    marks: tuple[str, ...]
    lasts: bool = False


def grants(steps: Iterable[BattleStep]) -> list[Grant]:
    """Return all marks that these steps give."""
    out = []
    for step in steps:
        if isinstance(step, Repeat):
            out += grants(step.volleys)
        elif isinstance(step, Volley) and step.effect:
            out.append(Grant(other(step.side), step.at, (step.effect,)))
        elif isinstance(step, Assign):
            out.append(Grant(step.side, step.who, step.marks, step.lasts == "battle"))
        elif isinstance(step, Check) and step.marks:
            side = step.side if step.whose == "own" else other(step.side)
            out.append(Grant(side, step.of, step.marks, step.lasts == "battle"))
        elif isinstance(step, Leave) and step.marks:
            out.append(Grant(step.side, step.who, step.marks, True))
    return out


def lives(volley: Volley, piece: Piece) -> int:
    """Return how many hits of a volley a unit takes until it is destroyed."""
    return 1 if volley.deadly is not None and volley.deadly.takes(piece) else piece.hits


def alive(pieces: Mapping[Piece, int]) -> int:
    """Return the units of a side that take part themselves, without units standing aside."""
    return sum(n for piece, n in pieces.items() if not piece.aside)


def can_hit(
    steps: Iterable[BattleStep], side: Side, own: Mapping[Piece, int], enemy: Mapping[Piece, int], after: int = 0
) -> bool:
    """Return whether this side could still score a hit in a round of combat after this one."""
    every = [*steps]
    given = {m for grant in grants(every) for m in grant.marks}
    every += [wide for s in every if isinstance(s, Volley) and (wide := loosened(s, given)) is not None]
    last = max(after + 1, special_rounds(every) + 1)
    later = (in_round(s, n) for n in range(after + 1, last + 1) for s in every)
    return any(isinstance(s, Volley) and s.side == side and columns(s, own, enemy) for s in later)


def loosened(volley: Volley, given: Collection[str]) -> Volley | None:
    """Return a roll without the marks that it asks for and that some step can give: what may yet be rolled.

    None if it asks for no such mark.
    """

    def bare(pick: Pick) -> Pick:
        return pick._replace(
            marks=tuple(m for m in pick.marks if m not in given),
            unmarked=tuple(m for m in pick.unmarked if m not in given),
        )

    wide = volley.with_(who=bare(volley.who), at=bare(volley.at)) if given else volley
    return wide if wide != volley else None
