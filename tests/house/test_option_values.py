"""Values of options that no other test plays (see `tests.option_values`): each does what its text says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.engine.game import Game
from sandtable.rules import registry
from tests import option_values
from tests.conformance.classic.scenes import attack, fired, in_phase
from tests.helpers import at, happened, position

RED, US = "Soviet Union", "United States"


def begun(edition: str, rule: str, **options: Any) -> Game:
    """A game under one rule, one answer later."""
    game = Game.new(edition, [rule], {f"{rule}.{name}": value for name, value in options.items()}, seed=1)
    game.answer(game.open[0].advice)
    return game


def income(game: Game) -> dict[str, int]:
    """The IPCs of each reason for income."""
    return {e["why"]: e["ipcs"] for e in happened(game, "income")}


def test_a_bid_adds_money_and_units_or_nothing() -> None:
    usual, plain = begun("classic", "common.bid"), begun("classic", "common.no_technology")
    assert usual.state.ipcs["Japan"] == plain.state.ipcs["Japan"]
    assert usual.state.forces["Libya"] == plain.state.forces["Libya"]
    game = begun("classic", "common.bid", ipcs={"Japan": 7}, units={"Germany": {"Libya": {"infantry": 2}}})
    assert game.state.ipcs["Japan"] == plain.state.ipcs["Japan"] + 7
    assert at(game, "Libya")["infantry"] == at(plain, "Libya")["infantry"] + 2


@pytest.mark.parametrize(("rounds", "round", "free"), [(1, 1, False), (1, 2, True), (3, 3, False), (3, 4, True)])
def test_russia_is_restricted_for_so_many_rounds(rounds: int, round: int, free: bool) -> None:
    units = {"Karelia S.S.R.": {RED: "2 infantry"}}
    options = {"common.russia_restricted.rounds": rounds}
    game = position(RED, "combat_move", units, rules=["common.russia_restricted"], options=options, round=round)
    assert in_phase(game, "combat") is free


@pytest.mark.parametrize(("rounds", "round", "over"), [(25, 24, False), (25, 25, True), (3, 3, True)])
def test_the_game_ends_after_so_many_rounds(rounds: int, round: int, over: bool) -> None:
    options = {"common.round_limit.rounds": rounds}
    assert position(US, "collect", round=round, rules=["common.round_limit"], options=options).over is over


@pytest.mark.parametrize(("switches", "fee"), [({}, 3), ({"neutral_fee": 5}, 5)])
def test_switches_change_what_they_name(switches: dict[str, Any], fee: int) -> None:
    units = {"Western Europe": {"Germany": "1 infantry"}}
    options = {"common.switches.set": switches}
    game = position("Germany", "combat_move", units, ipcs={"Germany": 20}, rules=["common.switches"], options=options)
    game.answer("1 infantry: Western Europe > Spain")
    assert [e["ipcs"] for e in happened(game, "neutral_violated")] == [fee]


@pytest.mark.parametrize(("dice", "faces"), [(4, [6, 6, 6, 6]), (2, [6, 6])])
def test_heavier_bombers_roll_so_many_dice(dice: int, faces: list[int]) -> None:
    game = attack(
        "Germany", ["1 bomber: Ukraine S.S.R. > Caucasus"],
        {"Ukraine S.S.R.": {"Germany": "1 bomber"}, "Caucasus": {RED: "1 infantry"}}, dice=[*faces, 6, *faces, 6],
        techs={"Germany": ["heavy_bombers"]}, rules=["common.heavier_bombers"],
        options={"common.heavier_bombers.dice": dice},
    )  # fmt: skip
    assert fired(game)[0] == ("attackers", faces)


@pytest.mark.parametrize(("ipcs", "won"), [(110, False), (85, True)])
def test_the_allies_win_at_their_production(ipcs: int, won: bool) -> None:
    rule = "common.allied_economic_victory"
    game = position(US, "collect", owners={"Ukraine S.S.R.": RED}, rules=[rule], options={f"{rule}.ipcs": ipcs})
    assert game.decided() is won


@pytest.mark.parametrize(
    ("options", "values"),
    [
        ({}, {"Japan": 5, "Kwangtung": 3, "Philippines": 3, "Wake Island": 1}),
        ({"japan_reduction": "spread"}, {"Japan": 7, "Kwangtung": 2, "Philippines": 2, "Wake Island": 1}),
        ({"territory_values": {"Japan": 9}}, {"Japan": 9, "Kwangtung": 3, "Philippines": 3, "Wake Island": 0}),
    ],
)
def test_revised_values_pay_what_they_say(options: dict[str, Any], values: dict[str, int]) -> None:
    rule = "gemmell.revised_ipc_values"
    owners = {s: "Japan" if s in values else None for s in Game.new("classic").rules.lands}
    given = {f"{rule}.{name}": value for name, value in options.items()}
    game = position("Japan", "collect", owners={**owners, "Germany": "Germany"}, rules=[rule], options=given)
    assert {s: game.rules.q.value(game, s) for s in values} == values
    assert happened(game, "income")[0]["ipcs"] == sum(values.values())


@pytest.mark.parametrize(
    ("options", "ipcs"),
    [({}, 3 + 1), ({"neutral_values": {"Turkey": 6}}, 6 + 1), ({"default_neutral_value": 2, "neutral_values": {}}, 4)],
)
def test_neutral_values_pay_what_they_say(options: dict[str, Any], ipcs: int) -> None:
    rule = "gemmell.neutral_ipc_values"
    owners: dict[str, str | None] = dict.fromkeys(Game.new("classic").rules.lands)
    owners |= {"Turkey": "Germany", "Afghanistan": "Germany", "Germany": "Germany"}
    given = {f"{rule}.{name}": value for name, value in options.items()}
    game = position("Germany", "collect", owners=owners, rules=[rule], options=given)
    assert happened(game, "income")[0]["ipcs"] == ipcs + 10


def test_starting_fleets_change_as_they_say() -> None:
    rule = "great_war.starting_naval_units"
    plain, usual = Game.new("great_war"), begun("great_war", rule)
    assert at(usual, "Sea Zone 20", "Ottoman Empire") == {"cruiser": 1}
    assert at(plain, "Sea Zone 20", "Ottoman Empire") == {"cruiser": 2}
    changes = [{"power": "Russia", "space": "Sea Zone 21", "lose": {}, "gain": {"battleship": 2}}]
    game = begun("great_war", rule, changes=changes)
    before = at(plain, "Sea Zone 21", "Russia")
    assert at(game, "Sea Zone 21", "Russia") == {**before, "battleship": before.get("battleship", 0) + 2}
    assert at(game, "Sea Zone 7", "Germany") == at(plain, "Sea Zone 7", "Germany")


def test_the_reserves_of_the_united_states_are_paid_in_parts() -> None:
    rule = "great_war.deploy_the_reserves"
    options = {f"{rule}.us_bonus_per_turn": 3, f"{rule}.us_bonus_turns": 2}
    facts = {"reserve_money": 6}
    game = position(
        US, "collect", edition="great_war", rules=[rule], options=options, facts=facts, clear=False, ipcs={US: 0}
    )
    assert income(game)["reserves"] == 3
    assert game.state.facts["reserve_money"] == 3


def test_trucks_are_counted_among_the_reserves() -> None:
    rule = "great_war.deploy_the_reserves"
    for most in (0, 2):
        game = Game.new("great_war", [rule], {f"{rule}.max_trucks": most})
        for decision in list(game.open):
            game.answer("nothing", id=decision.id)
        assert not any("truck" in unit.tags for unit in game.rules.units.values())  # the bare game has none


def test_hidden_prisoners_are_hidden_from_the_start() -> None:
    game = begun("classic", "gemmell.prisoners_of_war", hidden_stacks=True)
    assert "prisoner_of_japan" in game.rules.tables["hidden"]
    assert not begun("classic", "gemmell.prisoners_of_war").rules.tables["hidden"]


def test_the_measure_knows_all_documented_values() -> None:
    played = option_values.of_game(begun("classic", "gemmell.salvage", rounding="down_on_total"))
    left = option_values.missing(played, ["gemmell.salvage"])
    assert "gemmell.salvage.rounding='down_per_unit'" in left
    assert "gemmell.salvage.rounding='down_on_total'" not in left
    assert f"gemmell.salvage.rate={option_values.OTHER}" in left
    (option,) = [o for o in registry.rules()["gemmell.salvage"].options if o.name == "rate"]
    assert option_values.noted(option, 0.25) == option_values.OTHER
    assert option_values.noted(option, 0.5) == "0.5"


def config(source: str = "TESTPATHS", **options: Any) -> Any:
    known = {"keyword": "", "markexpr": "", "collectonly": False, "lf": False, "option_values": False}
    return SimpleNamespace(option=SimpleNamespace(**{**known, **options}), args_source=pytest.Config.ArgsSource[source])


def test_only_a_run_of_the_whole_suite_is_checked_unless_asked_for() -> None:
    assert option_values.checks(config())
    assert not option_values.checks(config("ARGS"))
    assert not option_values.checks(config(markexpr="not slow"))
    assert option_values.checks(config("ARGS", option_values=True))


def test_the_rules_of_this_package_are_checked() -> None:
    ours = option_values.ours()
    assert "gemmell.salvage" in ours and not any(id.startswith("example.") for id in ours)
