"""smith.air_missions and smith.port_guns: what fires at aircraft on their way, and over the ships off a port."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import attack, fired, left, refused
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
MISSIONS, PORTS = "smith.air_missions", "smith.port_guns"
GERMANY, UK, US, JAPAN = "Germany", "United Kingdom", "United States", "Japan"
NORTH, SPAIN_SEA = "North Sea Zone", "West Spain Sea Zone"


def options(rule: str, **values: Any) -> dict[str, Any]:
    return {f"{rule}.{name}": value for name, value in values.items()}


# --- air missions -----------------------------------------------------------------------------------------------------


def raid(dice: list[int], rules: tuple[str, ...] = (MISSIONS,), **values: Any) -> Game:
    """The example: a bomber flies over Western Europe to raid Germany."""
    board = {
        "United Kingdom": {UK: "1 bomber"}, "Western Europe": {GERMANY: "1 fighter, 1 aa gun"},
        "Germany": {GERMANY: "1 aa gun"},
    }  # fmt: skip
    game = position(UK, "combat_move", board, dice=dice, rules=rules, options=options(MISSIONS, **values))
    return tell(game, f"1 bomber: United Kingdom > {NORTH} > Western Europe > Germany [raid]")


@clause("smith.air_missions.1", "smith.air_missions.2", "smith.air_missions.3")
@pytest.mark.parametrize("rules", [(MISSIONS,), (MISSIONS, "smith.dogfights")])
def test_example_both_guns_fire_and_the_fighter_does_nothing(rules: tuple[str, ...]) -> None:
    game = raid([6, 6, 3], rules)
    assert [e["dice"] for e in happened(game, "aa_fired")] == [[6]]  # Western Europe
    assert fired(game) == [("antiaircraft fire", [6])]  # Germany
    assert [e["ipcs"] for e in happened(game, "raided")] == [3]


def test_guns_on_the_way_may_be_silent() -> None:
    game = raid([6, 3], antiaircraft_on_overflight=False)
    assert happened(game, "aa_fired") == []


@clause("smith.air_missions.1", "smith.air_missions.2")
@pytest.mark.parametrize("over", [True, False])
def test_example_fighters_cross_a_zone_with_an_enemy_carrier(over: bool) -> None:
    zone, target = "Hawaiian Islands Sea Zone", "Mexico Sea Zone"
    board = {
        "Wake Island Sea Zone": {JAPAN: "1 carrier, 1 fighter"}, zone: {US: "1 carrier, 1 fighter"},
        target: {US: "1 transport"}, "Mexico": {JAPAN: "1 infantry"},
    }  # fmt: skip
    game = position(JAPAN, "combat_move", board, owners={"Mexico": JAPAN}, rules=[MISSIONS],
                    options=options(MISSIONS, fly_over_enemy=over))  # fmt: skip
    flight = f"1 fighter: Wake Island Sea Zone > {zone} > {target}"
    if over:
        tell(game, flight)
        assert at(game, target, JAPAN) == {"fighter": 1}
        assert happened(game, "lost") == []
    else:
        refused(game, flight, f"{MISSIONS}.1")


# --- port guns --------------------------------------------------------------------------------------------------------


def north_sea(
    dice: list[int], moves: list[str] | None = None, rules: tuple[str, ...] = (PORTS,), **setting: Any
) -> Game:
    """The example: 3 German fighters attack the British battleship in the North Sea."""
    board = {
        "Western Europe": {GERMANY: "3 fighters"}, NORTH: {UK: "1 battleship"},
        "United Kingdom": {UK: "1 aa gun"}, **setting.pop("units", {}),
    }  # fmt: skip
    moves = moves or [f"3 fighters: Western Europe > {NORTH}"]
    return attack(GERMANY, moves, board, dice=dice, rules=list(rules), **setting)


@clause("smith.port_guns.1")
@pytest.mark.parametrize("rules", [(PORTS,), ("smith.dogfights", PORTS, "smith.order_of_combat")])
def test_example_the_gun_in_the_port_shoots_down_a_fighter(rules: tuple[str, ...]) -> None:
    game = north_sea([1, 3, 6, 6, 6, 6], rules=rules)
    assert fired(game)[0] == ("port guns", [1, 3, 6])
    assert at(game, NORTH, GERMANY) == {"fighter": 2}


@clause("smith.port_guns.1")
def test_example_no_shot_without_a_complex() -> None:
    board = {
        "Western Europe": {UK: "1 aa gun"}, "United Kingdom": {}, SPAIN_SEA: {UK: "1 transport"},
        "Germany": {GERMANY: "1 fighter"},
    }  # fmt: skip
    game = attack(
        GERMANY, [f"1 fighter: Germany > Western Europe > {SPAIN_SEA}"], board, owners={"Western Europe": UK},
        dice=[6, 3, 6], rules=[PORTS],
    )  # fmt: skip
    assert "port guns" not in dict(fired(game))  # the gun has fired at the overflight alone


def test_what_the_guns_hit_on_and_how_many_fire_are_options() -> None:
    game = north_sea([2, 6, 6, 6, 6, 6], options=options(PORTS, hit_on=2))
    assert at(game, NORTH, GERMANY) == {"fighter": 2}
    two = north_sea(
        [6, 6, 6, 1, 6, 6, 6, 6, 6], units={"Finland-Norway": {UK: "1 aa gun, 1 industrial complex"}},
        owners={"Finland-Norway": UK}, options=options(PORTS, max_guns_per_zone=2),
    )  # fmt: skip
    assert [name for name, _ in fired(two)][:2] == ["port guns", "port guns"]
    assert at(two, NORTH, GERMANY) == {"fighter": 2}


def test_a_gun_fires_at_a_plane_only_once_in_a_turn() -> None:
    board = {"Finland-Norway": {GERMANY: "1 fighter"}}
    moves = [f"1 fighter: Finland-Norway > {NORTH} > United Kingdom > {NORTH}", f"1 fighter: Western Europe > {NORTH}"]
    game = north_sea([6, 2, 6, 6, 6], moves, units=board)
    assert [e["dice"] for e in happened(game, "aa_fired")] == [[6]]
    assert fired(game)[0] == ("port guns", [2])  # at the other one alone
    assert not left(game)


@clause("smith.port_guns.1")
@pytest.mark.parametrize(("silent", "shots"), [(True, ["sea"]), (False, ["land"])])
def test_planes_that_the_gun_let_pass_are_fired_at_over_the_ships(silent: bool, shots: list[str]) -> None:
    board = {"Baltic Sea Zone": {GERMANY: "1 transport"}, "Western Europe": {UK: "1 fighter"},
             "Germany": {GERMANY: "1 aa gun"}}  # fmt: skip
    game = attack(
        UK, ["1 fighter: Western Europe > Germany > Baltic Sea Zone"], board, owners={"Western Europe": UK},
        dice=[6, 3, 6], rules=[MISSIONS, PORTS], options=options(MISSIONS, antiaircraft_on_overflight=not silent),
    )  # fmt: skip
    fire = ["land" for _ in happened(game, "aa_fired")] + ["sea" for name, _ in fired(game) if name == "port guns"]
    assert fire == shots


@clause("smith.port_guns.1")
def test_guns_do_not_defend_the_transport_of_a_neutral_country() -> None:
    board = {"Baltic Sea Zone": {UK: f"1 transport (carrying infantry of {UK}), 1 carrier, 1 fighter"},
             "Sweden": {"Neutral": "2 infantry"}, "Germany": {GERMANY: "1 aa gun"}}  # fmt: skip
    game = attack(UK, ["1 infantry: Baltic Sea Zone > Sweden"], board, dice=[1] * 9,
                  rules=[PORTS, "smith.neutral_territories"])  # fmt: skip
    assert happened(game, "battle_started")[0]["space"] == "Baltic Sea Zone"
    assert "port guns" not in dict(fired(game))
