"""Common player options for any edition, plus the optional rules from the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.errors import No, RuleError
from ...core.forces import Stack
from ...core.text import counted
from ...rules.draft import Draft
from ...rules.rule import Option, Options, Pack, house_rule
from . import third_edition

if TYPE_CHECKING:
    from ...engine.game import Game


@house_rule("common.low_luck", "Low Luck", default=False)
def low_luck(draft: Draft, option: Options) -> None:
    """Instead of rolling a die for each unit, add up the attack or defense values of all units that fire. Score one hit
    per 6 points, then roll one die for the remainder."""
    draft.set("switches.resolution", "low_luck")


@house_rule(
    "common.bid",
    "Bid",
    options=[
        Option("ipcs", {}, "IPCs added to each power's starting cash", example={"Germany": 6, "Japan": 3}),
        Option("units", {}, "units added before the game", example={"Germany": {"Libya": {"infantry": 1, "tank": 1}}}),
    ],
    default=False,
)
def bid(draft: Draft, option: Options) -> None:
    """Some powers receive IPCs or units before the game to balance it (classic.R182)."""
    for power, ipcs in option.ipcs.items():
        if not isinstance(ipcs, int) or isinstance(ipcs, bool) or not 0 <= ipcs <= 1000:
            raise RuleError(f"common.bid: a bid must be 0 to 1000 IPCs, not {ipcs!r}")
        draft.adjust(("powers", power, "ipcs"), ipcs, "the bid")
    for power, places in option.units.items():
        draft.get(("powers", power))
        for space, units in places.items():
            draft.get(("spaces", space))
            for kind, n in units.items():
                draft.get(("units", kind))
                if not isinstance(n, int) or isinstance(n, bool) or not 1 <= n <= 1000:
                    raise RuleError(f"common.bid: a bid must be 1 to 1000 units, not {n!r}")
                if draft.tables["setup"].get(space, {}).get(power, {}).get(kind):
                    draft.adjust(("setup", space, power, kind), n, "the bid")
                else:
                    draft.add(("setup", space, power, kind), n, "the bid")


#: Why two of these optional rules should not be combined (classic.R178).
ONE_OF_THREE = "the official Q&A advises using at most one of these three"


@house_rule(
    "common.russia_restricted",
    "Russia Restricted",
    editions=("classic",),
    options=[
        Option("power", "Soviet Union", "power that may not attack"),
        Option("rounds", 1, "number of rounds in which it may not attack", low=1, high=20),
    ],
    default=False,
    unwise={"common.axis_advantage": ONE_OF_THREE, "common.no_new_complexes": ONE_OF_THREE},
)
def russia_restricted(draft: Draft, option: Options) -> None:
    """The Soviet Union may not attack on its first turn (classic.R175)."""
    draft.get(("powers", option.power))
    first = "its first turn" if option.rounds == 1 else f"its first {option.rounds} turns"
    no = No(f"{option.power} may not attack in {first}", "common.russia_restricted")

    def restricted(answer: No | None, game: Game, power: str, space: str) -> No | None:
        """The power cannot attack in its first rounds."""
        return no if power == option.power and game.state.round <= option.rounds else answer

    def unmoved(answer: No | None, game: Game, space: str, stack: Stack, phase: str) -> No | None:
        """The power makes no combat moves in its first rounds, not even to prepare an amphibious assault."""
        return answer or (restricted(None, game, stack.owner, space) if phase == "combat" else None)

    draft.modify("may_attack", restricted, how="forbid")
    draft.modify("may_move", unmoved, how="forbid")


@house_rule("common.no_technology", "No Technology", editions=("classic", "anniversary"), default=False)
def no_technology(draft: Draft, option: Options) -> None:
    """Powers cannot develop weapons."""
    draft.remove_step("turn", "develop")


@house_rule(
    "common.round_limit",
    "Round Limit",
    options=[
        Option("rounds", 25, "number of rounds to play", low=1, high=1000),
        Option(
            "winner", "production", "who wins when time is up", choices=("production", "nobody"),
        ),
    ],
    default=False,
)  # fmt: skip
def round_limit(draft: Draft, option: Options) -> None:
    """The game ends after a set number of rounds. The side whose production has grown most since the start wins."""

    def limit(game: Game) -> None:
        if game.state.round >= option.rounds:
            side = ahead(game) if option.winner == "production" else ""
            # The reason is part of the state and its hash, so its words stay.
            game.finish(side, f"the limit of {option.rounds} rounds is reached")

    draft.step("round_end", "round_limit", limit, text=f"the game ends after {counted(option.rounds, 'round')}")


def ahead(game: Game) -> str:
    """Return the side whose production has grown most since the start, or "" for a tie."""
    from ...engine.board import production

    spaces, holders = game.rules.spaces, game.rules.holders
    growth: dict[str, int] = {}
    for side in game.rules.sides:
        powers = game.members(side)
        first = sum(s.value for s in spaces.values() if holders.get(s.name, s.owner) in powers)
        growth[side] = sum(production(game, p) for p in powers) - first
    best = max(growth.values())
    winners = [side for side, n in growth.items() if n == best]
    return winners[0] if len(winners) == 1 else ""


@house_rule(
    "common.axis_advantage",
    "Axis Advantage",
    editions=("classic",),
    default=False,
    unwise={"common.no_new_complexes": ONE_OF_THREE},
)
def axis_advantage(draft: Draft, option: Options) -> None:
    """Germany starts with Jet Power and Japan starts with Super Submarines (classic.R176)."""
    draft.set("powers.Germany.technologies", ["jet_power"])
    draft.set("powers.Japan.technologies", ["super_submarines"])


@house_rule("common.individual_winner", "Individual Winner", editions=("classic",), default=False)
def individual_winner(draft: Draft, option: Options) -> None:
    """The individual winner is the power on the winning side whose production has grown by the largest percentage
    (classic.R174)."""

    def named(answer: tuple[str, str] | None, game: Game, moment: str) -> tuple[str, str] | None:
        """The game also names an individual winner on the winning side."""
        from ...engine.board import growth

        if answer is None:
            return None
        side, why = answer
        rows = sorted(((growth(game, p), p) for p in game.members(side)), reverse=True)
        best = [p for percent, p in rows if percent == rows[0][0]]
        return side, f"{why}; most of all {' and '.join(sorted(best))} (production {rows[0][0]:+.0f}%)"

    draft.modify("victory", named)


@house_rule("common.no_new_complexes", "No New Industrial Complexes", default=False)
def no_new_complexes(draft: Draft, option: Options) -> None:
    """Industrial complexes cannot be purchased (classic.R177)."""

    def not_for_sale(sale: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """Industrial complexes are not for sale."""
        units = game.units_at()[power]
        return {kind: n for kind, n in sale.items() if "produces" not in units[kind].tags}

    draft.modify("for_sale", not_for_sale, how="forbid")


#: Settings that had another name in saves of version 0.1.0.
RENAMED = {"revolution_neighbours": "revolution_neighbors"}


@house_rule(
    "common.switches",
    "Rule Settings",
    options=[Option("set", {}, "settings to override", example={"rocket_range": 5, "total_victory": True})],
    default=False,
)
def switches(draft: Draft, option: Options) -> None:
    """Override any rule setting of the edition by name, for points that groups play differently."""
    for given, value in option.set.items():
        name = RENAMED.get(given, given)
        before = draft.get(("switches", name))
        if type(value) is not type(before):
            raise RuleError(f"common.switches: {name} must be a value such as {before!r}, not {value!r}")
        draft.set(("switches", name), value)


def _switch(id: str, title: str, switch: str, value: Any, text: str, editions: tuple[str, ...] = ("*",)) -> Any:
    """Return a rule that changes a single setting."""

    def apply(draft: Draft, option: Options) -> None:
        draft.set(("switches", switch), value)

    apply.__doc__ = text
    return house_rule(id, title, editions=editions, default=False)(apply)


total_victory = _switch(
    "common.total_victory", "Total Victory", "total_victory", True,
    "A side can win by capitals only while it holds all of its own capitals (classic.R179).", ("classic",),
)  # fmt: skip
ships_among_enemies = _switch(
    "common.ships_among_enemies", "New Ships Among Enemy Ships", "ships_placed_among_enemies", True,
    "New ships may be placed in a sea zone with enemy ships (classic.R180).", ("classic",),
)  # fmt: skip
strict_neutrals = _switch(
    "common.strict_neutrals", "Strict Neutrals", "neutrals_may_be_entered", False,
    "No unit may enter or fly over neutral territories (classic.R181).", ("classic",),
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

PACKS = [
    Pack(
        "third_edition",
        "Axis & Allies Classic, 3rd edition",
        (ships_among_enemies.id, *(rule.id for rule in third_edition.RULES)),
        "The differences of the third edition (classic.R198 to R213), its optional rules included.",
    ),
]
