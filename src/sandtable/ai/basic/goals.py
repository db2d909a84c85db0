"""What territories are worth beyond their IPCs: objectives that pay each turn, and territories that win the war."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING

from ...engine.convoys import controller
from .supposing import supposing

if TYPE_CHECKING:
    from ...engine.game import Game

#: Weight of an ally's objective; IPCs a turn for a territory that counts for victory, and how that grows at the end.
ALLY, CITY, LAST = 0.6, 0.4, 4.0
#: Least number of territories that the enemy still lacks, as it is counted: below 1 if it has all that it needs.
REACHED = 0.4
#: Number of territories that the enemy lacks from which complexes in those of this side are guarded with foresight.
CLOSE = 8
#: Maximum number of missing IPCs at which a win by production is in sight, and IPCs a turn for taking all of that away.
IN_SIGHT, DENIED = 24, 30.0


def stakes(game: Game, power: str) -> dict[str, float]:
    """Return what capturing enemy territories gains the side of a power in IPCs per turn, beside their value: parts of
    objectives of its own side, objectives that the enemy loses, and territories that count for victory."""
    out: dict[str, float] = {}
    if game.rules.tables["objectives"] and any(s.name == "objectives" for s in game.rules.sequence("income")):
        _objectives(game, power, out)
    if game.rules.tables["goals"]:
        _goals(game, power, out)
    if game.rules.tables["convoys"]:
        out |= convoy_zones(game, power)
    return out


def _objectives(game: Game, power: str, out: dict[str, float]) -> None:
    owner, sides = game.state.owner, game.sides
    for row in game.rules.typed("objectives").values():
        side = row.side or sides[row.power]
        owners = {row.power} if row.alone and row.power else set(game.members(side))
        held = [s for s in row.hold if owner.get(s) in owners]
        least = row.least or len(row.hold)
        if side != sides[power]:
            lost = held if len(held) == least else []
            part = float(row.ipcs)
        else:
            lost = [s for s in row.hold if s not in held] if len(held) < least else []
            part = row.ipcs * (1.0 if row.power in ("", power) else ALLY) / max(1, least - len(held))
        for space in lost:
            out[space] = out.get(space, 0.0) + part


def _goals(game: Game, power: str, out: dict[str, float]) -> None:
    owner, sides = game.state.owner, game.sides
    for name, row in game.rules.tables["goals"].items():
        side = row.get("side") or name
        held = [s for s in row["of"] if sides.get(owner.get(s) or "") == side]
        ours = side == sides[power]
        lacking = max(1.0 if ours else REACHED, row["hold"] - len(held))
        wanted = [s for s in row["of"] if s not in held] if ours else held
        for space in wanted:
            out[space] = out.get(space, 0.0) + CITY + LAST / lacking**2


def denials(game: Game, power: str, value: Mapping[str, float], lacking: float) -> dict[str, float]:
    """Return enemy territories whose production brings the enemy near a win, with what taking them is worth in IPCs per
    turn; `value` are the IPCs of territories, `lacking` those that the enemy lacks for a win."""
    foes = game.foes(power)
    if lacking >= IN_SIGHT:
        return {}
    held = {s: value[s] for s, owner in game.state.owner.items() if owner in foes and value.get(s)}
    return {s: DENIED * (_near(lacking) - _near(lacking + worth)) for s, worth in held.items()}


def foe_shortfall(game: Game, power: str, value: Mapping[str, float]) -> float:
    """Return what the enemies of a power lack for a win by production."""
    foes = game.foes(power)
    foe = next((p for p in game.rules.powers if p in foes), "")
    return shortfall(game, foe, value) if foe else inf


def _near(lacking: float) -> float:
    """Return how near a win by production is, from 0 (out of sight) to 1."""
    return max(0.0, 1 - lacking / IN_SIGHT) ** 2


def shortfall(game: Game, power: str, value: Mapping[str, float]) -> float:
    """Return the IPCs of enemy territories that the side of a power lacks for a win by production; infinite if that is
    far off."""
    owner, side, foes = game.state.owner, game.sides[power], game.foes(power)
    spaces, sums, total = list[str](), list[float](), 0.0
    for worth, space in _cheapest(game, value):
        if owner.get(space) in foes:
            total += worth
            if total > IN_SIGHT:
                break
            spaces.append(space)
            sums.append(total)

    def wins_with(first: int) -> bool:
        with supposing(game, dict.fromkeys(spaces[:first], power)):
            won = game.rules.q.victory(game, "round_end")
        return won is not None and won[0] == side

    if not wins_with(len(spaces)):
        return inf
    needed = bisect_left(range(len(spaces)), True, key=wins_with)
    return float(sums[needed - 1]) if needed else 1.0


def _cheapest(game: Game, value: Mapping[str, float]) -> list[tuple[float, str]]:
    """Return the territories that are worth something with their IPCs, the cheapest first; kept while these values
    stay."""
    known: tuple[Mapping[str, float], list[tuple[float, str]]] | None = game.rules.cache.get("cheapest")
    if known is None or known[0] != value:
        known = dict(value), sorted((worth, space) for space, worth in value.items() if worth)
        game.rules.cache["cheapest"] = known
    return known[1]


def missing(game: Game, power: str) -> dict[str, float]:
    """Return the enemy territories that count for a goal of the side of a power, each with the share that it adds of
    what the goal still lacks: 1 if it is the last one."""
    owner, sides, out = game.state.owner, game.sides, dict[str, float]()
    for name, row in game.rules.tables["goals"].items():
        side = row.get("side") or name
        if side == sides[power]:
            rest = [s for s in row["of"] if sides.get(owner.get(s) or "") != side]
            lacking = row["hold"] - (len(row["of"]) - len(rest))
            for space in rest:
                out[space] = max(out.get(space, 0.0), 1 / max(1, lacking))
    return out


def vital(game: Game, power: str, lacking: int = 1) -> frozenset[str]:
    """Return the territories of the side of a power that count for an enemy goal that lacks at most `lacking`."""
    owner, sides, out = game.state.owner, game.sides, set[str]()
    for name, row in game.rules.tables["goals"].items():
        side = row.get("side") or name
        if side != sides[power]:
            rest = [s for s in row["of"] if sides.get(owner.get(s) or "") != side]
            out.update(rest if row["hold"] - (len(row["of"]) - len(rest)) <= lacking else ())
    return frozenset(out)


def convoy_zones(game: Game, power: str) -> dict[str, float]:
    """Return enemy convoy zones with what taking them denies to the enemy or gives back each turn, in IPCs."""
    foes, friends, owner, out = game.foes(power), game.friends(power), game.state.owner, dict[str, float]()
    value = game.rules.q.value
    for zone, row in game.rules.typed("convoys").items():
        if controller(game, zone) not in foes:
            continue
        gain = float(row.value) if row.owner in foes or row.owner in friends else 0.0
        if row.territory and owner.get(row.territory) in foes | friends:
            gain += value(game, row.territory)
        if gain:
            out[zone] = gain
    return out
