"""Lend-Lease: gifts among allies in the phase of purchases, up to a quarter of the lender's production."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import happened, position, tell

RULE = "gemmell.lend_lease"


def phase(power: str, ipcs: dict[str, int] | None = None, **more: Any) -> Game:
    """The phase of purchases, with the setup's units."""
    options = {f"{RULE}.{name}": value for name, value in more.pop("options", {}).items()}
    return position(power, "purchase", ipcs=ipcs, rules=[RULE], options=options, clear=False, **more)


def offered(game: Game) -> bool:
    decision = game.decision
    return decision is not None and decision.kind == "offer" and "lend" in list(decision.legal())


@pytest.mark.clause("gemmell.lend_lease.1")
def test_the_rule_is_off_unless_it_was_agreed_on() -> None:
    assert not registry.rules()[RULE].default
    assert RULE not in {r.id for r in registry.build("classic", ["gemmell"]).rules}


@pytest.mark.clause("gemmell.lend_lease.1")
def test_example_without_agreement_nothing_is_lent() -> None:
    game = position("United States", "purchase", rules=["gemmell"], clear=False)
    with pytest.raises(Illegal):
        tell(game, "lend")


@pytest.mark.clause("gemmell.lend_lease.2", "gemmell.lend_lease.4", "gemmell.lend_lease.7")
def test_example_both_western_allies_lend_to_the_soviet_union() -> None:
    ipcs = {"Soviet Union": 0}
    british = tell(phase("United Kingdom", ipcs), "lend", "7 Soviet Union")
    assert british.state.ipcs["Soviet Union"] == 7
    assert british.state.ipcs["United Kingdom"] == 23
    americans = tell(phase("United States", dict(british.state.ipcs)), "lend", "9 Soviet Union")
    assert americans.state.ipcs["Soviet Union"] == 16
    assert [e["to"] for e in happened(americans, "lent")] == ["Soviet Union"]


@pytest.mark.clause("gemmell.lend_lease.4")
@pytest.mark.parametrize(("power", "most"), [("United Kingdom", 7), ("United States", 9), ("Soviet Union", 6)])
def test_a_quarter_of_the_production_is_the_limit(power: str, most: int) -> None:
    game = tell(phase(power), "lend")
    ally = "United Kingdom" if power == "Soviet Union" else "Soviet Union"
    with pytest.raises(Illegal, match=r"gemmell\.lend_lease\.4"):
        tell(game, f"{most + 1} {ally}")
    tell(game, f"{most} {ally}")
    assert not offered(game)


@pytest.mark.clause("gemmell.lend_lease.4")
def test_the_limit_is_for_all_loans_of_a_turn_together() -> None:
    game = tell(phase("United States"), "lend", "4 Soviet Union", "lend")
    with pytest.raises(Illegal):
        tell(game, "3 Soviet Union, 3 United Kingdom")
    tell(game, "3 Soviet Union, 2 United Kingdom")
    assert not offered(game)


@pytest.mark.clause("gemmell.lend_lease.2", "gemmell.lend_lease.3", "gemmell.lend_lease.5")
def test_example_germany_lends_after_buying() -> None:
    game = tell(phase("Germany", {"Japan": 0}), "go on", "9 infantry", "lend", "5 Japan")
    assert (game.state.ipcs["Germany"], game.state.ipcs["Japan"]) == (0, 5)
    assert "debts" not in game.state.facts


@pytest.mark.clause("gemmell.lend_lease.2")
def test_only_cash_on_hand_can_be_lent_and_only_to_allies() -> None:
    game = tell(phase("Germany", {"Germany": 3}), "lend")
    assert game.decision is not None
    assert set(game.decision.form.most) == {("Japan",)}  # type: ignore[attr-defined]
    with pytest.raises(Illegal):
        tell(game, "4 Japan")
    with pytest.raises(Illegal):
        tell(game, "1 Soviet Union")


