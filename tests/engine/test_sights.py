"""Signs on the map and panels beside it: what the engine, editions, and rules show, and what clients get of it."""

from __future__ import annotations

import pytest

from sandtable.engine import sights
from sandtable.engine.game import Game
from sandtable.engine.installations import DAMAGE
from sandtable.engine.sights import Panel, Row, Sign
from sandtable.rules import registry
from sandtable.rules.draft import Draft
from sandtable.rules.rule import Options, Rule
from sandtable.server import views


def shown(game: Game, space: str) -> dict[str, Sign]:
    """The signs of a space by kind."""
    return {sign.kind: sign for sign in sights.signs(game) if sign.space == space}


@pytest.mark.clause("great_war.R42", "great_war.R105")
def test_1914_shows_bases_mines_and_the_armies_of_minor_powers() -> None:
    game = Game.new("great_war", seed=1)
    assert shown(game, "London")["base"].power == "Britain"
    assert shown(game, "Sea Zone 9")["mine"].power == "Britain"
    army = shown(game, "Belgium")["army"]
    assert (army.number, army.power, army.text) == (
        4,
        "France",
        "Belgium mobilizes 3 infantry, 1 artillery and joins France",
    )
    game.state.owner["Belgium"] = "Germany"
    assert not shown(game, "Belgium")


@pytest.mark.clause("great_war.R113", "great_war.R97")
def test_1914_shows_who_enters_the_war_and_how_near_the_revolution_is() -> None:
    game = Game.new("great_war", seed=1)
    entry, revolution = sights.panels(game)
    assert entry.title == "Neutral powers" and entry.rows[0].value == "round 4"
    assert [row.met for row in revolution.rows] == [False, False, False, True]
    for space in ("Ukraine", "Poland", "Belarus", "Livonia", "Tatarstan"):
        game.state.owner[space] = "Germany"
    game.state.round = 4
    entry, revolution = sights.panels(game)
    assert [row.met for row in revolution.rows] == [True] * 4 and revolution.rows[1].value == "4 of 3"


def beacons(draft: Draft, option: Options) -> None:
    """Lighthouses stand in Eire; a convoy runs through the Baltic; Germany is to hold Karelia."""
    draft.add("convoys.Baltic Sea Zone", {"value": 3, "owner": "Germany"})
    draft.add("objectives.East", {"power": "Germany", "hold": ["Karelia S.S.R."], "ipcs": 5, "text": "Hold Karelia"})
    draft.step("signs", "lights", lambda: [Sign("Eire", "flag", "A lighthouse")])
    draft.step("panels", "lights", lambda: Panel("Lights", (Row("Eire", "1", True),)))


def test_rules_add_signs_and_panels_and_the_engine_shows_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**registry.rules(), "test.beacons": Rule("test.beacons", "Beacons", beacons, editions=("classic",))}
    monkeypatch.setattr(registry, "rules", lambda: known)
    game = Game.new("classic", ["test.beacons"], seed=1)
    DAMAGE.of(game.state)["Germany"] = {"industrial_complex": 4}
    assert shown(game, "Germany")["damage"].text == "4 points of damage on the industrial complex"
    assert shown(game, "Baltic Sea Zone")["convoy"] == Sign(
        "Baltic Sea Zone", "convoy", "Convoy worth 3 IPCs, controlled by Germany", 3, "Germany"
    )
    assert shown(game, "Eire")["flag"].text == "A lighthouse"
    objectives, lights = sights.panels(game)
    assert objectives.rows == (
        Row("Hold Karelia", "5 IPCs", False, "Germany", "the side of Germany must control Karelia S.S.R."),
    )
    assert lights == Panel("Lights", (Row("Eire", "1", True),))


def test_clients_get_signs_and_panels_by_changes() -> None:
    game = Game.new("great_war", seed=1)
    before = views.position(game)
    game.state.owner["Belgium"] = "Germany"
    game.state.round = 4
    after = views.position(game)
    change = views.change(before, after)
    assert change.signs == {"Belgium": []} and change.panels == after.panels
    assert views.fold(before, change) == after
    assert [sign.kind for sign in after.signs["London"]] == ["base"]


def test_a_bare_game_of_classic_shows_nothing() -> None:
    game = Game.new("classic", seed=1)
    assert sights.signs(game) == [] and sights.panels(game) == []


@pytest.mark.clause("pacific.R132", "pacific.R133", "pacific.R137")
def test_pacific_shows_the_points_that_decide_and_whose_phases_are_whose() -> None:
    game = Game.new("pacific", seed=1)
    axis, allies = sights.scores(game)
    assert (axis.side, axis.value, axis.goal, axis.below) == ("axis", 0, 22, False)
    assert (allies.side, allies.value, allies.goal, allies.below) == ("allies", 19, 9, True)
    game.state.facts["victory_points"] = 5
    assert views.position(game).scores[0].value == 5
    phases = {power.name: power.phases for power in views.powers(game.rules)}
    assert {name for name, own in phases.items() if "recruit" in own} == {"United States", "China"}
    assert {name for name, own in phases.items() if "divide" in own} == {"Great Britain", "India", "Australia"}
    assert sights.scores(Game.new("classic", seed=1)) == []


def test_ships_in_port_have_a_sign() -> None:
    game = Game.new("pacific", ["pacific.ports_shelter"], {"pacific.ports_shelter.start_in_port": True}, seed=1)
    assert not any(sign.kind == "port" for sign in sights.signs(game))
    while game.decision and game.decision.kind == "divide":
        game.answer(game.decision.advice)
    sign = shown(game, "Hawaiian Islands")["port"]
    assert sign.power == "United States" and sign.number == 4 and sign.text.startswith("In port: ")
