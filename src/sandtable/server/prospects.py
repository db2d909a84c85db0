"""Battle odds in a running game, for the current position or after planned moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..battle.contest import Contest, program
from ..battle.midway import Midway
from ..battle.odds import Odds, by_type
from ..battle.solve import Solver
from ..battle.volley import ATTACKER, DEFENDER, Piece, Side
from ..core.dice import Dice
from ..core.errors import Illegal
from ..core.forces import FRESH, Stack, add
from ..engine.battles import Battle
from ..engine.board import waiting
from ..engine.commitments import expected
from ..engine.game import Game
from .live import built
from .wire_forms import OddsBrief


class NoBattle(Illegal):
    """There is no attack on this space."""


class Prospect(NamedTuple):
    """Both sides of a battle and how it is fought, as data for a worker.

    `rules` are the edition, scenario, rule ids, and options; `sequence` names the steps; `midway` is the state of the
    current round, if the battle is in the middle of one.
    """

    rules: tuple[str, str, list[str], dict[str, Any]]
    space: str
    sequence: str
    attackers: dict[Piece, int]
    defenders: dict[Piece, int]
    midway: Midway | None


def standing(game: Game, space: str) -> Prospect:
    """Return the battle in a space: the current one from its current state, or the next one.

    Raises `NoBattle` if there is no attack.
    """
    battle: Battle | None = game.battle
    if battle is not None and battle.space == space:
        return _prospect(game, battle)
    power, land = game.state.power, game.rules.is_land[space]
    force = dict(game.rules.q.attackers(game, space, power))
    for zone in game.rules.sea_near[space] if land else ():
        for ship, n in game.state.at(zone).items():  # units that will land if the sea battle is won
            if ship.owner == power and ship.cond.noted("landing") == space:
                for kind in waiting(ship.cond):
                    add(force, Stack(power, kind, FRESH.marked("seaborne")), n)
    if not force:
        raise NoBattle(f"{power} has no attacking units in {space}")
    defenders = game.rules.q.defenders(game, space, power)
    kind = "land_battle" if land else "sea_battle"
    sides = expected(game, kind, space, power, {ATTACKER: force, DEFENDER: defenders})
    battle = Battle(game, space, kind, power, sides[ATTACKER], sides[DEFENDER])
    return _prospect(game, battle)


def _prospect(game: Game, battle: Battle) -> Prospect:
    rules = game.rules
    options = {f"{rule.id}.{name}": value for rule in rules.rules for name, value in rule.options.items()}
    how = rules.edition, rules.scenario, [rule.id for rule in rules.rules], options
    pieces = battle.pieces(ATTACKER), battle.pieces(DEFENDER)
    return Prospect(how, battle.space, battle.sequence, *pieces, battle.midway())


def scratch(game: Game) -> Game:
    """Return a copy of a game to try moves in. Its dice never hit and reveal nothing about future rolls."""
    newest = game.snapshots[-1]
    copy = Game(game.header, listening=False, recording=False)
    copy.log = list(game.log[: newest.answers])
    copy.restore(newest, game.log[newest.answers :])
    copy.dice = Misses(copy.dice.seed)
    return copy


class Misses(Dice):
    """Dice that always show 6."""

    def roll(self, count: int) -> list[int]:
        self.position += count
        return [6] * count


def after(copy: Game, moves: Sequence[str], space: str) -> Prospect:
    """Return the battle for a space after moves in a copy made by `scratch`. Raises what the moves raise."""
    for text in moves:
        decision = copy.decision
        if decision is None or decision.kind != "move":
            raise Illegal("you cannot move again until the battles are resolved")
        copy.answer(text)
    return standing(copy, space)


def brief(prospect: Prospect) -> OddsBrief:
    """Return the exact odds of a battle in short form."""
    own, enemy, midway = prospect.attackers, prospect.defenders, prospect.midway
    attack, defend = told(own), told(enemy)
    if not any(n for p, n in own.items() if not p.aside) and midway is None:
        raise NoBattle(f"there is no attack in {prospect.space}")
    fallen: Mapping[Side, Mapping[Piece, int]] = midway.fallen if midway else {ATTACKER: {}, DEFENDER: {}}
    edition, scenario, rules, options = prospect.rules
    contest = Contest(
        program(built(edition, rules, options, scenario), prospect.sequence),
        Counter(own) + Counter(fallen[ATTACKER]),
        Counter(enemy) + Counter(fallen[DEFENDER]),
        keep_land=False,
    )
    found = Odds(contest, Solver(contest, midway).finish(0))
    lost = {side: sum(n * piece.cost for piece, n in force.items()) for side, force in fallen.items()}
    return OddsBrief(
        space=prospect.space,
        attack=attack,
        defend=defend,
        attacker_wins=found.attacker_wins,
        captured=found.captured,
        draw=found.draw,
        attacker_loss=found.expected_loss[ATTACKER] - lost[ATTACKER],
        defender_loss=found.expected_loss[DEFENDER] - lost[DEFENDER],
        text="",
    )


def ready() -> bool:
    """Do nothing; calling it in a worker imports this module there."""
    return True


def none(space: str, why: str) -> OddsBrief:
    """Return an `OddsBrief` without odds, with the reason."""
    return OddsBrief(space, "", "", 0.0, 0.0, 0.0, 0.0, 0.0, why)


def told(pieces: dict[Piece, int]) -> str:
    """Return units as text: `3 infantry, 1 armor`, or `nothing`."""
    units = {p.type: p.unit for p in pieces}
    counts = by_type({p: n for p, n in pieces.items() if not p.aside})
    parts = []
    for name, n in counts.items():
        kind, bracket, rest = name.partition(" (")
        parts.append(f"{n} {units[kind].called(n)}{bracket}{rest}")
    return ", ".join(parts) or "nothing"
