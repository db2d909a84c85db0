"""The auction of the neutrals, and the threats of invasion."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from sandtable.core.errors import Illegal, RuleError
from sandtable.engine.game import Game
from sandtable.engine.minors import aligned, true_neutrals
from sandtable.rules import registry
from tests.conformance.great_war.board import scene
from tests.helpers import at, happened, tell

RULE = "great_war.no_neutrals_by_power"
ORDER = [
    "Norway", "Spain", "Sweden", "Denmark", "Greece", "Holland", "Persia", "Afghanistan", "Ethiopia", "Switzerland",
]  # fmt: skip
BIDDERS = ["Austria-Hungary", "Russia", "Germany", "France", "Britain", "Ottoman Empire", "Italy"]


def opening(rules: tuple[str, ...] = (), **options: Any) -> Game:
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    return Game.new("great_war", [RULE, *rules], given)


def auctioned(
    game: Game,
    bids: Mapping[str, Mapping[str, int]],
    threats: Mapping[str, str] | None = None,
    refusing: tuple[str, ...] = (),
    until: str = "",
) -> Game:
    """Plays the auction: who bids what for which neutral (once), who threatens at which, who refuses to pay.

    With `until` it stops when the power bids, or when the first bid for a neutral of that name is asked.
    """
    while game.decision and game.state.stage == "opening":
        for d in game.open:
            minor = d.context["minor"]
            if until and minor == until:
                return game
            answer: Any
            if d.kind == "auction":
                bid = bids.get(minor, {}).get(d.power, 0)
                answer = bid if bid > d.context["high"] else 0
            elif d.kind == "threaten":
                answer = (threats or {}).get(minor) == d.power
            else:
                answer = d.power not in refusing
            game.answer(answer, id=d.id)
            break
    return game


def funds(game: Game) -> dict[str, int]:
    """What the powers have left, as the open question tells it."""
    assert game.decision
    return dict(game.decision.context["funds"])


@pytest.mark.clause(
    "great_war.no_neutrals_by_power.2", "great_war.no_neutrals_by_power.3", "great_war.no_neutrals_by_power.4",
    "great_war.no_neutrals_by_power.5",
)  # fmt: skip
def test_the_neutrals_come_by_value_and_the_powers_bid_in_turn() -> None:
    game = opening()
    assert true_neutrals(game) == ORDER
    assert funds(game) == {
        "Austria-Hungary": 26, "Russia": 25, "Germany": 35, "France": 24, "Britain": 30, "Ottoman Empire": 16,
        "Italy": 14,
    }  # fmt: skip
    asked = []
    while game.state.stage == "opening":
        assert game.decision
        asked.append((game.decision.context["minor"], game.decision.power))
        tell(game, "pass")
    assert asked == [(minor, power) for minor in ORDER for power in BIDDERS]


@pytest.mark.clause("great_war.no_neutrals_by_power.3", "great_war.no_neutrals_by_power.4")
def test_the_bidding_goes_round_until_one_is_left() -> None:
    game = opening()
    for power, answer in [
        ("Austria-Hungary", "pass"), ("Russia", "4"), ("Germany", "5"), ("France", "pass"), ("Britain", "6"),
        ("Ottoman Empire", "pass"), ("Italy", "pass"), ("Russia", "7"), ("Germany", "pass"), ("Britain", "pass"),
    ]:  # fmt: skip
        assert game.decision and (game.decision.power, game.decision.context["minor"]) == (power, "Norway")
        tell(game, answer)
    assert game.decision and game.decision.kind == "threaten"
    assert [e["ipcs"] for e in happened(game, "bid_made")] == [4, 5, 6, 7]


@pytest.mark.clause("great_war.no_neutrals_by_power.6")
def test_example_the_least_bid_is_the_value() -> None:
    game = opening()
    with pytest.raises(Illegal, match=r"no_neutrals_by_power\.6"):
        tell(game, "3")
    with pytest.raises(Illegal):
        tell(game, "27")  # more than it has
    assert tell(game, "4").decision.form.low == 5  # type: ignore[union-attr]
    spain = auctioned(opening(), {}, until="Spain")
    assert spain.decision.form.low == 4  # type: ignore[union-attr]


@pytest.mark.clause("great_war.no_neutrals_by_power.1", "great_war.no_neutrals_by_power.7")
def test_example_greece_joins_the_ottoman_empire() -> None:
    game = auctioned(opening(), {"Greece": {"Ottoman Empire": 3}}, until="Holland")
    assert funds(game)["Ottoman Empire"] == 13
    auctioned(game, {})
    assert game.state.facts["alignments"] == {"Greece": "Ottoman Empire"}
    assert game.state.ipcs["Ottoman Empire"] == 16
    assert aligned(game, "Greece") == "Ottoman Empire"


@pytest.mark.clause("great_war.no_neutrals_by_power.7")
def test_a_neutral_that_was_won_is_an_aligned_minor_power() -> None:
    won: dict[str, Any] = {"facts": {"alignments": {"Greece": "Ottoman Empire"}}, "rules": [RULE]}
    turks = scene("Ottoman Empire", "move", {"Constantinople": {"Ottoman Empire": "2 infantry"}}, **won)
    tell(turks, "1 infantry: Constantinople > Bulgaria", "done")
    enemy = scene("Italy", "move", {"Albania": {"Italy": "2 infantry"}}, owners={"Albania": "Italy"}, **won)
    tell(enemy, "2 infantry: Albania > Greece")
    assert at(enemy, "Greece", "Ottoman Empire") == {"infantry": 3, "artillery": 1}
    assert enemy.state.owner["Greece"] == "Ottoman Empire"  # and nobody is asked whom it joins
    friend = scene("Germany", "move", {"Bulgaria": {"Germany": "2 infantry"}}, owners={"Bulgaria": "Germany"}, **won)
    tell(friend, "1 infantry: Bulgaria > Greece")
    assert friend.state.owner["Greece"] == "Ottoman Empire"


@pytest.mark.clause(
    "great_war.no_neutrals_by_power.8", "great_war.no_neutrals_by_power.9", "great_war.no_neutrals_by_power.10",
    "great_war.no_neutrals_by_power.11", "great_war.no_neutrals_by_power.12", "great_war.no_neutrals_by_power.13",
    "great_war.no_neutrals_by_power.17",
)  # fmt: skip
def test_example_the_entente_pays_for_spain() -> None:
    bids = {"Spain": {"France": 8}, "Holland": {"France": 2}}
    game = auctioned(opening(), bids, {"Spain": "Germany", "Holland": "Germany"}, until="Sweden")
    assert funds(game) == {
        "Austria-Hungary": 26, "Russia": 23, "Germany": 35, "France": 12, "Britain": 28, "Ottoman Empire": 16,
        "Italy": 12,
    }  # fmt: skip
    assert 12 + 3 * 2 == 18
    assert game.state.facts["alignments"] == {"Spain": "France"}
    auctioned(game, bids, {"Holland": "Germany"})  # Germany has no threat left
    assert game.state.facts["alignments"] == {"Spain": "France", "Holland": "France"}
    assert len(happened(game, "invasion_threatened")) == 1


@pytest.mark.clause(
    "great_war.no_neutrals_by_power.14", "great_war.no_neutrals_by_power.15", "great_war.no_neutrals_by_power.16",
    "great_war.no_neutrals_by_power.17",
)  # fmt: skip
@pytest.mark.parametrize("refusing", ["France", "Italy"])
def test_example_the_entente_refuses(refusing: str) -> None:
    game = auctioned(opening(), {"Spain": {"France": 8}}, {"Spain": "Germany"}, (refusing,), until="Sweden")
    assert funds(game)["France"] == 20
    assert funds(game)["Russia"] == 25
    auctioned(game, {"Spain": {"Britain": 9}})
    assert game.state.facts["alignments"] == {}
    assert aligned(game, "Spain") is None
    assert sum(1 for line in game.log if line.decision.kind == "auction" and "Spain" in line.decision.prompt) == 7


@pytest.mark.clause(
    "great_war.no_neutrals_by_power.10", "great_war.no_neutrals_by_power.11", "great_war.no_neutrals_by_power.14",
    "great_war.no_neutrals_by_power.16",
)  # fmt: skip
def test_example_the_central_powers_cannot_pay_for_sweden() -> None:
    bids = {"Norway": {"Ottoman Empire": 15}, "Sweden": {"Germany": 5}}
    game = auctioned(opening(), bids, {"Sweden": "Britain"}, until="Denmark")
    assert funds(game)["Ottoman Empire"] == 1
    assert funds(game)["Germany"] == 32
    assert not any(line.decision.kind == "surcharge" for line in game.log)
    assert game.state.facts["alignments"] == {"Norway": "Ottoman Empire"}


@pytest.mark.clause("great_war.no_neutrals_by_power.9", "great_war.no_neutrals_by_power.18")
def test_threats_are_made_by_the_other_side_alone_and_not_against_threats() -> None:
    game = auctioned(opening(), {"Norway": {"Britain": 4}, "Spain": {"Germany": 4}}, {"Norway": "Germany"})
    asked = [(x.decision.context["minor"], x.decision.power) for x in game.log if x.decision.kind == "threaten"]
    assert asked == [("Norway", "Austria-Hungary"), ("Norway", "Germany"), ("Spain", "Britain")]


@pytest.mark.clause("great_war.no_neutrals_by_power.8")
def test_one_threat_for_each_lot() -> None:
    game = opening()
    while game.decision and game.decision.context.get("minor") == "Norway":
        kind, power = game.decision.kind, game.decision.power
        game.answer((4 if power == "France" else 0) if kind == "auction" else True)
    assert [e["power"] for e in happened(game, "invasion_threatened")] == ["Austria-Hungary"]
    twice = opening(threats_per_lot=2)
    while twice.decision and twice.decision.context.get("minor") == "Norway":
        kind, power = twice.decision.kind, twice.decision.power
        twice.answer((4 if power == "France" else 0) if kind == "auction" else True)
    assert [e["power"] for e in happened(twice, "invasion_threatened")] == ["Austria-Hungary", "Germany"]
    assert funds(twice)["France"] == 24 - 8
    assert funds(twice)["Russia"] == 25 - 4


@pytest.mark.clause("great_war.no_neutrals_by_power.19")
def test_what_nobody_buys_stays_neutral() -> None:
    game = auctioned(opening(), {})
    assert game.state.facts["alignments"] == {}
    assert [e["minor"] for e in happened(game, "unsold")] == ORDER


@pytest.mark.clause("great_war.no_neutrals_by_power.19")
def test_nobody_is_asked_without_money() -> None:
    game = opening(auction_money="treasury")
    bids = {"Norway": {"Italy": 14}}
    auctioned(game, bids, until="Spain")
    auctioned(game, {})
    assert "Italy" not in {x.decision.power for x in game.log if x.decision.context.get("minor") == "Spain"}
    assert game.state.ipcs["Italy"] == 0


@pytest.mark.clause("great_war.no_neutrals_by_power.2")
def test_what_is_left_is_given_back_or_kept() -> None:
    bids = {"Norway": {"Britain": 10}}
    assert auctioned(opening(), bids).state.ipcs["Britain"] == 30
    assert auctioned(opening(leftover_money="kept"), bids).state.ipcs["Britain"] == 30 + 20
    assert auctioned(opening(auction_money="treasury"), bids).state.ipcs["Britain"] == 20


def test_switzerland_is_not_auctioned_if_it_is_closed() -> None:
    assert true_neutrals(opening(("great_war.swiss_alps",))) == ORDER[:-1]


def test_other_terms_may_be_agreed_on() -> None:
    spain = auctioned(opening(minimum_bid="with_colonies"), {}, until="Spain")
    assert spain.decision.form.low == 5  # type: ignore[union-attr]
    dear = opening(
        threat_holders=["United Kingdom"], threat_surcharge_percent=100, ally_contribution=1, forfeit_fraction="1/3"
    )
    auctioned(dear, {"Norway": {"Germany": 5}, "Spain": {"France": 9}}, {"Norway": "Britain"}, until="Sweden")
    assert funds(dear) == {
        "Austria-Hungary": 25, "Russia": 25, "Germany": 25, "France": 15, "Britain": 30, "Ottoman Empire": 15,
        "Italy": 14,
    }  # fmt: skip
    cheap = opening(forfeit_fraction="1/3")
    auctioned(cheap, {"Norway": {"Germany": 5}}, {"Norway": "Britain"}, ("Germany",), until="Spain")
    assert funds(cheap)["Germany"] == 33


@pytest.mark.parametrize("part", ["3/2", "half", "1/0"])
def test_fractions_that_are_none_are_refused(part: str) -> None:
    with pytest.raises(RuleError, match="forfeit_fraction"):
        registry.build("great_war", [RULE], {f"{RULE}.forfeit_fraction": part})


def test_advised_powers_bid_by_value_and_threaten_rarely() -> None:
    game = opening()
    while game.decision and game.state.stage == "opening":
        for decision in game.open:
            game.answer(decision.advice, id=decision.id)
    won = game.state.facts["alignments"]
    assert len(won) >= 5
    assert len(happened(game, "invasion_threatened")) <= 3
    sides = game.rules.side_of
    for before, after in pairwise(happened(game, "bid_made")):
        if before["minor"] == after["minor"]:
            assert sides[before["power"]] != sides[after["power"]]  # never against an ally
