"""National advantages of the Soviet Union: Russian Railway and Mobile Industry."""

from collections.abc import Sequence

from ...engine import installations
from ...words import Draft, Game, No, Option, Options, Stack
from ...words.board import NONCOMBAT, friendly
from ..documents import enhanced
from .advantages import RED, advantage

RAILWAY, INDUSTRY, COMPLEX = "na_russia_railway", "na_russia_mobile_industry", "industrial_complex"
PASSENGERS = ("infantry", "artillery", "antiaircraft_gun", COMPLEX)
NETWORK = (
    "Buryatia S.S.R.", "Stanovoj Chrebet", "Yakut S.S.R.", "Evenki National Okrug", "Novosibirsk", "Kazakh S.S.R.",
    "Russia", "Caucasus", "Ukraine", "Eastern Ukraine", "Belorussia", "Archangel", "Karelia S.S.R.", "Baltic States",
)  # fmt: skip
ONE_COMPLEX = No("{space} already has an industrial complex", f"enhanced.{INDUSTRY}.1")
NOT_OWN = No("an industrial complex can only move to a territory that you control", f"enhanced.{INDUSTRY}.1")
MOVED_NOW = No("the complex in {space} has moved this turn and cannot produce", f"enhanced.{INDUSTRY}.1")


@enhanced(
    f"enhanced.{RAILWAY}", "USSR: Russian Railway",
    Option("territories", NETWORK, "territories of the railway"),
    Option("move", 2, "territories that a unit may go by rail", low=1, high=9),
    Option("must_start_on_network", True, "a move by rail must also begin on the railway"),
    default=False,
)  # fmt: skip
def na_russia_railway(draft: Draft, option: Options) -> None:
    """In the noncombat move, Soviet infantry, artillery, antiaircraft guns, and industrial complexes that can move may
    go 2 territories along the railway: 14 territories from Buryatia to the Baltic States and Karelia. The move begins
    and ends there, and all territories on the way must be friendly."""
    rails = advantage(draft, RAILWAY, RED, "Russian Railway", "Soviet land units may go farther by rail.")
    network = frozenset(draft.find_all("spaces", option.territories))

    def by_rail(answer: tuple[str, ...], game: Game, stack: Stack, space: str, phase: str) -> tuple[str, ...]:
        """Units that have not moved may go to any territory within reach by rail."""
        starts = space in network or not option.must_start_on_network
        if phase != NONCOMBAT or stack.type not in PASSENGERS or stack.cond.moved or not starts:
            return answer
        reached = {space}
        for _ in range(option.move):
            near = {s for at in reached for s in game.rules.neighbors[at] if s in network}
            reached |= {s for s in near if friendly(game, stack.owner, s)}
        return (*answer, *sorted(reached - {space}))

    rails.modify("routes", by_rail, text="Soviet units may go along the railway.")


@enhanced(
    f"enhanced.{INDUSTRY}", "USSR: Mobile Industry",
    Option("move", 1, "territories that an industrial complex may move", low=1, high=9),
    Option("allow_sea_transport", False, "transports can carry an industrial complex like an antiaircraft gun"),
    Option("may_produce_after_move", True, "a complex may produce in the turn in which it moved"),
    default=False,
)  # fmt: skip
def na_russia_mobile_industry(draft: Draft, option: Options) -> None:
    """In the noncombat move, a Soviet industrial complex may move to an adjacent territory that the Soviet Union
    controls and that has no complex. Its damage goes along. It may produce there in the same turn if the Soviet Union
    has controlled both since the start of the turn."""
    mobile = advantage(draft, INDUSTRY, RED, "Mobile Industry", "Soviet industrial complexes can move.")
    mobile.lift(COMPLEX, move=option.move)
    if option.allow_sea_transport:
        room = draft.get("units.transport.carries.loads.antiaircraft_gun")
        mobile.loads("transport", **{COMPLEX: room})

    def alone(answer: No | None, game: Game, units: Sequence[tuple[Stack, int]], path: tuple[str, ...]) -> No | None:
        """A territory has room for one complex, and only a territory of its owner."""
        stack, end = units[0][0], path[-1]
        if answer is not None or not game.rules.is_land[end] or all(s.type != COMPLEX for s, _ in units):
            return answer
        if game.state.owner.get(end) != stack.owner:
            return NOT_OWN
        return ONE_COMPLEX if installations.installations(game, end) else None

    def rested(answer: No | None, game: Game, space: str) -> No | None:
        """A complex that has moved may be kept from producing."""
        moved = any(s.type == COMPLEX and s.cond.moved for s in game.state.at(space))
        return MOVED_NOW if answer is None and moved else answer

    draft.modify("may_go", alone, how="forbid")
    draft.step("moved", INDUSTRY, installations.moved, text="damage goes along with a complex")
    if not option.may_produce_after_move:
        draft.modify("may_produce", rested, how="forbid")
