"""Decisions in and around battles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...battle.odds import quick
from ...battle.policy import Assigning
from ...battle.volley import ATTACKER, DEFENDER, Assign
from ...core.decisions import Decision, PickUnits
from ...core.errors import SandtableError
from ...core.forces import Force
from .brink import turns_the_round
from .field import Field
from .odds import cost_of, shares
from .view import Muster, View, zeal

if TYPE_CHECKING:
    from ...engine.game import Game


#: Outcomes of volleys that are worth the time (a third of a second); larger battles are estimated.
MOST_WORK = 2_000_000
#: Distance of the estimated chance from certainty within which battles are solved exactly.
CLOSE = 0.25
#: Chance to capture a territory from which a battle that decides the round is fought to its end.
HOPE = 0.05
#: IPCs that a role must promise before units get it.
ROLE_GAIN = 0.05


def _sides(game: Game) -> tuple[Muster, Muster]:
    """Return both sides of the current battle."""
    out = []
    for side in (ATTACKER, DEFENDER):
        muster = Muster()
        for stack, n in game.battle.units[side].items():
            muster.add(game.unit(stack), n, stack.cond.damage)
        out.append(muster)
    return out[0], out[1]


def retreat(game: Game, decision: Decision) -> Any:
    """Press the attack while it is worth it; otherwise retreat to the space with the most friendly units."""
    space = game.battle.space
    takes, killed, lost = _prospects(game)
    prize = 0.0
    if takes:
        prize = takes * (1 + 3 * game.rules.q.value(game, space))
        if any(p.capital == space for p in game.rules.powers.values()):
            prize += takes * 50
    if prize + killed >= lost or prize + zeal(game, decision.power) * killed >= lost:
        return decision.advice
    if takes >= HOPE and turns_the_round(game, decision.power, space):
        return decision.advice
    places = [o.key for o in decision.form.options if o.key != decision.advice]  # type: ignore[attr-defined]
    if not places:
        return decision.advice
    here = {p: sum(n for s, n in game.state.at(p).items() if s.owner not in game.foes(decision.power)) for p in places}
    return max(places, key=lambda p: (here[p], p))


def _prospects(game: Game) -> tuple[float, float, float]:
    """Return (chance to capture, IPCs the defender loses, IPCs the attacker loses) of a fight to the end.

    Estimated if the battle is nearly decided, otherwise exact.
    """
    battle = game.battle
    mine, theirs = _sides(game)
    chance, lost, killed = shares(mine.attack, mine.hits, theirs.defense, theirs.hits)
    losses = cost_of(theirs.costs, killed * theirs.hits), cost_of(mine.costs, lost * mine.hits)
    takes = chance if mine.takers and game.rules.is_land[battle.space] else 0.0
    if not CLOSE < chance < 1 - CLOSE:
        return takes, *losses
    own, enemy = ({p: n for p, n in battle.pieces(side).items() if not p.aside} for side in (ATTACKER, DEFENDER))
    try:
        odds = quick(game.rules, own, enemy, battle.sequence, battle.space, game.state.round, MOST_WORK)
    except SandtableError:  # too large to solve
        return takes, *losses
    return odds.captures, odds.defender_loss, odds.attacker_loss


def withdraw(game: Game, decision: Decision) -> Any:
    """Withdraw submarines from a lost battle."""
    own, enemy = _sides(game)
    side = decision.context["side"]
    if side == DEFENDER:
        chance = 1 - shares(own.attack, own.hits, enemy.defense, enemy.hits)[0]
    else:
        chance = shares(own.attack, own.hits, enemy.defense, enemy.hits)[0]
    if chance < 0.4 and isinstance(decision.form, PickUnits):
        return dict(decision.form.force)
    return decision.advice


def role(game: Game, decision: Decision) -> Any:
    """Give a role to as many units as may have it if that promises more than to give it to none."""
    battle, form = game.battle, decision.form
    steps = dict(battle.steps)
    step = steps.get(battle.step)
    if not isinstance(step, Assign) or not isinstance(form, PickUnits) or form.low or step.advice != "none":
        return decision.advice
    try:
        worth = {how: _role_worth(game, step.side, battle.step, how) for how in ("all", "none")}
    except SandtableError:  # too large to solve
        return decision.advice
    out, left = Force(), form.high if worth["all"] > worth["none"] + ROLE_GAIN else 0
    for stack, n in form.force.items():
        if take := min(n, left):
            out[stack] = take
            left -= take
    return out


def _role_worth(game: Game, side: str, name: str, how: str) -> float:
    """Return what the battle promises a side, in IPCs, if all units that may take the role of a step do, or none."""
    battle = game.battle
    own, enemy = battle.pieces(ATTACKER), battle.pieces(DEFENDER)
    place = battle.sequence, battle.space, game.state.round
    odds = quick(game.rules, own, enemy, *place, most=MOST_WORK, policies={name: Assigning(how)})
    gain = odds.defender_loss - odds.attacker_loss + odds.captures * game.rules.q.value(game, battle.space)
    return gain if side == ATTACKER else -gain


def stay_or_fight(game: Game, decision: Decision) -> bool:
    """Fight with ships among enemy ships if the odds are good."""
    view = View(game, decision.power)
    space = decision.context["space"]
    own, enemy = view.ours.get(space), view.theirs.get(space)
    if own is None or enemy is None:
        return False
    return shares(own.attack, own.hits, enemy.defense, enemy.hits)[0] > 0.6


__all__ = ["Field", "retreat", "role", "stay_or_fight", "withdraw"]
