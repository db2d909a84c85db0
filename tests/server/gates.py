"""Work for other processes that waits until a test lets it pass."""

from __future__ import annotations

import time
from pathlib import Path


def passed(gate: Path) -> None:
    """Return as soon as a file exists."""
    while not gate.exists():
        time.sleep(0.01)
