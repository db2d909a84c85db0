"""The end of the round: the fast player sees that a side is about to win by what it holds, and acts in time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sandtable.ai import player
from sandtable.ai.basic.brink import verdict
from sandtable.ai.basic.view import View
from sandtable.engine.game import Game, Header
from tests.helpers import position

GER, ITA, JAP = "Germany", "Italy", "Japan"
SU, UK, US = "Soviet Union", "United Kingdom", "United States"
#: With these, the Axis holds 14 of the 15 territories that it needs in Anniversary.
CITIES = {
    "Kwangtung": JAP, "Philippine Islands": JAP, "Hawaiian Islands": JAP, "Australia": JAP, "India": JAP,
    "Karelia S.S.R.": GER, "Eastern Canada": GER, "United Kingdom": GER,
}  # fmt: skip
Units = Mapping[str, Mapping[str, str]]


def classic(power: str, phase: str, goal: int, units: Units, owners: Mapping[str, str | None]) -> Game:
    """A position in which the Axis wins with `goal` IPCs at the end of a round; it holds 57 at the start of a game."""
    return position(
        power, phase, units, owners=owners, ipcs={JAP: 0, UK: 0, US: 0},
        rules=["common.switches"], options={"common.switches.set": {"axis_economic_victory": goal}},
    )  # fmt: skip


def anniversary(power: str, units: Units, owners: Mapping[str, str | None]) -> Game:
    return position(power, "combat_move", units, owners={**CITIES, **owners}, edition="anniversary")


def cheap_capture() -> Game:
    """The Axis holds 60 IPCs. The infantry that guard the complex can take Mexico, which is enough."""
    units = {
        "Western United States": {US: "2 infantry"}, "Mexico": {JAP: "1 infantry"}, "Western Canada": {JAP: "6 armor"},
    }  # fmt: skip
    return classic(US, "combat_move", 59, units, {"Mexico": JAP, "Western Canada": JAP})


def city_to_take() -> Game:
    """The Axis holds 15 cities. The infantry that guard Western United States can take back Eastern Canada."""
    units = {
        "Western United States": {US: "3 infantry"}, "Eastern United States": {US: "3 infantry"},
        "Eastern Canada": {GER: "1 infantry"}, "Western Canada": {JAP: "8 tank"},
    }  # fmt: skip
    return anniversary(US, units, {"Western Canada": JAP, "Caucasus": GER})


def march() -> Game:
    """Japan needs India, and only it; in Persia stands an army against Caucasus."""
    units = {
        "Persia": {UK: "6 infantry"}, "India": {UK: "2 infantry"},
        "French Indo-China": {JAP: "6 infantry"}, "Caucasus": {GER: "6 infantry"},
    }  # fmt: skip
    return classic(UK, "noncombat_move", 67, units, {"China": JAP, "Sinkiang": JAP, "Caucasus": GER})


def landing() -> Game:
    """Japan needs India, and only it; fighters can land there."""
    units = {
        "India": {UK: "2 infantry"}, "Anglo-Sudan Egypt": {UK: "2 fighter"}, "United Kingdom": {UK: "2 infantry"},
        "French Indo-China": {JAP: "4 infantry"}, "Libya": {GER: "2 infantry"}, "Western Europe": {GER: "3 infantry"},
    }  # fmt: skip
    return classic(UK, "noncombat_move", 64, units, {"China": JAP, "Sinkiang": JAP})


def last_capture() -> Game:
    """The Axis lacks China; the Soviet Union could take it back, but only after the round."""
    units = {
        "Manchuria": {JAP: "11 infantry"}, "China": {US: "4 infantry"}, "Sinkiang": {SU: "12 armor"},
    }  # fmt: skip
    return classic(JAP, "combat_move", 59, units, {"Sinkiang": SU})


def last_city() -> Game:
    """The Axis lacks Caucasus; the Soviet Union could take it back, but only after the round."""
    units = {
        "Ukraine": {ITA: "10 infantry, 2 tank"}, "Caucasus": {SU: "7 infantry"}, "Russia": {SU: "24 tank"},
    }  # fmt: skip
    return anniversary(ITA, units, {"Ukraine": ITA, "Caucasus": SU})


def garrison() -> Game:
    """The Axis wins with what it holds. It can spare China, and not French Indo-China."""
    units = {
        "China": {JAP: "6 infantry"}, "Kwangtung": {JAP: "2 fighter"}, "French Indo-China": {JAP: "2 infantry"},
        "Sinkiang": {US: "5 infantry"},
    }  # fmt: skip
    return classic(JAP, "noncombat_move", 57, units, {"China": JAP})


def after_round(game: Game, seed: int) -> str:
    """Return the side that has won when the fast player has played all powers to the end of a round."""
    game = Game(Header(game.rules, f"brink {seed}"), state=game.state.copy())
    fast = player("quick", seed)
    while game.open and game.state.round == 1:
        decision = game.open[0]
        game.answer(fast(game, decision), id=decision.id)
    return game.state.victory[0] if game.state.victory else ""


def won(position: Callable[[], Game], side: str) -> int:
    """Return how many of six games from a position a side wins in its round."""
    game = position()
    return sum(after_round(game, seed) == side for seed in range(6))


@pytest.mark.parametrize("position", [cheap_capture, city_to_take, march, landing])
def test_prevents_a_win_as_the_round_ends(position: Callable[[], Game]) -> None:
    assert won(position, "axis") <= 2


@pytest.mark.parametrize("position", [last_capture, last_city, garrison])
def test_wins_as_the_round_ends(position: Callable[[], Game]) -> None:
    assert won(position, "axis") >= 4


def test_knows_which_captures_decide_the_round() -> None:
    game = cheap_capture()
    found = View(game, US).brink
    assert (found.breaks["Mexico"], found.final) == (1.0, True)
    assert found.breaks["Okinawa"] < 1.0  # the Axis can spare one IPC
    assert View(march(), UK).brink.keep == {"India"}
    assert View(garrison(), JAP).brink.keep >= {"French Indo-China"}
    assert "China" not in View(garrison(), JAP).brink.keep


def test_thinks_the_round_through_without_a_trace() -> None:
    game = city_to_take()
    before = game.state.hash()
    assert (verdict(game, {}), verdict(game, {"Eastern Canada": US})) == ("axis", "")
    assert game.state.hash() == before


def test_leaves_out_what_a_rule_reports_of_a_win_that_is_only_supposed() -> None:
    """A neutral Italy with 26 IPCs wins beside another side, and the rule reports it."""
    owners = {"Paris": GER, "Moscow": GER, "Vienna": ITA, "Galicia": ITA, "Ukraine": ITA}
    rule = "great_war.italian_dilemma"
    facts = {"neutral_powers": [US, ITA]}
    game = position("Germany", "collect", {}, owners=owners, rules=[rule], facts=facts, edition="great_war")
    before = list(game.events)
    assert verdict(game, {}) == "central_powers"
    assert game.events == before and game.listening


@pytest.mark.parametrize(("goal", "presses"), [(59, True), (84, False)])
def test_fights_on_where_a_capture_decides_the_round(goal: int, presses: bool) -> None:
    """Three infantry against two miss, and lose one."""
    game = position(
        JAP, "combat_move", {"Manchuria": {JAP: "3 infantry"}, "China": {US: "2 infantry"}}, dice=[6, 6, 6, 1, 6],
        rules=["common.switches"], options={"common.switches.set": {"axis_economic_victory": goal}},
    )  # fmt: skip
    game.answer("3 infantry: Manchuria > China")
    fast = player("quick", 1)
    while game.open[0].kind != "retreat":
        game.answer("done" if game.open[0].kind == "move" else game.open[0].advice)
    assert (fast(game, game.open[0]) == game.open[0].advice) == presses
