"""The worked examples of money, production, development and victory: E12, E13, E15 to E17, E19, E20."""

from __future__ import annotations

import pytest

from sandtable.engine.board import production
from tests.conformance.classic.scenes import (
    asked,
    attack,
    end_moves,
    fired,
    in_phase,
    left,
    refused,
    until,
    way,
)  # fmt: skip
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
BALTIC, NORTH = "Baltic Sea Zone", "North Sea Zone"


@clause("classic.E12", "classic.R156")
def test_neutral_fee_by_overflight() -> None:
    game = position(
        "Germany",
        "combat_move",
        {"Southern Europe": {"Germany": "1 bomber, 1 infantry"}, "Gibraltar": {UK: "1 infantry"}},
        ipcs={"Germany": 7},
    )
    game.answer("1 bomber: Southern Europe > Western Europe > Spain > Gibraltar")
    assert game.state.ipcs["Germany"] == 4
    assert game.state.owner["Spain"] == "Germany"
    assert game.rules.q.value(game, "Spain") == 0
    assert game.state.owner["Switzerland"] is None
    assert at(game, "Gibraltar", "Germany") == {"bomber": 1}


@clause("classic.E13", "classic.R122.4")
def test_raid_with_little_cash() -> None:
    game = attack(
        UK,
        [f"3 bombers: United Kingdom > {NORTH} > {BALTIC} > Germany [raid]"],
        {UK: {UK: "3 bombers, 1 infantry"}, "Germany": {"Germany": "1 aa gun"}},
        ipcs={"Germany": 9},
        dice=[1, 2, 5, 6, 5],
    )
    assert at(game, "Germany", UK) == {"bomber": 2}
    raid = happened(game, "raided")[0]
    assert (sum(raid["dice"]), raid["ipcs"]) == (11, 9)
    assert game.state.ipcs["Germany"] == 0


@clause("classic.E15", "classic.R151")
def test_capital_captured() -> None:
    game = attack(
        "Germany",
        ["2 infantry: Caucasus > Russia"],
        {
            "Caucasus": {"Germany": "2 infantry"},
            "Russia": {RED: "1 infantry"},
            "Yakut S.S.R.": {RED: "2 infantry"},
        },
        owners={"Caucasus": "Germany"},
        ipcs={"Germany": 0, RED: 14},
        dice=[1, 6, 6],
    )
    before = 32 + 3  # with Caucasus
    assert (game.state.ipcs["Germany"], game.state.ipcs[RED]) == (14, 0)
    assert production(game, "Germany") == before + 8
    assert game.state.owner["Yakut S.S.R."] == RED
    assert at(game, "Yakut S.S.R.") == {"infantry": 2}
    until(game, "Germany", "purchase")  # a round later
    assert game.state.ipcs[RED] == 0
    assert not [e for e in happened(game, "bought") if e["power"] == RED]


@clause("classic.E16", "classic.R149")
def test_liberation_while_the_capital_is_lost() -> None:
    game = attack(
        UK,
        ["1 infantry: Ukraine S.S.R. > Karelia S.S.R."],
        {"Ukraine S.S.R.": {UK: "1 infantry"}, "Kazakh S.S.R.": {UK: "1 infantry"}},
        owners={"Russia": "Germany", "Karelia S.S.R.": "Germany"},
        ipcs={UK: 20, "Germany": 0, RED: 0},
    )
    assert game.state.owner["Karelia S.S.R."] == UK
    game.answer("done")
    assert game.state.ipcs[UK] == 20 + 30 + 3
    until(game, UK, "purchase")
    game.answer("4 infantry")
    until(game, UK, "move", "combat")
    game.answer(way(game, "1 infantry: Kazakh S.S.R. > Russia"))
    assert game.state.owner["Karelia S.S.R."] == RED  # handed back with the freed capital


