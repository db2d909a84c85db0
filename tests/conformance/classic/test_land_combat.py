"""Combat on land: R84 to R96, R194."""

from __future__ import annotations

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, fired, left, refused, way
from tests.helpers import at, happened

clause = pytest.mark.clause
RED = "Soviet Union"


def caucasus(attackers: str, defenders: str, dice: list[int], **setting: object) -> Game:
    """German units in Ukraine attack Soviet units in Caucasus."""
    return attack(
        "Germany",
        [f"{attackers}: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": attackers}, "Caucasus": {RED: defenders}},
        dice=dice,
        **setting,  # type: ignore[arg-type]
    )


@clause("classic.R84", "classic.R30")
@pytest.mark.parametrize(("unit", "value"), [("infantry", 1), ("tank", 3), ("fighter", 3), ("bomber", 4)])
def test_attackers_hit_on_their_attack_value_or_less(unit: str, value: int) -> None:
    hit = caucasus(f"1 {unit}", "1 infantry", [value, 6])
    assert [e["hits"] for e in happened(hit, "volley_fired")] == [1, 0]
    assert at(hit, "Caucasus", RED) == {}
    miss = caucasus(f"1 {unit}", "1 infantry", [value + 1, 6])
    assert [e["hits"] for e in happened(miss, "volley_fired")] == [0, 0]
    assert at(miss, "Caucasus", RED) == {"infantry": 1}
    assert asked(miss) == ("retreat", "Germany")


@clause("classic.R84", "classic.R30", "classic.R35")
@pytest.mark.parametrize(("unit", "value"), [("infantry", 2), ("tank", 2), ("fighter", 4), ("bomber", 1)])
def test_defenders_hit_on_their_defense_value_or_less(unit: str, value: int) -> None:
    hit = caucasus("1 infantry", f"1 {unit}", [6, value])
    assert at(hit, "Caucasus", "Germany") == {}
    assert combat_over(hit)
    miss = caucasus("1 infantry", f"1 {unit}", [6, value + 1])
    assert at(miss, "Caucasus", "Germany") == {"infantry": 1}
    assert asked(miss) == ("retreat", "Germany")


@clause("classic.R84")
def test_each_unit_rolls_one_die() -> None:
    game = caucasus("3 infantry, 2 tanks", "2 infantry", [6, 6, 6, 6, 6, 6, 6])
    assert fired(game) == [("attackers", [6, 6, 6]), ("attackers", [6, 6]), ("defenders", [6, 6])]


@clause("classic.R85", "classic.R164")
def test_columns_fire_from_the_lowest_value_to_the_highest() -> None:
    game = caucasus(
        "1 bomber, 1 tank, 1 fighter, 1 infantry",
        "1 fighter, 1 bomber, 1 tank, 1 infantry",
        [6, 6, 6, 6, 6, 6, 6, 6],
        techs={RED: ["jet_power"]},
    )
    volleys = happened(game, "volley_fired")
    assert [(e["volley"], e["hits_on"], len(e["dice"])) for e in volleys] == [
        ("attackers", "1", 1),
        ("attackers", "3", 2),
        ("attackers", "4", 1),
        ("defenders", "1", 1),
        ("defenders", "2", 2),
        ("defenders", "5", 1),
    ]


@clause("classic.R85")
def test_hits_of_a_column_are_assigned_before_the_next_one_rolls() -> None:
    game = caucasus("1 infantry, 1 tank", "1 infantry, 1 tank", [1, 3, 6, 6])
    assert asked(game) == ("casualties", RED)
    assert left(game) == [3, 6, 6]  # the tank has not rolled yet
    game.answer("1 tank")
    assert at(game, "Caucasus", RED) == {}
    assert left(game) == []


@clause("classic.R86")
def test_the_owner_under_fire_chooses_among_units_that_can_be_hit() -> None:
    game = caucasus("2 tanks", "2 infantry, 1 tank, 1 fighter, 1 aa gun", [1, 2] + [6] * 4)
    assert asked(game) == ("casualties", RED)
    refused(game, "1 infantry", "classic.R86")
    refused(game, "2 infantry, 1 fighter", "classic.R86")
    refused(game, "2 fighters", "classic.R86")
    refused(game, "1 aa gun, 1 infantry", "classic.R86")  # it takes no part (R32)
    game.answer("1 infantry, 1 fighter")
    assert at(game, "Caucasus", RED) == {"infantry": 1, "tank": 1, "antiaircraft_gun": 1}


@clause("classic.R86")
def test_the_attacker_chooses_his_own_losses() -> None:
    game = caucasus("1 infantry, 1 tank", "1 infantry", [6, 6, 2])
    assert asked(game) == ("casualties", "Germany")
    game.answer("1 tank")
    assert at(game, "Caucasus", "Germany") == {"infantry": 1}


