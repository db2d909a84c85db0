"""The phases of a turn and the order of battles: R21 to R29."""

from __future__ import annotations

import pytest

from sandtable.core.errors import Illegal
from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked, attack, choices, fired, in_phase, left, refused, until
from tests.helpers import at, happened, position, tell

clause = pytest.mark.clause
RED, UK, US = "Soviet Union", "United Kingdom", "United States"


@clause(
    "classic.R21", "classic.R21.1", "classic.R21.2", "classic.R21.3", "classic.R21.4", "classic.R21.5", "classic.R21.6"
)
def test_the_six_phases_follow_each_other() -> None:
    game = position(
        "Germany",
        "develop",
        {"Ukraine S.S.R.": {"Germany": "2 infantry"}, "Caucasus": {RED: "1 infantry"}},
        ipcs={"Germany": 10},
        dice=[1, 1, 6, 6],
    )
    seen = []
    answers = iter([1, "1 infantry", "2 infantry: Ukraine S.S.R. > Caucasus", "1 infantry > Germany"])
    while game.decision and game.decision.power == "Germany":
        context = game.decision.context or {}
        seen.append(f"{game.decision.kind} {context.get('phase', '')}".strip())
        game.answer(next(answers))
    # weapons development before buying; then movement, the battle (no question), placement; nobody was left to move
    assert seen == ["develop", "purchase", "move combat", "place"]
    order = [
        e.kind for e in game.events if e.kind in ("developed", "bought", "moved", "battle_started", "placed", "income")
    ]
    assert order == ["developed", "bought", "moved", "battle_started", "placed", "income"]
    assert game.state.ipcs["Germany"] == 10 - 5 - 3 + 32 + 3  # paid, and collected for what was conquered as well


@clause("classic.R21.4")
def test_noncombat_movement_comes_between_combat_and_placement() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {}, "Germany": {"Germany": "1 infantry"}}
    game = position("Germany", "purchase", units, ipcs={"Germany": 3})
    tell(game, "1 infantry", "1 infantry: Ukraine S.S.R. > Caucasus", "done")
    assert in_phase(game, "noncombat")
    tell(game, "1 infantry: Germany > Eastern Europe")
    assert asked(game) == ("place", "Germany")


@clause("classic.R22")
def test_every_phase_but_the_collection_of_income_may_be_left_out() -> None:
    game = position("Germany", "develop", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": 12})
    tell(game, 0, "nothing", "done", "done")
    assert game.decision and game.decision.power == UK
    assert game.state.ipcs["Germany"] == 12 + 32
    assert [e["ipcs"] for e in happened(game, "income")] == [32]


@clause("classic.R23")
def test_no_development_after_the_first_purchase() -> None:
    game = position("Germany", "develop", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": 20}, dice=[1, 2])
    tell(game, 2)
    assert asked(game) == ("purchase", "Germany")
    tell(game, "1 infantry")
    seen = []
    while game.decision and game.decision.power == "Germany":
        seen.append(game.decision.kind)
        game.answer(game.decision.advice)
    assert "develop" not in seen and "purchase" not in seen


@clause("classic.R24")
def test_who_entered_a_hostile_space_fights_at_least_one_round() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 infantry"}, "Caucasus": {RED: "1 infantry"}}
    game = attack("Germany", ["1 infantry: Ukraine S.S.R. > Caucasus"], units, dice=[6, 6])
    assert [e["dice"] for e in happened(game, "volley_fired")] == [[6], [6]]  # fired before anything was asked
    assert asked(game) == ("retreat", "Germany")
    tell(game, "Ukraine S.S.R.")
    assert at(game, "Ukraine S.S.R.") == {"infantry": 1}


@clause("classic.R24")
def test_a_move_into_a_hostile_space_is_not_taken_back_by_another_move() -> None:
    units = {"Ukraine S.S.R.": {"Germany": "1 tank"}, "Caucasus": {RED: "1 infantry"}}
    game = position("Germany", "combat_move", {**units, "Germany": {"Germany": "1 tank"}})
    tell(game, "1 tank: Ukraine S.S.R. > Caucasus")
    refused(game, "1 tank (moved 2, combat): Caucasus > Ukraine S.S.R.", "classic.R48")


@clause("classic.R25")
def test_new_units_are_off_the_board_until_they_are_placed() -> None:
    game = position("Germany", "purchase", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": 9})
    tell(game, "3 infantry")
    assert at(game, "Germany") == {"infantry": 1}
    tell(game, "done", "done")
    assert at(game, "Germany") == {"infantry": 1}
    tell(game, "3 infantry > Germany")
    assert at(game, "Germany") == {"infantry": 4}


@clause("classic.R25")
def test_new_units_without_a_legal_place_are_lost_without_refund() -> None:
    zones = ["Baltic Sea Zone", "Central Mediterranean Sea Zone"]
    enemy = {zone: {UK: "1 submarine"} for zone in zones}
    game = position("Germany", "purchase", {**enemy, "Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": 8})
    tell(game, "1 transport", "done", "done")
    assert game.decision and game.decision.power == UK  # there was nothing to ask: no zone is open
    assert [e["units"] for e in happened(game, "unplaced")] == [{"transport": 1}]
    assert game.state.ipcs["Germany"] == 32
    assert all(at(game, zone, "Germany") == {} for zone in zones)


@clause("classic.R26")
def test_only_cash_in_hand_is_spent() -> None:
    game = position("Germany", "purchase", {"Germany": {"Germany": "1 infantry"}}, ipcs={"Germany": 7})
    refused(game, "1 infantry, 1 tank", "classic.R26")
    tell(game, "2 infantry", "done", "done", "2 infantry > Germany")
    assert game.state.ipcs["Germany"] == 1 + 32  # the income came after buying


@clause("classic.R27")
def test_an_aircraft_that_was_sent_into_a_battle_goes_into_no_other() -> None:
    game = position(
        "Germany",
        "combat_move",
        {"Germany": {"Germany": "1 bomber, 1 infantry"}, "Karelia S.S.R.": {RED: "1 infantry"}},
        dice=[4],
    )
    tell(game, "1 bomber: Germany > Eastern Europe > Karelia S.S.R. [raid]")
    refused(game, "1 bomber (moved 2, combat, raid): Karelia S.S.R. > Caucasus", "classic.R27")


@clause("classic.R27")
def test_a_raiding_bomber_takes_no_part_in_the_land_battle() -> None:
    game = attack(
        "Germany",
        ["1 bomber: Eastern Europe > Karelia S.S.R. [raid]", "1 infantry: Eastern Europe > Karelia S.S.R."],
        {"Eastern Europe": {"Germany": "1 bomber, 1 infantry"}, "Karelia S.S.R.": {RED: "1 infantry"}},
        dice=[5, 1, 6],
    )
    assert [e["dice"] for e in happened(game, "raided")] == [[5]]
    assert fired(game) == [("attackers", [1]), ("defenders", [6])]  # one die at 1 for the infantry, none at 4


@clause("classic.R27")
def test_ships_of_a_sea_battle_serve_the_landing_by_unloading() -> None:
    game = attack(
        UK,
        [
            "1 transport (carrying infantry of United Kingdom), 1 battleship: Karelia Sea Zone > North Sea Zone",
            "1 infantry: North Sea Zone > Western Europe",
        ],
        {
            "Karelia Sea Zone": {UK: "1 transport (carrying infantry of United Kingdom), 1 battleship"},
            "North Sea Zone": {"Germany": "1 transport"},
        },
        dice=[4, 6],
    )
    assert at(game, "Western Europe", UK) == {"infantry": 1}
    assert game.state.owner["Western Europe"] == UK
    assert not left(game)


@clause("classic.R28")
def test_nobody_joins_a_battle_after_combat_has_begun() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "3 infantry"}, "Caucasus": {RED: "1 infantry"}},
        dice=[6, 6, 6, 6],
    )
    assert asked(game) == ("retreat", "Germany")
    with pytest.raises(Illegal, match="not one of the choices"):
        game.answer("2 infantry: Ukraine S.S.R. > Caucasus")
    tell(game, "press on")
    assert [len(dice) for _, dice in fired(game)] == [1, 1, 1, 1]


