"""Settings of all tests: hypothesis finds the same examples on every machine, and takes its time."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ("tests.option_values",)

settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("long", parent=settings.get_profile("ci"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
