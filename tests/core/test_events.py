"""Events as sentences."""

from __future__ import annotations

import pytest

from sandtable.core.events import NOBODY, Event, sentence
from sandtable.core.forces import Condition, Stack
from sandtable.rules import registry


@pytest.mark.parametrize(("rounds", "text"), [(1, "1 round"), (2, "2 rounds")])
def test_a_sentence_counts_its_nouns(rounds: int, text: str) -> None:
    event = Event("battle_ended", {"space": "Germany", "rounds": rounds, "outcome": "attacker wins"})
    assert sentence(event, registry.build("classic").words) == f"Battle for Germany ends after {text}: attacker wins"


@pytest.mark.parametrize(
    ("units", "text"),
    [
        ({Stack("Germany", "tank", Condition(moved=2, marks=("combat",))): 1, Stack("Germany", "tank"): 1}, "2 armor"),
        (
            {Stack("Japan", "bomber"): 2, Stack("Germany", "infantry"): 1, Stack("Japan", "tank"): 1},
            "1 infantry and Japan's 2 bombers, 1 armor",
        ),
        ({Stack("Japan", "bomber"): 1}, "Japan's 1 bomber"),
        (
            {Stack("Germany", "transport", Condition(cargo=(("Germany", "infantry"), ("Germany", "infantry")))): 1},
            "1 transport (carrying 2 infantry)",
        ),
        (
            {Stack("Germany", "transport", Condition(0, 1, (("Germany", "infantry"), ("Japan", "tank")))): 3},
            "3 transports (damaged 1, carrying 1 infantry, 1 armor of Japan)",
        ),
        ({}, "nothing"),
    ],
)
def test_a_sentence_tells_units_by_their_owners_without_what_they_did(units: dict[Stack, int], text: str) -> None:
    event = Event("lost", {"power": "Germany", "force": units, "space": "Karelia S.S.R."})
    assert sentence(event, registry.build("classic").words) == f"Germany loses {text} in Karelia S.S.R."


def test_units_in_the_territory_of_their_name_are_told_by_their_owners() -> None:
    event = Event("lost", {"power": "Japan", "force": {Stack("Germany", "tank"): 1}, "space": "Germany"})
    assert sentence(event, registry.build("classic").words) == "Japan loses Germany's 1 armor in Germany"


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("game_ended", {"side": "central_powers", "why": "they hold Paris"}, "The Central Powers win: they hold Paris"),
        ("game_ended", {"side": NOBODY, "why": "time is up"}, "The game ends without a winner: time is up"),
        ("changed_side", {"power": "Italy", "side": "allies", "why": "by choice"}, "Italy joins the Allies: by choice"),
    ],
)
def test_a_sentence_calls_sides_by_their_names(kind: str, data: dict[str, str], text: str) -> None:
    assert sentence(Event(kind, data), registry.build("great_war").words) == text
