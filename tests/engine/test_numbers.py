"""The numbers of units now, with the reasons that hold only for their owner."""

from __future__ import annotations

from sandtable.core.forces import FRESH, Stack
from sandtable.engine.game import Game
from sandtable.engine.numbers import special
from sandtable.server import views
from tests.helpers import position


def test_only_what_a_power_holds_is_told() -> None:
    assert special(Game.new("classic")) == []
    game = position("Germany", "develop", {}, techs={"Germany": ["jet_power"]})
    (jets,) = special(game)
    assert (jets.owner, jets.unit.id, jets.unit.defense) == ("Germany", "fighter", 5)
    assert jets.notes == ("Jet Power: defend at 5",)


def test_what_holds_in_battles_is_told_with_its_condition() -> None:
    game = position(
        "Germany",
        "develop",
        {},
        techs={"Germany": ["super_armor"]},
        rules=["smith.weapons_table", "smith.tech_super_armor"],
    )
    (armor,) = special(game)
    assert armor.unit.attack == 3
    assert armor.notes[0] == "Super Armor: attack at 4 in the first round of combat"


def test_a_change_of_technologies_reaches_the_clients() -> None:
    plain = views.position(position("Germany", "develop", {}))
    jets = views.position(position("Germany", "develop", {}, techs={"Germany": ["jet_power"]}))
    there, back = views.change(plain, jets), views.change(jets, plain)
    assert there.numbers["Germany"]["fighter"].notes == ["Jet Power: defend at 5"]
    assert views.fold(plain, there) == jets and views.fold(jets, back) == plain


def test_damaged_and_fitted_units_have_numbers_of_their_own() -> None:
    rules = ["smith.damaged_units", "smith.weapons_table", "smith.tech_radar_sonar"]
    game = position("Germany", "combat_move", {}, techs={"Germany": ["radar_sonar"]}, rules=rules)
    for space, type, cond in (
        ("Baltic Sea Zone", "battleship", FRESH),
        ("Baltic Sea Zone", "battleship", FRESH._replace(damage=1)),
        ("Germany", "antiaircraft_gun", FRESH.marked("radar")),
    ):
        game.state.put(space, Stack("Germany", type, cond), 1)
    numbers = views.position(game).numbers["Germany"]
    assert set(numbers) >= {"battleship/1", "antiaircraft_gun/0/radar"} and "battleship/0" not in numbers
    ship = numbers["battleship/1"]
    assert (ship.attack, ship.defense, ship.move) == (2, 2, 1)
    assert "Damaged: attack at 2" in ship.notes
    assert numbers["antiaircraft_gun/0/radar"].notes[0].startswith("Radar/Sonar: ")


def test_damage_reaches_clients_whose_last_position_is_known() -> None:
    game, drawn = position("Germany", "combat_move", {}, rules=["smith.damaged_units"]), views.Drawn()
    before = views.position(game, drawn)
    game.state.put("Baltic Sea Zone", Stack("Germany", "battleship", FRESH._replace(damage=1)), 1)
    after = views.position(game, drawn)
    assert "Germany" not in before.numbers and "battleship/1" in after.numbers["Germany"]
    assert views.fold(after, views.change(after, before)) == before


def test_states_of_units_are_told_to_the_clients() -> None:
    game = Game.new("classic", ["smith.dogfights", "smith.weapons_table", "smith.tech_radar_sonar"])
    states = views.board_info(game.rules).states
    assert states["radar"].lasting and states["radar"].text == "gun with radar"
    assert not states["dogfight"].lasting and "apart" not in states
    assert views.board_info(Game.new("classic").rules).states == {}
