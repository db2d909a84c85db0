"""Weapons development as data: what a die costs, what it may be aimed at, charts with rows, and researchers that stay.

A technology stands on a chart (`chart`) in the row of its `die`; several in one row leave the choice. It may be gained
only `after` others, and only by some `powers`. The queries for everything else are `research`, `research_aims` and
`development`. An aim is empty for dice on the charts, or the id of a technology.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core.decisions import Amount, Choose, Decision, Option
from ..core.text import counted
from ..rules import points
from . import offers
from .memory import game_memory, turn_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Flow, Game

points.declare(points.DECISIONS, "research", "choose: the technology that dice are bought for, or none")
points.declare(points.DECISIONS, "chart", "choose: the chart that is rolled on")
points.declare(points.DECISIONS, "technology", "choose: the technology gained, of those in one row of a chart")

RESEARCHERS = game_memory("researchers", dict[str, int], "power -> researchers that stay for later turns")
TRIES = game_memory("research_tries", dict[str, "dict[str, int]"], "power -> technology -> turns with dice for it")
AIMED = turn_memory("aimed", list[str], "technologies for which dice were bought in this turn")
NOTHING = Option("none", "buy no dice")


class Terms(NamedTuple):
    """What research costs a power and what it takes, for one aim.

    | field | meaning |
    | --- | --- |
    | price | IPCs for a die |
    | success | a die succeeds on this number or more |
    | least | the fewest dice that may be bought, if any are |
    | free | dice that cost nothing |
    | automatic | as many dice bought at once succeed without a roll (0: never) |
    | stays | dice that fail stay as researchers, and a success takes them all |
    """

    price: int
    success: int = 6
    least: int = 1
    free: int = 0
    automatic: int = 0
    stays: bool = False


# --- answers ----------------------------------------------------------------------------------------------------------


def research(game: Game, power: str, aim: str) -> Terms | None:
    """Dice cost what the switch says; they are not aimed (classic.R159, R160)."""
    switches = game.rules.switches
    return Terms(switches.get("development_cost", 5), switches.get("development_success", 6))


def research_aims(game: Game, power: str) -> Sequence[str]:
    """Dice are rolled on the charts, and not aimed at a technology (classic.R160)."""
    return ("",)


def development(game: Game, power: str, successes: int) -> Sequence[str]:
    """A power may gain each technology of the charts that it does not have yet (classic.R161)."""
    held = game.state.techs[power]
    return [
        t.id
        for t in game.rules.technologies.values()
        if t.die and t.id not in held and all(a in held for a in t.after) and (not t.powers or power in t.powers)
    ]


# --- the phase --------------------------------------------------------------------------------------------------------


def gain(game: Game, power: str, technology: str) -> None:
    """Give a power a technology; it takes effect at once, for this power alone (classic.R162, R163)."""
    game.state.techs[power].append(technology)
    game.changed()
    game.emit("technology_gained", power=power, technology=game.rules.technologies[technology].name)


def lose(game: Game, power: str, technology: str) -> None:
    """Take a technology or other capability from a power."""
    game.state.techs[power].remove(technology)
    game.changed()


def tries(game: Game, power: str, technology: str) -> int:
    """Return in how many turns a power has bought dice for a technology."""
    return TRIES.get(game.state).get(power, {}).get(technology, 0)


def develop(game: Game) -> Flow:
    """Let the active power buy dice for weapons development and roll them, with the offers `develop` before."""
    power = game.state.power
    if game.rules.q.may_collect(game, power) is not None:
        return
    yield from offers.made(game, "develop", prompt="Choose an action before you develop weapons, or continue")
    aims = game.rules.q.research_aims(game, power)
    if list(aims) == [""]:
        if anything_new(game, power):
            yield from _roll(game, power, "")
        return
    while True:
        aim = yield from _aim(game, power)
        if aim is None:
            return
        yield from _roll(game, power, aim)
        if aim:
            TRIES.of(game.state).setdefault(power, {})
            TRIES.of(game.state)[power][aim] = tries(game, power, aim) + 1
        AIMED.of(game.state).append(aim)


def anything_new(game: Game, power: str) -> bool:
    """Return whether the power lacks a technology."""
    held = game.state.techs[power]
    return any(t.id not in held for t in game.rules.technologies.values() if t.die or t.kind == "technology")


def _aim(game: Game, power: str) -> Flow:
    """Ask which aim dice are bought for next; None for no more."""
    q, names = game.rules.q, game.rules.technologies
    open_to = q.development(game, power, 1)
    options = []
    for aim in q.research_aims(game, power):
        terms = q.research(game, power, aim)
        if terms is None or aim in AIMED.get(game.state) or (aim and aim not in open_to) or not open_to:
            continue
        if terms.free or game.state.ipcs[power] >= terms.price * terms.least:
            name = names[aim].name if aim else "any technology"
            options.append(Option(aim or "any", f"{name} ({terms.price} IPCs per die)"))
    if not options:
        return None
    answer = yield Decision(
        "research", power, "Weapons development: choose what to buy dice for", Choose([NOTHING, *options]),
        advice=NOTHING.key, rule=game.rules.cite("develop"),
    )  # fmt: skip
    return None if answer == NOTHING.key else "" if answer == "any" else answer


def _roll(game: Game, power: str, aim: str) -> Flow:
    """Buy dice for one aim and roll them together; each success of dice that are not aimed gives one technology
    (classic.R159, R160)."""
    terms = game.rules.q.research(game, power, aim)
    if terms is None:
        return
    count = yield from _bought(game, power, aim, terms)
    waiting = RESEARCHERS.get(game.state).get(power, 0) if terms.stays and not aim else 0
    rolled = count + terms.free + waiting
    if not rolled:
        return
    cost = count * terms.price
    game.state.ipcs[power] -= cost
    if terms.automatic and count >= terms.automatic and aim:
        game.emit("developed", power=power, dice=[], ipcs=cost)
        gain(game, power, aim)
        return
    dice = game.dice.roll(rolled)
    game.emit("developed", power=power, dice=dice, ipcs=cost)
    if aim:
        if max(dice) >= terms.success:
            gain(game, power, aim)
        return
    faces = dice
    if terms.stays:
        success = max(dice) >= terms.success
        RESEARCHERS.of(game.state)[power] = 0 if success else rolled - terms.free
        faces = [max(dice)]
    for face in faces:
        yield from _breakthrough(game, power, face)


def _bought(game: Game, power: str, aim: str, terms: Terms) -> Flow:
    """Ask how many dice are bought; 0 if none can be."""
    affordable = game.state.ipcs[power] // terms.price if terms.price > 0 else 0
    if affordable < max(1, terms.least):
        return 0
    to = f" to gain {game.rules.technologies[aim].name}" if aim else ""
    free = f", besides {counted(terms.free, 'free die', 'free dice')}" if terms.free else ""
    low = terms.least if aim and terms.least > 1 else 0
    count = yield Decision(
        "develop", power,
        f"Weapons development: how many dice will you buy at {terms.price} IPCs each{to}{free}?",
        Amount(low, affordable, "dice", game.rules.cite("develop")), advice=low, rule=game.rules.cite("develop"),
        context={"price": terms.price},
    )  # fmt: skip
    return count


def _breakthrough(game: Game, power: str, face: int) -> Flow:
    """Run the steps of the sequence `breakthrough` for a die until one uses it up."""
    for step in game.rules.sequence("breakthrough"):
        used = yield from step.what(game, power, face)
        if used:
            return


def weapon(game: Game, power: str, face: int) -> Flow:
    """Roll one die on a chart for each success, again until it gives something new (classic.R160, R161).

    With several charts the power chooses one first, with several technologies in the row it chooses among them.
    """
    terms = game.rules.q.research(game, power, "")
    if terms is None or face < terms.success:
        return False
    known = game.rules.technologies
    new = [known[t] for t in game.rules.q.development(game, power, 1)]
    charts = list(dict.fromkeys(t.chart for t in new))
    if not new:
        return False
    chart = charts[0]
    if len(charts) > 1:
        options = [Option(c or "chart", c or "the weapons chart") for c in charts]
        chart = yield Decision(
            "chart", power, "Breakthrough: choose the chart to roll on", Choose(options), advice=options[0].key,
            rule=game.rules.cite("develop"),
        )  # fmt: skip
        chart = "" if chart == "chart" else chart
    rows: dict[int, list[str]] = {}
    for technology in new:
        if technology.chart == chart:
            rows.setdefault(technology.die, []).append(technology.id)
    while True:
        die = game.dice.roll(1)[0]
        game.emit("technology_rolled", power=power, die=die)
        if die in rows:
            break
    chosen = rows[die][0]
    if len(rows[die]) > 1:
        chosen = yield Decision(
            "technology", power, "Choose the technology that you gain",
            Choose([Option(t, f"{known[t].name}: {known[t].text}") for t in rows[die]]), advice=chosen,
            rule=game.rules.cite("develop"),
        )  # fmt: skip
    gain(game, power, chosen)
    return True
