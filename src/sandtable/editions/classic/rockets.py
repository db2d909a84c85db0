"""Rockets: one attack per turn by an antiaircraft gun on an industrial complex within 3 spaces (R165)."""

from __future__ import annotations

from ...engine.rockets import HOLD as HOLD
from ...engine.rockets import Launch, launched

#: The nearest gun fires; the owner of the complex loses one die of IPCs, at most its cash (R165.1 to R165.4).
rocket_attack = launched(Launch(shots=1), "classic.R165")
