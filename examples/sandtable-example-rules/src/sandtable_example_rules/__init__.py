"""Example house rules for sandtable; those in TOML stand beside this file and are found by themselves."""

from __future__ import annotations

from .war_bonds import war_bonds

RULES = [war_bonds]
