"""Proposals for a turn: the styles in which the fast player plays it, each different from its own in one thing."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from ...engine.movement import COMBAT, NONCOMBAT
from ..basic import Basic
from ..basic.chart import FAR, chart_of
from ..basic.style import Style

if TYPE_CHECKING:
    from ...core.decisions import Decision, Move
    from ...engine.game import Game

#: Greatest number of attacks left out one by one, of attacks added, and of territories held or left.
LESS, MORE, STANDS = 6, 4, 4
#: Least number of units near a territory with which it is held, or left.
ARMY = 2
#: Other weights of the enemy's losses, of risk at complexes, and of that of armies in reach of the enemy.
BOLD, RISK, NERVE = (0.6, 1.7), 4.0, (0.4, 2.0)


class Watched(Basic):
    """The fast player, which notes the enemy spaces that it attacks."""

    def __init__(self, seed: str, style: Style) -> None:
        super().__init__(seed, style)
        self.targets: list[str] = []

    def move(self, game: Game, decision: Decision) -> Move:
        """Return the next move."""
        move = super().move(game, decision)
        target = move.path[-1] if move.path else ""
        if target not in self.targets and decision.context["phase"] == COMBAT:
            foes = game.foes(decision.power)
            if game.state.owner.get(target) in foes or any(stack.owner in foes for stack in game.state.at(target)):
                self.targets.append(target)
        return move


def proposals(game: Game, decision: Decision, phase: str, base: Style, targets: list[str]) -> list[Style]:
    """Return styles for the rest of a turn from a phase on (purchase, combat movement, or noncombat movement).

    `targets` are the enemy spaces that the fast player attacks in the style `base`.
    """
    power = decision.power
    plain = base._replace(skip=frozenset(), push=frozenset(), hold=frozenset(), leave=frozenset())
    again = [plain] if plain != base else []
    if phase == NONCOMBAT:
        nerve = [base._replace(nerve=base.nerve * x) for x in NERVE]
        return _stands(game, power, base) + nerve + _posts(game, power, base) + again
    bold = [base._replace(bold=base.bold * x) for x in BOLD]
    risk = [base._replace(risk=base.risk * RISK)]
    skip = [base._replace(skip=base.skip | {t}) for t in targets[:LESS]]
    push = [base._replace(push=base.push | {t}) for t in _others(game, power, targets)]
    if phase == COMBAT:
        return _mixed(skip, _stands(game, power, base)) + bold + risk + push + again
    goals, posts = _goals(game, power, base), _posts(game, power, base)
    return _purchases(game, decision, base) + _mixed(push, skip) + posts + goals + bold + risk


def _mixed(one: list[Style], other: list[Style]) -> list[Style]:
    """Return two lists in turns."""
    return [style for pair in zip_longest(one, other) for style in pair if style is not None]


def _goals(game: Game, power: str, base: Style) -> list[Style]:
    foes, owner = game.foes(power), game.state.owner
    goals = sorted({p.capital for p in game.rules.powers.values() if owner.get(p.capital) in foes})
    return [base._replace(goal=goal) for goal in goals if goal != base.goal]


def _posts(game: Game, power: str, base: Style) -> list[Style]:
    """Return styles that hold a complex which is not the capital and has an enemy next to it."""
    foes, state, near = game.foes(power), game.state, chart_of(game.rules).land
    out = []
    for space in sorted(game.rules.lands):
        if state.owner.get(space) != power or space == game.rules.powers[power].capital:
            continue
        if not any("produces" in game.rules.units[stack.type].tags for stack in state.at(space)):
            continue
        if any(stack.owner in foes for at, far in near[space].items() if far <= 2 for stack in state.at(at)):
            out.append(base._replace(post=space))
    return out


def _purchases(game: Game, decision: Decision, base: Style) -> list[Style]:
    """Return styles that spend money on one type: on each that fights on land, and on aircraft."""
    kinds = [key[0] for key in decision.form.most if len(key) == 1]  # type: ignore[attr-defined]
    units = sorted((game.stats(decision.power, kind) for kind in kinds), key=lambda u: (u.cost, u.id))
    army = [u for u in units if u.kind == "land" and u.attack and "passive" not in u.tags]
    plane = next((u for u in units if u.kind == "air" and u.attack), None)
    out = [base._replace(buy=unit.id, part=1.0) for unit in army]
    return out + [base._replace(buy=plane.id, part=0.5)] if plane is not None else out


def _others(game: Game, power: str, targets: list[str]) -> list[str]:
    """Return enemy territories next to own armies that are not attacked yet, the most valuable first."""
    foes, land = game.foes(power), chart_of(game.rules).land
    armies = {s for s, force in game.state.forces.items() if game.rules.is_land[s] for u in force if u.owner == power}
    near = [
        s
        for s, owner in game.state.owner.items()
        if owner in foes and s not in targets and any(land[s].get(at, FAR) == 1 for at in armies)
    ]
    return sorted(near, key=lambda s: (-game.rules.q.value(game, s), s))[:MORE]


def _stands(game: Game, power: str, base: Style) -> list[Style]:
    """Return styles that leave a territory which the enemy can reach by land, or that hold it, those first with the
    greatest army of the power in or next to them."""
    foes, near, armies = game.foes(power), chart_of(game.rules).land, _armies(game, power)
    rows = []
    for space, (own, _) in armies.items():
        ours = sum(armies[at][0] for at, far in near[space].items() if far <= 1 and at in armies)
        theirs = sum(armies[at][1] for at, far in near[space].items() if 0 < far <= 2 and at in armies)
        owner = game.state.owner.get(space)
        if owner is not None and owner not in foes and ours >= ARMY and theirs:
            rows.append((-ours, space, own))
    rows = [row for row in sorted(rows) if row[1] != game.rules.powers[power].capital][:STANDS]
    leave = [base._replace(leave=base.leave | {space}) for _, space, own in rows if own]
    return _mixed(leave, [base._replace(hold=base.hold | {space}) for _, space, _ in rows])


def _armies(game: Game, power: str) -> dict[str, tuple[int, int]]:
    """Return how many land units that can attack a power and its enemies have in each territory."""
    foes, out = game.foes(power), dict.fromkeys(game.rules.lands, (0, 0))
    for space in game.rules.lands:
        for stack, n in game.state.at(space).items():
            unit = game.unit(stack)
            if unit.kind == "land" and unit.attack:
                own, enemies = out[space]
                out[space] = own + n * (stack.owner == power), enemies + n * (stack.owner in foes)
    return out


def joined(base: Style, one: Style, other: Style) -> Style:
    """Return a style that differs from the base in what two others do; the first one's wish counts where both do."""
    changes: dict[str, Any] = {
        name: first if first != was else second
        for name, was, first, second in zip(Style._fields, base, one, other)
        if was not in (first, second) or first != second
    }
    both = {name: getattr(one, name) | getattr(other, name) for name in ("skip", "push", "hold", "leave")}
    return base._replace(**{**changes, **both})
