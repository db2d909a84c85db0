"""The auction of the neutrals between two alliances with pooled money."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.engine.minors import aligned
from sandtable.rules import registry
from tests.helpers import happened, tell

RULE = "great_war.no_neutrals_by_alliance"


def opening(**options: Any) -> Game:
    return Game.new("great_war", [RULE], {f"{RULE}.{name}": value for name, value in options.items()}, seed=1)


def passing(game: Game, until: str = "") -> Game:
    """Passes up to the auction of a neutral."""
    while game.decision and game.decision.kind == "bid_for" and game.decision.context["minor"] != until:
        tell(game, "pass")
    return game


def pools(game: Game) -> dict[str, int]:
    assert game.decision is not None
    return dict(game.decision.context["pools"])


@pytest.mark.clause("great_war.no_neutrals_by_alliance.2", "great_war.no_neutrals_by_alliance.4")
def test_example_the_entente_bids_for_britain() -> None:
    game = opening()
    assert pools(game) == {"central_powers": 77, "allies": 93}
    assert game.decision is not None
    assert (game.decision.power, game.decision.context["minor"]) == ("Austria-Hungary", "Norway")
    tell(game, "pass", "Britain", 4)
    assert game.decision.kind == "threaten"
    tell(game, "no")
    assert pools(game) == {"central_powers": 77, "allies": 89}
    assert aligned(game, "Norway") == "Britain"
    assert game.state.ipcs["Britain"] == 30


@pytest.mark.clause("great_war.no_neutrals_by_alliance.1", "great_war.no_neutrals_by_alliance.3")
@pytest.mark.parametrize("paid", [True, False])
def test_example_the_entente_wins_sweden_under_a_threat(paid: bool) -> None:
    game = passing(opening(), "Sweden")
    tell(game, *(["pass", "Russia", 7] if game.decision.power == "Austria-Hungary" else ["Russia", 7, "pass"]))  # type: ignore[union-attr]
    tell(game, "yes")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.context["due"]) == ("surcharge", 11 + 6)
    tell(game, "yes" if paid else "no")
    assert pools(game)["allies"] == 93 - (17 if paid else 4)
    assert aligned(game, "Sweden") == ("Russia" if paid else None)
    assert len(happened(game, "invasion_threatened")) == 1


@pytest.mark.clause("great_war.no_neutrals_by_alliance.4")
def test_example_a_bid_without_a_power_is_refused() -> None:
    game = passing(opening(), "Holland")
    with pytest.raises(Illegal):
        tell(game, 5)
    with pytest.raises(Illegal):
        tell(game, "United States")
    assert "United States" not in [o.key for o in game.decision.form.options]  # type: ignore[union-attr]


@pytest.mark.clause("great_war.no_neutrals_by_alliance.1")
def test_each_new_bid_names_a_power_anew_and_the_last_one_counts() -> None:
    game = tell(opening(), "Germany", 4, "Britain", 5, "Austria-Hungary", 6, "France", 7, "pass", "no")
    assert aligned(game, "Norway") == "France"
    assert pools(game) == {"central_powers": 77, "allies": 86}
    assert game.decision is not None
    assert game.decision.power == "Russia"  # the alliances take turns to open


@pytest.mark.clause("great_war.no_neutrals_by_alliance.3")
@pytest.mark.parametrize(
    ("options", "asked"), [({}, 2), ({"central_powers_threats": 1}, 1), ({"central_powers_threats": 0}, 0)]
)
def test_so_many_threats_of_the_central_powers(options: dict[str, int], asked: int) -> None:
    game = opening(**options)
    for _ in range(12):
        while game.decision and game.decision.kind in ("bid_for", "auction"):
            d = game.decision
            ours = d.power == "Russia"
            tell(game, ("Russia" if ours and not d.context.get("high", 0) > 6 else "pass") if d.kind == "bid_for"
                 else d.context["high"] + 1)  # fmt: skip
        if not game.decision or game.decision.kind not in ("threaten", "surcharge"):
            break
        tell(game, "yes")
    assert len(happened(game, "invasion_threatened")) == asked


@pytest.mark.clause("great_war.no_neutrals_by_alliance.3")
@pytest.mark.parametrize(
    ("options", "due"), [({}, 6 + 4), ({"ally_contribution": 5}, 6 + 10), ({"entente_threats": 0}, 4)]
)
def test_the_entente_threatens_once(options: dict[str, int], due: int) -> None:
    game = tell(opening(**options), "Germany", 4, "pass")
    if due > 4:
        tell(game, "yes", "yes")
    assert pools(game)["central_powers"] == 77 - due
    assert aligned(game, "Norway") == "Germany"


@pytest.mark.clause("great_war.no_neutrals_by_alliance.1")
def test_the_two_auctions_exclude_each_other() -> None:
    found = registry.check("great_war", [RULE, "great_war.no_neutrals_by_power"])
    assert "conflict" in {finding.severity for finding in found}
