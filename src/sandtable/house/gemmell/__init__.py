"""Gemmell's house rules for Axis & Allies Classic (1987)."""

from __future__ import annotations

from ...rules.rule import Rule
from .atomic_bombs import atomic_bombs
from .atomic_research import atomic_research
from .prisoners_of_war import prisoners_of_war
from .retreat_by_defender import retreat_by_defender

RULES: list[Rule] = [
    retreat_by_defender,
    atomic_research,
    atomic_bombs,
    prisoners_of_war,
]
