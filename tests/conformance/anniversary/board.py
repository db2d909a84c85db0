"""Positions of the Anniversary edition for tests: a bare board with the units of a statement, in its phase."""

from __future__ import annotations

from functools import partial

from sandtable.engine.game import Game
from tests.conformance import scenes
from tests.conformance.scenes import ends as ends
from tests.conformance.scenes import fired as fired
from tests.conformance.scenes import form as form
from tests.conformance.scenes import go as go
from tests.conformance.scenes import has as has
from tests.conformance.scenes import keys as keys
from tests.conformance.scenes import owner as owner
from tests.conformance.scenes import refused as refused
from tests.conformance.scenes import stack_of as stack_of
from tests.conformance.scenes import until as until
from tests.conformance.scenes import until_phase as until_phase
from tests.conformance.scenes import zone as zone

GER, RED, JAP, UK, ITA, USA, CHINA = (
    "Germany", "Soviet Union", "Japan", "United Kingdom", "Italy", "United States", "China",
)  # fmt: skip
scene = partial(scenes.scene, "anniversary")


def damaged(game: Game, space: str) -> int:
    """The points of damage on the complex of a territory."""
    points: int = game.state.facts.get("damage", {}).get(space, {}).get("industrial_complex", 0)
    return points
