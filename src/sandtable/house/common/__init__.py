"""What the community takes for granted, as switchable rules for any edition, and the optional rules of the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.errors import No, RuleError
from ...core.forces import Stack
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule
from . import third_edition

if TYPE_CHECKING:
    from ...engine.game import Game


@house_rule("common.low_luck", "Low luck", default=False)
def low_luck(draft: Draft, option: Options) -> None:
    """The numbers hit on are added up: one hit for each full six, and one die for the rest."""
    draft.set("switches.resolution", "low_luck")


@house_rule(
    "common.bid",
    "Bid",
    options=[
        Option("ipcs", {}, "IPCs added to the cash of powers before the game, as {Germany = 6, Japan = 3}"),
        Option("units", {}, "units added before the game, as {Germany = {Libya = {infantry = 1, tank = 1}}}"),
    ],
    default=False,
)
def bid(draft: Draft, option: Options) -> None:
    """Some powers get IPCs or units before the game, to make it fair (classic.R182)."""
    for power, ipcs in option.ipcs.items():
        if not isinstance(ipcs, int) or isinstance(ipcs, bool) or not 0 <= ipcs <= 1000:
            raise RuleError(f"common.bid: a bid is a number of IPCs from 0 to 1000, not {ipcs!r}")
        draft.adjust(("powers", power, "ipcs"), ipcs, "the bid")
    for power, places in option.units.items():
        draft.get(("powers", power))
        for space, units in places.items():
            draft.get(("spaces", space))
            for kind, n in units.items():
                draft.get(("units", kind))
                if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= 1000:
                    raise RuleError(f"common.bid: a bid is a number of units from 1 to 1000, not {n!r}")
                if draft.tables["setup"].get(space, {}).get(power, {}).get(kind):
                    draft.adjust(("setup", space, power, kind), n, "the bid")
                else:
                    draft.add(("setup", space, power, kind), n, "the bid")


#: Why two of these optional rules are not to be played together (classic.R178).
ONE_OF_THREE = "the rulebook's answers advise to use at most one of these three"


@house_rule(
    "common.russia_restricted",
    "Russia restricted",
    editions=("classic",),
    options=[
        Option("power", "Soviet Union", "the power that may not attack"),
        Option("rounds", 1, "rounds in which it may not attack", low=1, high=20),
    ],
    default=False,
    unwise={"common.axis_advantage": ONE_OF_THREE, "common.no_new_complexes": ONE_OF_THREE},
)
def russia_restricted(draft: Draft, option: Options) -> None:
    """The Soviet Union makes no combat moves in its first turn (classic.R175)."""
    draft.get(("powers", option.power))
    no = No(f"{option.power} makes no combat moves in its first {option.rounds} turn(s)", "common.russia_restricted")

    def restricted(answer: No | None, game: Game, power: str, space: str) -> No | None:
        """No attack in the first round."""
        return no if power == option.power and game.state.round <= option.rounds else answer

    def unmoved(answer: No | None, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        """Nobody sets out in combat movement either, not even to prepare a landing."""
        return answer or (restricted(None, game, stack.owner, space) if phase == "combat" else None)

    draft.modify("may_attack", restricted, how="forbid")
    draft.modify("may_move", unmoved, how="forbid")


@house_rule("common.no_technology", "No technology", editions=("classic", "anniversary"), default=False)
def no_technology(draft: Draft, option: Options) -> None:
    """There is no weapons development."""
    draft.remove_step("turn", "develop")


@house_rule(
    "common.round_limit",
    "Round limit",
    options=[
        Option("rounds", 25, "rounds after which the game ends", low=1, high=1000),
        Option(
            "winner", "production", "who wins then", choices=("production", "nobody"),
        ),
    ],
    default=False,
)  # fmt: skip
def round_limit(draft: Draft, option: Options) -> None:
    """After so many rounds the game ends; the side whose production has grown most since the start wins."""

    def limit(game: Game) -> None:
        if game.state.round >= option.rounds:
            side = ahead(game) if option.winner == "production" else ""
            game.finish(side, f"the limit of {option.rounds} rounds is reached")

    draft.step("round_end", "round_limit", limit, text=f"the game ends after {option.rounds} rounds")


def ahead(game: Game) -> str:
    """The side that controls more production than at the start; a tie goes to nobody."""
    from ...engine.board import production

    spaces, holders = game.rules.spaces, game.rules.holders
    growth: dict[str, int] = {}
    for side, powers in game.rules.sides.items():
        first = sum(s.value for s in spaces.values() if holders.get(s.name, s.owner) in powers)
        growth[side] = sum(production(game, p) for p in powers) - first
    best = max(growth.values())
    winners = [side for side, n in growth.items() if n == best]
    return winners[0] if len(winners) == 1 else ""


@house_rule(
    "common.axis_advantage",
    "Axis advantage",
    editions=("classic",),
    default=False,
    unwise={"common.no_new_complexes": ONE_OF_THREE},
)
def axis_advantage(draft: Draft, option: Options) -> None:
    """Germany starts with jet power and Japan with super submarines (classic.R176)."""
    draft.set("powers.Germany.technologies", ["jet_power"])
    draft.set("powers.Japan.technologies", ["super_submarines"])


@house_rule("common.individual_winner", "Individual winner", editions=("classic",), default=False)
def individual_winner(draft: Draft, option: Options) -> None:
    """Of the winning side the power whose production has grown most over its start, in percent, wins (classic.R174)."""

    def named(answer: tuple[str, str] | None, game: Game, moment: str) -> tuple[str, str] | None:
        """The victory also names the individual winner."""
        from ...engine.board import growth

        if answer is None:
            return None
        side, why = answer
        rows = sorted(((growth(game, p), p) for p in game.rules.sides[side]), reverse=True)
        best = [p for percent, p in rows if percent == rows[0][0]]
        return side, f"{why}; most of all {' and '.join(sorted(best))} (production {rows[0][0]:+.0f}%)"

    draft.modify("victory", named)


@house_rule("common.no_new_complexes", "No new complexes", default=False)
def no_new_complexes(draft: Draft, option: Options) -> None:
    """Industrial complexes cannot be bought (classic.R177)."""

    def not_for_sale(sale: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """Nothing that makes units is sold."""
        units = game.rules.units
        return {kind: n for kind, n in sale.items() if "produces" not in units[kind].tags}

    draft.modify("for_sale", not_for_sale, how="forbid")


@house_rule(
    "common.switches",
    "Switches",
    options=[Option("set", {}, "switches with their values, as {rocket_range = 5, total_victory = true}")],
    default=False,
)
def switches(draft: Draft, option: Options) -> None:
    """Sets any number or yes/no point of the edition's rules by its name, for points that groups read differently."""
    for name, value in option.set.items():
        before = draft.get(("switches", name))
        if type(value) is not type(before):
            raise RuleError(f"common.switches: {name} is like {before!r}, not {value!r}")
        draft.set(("switches", name), value)


