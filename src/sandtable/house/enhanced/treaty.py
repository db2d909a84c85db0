"""The judgment of acts against a treaty with a price, and the free infantry for the wronged partner."""

from collections.abc import Iterable

from ...engine import entering
from ...engine.grants import receive
from ...engine.moving import came
from ...engine.standard import raiders
from ...engine.territory import capture
from ...words import Flow, Game, declare_event
from ...words.asking import Decision, PickSpace, confirm, declare_decision, one_of
from ...words.board import Units, capital_of, enemy_fighters
from .treaty_acts import BREAKS, CROSSED, TERMS, VOIDS, fleets, note, partner

ID = "enhanced.non_aggression_treaty"
declare_decision("treaty_infantry", "pick_space: where the free infantry of a broken treaty is placed")
declare_decision("treaty_raid", "confirm: raid the convoys of a treaty partner, which ends the treaty")
declare_event("treaty_ended", "{power} ends the non-aggression treaty: {why}")


def hold_captures(game: Game, units: Units, space: str, rest: tuple[str, ...]) -> Flow:
    """An empty territory of the partner is captured only when the move has been judged: infantry may appear there."""
    power = units[0][0].owner
    if partner(game, power) != (game.state.owner.get(space) or power):
        return (yield from entering.take_undefended(game, units, space, rest))
    stop = enemy_fighters(game, power, space) or raiders(game, power, space)
    return (units, True) if stop else None


def judge_moves(game: Game) -> Flow:
    """When a phase of movement ends, judge all its acts together, before any battle (.2, .9)."""
    if partner(game, game.state.power):
        for zone in fleets(game, forced=True):
            note(game, f"attack on ships in {zone}")
    yield from judge(game)


def watch_rocket(game: Game, power: str, space: str) -> Flow:
    """Note a rocket at a complex of the partner (.17)."""
    if partner(game, power) == game.state.owner.get(space):
        note(game, f"rocket at {space}")
    yield from ()
    return False


def judge_fleets(game: Game) -> Flow:
    """Attacks on ships that could have been left alone are judged as soon as they are chosen (.16)."""
    if partner(game, game.state.power):
        for zone in fleets(game, forced=False):
            note(game, f"attack on ships in {zone}")
    yield from judge(game)


def judge(game: Game) -> Flow:
    """End the treaty for what the active power has done: its partner places infantry where it may (.2, .3, .7, .9)."""
    power, state = game.state.power, game.state
    other, breaks, voids = partner(game, power), BREAKS.take(state), VOIDS.take(state)
    if not other or not (breaks or voids):
        return
    capital = game.rules.powers[other].capital
    chosen = yield from end(game, power, other, [*([capital] if voids else []), *breaks], [*breaks, *voids])
    crossed = CROSSED.take(state)
    for row in [r for r in crossed if r[0] == chosen]:
        _halt(game, power, *row)
    for space in dict.fromkeys(row[0] for row in crossed if row[0] != chosen):
        if state.owner.get(space) == other and not enemy_fighters(game, power, space):
            yield from capture(game, space, power)


def end(game: Game, power: str, other: str, places: Iterable[str], acts: Iterable[str]) -> Flow:
    """End the treaty and place the free infantry of the wronged partner in one of these places; returns it."""
    terms, open_to = TERMS.take(game.state), [s for s in places if game.state.owner.get(s) == other]
    game.emit("treaty_ended", power=power, why=", ".join(dict.fromkeys(acts)))
    TERMS.set(game.state, {})
    if not open_to or not terms["infantry"]:
        return ""
    best = max(open_to, key=lambda s: (game.rules.q.value(game, s), s))
    chosen = yield from one_of(open_to, lambda: Decision(
        "treaty_infantry", other, f"The treaty is broken: choose where to place {terms['infantry']} free infantry",
        PickSpace(open_to), advice=best, rule=f"{ID}.3",
    ))  # fmt: skip
    receive(game, other, "infantry", terms["infantry"], chosen, "the non-aggression treaty was broken")
    return chosen


def _halt(game: Game, power: str, space: str, before: str, last: str, kind: str, count: int) -> None:
    """Units that blitzed through a territory in which infantry appears stop and fight there."""
    for stack, n in list(game.state.at(last).items()):
        took = min(n, count) if (stack.owner, stack.type) == (power, kind) and "combat" in stack.cond.marks else 0
        if took:
            count -= took
            game.state.put(last, stack, -took)
            game.state.put(space, stack, took)
            came(game, space, "land", before, took)


def capital_taken(game: Game, space: str) -> None:
    """The capture of a partner's capital voids the treaty, without infantry (.8)."""
    if partner(game, capital_of(game, space) or ""):
        game.emit("treaty_ended", power=game.state.power, why=f"capture of {space}")
        TERMS.set(game.state, {})


# --- convoy raids -----------------------------------------------------------------------------------------------------


def raid_declared(game: Game, power: str, victim: str) -> Flow:
    """Return whether submarines of a power raid a victim: against a treaty partner only if it says so (.17)."""
    if partner(game, power) != victim:
        return True
    prompt = f"Raid the convoys of {victim}? This ends the non-aggression treaty"
    return (yield confirm("treaty_raid", power, prompt, f"{ID}.17", advice=False))


def raided(game: Game, power: str, victim: str) -> Flow:
    """A convoy raid on the partner voids the treaty, and it places infantry in its capital (.7, .17)."""
    if partner(game, power) == victim:
        yield from end(game, power, victim, [game.rules.powers[victim].capital], ["convoy raid"])
