"""Small rules for numbers and movement, modelled on rules to come; each is about as long as its sentence."""

from __future__ import annotations

from typing import Any

from sandtable.battle.volley import Pick
from sandtable.core.errors import No
from sandtable.core.forces import Force, Stack
from sandtable.core.units import UnitType
from sandtable.engine.board import friendly, hostile
from sandtable.engine.fighting import raids
from sandtable.engine.game import Flow, Game
from sandtable.engine.moving import movement_phase
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule


def rule(name: str, change: Any, *editions: str) -> Rule:
    """A rule without options from a function of the draft."""

    def apply(draft: Draft, option: Options) -> None:
        change(draft)

    return Rule(
        f"ex_moves.{name}", name.replace("_", " ").title(), apply, editions=editions or ("classic",), default=False
    )


# --- numbers ----------------------------------------------------------------------------------------------------------


def heavy_ships(draft: Draft) -> None:
    """Smith: carriers hold 3 fighters, transports 3 infantry (smith.tech_heavy_ships)."""
    held = draft.capability("heavy_ships", "Heavy Ships", "Carriers and transports hold more.")
    held.lift("aircraft_carrier", deck=3)
    draft.when(holds="heavy_ships").lift("transport", **{"carries.capacity": 3})


def tokyo_express(draft: Draft) -> None:
    """Enhanced: Japanese battleships carry 1 infantry each (enhanced.na_japan_tokyo_express, for destroyers)."""
    draft.when(owner="Japan").loads("battleship", infantry=1)


def mobile_industry(draft: Draft) -> None:
    """Enhanced: Soviet complexes move 1 territory, to one without a complex (enhanced.na_russia_mobile_industry)."""
    draft.when(owner="Soviet Union").lift("industrial_complex", move=1)
    draft.modify("room_for", one_complex, how="forbid")


def one_complex(answer: int | None, game: Game, stack: Stack, space: str) -> int | None:
    if stack.type != "industrial_complex":
        return answer
    return 0 if any(s.type == stack.type for s in game.state.at(space)) else 1


# --- movement ---------------------------------------------------------------------------------------------------------

RAILWAY = ("Karelia S.S.R.", "Russia", "Novosibirsk", "Caucasus")


def railway(draft: Draft) -> None:
    """Enhanced: Soviet infantry goes two territories along the railway in noncombat movement (na_russia_railway)."""

    def allowance(answer: int, game: Game, stack: Stack, space: str, phase: str) -> int:
        rail = stack.owner == "Soviet Union" and space in RAILWAY and phase == "noncombat"
        return max(answer, 2) if rail and game.unit(stack).kind == "land" else answer

    def only_by_rail(answer: No | None, game: Game, units: Any, path: tuple[str, ...], phase: str) -> No | None:
        slow = [s for s, _ in units if game.unit(s).kind == "land" and game.unit(s).move < len(path) - 1]
        off = slow and any(space not in RAILWAY for space in path)
        return No("only the railway takes these units so far", "ex_moves.railway") if off else answer

    draft.modify("movement_allowance", allowance)
    draft.modify("may_go", only_by_rail, how="forbid")


def rail_movement(draft: Draft) -> None:
    """Pacific: along a chain of friendly territories, whatever its length (pacific.rail_movement)."""

    def routes(answer: tuple[str, ...], game: Game, stack: Stack, space: str, phase: str) -> tuple[str, ...]:
        if stack.owner != "Japan" or phase == "combat" or stack.cond.moved or game.unit(stack).kind != "land":
            return answer
        chain = [space]
        for at in chain:
            chain += [n for n in game.rules.land_near[at] if friendly(game, "Japan", n) and n not in chain]
        return (*answer, *chain[1:])

    draft.modify("routes", routes)


def islands_from_the_air(draft: Draft) -> None:
    """Smith: from the zone around an island, the attack on it costs a plane nothing (air_assault_of_islands)."""

    def cost(answer: int, game: Game, stack: Stack, start: str, space: str, phase: str) -> int:
        attack = phase == "combat" and game.rules.spaces[space].island and hostile(game, stack.owner, space)
        return 0 if attack and game.unit(stack).kind == "air" and not game.rules.is_land[start] else answer

    draft.modify("step_cost", cost)


def blitz_back(draft: Draft) -> None:
    """Pacific: tanks that spent one space may go back after the battle (pacific.blitzkrieg)."""

    def halts(answer: bool, game: Game, stack: Stack) -> bool:
        return answer and stack.type != "tank"

    def may_move(answer: No | None, game: Game, stack: Stack, phase: str) -> No | None:
        return None if stack.type == "tank" and phase == "noncombat" and "fought" in stack.cond.marks else answer

    draft.modify("halts", halts)
    draft.modify("may_move", may_move, how="allow")


def straits(draft: Draft) -> None:
    """Smith: submarines always pass a canal (smith.straits, for its straits)."""

    def passage(answer: No | None, game: Game, stack: Stack) -> No | None:
        return None if "submarine" in game.unit(stack).tags else answer

    draft.modify("passage", passage, how="allow")


