"""Italy between the alliances: neutrality, talks, deals and defection, wars of its own, and victory."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine import contracts
from sandtable.engine.game import Game
from tests.conformance.great_war.board import ends, form, refused, scene
from tests.helpers import at, happened, tell

RULE = "great_war.italian_dilemma"
UNITS = {
    "Venice": {"Italy": "4 infantry"}, "Trieste": {"Austria-Hungary": "2 infantry"},
    "Munich": {"Germany": "6 infantry"}, "Paris": {"France": "6 infantry"}, "Rome": {"Italy": "1 infantry"},
}  # fmt: skip


def italy(phase: str, power: str = "Italy", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Game:
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    facts = {"neutral_powers": ["United States", "Italy"], **more.pop("facts", {})}
    return scene(power, phase, UNITS if units is None else units, rules=[RULE], facts=facts, options=options, **more)


def answer(game: Game, *accepted: bool) -> Game:
    """The Central Powers and the Entente answer Italy's demands."""
    for yes in accepted:
        assert game.open[0].kind == "answer_demands"
        game.answer(yes, id=game.open[0].id)
    return game


CASH = {"Germany": 40, "France": 40, "Italy": 0}


def talks(demands: str, territory: str = "none", round: int = 2, **more: Any) -> Game:
    game = italy("talks", round=round, ipcs=CASH, **more)
    tell(game, demands, territory)
    return game


# --- neutrality -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("great_war.italian_dilemma.1", "great_war.italian_dilemma.2", "great_war.italian_dilemma.4")
def test_italy_begins_neutral_and_moves_at_home() -> None:
    game = Game.new("great_war", [RULE], seed=1)
    assert game.side("Italy") == "Italy"
    assert not game.foes("Italy")
    assert not game.friends("Italy") - {"Italy"}
    game = italy("move", round=1)
    assert ends(game, "Venice", "infantry") == {"Piedmont", "Tuscany", "Switzerland"}
    game = italy("collect", round=1, ipcs={"Italy": 0})
    assert game.state.ipcs["Italy"] == 14


@pytest.mark.clause("great_war.italian_dilemma.3", "great_war.italian_dilemma.13")
def test_neutral_italy_invades_neutral_countries() -> None:
    units = {**UNITS, "Somaliland": {"Italy": "3 infantry"}}
    game = italy("move", units=units, dice=[1, 1, 1, 6], round=2)
    spaces = [s for s in ends(game, "Somaliland", "infantry") if game.state.owner.get(s) is None]
    assert spaces == ["Empire of Ethiopia"]
    tell(game, "3 infantry: Somaliland > Empire of Ethiopia")
    assert at(game, "Empire of Ethiopia", "Local Forces")
    assert game.side("Italy") == "Italy"


@pytest.mark.clause("great_war.italian_dilemma.4", "great_war.italian_dilemma.5")
@pytest.mark.parametrize(("power", "start", "side"), [("Austria-Hungary", "Trieste", "allies"),
                                                      ("France", "Marseilles", "central_powers")])  # fmt: skip
def test_example_italy_is_attacked(power: str, start: str, side: str) -> None:
    end = "Venice" if start == "Trieste" else "Piedmont"
    units = {"Venice": {"Italy": "4 infantry"}, "Piedmont": {"Italy": "1 infantry"}, start: {power: "2 infantry"},
             "Bohemia": {"Austria-Hungary": "1 infantry"}, "Paris": {"France": "1 infantry"}}  # fmt: skip
    game = italy("move", power, units, round=1)
    tell(game, f"2 infantry: {start} > {end}")
    assert game.side("Italy") == side
    assert power in game.foes("Italy")
    assert at(game, end, power) == {"infantry": 2}


# --- talks ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("great_war.italian_dilemma.6", "great_war.italian_dilemma.7", "great_war.italian_dilemma.8",
                    "great_war.italian_dilemma.11")  # fmt: skip
def test_example_the_central_powers_accept() -> None:
    game = answer(talks("15 IPCs at once, 3 IPCs per turn"), True, False)
    assert game.side("Italy") == "central_powers"
    assert (game.state.ipcs["Italy"], game.state.ipcs["Germany"]) == (15, 25)
    assert "Italy" not in game.state.facts["neutral_powers"]
    contracts.fall_due(game)
    assert (game.state.ipcs["Italy"], game.state.ipcs["Germany"]) == (18, 22)