@clause("classic.R87", "classic.R92.3", "classic.R92.4", "classic.R92.5")
def test_a_defender_that_is_hit_still_fires_and_is_gone_in_the_next_round() -> None:
    game = caucasus("2 infantry", "2 infantry", [1, 6, 2, 6, 6, 6])
    assert fired(game)[1] == ("defenders", [2, 6])  # two dice: the casualty fires
    assert at(game, "Caucasus", RED) == {"infantry": 1}
    assert at(game, "Caucasus", "Germany") == {"infantry": 1}
    game.answer("press on")
    assert fired(game)[2:] == [("attackers", [6]), ("defenders", [6])]  # in the next round it does not


@clause("classic.R88")
def test_an_attacker_that_is_hit_is_removed_at_once() -> None:
    game = caucasus("2 infantry, 1 tank", "1 infantry, 1 fighter", [6, 6, 6, 2, 4])
    assert asked(game) == ("casualties", "Germany")
    game.answer("1 infantry")
    assert at(game, "Caucasus", "Germany") == {"infantry": 1, "tank": 1}  # before the fighter's hit is assigned
    refused(game, "2 infantry", "classic.R86")
    game.answer("1 tank")
    assert at(game, "Caucasus", "Germany") == {"infantry": 1}


@clause("classic.R89", "classic.R92.6")
def test_rounds_go_on_until_a_side_is_gone() -> None:
    game = caucasus("1 infantry", "1 infantry", [6, 6, 6, 6, 1, 6])
    for number in (1, 2):
        assert asked(game) == ("retreat", "Germany")
        assert game.decision and game.decision.context["round"] == number
        game.answer("press on")
    assert combat_over(game)
    assert happened(game, "battle_ended")[0]["rounds"] == 3


@clause("classic.R89")
def test_the_battle_ends_when_the_attackers_are_gone() -> None:
    game = caucasus("1 infantry", "2 infantry", [6, 2, 6])
    assert combat_over(game)
    assert at(game, "Caucasus") == {"infantry": 2}
    assert game.state.owner["Caucasus"] == RED


@clause("classic.R90")
def test_with_the_last_defender_gone_the_attacker_stays_and_is_not_asked() -> None:
    game = caucasus("2 infantry", "1 infantry", [1, 6, 6])
    assert combat_over(game)  # no retreat was offered
    assert at(game, "Caucasus") == {"infantry": 2}
    assert happened(game, "battle_ended")[0]["rounds"] == 1


@clause("classic.R91")
def test_if_all_are_gone_the_defender_keeps_the_territory() -> None:
    game = caucasus("1 tank", "1 infantry", [3, 2])
    assert at(game, "Caucasus") == {}
    assert game.state.owner["Caucasus"] == RED
    assert happened(game, "captured") == []


@clause("classic.R92", "classic.R92.1", "classic.R92.2", "classic.R92.6")
def test_the_steps_of_land_combat_in_order() -> None:
    game = caucasus("1 infantry, 1 fighter", "2 infantry, 1 aa gun", [4, 6, 6, 6, 6, 1, 6, 6, 6])
    start = happened(game, "battle_started")[0]
    assert sum(start["attackers"].values()) == 2
    assert sum(start["defenders"].values()) == 2  # the gun is not on the battle board
    assert fired(game) == [
        ("antiaircraft fire", [4]),
        ("attackers", [6]),
        ("attackers", [6]),
        ("defenders", [6, 6]),
    ]
    game.answer("press on")
    assert fired(game)[4:] == [("attackers", [1]), ("attackers", [6]), ("defenders", [6, 6])]
    assert asked(game) == ("retreat", "Germany")


@clause("classic.R93")
@pytest.mark.parametrize("unit", ["infantry", "tank"])
def test_a_surviving_land_unit_takes_control(unit: str) -> None:
    game = caucasus(f"1 {unit}", "1 infantry", [1, 6])
    assert game.state.owner["Caucasus"] == "Germany"
    assert happened(game, "captured")[0]["space"] == "Caucasus"


@clause("classic.R94", "classic.R34")
@pytest.mark.parametrize("unit", ["fighter", "bomber"])
def test_aircraft_alone_do_not_take_control(unit: str) -> None:
    game = caucasus(f"1 {unit}", "1 infantry", [1, 6])
    assert at(game, "Caucasus") == {unit: 1}
    assert game.state.owner["Caucasus"] == RED
    game.answer(way(game, f"1 {unit}: Caucasus > Ukraine S.S.R."))
    game.answer("done")
    assert game.state.owner["Caucasus"] == RED
    assert at(game, "Ukraine S.S.R.") == {unit: 1}


def two_sides(dice: list[int]) -> Game:
    """Germans from Ukraine and a captured Persia attack Caucasus."""
    return attack(
        "Germany",
        [
            "2 infantry: Ukraine S.S.R. > Caucasus",
            "1 tank: Persia > Caucasus",
            "1 fighter: Eastern Europe > Ukraine S.S.R. > Caucasus",
        ],
        {
            "Ukraine S.S.R.": {"Germany": "2 infantry"},
            "Persia": {"Germany": "1 tank"},
            "Eastern Europe": {"Germany": "1 fighter"},
            "Caucasus": {RED: "2 infantry"},
        },
        owners={"Persia": "Germany"},
        dice=dice,
    )


