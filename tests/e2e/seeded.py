"""Run `sandtable` with the same seed for every new game, for tests: `python -m tests.e2e.seeded serve`."""

from __future__ import annotations

import sys

from sandtable.cli import main
from sandtable.server.service import Service

SEED = "5a" * 32

if __name__ == "__main__":
    defaults = Service.__init__.__kwdefaults__
    assert defaults and "seeds" in defaults
    defaults["seeds"] = lambda: SEED
    sys.exit(main())
