"""Optional rules of the box and the community: R175 to R182."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from sandtable.engine.movement import COMBAT, Mover
from sandtable.rules import registry
from tests.conformance.classic.scenes import asked, attack, in_phase, refused, until, way
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"
RESTRICTED = "common.russia_restricted"


@clause("classic.R175")
def test_with_restricted_attack_the_soviet_union_makes_no_combat_moves_in_its_first_turn() -> None:
    units = {"Caucasus": {RED: "3 infantry"}, "Karelia Sea Zone": {RED: "1 transport"}}
    game = position(RED, "combat_move", units, rules=[RESTRICTED])
    assert in_phase(game, "noncombat")  # there was nothing to ask
    mover = Mover(game, COMBAT)
    for text in ("1 infantry: Caucasus > Ukraine S.S.R.", "1 transport: Karelia Sea Zone > North Sea Zone"):
        with pytest.raises(Illegal) as error:
            mover.check(way(game, text))
        assert error.value.rule == RESTRICTED
    free = position(RED, "combat_move", units)
    free.answer("1 infantry: Caucasus > Ukraine S.S.R.")


@clause("classic.R175")
def test_it_may_buy_place_and_make_noncombat_moves() -> None:
    game = Game.new("classic", [RESTRICTED])
    game.answer(0)
    assert asked(game) == ("purchase", RED)
    game.answer("8 infantry")
    assert in_phase(game, "noncombat")
    tell(game, "2 infantry: Russia > Caucasus", "done", "8 infantry > Russia")
    assert at(game, "Russia")["infantry"] == 4 - 2 + 8
    assert asked(game)[1] == "Germany"  # Germany moves second


@clause("classic.R175")
def test_from_its_second_turn_on_it_attacks() -> None:
    units = {"Caucasus": {RED: "3 infantry"}}
    game = position(RED, "combat_move", units, rules=[RESTRICTED], round=2)
    game.answer("1 infantry: Caucasus > Ukraine S.S.R.")
    assert game.state.owner["Ukraine S.S.R."] == RED


@clause("classic.R175")
def test_ships_that_stayed_among_enemies_do_not_attack_either() -> None:
    units = {"Baltic Sea Zone": {RED: "1 submarine", "Germany": "1 transport"}, "Russia": {RED: "1 infantry"}}
    game = position(RED, "combat", units, rules=[RESTRICTED])
    assert asked(game)[0] == "move"  # not `fight`
    assert asked(position(RED, "combat", units))[0] == "fight"


@clause("classic.R175.1")
def test_the_soviet_union_itself_may_be_attacked() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 infantry"}},
        rules=[RESTRICTED],
    )
    assert game.state.owner["Caucasus"] == "Germany"


@clause("classic.R176")
def test_axis_advantage_gives_technologies_at_the_start() -> None:
    game = Game.new("classic", ["common.axis_advantage"])
    assert game.state.techs["Germany"] == ["jet_power"]
    assert game.state.techs["Japan"] == ["super_submarines"]
    assert game.stats("Germany", "fighter").defense == 5
    assert game.stats("Japan", "submarine").attack == 3
    assert game.stats("Japan", "fighter").defense == 4
    assert not any(Game.new("classic").state.techs.values())


@clause("classic.R177")
def test_without_new_complexes_none_are_for_sale() -> None:
    game = position("Japan", "purchase", rules=["common.no_new_complexes"])
    assert game.decision and "industrial_complex" not in game.decision.context["prices"]
    refused(game, "1 industrial complex", "classic.R131")
    tell(game, "1 infantry")
    with_them = position("Japan", "purchase")
    with_them.answer("1 industrial complex")


@clause("classic.R178")
def test_the_lint_advises_to_use_one_of_the_three_at_most() -> None:
    three = [RESTRICTED, "common.axis_advantage", "common.no_new_complexes"]
    for one in three:
        assert registry.check("classic", [one]) == []
    notes = [f for f in registry.check("classic", three) if f.severity == "note"]
    assert {frozenset(f.rules) for f in notes} == {
        frozenset(pair) for pair in (three[:2], three[1:], [three[0], three[2]])
    }
    assert all("at most one" in f.message for f in notes)
    registry.build("classic", three)  # advice only: it can be played


@clause("classic.R179")
def test_total_victory_counts_only_if_no_own_capital_is_lost() -> None:
    owners = {"Russia": "Germany", UK: "Germany", "Japan": US}
    assert position("Germany", "collect", owners=owners).winner == "axis"
    total = position("Germany", "collect", owners=owners, rules=["common.total_victory"])
    assert not total.decided()
    owners["Japan"] = "Japan"
    assert position("Germany", "collect", owners=owners, rules=["common.total_victory"]).winner == "axis"


@clause("classic.R180")
def test_ships_may_be_placed_among_enemies_and_no_battle_follows() -> None:
    units = {"Baltic Sea Zone": {UK: "1 transport"}}
    game = position("Germany", "purchase", units, rules=["common.ships_among_enemies"], ipcs={"Germany": 20})
    game.answer("1 submarine")
    until(game, "Germany", "place")
    game.answer("1 submarine > Baltic Sea Zone")
    assert at(game, "Baltic Sea Zone") == {"transport": 1, "submarine": 1}
    until(game, "Japan", "develop")  # through the British turn, whose transport did not attack
    assert at(game, "Baltic Sea Zone") == {"transport": 1, "submarine": 1}
    assert happened(game, "battle_started") == []


@clause("classic.R180", "classic.R69")
def test_a_later_combat_phase_may_bring_the_battle() -> None:
    units = {"Baltic Sea Zone": {UK: "1 transport", "Germany": "1 submarine"}, "Germany": {"Germany": "1 infantry"}}
    game = position("Germany", "combat", units, rules=["common.ships_among_enemies"], dice=[2])
    assert asked(game) == ("fight", "Germany")
    game.answer("yes")
    assert at(game, "Baltic Sea Zone") == {"submarine": 1}


@clause("classic.R181")
def test_strict_neutrals_may_be_neither_entered_nor_flown_over() -> None:
    units = {
        "Western Europe": {"Germany": "1 infantry, 1 fighter"},
        "Gibraltar": {UK: "1 infantry"},
        "North Sea Zone": {"Germany": "1 transport (carrying infantry of Germany)"},
    }
    game = position("Germany", "combat_move", units, rules=["common.strict_neutrals"], ipcs={"Germany": 30})
    refused(game, "1 infantry: Western Europe > Spain", "classic.R181")
    refused(game, "1 fighter: Western Europe > Spain > Gibraltar", "classic.R181")
    refused(game, "1 infantry: North Sea Zone > Eire", "classic.R181")
    game.answer("1 fighter: Western Europe > Western Mediterranean Sea Zone > Gibraltar")


@clause("classic.R182")
def test_a_bid_adds_ipcs_before_the_first_turn() -> None:
    game = Game.new("classic", ["common.bid"], {"common.bid.ipcs": {"Germany": 6, "Japan": 3}})
    assert (game.state.ipcs["Germany"], game.state.ipcs["Japan"], game.state.ipcs[RED]) == (38, 28, 24)


@clause("classic.R182")
def test_a_bid_adds_units_before_the_first_turn() -> None:
    bid = {"Germany": {"Libya": {"infantry": 2, "fighter": 1}, "Baltic Sea Zone": {"submarine": 1}}}
    game = Game.new("classic", ["common.bid"], {"common.bid.units": bid})
    assert at(game, "Libya") == {"infantry": 3, "tank": 1, "fighter": 1}
    assert at(game, "Baltic Sea Zone") == {"transport": 1, "submarine": 2}
