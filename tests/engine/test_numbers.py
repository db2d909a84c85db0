"""The numbers of units now, with the reasons that hold only for their owner."""

from __future__ import annotations

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
