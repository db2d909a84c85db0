"""Player options that balance the game: bids, and three optional rules from the box."""

from ...engine.economy import production_income
from ...words import Draft, Game, No, Option, Options, RuleError, Stack, house_rule


@house_rule(
    "common.bid", "Bid",
    Option("ipcs", {}, "IPCs added to each power's starting cash", example={"Germany": 6, "Japan": 3}),
    Option("units", {}, "units added before the game", example={"Germany": {"Libya": {"infantry": 1, "tank": 1}}}),
    default=False,
)  # fmt: skip
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
                draft.deploy(space, power, kind, n, "the bid")


@house_rule(
    "common.handicap", "Handicap",
    Option("percent", {}, "production income added for sides or powers, in percent", example={"axis": 20}),
    default=False,
)  # fmt: skip
def handicap(draft: Draft, option: Options) -> None:
    """Some sides or powers collect more income from production, to balance a game between players of different
    strength; fractions of an IPC are dropped."""
    sides = {name: row["side"] for name, row in draft.get(("powers",)).items()}
    more: dict[str, int] = {}
    for name, percent in option.percent.items():
        if not isinstance(percent, int) or isinstance(percent, bool) or not 0 <= percent <= 500:
            raise RuleError(f"common.handicap: a bonus must be 0 to 500 percent, not {percent!r}")
        if name not in sides.values():
            draft.get(("powers", name))
        for power, side in sides.items():
            if name in (power, side):
                more[power] = more.get(power, 0) + percent

    def bonus(game: Game, power: str) -> tuple[int, str] | None:
        ipcs = production_income(game, power)[0] * more.get(power, 0) // 100
        return (ipcs, "the handicap") if ipcs else None

    draft.step("income", "handicap", bonus, after="production", text="the bonus of the handicap")


#: Why two of these optional rules should not be combined (classic.R178).
ONE_OF_THREE = "the official Q&A advises using at most one of these three"


@house_rule(
    "common.russia_restricted", "Russia Restricted",
    Option("power", "Soviet Union", "power that may not attack"),
    Option("rounds", 1, "number of rounds in which it may not attack", low=1, high=20),
    editions=("classic",),
    default=False,
    unwise={"common.axis_advantage": ONE_OF_THREE, "common.no_new_complexes": ONE_OF_THREE},
)  # fmt: skip
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


@house_rule(
    "common.axis_advantage",
    "Axis Advantage",
    editions=("classic",),
    default=False,
    unwise={"common.no_new_complexes": ONE_OF_THREE},
)
def axis_advantage(draft: Draft, option: Options) -> None:
    """Germany starts with Jet Power and Japan starts with Super Submarines (classic.R176)."""
    draft.include("powers.Germany.technologies", "jet_power")
    draft.include("powers.Japan.technologies", "super_submarines")


@house_rule("common.no_new_complexes", "No New Industrial Complexes", default=False)
def no_new_complexes(draft: Draft, option: Options) -> None:
    """Industrial complexes cannot be purchased (classic.R177)."""

    def not_for_sale(answer: dict[str, int], game: Game, power: str) -> dict[str, int]:
        """Industrial complexes are not for sale."""
        units = game.units_at()[power]
        return {kind: n for kind, n in answer.items() if "produces" not in units[kind].tags}

    draft.modify("for_sale", not_for_sale, how="forbid")
