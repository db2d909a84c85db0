"""The value of a position: what brings a side nearer to a win counts, in every edition."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.ai.basic.goals import DENIED, denials, shortfall
from sandtable.ai.basic.view import View
from sandtable.ai.value import WON, Features, features, learned, value
from sandtable.engine.game import Game
from tests.helpers import position

#: Germany and Japan hold 78 IPCs.
WIDE = {"Karelia S.S.R.": "Germany", "Caucasus": "Germany", "India": "Japan", "Sinkiang": "Japan", "China": "Japan"}


def valued(game: Game) -> dict[str, int]:
    return {s: game.rules.q.value(game, s) for s in game.rules.lands}


def wide(**more: str) -> Game:
    extra = {"Ukraine S.S.R.": "Germany", "Egypt": "Germany", "Australia": "Japan", "Hawaiian Islands": "Japan"}
    owners = {**WIDE, **{s: o for s, o in extra.items() if s in Game.new("classic").rules.lands}, **more}
    return position("Soviet Union", "combat_move", {}, owners=owners)


@pytest.mark.parametrize("edition", ["classic", "great_war", "anniversary", "pacific", "another"])
def test_what_was_learned_makes_sense(edition: str) -> None:
    found = learned(edition)
    assert found.weights.units == 1.0
    assert all(weight >= 0 for weight in found.weights)
    assert all(row.spread > 0 and row.noise > 0 for row in found.rounds)
    assert 1 <= found.ahead <= len(found.rounds) == 3


@pytest.mark.parametrize("edition", ["classic", "great_war", "anniversary", "pacific"])
def test_what_one_side_is_ahead_the_other_is_behind(edition: str) -> None:
    game = Game.new(edition, seed=1)
    one, other = sorted(set(game.sides.values()))
    first, second = features(game, one), features(game, other)
    for name in ("units", "money", "income", "capitals", "goals", "scores", "threats", "front", "prey"):
        assert getattr(first, name) == pytest.approx(-getattr(second, name))
    game.state.victory = [one, "for a test"]  # type: ignore[assignment]
    assert (value(game, one), value(game, other)) == (WON, -WON)


def gained(
    edition: str, side: str, owners: dict[str, str] | None = None, facts: dict[str, int] | None = None
) -> Features:
    power = next(p for p, row in Game.new(edition).rules.powers.items() if row.side == side)
    with_it = features(position(power, "combat_move", {}, edition=edition, owners=owners, facts=facts), side)
    without = features(position(power, "combat_move", {}, edition=edition), side)
    return Features(*(a - b for a, b in zip(with_it, without)))


def test_victory_points_count() -> None:
    found = gained("pacific", "axis", facts={"victory_points": 20})
    assert found.scores > 0.5 and found.units == 0
    assert gained("pacific", "allies", facts={"victory_points": 20}).scores < -0.5


def test_territories_that_win_count_the_more_the_fewer_are_missing() -> None:
    start = Game.new("anniversary")
    cities = {s for row in start.rules.tables["goals"].values() for s in row["of"]}
    others = sorted(s for s in cities if start.sides[start.state.owner[s] or ""] != "axis")
    shares = []
    for n in range(5):  # the other cities belong to nobody
        owners = {s: "Germany" if s in others[:n] else None for s in others}
        shares.append(
            features(position("Germany", "combat_move", {}, edition="anniversary", owners=owners), "axis").goals
        )
    gains = [b - a for a, b in pairwise(shares)]
    assert gains == sorted(gains) and gains[0] > 0


def test_an_objective_counts_like_income() -> None:
    game = position("Japan", "combat_move", {}, edition="anniversary")
    rows = [r for r in game.rules.typed("objectives").values() if r.power == "Japan" and r.ipcs and not r.clear]
    row = next(r for r in rows if any(game.side(game.state.owner[s] or "") != "axis" for s in r.hold))
    gains = [s for s in row.hold if game.state.owner[s] != "Japan"]
    worth = sum(game.rules.q.value(game, s) for s in gains)
    assert gained("anniversary", "axis", owners=dict.fromkeys(gains, "Japan")).income >= worth + row.ipcs


def test_a_capital_in_reach_of_an_army_is_in_danger() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "6 armor"}, "Russia": {"Soviet Union": "1 infantry"}}
    owners = {"Ukraine S.S.R.": "Germany", "Caucasus": "Germany"}
    open_ = features(position("Germany", "combat_move", units, owners=owners), "allies")
    held = {**units, "Russia": {"Soviet Union": "20 infantry"}}
    shut = features(position("Germany", "combat_move", held, owners=owners), "allies")
    assert open_.threats < -0.9
    assert shut.threats > -0.2


def test_units_that_never_fight_count_nothing() -> None:
    without = position("Germany", "combat_move", {"Germany": {"Germany": "2 infantry"}})
    more = {"Germany": {"Germany": "2 infantry, 1 antiaircraft_gun, 1 industrial_complex"}}
    assert features(position("Germany", "combat_move", more), "axis").units == features(without, "axis").units
    carrying = {**more, "Baltic Sea Zone": {"Germany": "1 transport"}}
    assert features(position("Germany", "combat_move", carrying), "axis").units == features(without, "axis").units + 8


def test_land_units_near_enemy_territories_are_at_the_front() -> None:
    def front(space: str, units: str) -> float:
        return features(position("Germany", "combat_move", {space: {"Germany": units}}), "axis").front

    none = features(position("Germany", "combat_move", {}), "axis").front
    assert front("Eastern Europe", "2 infantry") - none == 6  # next to Karelia
    assert front("Germany", "2 infantry") - none == 6  # two territories from it
    assert front("Western Europe", "2 infantry") - none == 0
    assert front("Eastern Europe", "1 fighter") - none == 0


def test_what_the_side_that_moves_can_capture_is_its_prey() -> None:
    units = {"Eastern Europe": {"Germany": "6 armor"}, "Karelia S.S.R.": {"Soviet Union": "1 infantry"}}
    game = position("Germany", "combat_move", units)
    worth = game.rules.q.value(game, "Karelia S.S.R.")
    held = {**units, "Karelia S.S.R.": {"Soviet Union": "20 infantry"}}
    prey = features(game, "axis").prey
    assert prey - features(position("Germany", "combat_move", held), "axis").prey > 0.9 * worth
    assert features(game, "allies").prey == -prey
    assert features(position("Soviet Union", "combat_move", units), "axis").prey <= 0


def test_production_with_which_the_enemy_is_about_to_win_is_worth_taking() -> None:
    far = position("Soviet Union", "combat_move", {})
    assert denials(far, "Soviet Union", valued(far), shortfall(far, "Germany", valued(far))) == {}
    near = wide()
    lacking = shortfall(near, "Germany", valued(near))
    assert 0 < lacking < 24
    found = denials(near, "Soviet Union", valued(near), lacking)
    assert max(found.values()) < DENIED
    assert found["Germany"] > found["Caucasus"] > 0
    assert View(near, "Soviet Union").stakes["Caucasus"] > View(far, "Soviet Union").stakes.get("Caucasus", 0.0)
