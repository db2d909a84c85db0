"""Deploy the Reserves: units added before the game, and extra income for the United States."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...core.decisions import Allocate, Decision, Limit, Together
from ...core.errors import Illegal
from ...core.forces import Stack
from ...core.text import counted
from ...engine.board import production
from ...engine.memory import game_memory
from ...engine.strength import garrison, threat
from ...rules import points
from ...rules.draft import Draft
from ...rules.rule import Option, Options, house_rule

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

points.declare(points.DECISIONS, "reserves", "allocate: units added before the game, to spaces; sealed")

RESERVE = game_memory("reserve_money", int, "IPCs still to be paid to the United States")
RULE = "great_war.deploy_the_reserves"
#: The power that is not at war yet and receives IPCs instead (.6).
LATECOMER = "United States"


@house_rule(
    RULE,
    "Deploy the Reserves",
    editions=("great_war",),
    options=[
        Option(
            "bank", "starting_ipcs", "what a power may spend: its starting cash or its first income",
            choices=("starting_ipcs", "starting_income"),
        ),
        Option("size_cap_factor", 2, "maximum units in a space, as a multiple of its starting number", low=1, high=99),
        Option("max_transports", 2, "maximum transports a power may add", low=0, high=99),
        Option("max_trucks", 2, "maximum trucks a power may add, if the game has them", low=0, high=99),
        Option("max_fighters_per_territory", 1, "maximum fighters added to a territory", low=0, high=99),
        Option(
            "us_bonus_per_turn", 5, "extra IPCs the United States receives on each of its first turns", low=0, high=99,
        ),
        Option("us_bonus_turns", 4, "number of turns it receives them", low=0, high=99),
    ],
    default=False,
)  # fmt: skip
def deploy_the_reserves(draft: Draft, option: Options) -> None:
    """Before the game, each power except the United States secretly adds units worth up to its starting cash to spaces
    where it already has units. The United States receives 5 extra IPCs on each of its first 4 turns."""
    draft.find("powers", LATECOMER)
    draft.add("memory.reserve_money", option.us_bonus_per_turn * option.us_bonus_turns)

    def reserves(game: Game) -> Flow:
        """Ask all powers at once for their reserves, then place them power by power (.1, .8)."""
        powers = [p for p in game.rules.powers if p != LATECOMER]
        answers = yield Together(tuple(question(game, power) for power in powers))
        for power, answer in zip(powers, answers, strict=True):
            for (kind, space), n in answer.items():
                game.state.put(space, Stack(power, kind), n)  # no cost to the treasury (.1)
                game.emit("placed", power=power, units={kind: n}, space=space)

    def question(game: Game, power: str) -> Decision:
        bank = production(game, power) if option.bank == "starting_income" else game.rules.powers[power].ipcs
        form = reserve_form(game, power, bank, option)
        return Decision(
            "reserves", power, f"Deploy the Reserves: add units worth up to {bank} IPCs", form,
            advice=lambda: sensible(game, power, form), rule=f"{RULE}.1", context={"ipcs": bank},
        )  # fmt: skip

    def bonus(game: Game, power: str) -> tuple[int, str] | None:
        """The United States receives 5 extra IPCs on each of its first 4 turns (.6)."""
        due = RESERVE.get(game.state)
        if power != LATECOMER or not due:
            return None
        paid = min(due, option.us_bonus_per_turn)
        RESERVE.set(game.state, due - paid)
        return paid, "reserves"

    def entry(game: Game, power: str) -> None:
        """If the United States enters the war before its fourth turn, it receives the rest at once (.7)."""
        state, due = game.state, RESERVE.get(game.state)
        in_last_turn = state.power == power and state.round >= option.us_bonus_turns
        if power == LATECOMER and due and not in_last_turn:
            RESERVE.set(state, 0)
            state.ipcs[power] += due
            game.emit("income", power=power, ipcs=due, why="reserves, on entering the war")

    draft.step("opening", "reserves", reserves, text="deployment of the reserves")
    draft.step("income", "reserves", bonus, text="reserves of the United States")
    draft.step("war_entry", "reserves", entry)


def reserve_form(game: Game, power: str, bank: int, option: Options) -> Allocate:
    """Return the form for the units a power may add with this much money (.1 to .5)."""
    units = game.units_at()[power]
    sale = game.rules.q.for_sale(game, power)
    prices = {kind: game.stats(power, kind).cost for kind in sale}
    room = {space: n * (option.size_cap_factor - 1) for space, n in present(game, power).items()}
    most: dict[tuple[str, ...], int] = {}
    for kind in sale:
        unit = units[kind]
        for space, cap in room.items():  # only where the power has units already (.2)
            if game.rules.is_land[space] == (unit.kind in ("land", "air")):
                n = min(cap, sale[kind], bank // max(1, prices[kind]))
                if unit.kind == "air":
                    n = min(n, option.max_fighters_per_territory)  # .5
                if n > 0:
                    most[kind, space] = n

    def limit(text: str, keys: dict[tuple[str, ...], int], n: int, clause: int) -> Limit:
        return Limit(text, keys, n, f"{RULE}.{clause}")

    limits = [limit(f"{power} has {bank} IPCs for reserves in total", {k: prices[k[0]] for k in most}, bank, 1)]
    for space, cap in room.items():
        here = {k: 1 for k in most if k[1] == space}
        if here:
            limits.append(limit(f"{space}: up to {counted(cap, 'more unit')}", here, cap, 3))
    for tag, n in (("transport", option.max_transports), ("truck", option.max_trucks)):
        tagged = {k: 1 for k in most if tag in units[k[0]].tags}
        if tagged:
            limits.append(limit(f"up to {counted(n, tag)}", tagged, n, 4))
    limits += [armies for space in room if (armies := _army(game, power, space, most)) is not None]

    def why(key: tuple[str, ...]) -> Illegal | None:
        """Return the refusal for units that cannot be added."""
        if len(key) != 2 or key[1] not in game.rules.spaces:
            return None
        if key[1] not in room:
            return Illegal(f"units cannot be added in {key[1]}: {power} has no units there", f"{RULE}.2")
        return Illegal(f"{key[0]} cannot be added in {key[1]}", f"{RULE}.1")

    return Allocate(most, limits, f"{RULE}.1", why)


def present(game: Game, power: str) -> dict[str, int]:
    """Return the power's number of units by space (ships at sea, other units on land)."""
    out: dict[str, int] = {}
    for space, force in game.state.forces.items():
        for stack, n in force.items():
            if stack.owner == power and game.rules.is_land[space] == (game.unit(stack).kind != "sea"):
                out[space] = out.get(space, 0) + n
    return out


