"""Amphibious assaults: R77 to R83, R135."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.great_war.board import finish, go, scene
from tests.helpers import at, happened, tell

clause = pytest.mark.clause
TWO = "1 transport (carrying infantry of Britain + infantry of Britain)"


def fired(game: Any) -> list[tuple[str, str, list[int], int]]:
    return [(e["volley"], e["hits_on"], list(e["dice"]), e["hits"]) for e in happened(game, "volley_fired")]


def smyrna(fleet: str, defenders: str, dice: list[int], moves: str = "2 infantry", **more: Any) -> Any:
    """The British land in Smyrna from SZ 19."""
    units = {"Sea Zone 19": {"Britain": fleet, **more.pop("sea", {})}, "Smyrna": {"Ottoman Empire": defenders}}
    game = scene("Britain", "move", {**units, **more.pop("units", {})}, dice=dice, **more)
    return go(game, f"{moves}: Sea Zone 19 > Smyrna")


@clause("great_war.R77", "great_war.R77.2", "great_war.R77.3", "great_war.R77.4", "great_war.R79", "great_war.E11")
def test_coastal_artillery_bombardment_and_one_round() -> None:
    game = smyrna(f"{TWO}, 1 battleship", "6 infantry, 1 artillery", [3, 4, 5, 1, 2, 4, 4, 5, 6, 6])
    finish(game, "combat")
    assert fired(game) == [
        ("coastal artillery", "3", [3], 1),
        ("bombardment", "4", [4], 1),
        ("attackers", "2", [5], 0),
        ("defenders", "3", [1, 2, 4, 4, 5, 6, 6], 2),  # the lost unit fires, and the artillery again
    ]
    assert at(game, "Smyrna", "Britain") == {}
    assert sum(at(game, "Smyrna").values()) == 6
    assert game.state.owner["Smyrna"] == "Ottoman Empire"


@clause("great_war.R77.2")
def test_units_hit_by_coastal_artillery_do_not_fire() -> None:
    game = smyrna(TWO, "2 artillery, 1 infantry", [3, 3])
    assert [v[0] for v in fired(game)] == ["coastal artillery"]
    assert at(game, "Smyrna", "Britain") == {}


@clause("great_war.R77.2", "great_war.R77.4")
def test_coastal_artillery_hits_only_those_who_land() -> None:
    game = scene(
        "Britain", "move",
        {
            "Sea Zone 19": {"Britain": "1 transport (carrying infantry of Britain)"},
            "Ankara": {"Britain": "2 infantry"}, "Smyrna": {"Ottoman Empire": "2 artillery, 1 infantry"},
        },
        owners={"Ankara": "Britain"}, dice=[1, 1, 6, 6, 6, 6, 6],
    )  # fmt: skip
    tell(game, "2 infantry: Ankara > Smyrna")
    go(game, "1 infantry: Sea Zone 19 > Smyrna")
    assert fired(game)[0] == ("coastal artillery", "3", [1, 1], 2)
    assert at(game, "Smyrna", "Britain") == {"infantry": 2}
    assert len(happened(game, "battle_started")) == 1  # one battle for those by land and by sea


@clause("great_war.R78")
def test_coastal_artillery_fires_at_four_with_air_supremacy() -> None:
    game = smyrna(TWO, "1 artillery, 1 fighter, 1 infantry", [4, 6, 6, 6, 6])
    assert fired(game)[0] == ("coastal artillery", "4", [4], 1)


@clause("great_war.R77.3")
def test_one_battleship_for_each_landed_unit_at_most() -> None:
    game = smyrna("1 transport (carrying infantry of Britain), 3 battleship", "4 infantry", [4, *[6] * 5], "1 infantry")
    assert fired(game)[0] == ("bombardment", "4", [4], 1)
    cruisers = smyrna(f"{TWO}, 3 cruiser", "4 infantry", [6] * 6)
    assert fired(cruisers)[0][0] == "attackers"


@clause("great_war.R77.1", "great_war.R135")
def test_without_a_sea_battle_there_is_no_landing() -> None:
    sea: dict[str, Any] = {"sea": {"Ottoman Empire": "1 cruiser"}}
    game = smyrna(f"{TWO}, 1 battleship", "1 infantry", [], **sea)
    assert game.decision is not None
    assert game.decision.kind == "battle"
    tell(game, "none")
    assert at(game, "Smyrna", "Britain") == {}
    assert not happened(game, "battle_started")
    broken_off = smyrna(f"{TWO}, 1 battleship", "1 infantry", [6, 6], sea={"Ottoman Empire": "1 cruiser"})
    tell(broken_off, "Sea Zone 19", "break off")
    assert at(broken_off, "Smyrna", "Britain") == {}


@clause("great_war.R77.1", "great_war.R81")
def test_ships_that_fought_do_not_bombard() -> None:
    setting: dict[str, Any] = {"sea": {"Ottoman Empire": "1 cruiser"}}
    game = smyrna(f"{TWO}, 1 battleship", "1 infantry", [4, 6, 6, 6, 6], **setting)
    tell(game, "Sea Zone 19")
    assert [v[0] for v in fired(game)] == ["attackers", "defenders", "attackers", "defenders"]
    again = smyrna(
        f"{TWO}, 1 battleship", "1 infantry", [4, 6, 6, 6, 6, 6], sea={"Ottoman Empire": "1 cruiser"},
        switches={"bombardment_after_sea_battle": True},
    )  # fmt: skip
    tell(again, "Sea Zone 19")
    assert [v[0] for v in fired(again)][2] == "bombardment"


@clause("great_war.R77.1")
def test_submarines_and_transports_hinder_no_landing() -> None:
    game = smyrna(TWO, "1 infantry", [1, 6, 6], sea={"Ottoman Empire": "1 submarine, 1 transport"})
    assert game.state.owner["Smyrna"] == "Britain"


@clause("great_war.R80", "great_war.R52")
def test_no_coastal_fire_and_no_bombardment_in_a_territory_contested_already() -> None:
    game = scene(
        "Britain", "move",
        {
            "Sea Zone 19": {"Britain": f"{TWO}, 1 battleship"},
            "Smyrna": {"Ottoman Empire": "2 artillery, 1 infantry", "France": "1 infantry"},
        },
        contested={"Smyrna": "Ottoman Empire"}, dice=[6] * 5,
    )  # fmt: skip
    go(game, "2 infantry: Sea Zone 19 > Smyrna")
    tell(game, "Smyrna", "2 infantry")
    assert [v[0] for v in fired(game)] == ["attackers", "defenders"]


@clause("great_war.R82")
def test_landed_units_stay() -> None:
    game = smyrna(TWO, "2 infantry", [6] * 4)
    assert at(game, "Smyrna", "Britain") == {"infantry": 2}
    assert "Smyrna" in game.state.facts["contested"]
    assert game.state.owner["Smyrna"] is None


@clause("great_war.R83")
def test_an_artillery_landed_alone_becomes_an_infantry() -> None:
    game = smyrna("1 transport (carrying artillery of Britain)", "1 infantry", [3, 6], "1 artillery")
    assert at(game, "Smyrna") == {"infantry": 1}
    assert happened(game, "replaced")
    assert game.state.owner["Smyrna"] == "Britain"


@clause("great_war.R77.3")
def test_a_battleship_bombards_once_a_turn() -> None:
    game = scene(
        "Britain", "move",
        {
            "Sea Zone 19": {
                "Britain": "2 transport (carrying infantry of Britain), 1 battleship",
            },
            "Smyrna": {"Ottoman Empire": "1 infantry"}, "Trans-Jordan": {"Ottoman Empire": "1 infantry"},
        },
        dice=[6] * 8,
    )  # fmt: skip
    tell(game, "1 infantry: Sea Zone 19 > Smyrna", "1 infantry: Sea Zone 19 > Trans-Jordan")
    finish(game, "combat")
    assert [v[0] for v in fired(game)].count("bombardment") == 1
