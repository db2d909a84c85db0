"""What the editions share: loading of tables, answers to queries, steps of the engine's tables, ways into play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..engine import (
    alliances,
    convoys,
    draws,
    engagements,
    entering,
    grants,
    installations,
    losing,
    minors,
    moving,
    objectives,
    obligations,
    research,
    standard,
    stocks,
    territory,
)
from ..engine.movement import COMBAT, NONCOMBAT
from ..rules import points
from ..rules.draft import Draft
from . import tables

if TYPE_CHECKING:
    from ..engine.game import Flow, Game

ENTERED = "switch neutrals_may_be_entered"
DEVELOPED = "step turn.develop"
#: What serves weapons development only.
RESEARCH = ("sequence breakthrough", "offer develop", "query research", "query research_aims", "query development")
#: Through what points come into play in every edition.
ALWAYS_BY = {
    "sequence air_battle": ("table engagements",),
    "query engaged": ("table engagements",),
    **dict.fromkeys(RESEARCH, (DEVELOPED,)),
}
#: The same where powers develop weapons by a switch for the price, and neutrals may be entered for a fee.
WAYS = {
    **ALWAYS_BY,
    "table technologies": (DEVELOPED,),
    "query entry_fee": (ENTERED,),
    "table switches.neutral_fee": (ENTERED,),
    "table switches.neutral_overflight_fee": (ENTERED,),
    "table switches.neutral_overflight_takes_control": (ENTERED,),
    "table switches.neutrals_stop_land_units": (ENTERED,),
    "table switches.development_cost": (DEVELOPED,),
    "table switches.development_success": (DEVELOPED,),
}
#: Answers of the engine that differ from the standard ones in no edition yet, by the module that gives them.
ENGINE: dict[str, Callable[..., Any]] = {
    "new_owner": territory.new_owner,
    "capital": territory.capital,
    "engaged": engagements.engaged,
    "damage_limit": installations.damage_limit,
    "repair_price": installations.repair_price,
    "may_end": obligations.may_end,
    "advised_move": obligations.advised_move,
    "loss_order": losing.loss_order,
    "research": research.research,
    "research_aims": research.research_aims,
    "development": research.development,
}


def load(draft: Draft, folder: Path, setup: str, citations: Mapping[str, str]) -> None:
    """Read the data files of an edition into a draft: board, units, a setup, technologies if there are any, switches,
    and the statements behind refusals."""
    tables.load_board(draft, folder)
    tables.load_units(draft, folder)
    tables.load_setup(draft, folder, setup)
    if (folder / "technologies.yaml").exists():
        tables.load_technologies(draft, folder)
    tables.load_switches(draft, folder)
    for topic, statement in citations.items():
        draft.add(("citations", topic), statement)


def answer(draft: Draft, own: Mapping[str, Callable[..., Any]]) -> None:
    """Answer every query: with an edition's own answer, else with that of the engine."""
    for query in points.QUERIES:
        given = own.get(query) or ENGINE.get(query) or getattr(standard, query, None)
        if given is not None:
            draft.answer(query, given)


def say_in_play(draft: Draft, not_here: Mapping[str, str], ways: Mapping[str, tuple[str, ...]]) -> None:
    """State the points that an edition does not honor, and through what others come into play."""
    for point, text in not_here.items():
        draft.in_play(point, text=text)
    for point, by in ways.items():
        draft.in_play(point, *by)
    if "table switches.neutral_fee" in ways:
        for name, row in draft.get("spaces").items():
            if row.get("neutral"):
                draft.in_play(f"table spaces.{name}.value", ENTERED)


def enter(draft: Draft) -> None:
    """Add what happens when units enter a space in combat movement."""
    draft.step("entering", "minors", minors.entered)
    draft.step("entering", "neutrality", entering.violate_neutrality)
    draft.step("entering", "guns", entering.overflown_guns)
    draft.step("entering", "drops", entering.drops)
    draft.step("entering", "take_undefended", entering.take_undefended)


def keep_tables(draft: Draft) -> None:
    """Add the steps that keep the engine's tables (stocks, convoys, draws, grants), after the edition's own ones."""
    draft.step("conquest", "stocks", stocks.lost)
    draft.step("moved", "convoys", convoys.moved)
    draft.step("aftermath", "convoys", convoys.aftermath)
    draft.step("opening", "draws", draws.opening, text="draw what powers begin with")
    draft.step("opening", "grants", grants.opening)
    draft.step("income", "convoys", convoys.income, text="convoys")
    draft.step("income", "objectives", objectives.income, text="national objectives")
    draft.step("turn_end", "grants", grants.turn_end)


def go_home(draft: Draft) -> None:
    """Send units among new enemies home when a power changes sides."""
    draft.step("side_change", "go_home", alliances.go_home, text="units among new enemies go home")


def combat_movement(game: Game) -> Flow:
    """Let a power order the moves that attack."""
    yield from moving.movement_phase(game, COMBAT, "Combat move: choose units to attack with")


def noncombat_movement(game: Game) -> Flow:
    """Let a power order its other moves; aircraft that cannot land are lost at its end."""
    yield from moving.movement_phase(game, NONCOMBAT, "Noncombat move: choose units to move")
    losing.stranded_aircraft(game)
