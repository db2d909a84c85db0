"""Who is at war with whom: the isolation and the entry of the United States (R95 to R97, R92), and armistice (R115).

Remembered during the game: `neutral_powers` are not at war yet, `out` are the powers that have left the war.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.decisions import Decision, PickSpace
from ...core.events import declare_event
from ...rules import points

if TYPE_CHECKING:
    from ...engine.game import Flow, Game

declare_event("entered_war", "{power} enters the war: {why}")
declare_event("submarine_warfare", "{power} declares unrestricted submarine warfare")
points.declare(points.DECISIONS, "provoke", "pick_space: in which zone ships of a neutral power are attacked")


def outside(game: Game, power: str) -> bool:
    """Is this power neither friend nor enemy of anybody now?"""
    return power in game.state.facts["neutral_powers"] or power in game.state.facts["out"]


def at_war(game: Game, power: str, other: str) -> bool:
    """The two sides are at war from the start, but for powers that are neutral or have left the war (R95, R115.3)."""
    sides = game.rules.side_of
    return sides[power] != sides[other] and not outside(game, power) and not outside(game, other)


def allied(game: Game, power: str, other: str) -> bool:
    """Powers of a side are allies; a neutral power is nobody's (R96)."""
    sides = game.rules.side_of
    return sides[power] == sides[other] and not outside(game, power) and not outside(game, other)


def neutral_power(game: Game, power: str | None) -> bool:
    """Has this power not entered the war yet?"""
    return power in game.state.facts["neutral_powers"]


def join(game: Game, power: str, why: str) -> None:
    """A neutral power enters the war on its side (R97)."""
    if neutral_power(game, power):
        game.state.facts["neutral_powers"].remove(power)
        game.changed()
        game.emit("entered_war", power=power, why=why)
        for step in game.rules.sequence("war_entry"):
            step.what(game, power)


def muster(game: Game) -> None:
    """At the start of a turn: what leaving contested territories is judged by (R30, R128), and the entry into the war
    that needs no reason (R97)."""
    state, power = game.state, game.state.power
    if neutral_power(game, power) and state.round >= game.rules.switch("entry_round"):
        join(game, power, f"it is round {state.round}")
    state.now["contested"] = sorted(state.facts.get("contested", ()))
    mine = (s for s, force in state.forces.items() if any(stack.owner == power for stack in force))
    state.now["stood"] = sorted(s for s in mine if game.rules.is_land[s])


# --- provoking a neutral power ----------------------------------------------------------------------------------------


def provoked_by_landings(game: Game) -> None:
    """Cargo that waits to land in the territory of a neutral power is an attack on it (R97)."""
    state, power = game.state, game.state.power
    for force in list(state.forces.values()):
        for stack in force:
            target = stack.cond.noted("landing") if stack.owner == power else ""
            owner = state.owner.get(target) if target else None
            if owner and neutral_power(game, owner) and game.rules.side_of[owner] != game.rules.side_of[power]:
                join(game, owner, f"attacked by {power}")


def neutral_ships(game: Game) -> list[str]:
    """Zones where the active power could attack ships of a neutral power of the other side."""
    power, sides = game.state.power, game.rules.side_of
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
    """A power of the other side attacks ships of a neutral one, which brings it into the war at once (R96.2, R97)."""
    zones, power = neutral_ships(game), game.state.power
    zone = zones[0]
    if len(zones) > 1:
        zone = yield Decision(
            "provoke", power, "Choose a sea zone to attack neutral ships in", PickSpace(zones), advice=zone,
            rule=game.rules.cite("war.entry"),
        )  # fmt: skip
    game.state.remember("sworn", []).append(zone)
    for owner in {s.owner for s in game.state.at(zone) if neutral_power(game, s.owner)}:
        join(game, owner, f"{power} attacked its ships")


# --- unrestricted submarine warfare -----------------------------------------------------------------------------------


def may_declare(game: Game) -> bool:
    """Germany may declare it in its own turn, once (R92, R92.1)."""
    rules, facts = game.rules, game.state.facts
    return game.state.power == rules.switch("submarine_warfare_by") and not facts["submarine_warfare"]


def declare(game: Game) -> Flow:
    """The declaration brings the powers it is aimed at into the war at once (R94)."""
    power = game.state.power
    game.state.facts["submarine_warfare"] = True
    game.emit("submarine_warfare", power=power)
    for victim in game.rules.switch("submarine_warfare_against"):
        join(game, victim, f"{power} declares unrestricted submarine warfare")
    yield from ()


def worth_declaring(game: Game) -> bool:
    """A sensible declaration: when nobody enters the war by it any more."""
    return not any(neutral_power(game, p) for p in game.rules.switch("submarine_warfare_against"))
