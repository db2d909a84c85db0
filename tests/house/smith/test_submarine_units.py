"""smith.submarine_units: targets of submarines, hunting aircraft, and submarines that slip past enemy ships."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, end_moves, fired, in_phase, refused, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RULE = "smith.submarine_units"
GERMANY, UK, US, JAPAN = "Germany", "United Kingdom", "United States", "Japan"
NORTH, BALTIC, SPAIN = "North Sea Zone", "Baltic Sea Zone", "West Spain Sea Zone"


def options(**values: Any) -> dict[str, Any]:
    return {f"{RULE}.{name}": value for name, value in values.items()}


@clause("smith.submarine_units.1")
def test_example_the_owner_of_attacking_submarines_chooses() -> None:
    board = {SPAIN: {GERMANY: "2 submarines"}, NORTH: {UK: "1 battleship, 1 transport"}}
    game = attack(GERMANY, [f"2 submarines: {SPAIN} > {NORTH}"], board, dice=[1, 5, 6], rules=[RULE])
    assert asked(game) == ("casualties", GERMANY)
    tell(game, "1 battleship")
    assert fired(game) == [("submarine opening fire", [1, 5]), ("transports", [6])]  # it sinks without firing
    usual = attack(GERMANY, [f"2 submarines: {SPAIN} > {NORTH}"], board, dice=[1, 5], rules=[RULE],
                   options=options(attacking_subs_choose_targets=False))  # fmt: skip
    assert asked(usual) == ("casualties", UK)


@clause("smith.submarine_units.2")
def test_example_defending_submarines_do_not_choose() -> None:
    zone = "Hawaiian Islands Sea Zone"
    board = {"Wake Island Sea Zone": {JAPAN: "1 battleship, 1 transport"}, zone: {US: "1 submarine"}}
    move = [f"1 battleship, 1 transport: Wake Island Sea Zone > {zone}"]
    game = attack(JAPAN, move, board, dice=[6, 1], rules=[RULE])
    assert asked(game) == ("casualties", JAPAN)
    superior = attack(JAPAN, move, board, dice=[6, 1], rules=[RULE, "smith.tech_super_subs", "smith.weapons_table"],
                      techs={US: ["super_submarines"]})  # fmt: skip
    assert asked(superior) == ("casualties", US)


def hunt(planes: str, dice: list[int], prey: str = "1 submarine", **setting: Any) -> Game:
    """British planes attack German ships off Spain."""
    board = {"United Kingdom": {UK: planes}, SPAIN: {GERMANY: prey}}
    setting.setdefault("rules", [RULE])
    return attack(UK, [f"{planes}: United Kingdom > {NORTH} > {SPAIN}"], board, dice=dice, **setting)


@clause("smith.submarine_units.3", "smith.submarine_units.5", "smith.submarine_units.6")
def test_example_two_fighters_search() -> None:
    game = hunt("2 fighters", [5, 4, 3, 6])
    assert [(e["hits_on"], e["dice"]) for e in happened(game, "tested")] == [(4, [5])]
    assert fired(game) == []  # not found: no shots in this round
    while len(happened(game, "tested")) < 2:
        tell(game, game.decision.advice if game.decision else {})
    assert fired(game) == [("hunting aircraft", [3, 6])]
    assert at(game, SPAIN, GERMANY) == {}


@clause("smith.submarine_units.5")
def test_example_four_planes_find_it_without_a_roll() -> None:
    game = hunt("4 fighters", [1, 6, 6, 6])
    assert happened(game, "tested")[0]["dice"] == []
    assert fired(game)[0] == ("hunting aircraft", [1, 6, 6, 6])
    assert at(game, SPAIN, GERMANY) == {}


@clause("smith.submarine_units.3", "smith.submarine_units.4")
def test_example_a_bomber_finds_a_submarine_on_3() -> None:
    game = hunt("1 bomber", [3, 4])
    assert (happened(game, "tested")[0]["hits_on"], fired(game)) == (3, [("hunting aircraft", [4])])
    assert at(game, SPAIN, GERMANY) == {}


@clause("smith.submarine_units.3")
def test_planes_that_attack_ships_hit_no_submarine() -> None:
    game = hunt("2 fighters", [1, 1, 6, 6, 6, 6], "1 submarine, 1 transport")
    assert asked(game) == ("assign", UK)
    tell(game, {})
    assert at(game, SPAIN, GERMANY) == {"submarine": 1}  # the second hit found nothing


@pytest.mark.parametrize(("base", "step", "chance"), [(2, 2, 4 / 6), (6, 1, 1.0), (1, 0, 1 / 6)])
def test_the_numbers_of_detection_are_options(base: int, step: int, chance: float) -> None:
    found = sandtable.odds("classic", "2 fighters", "1 submarine", "sea", house_rules=[RULE], rounds=1,
                           options=options(detection_base=base, detection_step=step))  # fmt: skip
    assert found.expected_loss["defender"] == pytest.approx(8 * chance * 3 / 4)


def test_other_numbers_of_detection_are_rolled_against() -> None:
    game = hunt("2 fighters", [4, 3, 6], options=options(detection_base=2, detection_step=2))
    assert happened(game, "tested")[0]["hits_on"] == 4
    assert fired(game) == [("hunting aircraft", [3, 6])]


def test_defending_planes_may_have_to_search_too() -> None:
    every = options(who_searches_from_air="all_planes")
    one = sandtable.odds("classic", "1 submarine", "1 fighter, 1 carrier", "sea", house_rules=[RULE], rounds=1)
    all_ = sandtable.odds("classic", "1 submarine", "1 fighter, 1 carrier", "sea", house_rules=[RULE], rounds=1,
                          options=every)  # fmt: skip
    assert all_.expected_loss["attacker"] < one.expected_loss["attacker"]
    board = {NORTH: {GERMANY: "1 submarine"}, SPAIN: {UK: "1 carrier, 1 fighter"}}
    game = attack(GERMANY, [f"1 submarine: {NORTH} > {SPAIN}"], board, dice=[6, 4, 6], rules=[RULE], options=every)
    assert happened(game, "tested")[0]["hits_on"] == 3


# --- slipping past enemy ships ----------------------------------------------------------------------------------------


def slip(dice: list[int], phase: str = "combat_move", **setting: Any) -> Game:
    """The example: a German submarine moves through the North Sea, held by 2 British ships."""
    board = {SPAIN: {GERMANY: "1 submarine"}, NORTH: {UK: "1 battleship, 1 transport"}, BALTIC: {UK: "1 transport"}}
    if phase != "combat_move":
        del board[BALTIC]
    game = position(GERMANY, phase, board, dice=dice, rules=[RULE], **setting)
    return tell(game, f"1 submarine: {SPAIN} > {NORTH} > {BALTIC}")


@clause("smith.submarine_units.7", "smith.submarine_units.8")
def test_example_on_a_5_it_arrives() -> None:
    game = slip([5, 1])
    assert at(game, BALTIC, GERMANY) == {"submarine": 1}
    assert happened(game, "detected")[0]["hits_on"] == 4


@clause("smith.submarine_units.8", "smith.submarine_units.9")
def test_example_detected_it_fights_or_goes_back() -> None:
    game = slip([4])
    assert asked(game) == ("detected", GERMANY)
    assert game.decision is not None and game.decision.advice == "back"
    tell(game, "back")
    assert at(game, SPAIN, GERMANY) == {"submarine": 1}
    assert not in_phase(game, "combat")  # its move is over
    fights = slip([4, 1, 6])
    tell(fights, "fight")
    end_moves(fights)
    assert fired(fights)[0] == ("submarine opening fire", [1])


@clause("smith.submarine_units.7", "smith.submarine_units.9")
def test_in_the_noncombat_move_it_passes_but_does_not_stop() -> None:
    assert at(slip([6], "noncombat_move"), BALTIC, GERMANY) == {"submarine": 1}
    assert at(slip([1], "noncombat_move"), SPAIN, GERMANY) == {"submarine": 1}  # detected: it goes back
    board = {SPAIN: {GERMANY: "1 submarine"}, NORTH: {UK: "1 battleship"}}
    game = position(GERMANY, "noncombat_move", board, rules=[RULE])
    refused(game, f"1 submarine: {SPAIN} > {NORTH}", f"{RULE}.7")


def test_a_submarine_that_stops_among_enemies_has_attacked() -> None:
    board = {SPAIN: {GERMANY: "1 submarine"}, NORTH: {UK: "1 transport"}, BALTIC: {UK: "1 transport"}}
    game = position(GERMANY, "combat_move", board, rules=[RULE], dice=[1])
    tell(game, f"1 submarine: {SPAIN} > {NORTH}")
    assert not in_phase(game, "combat") or not list(game.decision.form.listed())[:-1]  # type: ignore[union-attr]


def test_without_the_option_enemy_ships_stop_submarines() -> None:
    board = {SPAIN: {GERMANY: "1 submarine"}, NORTH: {UK: "1 transport"}, BALTIC: {UK: "1 transport"}}
    game = position(GERMANY, "combat_move", board, rules=[RULE], options=options(subs_may_sneak=False))
    refused(game, f"1 submarine: {SPAIN} > {NORTH} > {BALTIC}", "classic.R67")


@clause("smith.submarine_units.9")
def test_a_submarine_goes_back_to_where_its_first_move_of_the_turn_began() -> None:
    africa, spain, north = "West Africa Sea Zone", "West Spain Sea Zone", "North Sea Zone"
    board = {africa: {GERMANY: "1 submarine"}, north: {UK: "1 battleship"}}
    game = position(GERMANY, "noncombat_move", board, rules=[RULE, "smith.tech_super_subs"], dice=[1],
                    techs={GERMANY: ["super_submarines"]})  # fmt: skip
    tell(game, f"1 submarine: {africa} > {spain}")
    tell(game, way(game, f"1 submarine: {spain} > {north} > Baltic Sea Zone"))
    assert at(game, africa) == {"submarine": 1}
