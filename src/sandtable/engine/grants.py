"""Grants: free units that a power places by choice (table `grants`), before the game or in its turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..core.decisions import Allocate, Decision, Limit
from ..core.events import declare_event
from ..core.forces import Stack
from ..core.text import counted
from ..rules import points

if TYPE_CHECKING:
    from .game import Flow, Game

points.declare(points.DECISIONS, "grant", "allocate: free units to spaces")
declare_event("granted", "{power} receives {units} in {space}: {why}")


def opening(game: Game) -> Flow:
    """Before the first turn, each power in order places what it is granted."""
    for power in list(game.state.order):
        yield from given(game, power, "opening")


def turn_end(game: Game) -> Flow:
    """At the end of its turn the active power places what it is granted."""
    yield from given(game, game.state.power, "turn_end")


def given(game: Game, power: str, moment: str) -> Flow:
    """Ask a power where its grants of a moment go; without a choice they are placed at once."""
    if not game.rules.tables["grants"]:
        return
    for name, row in game.rules.typed("grants").items():
        if row.when == moment and row.power in ("", power) and (not row.holds or game.holds(power, row.holds)):
            if row.rounds[0] <= max(1, game.state.round) and (not row.rounds[1] or game.state.round <= row.rounds[1]):
                yield from _placed(game, power, name, row)


def _placed(game: Game, power: str, name: str, row: Any) -> Flow:
    """Ask for the spaces of one grant."""
    most: dict[tuple[str, ...], int] = {
        (kind, s): n for kind, n in row.units.items() for s in places(game, power, kind, row)
    }
    if not most:
        return
    answer = most if len(most) == len({key[0] for key in most}) and not row.total else None
    if answer is None:
        limits = [
            Limit(
                f"{counted(n, 'free unit')}: {game.rules.units[kind].called(n)}",
                {k: 1 for k in most if k[0] == kind},
                n,
            )
            for kind, n in row.units.items()
        ]
        if row.total:
            limits.append(Limit(f"up to {counted(row.total, 'free unit')} in all", dict.fromkeys(most, 1), row.total))
        form = Allocate(most, limits, game.rules.cite(f"grant.{name}"))
        answer = yield Decision(
            "grant", power, f"{row.text or name}: place your free units", form,
            advice=lambda: _advice(form), rule=game.rules.cite(f"grant.{name}"), context={"grant": name},
        )  # fmt: skip
    for (kind, space), n in answer.items():
        game.state.put(space, Stack(game.rules.powers[power].units_of or power, kind), n)
        game.emit("granted", power=power, units={kind: n}, space=space, why=row.text or name)
    game.changed()


def places(game: Game, power: str, kind: str, row: Any) -> list[str]:
    """Return where units of a grant may go: places that the power controls; ships where it has ships, if so named."""
    land, owner = game.rules.is_land, game.state.owner
    if game.stats(power, kind).kind == "sea":
        zones = row.places or game.rules.zones
        units = game.rules.units
        return [
            z
            for z in zones
            if not land[z] and any(s.owner == power and units[s.type].kind == "sea" for s in game.state.at(z))
        ]
    home = game.rules.q.capital(game, power)
    named = row.places or ((home,) if home else ())
    return [s for s in named if land[s] and owner.get(s) == power]


def _advice(form: Allocate) -> dict[tuple[str, ...], int]:
    """As many as possible, the first places first."""
    answer: dict[tuple[str, ...], int] = {}
    for key in form.most:
        room = form.room(answer, key)
        if room:
            answer[key] = room
    return answer
