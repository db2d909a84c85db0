"""Spain: its setup and turns, what moves its marker, and what follows when it joins a side."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.engine.minors import true_neutrals
from tests.conformance.great_war.board import ends, finish, form, scene
from tests.helpers import at, happened, tell

RULE = "great_war.spain_in_the_balance"


def begun(**options: Any) -> Game:
    return Game.new("great_war", [RULE], {f"{RULE}.{name}": value for name, value in options.items()}, seed=1)


def spain(phase: str, power: str = "Spain", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    facts = {"neutral_powers": ["United States", "Spain"], **more.pop("facts", {})}
    return scene(power, phase, units or {}, rules=[RULE], facts=facts, options=options, **more)


def weighed(at_home: int, outside: int, ipcs: int, dice: list[int], paid: int | None = None, **more: Any) -> Game:
    """Spain ends its turn with so many land units and IPCs after collecting."""
    units = {"Spain": {"Spain": f"{at_home} infantry"}}
    if outside:
        units["Spanish Morocco"] = {"Spain": f"{outside} infantry"}
    game = spain("collect", units=units, ipcs={"Spain": ipcs - 5, "France": 9}, dice=dice, **more)
    if paid is not None:
        tell(game, paid)
    return game


# --- setup and turns --------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "great_war.spain_in_the_balance.1", "great_war.spain_in_the_balance.2", "great_war.spain_in_the_balance.3",
    "great_war.spain_in_the_balance.5", "great_war.spain_in_the_balance.6",
)  # fmt: skip
def test_the_setup_of_spain() -> None:
    game = begun()
    assert at(game, "Spain") == {"infantry": 7, "artillery": 1}
    assert at(game, "Spanish Morocco") == {"infantry": 1, "artillery": 1}
    assert at(game, "Sea Zone 14") == {"transport": 1, "cruiser": 1}
    assert game.state.ipcs["Spain"] == 5
    assert game.state.order[-3:] == ["Italy", "Spain", "United States"]
    assert game.state.facts.get("spanish_balance", 0) == 0
    assert "Spain" not in true_neutrals(game)  # it is no lot of an auction


@pytest.mark.clause("great_war.spain_in_the_balance.3", "great_war.spain_in_the_balance.5",
                    "great_war.spain_in_the_balance.6")  # fmt: skip
def test_another_setup() -> None:
    game = begun(units_spain={"infantry": 2}, units_spanish_morocco={"artillery": 1, "infantry": 2},
                 units_sea_zone_14={"battleship": 1}, starting_ipcs=9, plays_after="France")  # fmt: skip
    assert at(game, "Spain") == {"infantry": 2}
    assert at(game, "Spanish Morocco") == {"artillery": 1, "infantry": 2}
    assert at(game, "Sea Zone 14") == {"battleship": 1}
    assert game.state.ipcs["Spain"] == 9
    assert game.state.order[game.state.order.index("France") + 1] == "Spain"


@pytest.mark.clause("great_war.spain_in_the_balance.4")
def test_example_the_cruiser_joins_the_french_fleet() -> None:
    units = {"Sea Zone 14": {"Spain": "1 cruiser"}, "Sea Zone 16": {"France": "1 battleship"},
             "Spain": {"Spain": "1 infantry"}}  # fmt: skip
    game = spain("move", units=units)
    tell(game, "1 cruiser: Sea Zone 14 > Sea Zone 16", "done")
    finish(game, "combat")
    assert at(game, "Sea Zone 16") == {"cruiser": 1, "battleship": 1}
    assert not happened(game, "battle_started")


@pytest.mark.clause("great_war.spain_in_the_balance.7")
def test_spain_buys_and_moves_and_stays_out_of_other_lands() -> None:
    game = spain("purchase", ipcs={"Spain": 9}, units={"Spain": {"Spain": "1 infantry"}})
    tell(game, "1 cruiser")
    assert ends(game, "Spain", "infantry") == set()  # Portugal is aligned, France is not neutral
    finish(game, "combat")
    assert {key[1] for key in form(game).most} == {"Sea Zone 14"}


# --- the marker -------------------------------------------------------------------------------------------------------


@pytest.mark.clause(
    "great_war.spain_in_the_balance.8", "great_war.spain_in_the_balance.9", "great_war.spain_in_the_balance.10",
    "great_war.spain_in_the_balance.11", "great_war.spain_in_the_balance.12", "great_war.spain_in_the_balance.13",
    "great_war.spain_in_the_balance.14", "great_war.spain_in_the_balance.15",
)  # fmt: skip
def test_example_the_marker_moves_toward_germany() -> None:
    game = weighed(8, 4, 7, [3, 2], 1)
    assert game.state.facts["spanish_balance"] == 3  # 1.5 points
    assert game.state.ipcs["France"] == 8


@pytest.mark.clause("great_war.spain_in_the_balance.9", "great_war.spain_in_the_balance.12",
                    "great_war.spain_in_the_balance.14")  # fmt: skip
def test_example_half_a_point_toward_france() -> None:
    assert weighed(9, 2, 7, [5, 6]).state.facts["spanish_balance"] == -1


@pytest.mark.clause("great_war.spain_in_the_balance.12", "great_war.spain_in_the_balance.13")
def test_example_france_pays_only_if_it_has_lost() -> None:
    game = weighed(7, 0, 7, [4, 4])
    assert [e["halves"] for e in happened(game, "influence")] == [-4]
    game = weighed(7, 0, 7, [5, 4])
    assert (form(game).low, form(game).high) == (0, 2)
    assert form(weighed(7, 0, 7, [5, 4], options={"french_max_payment": 1})).high == 1


@pytest.mark.clause("great_war.spain_in_the_balance.16", "great_war.spain_in_the_balance.17")
@pytest.mark.parametrize(
    ("start", "dice", "units", "options", "owner"),
    [
        (9, [6, 6], 13, {}, "Germany"), (-9, [2, 3], 7, {}, "France"), (0, [6, 6], 13, {"threshold": 3}, "Germany"),
        (0, [6, 6], 13, {}, "Spain"),
    ],
)  # fmt: skip
def test_example_at_six_points_spain_joins(
    start: int, dice: list[int], units: int, options: dict[str, int], owner: str
) -> None:
    game = weighed(units, 0, 7, dice, facts={"spanish_balance": start}, options=options)
    assert {game.state.owner[s] for s in ("Spain", "Spanish Morocco", "Balearic Islands")} == {owner}
    assert at(game, "Spain", owner) == {"infantry": units}
    assert ("Spain" in game.state.facts["neutral_powers"]) is (owner == "Spain")
    assert game.state.ipcs["Spain"] == (7 if owner == "Spain" else 0)


@pytest.mark.clause("great_war.spain_in_the_balance.18")
@pytest.mark.parametrize(("options", "most"), [({}, 3), ({"deploy_limit": 5}, 5)])
def test_its_patron_places_three_units_in_spain(options: dict[str, int], most: int) -> None:
    owners = dict.fromkeys(("Spain", "Spanish Morocco", "Balearic Islands"), "Germany")
    facts = {"neutral_powers": ["United States"], "out": ["Spain"], "spanish_patron": "Germany"}
    game = spain("purchase", "Germany", ipcs={"Germany": 60}, owners=owners, facts=facts, options=options)
    while game.decision and game.decision.kind in ("offer", "reaction"):
        tell(game, "go on")
    tell(game, "6 infantry")
    finish(game, "combat")
    while game.decision and game.decision.kind != "place":
        tell(game, "go on")
    with pytest.raises(ValueError, match="limit"):
        tell(game, f"{most + 1} infantry > Spain")
    tell(game, f"{most} infantry > Spain")
    assert at(game, "Spain", "Germany") == {"infantry": most}


@pytest.mark.clause("great_war.spain_in_the_balance.17")
@pytest.mark.parametrize(("power", "start", "owner"), [("France", "Bordeaux", "Germany")])
def test_a_power_that_attacks_spain_drives_it_to_the_other_side(power: str, start: str, owner: str) -> None:
    units = {start: {power: "2 infantry"}, "Spain": {"Spain": "3 infantry"}, "Brest": {power: "1 infantry"}}
    game = spain("move", power, units)
    tell(game, f"2 infantry: {start} > Spain")
    assert at(game, "Spain", owner) == {"infantry": 3}
    assert game.state.owner["Spanish Morocco"] == owner
