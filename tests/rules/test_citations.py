"""Citations: the statements behind the questions and refusals of the engine."""

from __future__ import annotations

import pytest

from sandtable.rules import registry

EDITIONS = ("classic", "great_war", "anniversary", "pacific")


@pytest.mark.parametrize("edition", EDITIONS)
def test_players_are_shown_statements_and_no_topics_of_the_engine(edition: str) -> None:
    rules = registry.build(edition)
    assert all(id.startswith(f"{edition}.R") for id in rules.citations.values())
    assert rules.cite("no.such.topic") == ""


def test_a_topic_falls_back_to_the_one_that_it_is_part_of() -> None:
    rules = registry.build("classic")
    assert rules.cite("battle.order.of.landings") == rules.cite("battle.order") == "classic.R29"
