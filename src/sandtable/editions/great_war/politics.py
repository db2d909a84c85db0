"""War and peace: the neutrality and entry of the United States (R95 to R97, R92), and armistice (R115).

Remembered during the game: `neutral_powers` are not at war yet, `out` are the powers that have left the war.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Decision, PickSpace
from ...core.events import declare_event
from ...engine.alliances import join
from ...engine.contested import note_contested
from ...engine.memory import SWORN, game_memory
from ...engine.outside import neutral_power, outside
from ...rules import points

if TYPE_CHECKING:
    from ...engine.game import Flow, Game
    from ...engine.reactions import Moment

declare_event("submarine_warfare", "{power} declares unrestricted submarine warfare")
UNRESTRICTED = game_memory("submarine_warfare", bool, "unrestricted submarine warfare has been declared")
points.declare(points.DECISIONS, "provoke", "pick_space: in which zone ships of a neutral power are attacked")


def muster(game: Game) -> None:
    """Start a turn: record the position for leaving contested territories (R30, R128) and check for scheduled entry
    into the war (R97)."""
    state, power = game.state, game.state.power
    bides = power in game.rules.switch("stays_neutral")
    if neutral_power(game, power) and state.round >= game.rules.switch("entry_round") and not bides:
        join(game, power, f"it is round {state.round}")
    note_contested(game)


# --- provoking a neutral power ----------------------------------------------------------------------------------------


def provoked_by_landings(game: Game) -> None:
    """Treat cargo waiting to land in the territory of a neutral power as an attack on it (R97)."""
    state, power = game.state, game.state.power
    for force in list(state.forces.values()):
        for stack in force:
            target = stack.cond.noted("landing") if stack.owner == power else ""
            owner = state.owner.get(target) if target else None
            if owner and neutral_power(game, owner) and game.sides[owner] != game.sides[power]:
                join(game, owner, f"attacked by {power}")


def neutral_ships(game: Game) -> list[str]:
    """Return the zones where the active power could attack ships of a neutral power of the other side."""
    power, sides = game.state.power, game.sides
    if outside(game, power):
        return []
    return [
        zone
        for zone in game.rules.zones
        if any(neutral_power(game, s.owner) and sides[s.owner] != sides[power] for s in game.state.at(zone))
        and any(game.stats(power, s.type).attack for s in game.rules.q.attackers(game, zone, power))
    ]


def may_provoke(game: Game) -> bool:
    return bool(neutral_ships(game))


def provoke(game: Game) -> Flow:
    """Attack ships of a neutral power, which brings it into the war at once (R96.2, R97)."""
    zones, power = neutral_ships(game), game.state.power
    zone = zones[0]
    if len(zones) > 1:
        zone = yield Decision(
            "provoke", power, "Choose a sea zone to attack neutral ships in", PickSpace(zones), advice=zone,
            rule=game.rules.cite("war.entry"),
        )  # fmt: skip
    SWORN.of(game.state).append(zone)
    for owner in {s.owner for s in game.state.at(zone) if neutral_power(game, s.owner)}:
        join(game, owner, f"{power} attacked its ships")


# --- unrestricted submarine warfare -----------------------------------------------------------------------------------


def may_declare(game: Game) -> bool:
    """Return whether the power may declare it: Germany, once, in its own turn (R92, R92.1)."""
    rules = game.rules
    return game.state.power == rules.switch("submarine_warfare_by") and not UNRESTRICTED.get(game.state)


def at_any_time(game: Game, power: str, moment: Moment) -> bool:
    """Return whether the power may declare it between the turns of other powers, too (R92)."""
    if moment.name != "turn_end":
        return False
    declarer = game.rules.switch("submarine_warfare_by")
    return power == declarer != moment.power and not UNRESTRICTED.get(game.state)


def declare(game: Game) -> Flow:
    """Declare it; this brings its targets into the war at once (R94)."""
    power = game.rules.switch("submarine_warfare_by")
    UNRESTRICTED.set(game.state, True)
    game.emit("submarine_warfare", power=power)
    for victim in game.rules.switch("submarine_warfare_against"):
        join(game, victim, f"{power} declares unrestricted submarine warfare")
    yield from ()


def worth_declaring(game: Game) -> bool:
    """Declare once it no longer brings another power into the war."""
    return not any(neutral_power(game, p) for p in game.rules.switch("submarine_warfare_against"))