def three_fronts(*dice: int) -> Game:
    """A landing behind a sea battle, and another battle on land."""
    return attack(
        UK,
        [
            "1 transport (carrying infantry of United Kingdom): Karelia Sea Zone > North Sea Zone",
            "1 infantry: North Sea Zone > Western Europe",
            "1 infantry: India > French Indo-China",
        ],
        {
            "Karelia Sea Zone": {UK: "1 transport (carrying infantry of United Kingdom)"},
            "North Sea Zone": {UK: "2 battleships", "Germany": "1 transport"},
            "Western Europe": {"Germany": "1 infantry"},
            "India": {UK: "1 infantry"},
            "French Indo-China": {"Japan": "1 infantry"},
        },
        dice=dice,
    )


@clause("classic.R29")
def test_the_attacker_chooses_the_order_of_battles_but_the_sea_comes_before_its_landing() -> None:
    game = three_fronts(1, 6, 6)
    assert asked(game) == ("battle", UK)
    assert choices(game) == ["French Indo-China", "North Sea Zone"]
    with pytest.raises(Illegal):
        game.answer("Western Europe")
    tell(game, "North Sea Zone")
    assert asked(game) == ("battle", UK)
    assert sorted(choices(game)) == ["French Indo-China", "Western Europe"]
    game = tell(three_fronts(1, 6, 1, 6, 6, 1, 6), "French Indo-China")
    assert happened(game, "battle_started")[0]["space"] == "French Indo-China"


@clause("classic.R29")
def test_a_raid_comes_before_the_land_battle_in_the_same_territory() -> None:
    game = attack(
        "Germany",
        ["1 infantry: Eastern Europe > Karelia S.S.R.", "1 bomber: Eastern Europe > Karelia S.S.R. [raid]"],
        {"Eastern Europe": {"Germany": "1 bomber, 1 infantry"}, "Karelia S.S.R.": {RED: "1 infantry"}},
        dice=[3, 1, 6],
    )
    order = [e.kind for e in game.events if e.kind in ("raided", "battle_started")]
    assert order == ["raided", "battle_started"]


@clause("classic.R21")
def test_the_turn_of_the_next_power_follows() -> None:
    game = position("Germany", "place", {"Germany": {"Germany": "1 infantry"}})
    assert game.decision and game.decision.power == UK
    until(game, "Japan", "develop")
