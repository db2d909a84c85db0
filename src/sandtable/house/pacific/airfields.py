"""Airfields: aircraft land in territory that was captured in the same turn."""

from ...editions.pacific.income import in_phase
from ...engine.memory import CAPTURED
from ...words import Draft, Game, Move, Option, Options, Stack
from ...words.board import friendly, having, hostile, of_kind, together
from ..documents import pacific


@pacific(
    "pacific.airfields", "Airfields",
    Option("landing_in_captured", "all_areas", "captured territories in which aircraft can land",
           choices=("all_areas", "only_with_air_base")),
    Option("captured_air_base_bonus", False, "an air base captured in this turn already makes flights longer"),
)  # fmt: skip
def airfields(draft: Draft, option: Options) -> None:
    """Aircraft can land in territory that their side captured in the same turn. They may fly out if they could land in
    a territory that is being attacked; if the attack fails, they are lost without another landing place."""

    def fields(answer: frozenset[str], game: Game, power: str) -> frozenset[str]:
        """Captured territories are landing fields, and in the combat move those that are being attacked."""
        there = {s for s in CAPTURED.get(game.state) if friendly(game, power, s)} | planned(game, power)
        if option.landing_in_captured == "only_with_air_base":
            there &= set(of_kind(game, "airfield"))
        return answer | there  # .1

    def cost(answer: int, game: Game, stack: Stack, start: str, space: str) -> int:
        """Air bases captured in this turn count like others."""
        bases, taken = of_kind(game, "airfield"), CAPTURED.get(game.state)
        new = any(s in bases and s in taken and friendly(game, stack.owner, s) for s in (start, space))
        return 0 if new and game.rules.units[stack.type].kind == "air" else answer

    draft.modify("landing_fields", fields, how="allow")
    draft.step("moved", "airfields", note)
    draft.step("combat", "airfields", forget, before="declare_interceptors")
    if option.captured_air_base_bonus:
        draft.modify("step_cost", cost)


def planned(game: Game, power: str) -> set[str]:
    """Return the enemy territories that land units of the power's side attack in this combat move, or will."""
    if not in_phase(game, "combat_move") or power not in (acting := together(game, game.state.power)):
        return set()
    found: set[str] | None = game.found.get(("planned captures", power))
    if found is None:
        state, land = game.state, game.rules.is_land
        found = {s for s in state.forces if land[s] and any(having(game, s, "captures", p) for p in acting)}
        ships = (s for zone in state.forces if not land[zone] for s in state.at(zone) if s.owner in acting)
        found = {s for s in (*found, *(ship.cond.noted("landing") for ship in ships)) if s and hostile(game, power, s)}
        game.found["planned captures", power] = found
    return found


def note(game: Game, move: Move) -> None:
    """After a combat move of land units, see anew where aircraft will be able to land."""
    if in_phase(game, "combat_move") and game.unit(move.units[0][0]).kind == "land":
        game.found = {}


def forget(game: Game) -> None:
    """From the combat on, only what has been captured counts."""
    game.found = {}
