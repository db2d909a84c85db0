"""smith.tech_espionage and smith.na_ussr_espionage: stealing technologies."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine.game import Game
from tests.conformance.classic.scenes import asked
from tests.helpers import happened, position, tell

from .lab import GERMANY, JAPAN, RED, UK, US, built, keys

clause = pytest.mark.clause
RULE = "smith.tech_espionage"
OTHERS = built("tech_super_armor", "tech_super_subs", "tech_heavy_bombers", "weapons_table")


def spying(dice: list[int], techs: dict[str, Any], *, facts: Any = None, **options: Any) -> Game:
    known: dict[str, Any] = {p: [] for p in (RED, GERMANY, UK, JAPAN, US)} | {RED: ["espionage"]} | techs
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    return position(
        RED, "develop", {"Russia": {RED: "1 infantry"}}, rules=[RULE, *OTHERS], techs=known, dice=dice, ipcs={RED: 4},
        options=given, facts=facts,
    )  # fmt: skip


def spy(game: Game, victim: str) -> Game:
    return tell(game, "espionage", victim)


@clause("smith.tech_espionage.1", "smith.tech_espionage.2", "smith.tech_espionage.10")
@pytest.mark.parametrize(("lot", "stolen"), [(1, "rockets"), (2, "jet_power")])
def test_example_the_soviet_union_spies_on_germany(lot: int, stolen: str) -> None:
    game = spying([6, lot], {GERMANY: ["rockets", "jet_power", "super_armor"]})
    spy(game, GERMANY)
    assert game.state.techs[RED] == ["espionage", stolen]
    assert game.state.techs[GERMANY] == ["rockets", "jet_power", "super_armor"]  # it is copied
    assert not happened(game, "network_lost") and asked(game)[0] != "offer"  # one attempt in a turn


@clause("smith.tech_espionage.1", "smith.tech_espionage.2")
def test_the_network_spies_before_or_after_research() -> None:
    game = position(RED, "develop", {"Russia": {RED: "1 infantry"}}, rules=[RULE, *OTHERS], ipcs={RED: 5},
                    techs={RED: [], GERMANY: ["jet_power"]}, dice=[6, 1, 6])  # fmt: skip
    spy(tell(game, 1), GERMANY)  # it has found Espionage, and uses it at once
    assert game.state.techs[RED] == ["espionage", "jet_power"]
    later = spying([1, 6], {GERMANY: ["jet_power"]})
    later.state.ipcs[RED] = 5
    assert asked(tell(later, "go on", 1))[0] == "offer"
    assert spy(later, GERMANY).state.techs[RED] == ["espionage", "jet_power"]
    none = spying([], {GERMANY: ["jet_power"]})
    assert asked(tell(none, "go on"))[0] != "offer"  # without research, it is offered once


@clause("smith.tech_espionage.8", "smith.tech_espionage.9")
@pytest.mark.parametrize(("second", "lost"), [(2, True), (3, True), (4, False), (6, False)])
def test_example_a_network_in_an_allied_power(second: int, lost: bool) -> None:
    game = spy(spying([5, second], {US: ["rockets"]}), US)
    assert game.state.techs[RED] == ["espionage", "rockets"]
    assert bool(happened(game, "network_lost")) is lost


@clause("smith.tech_espionage.4", "smith.tech_espionage.5", "smith.tech_espionage.8")
@pytest.mark.parametrize(("die", "found"), [(1, []), (5, ["rockets"])])
def test_example_the_network_in_japan_is_lost_for_good(die: int, found: list[str]) -> None:
    game = spy(spying([die], {JAPAN: ["rockets"]}), JAPAN)
    assert game.state.techs[RED] == ["espionage", *found]
    assert game.state.facts["networks_lost"] == {RED: [JAPAN]}
    facts = {"networks_lost": {RED: [JAPAN]}}
    later = spying([], {JAPAN: ["rockets"], GERMANY: ["rockets"]}, facts=facts)
    assert keys(tell(later, "espionage")) == ["none", GERMANY]
    assert asked(spying([], {JAPAN: ["rockets"]}, facts=facts))[0] != "offer"


@clause("smith.tech_espionage.3", "smith.tech_espionage.6", "smith.tech_espionage.7")
def test_example_nothing_is_stolen() -> None:
    game = spy(spying([1, 6], {UK: ["rockets"], GERMANY: ["rockets"]}), UK)
    assert game.state.techs[RED] == ["espionage"] and not happened(game, "network_lost")
    for die in (2, 3, 4):
        game = spy(spying([die], {GERMANY: ["rockets"]}), GERMANY)
        assert game.state.techs[RED] == ["espionage"] and not happened(game, "network_lost")


def test_only_what_can_be_used_is_stolen() -> None:
    game = spying([], {GERMANY: ["super_armor"], JAPAN: ["industrial_technology"], UK: ["espionage"]})
    assert asked(game)[0] != "offer"
    game = spy(spying([6], {US: ["heavy_bombers", "heavy_bombers_2"]}), US)
    assert game.state.techs[RED] == ["espionage", "heavy_bombers"]  # the first level comes first
    assert asked(spying([], {US: ["rockets"], RED: []}))[0] != "offer"  # nobody spies without the development
    assert tell(spying([], {US: ["rockets"]}), "espionage", "none").state.techs[RED] == ["espionage"]


def test_espionage_has_other_options() -> None:
    two = spying([2, 6], {GERMANY: ["rockets"]}, attempts_per_turn=2, cost=2)
    tell(two, "espionage", GERMANY, "espionage", GERMANY)
    assert two.state.techs[RED] == ["espionage", "rockets"] and two.state.ipcs[RED] == 0
    assert asked(spying([], {GERMANY: ["rockets"]}, not_stealable=["rockets"]))[0] != "offer"
    sure = spy(spying([1, 6], {US: ["rockets"]}, ally_elimination_chance=1.0), US)
    assert happened(sure, "network_lost")


@clause("smith.na_ussr_espionage.1")
def test_example_the_soviet_union_spies_from_the_start() -> None:
    rules = built("na_ussr_espionage", "tech_espionage", "na_germany_super_sub", "tech_super_subs")
    units = {"Russia": {RED: "1 infantry"}}
    game = position(RED, "develop", units, rules=rules, dice=[6], ipcs={RED: 4})
    spy(game, GERMANY)
    assert game.state.techs[RED] == ["na_ussr_espionage", "espionage", "super_submarines"]
    nothing = position(RED, "develop", units, rules=rules[:2], dice=[], ipcs={RED: 4})
    assert asked(nothing)[0] != "offer"
