"""Several powers in one space: R128 to R130, R98, R163."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, fired, left, refused
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"


def karelia(defenders: dict[str, str], dice: list[int], **setting: Any) -> Game:
    """Two German tanks attack a Karelia held by several powers."""
    return attack(
        "Germany",
        ["2 tanks: Finland-Norway > Karelia S.S.R."],
        {"Finland-Norway": {"Germany": "2 tanks"}, "Karelia S.S.R.": defenders},
        dice=dice,
        **setting,
    )


@clause("classic.R128")
def test_allies_in_one_space_defend_together() -> None:
    game = karelia({RED: "1 infantry", UK: "1 infantry", US: "1 fighter"}, [6, 6, 6, 6, 6])
    defenders = happened(game, "battle_started")[0]["defenders"]
    assert {s.owner for s in defenders} == {RED, UK, US}
    assert fired(game)[1:] == [("defenders", [6])] * 3


@clause("classic.R128.1")
def test_if_the_owners_agree_their_choice_holds() -> None:
    game = karelia({RED: "1 infantry", UK: "1 infantry"}, [3, 6, 6, 6])
    assert {d.power for d in game.open} == {RED, UK}  # both are asked, the answers sealed
    game.answer("1 infantry of United Kingdom", id=game.open[0].id)
    assert left(game) == [6, 6]
    game.answer("1 infantry of United Kingdom", id=game.open[0].id)
    assert at(game, "Karelia S.S.R.", RED) == {"infantry": 1}
    assert at(game, "Karelia S.S.R.", UK) == {}


@clause("classic.R128.1")
def test_if_the_owners_differ_the_attacker_chooses() -> None:
    game = karelia({RED: "1 infantry", UK: "1 infantry"}, [3, 6, 6, 6])
    game.answer("1 infantry of United Kingdom", id=game.open[0].id)
    game.answer("1 infantry of Soviet Union", id=game.open[0].id)
    assert asked(game) == ("casualties", "Germany")
    game.answer("1 infantry of Soviet Union")
    assert at(game, "Karelia S.S.R.", RED) == {}
    assert at(game, "Karelia S.S.R.", UK) == {"infantry": 1}


@clause("classic.R128.1")
def test_there_is_nothing_to_agree_on_when_all_are_hit() -> None:
    game = karelia({RED: "1 infantry", UK: "1 infantry"}, [3, 3, 6, 6])
    assert at(game, "Karelia S.S.R.", UK) == at(game, "Karelia S.S.R.", RED) == {}


@clause("classic.R128.2", "classic.R163")
def test_each_power_rolls_for_its_own_units_with_its_own_technology() -> None:
    game = karelia({RED: "1 fighter", UK: "1 fighter"}, [6, 6, 4, 5], techs={UK: ["jet_power"]})
    volleys = [e for e in happened(game, "volley_fired") if e["volley"] == "defenders"]
    assert [(e["hits_on"], e["dice"], e["hits"]) for e in volleys] == [("4", [4], 1), ("5", [5], 1)]
    assert [e["power"] for e in volleys] == [RED, UK]


@clause("classic.R128.2")
def test_dice_of_allies_in_one_column_are_shown_power_by_power() -> None:
    game = karelia({RED: "1 infantry", UK: "2 infantry"}, [6, 6, 2, 5, 5])
    volleys = [e for e in happened(game, "volley_fired") if e["volley"] == "defenders"]
    assert [(e["power"], e["dice"], e["hits"]) for e in volleys] == [(RED, [2], 1), (UK, [5, 5], 0)]


@clause("classic.R129", "classic.R70")
def test_allied_ships_take_no_part_in_an_attack() -> None:
    game = attack(
        UK,
        ["1 fighter: United Kingdom > North Sea Zone"],
        {
            UK: {UK: "1 fighter, 1 infantry"},
            "North Sea Zone": {UK: "1 submarine", US: "2 battleships", "Germany": "1 battleship"},
        },
        dice=[6, 6, 4],
    )
    attackers = happened(game, "battle_started")[0]["attackers"]
    assert {(s.owner, s.type) for s in attackers} == {(UK, "fighter"), (UK, "submarine")}
    assert asked(game) == ("casualties", UK)  # and they cannot be hit
    refused(game, "1 battleship of United States", "classic.R86")
    game.answer("1 submarine")
    assert at(game, "North Sea Zone", US) == {"battleship": 2}


@clause("classic.R129")
def test_allies_on_land_do_not_attack_along() -> None:
    game = attack(
        UK,
        ["1 infantry: Karelia S.S.R. > Finland-Norway"],
        {"Karelia S.S.R.": {UK: "1 infantry", RED: "5 infantry"}, "Finland-Norway": {"Germany": "1 infantry"}},
        dice=[6, 6],
    )
    assert sum(happened(game, "battle_started")[0]["attackers"].values()) == 1
    with_red = position(UK, "combat_move", {"Karelia S.S.R.": {UK: "1 infantry", RED: "5 infantry"}})
    refused(with_red, "1 infantry of Soviet Union: Karelia S.S.R. > Finland-Norway", "classic.R129")


@clause("classic.R129", "classic.R81")
def test_cargo_of_an_ally_is_lost_with_the_transport() -> None:
    game = attack(
        UK,
        ["1 transport (carrying infantry of United States): North Sea Zone > Baltic Sea Zone"],
        {
            "North Sea Zone": {UK: "1 transport (carrying infantry of United States)"},
            "Baltic Sea Zone": {"Germany": "1 battleship"},
        },
        dice=[4],
    )
    assert at(game, "Baltic Sea Zone") == {"battleship": 1}
    assert [e["power"] for e in happened(game, "lost")] == [UK]
    assert all(s.owner != US for force in game.state.forces.values() for s in force if s.type == "infantry")


@clause("classic.R130")
def test_nothing_lets_a_power_give_to_an_ally() -> None:
    assert not any(registry.build("classic").offers.values())
    game = position(UK, "purchase", {UK: {UK: "1 infantry"}}, techs={US: ["industrial_technology"]})
    assert game.decision and game.decision.context["prices"]["infantry"] == 3  # an ally's technology does not help
    before = {p: game.state.ipcs[p] for p in (RED, US)}
    tell(game, "10 infantry")
    assert {p: game.state.ipcs[p] for p in (RED, US)} == before
    assert game.state.ipcs[UK] == 0
