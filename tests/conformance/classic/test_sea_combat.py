"""Combat at sea: the steps of R99, what submarines and transports may do, R100, R103 to R105, R109, R110, R195."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, fired, left, refused
from tests.helpers import at, happened

clause = pytest.mark.clause
UK, BALTIC, NORTH = "United Kingdom", "Baltic Sea Zone", "North Sea Zone"


def north_sea(attackers: str, defenders: str, dice: list[int], air: str = "", **setting: object) -> Game:
    """German ships from the Baltic and aircraft from Western Europe attack British units in the North Sea Zone."""
    moves = [f"{attackers}: {BALTIC} > {NORTH}"] if attackers else []
    if air:
        moves.append(f"{air}: Western Europe > {NORTH}")
    return attack(
        "Germany",
        moves,
        {
            BALTIC: {"Germany": attackers},
            "Western Europe": {"Germany": air},
            NORTH: {UK: defenders},
        },
        dice=dice,
        **setting,  # type: ignore[arg-type]
    )


@clause("classic.R99", "classic.R99.8")
def test_the_steps_of_sea_combat_in_order() -> None:
    game = north_sea(
        "1 submarine, 1 carrier, 1 battleship",
        "1 transport, 1 submarine, 1 carrier, 1 battleship",
        [6, 6, 6, 6, 6, 6, 6],
    )
    assert fired(game) == [
        ("submarine opening fire", [6]),
        ("attackers", [6]),
        ("attackers", [6]),
        ("transports", [6]),
        ("submarines", [6]),
        ("defenders", [6]),
        ("defenders", [6]),
    ]
    assert [e["hits_on"] for e in happened(game, "volley_fired")] == ["2", "1", "4", "1", "2", "3", "4"]
    assert asked(game) == ("withdraw", "Germany")
    game.answer("nothing")
    assert asked(game) == ("withdraw", UK)
    game.answer("nothing")
    assert asked(game) == ("retreat", "Germany")


@clause("classic.R99.8", "classic.R89")
def test_pressing_on_starts_again_with_the_attacking_submarines() -> None:
    game = north_sea("1 submarine, 1 battleship", "1 battleship", [6, 6, 6, 2])
    game.answer("nothing")
    game.answer("press on")
    assert fired(game)[3:] == [("submarine opening fire", [2])]
    assert combat_over(game)
    assert at(game, NORTH) == {"submarine": 1, "battleship": 1}


@clause("classic.R99.1", "classic.R81")
def test_attacking_transports_do_not_fire_but_may_be_lost_with_their_cargo() -> None:
    loaded = "1 transport (carrying infantry of Germany + infantry of Germany)"
    game = north_sea(f"1 battleship, {loaded}", "1 battleship", [6, 4])
    assert fired(game) == [("attackers", [6]), ("defenders", [4])]
    assert asked(game) == ("casualties", "Germany")
    assert game.decision and {s.type for s in game.decision.form.force} == {"battleship", "transport"}  # type: ignore[attr-defined]
    game.answer("1 transport")
    assert at(game, NORTH, "Germany") == {"battleship": 1}
    game.answer(BALTIC)
    assert at(game, BALTIC) == {"battleship": 1}  # the infantry are gone as well


@clause("classic.R99.2")
@pytest.mark.parametrize(("die", "rest"), [(2, {}), (3, {"transport": 1})])
def test_attacking_submarines_hit_on_two_or_less(die: int, rest: dict[str, int]) -> None:
    game = north_sea("1 submarine", "1 transport", [die] if die == 2 else [die, 6])
    assert at(game, NORTH, UK) == rest


@clause("classic.R99.2", "classic.R37", "classic.R106")
def test_hits_of_attacking_submarines_fall_on_ships_only() -> None:
    game = north_sea("2 submarines, 1 battleship", "1 carrier, 1 transport, 2 fighters", [1, 6, 6, 6, 6, 6, 6])
    assert asked(game) == ("casualties", UK)
    refused(game, "1 fighter", "classic.R86")
    game.answer("1 carrier")
    assert at(game, NORTH, UK) == {"transport": 1, "fighter": 2}


@clause("classic.R99.3", "classic.R27")
def test_ships_hit_by_attacking_submarines_do_not_fire() -> None:
    game = north_sea("1 submarine, 1 battleship", "2 battleships", [1, 6, 5])
    # One battleship fires.
    assert fired(game) == [("submarine opening fire", [1]), ("attackers", [6]), ("defenders", [5])]


@clause("classic.R99.4", "classic.R99.5", "classic.R99.6", "classic.R87")
def test_ships_hit_by_others_fire_once_more() -> None:
    game = north_sea("1 battleship, 1 carrier", "2 battleships", [1, 6, 5, 5, 6, 6, 6])
    assert fired(game) == [("attackers", [1]), ("attackers", [6]), ("defenders", [5, 5])]
    assert at(game, NORTH, UK) == {"battleship": 1}
    game.answer("press on")
    assert fired(game)[-1] == ("defenders", [6])


@clause("classic.R99.5", "classic.R37")
def test_defending_submarines_fire_late_at_two_and_only_at_ships() -> None:
    game = north_sea("1 battleship, 1 transport", "1 submarine", [6, 4, 2], air="1 fighter")
    assert fired(game) == [("attackers", [6]), ("attackers", [4]), ("submarines", [2])]  # no first shot
    assert asked(game) == ("casualties", "Germany")
    refused(game, "1 fighter", "classic.R86")
    game.answer("1 transport")
    assert at(game, NORTH) == {"battleship": 1, "fighter": 1}


@clause("classic.R99.5")
@pytest.mark.parametrize(("die", "hits"), [(1, 1), (2, 0)])
def test_defending_transports_fire_at_one(die: int, hits: int) -> None:
    game = north_sea("1 battleship", "1 transport", [1, die])
    assert happened(game, "volley_fired")[1]["hits"] == hits


@clause("classic.R99.5", "classic.R85")
def test_the_defenders_columns_fire_lowest_first_with_losses_in_between() -> None:
    game = north_sea("1 battleship, 1 carrier", "1 transport, 1 submarine", [6, 6, 1, 2])
    assert asked(game) == ("casualties", "Germany")
    assert left(game) == [2]  # the transport has hit, the submarine has not rolled yet
    game.answer("1 carrier")
    assert at(game, NORTH, "Germany") == {}


@clause("classic.R99.7", "classic.R101", "classic.R101.5")
def test_submarines_withdraw_at_the_end_of_a_round_and_not_before() -> None:
    game = north_sea("1 submarine", "1 submarine", [6, 6])
    assert len(fired(game)) == 2  # both sides have fired when the first question comes
    assert asked(game) == ("withdraw", "Germany")
    game.answer("1 submarine")
    assert at(game, BALTIC, "Germany") == {"submarine": 1}
    assert combat_over(game)  # the other side is not asked any more


@clause("classic.R100")
def test_attacking_submarines_have_the_first_shot_in_every_round() -> None:
    game = north_sea("1 submarine", "1 battleship", [6, 6, 2])
    game.answer("nothing")
    game.answer("press on")
    assert at(game, NORTH) == {"submarine": 1}  # sunk in the second round, without firing in it
    assert left(game) == []


@clause("classic.R103")
def test_transports_alone_take_one_round_of_fire_before_they_may_retreat() -> None:
    game = north_sea("2 transports", "1 submarine", [2])
    assert fired(game) == [("submarines", [2])]
    assert at(game, NORTH, "Germany") == {"transport": 1}
    assert asked(game) == ("withdraw", UK)
    game.answer("nothing")
    assert choices(game) == ["press on", BALTIC]
    game.answer(BALTIC)
    assert at(game, BALTIC) == {"transport": 1}


@clause("classic.R104", "classic.R37")
def test_against_aircraft_alone_submarines_do_not_fire_but_may_withdraw() -> None:
    game = north_sea("", "2 submarines", [3], air="1 fighter")
    assert fired(game) == [("attackers", [3])]  # the submarine hit does not fire back, nor does the other
    assert asked(game) == ("withdraw", UK)
    game.answer("1 submarine")
    game.answer("West Spain Sea Zone")
    assert at(game, "West Spain Sea Zone") == {"submarine": 1}
    assert combat_over(game)


@clause("classic.R105")
def test_submarines_against_aircraft_only_are_fired_at_and_may_leave() -> None:
    def scene(dice: list[int]) -> Game:
        game = north_sea("2 submarines", "1 carrier, 1 fighter", dice)
        assert at(game, NORTH, UK) == {"fighter": 1}
        assert asked(game) == ("withdraw", "Germany")
        return game

    game = scene([1, 6, 6, 6])
    game.answer("nothing")
    assert asked(game) == ("retreat", "Germany")
    game.answer("press on")
    assert fired(game)[2:] == [("defenders", [6])]  # the submarines have nothing to fire at
    game.answer("1 submarine")  # one withdraws, the other stays
    assert asked(game) == ("retreat", "Germany")
    game.answer(BALTIC)
    assert at(game, BALTIC) == {"submarine": 2}
    game = scene([1, 6, 4])
    assert at(game, NORTH, "Germany") == {"submarine": 1}


@clause("classic.R106", "classic.R36")
def test_fighters_of_a_carrier_may_be_lost_in_its_place() -> None:
    game = north_sea("1 battleship", "1 carrier, 1 fighter", [4, 6, 6])
    assert asked(game) == ("casualties", UK)
    game.answer("1 fighter")
    assert at(game, NORTH, UK) == {"aircraft_carrier": 1}
    assert fired(game)[1:] == [("defenders", [6]), ("defenders", [6])]  # carrier at 3, fighter at 4


@clause("classic.R36", "classic.R106")
def test_only_fighters_on_carriers_defend_a_zone() -> None:
    game = attack(
        "Japan",
        ["1 battleship: Wake Island Sea Zone > Hawaiian Islands Sea Zone"],
        {
            "Wake Island Sea Zone": {"Japan": "1 battleship"},
            "Hawaiian Islands Sea Zone": {"United States": "1 transport"},
            "Hawaiian Islands": {"United States": "3 fighters"},
        },
        dice=[4, 6],
    )
    assert fired(game) == [("attackers", [4]), ("transports", [6])]
    assert at(game, "Hawaiian Islands") == {"fighter": 3}


@clause("classic.R109")
def test_a_sea_battle_changes_no_control() -> None:
    game = north_sea("1 submarine", "1 transport", [1])
    before = {s: p.owner for s, p in game.rules.spaces.items() if p.kind == "land"}
    assert game.state.owner == before
    assert NORTH not in game.state.owner


@clause("classic.R110")
def test_if_all_ships_are_lost_the_zone_is_empty() -> None:
    game = north_sea("1 battleship", "1 battleship", [4, 4])
    assert at(game, NORTH) == {}
    assert combat_over(game)


@clause("classic.R195", "classic.R37")
def test_hits_that_cannot_be_assigned_are_wasted() -> None:
    game = north_sea("2 submarines", "1 carrier, 2 fighters", [1, 1, 6, 6])
    assert at(game, NORTH, UK) == {"fighter": 2}  # the second hit finds no ship
    assert fired(game) == [("submarine opening fire", [1, 1]), ("defenders", [6, 6])]


@clause("classic.R195")
def test_a_unit_that_cannot_be_hit_simply_remains() -> None:
    game = north_sea("", "1 submarine", [6, 6, 1], air="1 fighter")
    for _ in range(2):
        assert asked(game) == ("withdraw", UK)
        game.answer("nothing")
        game.answer("press on")
    assert at(game, NORTH) == {"fighter": 1}
    assert combat_over(game)


@clause("classic.R166", "classic.R85")
def test_super_submarines_attack_at_three_and_defend_at_two() -> None:
    game = north_sea("1 submarine", "1 transport", [3], techs={"Germany": ["super_submarines"]})
    assert at(game, NORTH, UK) == {}
    game = north_sea("1 battleship", "1 submarine", [6, 3], techs={UK: ["super_submarines"]})
    assert [e["hits"] for e in happened(game, "volley_fired")] == [0, 0]
