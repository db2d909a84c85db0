"""smith.retreats: both sides leave battles, units by units, and the defender at the price of its fire."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, combat_over, end_moves, fired, left, way
from tests.helpers import at, position, tell

clause = pytest.mark.clause
RULE, DOGFIGHTS = "smith.retreats", "smith.dogfights"
RED, GERMANY, UK, US, JAPAN = "Soviet Union", "Germany", "United Kingdom", "United States", "Japan"
KARELIA = "Karelia S.S.R."


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


def karelia(attackers: str, defenders: str, dice: list[int], **setting: Any) -> Game:
    """A German attack on Karelia from Eastern Europe."""
    setting.setdefault("rules", [RULE])
    board = {"Eastern Europe": {GERMANY: attackers}, KARELIA: {RED: defenders}, **setting.pop("units", {})}
    return attack(GERMANY, [f"{attackers}: Eastern Europe > {KARELIA}"], board, dice=dice, **setting)


def after_round_one(more: list[int], **setting: Any) -> Game:
    """The example: 3 German infantry against 2 Soviet infantry and 1 armor after round 1."""
    game = karelia("4 infantry", "3 infantry, 1 armor", [1, 6, 6, 6, 1, 6, 6, 6, *more], **setting)
    return tell(game, "1 infantry")


@clause("smith.retreats.2", "smith.retreats.3", "smith.retreats.4", "smith.retreats.11", "smith.retreats.12",
        "smith.retreats.13")  # fmt: skip
def test_example_the_soviet_retreat_to_russia() -> None:
    game = after_round_one([1, 4, 5, 6])
    assert asked(game) == ("retreat", GERMANY)  # the attacker speaks first
    tell(game, "press on")
    assert asked(game) == ("stay", RED)
    assert choices(game) == ["fight on", "Caucasus", "Russia"]
    tell(game, "Russia", "1 infantry")
    # the infantry that was hit rolled its defense at 2; the others did not, and went
    assert fired(game)[-2:] == [("attackers", [1, 4, 5]), ("defenders", [6])]
    assert at(game, "Russia", RED) == {"infantry": 1, "tank": 1}
    assert game.state.owner[KARELIA] == GERMANY and at(game, KARELIA) == {"infantry": 3}
    assert combat_over(game)
    assert not {m for force in game.state.forces.values() for s in force for m in s.cond.marks} & {"leaving"}


@clause("smith.retreats.1", "smith.retreats.2")
def test_the_attacker_retreats_to_a_friendly_space_without_a_battle() -> None:
    board = {"Finland-Norway": {GERMANY: "1 infantry"}, "Ukraine S.S.R.": {GERMANY: "1 infantry"},
             "Caucasus": {RED: "1 infantry"}}  # fmt: skip
    game = attack(
        GERMANY, [f"2 infantry: Eastern Europe > {KARELIA}", "1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Eastern Europe": {GERMANY: "2 infantry"}, KARELIA: {RED: "1 infantry"}, **board}, dice=[6] * 5,
        rules=[RULE],
    )  # fmt: skip
    tell(game, KARELIA)
    # not only where they came from, and not into a territory with a battle
    assert choices(game) == ["press on", "Eastern Europe", "Finland-Norway", "Ukraine S.S.R."]
    tell(game, "Finland-Norway")
    assert at(game, "Finland-Norway") == {"infantry": 3}
    far = karelia("1 infantry", "1 infantry", [6, 6], options=options(ground_distance=2))
    assert "Germany" in choices(far)


def test_with_no_place_to_go_nobody_is_asked() -> None:
    around = ["Russia", "Caucasus"]
    game = after_round_one([6] * 6, owners=dict.fromkeys(around, GERMANY))
    tell(game, "press on")
    assert asked(game) == ("retreat", GERMANY)


@clause("smith.retreats.5", "smith.retreats.9")
def test_the_overland_part_retreats_by_itself() -> None:
    sea = "North Sea Zone"
    board = {
        "Western Europe": {GERMANY: "3 infantry"}, "Spain": {UK: "2 infantry"}, "United Kingdom": {UK: "1 fighter"},
        sea: {UK: "1 transport (carrying infantry of United Kingdom)"},
    }  # fmt: skip
    game = attack(
        UK,
        [f"1 infantry: {sea} > Western Europe", "2 infantry: Spain > Western Europe",
         f"1 fighter: United Kingdom > {sea} > Western Europe"],
        board, owners={"Spain": UK}, dice=[6] * 7 + [6, 1, 1, 6], rules=[RULE],
    )  # fmt: skip
    assert choices(game) == ["press on", "Spain"]
    tell(game, "Spain", "fight on")
    assert asked(game) == ("withdraw", UK)
    tell(game, "1 fighter")
    assert at(game, "Spain", UK) == {"infantry": 2}
    assert fired(game)[-2:] == [("attackers", [6]), ("defenders", [1, 1, 6])]  # the landed infantry fought on
    assert at(game, "Western Europe", UK) == {"fighter": 1}


@clause("smith.retreats.4")
def test_the_power_that_controls_the_territory_decides() -> None:
    board = {"Eastern Europe": {GERMANY: "2 infantry"}, KARELIA: {UK: "2 infantry"}}
    game = attack(GERMANY, [f"2 infantry: Eastern Europe > {KARELIA}"], board, dice=[6] * 4, rules=[RULE])
    assert asked(tell(game, "press on")) == ("stay", RED)


@clause("smith.retreats.6")
@pytest.mark.parametrize(
    ("british", "american", "decides"),
    [("2 transports", "1 carrier, 2 fighters", UK), ("1 transport", "2 battleships", US),
     ("1 transport", "1 battleship", UK), ("1 battleship", "1 transport", UK)],
)  # fmt: skip
@pytest.mark.parametrize("first", [UK, US])
def test_the_owner_of_most_ships_decides_or_the_first_in_turn_order(
    british: str, american: str, decides: str, first: str
) -> None:
    there = {UK: british, US: american}
    board = {"Eastern Canada Sea Zone": {GERMANY: "1 battleship"},
             "North Sea Zone": {p: there[p] for p in sorted(there, key=lambda p: p != first)}}  # fmt: skip
    game = attack(GERMANY, ["1 battleship: Eastern Canada Sea Zone > North Sea Zone"], board, dice=[6] * 9,
                  rules=[RULE])  # fmt: skip
    assert asked(tell(game, "press on")) == ("stay", decides)


@pytest.mark.parametrize(("ship", "goes"), [("1 battleship", True), ("1 submarine", False)])
def test_the_transport_of_a_neutral_country_never_retreats(ship: str, goes: bool) -> None:
    sea, away = "Peru Sea Zone", "New Zealand Sea Zone"
    board = {"West Panama Sea Zone": {US: f"1 battleship, 1 transport (carrying infantry of {US})"}, sea: {JAPAN: ship},
             "Argentina-Chile": {"Neutral": "2 infantry"}}  # fmt: skip
    game = position(US, "combat_move", {**board, "Eastern United States": {US: "1 infantry"}}, dice=[6] * 9,
                    rules=[RULE, "smith.neutral_territories"])  # fmt: skip
    tell(game, way(game, f"1 battleship, 1 transport: West Panama Sea Zone > {sea}"))
    end_moves(tell(game, f"1 infantry: {sea} > Argentina-Chile"))
    if not goes:
        tell(game, {})  # the submarine stays; no fleet of a power is there
    tell(game, "press on")
    assert asked(game)[0] == ("stay" if goes else "withdraw")
    if goes:
        tell(game, away)
        assert at(game, away) == {"battleship": 1} and at(game, sea, "Neutral") == {"transport": 1}


@clause("smith.retreats.6", "smith.retreats.7", "smith.retreats.8")
def test_example_no_ship_leaves_where_the_enemy_came_from() -> None:
    board = {"North Sea Zone": {UK: "1 battleship"}, "Baltic Sea Zone": {GERMANY: "1 transport, 1 submarine"}}
    game = attack(UK, ["1 battleship: North Sea Zone > Baltic Sea Zone"], board, dice=[6] * 9, rules=[RULE])
    assert asked(game) == ("retreat", UK)
    tell(game, "press on")
    assert asked(game) == ("retreat", UK)  # neither the transport nor the submarine was asked


@clause("smith.retreats.6", "smith.retreats.7")
def test_the_fleet_goes_together_and_submarines_by_themselves() -> None:
    board = {
        "North Sea Zone": {UK: "1 battleship"}, "West Spain Sea Zone": {GERMANY: "2 transports, 1 submarine"},
    }  # fmt: skip
    game = attack(UK, ["1 battleship: North Sea Zone > West Spain Sea Zone"], board, dice=[6] * 6, rules=[RULE])
    assert asked(game) == ("withdraw", GERMANY)
    tell(game, {}, "press on")
    assert asked(game) == ("stay", GERMANY)
    assert "North Sea Zone" not in choices(game)
    tell(game, "West Africa Sea Zone")
    assert not left(game)
    assert at(game, "West Africa Sea Zone") == {"transport": 2}
    assert at(game, "West Spain Sea Zone", GERMANY) == {"submarine": 1}


@clause("smith.retreats.10")
def test_example_a_bomber_flies_home_with_the_movement_it_has_left() -> None:
    board = {"Germany": {GERMANY: "1 bomber"}, "Eastern Europe": {GERMANY: "1 infantry"}, KARELIA: {RED: "2 infantry"}}
    game = attack(
        GERMANY, [f"1 bomber: Germany > Eastern Europe > {KARELIA}", f"1 infantry: Eastern Europe > {KARELIA}"], board,
        dice=[6] * 4 + [6, 1, 6], rules=[RULE],
    )  # fmt: skip
    tell(game, "press on", "fight on")
    assert asked(game) == ("withdraw", GERMANY)
    tell(game, "1 bomber")
    flown = [s for s in game.state.at(KARELIA) if s.type == "bomber"]
    assert [s.cond.moved for s in flown] == [2]
    tell(game, f"1 bomber (moved 2, combat, fought): {KARELIA} > Eastern Europe > Germany")
    assert at(game, "Germany", GERMANY)["bomber"] == 1


@clause("smith.retreats.9", "smith.retreats.14")
def test_example_a_scrambled_fighter_lands_within_half_its_range() -> None:
    board = {"French Indo China": {JAPAN: "2 infantry, 1 fighter"}, "India": {UK: "1 infantry, 1 fighter"}}
    game = attack(
        JAPAN, ["2 infantry, 1 fighter: French Indo China > India"], board, dice=[6] * 12, rules=[RULE, DOGFIGHTS],
    )  # fmt: skip
    tell(game, "1 fighter", "press on", "fight on", {})
    assert asked(game) == ("fly_off", UK)
    places = {key[1] for key in game.decision.form.most}  # type: ignore[union-attr, attr-defined]
    assert {"Persia", "Syria-Iraq", "base"} <= places
    assert "Anglo-Sudan Egypt" not in places
    tell(game, {("fighter", "Persia"): 1})
    # in the dogfight of round 2 it is fired at and does not roll
    assert ("dogfight", [6]) in fired(game)[4:]
    assert at(game, "Persia", UK) == {"fighter": 1}


@clause("smith.retreats.14", "smith.neutral_airspace.1")
@pytest.mark.parametrize("bribed", [True, False])
def test_planes_do_not_retreat_across_neutral_countries(bribed: bool) -> None:
    rules = [RULE, DOGFIGHTS, "smith.neutral_territories", "smith.neutral_airspace", "smith.bribed_overflights"]
    board = {"Peru": {JAPAN: "2 infantry, 1 fighter"}, "Brazil": {US: "2 infantry, 1 fighter"},
             "Panama": {US: "1 infantry"}, "Japan": {JAPAN: "1 infantry"}}  # fmt: skip
    game = position(JAPAN, "combat_move", board, owners={"Peru": JAPAN}, rules=rules, ipcs={JAPAN: 3}, dice=[6] * 5)
    tell(game, *(["bribe", "Colombia"] if bribed else ["go on"]), "2 infantry: Peru > Brazil", "done")
    tell(game, "1 fighter", "press on")
    assert asked(game) == ("fly_off", US)
    assert {key[1] for key in game.decision.form.most} == {"base"}  # type: ignore[union-attr, attr-defined]


@clause("smith.retreats.14")
def test_two_powers_do_not_name_the_same_place_on_a_carrier() -> None:
    around = ["Russia", "Caucasus", "Evenki National Okrug", "Novosibirsk", "Kazakh S.S.R."]
    zone = "Karelia Sea Zone"
    board = {"Eastern Europe": {GERMANY: "3 infantry"}, KARELIA: {RED: "1 infantry", UK: "1 fighter", US: "1 fighter"},
             zone: {UK: "1 carrier, 1 fighter"}}  # fmt: skip
    game = attack(GERMANY, [f"3 infantry: Eastern Europe > {KARELIA}"], board, dice=[6] * 6, rules=[RULE],
                  owners={**dict.fromkeys(around, GERMANY), "Finland-Norway": GERMANY})  # fmt: skip
    tell(game, "press on")
    assert asked(game) == ("fly_off", UK) and ("fighter", zone) in game.decision.form.most  # type: ignore
    tell(game, {("fighter", zone): 1})
    assert asked(game) == ("fly_off", US) and [*game.decision.form.most] == [("fighter", "Persia")]  # type: ignore


def test_a_plane_that_goes_down_may_scramble_again() -> None:
    game = karelia("2 infantry, 1 fighter", "1 infantry, 1 fighter", [6] * 5, rules=[RULE, DOGFIGHTS])
    tell(game, "1 fighter", "press on", "fight on", {}, {("fighter", "base"): 1})
    assert asked(game) == ("assign", RED)
    assert "scrambled" not in {m for s in game.decision.form.force for m in s.cond.marks}  # type: ignore


def test_planes_on_the_ground_may_go_along() -> None:
    game = karelia("2 infantry", "1 infantry, 1 fighter", [6] * 3 + [6] * 2, rules=[RULE, DOGFIGHTS])
    tell(game, {}, "press on", "Russia")
    assert asked(game) == ("go_along", RED)
    tell(game, "1 fighter")
    tell(game, {})  # it does not scramble
    assert at(game, "Russia", RED) == {"infantry": 1, "fighter": 1}
    assert combat_over(game)


@clause("smith.retreats.15")
def test_example_a_fighter_aboard_is_lost_with_its_carrier() -> None:
    zone = "Hawaiian Islands Sea Zone"
    board = {"Wake Island Sea Zone": {JAPAN: "1 battleship"}, zone: {US: "1 carrier, 1 fighter"}}
    game = attack(JAPAN, [f"1 battleship: Wake Island Sea Zone > {zone}"], board, dice=[1, 6], rules=[RULE, DOGFIGHTS])
    tell(game, {}, "1 carrier")
    assert at(game, zone, US) == {} and at(game, "Hawaiian Islands", US) == {}
    without = attack(JAPAN, [f"1 battleship: Wake Island Sea Zone > {zone}"], board, dice=[1, 6, 1], rules=[RULE])
    tell(without, "1 carrier")
    assert at(without, "Hawaiian Islands", US) == {"fighter": 1}  # without dogfights, all are in the air


@clause("smith.retreats.14")
@pytest.mark.parametrize("scrambles", [True, False])
def test_a_fighter_on_its_carrier_leaves_with_it(scrambles: bool) -> None:
    zone, away = "Hawaiian Islands Sea Zone", "Mexico Sea Zone"
    board = {"Wake Island Sea Zone": {JAPAN: "1 battleship, 1 carrier, 1 fighter"}, zone: {US: "1 carrier, 1 fighter"}}
    game = attack(JAPAN, [f"1 battleship, 1 fighter: Wake Island Sea Zone > {zone}"], board, dice=[6] * 9,
                  rules=[RULE, DOGFIGHTS])  # fmt: skip
    tell(game, "1 fighter" if scrambles else {}, *([{}] if scrambles else []), "press on", away, {})
    if scrambles:
        tell(game, {("fighter", "base"): 1})  # only now, when the fleet is named already
    tell(game, {})
    assert at(game, away, US) == {"aircraft_carrier": 1, "fighter": 1} and at(game, zone, US) == {}


def test_the_defender_may_be_bound_to_stay() -> None:
    game = after_round_one([6] * 9, options=options(defender_may_retreat=False))
    tell(game, "press on")
    assert asked(game) == ("retreat", GERMANY)


def test_the_defender_may_name_units_after_the_attackers_roll() -> None:
    game = karelia("4 infantry", "3 infantry", [6] * 4, options=options(defender_declares="after_attack_roll"))
    assert asked(game) == ("stay", RED)  # in round 1
    tell(game, "Russia")
    assert fired(game) == [("attackers", [6] * 4)]
    assert at(game, "Russia", RED) == {"infantry": 3}


@clause("smith.retreats.14")
def test_aircraft_too_may_be_named_after_the_attackers_roll() -> None:
    setting = options(defender_declares="after_attack_roll")
    game = karelia("3 infantry", "2 infantry, 1 fighter", [6] * 5, options=setting)
    tell(game, "fight on")
    assert asked(game) == ("fly_off", RED) and fired(game) == [("attackers", [6] * 3)]
    tell(game, {("fighter", "Russia"): 1})
    assert fired(game)[-1] == ("defenders", [6, 6])  # the fighter does not roll any more
    assert at(game, "Russia", RED) == {"fighter": 1}


@clause("smith.dogfights.3")
@pytest.mark.parametrize("going", [0, 1])
def test_aircraft_on_the_ground_go_along_only_with_ground_units(going: int) -> None:
    rules = [RULE, DOGFIGHTS]
    setting = options(partial_ground_retreat=True)
    game = karelia("3 infantry", "2 infantry, 1 fighter", [6] * 12, rules=rules, options=setting)
    tell(game, {})  # the fighter does not scramble
    tell(game, "press on", "Russia")
    assert asked(game) == ("rear_guard", RED)
    tell(game, "1 infantry" if going else {})
    assert (asked(game) == ("go_along", RED)) is bool(going)


def test_a_rear_guard_is_an_option() -> None:
    game = after_round_one([6, 6, 6, 6, 6], options=options(partial_ground_retreat=True))
    tell(game, "press on", "Russia")
    assert asked(game) == ("rear_guard", RED)
    tell(game, "1 armor")
    assert at(game, "Russia", RED) == {"tank": 1}
    assert fired(game)[-1] == ("defenders", [6, 6])


def test_the_range_of_defending_planes_is_an_option() -> None:
    game = karelia("2 infantry", "1 infantry, 1 fighter", [6] * 4, options=options(defending_plane_range_divisor=4))
    tell(game, "press on", "fight on")
    places = {key[1] for key in game.decision.form.most}  # type: ignore[union-attr, attr-defined]
    assert places == {"Russia", "Caucasus"}


def test_the_odds_of_a_retreat_take_the_fire_of_the_next_round_into_account() -> None:
    """Named after round 1, the defender does not roll in round 2: the attacker loses nothing more."""
    one = sandtable.odds("classic", "2 infantry", "2 infantry", house_rules=[RULE], rounds=1)
    both = sandtable.odds("classic", "2 infantry", "2 infantry", house_rules=[RULE], retreat=["defender: rounds 1"])
    assert both.expected_loss["defender"] > one.expected_loss["defender"]
    hit_later = both.expected_loss["attacker"] - one.expected_loss["attacker"]
    assert 0 < hit_later < one.expected_loss["attacker"] / 3  # only units that are hit roll again
