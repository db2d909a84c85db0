"""Weapons development as data: what a die costs, what it may be aimed at, charts with rows, and researchers that stay.

A technology stands on a chart (`chart`) in the row of its `die`; several in one row leave the choice. A rule that
brings a chart of its own names it in the switch `weapons_chart`: then only technologies with a number in their `rows`
for that chart stand on it. A technology may be gained only `after` others, and only by some `powers`. The queries for
everything else are `research`, `research_aims` and `development`. An aim is empty for dice on the charts, or the id of
a technology.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ..core.decisions import Amount, Choose, Decision, Option
from ..core.text import counted
from ..rules import points
from . import grants, offers
from .memory import GAINED, game_memory, turn_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .game import Flow, Game

points.declare(points.DECISIONS, "research", "choose: the technology that dice are bought for, or none")
points.declare(points.DECISIONS, "chart", "choose: the chart that is rolled on")
points.declare(points.DECISIONS, "technology", "choose: the technology gained, of those in one row of a chart")

RESEARCHERS = game_memory("researchers", dict[str, int], "power -> researchers that stay for later turns")
TRIES = game_memory("research_tries", dict[str, "dict[str, int]"], "power -> technology -> turns with dice for it")
PAID = game_memory("research_paid", dict[str, "dict[str, int]"], "power -> technology -> dice paid for it")
AIMED = turn_memory("aimed", list[str], "technologies for which dice were bought in this turn")
NOTHING = Option("none", "buy no dice")
#: A sensible power spends at most a fifth of its IPCs on dice, and buys at most two dice for one technology.
PART, MOST_AIMED = 5, 2


class Terms(NamedTuple):
    """What research costs a power and what it takes, for one aim.

    | field | meaning |
    | --- | --- |
    | price | IPCs for a die |
    | success | a die succeeds on this number or more |
    | least | the fewest dice that may be bought, if any are |
    | most | the most dice that may be bought (0: as many as the power can pay) |
    | free | dice that cost nothing, once in a turn: they go to the first aim |
    | automatic | as many dice bought at once succeed without a roll (0: never) |
    | stays | dice that fail stay as researchers, and a success takes them all |
    | again | a number of the chart that brings nothing new is rolled again, else it is lost |
    | advised | dice that a sensible power buys, if it can pay them |
    """

    price: int
    success: int = 6
    least: int = 1
    most: int = 0
    free: int = 0
    automatic: int = 0
    stays: bool = False
    again: bool = True
    advised: int = 0


class Bought(NamedTuple):
    """Dice that a power has bought for one aim, not rolled yet."""

    aim: str
    dice: int
    free: int
    terms: Terms

    @property
    def cost(self) -> int:
        return self.dice * self.terms.price


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
    return [t for t in game.rules.technologies if row_of(game, t) and may_hold(game, power, t)]


def row_of(game: Game, technology: str) -> int:
    """Return the number of a technology on the charts in play; 0 for one that is not on them."""
    chart, found = game.rules.switches.get("weapons_chart", ""), game.rules.technologies[technology]
    return int(found.rows.get(chart, 0)) if chart else found.die


def may_hold(game: Game, power: str, technology: str) -> bool:
    """Return whether a power lacks a technology that it could have, with all that must come before it."""
    held, found = game.state.techs[power], game.rules.technologies[technology]
    return (
        technology not in held and all(a in held for a in found.after) and (not found.powers or power in found.powers)
    )


# --- what dice are worth ----------------------------------------------------------------------------------------------


def worth(game: Game, power: str, technology: str) -> float:
    """Return what a technology is worth to a power with its units, in IPCs; 0 if its rule does not say so."""
    told = game.rules.technologies[technology].worth
    if not told:
        return 0.0
    own: Counter[str] = Counter()
    for force in game.state.forces.values():
        for stack, n in force.items():
            own[stack.type] += n if stack.owner == power else 0
    return told.get("", 0) + sum(each * own[kind] for kind, each in told.items() if kind)


def _prospect(game: Game, power: str, aim: str, terms: Terms) -> float:
    """Return the expected worth of a die: of the best new technology in each row, or of the one that it is aimed at."""
    chance = (7 - terms.success) / 6
    if aim:
        return chance * worth(game, power, aim)
    best: dict[int, float] = {}
    for technology in game.rules.q.development(game, power, 1):
        row = row_of(game, technology)
        best[row] = max(best.get(row, 0.0), worth(game, power, technology))
    return chance * sum(best.values()) / max(1, len(best) if terms.again else 6)


def _sensible(game: Game, power: str, aim: str, terms: Terms, spent: int) -> int:
    """Return how many dice a sensible power buys for an aim after `spent` IPCs."""
    within = max(0, game.state.ipcs[power] // PART - spent) // max(1, terms.price)
    bought = min(within, MOST_AIMED) if aim else within
    return max(terms.advised, bought if _prospect(game, power, aim, terms) > terms.price else 0)


# --- the phase --------------------------------------------------------------------------------------------------------


def gain(game: Game, power: str, technology: str) -> None:
    """Give a power a technology; it takes effect at once, for this power alone (classic.R162, R163)."""
    hold(game, power, technology)
    if game.rules.tables["grants"]:  # some may be for the turn in which it is gained
        GAINED.of(game.state).setdefault(power, []).append(technology)
    game.emit("technology_gained", power=power, technology=game.rules.technologies[technology].name)


def hold(game: Game, power: str, capability: str) -> None:
    """Let a power hold a capability, with all that it gives."""
    held, known = game.state.techs[power], game.rules.technologies
    held += [name for name in (capability, *known[capability].gives) if name in known and name not in held]
    game.changed()


def lose(game: Game, power: str, technology: str) -> None:
    """Take a technology or other capability from a power."""
    game.state.techs[power].remove(technology)
    game.changed()


def tries(game: Game, power: str, technology: str) -> int:
    """Return in how many turns a power has bought dice for a technology."""
    return TRIES.get(game.state).get(power, {}).get(technology, 0)


def paid_for(game: Game, power: str, technology: str) -> int:
    """Return how many dice a power has paid for a technology so far."""
    return PAID.get(game.state).get(power, {}).get(technology, 0)


def develop(game: Game) -> Flow:
    """Let the active power buy dice for weapons development and roll them, with the offers `develop` before, and after.

    Dice for several aims are all named and paid for before the first of them is rolled.
    """
    power = game.state.power
    if game.rules.q.may_collect(game, power) is not None:
        return
    yield from offers.made(game, "develop", prompt="Choose an action before you develop weapons, or continue")
    bought = list[Bought]()
    if list(game.rules.q.research_aims(game, power)) == [""]:
        if anything_new(game, power):
            bought += yield from _bought(game, power, "", 0)
    else:
        while (aim := (yield from _aim(game, power, sum(b.cost for b in bought)))) is not None:
            made = yield from _bought(game, power, aim, sum(b.cost for b in bought))
            if aim and any(b.dice or b.free for b in made):
                TRIES.of(game.state).setdefault(power, {})[aim] = tries(game, power, aim) + 1
                PAID.of(game.state).setdefault(power, {})[aim] = paid_for(game, power, aim) + made[0].dice
            bought += made
            AIMED.of(game.state).append(aim)
    for later in bought[1:]:  # what the first roll brings can cost money, too
        if later.cost:
            game.state.ipcs[power] -= later.cost
            game.emit("paid", power=power, ipcs=later.cost, why="further dice for weapons development")
    for i, dice in enumerate(bought):
        yield from _roll(game, power, dice, 0 if i else dice.cost)
    yield from grants.given(game, power, "gained")
    if any(b.dice or b.free for b in bought):  # else nothing has changed since the offers were made before
        yield from offers.made(game, "develop", prompt="Choose an action after you developed weapons, or continue")


def anything_new(game: Game, power: str) -> bool:
    """Return whether the power lacks a technology that stands on the charts, or on none at all."""
    held, known = game.state.techs[power], game.rules.technologies.values()
    apart = (t.id not in held for t in known if t.kind == "technology" and not t.die and not t.rows)
    return any(apart) or bool(game.rules.q.development(game, power, 1))


def _aim(game: Game, power: str, spent: int) -> Flow:
    """Ask which aim dice are bought for next, after `spent` IPCs; None for no more."""
    q, names = game.rules.q, game.rules.technologies
    open_to, advice, best = q.development(game, power, 1), NOTHING.key, 0.0
    options = []
    for aim in q.research_aims(game, power):
        terms = q.research(game, power, aim)
        if terms is None or aim in AIMED.get(game.state) or not (_open(game, power, aim, open_to) if aim else open_to):
            continue
        affordable = game.state.ipcs[power] - spent >= terms.price * terms.least
        if affordable or _free(game, terms):
            name = names[aim].name if aim else "any technology"
            options.append(Option(aim or "any", f"{name} ({terms.price} IPCs per die)"))
            gain = _prospect(game, power, aim, terms) / max(1, terms.price)
            wanted = _free(game, terms) or _sensible(game, power, aim, terms, spent)
            if wanted and (advice == NOTHING.key or gain > best):
                advice, best = options[-1].key, gain
    if not options:
        return None
    answer = yield Decision(
        "research", power, "Weapons development: choose what to buy dice for", Choose([NOTHING, *options]),
        advice=advice, rule=game.rules.cite("develop"),
    )  # fmt: skip
    return None if answer == NOTHING.key else "" if answer == "any" else answer


def _open(game: Game, power: str, aim: str, open_to: Sequence[str]) -> bool:
    """Return whether dice may be aimed at a technology: one of the charts that may be gained, or one beside them."""
    return aim in open_to if row_of(game, aim) else may_hold(game, power, aim)


def _free(game: Game, terms: Terms) -> int:
    """Return the free dice for the next aim."""
    return 0 if AIMED.get(game.state) else terms.free


def _bought(game: Game, power: str, aim: str, spent: int) -> Flow:
    """Ask how many dice are bought for an aim after `spent` IPCs; a list of one purchase, or none."""
    terms = game.rules.q.research(game, power, aim)
    if terms is None:
        return []
    cash = game.state.ipcs[power] - spent
    affordable = min(cash // terms.price, terms.most or 999) if terms.price > 0 else 0
    count = 0
    if affordable >= max(1, terms.least):
        to = f" to gain {game.rules.technologies[aim].name}" if aim else ""
        free = f", besides {counted(_free(game, terms), 'free die', 'free dice')}" if _free(game, terms) else ""
        low = terms.least if aim and terms.least > 1 else 0
        count = yield Decision(
            "develop", power,
            f"Weapons development: how many dice will you buy at {terms.price} IPCs each{to}{free}?",
            Amount(low, affordable, "dice", game.rules.cite("develop")),
            advice=max(low, min(_sensible(game, power, aim, terms, spent), affordable)),
            rule=game.rules.cite("develop"),
            context={"price": terms.price},
        )  # fmt: skip
    return [Bought(aim, count, _free(game, terms), terms)]


def _roll(game: Game, power: str, bought: Bought, due: int) -> Flow:
    """Pay the IPCs due for the dice of one aim and roll them together; each success of dice that are not aimed gives
    one technology (classic.R159, R160)."""
    aim, count, free, terms = bought
    waiting = RESEARCHERS.get(game.state).get(power, 0) if terms.stays and not aim else 0
    rolled = count + free + waiting
    if not rolled:
        return
    game.state.ipcs[power] -= due
    if terms.automatic and count >= terms.automatic and aim:
        game.emit("developed", power=power, dice=[], ipcs=due)
        gain(game, power, aim)
        return
    dice = game.dice.roll(rolled)
    game.emit("developed", power=power, dice=dice, ipcs=due)
    if aim:
        if max(dice) >= terms.success and aim not in game.state.techs[power]:
            gain(game, power, aim)
        return
    faces = dice
    if terms.stays:
        success = max(dice) >= terms.success
        RESEARCHERS.of(game.state)[power] = 0 if success else rolled - free
        faces = [max(dice)]
    for face in faces:
        yield from _breakthrough(game, power, face)


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
    charts = list(dict.fromkeys(t.chart for t in new if not game.rules.switches.get("weapons_chart"))) or [""]
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
        if len(charts) == 1 or technology.chart == chart:
            rows.setdefault(row_of(game, technology.id), []).append(technology.id)
    taken = {row_of(game, t) for t in game.state.techs[power] if t in known}
    while True:
        die = game.dice.roll(1)[0]
        game.emit("technology_rolled", power=power, die=die)
        if die in rows:
            break
        if not terms.again and die in taken:
            return True
    chosen = rows[die][0]
    if len(rows[die]) > 1:
        chosen = yield Decision(
            "technology", power, "Choose the technology that you gain",
            Choose([Option(t, f"{known[t].name}: {known[t].text}") for t in rows[die]]),
            advice=max(rows[die], key=lambda t: worth(game, power, t)), rule=game.rules.cite("develop"),
        )  # fmt: skip
    gain(game, power, chosen)
    return True