@pytest.mark.clause("great_war.italian_dilemma.12")
def test_example_both_accept_and_offer_more() -> None:
    game = answer(talks("10 IPCs at once"), True, True)
    game.answer(18, id=game.open[0].id)
    game.answer(20, id=game.open[0].id)
    assert game.decision is not None
    assert game.decision.advice == "allies"
    tell(game, "allies")
    assert game.side("Italy") == "allies"
    assert game.state.ipcs["Italy"] == 20


@pytest.mark.clause("great_war.italian_dilemma.13", "great_war.italian_dilemma.14")
def test_both_refuse_and_italy_demands_again() -> None:
    game = answer(talks("10 IPCs at once"), False, False)
    assert game.side("Italy") == "Italy"
    assert "Italy" in game.state.facts["neutral_powers"]
    assert italy("talks", round=3).decision.kind == "demands"  # type: ignore[union-attr]


@pytest.mark.clause("great_war.italian_dilemma.6")
@pytest.mark.parametrize(("round", "options", "asked"), [(1, {}, False), (2, {}, True),
                                                         (2, {"first_negotiation_turn": 3}, False)])  # fmt: skip
def test_no_talks_in_the_first_round(round: int, options: dict[str, int], asked: bool) -> None:
    game = italy("talks", round=round, options=options)
    assert (game.decision.kind == "demands") is asked  # type: ignore[union-attr]


@pytest.mark.clause("great_war.italian_dilemma.9")
def test_units_are_handed_over() -> None:
    game = answer(talks("4 units"), True, False)
    assert game.decision is not None
    assert game.decision.kind == "gift"
    tell(game, "4 infantry > Munich")
    assert at(game, "Munich", "Italy") == {"infantry": 4}
    assert at(game, "Munich", "Germany") == {"infantry": 2}
    with pytest.raises(Illegal):
        talks("11 units")
    assert ("units",) not in form(italy("talks", options={"max_units_demanded": 0})).most


@pytest.mark.clause("great_war.italian_dilemma.18")
def test_after_an_agreement_it_cannot_attack_its_ally() -> None:
    game = answer(talks("5 IPCs at once", round=3), True, False)
    while game.decision and game.decision.kind == "offer":
        assert not any(o.key.startswith("attack") for o in form(game).options)
        tell(game, "go on")
    tell(game, game.decision.advice)  # type: ignore[union-attr]
    while game.decision and game.decision.kind != "move":
        tell(game, "go on")
    assert "Trieste" in ends(game, "Venice", "infantry")  # it may enter as a friend
    assert not game.foes("Italy") & {"Austria-Hungary", "Germany"}


# --- wars of its own --------------------------------------------------------------------------------------------------


@pytest.mark.clause("great_war.italian_dilemma.13", "great_war.italian_dilemma.15", "great_war.italian_dilemma.17")
def test_example_italy_attacks_trieste_of_its_own_accord() -> None:
    game = answer(talks("10 IPCs at once", round=3), False, False)
    tell(game, "attack_central_powers")
    assert game.side("Italy") == "allies"
    assert "Austria-Hungary" in game.foes("Italy")
    assert not contracts.CONTRACTS.get(game.state)


@pytest.mark.clause("great_war.italian_dilemma.15", "great_war.italian_dilemma.16")
@pytest.mark.parametrize(("round", "options", "able"), [(2, {}, False), (3, {}, True),
                                                        (2, {"first_attack_turn": 2}, True)])  # fmt: skip
def test_it_may_attack_both_from_round_3(round: int, options: dict[str, int], able: bool) -> None:
    game = italy("purchase", round=round, options=options, ipcs={"Italy": 9})
    offered = game.decision is not None and game.decision.kind == "offer"
    assert offered is able
    if able:
        tell(game, "attack_both")
        assert {"Germany", "France"} <= game.foes("Italy")


@pytest.mark.clause("great_war.italian_dilemma.24")
def test_at_war_with_both_it_goes_on_negotiating() -> None:
    game = italy("talks", round=4, ipcs=CASH, facts={"neutral_powers": ["United States"]})
    tell(game, "5 IPCs at once", "none")
    answer(game, False, True)
    assert game.side("Italy") == "allies"
    assert "France" in game.friends("Italy")