def _army(game: Game, power: str, space: str, most: Mapping[tuple[str, ...], int]) -> Limit | None:
    """Return the limit that units added to a territory without infantry must include some."""
    holds = {kind for kind in game.rules.units if "holds" in game.stats(power, kind).tags}
    if not game.rules.is_land[space] or any(s.owner == power and s.type in holds for s in game.state.at(space)):
        return None
    weights = {k: -999 if k[0] in holds else 1 for k in most if k[1] == space}
    return Limit(f"units added in {space} must include infantry", weights, 0, f"{RULE}.1")


def sensible(game: Game, power: str, form: Allocate) -> dict[tuple[str, ...], int]:
    """Add two infantry for every artillery, in the most threatened territories first."""
    tags = {kind: game.stats(power, kind).tags for kind in game.rules.units}
    foot = next((k for k in tags if "holds" in tags[k]), "")
    guns = next((k for k in tags if "supports" in tags[k]), "")
    capital = game.rules.powers[power].capital

    def danger(space: str) -> tuple[float, bool, int]:
        ratio = threat(game, power, space) / (garrison(game, power, space) + 1)
        return ratio, space == capital, game.rules.q.value(game, space)

    answer: dict[tuple[str, ...], int] = {}
    for space in sorted({key[1] for key in form.most if key[0] == foot}, key=danger, reverse=True):
        for kind in [foot, foot, guns] * 20:
            key = (kind, space)
            if key in form.most and form.room(answer, key):
                answer[key] = answer.get(key, 0) + 1
    return answer
