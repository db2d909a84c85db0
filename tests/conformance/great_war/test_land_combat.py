"""Combat on land: R54 to R69, R131, R136."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.battles import ENDLESS
from tests.conformance.great_war.board import controlled, finish, go, scene, until
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


def fired(game: Any) -> list[tuple[str, str, list[int], int]]:
    return [(e["volley"], e["hits_on"], list(e["dice"]), e["hits"]) for e in happened(game, "volley_fired")]


def attack(own: str, enemy: str, dice: list[int], **setting: Any) -> Any:
    """Germany attacks France in Lorraine."""
    return scene(
        "Germany", "combat", {"Lorraine": {"Germany": own, "France": enemy}}, owners={"Lorraine": "France"}, dice=dice,
        **setting,
    )  # fmt: skip


@clause("great_war.R54", "great_war.R59.3", "great_war.R59.4", "great_war.R20")
@pytest.mark.parametrize(("unit", "value"), [("infantry", 2), ("artillery", 3), ("tank", 2), ("fighter", 2)])
def test_attackers_hit_on_their_value_or_less(unit: str, value: int) -> None:
    extra = "" if unit != "fighter" else ", 1 infantry"
    more = [6] if extra else []
    for face, hits in ((value, 1), (value + 1, 0)):
        game = attack(f"1 {unit}{extra}", "2 infantry", [face, *more, 6, 6])
        assert fired(game)[0][3] == hits


@clause("great_war.R54", "great_war.R59.4")
@pytest.mark.parametrize(("unit", "value"), [("infantry", 3), ("artillery", 3), ("tank", 1), ("fighter", 2)])
def test_defenders_hit_on_their_value_or_less(unit: str, value: int) -> None:
    for face, hits in ((value, 1), (value + 1, 0)):
        game = attack("3 infantry", f"1 {unit}", [6, 6, 6, face])
        assert fired(game)[1][3] == hits


@clause("great_war.R54", "great_war.R59.4", "great_war.R59.5")
def test_casualties_of_the_defender_fire_before_they_are_removed() -> None:
    game = attack("3 infantry", "2 infantry", [1, 2, 6, 3, 3])
    assert fired(game) == [("attackers", "2", [1, 2, 6], 2), ("defenders", "3", [3, 3], 2)]
    assert at(game, "Lorraine") == {"infantry": 1}
    assert game.state.owner["Lorraine"] == "Germany"


@clause("great_war.R59", "great_war.R59.6", "great_war.E1", "great_war.R62.1", "great_war.R65")
def test_one_round_then_contested() -> None:
    dice = [2, 2, 4, 6, 3, 5, 3, 1, 1, 3, 3, 5, 6, 6, 2, 4]
    game = attack("6 infantry, 2 artillery", "6 infantry, 2 artillery", dice)
    assert fired(game)[0] == ("attackers", "2 and 3", [2, 2, 4, 6, 3, 5, 3, 1], 5)
    tell(game, "5 infantry")
    assert fired(game)[1] == ("defenders", "3", [1, 3, 3, 5, 6, 6, 2, 4], 4)
    tell(game, "4 infantry")
    assert at(game, "Lorraine", "Germany") == {"infantry": 2, "artillery": 2}
    assert at(game, "Lorraine", "France") == {"infantry": 1, "artillery": 2}
    assert game.state.owner["Lorraine"] is None
    france = scene(
        "France", "collect", {"Lorraine": {"Germany": "1 infantry", "France": "1 infantry"}},
        contested={"Lorraine": "France"}, ipcs={"France": 0},
    )  # fmt: skip
    assert france.state.ipcs["France"] == 22


# Air combat


@clause("great_war.R59.1", "great_war.R59.2", "great_war.R60", "great_war.R61", "great_war.E2")
def test_air_combat_and_supremacy() -> None:
    game = attack(
        "2 fighter, 1 artillery, 1 infantry", "1 fighter, 1 artillery, 1 infantry",
        [5, 2, 6, 1, 6, 4, 4, 3, 4],
    )  # fmt: skip
    until(game, "offer")
    volleys = fired(game)
    assert volleys[0] == ("fighters", "2", [5, 2], 1)
    assert volleys[1] == ("fighters", "2", [6], 0)
    # the fighters at 2, the supported infantry at 3, the artillery at 4
    assert volleys[2] == ("attackers", "2 and 3 and 4", [1, 6, 4, 4], 2)
    assert volleys[3] == ("defenders", "3", [3, 4], 1)


@clause("great_war.R61", "great_war.E3", "great_war.R59.1")
def test_both_lose_all_fighters_and_nobody_has_supremacy() -> None:
    game = attack("1 fighter, 1 artillery, 1 infantry", "1 fighter, 2 artillery, 1 infantry", [1, 2, 4, 4, 4, 4, 4])
    volleys = fired(game)
    assert [v[:2] for v in volleys] == [
        ("fighters", "2"), ("fighters", "2"), ("attackers", "3"), ("defenders", "3"),
    ]  # fmt: skip
    assert at(game, "Lorraine", "Germany") == {"artillery": 1, "infantry": 1}


@clause("great_war.R59.1")
def test_air_combat_goes_on_until_a_side_has_no_fighters() -> None:
    game = attack("1 fighter, 1 infantry", "1 fighter, 1 infantry", [6, 6, 3, 4, 2, 6, *[6] * 3])
    assert [v[2] for v in fired(game)[:6]] == [[6], [6], [3], [4], [2], [6]]
    assert at(game, "Lorraine", "France") == {"infantry": 1}


@clause("great_war.R59.1")
def test_air_combat_ends_although_no_die_hits() -> None:
    game = attack("1 fighter, 1 infantry", "1 fighter, 1 infantry", [6] * (2 * ENDLESS + 4))
    assert [row[2] for row in fired(game)[: 2 * ENDLESS]] == [[6]] * 2 * ENDLESS
    assert at(game, "Lorraine", "Germany") == {"fighter": 1, "infantry": 1}


@clause("great_war.R59.2", "great_war.R60")
def test_who_has_the_only_fighters_has_supremacy_in_attack_and_defense() -> None:
    attacker = attack("1 fighter, 1 artillery, 1 infantry", "3 artillery, 1 infantry", [6, 3, 4, 4, 4, 4, 4])
    until(attacker, "offer")
    assert fired(attacker)[0] == ("attackers", "2 and 3 and 4", [6, 3, 4], 2)
    assert fired(attacker)[1][1] == "3"
    defender = attack("1 artillery, 1 infantry", "1 fighter, 1 artillery, 1 infantry", [4, 4, 2, 3, 4])
    assert fired(defender)[0][1] == "3"
    assert fired(defender)[1] == ("defenders", "2 and 3 and 4", [2, 3, 4], 3)


@clause("great_war.R59.2")
def test_supremacy_is_kept_though_the_fighter_falls_to_the_attack() -> None:
    game = attack("3 infantry", "1 fighter, 1 artillery, 2 infantry", [1, 6, 6, 6, 6, 6, 4])
    tell(game, "1 fighter")
    assert fired(game)[1] == ("defenders", "2 and 3 and 4", [6, 6, 6, 4], 1)


@clause("great_war.R131")
def test_supremacy_is_found_anew_in_each_battle() -> None:
    game = scene(
        "France", "combat", {"Lorraine": {"Germany": "1 fighter, 1 artillery, 1 infantry", "France": "2 infantry"}},
        contested={"Lorraine": "France"}, dice=[6, 6, 6, 6, 4],
    )  # fmt: skip
    tell(game, "Lorraine", "2 infantry")
    assert fired(game)[1] == ("defenders", "2 and 3 and 4", [6, 6, 4], 1)


# Who takes part, who chooses


@clause("great_war.R55", "great_war.R56")
def test_all_of_the_other_side_defend_together() -> None:
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "3 infantry", "France": "2 infantry", "Britain": "2 infantry"}},
        owners={"Lorraine": "France"}, dice=[1, 6, 6, 6, 6, 6, 6],
    )  # fmt: skip
    assert [d.power for d in game.open] == ["France", "Britain"]
    game.answer("1 infantry of Britain")
    game.answer("1 infantry of France")
    assert game.decision is not None
    assert game.decision.power == "Germany"  # they do not agree
    game.answer("1 infantry of Britain")
    assert at(game, "Lorraine", "Britain") == {"infantry": 1}
    assert len(fired(game)[1][2]) == 4


@clause("great_war.R57")
def test_allies_of_the_active_power_take_no_part() -> None:
    game = scene(
        "Germany", "combat",
        {"Lorraine": {"Germany": "2 infantry", "Austria-Hungary": "5 infantry", "France": "2 infantry"}},
        contested={"Lorraine": "France"}, dice=[6, 6, 1, 1],
    )  # fmt: skip
    tell(game, "Lorraine", "2 infantry")
    assert len(fired(game)[0][2]) == 2
    assert at(game, "Lorraine", "Austria-Hungary") == {"infantry": 5}


@clause("great_war.R58", "great_war.R63")
def test_in_a_contested_territory_the_active_power_commits_what_it_wants() -> None:
    game = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "4 infantry, 1 artillery", "France": "2 infantry"}},
        contested={"Lorraine": "France"}, dice=[6, 6, 1, 6],
    )  # fmt: skip
    tell(game, "Lorraine", "2 infantry")
    assert fired(game)[0][2] == [6, 6]
    assert at(game, "Lorraine", "Germany") == {"infantry": 3, "artillery": 1}
    stay = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "4 infantry", "France": "2 infantry"}},
        contested={"Lorraine": "France"}, dice=[],
    )  # fmt: skip
    tell(stay, "none")
    assert fired(stay) == []


@clause("great_war.R59.6")
def test_there_is_no_second_round_and_no_retreat() -> None:
    game = attack("2 infantry", "2 infantry", [6, 6, 6, 6])
    assert game.decision is not None
    assert game.decision.kind == "offer"  # mobilization follows
    assert happened(game, "battle_ended")[0]["rounds"] == 1
    long = attack("2 infantry", "2 infantry", [6] * 8, switches={"land_battle_rounds": 2})
    assert happened(long, "battle_ended")[0]["rounds"] == 2


# After the round


@clause("great_war.R62", "great_war.R62.2", "great_war.R66")
def test_only_attackers_left_capture() -> None:
    game = attack("2 infantry", "1 infantry", [1, 6, 6])
    assert controlled(game, ["Lorraine"]) == ["Germany"]
    fought_for = scene(
        "Germany", "combat",
        {"Lorraine": {"Germany": "2 infantry", "Austria-Hungary": "3 infantry", "France": "1 infantry"}},
        contested={"Lorraine": "France"}, dice=[1, 6, 6],
    )  # fmt: skip
    tell(fought_for, "Lorraine", "2 infantry")
    assert controlled(fought_for, ["Lorraine"]) == ["Germany"]  # the active power, not who has most units


@clause("great_war.R62.2", "great_war.R69")
def test_a_fighter_alone_captures_only_when_it_has_become_an_infantry() -> None:
    lone = scene("France", "mobilize", {"Alsace": {"France": "1 fighter"}}, owners={"Alsace": "Germany"})
    assert at(lone, "Alsace") == {"infantry": 1}
    assert controlled(lone, ["Alsace"]) == ["France"]


@clause("great_war.R62.3")
def test_only_defenders_left_keep_it() -> None:
    game = attack("1 infantry", "2 infantry", [6, 1, 6])
    assert controlled(game, ["Lorraine"]) == ["France"]
    fought_for = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "1 infantry", "France": "1 infantry", "Britain": "1 infantry"}},
        contested={"Lorraine": "Germany"}, dice=[6, 1, 6],
    )  # fmt: skip
    tell(fought_for, "Lorraine")
    assert controlled(fought_for, ["Lorraine"]) == ["France"]


@clause("great_war.R62.4", "great_war.R68")
def test_nobody_left_gives_it_back_to_the_original_controller() -> None:
    fought_for = scene(
        "Germany", "combat", {"Lorraine": {"Germany": "1 infantry", "Britain": "1 infantry"}},
        contested={"Lorraine": "Germany"}, dice=[1, 1],
    )  # fmt: skip
    tell(fought_for, "Lorraine")
    assert at(fought_for, "Lorraine") == {}
    assert controlled(fought_for, ["Lorraine"]) == ["France"]
    held = attack("1 infantry", "1 infantry", [1, 1])
    assert controlled(held, ["Lorraine"]) == ["France"]


@clause("great_war.R136", "great_war.R67")
def test_units_of_allies_keep_it_contested() -> None:
    game = scene(
        "Germany", "combat",
        {"Lorraine": {"Germany": "1 infantry", "Austria-Hungary": "1 infantry", "France": "2 infantry"}},
        contested={"Lorraine": "France"}, dice=[6, 1, 6],
    )  # fmt: skip
    tell(game, "Lorraine")
    assert at(game, "Lorraine", "Germany") == {}
    assert "Lorraine" in game.state.facts["contested"]


@clause("great_war.R67")
def test_who_destroys_himself_by_attacking_loses_the_territory() -> None:
    game = scene(
        "France", "combat", {"Alsace": {"France": "1 infantry", "Germany": "2 infantry"}},
        contested={"Alsace": "Germany"}, dice=[6, 1, 6],
    )  # fmt: skip
    tell(game, "Alsace")
    assert controlled(game, ["Alsace"]) == ["Germany"]


# Liberation


@clause("great_war.R66.1")
def test_an_original_territory_of_an_ally_goes_back_to_it() -> None:
    game = scene(
        "Britain", "move", {"Paris": {"Britain": "1 infantry"}}, owners={"Lorraine": "Germany", "Burgundy": "Germany"}
    )
    go(game, "1 infantry: Paris > Burgundy")
    assert controlled(game, ["Burgundy"]) == ["France"]
    contested = scene(
        "Britain", "move", {"Picardy": {"Britain": "1 infantry"}}, owners={"Burgundy": "Germany"},
        contested={"Paris": "France"},
    )  # fmt: skip
    go(contested, "1 infantry: Picardy > Burgundy")
    assert controlled(contested, ["Burgundy"]) == ["France"]  # a contested capital is not in enemy hands


@clause("great_war.R66.2", "great_war.R90")
def test_the_captor_keeps_it_until_the_capital_is_free() -> None:
    setting: dict[str, Any] = {"owners": {"Burgundy": "Germany", "Paris": "Germany"}}
    game = scene("Britain", "move", {"Picardy": {"Britain": "1 infantry"}}, **setting)
    go(game, "1 infantry: Picardy > Burgundy")
    assert controlled(game, ["Burgundy"]) == ["Britain"]
    always = scene(
        "Britain", "move", {"Picardy": {"Britain": "1 infantry"}}, **setting,
        switches={"captor_keeps_until_capital_freed": False},
    )  # fmt: skip
    go(always, "1 infantry: Picardy > Burgundy")
    assert controlled(always, ["Burgundy"]) == ["France"]
    free = scene(
        "Britain", "move", {"Picardy": {"Britain": "1 infantry"}}, owners={"Burgundy": "Britain", "Paris": "Germany"}
    )
    go(free, "1 infantry: Picardy > Paris")
    assert controlled(free, ["Paris", "Burgundy"]) == ["France", "France"]


@clause("great_war.R65")
def test_nobody_collects_for_a_contested_territory() -> None:
    for power, sum_ in (("Germany", 35), ("France", 22)):
        game = scene(
            power, "collect", {"Lorraine": {"Germany": "1 infantry", "France": "1 infantry"}},
            contested={"Lorraine": "France"}, ipcs={power: 0},
        )  # fmt: skip
        assert game.state.ipcs[power] == sum_


@clause("great_war.R64")
def test_a_hostile_territory_that_was_entered_must_be_attacked() -> None:
    game = scene(
        "Germany", "move", {"Alsace": {"Germany": "2 infantry"}, "Lorraine": {"France": "2 infantry"}}, dice=[6] * 4
    )
    tell(game, "2 infantry: Alsace > Lorraine")
    assert len(happened(game, "battle_started")) == 1
    two = scene(
        "Germany", "move",
        {
            "Alsace": {"Germany": "2 infantry"}, "Lorraine": {"France": "2 infantry"},
            "Munich": {"Germany": "1 infantry"}, "Ruhr": {"Germany": "1 infantry", "France": "1 infantry"},
        },
        contested={"Ruhr": "Germany"}, dice=[6] * 20,
    )  # fmt: skip
    go(two, "2 infantry: Alsace > Lorraine")
    assert two.decision is not None
    assert list(two.decision.legal()) == ["Lorraine", "Ruhr"]  # no end before Lorraine is fought for
    tell(two, "Lorraine", "none")
    finish(two, "combat")
