"""The words that rules are written with, and options that follow the title of a rule."""

from __future__ import annotations

from functools import partial
from importlib import import_module

import pytest

from sandtable.rules import registry
from sandtable.words import Draft, Option, Options, Played, house_rule

PRICE = Option("price", 6, "cost of a submarine in IPCs", low=1, high=20)


@pytest.mark.parametrize("name", ["sandtable.words", "sandtable.words.asking", "sandtable.words.battles",
                                  "sandtable.words.board"])  # fmt: skip
def test_every_word_is_there_in_order_and_once(name: str) -> None:
    module = import_module(name)
    assert all(hasattr(module, word) for word in module.__all__)
    assert len(module.__all__) == len({*module.__all__})


def test_options_follow_the_title_or_stand_in_a_list() -> None:
    def cheap(draft: Draft, option: Options) -> None:
        """Submarines are cheap."""

    after, listed = (
        house_rule("ex.cheap", "Cheap", PRICE)(cheap),
        house_rule("ex.cheap", "Cheap", options=[PRICE])(cheap),
    )
    assert after == listed
    assert after.options == (PRICE,)


def test_a_document_binds_its_editions_once() -> None:
    ex = partial(house_rule, editions=("classic",))

    @ex("ex.bound", "Bound", PRICE)
    def bound(draft: Draft, option: Options) -> None:
        """Submarines are cheap."""
        draft.set("units.submarine.cost", option.price)

    assert bound.fits("classic") and not bound.fits("great_war")
    made, _, _ = registry.draft("classic", [bound], {"ex.bound.price": 7})
    assert made.get("units.submarine.cost") == 7


def test_what_is_played_has_the_options() -> None:
    class Sale(Played):
        """A sale."""

        def price(self) -> int:
            return int(self.option.price)

    assert Sale(Options(price=5)).price() == 5
