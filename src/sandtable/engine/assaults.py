"""The odds of an attack from the sea that depends on sea battles still to come: both in one figure, exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..battle.contest import Contest
from ..battle.forces import SEABORNE, supporting
from ..battle.odds import Odds, quick
from ..battle.solve import Solver
from ..battle.volley import ATTACKER, DEFENDER, Piece
from ..core.errors import Illegal
from ..core.forces import FRESH, Force, Stack, add, total
from .battles import Battle
from .board import having, waiting
from .commitments import Sides, expected
from .fighting import left_out
from .memory import PEACEFUL, SEA_BATTLES

if TYPE_CHECKING:
    from .game import Game

#: What comes ashore from a zone (types, sorted), and the ships that can fire in support of it.
Ashore = tuple[tuple[str, ...], tuple[Stack, ...]]


class Assault(NamedTuple):
    """Probabilities of an attack from the sea: to win each sea battle, the battle ashore, and the territory; and the
    expected losses of both sides in all these battles, in IPCs. `arrive` is the probability that every unit lands."""

    at_sea: Mapping[str, float]
    arrive: float
    wins: float
    captured: float
    attacker_loss: float
    defender_loss: float


def assault(game: Game, space: str) -> Assault | None:
    """Return the odds of the attack on a territory with the units that wait aboard; None if no sea battle comes first.

    The sea battles are fought to the end. A zone that is not won lands nothing. Raises `Illegal` for battles that are
    too large.
    """
    power = game.state.power
    zones = (
        [z for z in game.rules.sea_near[space] if _aboard(game, z, power, space)] if game.rules.is_land[space] else []
    )
    sea = {z: _at_sea(game, z, power, space) for z in zones if _to_be_fought(game, z, power)}
    if not sea:
        return None
    landed: dict[Ashore, float] = {((), ()): 1.0}
    for zone in zones:
        rows = sea[zone].landed if zone in sea else {_all(game, zone, power, space): 1.0}
        landed = _joined(landed, rows)
    whole = max(len(units) for units, _ in landed)
    wins = captured = own = enemy = 0.0
    for (units, ships), p in landed.items():
        found = _ashore(game, space, power, units, ships)
        wins, captured = wins + p * found[0], captured + p * found[1]
        own, enemy = own + p * found[2], enemy + p * found[3]
    return Assault(
        {z: s.won for z, s in sea.items()},
        sum(p for (units, _), p in landed.items() if len(units) == whole),
        wins,
        captured,
        own + sum(s.losses[0] for s in sea.values()),
        enemy + sum(s.losses[1] for s in sea.values()),
    )


class _Sea(NamedTuple):
    """A sea battle to come: the probability to win it, what lands then, and the expected losses of both sides."""

    won: float
    landed: dict[Ashore, float]
    losses: tuple[float, float]


def _aboard(game: Game, zone: str, power: str, space: str) -> Force:
    """The ships of a zone with units that wait to land in a territory."""
    return {
        s: n
        for s, n in game.state.at(zone).items()
        if s.owner == power and s.cond.noted("landing") == space and waiting(s.cond) and "unloaded" not in s.cond.marks
    }


def _to_be_fought(game: Game, zone: str, power: str) -> bool:
    fought = (*PEACEFUL.get(game.state), *SEA_BATTLES.get(game.state))
    return zone not in fought and bool(game.rules.q.defenders(game, zone, power))


def _all(game: Game, zone: str, power: str, space: str) -> Ashore:
    """What lands from a zone without a sea battle."""
    units = [
        kind for ship, n in _aboard(game, zone, power, space).items() for kind in waiting(ship.cond) for _ in range(n)
    ]
    ships: list[Stack] = []
    if zone not in SEA_BATTLES.get(game.state):
        able = having(game, zone, "bombards", power)
        ships = [s for s, n in able.items() if "supported" not in s.cond.marks for _ in range(n)]
    return tuple(sorted(units)), tuple(sorted(ships))


def _at_sea(game: Game, zone: str, power: str, space: str) -> _Sea:
    """Solve a sea battle with the ships that carry units of the assault told apart."""
    q = game.rules.q
    every: Sides = {ATTACKER: q.attackers(game, zone, power), DEFENDER: q.defenders(game, zone, power)}
    sides = expected(game, "sea_battle", zone, power, every)
    held = left_out({ATTACKER: every[ATTACKER]}, {ATTACKER: sides[ATTACKER]})
    battle = Battle(game, zone, "sea_battle", power, sides[ATTACKER], sides[DEFENDER])
    aboard = _aboard(game, zone, power, space)
    after = bool(game.rules.switch("bombardment_after_sea_battle"))
    stacks: dict[str, Stack] = {}
    own: dict[Piece, int] = {p: n for p, n in battle.pieces(ATTACKER).items() if p.aside}
    for i, (stack, n) in enumerate(battle.units[ATTACKER].items()):
        piece = battle.piece(stack)._replace(marks=(*battle.piece(stack).marks, f"ship {i}"))
        own[piece], stacks[f"ship {i}"] = n, stack
    contest = Contest(battle.program, own, battle.pieces(DEFENDER), keep_land=False)
    ends = Solver(contest).finish()
    attacker, defender = contest.troops
    landed: dict[Ashore, float] = {}
    won = 0.0
    for a, d, p in zip(ends.a.tolist(), ends.d.tolist(), ends.p.tolist(), strict=True):
        units: list[str] = []
        ships: list[Stack] = []
        if not defender.alive(d):
            won += p if attacker.alive(a) or held else 0.0
            for stack, n in held.items():
                units += [kind for kind in (waiting(stack.cond) if stack in aboard else ()) for _ in range(n)]
                ships += [stack] * n if "bombards" in game.unit(stack, zone).tags else []
            for piece, n in attacker.standing(a).items():
                stack = next(stacks[m] for m in piece.marks if m in stacks)
                units += [kind for kind in (waiting(stack.cond) if stack in aboard else ()) for _ in range(n)]
                ships += [stack] * n if after and "bombards" in piece.unit.tags and units else []
        key = tuple(sorted(units)), tuple(sorted(ships))
        landed[key] = landed.get(key, 0.0) + p
    found = Odds(contest, ends)
    return _Sea(won, landed, (found.expected_loss[ATTACKER], found.expected_loss[DEFENDER]))


def _joined(one: Mapping[Ashore, float], other: Mapping[Ashore, float]) -> dict[Ashore, float]:
    """What lands from several zones together."""
    out: dict[Ashore, float] = {}
    for (a, ships), p in one.items():
        for (b, more), q in other.items():
            key = tuple(sorted((*a, *b))), tuple(sorted((*ships, *more)))
            out[key] = out.get(key, 0.0) + p * q
    if len(out) > 10_000:
        raise Illegal("this assault is too large to calculate: too many combinations of units can land")
    return out


def _ashore(
    game: Game, space: str, power: str, units: tuple[str, ...], ships: tuple[Stack, ...]
) -> tuple[float, float, float, float]:
    """Return (wins, captured, attacker's loss, defender's loss) of the battle ashore with the units that landed."""
    force = dict(game.rules.q.attackers(game, space, power))
    for kind, n in Counter(units).items():
        add(force, Stack(power, kind, FRESH.marked(SEABORNE)), n)
    if not force:
        return 0.0, 0.0, 0.0, 0.0
    defenders = game.rules.q.defenders(game, space, power)
    sides = expected(game, "land_battle", space, power, {ATTACKER: force, DEFENDER: defenders})
    defenders = sides[DEFENDER]
    battle = Battle(game, space, "land_battle", power, sides[ATTACKER], defenders)
    if units:
        for ship in ships[: supporting(game.rules, len(units))]:
            add(battle.aside[ATTACKER], ship, 1)
    pieces = battle.pieces(ATTACKER), battle.pieces(DEFENDER)
    found = quick(game.rules, *pieces, "land_battle", space, game.state.round)
    if not total(defenders):
        takes = any("captures" in p.unit.tags for p in pieces[0] if not p.aside)
        return 1.0, max(found.captures, float(takes and found.wins == 0.0)), found.attacker_loss, found.defender_loss
    return found.wins, found.captures, found.attacker_loss, found.defender_loss
