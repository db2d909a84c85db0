"""Common player options for any edition, plus the optional rules from the box."""

from ...engine.board import grown_most
from ...engine.victory import ahead
from ...words import Draft, Game, Option, Options, Pack, RuleError, counted, house_rule, setting_rule
from . import anniversary, pacific, third_edition
from .balance import axis_advantage, bid, handicap, no_new_complexes, russia_restricted
from .interceptors import interceptors


@house_rule("common.low_luck", "Low Luck", default=False)
def low_luck(draft: Draft, option: Options) -> None:
    """Instead of rolling a die for each unit, add up the attack or defense values of all units that fire. Score one hit
    per 6 points, then roll one die for the remainder."""
    draft.set("switches.resolution", "low_luck")


@house_rule("common.no_technology", "No Technology", editions=("classic", "anniversary"), default=False)
def no_technology(draft: Draft, option: Options) -> None:
    """Powers cannot develop weapons."""
    draft.remove_step("turn", "develop")


@house_rule(
    "common.round_limit", "Round Limit",
    Option("rounds", 25, "number of rounds to play", low=1, high=1000),
    Option("winner", "production", "who wins when time is up", choices=("production", "nobody")),
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


@house_rule("common.individual_winner", "Individual Winner", editions=("classic",), default=False)
def individual_winner(draft: Draft, option: Options) -> None:
    """The individual winner is the power on the winning side whose production has grown by the largest percentage
    (classic.R174)."""

    def named(answer: tuple[str, str] | None, game: Game) -> tuple[str, str] | None:
        """The game also names an individual winner on the winning side."""
        if answer is None:
            return None
        side, why = answer
        percent, best = grown_most(game, game.rules.sides[side])
        return side, f"{why}; most of all {' and '.join(best)} (production {percent:+.0f}%)"

    draft.modify("victory", named)


#: Settings that had another name in saves of version 0.1.0.
RENAMED = {"revolution_neighbours": "revolution_neighbors"}


@house_rule(
    "common.switches", "Rule Settings",
    Option("set", {}, "settings to override", example={"rocket_range": 5, "total_victory": True}),
    default=False,
)  # fmt: skip
def switches(draft: Draft, option: Options) -> None:
    """Override any rule setting of the edition by name, for points that groups play differently."""
    for given, value in option.set.items():
        name = RENAMED.get(given, given)
        before = draft.get(("switches", name))
        if type(value) is not type(before):
            raise RuleError(f"common.switches: {name} must be a value such as {before!r}, not {value!r}")
        draft.set(("switches", name), value)


total_victory = setting_rule(
    "common.total_victory", "Total Victory", "total_victory", True,
    "A side can win by capitals only while it holds all of its own capitals (classic.R179).", ("classic",),
)  # fmt: skip
ships_among_enemies = setting_rule(
    "common.ships_among_enemies", "New Ships Among Enemy Ships", "ships_placed_among_enemies", True,
    "New ships may be placed in a sea zone with enemy ships (classic.R180).", ("classic",),
)  # fmt: skip
strict_neutrals = setting_rule(
    "common.strict_neutrals", "Strict Neutrals", "neutrals_may_be_entered", False,
    "No unit may enter or fly over neutral territories (classic.R181).", ("classic",),
)  # fmt: skip

RULES = [
    low_luck,
    bid,
    handicap,
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
    *anniversary.RULES,
    *pacific.RULES,
    interceptors,
]

PACKS = [
    Pack(
        "third_edition",
        "Axis & Allies Classic, 3rd edition",
        (ships_among_enemies.id, *(rule.id for rule in third_edition.RULES)),
        "The differences of the third edition (classic.R198 to R213), its optional rules included.",
    ),
    Pack(
        "anniversary.official", "Anniversary: the later official rules",
        (interceptors.id, anniversary.dardanelles_closed.id),
        "The options of the official FAQ: escorts and interceptors, and closed straits (anniversary.R165, R166).",
        ("anniversary",),
    ),
    Pack(
        "anniversary.plain", "Anniversary: without the optional rules",
        (no_technology.id, anniversary.no_objectives.id),
        "The game without weapons development and national objectives (anniversary.R164).",
        ("anniversary",),
    ),
    Pack(
        "anniversary.tournament", "Anniversary: tournament",
        (no_technology.id, bid.id, anniversary.victory_cities.id),
        "A game for one day: no weapons development, a bid, and 13 victory cities to win (anniversary.R162, R164).",
        ("anniversary",),
    ),
    Pack(
        "anniversary.low_luck", "Anniversary: tournament with low luck",
        (low_luck.id, no_technology.id, bid.id, anniversary.victory_cities.id),
        "The tournament game in which dice decide less: hits are added up, and one die is rolled for the rest.",
        ("anniversary",),
    ),
]  # fmt: skip