def _switch(id: str, title: str, switch: str, value: Any, text: str, editions: tuple[str, ...] = ("*",)) -> Any:
    """A rule that only turns one switch."""

    def apply(draft: Draft, option: Options) -> None:
        draft.set(("switches", switch), value)

    apply.__doc__ = text
    return house_rule(id, title, editions=editions, default=False)(apply)


total_victory = _switch(
    "common.total_victory", "Total victory", "total_victory", True,
    "Capitals count for victory only while the winning side holds all of its own (classic.R179).", ("classic",),
)  # fmt: skip
ships_among_enemies = _switch(
    "common.ships_among_enemies", "Ships placed among enemies", "ships_placed_among_enemies", True,
    "New ships may be placed in a sea zone with enemy ships (classic.R180).", ("classic",),
)  # fmt: skip
strict_neutrals = _switch(
    "common.strict_neutrals", "Strict neutrals", "neutrals_may_be_entered", False,
    "Neutral territories may not be entered or flown over at all (classic.R181).", ("classic",),
)  # fmt: skip

RULES = [
    low_luck,
    bid,
    russia_restricted,
    no_technology,
    round_limit,
    axis_advantage,
    individual_winner,
    no_new_complexes,
    switches,
    total_victory,
    ships_among_enemies,
    strict_neutrals,
    *third_edition.RULES,
]
