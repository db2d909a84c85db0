"""Exact odds of a strategic bombing raid with its escorts and interceptors: surviving bombers and damage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..core.errors import Illegal
from ..rules.ruleset import Ruleset
from . import forces
from .contest import Contest, Program, program
from .solve import Solver
from .states import Floats
from .volley import ATTACKER, DEFENDER, Piece, Repeat, Side

_DIE = np.full(6, 1 / 6)


class Raid(NamedTuple):
    """The result of a raid: `damage[n]` is the probability of n IPCs of damage, `bombers[n]` that n bombers survive;
    the expected losses of the attacker (bombers and escorts) and the defender (interceptors) are in IPCs."""

    damage: tuple[float, ...]
    bombers: tuple[float, ...]
    expected_damage: float
    expected_loss: float
    defender_loss: float = 0.0

    def plain(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return self._asdict()


def raid(rules: Ruleset, bombers: Mapping[Piece, int], guns: Mapping[Piece, int], most: int | None = None) -> Raid:
    """Return the odds of a raid by the steps of the ruleset's sequence `raid`; `most` limits the damage.

    `guns` stand aside. Where the rules let aircraft fight over the target, escorts fly with the bombers, and `guns` may
    include aircraft that defend it. If they fight until one side is gone, the bombers must win to do damage; if there
    is one round of fire, all that survive it do. Raises `Illegal` for units that do not raid.
    """
    how = program(rules, "raid")
    bombers = {as_sent(how, ATTACKER, piece): n for piece, n in bombers.items()}
    guns = {as_sent(how, DEFENDER, piece): n for piece, n in guns.items()}
    to_the_end = fought_over(how)
    for piece in bombers:
        if not _attacks(how, piece):
            raise Illegal(f"{piece.unit.called(2)} cannot make strategic bombing raids")
    if not any("raids" in piece.unit.tags for piece in bombers):
        raise Illegal("no bombers; add at least one")
    contest = Contest(how, bombers, guns)
    ends = Solver(contest).finish(0 if to_the_end else 1)
    troop, risen = contest.troops
    whole, there = _worth(bombers), _worth({piece: n for piece, n in guns.items() if not piece.aside})
    flown = np.zeros(sum(n for p, n in bombers.items() if "raids" in p.unit.tags) + 1)
    damage = np.zeros(1)
    loss = down = 0.0
    for a, d, p in zip(ends.a.tolist(), ends.d.tolist(), ends.p.tolist(), strict=True):
        left = troop.survivors(a)
        raiders = {piece: n for piece, n in left.items() if "raids" in piece.unit.tags}
        flown[sum(raiders.values())] += p
        loss += p * (whole - _worth(left))
        down += p * (there - _worth(risen.survivors(d)))
        through = {} if to_the_end and risen.alive(d) else raiders
        damage = _added(damage, p * _damage(through))
    if most is not None and len(damage) > most + 1:
        damage = np.append(damage[:most], damage[most:].sum())
    expected = float(damage @ np.arange(len(damage)))
    return Raid(tuple(damage.tolist()), tuple(flown.tolist()), expected, loss, down)


def _worth(units: Mapping[Piece, int]) -> int:
    return sum(n * piece.unit.cost for piece, n in units.items())


def _from_aside(how: Program, piece: Piece) -> Piece:
    """Return a unit as it takes part: standing aside if some roll of the raid lets it fire from there."""
    aside = piece._replace(aside=True)
    fires = any(v.side == DEFENDER and v.who.aside and v.who.takes(aside) for v in how.volleys)
    return aside if fires else piece


def as_sent(how: Program, side: Side, piece: Piece) -> Piece:
    """Return an aircraft of a raid with the mark that its task gives it, if some roll asks for it: an escort, or a
    fighter that rises against the raid."""
    if piece.unit.kind != "air" or piece.aside or "raids" in piece.unit.tags:
        return piece
    given = {m for grant in how.given[side] for m in grant.marks}
    for volley in how.volleys:
        sent = piece._replace(marks=volley.who.marks)
        if volley.side == side and not given.intersection(volley.who.marks) and volley.who.takes(sent):
            return sent
    return piece


def _in_the_air(piece: Piece) -> bool:
    """Return whether an aircraft has a task in a raid."""
    return piece.unit.kind == "air" and bool(piece.marks)


def fought_over(how: Program) -> bool:
    """Return whether aircraft fight over the target of a raid until one side is gone."""
    return any(isinstance(step, Repeat) for _, step in how.steps)


def _damage(raiders: Mapping[Piece, int]) -> Floats:
    """Return the chances of each total that raiders roll."""
    out = np.ones(1)
    for piece, n in raiders.items():
        dice = piece.unit.raid_dice
        best = dice > 0 and "best_die" in piece.unit.tags
        for _ in range(n):
            out = np.convolve(out, _best(dice) if best else _rolled(dice))
    return out


def _best(dice: int) -> Floats:
    """Return the chances of each number that the best of that many dice shows."""
    return np.diff(np.arange(7) ** dice / 6**dice, prepend=0.0)


def _rolled(dice: int) -> Floats:
    """Return the chances of each sum of that many dice."""
    out = np.ones(1)
    for _ in range(dice):
        out = np.append(np.zeros(1), np.convolve(out, _DIE))
    return out


def _added(a: Floats, b: Floats) -> Floats:
    out = np.zeros(max(len(a), len(b)))
    out[: len(a)] += a
    out[: len(b)] += b
    return out


def raid_odds(rules: Ruleset, attack: str, defend: str, tech: Iterable[str] = (), value: int | None = None) -> Raid:
    """Return the odds of a raid from texts; `value` is that of the territory, for rules that limit the damage by it."""
    at = forces.Place("raid", True)
    known = {side: forces.technologies(rules, texts) for side, texts in forces.by_side(tech, "heavy bombers").items()}
    bombers = forces.pieces(rules, ATTACKER, forces.read_units(rules, attack), at, known.get(ATTACKER, ()))
    there = forces.pieces(rules, DEFENDER, forces.read_units(rules, defend), at, known.get(DEFENDER, ()))
    how = program(rules, "raid")
    guns = {_from_aside(how, piece): n for piece, n in there.items()}
    for piece in guns:
        if not _defends(how, piece):
            raise Illegal(f"{piece.unit.called(2)} cannot defend against a strategic bombing raid")
    return raid(rules, bombers, guns, None if value is None else _limit(rules, value))


def _limit(rules: Ruleset, value: int) -> int | None:
    """Return the maximum damage of a raid on a territory of this value, whose complex is undamaged; None if any."""
    limits = [value] if rules.switches.get("raid_limited_by_value") else []
    times = int(rules.switches.get("installation_damage", 0))
    return min([*limits, *([times * value] if times else [])], default=None)


def _attacks(how: Program, piece: Piece) -> bool:
    """Return whether a unit raids or escorts raiders."""
    flies = piece.unit.kind == "air" and fought_over(how)
    return "raids" in piece.unit.tags or flies or _in_the_air(piece)


def _defends(how: Program, piece: Piece) -> bool:
    """Return whether a unit fires at raiders from aside or flies against them."""
    flies = piece.unit.kind == "air" and (fought_over(how) or _in_the_air(as_sent(how, DEFENDER, piece)))
    return piece.aside or flies


def able(rules: Ruleset, side: Side) -> list[str]:
    """Return the unit types that can take part in a raid on a side if it holds all technologies; none without raids."""
    if not any(step.name == "damage" for step in rules.sequence("raid")):
        return []
    how, at, techs, out = program(rules, "raid"), forces.Place("raid", True), rules.technologies.values(), []
    for kind in rules.units:
        try:
            (piece,) = list(forces.pieces(rules, side, {("", kind, 0): 1}, at, techs))[:1]
        except Illegal:
            continue
        if _attacks(how, as_sent(how, side, piece)) if side == ATTACKER else _defends(how, _from_aside(how, piece)):
            out.append(kind)
    return out