@clause("classic.E16", "classic.R140.2")
def test_the_captor_places_three_units_at_the_liberated_complex() -> None:
    game = position(
        UK, "purchase", {UK: {UK: "1 infantry"}}, owners={"Russia": "Germany", "Karelia S.S.R.": UK}, ipcs={UK: 12}
    )
    game.answer("4 infantry")
    until(game, UK, "place")
    refused(game, "4 infantry > Karelia S.S.R.", "classic.R140")
    game.answer("3 infantry > Karelia S.S.R., 1 infantry > United Kingdom")


@clause("classic.E17", "classic.R140", "classic.R144")
@pytest.mark.parametrize(
    ("answer", "home"),
    [("3 infantry > Karelia S.S.R., 6 infantry > Germany", 6), ("3 infantry > Karelia S.S.R.", 0)],
)
def test_limited_production(answer: str, home: int) -> None:
    game = position("Germany", "purchase", owners={"Karelia S.S.R.": "Germany"}, ipcs={"Germany": 27})
    game.answer("9 infantry")
    until(game, "Germany", "place")
    refused(game, "5 infantry > Karelia S.S.R., 4 infantry > Germany", "classic.R140")
    game.answer(answer)
    assert at(game, "Karelia S.S.R.") == {"infantry": 3}
    assert at(game, "Germany") == ({"infantry": 6} if home else {})
    assert [e["units"] for e in happened(game, "unplaced")] == ([] if home else [{"infantry": 6}])


@clause("classic.E19", "classic.R161", "classic.R162")
def test_development() -> None:
    target = "Western Europe"
    path = f"Eastern United States > Eastern Canada > Eastern Canada Sea Zone > {NORTH} > {target}"
    game = position(
        US,
        "develop",
        {"Eastern United States": {US: "1 fighter, 1 bomber, 1 infantry"}, target: {"Germany": "3 infantry"}},
        techs={US: ["rockets"]},
        ipcs={US: 15},
        dice=[6, 2, 6] + [2, 4] + [6] + [6, 1, 4, 6] + [6, 6, 6],
    )
    game.answer(3)
    assert [e["die"] for e in happened(game, "technology_rolled")] == [2, 4, 6]
    assert game.state.techs[US] == ["rockets", "long_range_aircraft", "heavy_bombers"]
    game.answer(f"1 fighter: {path}")  # four spaces, and two more to a landing place
    game.answer(f"1 bomber: {path}")
    end_moves(game)
    assert fired(game)[:2] == [("attackers", [6]), ("attackers", [1, 4, 6])]  # three dice of the bomber
    assert left(game) == []


#: With these Germany has a production of 50 and Japan one of 35.
FIFTY = dict.fromkeys(
    [
        "Karelia S.S.R.", "Caucasus", "Anglo-Sudan Egypt", "Syria-Iraq", "Persia", "South Africa", "Kazakh S.S.R.",
        "French Equatorial Africa", "French West Africa", "Congo", "Kenya-Rhodesia",
    ],
    "Germany",
)  # fmt: skip
THIRTY_FIVE = dict.fromkeys(["China", "Sinkiang", "India", "Australia", "New Zealand"], "Japan")


@clause("classic.E20", "classic.R173.1")
def test_economic_victory() -> None:
    units = {"Novosibirsk": {US: "1 infantry"}, "Eastern United States": {US: "1 infantry"}}
    game = position(US, "combat_move", units, owners={**FIFTY, **THIRTY_FIVE}, dice=[])
    assert (production(game, "Germany"), production(game, "Japan")) == (50, 35)
    game.answer("1 infantry: Novosibirsk > Sinkiang")  # worth 2
    end_moves(game)
    assert in_phase(game, "noncombat")
    game.answer("done")
    assert production(game, "Germany") + production(game, "Japan") == 83
    assert not game.decided()
    assert asked(game)[1] == RED and game.state.round == 2
    game = position(US, "combat_move", units, owners={**FIFTY, **THIRTY_FIVE}, dice=[])
    tell(game, "done", "done")
    assert game.winner == "axis"  # had it not been taken
