"""Small words of the engine that rules share: counting memory, help for the needy, additions, and contested ground."""

from __future__ import annotations

import pytest

from sandtable.core.decisions import Allocate
from sandtable.core.errors import Illegal, No
from sandtable.engine import additions, contested
from sandtable.engine.game import Game
from sandtable.engine.memory import CAPTURED, OWNERS, WAS_CONTESTED, game_memory, turn_memory
from sandtable.engine.strength import need, relief
from sandtable.rules import registry
from tests.helpers import position

SHARES = turn_memory("ex_shares", dict[str, int], "power -> shares of the tests")
MONEY = game_memory("ex_money", int, "money of the tests")


def test_memory_counts_draws_and_discards() -> None:
    state = Game.new("classic", seed="1").state
    SHARES.count(state, "Japan")
    SHARES.count(state, "Japan", 3)
    assert SHARES.get(state) == {"Japan": 4}
    assert MONEY.draw(state, 5) == 0 and not MONEY.stored(state)
    MONEY.set(state, 7)
    assert [MONEY.draw(state, 5) for _ in range(3)] == [5, 2, 0]
    CAPTURED.set(state, ["Norway", "India"])
    CAPTURED.discard(state, "Norway")
    assert CAPTURED.get(state) == ["India"]


def test_all_goes_to_the_neediest_but_only_if_the_giver_needs_less() -> None:
    units = {"Russia": {"Soviet Union": "1 infantry"}, "Caucasus": {"Germany": "9 tanks"}}
    game = position("United States", "purchase", units, owners={"Caucasus": "Germany"})
    form = Allocate({("Soviet Union",): 6, ("United Kingdom",): 9})
    assert need(game, "Soviet Union") > need(game, "United Kingdom")
    assert relief(game, "United States", form) == {("Soviet Union",): 6}
    assert relief(game, "Soviet Union", Allocate({("United Kingdom",): 9})) == {}
    assert relief(game, "United States", Allocate({})) == {}


def test_additions_are_limited_by_money_space_and_kind() -> None:
    game = Game.new("great_war", seed="1")
    room = {"Berlin": 3, "Sea Zone 10": 2}
    form = additions.form(game, "Germany", 40, room, 1, {"transport": 1}, "a test",
                          by_space="ex.space", by_tag="ex.tag", elsewhere="ex.elsewhere", rule="ex.rule")  # fmt: skip
    form.check({("infantry", "Berlin"): 3})
    for answer, rule in (
        ({("infantry", "Berlin"): 3, ("artillery", "Berlin"): 1}, "ex.space"),
        ({("transport", "Sea Zone 10"): 2}, "ex.tag"),
        ({("infantry", "Berlin"): 3, ("transport", "Sea Zone 10"): 1, ("cruiser", "Sea Zone 10"): 3}, "ex.rule"),
        ({("infantry", "Paris"): 1}, "ex.elsewhere"),
        ({("infantry", "Sea Zone 10"): 1}, "ex.rule"),
    ):
        with pytest.raises(Illegal) as error:
            form.check(answer)
        assert error.value.rule == rule
    assert form.most["fighter", "Berlin"] == 1


def test_bound_units_break_out_only_over_land_to_where_they_were_not() -> None:
    game = Game.new("great_war", seed="1")
    near = game.rules.land_near["Alsace"]
    WAS_CONTESTED.set(game.state, ["Alsace"])
    OWNERS.set(game.state, {near[0]: "Germany"})
    assert not contested.breaks_out(game, "Germany", "Alsace", near[0])
    assert contested.breaks_out(game, "Germany", "Alsace", near[1])
    assert not contested.breaks_out(game, "Germany", near[1], "Alsace")
    assert not contested.breaks_out(game, "Germany", "Alsace", "Sea Zone 8")
    assert contested.only_bound(No("bound", "contested.leave")) and not contested.only_bound(No("tired", "moved"))
    assert not contested.only_bound(None)


def test_territories_of_enemies_and_of_their_minor_powers_belong_to_the_enemy() -> None:
    game = Game.new("great_war", seed="1")
    assert contested.of_enemy(game, "Germany", "Paris")
    assert not contested.of_enemy(game, "Germany", "Berlin")


def test_a_unit_is_carried_like_another() -> None:
    draft, _, _ = registry.draft("classic")
    draft.rule = "ex.rule"
    draft.add("units.scout", {"name": "Scout", "kind": "land", "cost": 1})
    draft.carried_like("scout", "infantry", "like infantry")
    loads = draft.get("units.transport.carries.loads")
    assert loads["scout"] == loads["infantry"]