def silent_submarines(draft: Draft) -> None:
    """Anniversary: submarines and transports alone do not make a sea zone hostile (hostile_sea_zones)."""

    def zone_is_hostile(answer: bool, game: Game, power: str, zone: str) -> bool:
        quiet = ("submarine", "transport")
        return answer and any(
            s.owner in game.foes(power) and not game.unit(s).tags & set(quiet) and game.unit(s).kind == "sea"
            for s in game.state.at(zone)
        )

    draft.modify("hostile_zone", zone_is_hostile)


def kamikaze(draft: Draft) -> None:
    """Smith: Japanese fighters need no landing place (smith.tech_kamikaze)."""

    def must_land(answer: bool, game: Game, stack: Stack) -> bool:
        return answer and (stack.owner, stack.type) != ("Japan", "fighter")

    draft.modify("must_land", must_land)


def carriers_to_come(draft: Draft) -> None:
    """Anniversary: fighters may land where a carrier bought in this turn will be placed."""

    def decks(answer: int, game: Game, power: str, zone: str) -> int:
        bought = game.state.now.get("bought", {}).get("aircraft_carrier", 0)
        return answer + 2 * bought if zone in game.rules.q.placement(game, power, "aircraft_carrier") else answer

    draft.modify("decks_to_come", decks)


def raids_first(draft: Draft) -> None:
    """Smith: raids are flown before any other attack is declared (smith.strategic_bombings.6)."""

    def fly(game: Game) -> Flow:
        yield from movement_phase(game, "combat", "Send bombers on raids", only_raids)

    draft.step("turn", "raid_move", fly, before="combat_move")
    draft.step("turn", "raids_first", raids, after="raid_move")
    draft.modify("missions", no_raids_later, how="forbid")


def only_raids(stack: Stack, mission: str) -> No | None:
    return None if mission == "raid" else No("only raids are flown in this phase", "ex_moves.raids_first")


def no_raids_later(answer: tuple[str, ...], game: Game) -> tuple[str, ...]:
    step = game.rules.sequence("turn")[game.state.step].name
    return () if step == "combat_move" else answer


# --- carriage ---------------------------------------------------------------------------------------------------------


def mechanized_infantry(draft: Draft) -> None:
    """Smith: one infantry goes with each tank, and attacks at 2 in the first round (tech_mechanized_infantry)."""
    held = draft.capability("mechanized", "Mechanized Infantry", "Tanks take infantry along.")
    held.loads("tank", infantry=1)
    held.when(marks="carried=tank", battle_round=1).lift("infantry", attack=2)


def paratroopers(draft: Draft) -> None:
    """Smith: a bomber drops an infantry, attacking with +1; it does nothing else (smith.tech_paratroopers)."""
    held = draft.capability("paratroopers", "Paratroopers", "Bombers drop infantry.")
    held.loads("bomber", infantry=1)
    held.when(marks="carried=bomber").add("infantry", attack=1)
    draft.modify("attackers", without_droppers)


def without_droppers(answer: Force) -> Force:
    return {s: n for s, n in answer.items() if "drops" not in s.cond.marks}


# --- stances ----------------------------------------------------------------------------------------------------------


def ports_shelter(draft: Draft) -> None:
    """Pacific: ships in port stay there until they move, and cannot be attacked (pacific.ports_shelter)."""
    draft.add(("stances", "in_port"), {"until": "moved"})

    def defenders(answer: Force) -> Force:
        return {s: n for s, n in answer.items() if "in_port" not in s.cond.marks}

    draft.modify("defenders", defenders)


def veterans(draft: Draft) -> None:
    """Units that nobody owns are worth more in Switzerland: numbers by owner and place, for units of nobody too."""
    draft.when(owner="nobody", place="Switzerland").lift("infantry", defense=3)


def partisans(draft: Draft) -> None:
    """Smith: units of nobody defend a territory against whoever attacks it (smith.neutral_territories, in short)."""

    def enemies(answer: frozenset[str], game: Game, power: str, space: str) -> frozenset[str]:
        return answer | {"nobody"} if power != "nobody" else answer

    draft.modify("enemies", enemies)


def tough_bombers(draft: Draft) -> None:
    """A modifier of the query works as an edit does."""

    def stats(answer: UnitType, game: Game, power: str, type: str) -> UnitType:
        return answer

    draft.modify("stats", stats)
    draft.when(owner="Germany").at_least(Pick(types=("bomber",)), defense=2)


def home_guard(draft: Draft) -> None:
    """Anniversary: units of a small power stay in its own territories (anniversary.R151)."""
    draft.add("confined.United Kingdom", ["United Kingdom", "North Sea Zone"])


def wary_fleets(draft: Draft) -> None:
    """Anniversary: submarines among enemy ships need not fight (anniversary.R47)."""

    def must_fight(answer: bool, game: Game, power: str, zone: str) -> bool:
        own = game.rules.q.attackers(game, zone, power)
        return answer and any("submarine" not in game.unit(s).tags for s in own)

    draft.modify("must_fight", must_fight, how="forbid")


EXAMPLES = [
    rule(change.__name__, change)
    for change in (
        heavy_ships, tokyo_express, mobile_industry, railway, rail_movement, islands_from_the_air, blitz_back, straits,
        silent_submarines, kamikaze, carriers_to_come, raids_first, mechanized_infantry, paratroopers, ports_shelter,
        veterans, partisans, tough_bombers, home_guard, wary_fleets,
    )
]  # fmt: skip
