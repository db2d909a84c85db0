"""Games of services have the same dice whenever and wherever a test runs; their seeds look as they always do."""

from __future__ import annotations

import hashlib
from itertools import count

import pytest

from sandtable.server.service import Service


@pytest.fixture(autouse=True)
def known_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = Service.__init__.__kwdefaults__
    assert defaults and "seeds" in defaults
    numbers = count()
    monkeypatch.setitem(
        defaults, "seeds", lambda: hashlib.sha256(f"{request.node.name} {next(numbers)}".encode()).hexdigest()
    )
