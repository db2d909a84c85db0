"""How the fast player repairs complexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from sandtable.ai import player
from tests.conformance.anniversary.board import GER, RED, damaged, scene
from tests.conformance.scenes import Units


def repaired(
    power: str, ipcs: int, points: Mapping[str, int], units: Units | None = None, techs: Sequence[str] = ()
) -> dict[str, int]:
    """The points that the player repairs, by territory."""
    damage = {space: {"industrial_complex": n} for space, n in points.items()}
    game = scene(power, "purchase", units, techs={power: [*techs]}, ipcs={power: ipcs}, facts={"damage": damage})
    decision = game.decision
    assert decision is not None and decision.kind == "repair"
    answer = player("basic", "mend")(game, decision)
    decision.check(answer)
    game.answer(answer)
    found = {space: n - damaged(game, space) for space, n in points.items()}
    return {space: n for space, n in found.items() if n}


@pytest.mark.parametrize(
    ("ipcs", "points", "repairs"),
    [
        pytest.param(30, 4, 0, id="six places are enough for 30 IPCs"),
        pytest.param(42, 4, 2, id="as many as the IPCs left can fill"),
        pytest.param(60, 4, 4, id="all"),
        pytest.param(30, 10, 5, id="from nothing"),
        pytest.param(30, 14, 9, id="from less than nothing"),
        pytest.param(3, 14, 0, id="too poor to make a place"),
    ],
)
def test_as_much_is_repaired_as_makes_places_for_the_units_that_can_be_paid_for(
    ipcs: int, points: int, repairs: int
) -> None:
    """Germany produces ten units, so 4 points of damage leave six places; a unit with its place costs 5 IPCs."""
    assert repaired(GER, ipcs, {"Germany": points}) == ({"Germany": repairs} if repairs else {})


def test_the_complex_that_makes_places_at_once_is_repaired_first() -> None:
    """Russia produces six units, Caucasus four, and Karelia, which is whole, two."""
    assert repaired(RED, 40, {"Russia": 6, "Caucasus": 6}) == {"Russia": 5}
    assert repaired(RED, 40, {"Russia": 12, "Caucasus": 4}) == {"Caucasus": 4}


@pytest.mark.parametrize(("tanks", "repairs"), [(0, {}), (5, {"Russia": 5})])
def test_the_capital_is_repaired_as_far_as_its_defense_needs_new_units(tanks: int, repairs: dict[str, int]) -> None:
    """The complexes in Caucasus and Karelia have places enough, but not where the tanks attack."""
    units = {"Russia": {RED: "3 infantry"}, "Belorussia": {GER: f"{tanks or 1} tank"}}
    assert repaired(RED, 20, {"Russia": 6}, units if tanks else None) == repairs


def test_repairs_count_at_their_own_price() -> None:
    """With Increased Factory Production, twelve units can be placed without damage, and two points cost 1 IPC."""
    assert repaired(GER, 57, {"Germany": 4}, techs=["increased_factory_production"]) == {"Germany": 4}
