"""The worked examples of combat with their dice: E1 to E10 and E14."""

from __future__ import annotations

import pytest

from tests.conformance.classic.scenes import (
    asked,
    attack,
    choices,
    combat_over,
    fired,
    refused,
    way,
)  # fmt: skip
from tests.helpers import at, happened, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
BALTIC, NORTH = "Baltic Sea Zone", "North Sea Zone"


@clause("classic.E1", "classic.R87", "classic.R95")
def test_infantry_against_infantry_casualties_fire_back() -> None:
    game = attack(
        "Germany",
        ["3 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "3 infantry"}, "Caucasus": {RED: "2 infantry"}},
        dice=[1, 4, 6, 2, 5],
    )
    assert fired(game) == [("attackers", [1, 4, 6]), ("defenders", [2, 5])]
    assert at(game, "Caucasus", "Germany") == {"infantry": 2}
    assert at(game, "Caucasus", RED) == {"infantry": 1}
    assert asked(game) == ("retreat", "Germany")
    assert choices(game) == ["press on", "Ukraine S.S.R."]


@clause("classic.E2", "classic.R91")
def test_both_destroyed() -> None:
    game = attack(
        "Germany",
        ["1 tank: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 tank"}, "Caucasus": {RED: "1 infantry"}},
        dice=[3, 2],
    )
    assert combat_over(game)
    assert at(game, "Caucasus") == {}
    assert game.state.owner["Caucasus"] == RED


@clause("classic.E3", "classic.R94")
def test_aircraft_alone_cannot_capture() -> None:
    game = attack(
        "Germany",
        ["1 infantry, 1 fighter: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 infantry, 1 fighter"}, "Caucasus": {RED: "1 infantry"}},
        dice=[5, 2, 1],
    )
    game.answer("1 infantry")
    assert combat_over(game)
    assert at(game, "Caucasus") == {"fighter": 1}
    refused(game, "done", "classic.R57")  # it must fly off and land
    game.answer(way(game, "1 fighter: Caucasus > Ukraine S.S.R."))
    assert at(game, "Ukraine S.S.R.") == {"fighter": 1}
    assert game.state.owner["Caucasus"] == RED


@clause("classic.E4", "classic.R92.2")
def test_antiaircraft_fire_before_the_first_round() -> None:
    game = attack(
        "Germany",
        ["2 fighters, 1 bomber, 1 infantry: Ukraine S.S.R. > Caucasus"],
        {
            "Ukraine S.S.R.": {"Germany": "2 fighters, 1 bomber, 1 infantry"},
            "Caucasus": {RED: "1 aa gun, 1 infantry"},
        },
        dice=[1, 3, 6] + [6, 6, 6, 6] * 2,
    )
    assert asked(game) == ("casualties", "Germany")
    game.answer("1 fighter")
    assert fired(game) == [
        ("antiaircraft fire", [1, 3, 6]),
        ("attackers", [6]),  # the infantry
        ("attackers", [6]),  # one fighter
        ("attackers", [6]),  # the bomber
        ("defenders", [6]),
    ]
    game.answer("press on")
    assert [name for name, _ in fired(game)[5:]] == ["attackers"] * 3 + ["defenders"]


@clause("classic.E5", "classic.R99.3")
def test_submarine_first_shot() -> None:
    game = attack(
        "Germany",
        [f"1 submarine: {BALTIC} > {NORTH}"],
        {BALTIC: {"Germany": "1 submarine"}, NORTH: {UK: "1 transport"}},
        dice=[2],
    )
    assert combat_over(game)
    assert fired(game) == [("submarine opening fire", [2])]
    assert at(game, NORTH) == {"submarine": 1}


@clause("classic.E6", "classic.R99.5", "classic.R110")
def test_a_defending_submarine_has_no_first_shot() -> None:
    game = attack(
        "Germany",
        [f"1 battleship: {BALTIC} > {NORTH}"],
        {BALTIC: {"Germany": "1 battleship"}, NORTH: {UK: "1 submarine"}},
        dice=[4, 2],
    )
    assert fired(game) == [("attackers", [4]), ("submarines", [2])]
    assert at(game, NORTH) == {}
    assert combat_over(game)


