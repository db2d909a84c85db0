"""Reserves before the game, and the money of the United States."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.decisions import Decision
from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.great_war.board import finish, scene
from tests.helpers import at, happened, tell

RULE = "great_war.deploy_the_reserves"
BANKS = {
    "Austria-Hungary": 26, "Russia": 25, "Germany": 35, "France": 24, "Britain": 30, "Ottoman Empire": 16, "Italy": 14,
}  # fmt: skip


def opening(rules: tuple[str, ...] = (), **options: Any) -> Game:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    return Game.new("great_war", [RULE, *rules], given)


def asked(game: Game, power: str) -> Decision:
    return next(d for d in game.open if d.power == power)


def form(decision: Decision) -> Any:
    return decision.form


def refused(game: Game, power: str, answer: str, clause: int) -> None:
    with pytest.raises(Illegal) as error:
        game.answer(answer, id=asked(game, power).id)
    assert error.value.rule == f"{RULE}.{clause}", str(error.value)


def deployed(game: Game, answers: dict[str, str]) -> Game:
    for decision in list(game.open):
        game.answer(answers.get(decision.power, "nothing"), id=decision.id)
    return game


@pytest.mark.clause("great_war.deploy_the_reserves.1", "great_war.deploy_the_reserves.6")
def test_every_power_but_the_united_states_may_spend_its_first_cash() -> None:
    game = opening()
    assert {d.power: d.context["ipcs"] for d in game.open} == BANKS
    cash = dict(game.state.ipcs)
    deployed(game, {"Germany": "6 infantry > Berlin, 3 artillery > Kiel", "Italy": "2 infantry > Rome"})
    assert game.state.ipcs == cash
    assert at(game, "Berlin", "Germany")["infantry"] == 19
    refused(opening(), "Italy", "5 infantry > Rome", 1)


@pytest.mark.clause("great_war.deploy_the_reserves.1", "great_war.deploy_the_reserves.3")
def test_example_libya_takes_two_more() -> None:
    game = opening()
    refused(game, "Italy", "3 infantry > Libya", 1)
    refused(game, "Italy", "2 infantry > Libya, 1 artillery > Libya", 3)
    deployed(game, {"Italy": "2 infantry > Libya"})
    assert at(game, "Libya", "Italy") == {"infantry": 3, "artillery": 1}


@pytest.mark.clause("great_war.deploy_the_reserves.2")
def test_example_not_where_there_is_nobody() -> None:
    game = opening()
    refused(game, "France", "1 infantry > French Equatorial Africa", 2)
    refused(game, "France", "1 infantry > Berlin", 2)
    refused(game, "Germany", "1 cruiser > Sea Zone 11", 2)


@pytest.mark.clause("great_war.deploy_the_reserves.4")
def test_example_two_transports_at_most() -> None:
    game = opening()
    two = "1 transport > Sea Zone 2, 1 transport > Sea Zone 9"
    refused(game, "Britain", f"{two}, 1 transport > Sea Zone 29", 4)
    deployed(game, {"Britain": two})
    assert at(game, "Sea Zone 9", "Britain")["transport"] == 2


@pytest.mark.clause("great_war.deploy_the_reserves.3")
def test_ships_at_most_double_the_ships_of_a_zone() -> None:
    refused(opening(), "Austria-Hungary", "4 submarine > Sea Zone 18", 1)
    game = opening(("great_war.naval_unit_costs",))
    refused(game, "Russia", "2 submarine > Sea Zone 12", 1)
    assert asked(game, "Russia").form.most["submarine", "Sea Zone 12"] == 1  # type: ignore[attr-defined]
    assert asked(game, "Germany").context["ipcs"] == 35
    deployed(game, {"Germany": "1 submarine > Sea Zone 5, 1 submarine > Sea Zone 7, 3 cruiser > Sea Zone 10"})  # 31
    assert at(game, "Sea Zone 10", "Germany")["cruiser"] == 5


@pytest.mark.clause("great_war.deploy_the_reserves.5")
def test_one_fighter_to_a_territory() -> None:
    game = opening()
    refused(game, "Germany", "2 fighter > Berlin", 1)
    deployed(game, {"Germany": "1 fighter > Berlin, 1 fighter > Kiel"})
    assert (at(game, "Berlin", "Germany")["fighter"], at(game, "Kiel", "Germany")["fighter"]) == (2, 1)


@pytest.mark.clause("great_war.deploy_the_reserves.1")
def test_batteries_are_added_on_coasts_only() -> None:
    game = opening(("great_war.coastal_artillery",))
    places = {key[1] for key in form(asked(game, "Britain")).most if key[0] == "coastal_artillery"}
    assert "Scotland" in places and all(game.rules.is_land[space] for space in places)
    moscow = {key for key in form(asked(game, "Russia")).most if key[0] == "coastal_artillery"}
    assert ("coastal_artillery", "Sevastopol") in moscow and ("coastal_artillery", "Moscow") not in moscow
    with pytest.raises(Illegal):
        game.answer("2 battery > Scotland", id=asked(game, "Britain").id)


@pytest.mark.clause("great_war.deploy_the_reserves.1")
@pytest.mark.parametrize(("first", "most"), [(4, 0), (1, 2)])
def test_only_what_is_sold_in_round_1(first: int, most: int) -> None:
    options = {"great_war.tanks_now.first_turn": first}
    game = Game.new("great_war", [RULE, "great_war.tanks_now"], options)
    assert asked(game, "Italy").form.most.get(("tank", "Rome"), 0) == most  # type: ignore[attr-defined]


@pytest.mark.clause("great_war.deploy_the_reserves.8")
def test_the_notes_are_sealed_until_all_are_written() -> None:
    game = opening()
    before = game.state.plain()
    last = game.open[-1]
    for decision in list(game.open[:-1]):
        game.answer(decision.advice, id=decision.id)
        assert game.state.plain() == before
    game.answer("1 infantry > Rome", id=last.id)
    order = list(dict.fromkeys(e["power"] for e in happened(game, "placed")))
    assert order == [p for p in game.rules.powers if p in order] and order[-1] == "Italy"


@pytest.mark.clause("great_war.deploy_the_reserves.6")
@pytest.mark.parametrize(("left", "paid"), [(20, 5), (5, 5), (3, 3), (0, 0)])
def test_the_united_states_get_five_more_a_turn(left: int, paid: int) -> None:
    game = scene(
        "United States", "collect", {"London": {"Britain": "1 infantry"}}, ipcs={"United States": 0}, rules=[RULE],
        facts={"reserve_money": left},
    )  # fmt: skip
    assert game.state.ipcs["United States"] == 20 + paid
    assert game.state.facts["reserve_money"] == left - paid


@pytest.mark.clause("great_war.deploy_the_reserves.6", "great_war.deploy_the_reserves.7")
def test_example_an_early_entry_pays_the_rest_at_once() -> None:
    game = scene(
        "Germany", "purchase", {"Berlin": {"Germany": "1 infantry"}}, ipcs={"Germany": 0, "United States": 7}, round=3,
        rules=[RULE], facts={"reserve_money": 10},
    )  # fmt: skip
    tell(game, "submarine_warfare")
    assert game.state.ipcs["United States"] == 17
    assert game.state.facts["reserve_money"] == 0


@pytest.mark.clause("great_war.deploy_the_reserves.7")
def test_in_their_fourth_turn_they_simply_get_the_last_five() -> None:
    game = scene(
        "United States", "purchase", {"United States of America": {"United States": "1 infantry"}},
        ipcs={"United States": 0}, round=4, rules=[RULE], facts={"reserve_money": 5},
    )  # fmt: skip
    assert "United States" not in game.state.facts["neutral_powers"]
    assert (game.state.ipcs["United States"], game.state.facts["reserve_money"]) == (0, 5)
    finish(game, "collect")
    assert [e["ipcs"] for e in happened(game, "income")] == [20, 5]


def test_the_advice_sends_infantry_to_threatened_territories() -> None:
    game = opening()
    for decision in game.open:
        answer = decision.advice
        decision.check(answer)
        spent = sum(game.rules.units[kind].cost * n for (kind, _), n in answer.items())
        assert spent > BANKS[decision.power] - 3
        assert {"infantry"} <= {kind for kind, _ in answer}
    spaces = {space for _, space in asked(game, "France").advice}
    assert spaces <= {"Lorraine", "Picardy", "Burgundy", "Paris"}


def test_other_numbers_may_be_agreed_on() -> None:
    game = opening(size_cap_factor=3, max_transports=0, max_fighters_per_territory=2, bank="starting_income")
    assert asked(game, "Italy").form.most["infantry", "Libya"] == 4  # type: ignore[attr-defined]
    refused(game, "Britain", "1 transport > Sea Zone 2", 4)
    deployed(game, {"Italy": "2 fighter > Rome"})
    assert at(game, "Rome", "Italy")["fighter"] == 2
    assert opening(us_bonus_per_turn=3, us_bonus_turns=2).state.facts["reserve_money"] == 6
    assert "max_trucks" in dict(opening(max_trucks=1).rules.rules[0].options)
