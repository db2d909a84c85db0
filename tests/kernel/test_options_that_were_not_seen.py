"""Details that tests had covered without noticing when they were wrong: shares of decks, of complexes, of halves."""

from __future__ import annotations

import pytest

from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal
from sandtable.engine.economy import placement_form
from sandtable.engine.game import Game
from tests.helpers import happened

HAWAII, PACIFIC = "Hawaiian Islands", "Hawaiian Islands Sea Zone"


@pytest.mark.parametrize(("guests", "may"), [(2, True), (3, False)])
def test_guests_take_their_places_on_one_carrier_only(guests: int, may: bool) -> None:
    """Two carriers hold four aircraft: beside two British fighters two of our own can come back, beside three not."""
    lands = dict.fromkeys(Game.new("classic").rules.lands, "Japan")
    owners = {s: p for s, p in lands.items() if not Game.new("classic").rules.spaces[s].closed}
    owners |= {"Eastern United States": "United States", "United Kingdom": "United Kingdom"}
    fleet = {"United States": "2 carriers, 2 fighters", "United Kingdom": f"{guests} fighters"}
    units = {PACIFIC: fleet, HAWAII: "1 infantry"}
    game = Game.at(
        "classic", power="United States", phase="combat_move", others="empty", owners=owners, units=units,
        dice=FixedDice([1] * 20),
    )  # fmt: skip
    way = f"2 fighters: {PACIFIC} > {HAWAII}"
    if may:
        game.answer(way)
    else:
        with pytest.raises(Illegal, match="nowhere to land"):
            game.answer(way)


def test_three_complexes_on_two_zones_make_no_more_than_the_three_together() -> None:
    """Each zone takes what its two complexes make, but the one between them makes its units only once."""
    chain, zones = (
        ["Alaska", "Western Canada", "Eastern Canada"],
        ["Western Canada Sea Zone", "Eastern Canada Sea Zone"],
    )
    game = Game.at(
        "classic", power="United States", phase="place", others="empty",
        owners=dict.fromkeys(chain, "United States"), units=dict.fromkeys(chain, "1 industrial complex"),
    )  # fmt: skip
    a, b, c = (game.rules.q.production(game, "United States", s) or 0 for s in chain)
    form = placement_form(game, "United States", {"transport": 20})
    key = [("transport", zone) for zone in zones]
    assert form.most[key[0]] and form.most[key[1]]
    form.check({key[0]: a, key[1]: b + c})
    form.check({key[0]: a + b, key[1]: c})
    with pytest.raises(Illegal, match=f"Alaska and Eastern Canada and Western Canada: up to {a + b + c}"):
        form.check({key[0]: a + b, key[1]: c + 1})
    with pytest.raises(Illegal, match=f"Alaska and Western Canada: up to {a + b}"):
        form.check({key[0]: a + b + 1})


@pytest.mark.clause("gemmell.salvage.4")
@pytest.mark.parametrize(
    ("rounding", "units", "refund"),
    [
        ("down_on_total", "1 infantry", 1),  # 1.5
        ("down_on_total", "1 infantry, 1 armor", 4),  # 1.5 and 2.5
        ("down_on_total", "2 infantry, 1 armor", 5),  # 5.5
        ("down_per_unit", "1 infantry, 1 armor", 3),
    ],
)
def test_half_the_price_is_rounded_down_wherever_it_is_rounded(rounding: str, units: str, refund: int) -> None:
    game = Game.at(
        "classic", ["gemmell.salvage"],
        {"gemmell.salvage.rounding": rounding, "gemmell.salvage.credit_time": "at_once"},
        power="Germany", phase="purchase", others="empty", ipcs={"Germany": 0}, units={"Germany": units},
    )  # fmt: skip
    game.answer("salvage")
    game.answer(", ".join(f"{unit} > Germany" for unit in units.split(", ")))
    assert [e["ipcs"] for e in happened(game, "income") if e["why"] == "salvage"] == [refund]
