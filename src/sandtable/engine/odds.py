"""The odds of a battle in a game: for the units that stand there or that one names, and the cheapest attack of all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..battle import forces
from ..battle.losses import worth
from ..battle.odds import quick
from ..battle.volley import ATTACKER, DEFENDER, Piece, Side
from ..core.errors import Illegal, RuleError
from ..core.forces import FRESH, Force, Stack, total
from .battles import Battle
from .commitments import expected
from .movement import COMBAT, Mover

if TYPE_CHECKING:
    from .game import Game

Sides = Mapping[Side, Mapping[Piece, int]]


def sides_at(game: Game, space: str, attack: str = "") -> tuple[forces.Place, Sides]:
    """Return both sides of a battle for a space on the active power's turn, with the attackers there or those named.

    Raises `Illegal` if there are none, and what `forces` raises for a text.
    """
    at = forces.place(game.rules, space)
    name, power = game.rules.words.space(space), game.state.power
    named = forces.read_units(game.rules, attack) if attack.strip() else {}
    if named:
        landing = at.land and any(game.rules.units[kind].kind == "sea" for _, kind, _ in named)
        bare = FRESH.marked(forces.SEABORNE) if landing else FRESH
        force = {Stack(owner or power, kind, bare._replace(damage=hurt)): n for (owner, kind, hurt), n in named.items()}
    else:
        force = game.rules.q.attackers(game, name, power)
    if not force:
        raise Illegal(f"{power} has no units in {name}; name the attacking units")
    checked = forces.pieces(game.rules, ATTACKER, named, at)
    aside = {piece.type for piece in checked if piece.aside}
    return at, _sides(game, name, {s: n for s, n in force.items() if s.type not in aside},
                      {s: n for s, n in force.items() if s.type in aside})  # fmt: skip


def _sides(game: Game, space: str, attackers: Force, aside: Force) -> Sides:
    power = game.state.power
    land = game.rules.is_land[space]
    defenders = game.rules.q.defenders(game, space, power)
    kind = "land_battle" if land else "sea_battle"
    sides = expected(game, kind, space, power, {ATTACKER: attackers, DEFENDER: defenders})
    battle = Battle(game, space, kind, power, sides[ATTACKER], sides[DEFENDER])
    battle.aside[ATTACKER] |= aside
    return {side: battle.pieces(side) for side in (ATTACKER, DEFENDER)}


class Attack(NamedTuple):
    """The units of an attack by (origin, type), their cost, and the probability that they capture the space."""

    units: Mapping[tuple[str, str], int]
    cost: int
    p: float


#: Number of attacks that the search tries before it stops looking for a cheaper one.
TRIES = 20_000


class Search:
    """Search for the cheapest attack on a space by units that can reach it with one move now.

    Units of the power that stand there already take part in any case and cost nothing more.
    """

    def __init__(self, game: Game, space: str, wanted: float) -> None:
        if not 0 < wanted <= 1:
            raise RuleError(f"the probability must be greater than 0 and at most 1, not {wanted}")
        asked = game.decision
        if asked is None or asked.kind != "move" or asked.context.get("phase") != COMBAT:
            raise Illegal("an attack can only be planned during the combat move; this game is in another phase")
        self.game, self.wanted, self.tries = game, wanted, 0
        self.space = game.rules.words.space(space)
        self.reach = reach(game, self.space)
        here: dict[str, int] = {}
        for (_, kind), n in self.reach.items():
            here[kind] = here.get(kind, 0) + n
        self.kinds = sorted(here, key=self._rank)
        self.most = [here[k] for k in self.kinds]
        self.cost = [game.stats(game.state.power, k).cost for k in self.kinds]
        self.standing = game.rules.q.attackers(game, self.space, game.state.power)
        self.best: tuple[int, float, tuple[int, ...]] | None = None

    def _rank(self, kind: str) -> tuple[float, str]:
        """Return the types by value for their cost, best last: the number of the last type is found by bisection."""
        unit = self.game.stats(self.game.state.power, kind)
        return (worth(Piece("", unit), ATTACKER) + 2 * ("captures" in unit.tags)) / max(1, unit.cost), kind

    def chance(self, counts: tuple[int, ...]) -> float:
        """Return the probability that these numbers of units of each type capture the space."""
        self.tries += 1
        force = dict(self.standing)
        for kind, n in zip(self.kinds, counts, strict=True):
            if n:
                stack = Stack(self.game.state.power, kind)
                force[stack] = force.get(stack, 0) + n
        if not force:
            return 0.0
        sides = _sides(self.game, self.space, force, {})
        land = self.game.rules.is_land[self.space]
        sequence, round = "land_battle" if land else "sea_battle", self.game.state.round
        found = quick(self.game.rules, sides[ATTACKER], sides[DEFENDER], sequence, self.space, round)
        return found.captures if land else found.wins

    def run(self) -> Attack:
        """Return the cheapest attack; raise `Illegal` if even all units together are not enough."""
        if not self.kinds and not total(self.standing):
            raise Illegal(f"no units of {self.game.state.power} can reach {self.space} this turn")
        whole = self.chance(tuple(self.most))
        if whole < self.wanted:
            raise Illegal(
                f"all units in reach of {self.space} together capture it only with probability {whole:.3f},"
                f" not {self.wanted}"
            )
        self._extend((), 0)
        assert self.best is not None
        cost, p, counts = self.best
        return Attack(self._from(counts), cost, p)

    def _extend(self, counts: tuple[int, ...], cost: int) -> None:
        """Try all numbers of the next type; for the last type, the smallest that is enough."""
        i = len(counts)
        if (self.best and cost > self.best[0]) or self.tries > TRIES:
            return
        if i < len(self.kinds) - 1:
            if self.chance((*counts, *self.most[i:])) >= self.wanted:
                for n in range(self.most[i] + 1):
                    self._extend((*counts, n), cost + n * self.cost[i])
            return
        if i == len(self.kinds):
            self._keep(counts, cost, self.chance(counts))
            return
        low, high, p = 0, self.most[i], self.chance((*counts, self.most[i]))
        if p < self.wanted:
            return
        while low < high:
            middle = (low + high) // 2
            found = self.chance((*counts, middle))
            if found >= self.wanted:
                high, p = middle, found
            else:
                low = middle + 1
        self._keep((*counts, high), cost + high * self.cost[i], p)

    def _keep(self, counts: tuple[int, ...], cost: int, p: float) -> None:
        if p >= self.wanted and (self.best is None or (cost, -p) < (self.best[0], -self.best[1])):
            self.best = (cost, p, counts)

    def _from(self, counts: tuple[int, ...]) -> dict[tuple[str, str], int]:
        """Return where the units come from: the first spaces that have them."""
        out: dict[tuple[str, str], int] = {}
        left = dict(zip(self.kinds, counts, strict=True))
        for (space, kind), n in self.reach.items():
            take = min(n, left[kind])
            if take:
                out[space, kind] = take
                left[kind] -= take
        return out


def reach(game: Game, space: str) -> dict[tuple[str, str], int]:
    """Return (space, unit type) -> units of the active power that can attack a space with one combat move now."""
    mover = Mover(game, COMBAT)
    field = "land" if game.rules.is_land[space] else "sea"
    out: dict[tuple[str, str], int] = {}
    for start, stack, n in mover.movable():
        unit = game.unit(stack)
        if start == space or unit.kind not in (field, "air") or "passive" in unit.tags:
            continue
        ways = [o for o in mover.options(start, stack) if o.path[-1] == space and not o.mission]
        if ways:
            most = min(n, max(o.most for o in ways))
            out[start, stack.type] = out.get((start, stack.type), 0) + most
    return out


def best_attack(game: Game, space: str, wanted: float) -> Attack:
    """Return the cheapest attack that captures a space with at least this probability; see `Search`."""
    return Search(game, space, wanted).run()
