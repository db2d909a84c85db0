"""Exact odds of battles that can be worked out by hand."""

from __future__ import annotations

import pytest

from sandtable.battle.odds import odds as odds_of
from sandtable.rules import registry

clause = pytest.mark.clause


@clause("anniversary.R87", "anniversary.R89", "anniversary.R94", "anniversary.R98")
@pytest.mark.parametrize(
    ("attack", "defend", "wins"),
    [
        ("1 submarine", "1 destroyer", 2 / 5),  # both fire at 2: (1/3 * 2/3) / (1 - 4/9)
        ("1 submarine", "1 cruiser", 1 / 2),  # the strike comes first: (1/3) / (1/3 + 2/3 * 1/2)
        ("1 cruiser", "1 submarine", 5 / 7),  # struck at 1 before it fires at 3: (5/6 * 1/2) / (1/6 + 5/6 * 1/2)
        ("1 destroyer", "3 transport", 1.0),
        ("1 fighter", "1 submarine", 0.0),
    ],
)
def test_odds_at_sea(attack: str, defend: str, wins: float) -> None:
    found = odds_of(registry.build("anniversary"), attack, defend, "sea").plain()
    assert found["attacker_wins"] == pytest.approx(wins)


@clause("anniversary.R26", "anniversary.R80")
def test_odds_on_land() -> None:
    found = odds_of(registry.build("anniversary"), "1 infantry, 1 artillery", "1 infantry", "land").plain()
    first = 1 - (2 / 3) ** 2  # both hit at 2
    assert found["attacker_wins"] > first
    alone = odds_of(registry.build("anniversary"), "1 infantry", "1 infantry", "land").plain()
    assert alone["attacker_wins"] == pytest.approx((1 / 6 * 2 / 3) / (1 - 5 / 6 * 2 / 3))
