"""Rockets: guns attack enemy industrial complexes in range, in the combat phase of a power that holds the capability.

`launched` makes the step of the sequence `combat` from a `Launch`, which says what differs between editions and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..battle.volley import Pick
from ..core.decisions import Choose, Decision, Option
from ..core.forces import Stack, total
from . import installations
from .board import distances, having, hostile, neutral, of_power
from .picking import picked

if TYPE_CHECKING:
    from .game import Flow, Game

HOLD = "no rocket"


class Launch(NamedTuple):
    """How rockets are launched: by which units of the holders of which capability, and how often.

    At most `shots` in a turn (0: any number), `per_territory` from each territory with such units or one of `each`
    unit; at most `per_target` against one complex (0: any number). Each does `dice` of damage. Rockets fly over
    neutrals or not. If `rested`, only units that have not moved fire, and those that fire do not move in the turn.
    """

    launchers: Pick = Pick(tags=("antiaircraft",))
    holds: str = "rockets"
    shots: int = 0
    each: Literal["territory", "unit"] = "territory"
    per_territory: int = 1
    per_target: int = 0
    dice: int = 1
    over_neutrals: bool = True
    rested: bool = False


def launched(launch: Launch, rule: str = "") -> Callable[[Game], Flow]:
    """Return the step of the combat phase in which rockets are fired; `rule` is the statement to cite."""

    def rockets(game: Game) -> Flow:
        power = game.state.power
        if game.holds(power, launch.holds):
            ask = _one if launch.shots == 1 else _each
            yield from ask(game, launch, power, rule or game.rules.cite("rocket"))

    return rockets


def guns(game: Game, launch: Launch, power: str) -> Iterator[tuple[str, Stack, int]]:
    """The units that can fire: one of each territory, or all."""
    for origin in game.rules.lands:
        able = picked(game, of_power(game, origin, power), origin, launch.launchers)
        able = {s: n for s, n in able.items() if not launch.rested or not s.cond.moved}
        left = launch.per_territory if launch.each == "territory" else total(able)
        for stack, n in able.items():
            if fires := min(n, left):
                left -= fires
                yield origin, stack, fires


def in_range(game: Game, launch: Launch, power: str, origin: str) -> dict[str, int]:
    """Return the enemy industrial complexes that rockets from a territory reach, with their distance."""
    closed = frozenset(() if launch.over_neutrals else (s for s in game.rules.lands if neutral(game, s)))
    far = distances(game.rules.neighbors, (origin,), closed, game.rules.switch("rocket_range"))
    return {
        s: n
        for s, n in far.items()
        if hostile(game, power, s) and having(game, s, "produces") and game.rules.q.may_attack(game, power, s) is None
    }


def targets(game: Game, launch: Launch, power: str) -> dict[str, tuple[str, Stack]]:
    """Return the complexes in range of any gun, each with the territory of the nearest one, and the gun."""
    found: dict[str, tuple[int, str, Stack]] = {}
    for origin, gun, _ in guns(game, launch, power):
        for space, far in in_range(game, launch, power, origin).items():
            if space not in found or (far, origin) < found[space][:2]:
                found[space] = far, origin, gun
    return {space: row[1:] for space, row in sorted(found.items())}


def _one(game: Game, launch: Launch, power: str, rule: str) -> Flow:
    """Ask for the target of the only rocket; the nearest gun fires it."""
    aims = targets(game, launch, power)
    if not aims:
        return
    answer = yield Decision(
        "rocket", power, "Rocket attack: choose an industrial complex",
        Choose([Option(HOLD, "do not fire"), *(Option(s, f"{s} (from {o})") for s, (o, _) in aims.items())]),
        advice=_best(game, launch, aims), rule=rule,
    )  # fmt: skip
    if answer != HOLD:
        yield from fire(game, launch, power, *aims[answer], answer)


def _each(game: Game, launch: Launch, power: str, rule: str) -> Flow:
    """Ask for the target of each gun in turn."""
    fired: dict[str, int] = {}
    for origin, gun, n in list(guns(game, launch, power)):
        for _ in range(n):
            spent = launch.shots and sum(fired.values()) >= launch.shots
            reach = in_range(game, launch, power, origin)
            aims = sorted(s for s in reach if not launch.per_target or fired.get(s, 0) < launch.per_target)
            if spent or not aims:
                continue
            answer = yield Decision(
                "rocket", power, f"Rocket of the {game.unit(gun, origin).called(1)} in {origin}: choose an industrial"
                " complex", Choose([Option(HOLD, "do not fire"), *(Option(s, s) for s in aims)]),
                advice=_best(game, launch, aims), rule=rule,
            )  # fmt: skip
            if answer != HOLD:
                fired[answer] = fired.get(answer, 0) + 1
                yield from fire(game, launch, power, origin, gun, answer)


def fire(game: Game, launch: Launch, power: str, origin: str, gun: Stack, space: str) -> Flow:
    """Roll for a rocket, unless a step of `rocket` stops it: it damages the complex, or its owner loses the IPCs, at
    most its cash."""
    state = game.state
    if launch.rested:
        moved = max(1, game.unit(gun, origin).move)
        state.turn_into(origin, gun, gun.cond._replace(moved=moved), 1)
    for step in game.rules.sequence("rocket"):
        if (yield from step.what(game, power, origin, space)):
            return
    loser = str(state.owner[space])
    dice = game.dice.roll(launch.dice)
    if installations.hit(game, power, space, dice) or loser not in state.ipcs:
        return
    ipcs = min(sum(dice), state.ipcs[loser])
    state.ipcs[loser] -= ipcs
    game.emit("rocket_fired", power=power, origin=origin, space=space, dice=dice, loser=loser, ipcs=ipcs)


def _best(game: Game, launch: Launch, aims: Iterable[str]) -> str:
    """The complex that can lose most."""
    return max(aims, key=lambda s: (_worth(game, launch, s), s))


def _worth(game: Game, launch: Launch, space: str) -> int:
    """Return what a rocket can take at most: damage that the complex still takes, or cash of its owner."""
    most = 6 * launch.dice
    for type in installations.installations(game, space):
        limit = game.rules.q.damage_limit(game, space, type)
        if limit is not None:
            return min(most, limit - installations.damage(game, space, type))
    return min(most, game.state.ipcs.get(str(game.state.owner[space]), 0))
