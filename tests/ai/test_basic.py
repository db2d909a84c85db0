"""The computer player `basic`: always legal, deterministic, stronger than chance, and no fool in plain positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sandtable.ai import PLAYERS, player
from sandtable.ai.basic.view import View
from sandtable.core.decisions import Choose, Confirm, Decision, Option
from sandtable.core.errors import Unknown
from sandtable.engine.game import Game, play
from tests.helpers import at, position


def game_of(
    seed: int | str, axis: str = "basic", allies: str = "basic", rules: Sequence[str] = (), rounds: int = 12
) -> Game:
    """A whole game between two kinds of players."""
    game = Game.new(
        "classic", [*rules, "common.round_limit"], {"common.round_limit.rounds": rounds}, seed=seed, recording=False
    )
    side_of = game.rules.side_of
    seats = {p: player(axis if side_of[p] == "axis" else allies, f"{seed}/{p}") for p in game.rules.powers}
    return play(game, seats)


def phase_of(game: Game, step: str) -> Game:
    """Lets `basic` answer until the phase that is open now is over."""
    basic = player("basic", 1)
    power, here = game.state.power, game.state.step
    while game.open and game.state.power == power and game.state.step == here:
        decision = game.open[0]
        game.answer(basic(game, decision), id=decision.id)
    assert [s.name for s in game.rules.sequence("turn")][here] == step
    return game


@pytest.mark.parametrize("seed", range(4))
def test_plays_legally(seed: int) -> None:
    """`answer` raises for anything illegal; the game goes to its end."""
    game = game_of(seed)
    assert game.over


@pytest.mark.parametrize(
    "rules",
    [
        ["common.low_luck", "common.no_technology"],
        ["common.axis_advantage", "common.strict_neutrals"],
        ["common.total_victory", "common.no_new_complexes", "common.ships_among_enemies"],
    ],
    ids=lambda rules: rules[0],
)
def test_plays_with_other_rules(rules: list[str]) -> None:
    assert game_of(7, rules=rules).over


def test_is_deterministic() -> None:
    assert game_of(3, rounds=6).state_hash == game_of(3, rounds=6).state_hash


@pytest.mark.parametrize("seed", range(3))
def test_beats_random(seed: int) -> None:
    assert game_of(seed, "basic", "random", rounds=25).winner == "axis"
    assert game_of(seed, "random", "basic", rounds=25).winner == "allies"


def test_does_not_change_the_game() -> None:
    """Asking twice, or asking two players, leaves the state as it was."""
    game = Game.new("classic", seed=5)
    other = player("basic", 2)
    basic = dict.fromkeys(game.rules.powers, player("basic", 2))
    for _ in range(150):
        before = game.state_hash
        decision = game.open[0]
        other(game, decision)
        assert game.state_hash == before
        game.answer(basic[decision.power](game, decision))


def test_takes_the_advice_for_kinds_it_does_not_know() -> None:
    game = Game.new("classic", seed=1)
    basic = player("basic")
    for form, advice in ((Confirm(), True), (Choose([Option("a", "a"), Option("b", "b")]), "b")):
        assert basic(game, Decision("house.of.cards", "Germany", "Well?", form, advice=advice)) == advice


def test_goes_on_from_the_middle_of_a_phase_and_after_undo() -> None:
    game = position("Germany", "combat_move", clear=False)
    basic = player("basic", 1)
    first = basic(game, game.open[0])
    game.answer(first)
    game.undo()
    assert basic(game, game.open[0]) == first
    game.answer(first)
    late = player("basic", 9)
    while game.open[0].kind == "move" and game.open[0].context["phase"] == "combat":
        game.answer(late(game, game.open[0]))


def test_unknown_players_are_named() -> None:
    with pytest.raises(Unknown):
        player("bsic")
    assert {"basic", "random", "advised"} <= set(PLAYERS)


# --- positions with an obvious move -----------------------------------------------------------------------------------


def moved_to(game: Game, space: str, power: str) -> int:
    return sum(at(game, space, power).values())


def test_walks_into_an_empty_capital() -> None:
    game = position(
        "Germany",
        "combat_move",
        {"Karelia S.S.R.": {"Germany": "1 infantry, 2 armor"}},
        owners={"Karelia S.S.R.": "Germany"},
    )
    phase_of(game, "combat_move")
    assert game.state.owner["Russia"] == "Germany"


def test_does_not_attack_hopelessly() -> None:
    game = position(
        "Germany", "combat_move",
        {"Eastern Europe": {"Germany": "2 infantry"}, "Karelia S.S.R.": {"Soviet Union": "12 infantry"}},
    )  # fmt: skip
    phase_of(game, "combat_move")
    assert moved_to(game, "Karelia S.S.R.", "Germany") == 0


def test_attacks_where_it_must_win() -> None:
    game = position(
        "Germany", "combat_move",
        {"Eastern Europe": {"Germany": "8 infantry, 6 armor"}, "Karelia S.S.R.": {"Soviet Union": "2 infantry"}},
    )  # fmt: skip
    phase_of(game, "combat_move")
    assert moved_to(game, "Karelia S.S.R.", "Germany") >= 4


def test_keeps_a_threatened_capital() -> None:
    """The garrison stays although something could be taken, and the money goes into its defense."""
    units = {
        "Russia": {"Soviet Union": "6 infantry"},
        "Karelia S.S.R.": {"Germany": "5 infantry, 4 armor"},
        "Ukraine S.S.R.": {"Germany": "1 infantry"},
    }
    game = position("Soviet Union", "purchase", units, owners={"Karelia S.S.R.": "Germany"}, ipcs={"Soviet Union": 15})
    phase_of(game, "purchase")
    assert game.state.now["bought"]["infantry"] >= 4
    phase_of(game, "combat_move")
    assert moved_to(game, "Russia", "Soviet Union") == 6


def test_brings_an_army_back_to_a_threatened_capital() -> None:
    """It does not march away for a territory without a garrison, but into the capital."""
    units = {
        "Russia": {"Soviet Union": "4 infantry"},
        "Novosibirsk": {"Soviet Union": "6 infantry"},
        "Karelia S.S.R.": {"Germany": "8 infantry, 3 armor"},
    }
    owners = {"Karelia S.S.R.": "Germany", "Sinkiang": "Japan", "Yakut S.S.R.": "Japan"}
    game = position("Soviet Union", "combat_move", units, owners=owners)
    phase_of(game, "combat_move")
    assert moved_to(game, "Novosibirsk", "Soviet Union") == 6
    game = position("Soviet Union", "noncombat_move", units, owners=owners)
    phase_of(game, "noncombat_move")
    assert moved_to(game, "Russia", "Soviet Union") >= 8


def test_leaves_no_garrison_against_aircraft_alone() -> None:
    """Aircraft cannot capture anything, so nothing goes to territories that only they can reach."""
    units = {
        "Russia": {"Soviet Union": "3 infantry", "United Kingdom": "30 infantry"},
        "Karelia S.S.R.": {"Germany": "6 infantry, 2 armor"},
        "Caucasus": {"Germany": "6 infantry"},
        "Germany": {"Germany": "2 bomber"},
    }
    owners = {"Karelia S.S.R.": "Germany", "Caucasus": "Germany"}
    game = position("Soviet Union", "noncombat_move", units, owners=owners)
    phase_of(game, "noncombat_move")
    assert moved_to(game, "Russia", "Soviet Union") == 3


def test_fighters_stay_with_an_ally_who_can_hold_the_capital_with_them() -> None:
    units = {
        "Russia": {"Soviet Union": "6 infantry", "United Kingdom": "4 fighter"},
        "Karelia S.S.R.": {"Germany": "10 infantry, 4 armor"},
    }
    owners = {"Karelia S.S.R.": "Germany"}
    game = position("United Kingdom", "noncombat_move", units, owners=owners, ipcs={"Soviet Union": 21})
    phase_of(game, "noncombat_move")
    assert moved_to(game, "Russia", "United Kingdom") == 4


def test_brings_its_aircraft_home() -> None:
    game = position(
        "United Kingdom", "combat_move",
        {"United Kingdom": {"United Kingdom": "2 infantry, 3 fighters, 1 bomber"},
         "North Sea Zone": {"Germany": "1 submarine, 1 transport"}},
        dice=[1] * 40,
    )  # fmt: skip
    phase_of(game, "combat_move")
    assert at(game, "North Sea Zone", "United Kingdom").get("fighter", 0) >= 2
    phase_of(game, "combat")
    phase_of(game, "noncombat_move")
    assert not at(game, "North Sea Zone", "United Kingdom")
    aircraft = [s for f in game.state.forces.values() for s in f if s.type in ("fighter", "bomber")]
    assert aircraft and all(s.owner == "United Kingdom" for s in aircraft)


def test_carries_an_army_across_the_sea() -> None:
    """Troops on an island, a transport beside it and a weak shore opposite."""
    game = position(
        "United Kingdom", "combat_move",
        {"United Kingdom": {"United Kingdom": "6 infantry, 2 fighters"},
         "North Sea Zone": {"United Kingdom": "2 transports"},
         "Finland-Norway": {"Germany": "1 infantry"}},
    )  # fmt: skip
    phase_of(game, "combat_move")
    landed = sum(moved_to(game, s, "United Kingdom") for s in ("Finland-Norway", "Western Europe", "Germany"))
    assert landed >= 2


def test_reinforces_over_water_without_a_fight() -> None:
    game = position(
        "Japan", "noncombat_move",
        {"Japan": {"Japan": "4 infantry"}, "Japan Sea Zone": {"Japan": "2 transports"},
         "Manchuria": {"Japan": "3 infantry"}, "Yakut S.S.R.": {"Soviet Union": "1 infantry"}},
    )  # fmt: skip
    phase_of(game, "noncombat_move")
    assert moved_to(game, "Japan", "Japan") < 4


def test_moves_up_to_the_front() -> None:
    game = position(
        "Germany", "noncombat_move",
        {"Germany": {"Germany": "8 infantry"}, "Eastern Europe": {"Germany": "2 infantry"},
         "Karelia S.S.R.": {"Soviet Union": "2 infantry"}},
    )  # fmt: skip
    phase_of(game, "noncombat_move")
    assert moved_to(game, "Eastern Europe", "Germany") >= 5


def test_retreats_from_a_lost_battle() -> None:
    game = position(
        "Germany", "combat_move",
        {"Eastern Europe": {"Germany": "4 infantry"}, "Karelia S.S.R.": {"Soviet Union": "6 infantry"}},
        dice=[6] * 4 + [1] * 2 + [6] * 4 + [1] * 40,
    )  # fmt: skip
    game.answer("4 infantry: Eastern Europe > Karelia S.S.R.")
    phase_of(game, "combat")
    assert moved_to(game, "Eastern Europe", "Germany") == 2


def test_buys_transports_for_an_army_that_waits() -> None:
    game = position(
        "United States", "purchase",
        {"Eastern United States": {"United States": "10 infantry"}}, ipcs={"United States": 36},
    )  # fmt: skip
    phase_of(game, "purchase")
    assert game.state.now["bought"].get("transport", 0) >= 2


def test_places_where_it_is_needed() -> None:
    """New units go to the complex at the front, not to the one far behind."""
    game = position(
        "Soviet Union", "purchase",
        {"Karelia S.S.R.": {"Soviet Union": "6 infantry"}, "Eastern Europe": {"Germany": "2 infantry"}},
        ipcs={"Soviet Union": 24},
    )  # fmt: skip
    basic: Any = player("basic", 1)
    while game.open[0].kind != "place":
        game.answer(basic(game, game.open[0]))
    placed = basic(game, game.open[0])
    assert {space for _, space in placed} == {"Karelia S.S.R."} and sum(placed.values()) >= 5


@pytest.mark.parametrize(("goal", "wanted"), [(59, True), (84, False)])
def test_the_last_territory_that_wins_the_war_is_worth_a_risk(goal: int, wanted: bool) -> None:
    """The Axis own 57 IPCs; China is worth 2, which is all they lack of 59, and little of what they lack of 84."""
    game = position(
        "Japan", "combat_move",
        {"Manchuria": {"Japan": "11 infantry"}, "China": {"United States": "8 infantry"},
         "Soviet Far East": {"Soviet Union": "20 infantry"}, "Yakut S.S.R.": {"Soviet Union": "20 infantry"}},
        rules=["common.switches"],
        options={"common.switches.set": {"axis_economic_victory": goal}},
    )  # fmt: skip
    view = View(game, "Japan")
    assert (view.completes("China") == 1.0) is wanted
    phase_of(game, "combat_move")
    assert (moved_to(game, "China", "Japan") > 0) is wanted


@pytest.mark.parametrize(("holder", "bombers"), [("Germany", 0), ("Soviet Union", 1)])
def test_bombs_an_enemy_who_has_lost_most_of_his_income(
    holder: str, bombers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where raids do not pay."""
    monkeypatch.setattr("sandtable.ai.basic.buy.WORTH_IT", 9.0)
    lost = ("Eastern Europe", "Southern Europe", "Western Europe", "Finland-Norway", "Ukraine S.S.R.")
    game = position(
        "United Kingdom", "purchase",
        {"United Kingdom": {"United Kingdom": "2 infantry"}, "Germany": {"Germany": "8 infantry"}},
        owners=dict.fromkeys(lost, holder), ipcs={"United Kingdom": 30, "Germany": 14},
    )  # fmt: skip
    phase_of(game, "purchase")
    assert game.state.now["bought"].get("bomber", 0) == bombers