@clause("classic.R95", "classic.R95.1")
def test_after_a_round_all_land_units_withdraw_to_one_territory_they_came_from() -> None:
    game = two_sides([6, 6, 6, 6, 6, 6])
    assert asked(game) == ("retreat", "Germany")
    assert choices(game) == ["press on", "Persia", "Ukraine S.S.R."]
    assert game.decision and game.decision.rule == "classic.R95"
    game.answer("Persia")
    assert at(game, "Persia") == {"infantry": 2, "tank": 1}
    assert at(game, "Ukraine S.S.R.") == {}
    assert game.state.owner["Caucasus"] == RED
    assert happened(game, "battle_ended")[0]["outcome"] == "defender holds"


@clause("classic.R95.1")
def test_no_retreat_to_a_territory_nobody_came_from_or_through_the_air() -> None:
    game = two_sides([6, 6, 6, 6, 6, 6])
    for space in ("Karelia S.S.R.", "Russia", "Eastern Europe", "Turkey", "Caucasus"):
        assert space not in choices(game)


@clause("classic.R95.1", "classic.R49")
def test_a_tank_that_blitzed_may_withdraw_to_the_territory_it_took_on_the_way() -> None:
    game = attack(
        "Germany",
        ["1 tank: Ukraine S.S.R. > Caucasus > Russia"],
        {"Ukraine S.S.R.": {"Germany": "1 tank"}, "Russia": {RED: "1 infantry"}},
        dice=[6, 6],
    )
    assert choices(game) == ["press on", "Caucasus"]  # adjacent, and friendly now
    game.answer("Caucasus")
    assert at(game, "Caucasus", "Germany") == {"tank": 1}


@clause("classic.R95.2")
def test_aircraft_leave_too_but_land_where_they_like() -> None:
    game = two_sides([6, 6, 6, 6, 6, 6])
    game.answer("Persia")
    assert at(game, "Caucasus", "Germany") == {"fighter": 1}  # still in the air
    too_far = "1 fighter: Caucasus > Ukraine S.S.R. > Eastern Europe > Germany"
    refused(game, way(game, too_far), "classic.R53")
    game.answer(way(game, "1 fighter: Caucasus > Ukraine S.S.R."))
    assert at(game, "Ukraine S.S.R.") == {"fighter": 1}


@clause("classic.R95.3")
def test_a_part_of_the_force_cannot_withdraw_alone() -> None:
    game = two_sides([6, 6, 6, 6, 6, 6])
    assert "break off" not in choices(game)  # no way for the fighter alone
    with pytest.raises(ValueError):
        game.answer("1 tank")
    game.answer("Ukraine S.S.R.")
    assert at(game, "Caucasus", "Germany") == {"fighter": 1}
    assert happened(game, "battle_ended")[0]["attackers"] == {}


@clause("classic.R95", "classic.R52.1")
def test_units_that_withdrew_do_not_move_again() -> None:
    game = two_sides([6, 6, 6, 6, 6, 6])
    game.answer("Ukraine S.S.R.")
    refused(game, way(game, "1 tank: Ukraine S.S.R. > Eastern Europe"), "classic.R52.1")


@clause("classic.R95", "classic.R24")
def test_no_retreat_before_the_first_round_is_complete() -> None:
    game = two_sides([6, 6, 6, 6, 6, 6])
    assert [name for name, _ in fired(game)] == ["attackers", "attackers", "defenders"]
    assert asked(game) == ("retreat", "Germany")  # the first question of all
    assert len(game.log) == 4  # after three moves and their end


@clause("classic.R96")
def test_the_defender_is_never_asked_to_leave() -> None:
    game = caucasus("2 infantry", "1 infantry, 1 tank, 1 fighter", [1, 6, 6, 6, 6, 6, 6, 6, 6])
    kinds = set()
    while not combat_over(game):
        kind, power = asked(game)
        if power == RED:
            kinds.add(kind)
        game.answer("1 infantry" if kind == "casualties" else "press on" if left(game) else "Ukraine S.S.R.")
    assert kinds == {"casualties"}
    assert at(game, "Caucasus") == {"tank": 1, "fighter": 1}


@clause("classic.R194")
def test_a_territory_with_a_defending_aircraft_does_not_fall() -> None:
    game = caucasus("2 infantry", "1 infantry, 1 fighter", [1, 6, 6, 6, 1, 6, 6])
    game.answer("1 infantry")
    assert game.state.owner["Caucasus"] == RED
    assert asked(game) == ("retreat", "Germany")  # and the fighter is not asked to fly off
    game.answer("press on")
    assert game.state.owner["Caucasus"] == "Germany"
    assert at(game, "Caucasus") == {"infantry": 2}
