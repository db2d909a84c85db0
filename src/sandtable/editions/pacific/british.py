"""Great Britain: one power with all British units, and the money and territories of India and Australia (R2, R5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Amount, Decision
from ...core.errors import No
from ...core.events import declare_event
from ...engine import standard, territory
from ...rules import points
from .china import CHINA

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

BRITAIN, INDIA, AUSTRALIA = "Great Britain", "India", "Australia"
points.declare(
    points.DECISIONS, "divide", "amount: IPCs of the convoys that the first country gets; the second one gets the rest"
)
declare_event("divided", "{power} gets {ipcs:IPC} from the British convoys", money=("+power", "-payer"))
NO_COUNTRY = No("the capitals of all its countries are in enemy hands", "capital.lost")


def countries(game: Game, power: str) -> tuple[str, ...]:
    """Return the countries that buy and collect for a power without money of its own."""
    return tuple(p.name for p in game.rules.powers.values() if p.units_of == power)


def acting(game: Game, phase: str) -> tuple[tuple[str, ...], ...]:
    """Countries buy, place, and collect, each for itself; powers of one turn move and fight together (R20.1, R20.2)."""
    lead = game.state.power
    own = countries(game, lead)
    partners = tuple(p for p in game.rules.companions(lead) if p not in own)
    buyers = own or (lead,)
    if phase == "purchase":
        return tuple((p,) for p in buyers)
    if phase == "recruit":
        return tuple((p,) for p in partners)
    if phase == "place":
        return tuple((p,) for p in (*buyers, *partners))
    if phase == "collect":
        return tuple((p,) for p in dict.fromkeys((lead, *own)))
    if phase == "divide":
        return ((lead,),) if own else ()
    return ((lead, *partners),)


def may_collect(game: Game, power: str) -> No | None:
    """A country whose capital is lost collects nothing; the convoys pay while one country is left (R116, R116.1)."""
    own = countries(game, power)
    if own:
        return None if any(game.rules.q.may_collect(game, p) is None for p in own) else NO_COUNTRY
    return standard.may_collect(game, power)


def divide(game: Game) -> Flow:
    """Ask the British player how India and Australia share the income of the convoys (R4.1, R115)."""
    for power in dict.fromkeys(p.units_of for p in game.rules.powers.values() if p.units_of):
        if game.state.stage != "opening" and power != game.state.power:
            continue
        cash, able = (
            game.state.ipcs[power],
            [p for p in countries(game, power) if game.rules.q.may_collect(game, p) is None],
        )
        if not cash or not able:
            continue
        first = cash
        if len(able) > 1:
            first = yield Decision(
                "divide", power, f"Divide {cash} IPCs of the convoys: how many does {able[0]} get?",
                Amount(0, cash, "IPC", game.rules.cite("divide")), advice=(cash + 1) // 2,
                rule=game.rules.cite("divide"),
            )  # fmt: skip
        game.state.ipcs[power] = 0
        for country, n in zip(able, (first, cash - first), strict=False):
            if n:
                game.state.ipcs[country] += n
                game.emit("divided", power=country, ipcs=n, payer=power)


def new_owner(game: Game, space: str, captor: str) -> str:
    """Chinese and British territory goes back to its country; what Great Britain takes elsewhere becomes Indian on the
    mainland of Asia and Australian in the islands (R125, R128, R129)."""
    rules, original = game.rules, game.rules.spaces[space].owner
    if original is not None and rules.flag_of(original) == rules.flag_of(captor):
        return original
    held_at_start = rules.holders.get(space)
    if original == CHINA and held_at_start is not None and CHINA in game.friends(captor):
        return original
    owner = territory.new_owner(game, space, captor)
    if owner != captor or not countries(game, captor):
        return owner
    return AUSTRALIA if rules.spaces[space].island else INDIA
