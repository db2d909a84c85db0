"""What the rules show beside units: signs on the map and panels."""

from __future__ import annotations

from sandtable.engine.game import Game
from sandtable.engine.sights import panels, signs
from sandtable.house.smith.neutrals import NEUTRAL
from tests.helpers import position, tell

NEEDED, MONEY = "smith.neutral_territories", "smith.economic_conquest"
RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"


def told(game: Game) -> dict[str, str]:
    return {sign.space: sign.text for sign in signs(game)}


def test_neutral_countries_and_how_they_joined_a_power() -> None:
    units = {"Spain": {NEUTRAL: "3 infantry"}, "Germany": {GERMANY: "1 infantry"}}
    game = position(GERMANY, "purchase", units, rules=[NEEDED, MONEY], ipcs={GERMANY: 9, UK: 0}, dice=[1], round=2)
    assert told(game)["Sweden"] == "1 transport will defend the sea zone of a landing here"
    tell(game, "economic_conquest", "Spain", "go on", "1 infantry")
    assert told(game)["Spain"] == "Joined Germany by economic conquest in round 2"


def test_temporary_capitals_and_bribes_and_duties() -> None:
    facts = {"temporary_capitals": {RED: "Karelia S.S.R."}, "must_act": {UK: ["Baltic Sea Zone"]}}
    rules = ["smith.capturing_a_capital", "smith.naval_placement", "smith.bribed_overflights"]
    units = {"Germany": {GERMANY: "1 fighter"}}
    game = position(GERMANY, "combat_move", units, owners={"Russia": GERMANY}, rules=rules, facts=facts)
    tell(game, "bribe", "Switzerland")
    assert told(game) == {
        "Karelia S.S.R.": "Temporary capital of Soviet Union",
        "Baltic Sea Zone": "United Kingdom must leave or attack in its next turn",
        "Switzerland": "Overlooks aircraft of Germany in this turn",
    }


def test_what_wins_the_war() -> None:
    game = position(GERMANY, "combat_move", {}, owners={"Russia": GERMANY}, rules=["smith.winning", NEEDED])
    (panel,) = panels(game)
    assert [(row.text, row.value, row.met) for row in panel.rows] == [
        ("Axis: hold Russia and United Kingdom", "1 of 2", False),
        ("Axis: hold Eastern United States", "0 of 1", False),
        ("Axis: income at the end of a round", "65 of 100", False),
        ("Allies: hold Germany and Japan", "0 of 2", False),
    ]


def test_the_markers_in_the_cup() -> None:
    game = Game.new("classic", ["smith.random_turns"])
    (panel,) = panels(game)
    assert (panel.title, [row.power for row in panel.rows]) == ("Markers in the cup", [GERMANY, UK, JAPAN, US])


def test_what_powers_aim_their_dice_at() -> None:
    techs, rules = {UK: ["jet_power"]}, ["smith.directed_research", "smith.tech_jet_power"]
    facts = {"research_tries": {GERMANY: {"jet_power": 2}, UK: {"jet_power": 1}}}
    game = position(GERMANY, "combat_move", {}, techs=techs, rules=rules, facts=facts)
    (panel,) = panels(game)
    assert [(row.text, row.value, row.power) for row in panel.rows] == [("Jet Power", "2 turns", GERMANY)]
    assert panels(position(GERMANY, "combat_move", {}, rules=rules)) == []
