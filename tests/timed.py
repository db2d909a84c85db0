"""Run `sandtable` by a clock that a test sets, with known dice: `python -m tests.timed serve`.

The file `SANDTABLE_TEST_CLOCK` has the seconds to add to the time; `SANDTABLE_TEST_PUSH` is the push service of the
test.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from pathlib import Path
from typing import Any

from sandtable.cli import main
from sandtable.server import courier, timekeeper
from sandtable.server.hall import Hall
from sandtable.server.service import Service

#: With these dice, an attack on the Ukraine costs Germany several rounds of casualties.
SEED = hashlib.sha256(b"front 2").hexdigest()


class Clock:
    """The file of a clock; `now` is the time that a server with it has."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            self.add(0)

    def now(self) -> float:
        return time.time() + float(self.path.read_text() or 0)

    def add(self, seconds: float) -> None:
        """Let time pass."""
        before = float(self.path.read_text()) if self.path.exists() else 0.0
        new = self.path.with_suffix(".new")
        new.write_text(str(before + seconds))
        new.rename(self.path)


def environment(clock: Clock, push: str = "") -> dict[str, str]:
    return {"SANDTABLE_TEST_CLOCK": str(clock.path), "SANDTABLE_TEST_PUSH": push}


if __name__ == "__main__":
    defaults = Service.__init__.__kwdefaults__
    assert defaults and "seeds" in defaults
    defaults["seeds"] = lambda: SEED
    defaults["trusted"] = frozenset([os.environ["SANDTABLE_TEST_PUSH"]])
    clock = Clock(Path(os.environ["SANDTABLE_TEST_CLOCK"]))
    plain = Hall.__init__

    def begin(self: Hall, *args: Any, **how: Any) -> None:
        plain(self, *args, **how)
        self.now = clock.now

    Hall.__init__ = begin  # type: ignore[method-assign]
    courier.EVERY = timekeeper.EVERY = 0.2
    sys.exit(main())
