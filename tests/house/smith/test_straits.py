"""smith.straits: who passes Gibraltar, the Sound, and the Turkish straits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.engine.movement import NONCOMBAT, Mover
from tests.helpers import position

clause = pytest.mark.clause
RULE = "smith.straits"
GERMANY, UK, RED = "Germany", "United Kingdom", "Soviet Union"
MED, SPAIN, CENTRAL = "Western Mediterranean Sea Zone", "West Spain Sea Zone", "Central Mediterranean Sea Zone"
EAST, BLACK, NORTH, BALTIC = "Eastern Mediterranean Sea Zone", "Black Sea Zone", "North Sea Zone", "Baltic Sea Zone"
OPEN = [RULE]


def reach(
    power: str, ship: str, start: str, owners: Mapping[str, str] | None = None, *others: str, **values: Any
) -> set[str]:
    """The zones that a ship of a power may sail to, also under other rules."""
    options = {f"{RULE}.{name}": value for name, value in values.items()}
    game = position(power, "noncombat_move", {start: {power: f"1 {ship}"}}, owners=owners or {}, rules=[RULE, *others],
                    options=options)  # fmt: skip
    [stack] = game.state.at(start)
    return {o.path[-1] for o in Mover(game, NONCOMBAT).options(start, stack)}


@clause("smith.straits.1", "smith.straits.2", "smith.straits.3")
def test_example_gibraltar_is_closed_to_a_german_battleship() -> None:
    allied = {"Algeria": UK}
    assert SPAIN not in reach(GERMANY, "battleship", CENTRAL, allied)
    assert MED in reach(GERMANY, "battleship", CENTRAL, allied)
    assert SPAIN in reach(GERMANY, "submarine", CENTRAL, allied)
    assert SPAIN not in reach(GERMANY, "submarine", CENTRAL, allied, submarines_blocked=True)
    assert SPAIN in reach(UK, "battleship", CENTRAL, allied)


@clause("smith.straits.3")
def test_example_at_the_start_nobody_controls_gibraltar() -> None:
    assert SPAIN in reach(UK, "battleship", MED)
    assert SPAIN in reach(GERMANY, "battleship", CENTRAL)


@clause("smith.straits.4", "smith.straits.6")
def test_example_the_sound_is_open_while_sweden_is_neutral() -> None:
    assert BALTIC in reach(UK, "transport", NORTH)
    assert BALTIC not in reach(UK, "transport", NORTH, {"Sweden": GERMANY})
    assert BALTIC in reach(UK, "transport", NORTH, {"Sweden": GERMANY, "Western Europe": UK})
    assert BALTIC not in reach(UK, "transport", NORTH, sweden_while_neutral="closed_to_all")


@clause("smith.straits.5", "smith.straits.7")
def test_example_the_black_sea_is_closed_while_turkey_is_neutral() -> None:
    assert BLACK not in reach(GERMANY, "battleship", CENTRAL)
    assert BLACK not in reach(UK, "battleship", EAST)
    assert BLACK in reach(GERMANY, "submarine", CENTRAL)
    assert BLACK in reach(GERMANY, "battleship", CENTRAL, turkey_while_neutral="open")
    gate = "gate_of_east_europe"
    assert BLACK in reach(GERMANY, "battleship", CENTRAL, turkey_while_neutral=gate)
    assert BLACK not in reach(UK, "battleship", EAST, turkey_while_neutral=gate)


@clause("smith.straits.6", "smith.straits.7")
def test_neutral_countries_with_forces_of_their_own_are_neutral_too() -> None:
    forces, gate = "smith.neutral_territories", "gate_of_east_europe"
    assert BLACK not in reach(GERMANY, "battleship", CENTRAL, None, forces)
    assert BLACK not in reach(UK, "battleship", EAST, None, forces)
    assert BLACK in reach(GERMANY, "battleship", CENTRAL, None, forces, turkey_while_neutral="open")
    assert BLACK in reach(GERMANY, "battleship", CENTRAL, None, forces, turkey_while_neutral=gate)
    assert BLACK not in reach(UK, "battleship", EAST, None, forces, turkey_while_neutral=gate)
    assert BALTIC in reach(UK, "transport", NORTH, None, forces)
    assert BALTIC not in reach(UK, "transport", NORTH, None, forces, sweden_while_neutral="closed_to_all")


@clause("smith.straits.5")
def test_example_turkey_lets_its_own_side_pass() -> None:
    red = {"Turkey": RED}
    assert BLACK in reach(UK, "transport", EAST, red)
    assert BLACK not in reach(GERMANY, "transport", EAST, red)


@clause("smith.straits.1")
def test_a_side_may_let_enemy_ships_pass_for_a_turn() -> None:
    def begin() -> Game:
        game = position(GERMANY, "develop", {CENTRAL: {GERMANY: "1 battleship"}}, owners={"Algeria": UK}, rules=[RULE])
        assert game.decision is not None and (game.decision.kind, game.decision.power) == ("reaction", UK)
        return game

    game = begin()
    assert game.decision is not None and game.decision.advice == "later"
    game.answer("open_strait_of_gibraltar")
    while game.decision and game.decision.kind != "move":
        game.answer(game.decision.advice)
    game.answer("done")  # nothing to attack
    game.answer(f"1 battleship: {CENTRAL} > {MED} > {SPAIN}")
    closed = begin()
    while closed.decision and closed.decision.kind != "move":
        closed.answer(closed.decision.advice)
    with pytest.raises(Illegal, match="closed"):
        closed.answer(f"1 battleship: {CENTRAL} > {MED} > {SPAIN}")


def test_the_sound_lies_in_the_eastern_half_of_a_divided_north_sea() -> None:
    rules = [RULE, "smith.divided_sea_zones"]
    game = position(UK, "noncombat_move", {f"{NORTH} East": {UK: "1 transport"}}, owners={"Sweden": GERMANY},
                    rules=rules)  # fmt: skip
    [stack] = game.state.at(f"{NORTH} East")
    assert BALTIC not in {o.path[-1] for o in Mover(game, NONCOMBAT).options(f"{NORTH} East", stack)}
