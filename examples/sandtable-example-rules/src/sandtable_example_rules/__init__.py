"""Example house rules for sandtable; TOML rules in this folder are found automatically."""

from __future__ import annotations

from .war_bonds import war_bonds

RULES = [war_bonds]