@pytest.mark.clause("gemmell.lend_lease.5", "gemmell.lend_lease.6")
def test_example_nothing_is_lent_after_collecting_income() -> None:
    game = phase("United Kingdom", {"United Kingdom": 0})
    seen = []
    while game.state.power == "United Kingdom" and game.decision:
        seen.append(offered(game))
        game.answer(game.decision.advice)
    assert not any(seen)
    assert game.state.ipcs["United Kingdom"] == 30
    assert game.decision is not None and game.decision.power == "Japan"
    while game.state.power != "United Kingdom" and game.decision:
        game.answer(game.decision.advice)
    while game.decision and game.decision.kind == "develop":
        game.answer(0)
    assert offered(game)


def test_powers_without_a_capital_neither_lend_nor_borrow() -> None:
    owners = {"Russia": "Germany"}
    game = tell(phase("United Kingdom", owners=owners), "lend")
    with pytest.raises(Illegal):
        tell(game, "1 Soviet Union")
    soviets = phase("Soviet Union", {"Soviet Union": 10}, owners=owners)
    assert not offered(soviets)
    assert soviets.decision is not None and soviets.decision.kind == "move"


def test_borrowed_money_may_be_lent_on() -> None:
    game = phase("Soviet Union", {"Soviet Union": 6})
    tell(game, "lend", "6 United Kingdom")
    assert game.state.ipcs["Soviet Union"] == 0


def test_the_limit_may_be_per_recipient_or_per_loan() -> None:
    game = phase("United States", options={"limit_scope": "per_recipient"})
    tell(game, "lend", "9 Soviet Union, 9 United Kingdom")
    assert not offered(game)
    game = phase("United States", options={"limit_scope": "per_loan"})
    tell(game, "lend", "9 Soviet Union", "lend", "9 Soviet Union")
    assert game.state.now["lent"] == {"Soviet Union": 18}


@pytest.mark.parametrize(("rounding", "fraction", "most"), [("down", 0.25, 7), ("nearest", 0.25, 8), ("down", 0.5, 15)])
def test_fraction_and_rounding(rounding: str, fraction: float, most: int) -> None:
    options = {"rounding": rounding, "limit_fraction": fraction}
    game = tell(phase("United Kingdom", options=options), "lend", f"{most} Soviet Union")
    assert not offered(game)


def test_one_side_may_be_left_out() -> None:
    options = {"eligible_sides": ["axis"]}
    assert offered(phase("Germany", options=options))
    assert not offered(phase("United Kingdom", options=options))
    with pytest.raises(RuleError, match="martians"):
        phase("Germany", options={"eligible_sides": ["martians"]})


@pytest.mark.clause("gemmell.lend_lease.3")
@pytest.mark.parametrize("repayment", [False, True])
def test_loans_are_gifts_unless_agreed_otherwise(repayment: bool) -> None:
    game = phase("United States", {"Soviet Union": 0}, options={"repayment": repayment})
    tell(game, "lend", "9 Soviet Union")
    while not [e for e in happened(game, "income") if e["power"] == "Soviet Union"] and game.decision:
        answer = 0 if game.decision.kind == "develop" else game.decision.advice
        game.answer("go on" if game.decision.kind == "offer" else answer)
    back = [(e["power"], e["ipcs"], e["to"]) for e in happened(game, "loan_repaid")]
    assert back == ([("Soviet Union", 9, "United States")] if repayment else [])


def test_advice_is_to_help_an_ally_in_danger() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Karelia S.S.R.": {"Germany": "9 armor"}}
    game = position("United States", "purchase", units, owners={"Karelia S.S.R.": "Germany"}, rules=[RULE])
    assert game.decision is not None and game.decision.advice == "lend"
    tell(game, "lend")
    assert game.decision.advice == {("Soviet Union",): 9}
    game.answer(game.decision.advice)
    assert game.decision.advice != "lend"
    calm = position("United States", "purchase", rules=[RULE])
    assert calm.decision is not None and calm.decision.advice == "go on"
