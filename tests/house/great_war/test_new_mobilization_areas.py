"""From Every Corner of the Empire, and We Need More Production: where else new units may be placed, and factories."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.core.forces import Stack
from sandtable.engine.game import Game
from tests.conformance.great_war.board import finish, form, scene
from tests.helpers import at, happened, tell

CORNERS, FACTORIES = "great_war.every_corner_of_the_empire", "great_war.more_production"
MUNICH = "great_war.reinforcements_from_munich"


def placing(power: str, bought: dict[str, int], units: dict[str, dict[str, str]] | None = None, **more: Any) -> Game:
    """A power is about to place units it has purchased."""
    game = scene(power, "purchase", units or {}, ipcs={power: 200}, **more)
    order = ", ".join(f"{n} {kind}" for kind, n in bought.items())
    while game.decision and game.decision.kind in ("offer", "reaction"):
        tell(game, "go on")
    tell(game, order)
    finish(game, "combat")
    while game.decision and game.decision.kind != "place":
        tell(game, "go on")
    return game


def place(game: Game, answer: str) -> Game:
    return tell(game, answer.replace(":", " >").replace(";", ","))


# --- every corner of the empire ---------------------------------------------------------------------------------------


@pytest.mark.clause(
    "great_war.every_corner_of_the_empire.1", "great_war.every_corner_of_the_empire.2",
    "great_war.every_corner_of_the_empire.3",
)  # fmt: skip
def test_example_austria_hungary_places_everywhere() -> None:
    units = {"Galicia": {"Austria-Hungary": "1 infantry"}}
    game = placing("Austria-Hungary", {"infantry": 7, "artillery": 1}, units, rules=[CORNERS])
    place(game, "2 infantry: Budapest; 1 infantry: Trieste; 1 infantry: Tyrolia; 1 infantry: Bohemia; "
          "1 artillery: Galicia; 2 infantry: Vienna")  # fmt: skip
    assert at(game, "Budapest") == {"infantry": 2}
    assert at(game, "Galicia") == {"infantry": 1, "artillery": 1}
    assert at(game, "Vienna") == {"infantry": 2}


@pytest.mark.clause("great_war.every_corner_of_the_empire.1")
def test_example_a_contested_territory_takes_nothing() -> None:
    units = {"Galicia": {"Austria-Hungary": "1 infantry", "Russia": "1 infantry"}}
    game = placing("Austria-Hungary", {"infantry": 3}, units, contested={"Galicia": "Austria-Hungary"}, rules=[CORNERS])
    with pytest.raises(Illegal):
        place(game, "1 infantry: Galicia")
    with pytest.raises(Illegal):
        place(game, "3 infantry: Budapest")
    with pytest.raises(Illegal):
        place(game, "2 infantry: Trieste")


@pytest.mark.clause("great_war.every_corner_of_the_empire.2")
def test_example_canada_needs_infantry_for_an_artillery() -> None:
    game = placing("Britain", {"infantry": 1, "artillery": 1}, rules=[CORNERS])
    with pytest.raises(Illegal):
        place(game, "1 artillery: Canada")
    place(game, "1 infantry: Canada; 1 artillery: London")
    assert at(game, "Canada") == {"infantry": 1}


@pytest.mark.clause("great_war.every_corner_of_the_empire.2", "great_war.every_corner_of_the_empire.3")
def test_an_empty_big_territory_takes_one_of_each() -> None:
    game = placing("Germany", {"infantry": 2, "artillery": 2, "fighter": 1}, rules=[CORNERS])
    with pytest.raises(Illegal):
        place(game, "2 artillery: Ruhr")
    assert ("fighter", "Ruhr") not in form(game).most
    place(game, "1 infantry: Ruhr; 1 artillery: Ruhr")
    assert at(game, "Ruhr") == {"infantry": 1, "artillery": 1}


@pytest.mark.clause("great_war.every_corner_of_the_empire.1")
@pytest.mark.parametrize(
    ("options", "spaces"),
    [
        ({}, {"London", "India", "Canada", "Wales"}), ({"minimum_value": 4}, {"London", "India", "Canada"}),
        ({"double_value": 4}, {"London", "India", "Canada", "Wales"}),
    ],
)  # fmt: skip
def test_which_territories(options: dict[str, int], spaces: set[str]) -> None:
    given = {f"{CORNERS}.{name}": value for name, value in options.items()}
    game = placing("Britain", {"infantry": 2}, rules=[CORNERS], options=given)
    assert {key[1] for key in form(game).most} == spaces
    if "double_value" in options:
        place(game, "2 infantry: Canada")
        assert at(game, "Canada") == {"infantry": 2}
    else:
        with pytest.raises(Illegal):
            place(game, "2 infantry: Canada")


# --- factories --------------------------------------------------------------------------------------------------------


def begun(answers: dict[str, tuple[str, str]], **options: Any) -> Game:
    """A game in which powers place factories; others do so as advised."""
    game = Game.new("great_war", [FACTORIES], {f"{FACTORIES}.{name}": value for name, value in options.items()}, seed=1)
    while game.decision and game.decision.kind in ("factory", "factory_effect"):
        d = game.decision
        mine = answers.get(d.power)
        tell(game, mine[d.kind == "factory_effect"] if mine else d.advice)
    return game


@pytest.mark.clause(
    "great_war.more_production.1", "great_war.more_production.2", "great_war.more_production.3",
    "great_war.more_production.4",
)  # fmt: skip
def test_example_every_power_but_one_places_a_factory() -> None:
    game = begun({"France": ("Burgundy", "income_factory"), "Germany": ("Kiel", "staging_factory")})
    built = {e["power"]: e["space"] for e in happened(game, "factory_built")}
    assert len(built) == 7
    assert "United States" not in built
    assert (built["France"], built["Germany"]) == ("Burgundy", "Kiel")
    assert at(game, "Burgundy", "France")["income_factory"] == 1
    assert len(happened(begun({}, factories_per_power=2), "factory_built")) == 14


@pytest.mark.clause("great_war.more_production.2", "great_war.more_production.3")
def test_example_where_a_factory_may_stand() -> None:
    game = Game.new("great_war", [FACTORIES], seed=1)
    while game.decision and game.decision.power != "Italy":
        tell(game, game.decision.advice)
    with pytest.raises(Illegal):
        tell(game, "Libya")
    with pytest.raises(Illegal):
        tell(game, "Paris")
    spaces = {o.key for o in form(game).options}
    assert "Piedmont" in spaces
    small = Game.new("great_war", [FACTORIES], {f"{FACTORIES}.minimum_value": 1}, seed=1)
    while small.decision and small.decision.power != "Italy":
        tell(small, small.decision.advice)
    assert "Libya" in {o.key for o in form(small).options}


def with_factory(power: str, space: str, kind: str, phase: str, **more: Any) -> Game:
    units = {space: {power: f"1 {kind.replace('_', ' ')}"}}
    return scene(power, phase, units, rules=more.pop("rules", [FACTORIES]), **more)


@pytest.mark.clause("great_war.more_production.5")
@pytest.mark.parametrize(("bonus", "ipcs"), [(3, 27), (5, 29)])
def test_example_burgundy_yields_more(bonus: int, ipcs: int) -> None:
    options = {f"{FACTORIES}.income_bonus": bonus}
    game = with_factory("France", "Burgundy", "income_factory", "collect", ipcs={"France": 0}, options=options)
    assert game.state.ipcs["France"] == ipcs
    game = with_factory(
        "France", "Burgundy", "income_factory", "collect", ipcs={"France": 0}, contested={"Burgundy": "France"}
    )
    assert game.state.ipcs["France"] == 22


@pytest.mark.clause("great_war.more_production.6")
@pytest.mark.parametrize(
    ("space", "options", "most"),
    [
        ("Ruhr", {}, 6), ("Munich", {}, 6), ("Kiel", {}, 4), ("Kiel", {"staging_factor": 3}, 6),
        ("Ruhr", {"staging_cap": 9}, 9),
    ],
)  # fmt: skip
def test_example_so_many_units_are_staged(space: str, options: dict[str, int], most: int) -> None:
    given = {f"{FACTORIES}.{name}": value for name, value in options.items()}
    units = {space: {"Germany": "1 staging factory"}}
    bought = {"infantry": 10, "fighter": 1, "submarine": 1}
    game = placing("Germany", bought, units, rules=[FACTORIES], options=given)
    assert ("submarine", space) not in form(game).most
    with pytest.raises(Illegal):
        place(game, f"{most} infantry: {space}; 1 fighter: {space}")
    place(game, f"{most - 1} infantry: {space}; 1 fighter: {space}")
    assert at(game, space)["infantry"] == most - 1


@pytest.mark.clause("great_war.more_production.6")
def test_limits_add_up_in_a_territory() -> None:
    units = {"Ruhr": {"Germany": "1 staging factory"}}
    game = placing("Germany", {"infantry": 12, "tank": 9}, units, rules=[FACTORIES, CORNERS], round=4)
    with pytest.raises(Illegal):
        place(game, "9 infantry: Ruhr")
    with pytest.raises(Illegal):
        place(game, "7 tank: Ruhr; 1 infantry: Ruhr")
    place(game, "6 tank: Ruhr; 2 infantry: Ruhr")
    assert at(game, "Ruhr")["tank"] == 6


@pytest.mark.clause("great_war.more_production.6")
def test_a_mobilization_area_stays_without_limit() -> None:
    units = {"Munich": {"Germany": "1 staging factory"}}
    game = placing("Germany", {"infantry": 12}, units, rules=[FACTORIES, MUNICH])
    place(game, "12 infantry: Munich")
    assert at(game, "Munich")["infantry"] == 12


@pytest.mark.clause("great_war.more_production.7")
def test_example_a_factory_is_destroyed_for_good() -> None:
    units = {"Burgundy": {"France": "1 income factory"}, "Lorraine": {"Germany": "1 infantry"}}
    game = scene("Germany", "move", units, rules=[FACTORIES])
    tell(game, "1 infantry: Lorraine > Burgundy")
    assert at(game, "Burgundy") == {"infantry": 1}
    game = scene("France", "move", {"Burgundy": {"Germany": "1 income factory"}, "Paris": {"France": "1 infantry"}},
                 owners={"Burgundy": "Germany"}, rules=[FACTORIES])  # fmt: skip
    tell(game, "1 infantry: Paris > Burgundy")
    assert not any(s.type == "income_factory" for s in game.state.at("Burgundy"))


@pytest.mark.clause("great_war.more_production.7")
def test_a_factory_lives_while_its_territory_is_contested() -> None:
    units = {"Burgundy": {"France": "1 infantry, 1 staging factory", "Germany": "1 infantry"}}
    game = scene("France", "move", units, contested={"Burgundy": "France"}, rules=[FACTORIES])
    assert game.state.at("Burgundy")[Stack("France", "staging_factory")] == 1
    assert "Burgundy" not in game.rules.q.placement(game, "France", "infantry")
