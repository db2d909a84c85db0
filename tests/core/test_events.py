"""Events as sentences."""

from __future__ import annotations

import pytest

from sandtable.core.events import Event, sentence
from sandtable.rules import registry


@pytest.mark.parametrize(("rounds", "text"), [(1, "1 round"), (2, "2 rounds")])
def test_a_sentence_counts_its_nouns(rounds: int, text: str) -> None:
    event = Event("battle_ended", {"space": "Germany", "rounds": rounds, "outcome": "attacker wins"})
    assert sentence(event, registry.build("classic").words) == f"Battle for Germany ends after {text}: attacker wins"