@pytest.mark.parametrize(("power", "richer"), [("Japan", False), ("United States", True)])
def test_buys_bombers_only_for_raids_that_pay(power: str, richer: bool) -> None:
    """A gun shoots down as much as a raid destroys; only the richer side can afford that."""
    game = position(
        power, "purchase",
        {"Japan": {"Japan": "2 infantry"}, "Germany": {"Germany": "8 infantry"},
         "Western United States": {"United States": "2 infantry"}, "United Kingdom": {"United Kingdom": "8 infantry"}},
        ipcs={"Japan": 40, "United States": 40, "United Kingdom": 30, "Germany": 30},
    )  # fmt: skip
    assert (View(game, power).zeal > 1) is richer
    phase_of(game, "purchase")
    assert (game.state.now["bought"].get("bomber", 0) > 0) is richer


def test_estimates_are_near_the_truth() -> None:
    from sandtable.ai.basic.odds import cost_of, shares, wins

    assert wins(3, 3, 2, 1) > 0.8 > wins(3, 3, 4, 2) > 0.2 > wins(1, 1, 4, 2)
    assert wins(5, 0, 1, 1) == 0 and wins(0, 2, 1, 1) == 0 and wins(1, 1, 0, 0) == 1 and wins(1, 1, 0, 2) == 1
    chance, own, enemy = shares(30, 15, 6, 3)
    assert chance > 0.99 and own < 0.2 and enemy > 0.99
    assert cost_of([(3, 2), (5, 1)], 2.5) == 8.5 and cost_of([(3, 1)], 4) == 3
