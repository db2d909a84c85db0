"""Gemmell's house rules for Axis & Allies Classic (1987)."""

from __future__ import annotations

from ...rules.rule import Rule

RULES: list[Rule] = []
