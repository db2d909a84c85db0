"""Rockets: one attack per turn by an antiaircraft gun on an industrial complex within 3 spaces (R165)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Choose, Decision, Option
from ...engine import installations
from ...engine.board import distances, having, hostile

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

HOLD = "no rocket"


def targets(game: Game, power: str) -> dict[str, str]:
    """Return the enemy industrial complexes in range, each with the nearest gun (R165, R165.4)."""
    reach, out = game.rules.switch("rocket_range"), dict[str, tuple[int, str]]()
    for origin in game.rules.lands:
        if not having(game, origin, "antiaircraft", power):
            continue
        far = distances(game.rules.neighbors, (origin,), limit=reach)
        for space in far:
            if hostile(game, power, space) and having(game, space, "produces"):
                if game.rules.q.may_attack(game, power, space) is None:
                    out[space] = min(out.get(space, (99, "")), (far[space], origin))
    return {space: origin for space, (_, origin) in sorted(out.items())}


def rocket_attack(game: Game) -> Flow:
    """Fire one gun: the owner of the complex loses one die of IPCs, at most its cash (R165.1 to R165.3)."""
    power, state = game.state.power, game.state
    if "rockets" not in state.techs[power]:
        return
    aims = targets(game, power)
    if not aims:
        return
    options = [Option(HOLD, "do not fire"), *(Option(s, f"{s} (from {o})") for s, o in aims.items())]
    richest = max(aims, key=lambda s: (min(6, state.ipcs.get(str(state.owner[s]), 0)), s))
    answer = yield Decision(
        "rocket",
        power,
        "Rocket attack: choose an industrial complex",
        Choose(options),
        advice=richest,
        rule="classic.R165",
    )
    if answer == HOLD:
        return
    loser = str(state.owner[answer])
    dice = game.dice.roll(1)
    if installations.hit(game, power, answer, dice) or loser not in state.ipcs:
        return
    ipcs = min(dice[0], state.ipcs[loser])
    state.ipcs[loser] -= ipcs
    game.emit("rocket_fired", power=power, origin=aims[answer], space=answer, dice=dice, loser=loser, ipcs=ipcs)
