"""Purchase, mobilization, income, capitals, submarine warfare: R5.1, R84 to R94, R137, R140."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from tests.conformance.great_war.board import controlled, finish, go, refused, scene, until
from tests.helpers import at, happened, tell

clause = pytest.mark.clause


@clause("great_war.R84", "great_war.R14.1")
def test_units_are_bought_for_cash_and_placed_in_phase_four() -> None:
    game = scene("France", "purchase", {}, ipcs={"France": 10})
    refused(game, "4 infantry", "R84")
    tell(game, "2 infantry, 1 artillery")
    assert game.state.ipcs["France"] == 0
    assert game.state.forces.get("Paris") is None
    until(game, "place")
    refused(game, "3 infantry > Paris", "R85")
    tell(game, "2 infantry > Paris, 1 artillery > Paris")
    assert at(game, "Paris") == {"infantry": 2, "artillery": 1}


@clause("great_war.R85")
@pytest.mark.parametrize(
    ("space", "why"),
    [
        ("Wales", "new units cannot be mobilized in Wales: Britain may mobilize only in London and India"),
        ("India", "you cannot mobilize units in India: you do not control it"),
    ],
)
def test_a_refusal_names_the_mobilization_areas(space: str, why: str) -> None:
    game = mobilizing("Britain", "1 infantry", owners={"India": "Ottoman Empire"})
    with pytest.raises(Illegal, match=why):
        tell(game, f"1 infantry > {space}")


@clause("great_war.R5.1")
def test_naval_bases_cannot_be_bought() -> None:
    game = scene("France", "purchase", {}, ipcs={"France": 100})
    assert {key[0] for key in game.decision.form.most} == {  # type: ignore[union-attr]
        "infantry", "artillery", "fighter", "submarine", "transport", "cruiser", "battleship",
    }  # fmt: skip


def mobilizing(power: str, order: str, units: Any = None, **setting: Any) -> Any:
    """A power that has bought units and is to place them."""
    game = until(scene(power, "purchase", units or {}, ipcs={power: 60}, **setting), "purchase")
    tell(game, order)
    return until(game, "place")


def places(game: Any) -> set[str]:
    return {space for _, space in game.decision.form.most}


@clause("great_war.R85", "great_war.R85.1", "great_war.R85.3")
def test_land_units_and_fighters_in_the_capital_and_in_india() -> None:
    britain = mobilizing("Britain", "14 infantry, 1 fighter")
    assert places(britain) == {"London", "India"}
    tell(britain, "14 infantry > India, 1 fighter > London")
    assert at(britain, "India") == {"infantry": 14}
    assert places(mobilizing("Italy", "3 infantry")) == {"Rome"}
    assert places(mobilizing("Britain", "3 infantry", owners={"India": "Ottoman Empire"})) == {"London"}
    assert places(mobilizing("Britain", "3 infantry", contested={"India": "Britain"})) == {"London"}
    free = mobilizing(
        "Britain", "3 infantry", contested={"India": "Britain"}, switches={"mobilization_needs_control": False}
    )
    assert places(free) == {"London", "India"}


@clause("great_war.R85.2", "great_war.R89.2")
def test_a_contested_capital_still_receives_units() -> None:
    units = {"Paris": {"France": "1 infantry", "Germany": "1 infantry"}}
    game = mobilizing("France", "3 infantry", units, contested={"Paris": "France"})
    assert places(game) == {"Paris"}
    tell(game, "3 infantry > Paris")
    assert at(game, "Paris", "France") == {"infantry": 4}
    assert game.state.ipcs["France"] == 60 - 9 + 24 - 6


@clause("great_war.R85.2", "great_war.R87")
def test_by_the_other_reading_it_does_not_and_they_are_paid_back() -> None:
    game = scene(
        "France", "purchase", {"Paris": {"France": "1 infantry", "Germany": "1 infantry"}},
        contested={"Paris": "France"},
        switches={"mobilization_in_contested_capital": False}, ipcs={"France": 9},
    )  # fmt: skip
    tell(game, "3 infantry")
    finish(game, "collect")
    assert at(game, "Paris", "France") == {"infantry": 1}
    assert game.state.ipcs["France"] == 9 + 24 - 6


@clause("great_war.R86", "great_war.R86.1", "great_war.R86.2")
def test_ships_at_own_bases() -> None:
    assert places(mobilizing("Britain", "1 cruiser")) == {"Sea Zone 8", "Sea Zone 9"}  # and none at India
    assert places(mobilizing("Russia", "1 cruiser")) == {"Sea Zone 6", "Sea Zone 12", "Sea Zone 21"}
    assert places(mobilizing("France", "1 cruiser")) == {"Sea Zone 15", "Sea Zone 16"}
    lost = mobilizing("France", "1 cruiser", owners={"Brest": "Germany"})
    assert places(lost) == {"Sea Zone 16"}
    contested = mobilizing("France", "1 cruiser", contested={"Marseilles": "France"})
    assert places(contested) == {"Sea Zone 15"}
    foreign = mobilizing("Germany", "1 cruiser", owners={"Brest": "Germany"})
    assert places(foreign) == {"Sea Zone 10", "Sea Zone 11"}  # the emblem of Brest is French
    among = {"Sea Zone 15": {"Germany": "1 cruiser"}}
    assert "Sea Zone 15" in places(mobilizing("France", "1 cruiser", among))
    strict = mobilizing("France", "1 cruiser", among, switches={"ships_placed_among_enemies": False})
    assert places(strict) == {"Sea Zone 16"}


@clause("great_war.R87", "great_war.R89")
def test_units_waiting_to_be_placed_are_paid_back_to_the_captor() -> None:
    game = scene(
        "France", "purchase", {"Paris": {"France": "1 infantry", "Germany": "2 infantry"}},
        contested={"Paris": "France"},
        ipcs={"France": 10, "Germany": 0}, dice=[6, 1, 6],
    )  # fmt: skip
    tell(game, "3 infantry", "done", "Paris")
    assert controlled(game, ["Paris"]) == ["Germany"]
    assert game.state.ipcs["Germany"] == 10
    assert game.state.ipcs["France"] == 0


@clause("great_war.R88", "great_war.R14.5")
def test_a_power_collects_the_value_of_what_it_controls() -> None:
    game = scene("Germany", "collect", {}, owners={"Lorraine": "Germany", "Holland": "Germany"}, ipcs={"Germany": 1})
    assert game.state.ipcs["Germany"] == 1 + 35 + 2 + 2


@clause("great_war.R88", "great_war.R140")
def test_a_contested_capital_pays_nobody() -> None:
    units = {"Berlin": {"Germany": "1 infantry", "France": "1 infantry"}}
    german = scene("Germany", "collect", units, contested={"Berlin": "Germany"}, ipcs={"Germany": 0})
    assert german.state.ipcs["Germany"] == 27
    french = scene("France", "collect", units, contested={"Berlin": "Germany"}, ipcs={"France": 0})
    assert french.state.ipcs["France"] == 24


# Capitals


@clause("great_war.R89", "great_war.R89.1", "great_war.E15")
def test_the_captor_of_a_capital_takes_all_cash() -> None:
    game = scene(
        "Austria-Hungary", "combat",
        {"Rome": {"Austria-Hungary": "3 infantry", "Italy": "1 infantry"}, "Naples": {"Italy": "1 infantry"}},
        owners={"Rome": "Italy"}, ipcs={"Italy": 9, "Austria-Hungary": 0}, dice=[1, 6, 6, 6],
    )  # fmt: skip
    finish(game, "mobilize")
    assert controlled(game, ["Rome", "Naples"]) == ["Austria-Hungary", "Italy"]
    assert game.state.ipcs["Italy"] == 0
    assert game.state.ipcs["Austria-Hungary"] == 9 + 26 + 3


@clause("great_war.R89", "great_war.R67")
def test_the_cash_goes_with_a_capital_that_was_contested_before() -> None:
    game = scene(
        "Germany", "combat", {"Paris": {"Germany": "3 infantry", "France": "1 infantry"}},
        contested={"Paris": "France"},
        ipcs={"France": 20, "Germany": 0}, dice=[1, 6, 6, 6],
    )  # fmt: skip
    tell(game, "Paris", "3 infantry")
    assert controlled(game, ["Paris"]) == ["Germany"]
    assert (game.state.ipcs["France"], game.state.ipcs["Germany"]) == (0, 20)
    left = scene(
        "France", "move", {"Paris": {"Germany": "3 infantry", "France": "1 infantry"}, "Brest": {}},
        contested={"Paris": "France"}, ipcs={"France": 20, "Germany": 0},
    )  # fmt: skip
    go(left, f"1 infantry: Paris > {next(s for s in left.rules.land_near['Paris'] if left.state.owner[s] == 'France')}")
    assert controlled(left, ["Paris"]) == ["Germany"]
    assert left.state.ipcs["Germany"] == 20


@clause("great_war.R89.1")
def test_without_capital_no_purchase_and_no_income_but_movement() -> None:
    game = scene(
        "Italy", "purchase", {"Naples": {"Italy": "2 infantry"}}, owners={"Rome": "Austria-Hungary"}, ipcs={"Italy": 5}
    )
    assert game.decision is not None
    assert (game.decision.kind, game.decision.power) == ("move", "Italy")
    finish(game, "collect")
    assert game.state.ipcs["Italy"] == 5
    assert happened(game, "no_income")


@clause("great_war.R90", "great_war.R137", "great_war.R89.1")
def test_a_freed_capital_returns_to_its_power_which_collects_in_its_next_phase_five() -> None:
    game = scene(
        "Britain", "move", {"Tuscany": {"Britain": "1 infantry"}}, owners={"Rome": "Austria-Hungary"},
        ipcs={"Italy": 0, "Britain": 0},
    )  # fmt: skip
    go(game, "1 infantry: Tuscany > Rome")
    assert controlled(game, ["Rome"]) == ["Italy"]
    assert game.state.ipcs["Italy"] == 0  # lost cash is not given back
    own = scene(
        "Italy", "move", {"Tuscany": {"Italy": "1 infantry"}}, owners={"Rome": "Austria-Hungary"}, ipcs={"Italy": 0}
    )
    go(own, "1 infantry: Tuscany > Rome")
    finish(own, "collect")
    assert own.state.ipcs["Italy"] == 14


@clause("great_war.R91")
def test_nothing_gives_cash_to_another_power() -> None:
    game = scene("France", "purchase", {}, ipcs={"France": 10})
    assert [o.name for offers in game.rules.offers.values() for o in offers] == [
        "submarine_warfare", "submarine_warfare", "submarine_warfare", "provoke",
    ]  # fmt: skip


# Unrestricted submarine warfare

HUNTERS = {"Sea Zone 8": {"Germany": "2 submarine"}, "Sea Zone 2": {"Germany": "1 submarine"}}


@clause("great_war.R93", "great_war.R93.1", "great_war.E14")
@pytest.mark.parametrize("power", ["Britain", "United States"])
def test_submarines_take_ipcs_from_britain_and_america(power: str) -> None:
    game = scene(
        power, "collect", HUNTERS, america=True, facts={"submarine_warfare": True}, ipcs={power: 0}, dice=[2, 5, 1],
        owners={"Arabia": power},
    )  # fmt: skip
    assert game.state.ipcs[power] == (31 if power == "Britain" else 21) - 2


@clause("great_war.R93")
def test_nobody_else_pays_and_only_in_three_zones() -> None:
    french = scene(
        "France", "collect", HUNTERS, america=True, facts={"submarine_warfare": True}, ipcs={"France": 0}, dice=[]
    )
    assert french.state.ipcs["France"] == 24
    elsewhere = {f"Sea Zone {n}": {"Germany": "1 submarine"} for n in (3, 4, 5, 9, 15)}
    game = scene(
        "Britain", "collect", elsewhere, america=True, facts={"submarine_warfare": True}, ipcs={"Britain": 0}, dice=[]
    )
    assert game.state.ipcs["Britain"] == 30
    seven = scene(
        "Britain", "collect", {"Sea Zone 7": {"Germany": "1 submarine, 3 cruiser"}}, america=True,
        facts={"submarine_warfare": True}, ipcs={"Britain": 0}, dice=[1],
    )  # fmt: skip
    assert seven.state.ipcs["Britain"] == 29


@clause("great_war.R93.2", "great_war.R93.1")
def test_the_loss_is_never_more_than_the_income() -> None:
    game = scene(
        "Britain", "collect", HUNTERS, america=True, facts={"submarine_warfare": True}, ipcs={"Britain": 7},
        dice=[1, 1, 1],
        switches={"submarine_warfare_loss": 20},
    )  # fmt: skip
    assert game.state.ipcs["Britain"] == 7


@clause("great_war.R92", "great_war.R92.1", "great_war.R94", "great_war.R97")
def test_germany_declares_it_once_and_brings_america_into_the_war() -> None:
    game = scene("Germany", "purchase", {})
    assert game.decision is not None
    assert game.decision.kind == "offer"
    tell(game, "submarine_warfare")
    assert game.state.facts["neutral_powers"] == []
    assert "Germany" in game.foes("United States")
    assert game.decision is not None
    assert game.decision.kind == "purchase"  # it is not offered again
    finish(game, "collect")
    assert len(happened(game, "submarine_warfare")) == 1
    other = scene("Austria-Hungary", "purchase", {})
    assert other.decision is not None
    assert other.decision.kind == "purchase"