@clause("classic.E7", "classic.R106", "classic.R107", "classic.R190")
@pytest.mark.parametrize("island_owner", [US, "Japan"])
def test_submarine_hit_and_carrier_fighters(island_owner: str) -> None:
    zone, island = "Hawaiian Islands Sea Zone", "Hawaiian Islands"
    game = attack(
        "Japan",
        [f"1 submarine: Wake Island Sea Zone > {zone}"],
        {"Wake Island Sea Zone": {"Japan": "1 submarine"}, zone: {US: "1 carrier, 1 fighter"}},
        owners={island: island_owner},
        dice=[1, 4],
    )
    assert fired(game) == [("submarine opening fire", [1]), ("defenders", [4])]  # the carrier does not fire
    assert at(game, zone) == {}
    assert at(game, island) == ({"fighter": 1} if island_owner == US else {})
    assert combat_over(game)


@clause("classic.E8", "classic.R101.3", "classic.R187")
def test_withdrawal_of_a_defending_submarine() -> None:
    game = attack(
        "Germany",
        [f"1 battleship, 1 transport: {BALTIC} > {NORTH}"],
        {BALTIC: {"Germany": "1 battleship, 1 transport"}, NORTH: {UK: "1 submarine"}},
        dice=[6, 5],
    )
    assert asked(game) == ("withdraw", UK)
    tell(game, "1 submarine", BALTIC)
    assert at(game, BALTIC) == {"submarine": 1}
    assert at(game, NORTH) == {"battleship": 1, "transport": 1}
    assert combat_over(game)


TWO = "1 transport (carrying infantry of Japan + infantry of Japan)"


@clause("classic.E9", "classic.R115")
def test_support_shot_casualties_fire_back() -> None:
    """The infantry's dice 3 and 5 could hit nobody, since the one defender is hit already, and are not rolled."""
    game = attack(
        "Japan",
        ["2 infantry: Wake Island Sea Zone > Wake Island"],
        {"Wake Island Sea Zone": {"Japan": f"1 battleship, {TWO}"}, "Wake Island": {US: "1 infantry"}},
        owners={"Wake Island": US},
        dice=[4, 2],
    )
    assert fired(game) == [("support shots", [4]), ("defenders", [2])]
    assert at(game, "Wake Island") == {"infantry": 1}
    assert game.state.owner["Wake Island"] == "Japan"
    assert combat_over(game)


@clause("classic.E10", "classic.R114", "classic.R117", "classic.R119")
def test_a_sea_battle_cancels_the_support_shot() -> None:
    game = attack(
        "Japan",
        ["2 infantry: Wake Island Sea Zone > Wake Island"],
        {
            "Wake Island Sea Zone": {"Japan": f"1 battleship, {TWO}", US: "1 submarine"},
            "Wake Island": {US: "1 infantry"},
        },
        owners={"Wake Island": US},
        dice=[1, 6] + [3, 5, 2] + [6, 6] + [1, 3],
    )
    assert fired(game)[:2] == [("attackers", [1]), ("submarines", [6])]
    assert "support shots" not in [name for name, _ in fired(game)]
    assert [e["rounds"] for e in happened(game, "battle_ended")] == [1, 3]
    assert combat_over(game)  # three rounds on land, and never a retreat
    assert at(game, "Wake Island") == {"infantry": 1}


@clause("classic.E14", "classic.R169")
@pytest.mark.parametrize(("lost", "rest"), [("infantry", {"bomber": 1}), ("bomber", {"infantry": 1})])
def test_heavy_bomber(lost: str, rest: dict[str, int]) -> None:
    game = attack(
        "Germany",
        ["1 bomber, 1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 bomber, 1 infantry"}, "Caucasus": {RED: "3 infantry"}},
        techs={"Germany": ["heavy_bombers"]},
        dice=[6, 1, 4, 5, 2, 3, 6],
    )
    assert fired(game) == [("attackers", [6]), ("attackers", [1, 4, 5]), ("defenders", [2, 3, 6])]
    game.answer(f"1 {lost}")
    assert at(game, "Caucasus", RED) == {"infantry": 1}
    assert at(game, "Caucasus", "Germany") == rest
