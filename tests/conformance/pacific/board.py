"""Positions of the Pacific edition for tests: a bare board with the units of a statement, in its phase."""

from __future__ import annotations

from functools import partial

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

JAP, UK, INDIA, AUSTRALIA, USA, CHINA = (
    "Japan", "Great Britain", "India", "Australia", "United States", "China",
)  # fmt: skip
HOME, NSW, HAWAII = "United States", "New South Wales", "Hawaiian Islands"
scene = partial(scenes.scene, "pacific")