# --- broken deals -----------------------------------------------------------------------------------------------------


def bound(side: str, terms: list[Any], round: int = 6, **more: Any) -> Game:
    """Italy has joined a side for these terms."""
    facts = {"sides": {"Italy": side} if side == "central_powers" else {}, "neutral_powers": [],
             "contracts": {"Italy's allegiance": terms}, **more.pop("facts", {})}  # fmt: skip
    return italy("purchase", round=round, ipcs={"Italy": 9, **more.pop("ipcs", {})}, facts=facts, **more)


@pytest.mark.clause("great_war.italian_dilemma.10", "great_war.italian_dilemma.19", "great_war.italian_dilemma.21",
                    "great_war.italian_dilemma.22", "great_war.italian_dilemma.23")  # fmt: skip
def test_example_trieste_was_promised_by_the_end_of_round_5() -> None:
    game = answer(tell(talks("5 IPCs at once", "Trieste"), 5), False, True)
    (term,) = [t for t in contracts.CONTRACTS.get(game.state)["Italy's allegiance"] if t["kind"] == "hold"]
    assert (term["space"], term["until"], term["by"]) == ("Trieste", 5, "France")
    game = bound("allies", [{**contracts.promise("France", "Italy", "Trieste", 5), "failed": True}])
    tell(game, "defect")
    assert game.side("Italy") == "central_powers"
    assert game.state.facts["italian_defections"] == 1
    assert not contracts.CONTRACTS.get(game.state)


@pytest.mark.clause("great_war.italian_dilemma.19", "great_war.italian_dilemma.20")
def test_a_missed_instalment_breaks_the_deal() -> None:
    term = contracts.payment("Germany", "Italy", 5, each_turn=True)
    game = bound("central_powers", [{**term, "owed": 0}], ipcs={"Germany": 3}, round=4)
    tell(game, "defect")
    assert game.side("Italy") == "allies"
    kept = bound("central_powers", [{**term, "owed": 0}], ipcs={"Germany": 9}, round=4)
    assert kept.decision.kind == "purchase"  # type: ignore[union-attr]
    assert kept.state.ipcs["Italy"] == 14


@pytest.mark.clause("great_war.italian_dilemma.19", "great_war.italian_dilemma.23")
@pytest.mark.parametrize(
    ("round", "facts", "options", "able"),
    [
        (3, {}, {}, False), (4, {}, {}, True), (3, {}, {"first_defection_turn": 3}, True),
        (6, {"italian_defections": 1}, {}, False), (6, {"italian_defections": 1}, {"max_defections": 2}, True),
    ],
)  # fmt: skip
def test_one_defection_from_round_4(round: int, facts: dict[str, int], options: dict[str, int], able: bool) -> None:
    failed = {**contracts.promise("France", "Italy", "Trieste", 2), "failed": True}
    game = bound("allies", [failed], round, facts=facts, options=options)
    assert (game.decision is not None and game.decision.kind == "offer") is able


# --- victory ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("great_war.italian_dilemma.25", "great_war.italian_dilemma.26")
@pytest.mark.parametrize(("extra", "wins"), [(12, True), (11, False)])
def test_example_a_neutral_italy_with_26_ipcs(extra: int, wins: bool) -> None:
    owners = {"Berlin": "France", "Vienna": "France", "Moscow": "Italy", "Galicia": "Italy", "Ukraine": "Italy"}
    if not wins:
        owners["Ukraine"], owners["Belarus"] = "Russia", "Italy"
    game = italy("collect", "Ottoman Empire", owners=owners)
    assert game.decided()
    assert bool(happened(game, "solo_victory")) is wins
    assert extra


@pytest.mark.clause("great_war.italian_dilemma.25")
@pytest.mark.parametrize(("side", "won"), [("central_powers", False), ("allies", True)])
def test_rome_counts_for_the_side_of_italy(side: str, won: bool) -> None:
    game = italy("collect", "United States", {}, owners={"Paris": "Germany", "Rome": "Germany"},
                 facts={"sides": {"Italy": side} if side != "allies" else {}, "neutral_powers": []})  # fmt: skip
    assert game.decided() is won


def test_a_refusal_names_the_rule() -> None:
    game = italy("move", "Italy", round=1)
    refused(game, "1 infantry: Venice > Trieste", "R96.1")
