"""smith.winning: capitals, income, and the surrender of the Axis."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.errors import RuleError
from sandtable.engine.game import Game
from sandtable.rules import registry
from tests.helpers import position, tell

clause = pytest.mark.clause
RULE = "smith.winning"
RED, GERMANY, UK, JAPAN, US = "Soviet Union", "Germany", "United Kingdom", "Japan", "United States"
#: With these, Germany and Japan control 46 + 38 IPCs.
AXIS_84 = {
    "Karelia S.S.R.": GERMANY, "Caucasus": GERMANY, "Anglo-Sudan Egypt": GERMANY, "Congo": GERMANY,
    "Kenya-Rhodesia": GERMANY, "India": JAPAN, "China": JAPAN, "Australia": JAPAN, "Sinkiang": JAPAN,
    "Persia": GERMANY, "Brazil": JAPAN,
    "Soviet Far East": JAPAN, "Yakut S.S.R.": JAPAN,
}  # fmt: skip


def round_ends(owners: dict[str, str], rules: tuple[str, ...] = (), **options: Any) -> Game:
    """The last turn of a round ends with these territories held by others."""
    given = {f"{RULE}.{name}": value for name, value in options.items()}
    return position(US, "collect", owners=owners, rules=[RULE, *rules], options=given)


def result(game: Game) -> Any:
    return game.state.victory


@clause("smith.winning.3")
def test_example_an_income_of_84_wins_the_war_for_the_axis() -> None:
    held = dict(AXIS_84)
    plain = round_ends(held)
    total = sum(plain.rules.q.value(plain, s) for s, p in plain.state.owner.items() if p in (GERMANY, JAPAN))
    assert total == 84
    assert result(plain) == ["axis", "their income is 84 IPCs"]
    del held["Congo"]
    assert result(round_ends(held)) is None
    assert result(round_ends(held, axis_economic_goal=83)) is not None


@clause("smith.winning.4")
def test_example_100_are_needed_with_neutral_territories() -> None:
    assert result(round_ends(AXIS_84, ("smith.neutral_territories",))) is None
    game = round_ends(AXIS_84, ("smith.neutral_territories",), axis_economic_goal_with_neutrals=84)
    assert result(game) is not None


@clause("smith.winning.2")
def test_example_the_american_capital_alone_wins() -> None:
    game = round_ends({"Eastern United States": JAPAN})
    assert result(game) == ["axis", "they hold Eastern United States"]


@clause("smith.winning.1")
def test_example_both_russia_and_the_united_kingdom_are_needed() -> None:
    assert result(round_ends({"United Kingdom": GERMANY, "Karelia S.S.R.": GERMANY})) is None
    assert result(round_ends({"United Kingdom": GERMANY, "Russia": JAPAN})) == [
        "axis", "they hold Russia and United Kingdom"
    ]  # fmt: skip


@clause("smith.winning.5")
def test_example_both_axis_capitals_win_for_the_allies() -> None:
    assert result(round_ends({"Japan": US})) is None
    assert result(round_ends({"Japan": US, "Germany": UK})) == ["allies", "they hold Germany and Japan"]
    assert result(round_ends({"Germany": UK}, allied_capital_set=["Germany"])) == ["allies", "they hold Germany"]


def test_with_both_axis_capitals_lost_capitals_do_not_win() -> None:
    owners = {"Japan": US, "Germany": UK, "Eastern United States": GERMANY}
    assert result(round_ends(owners)) == ["allies", "they hold Germany and Japan"]


def test_play_goes_on_if_both_sides_meet_a_condition() -> None:
    rich = dict.fromkeys(("Western United States", "Brazil", "Mexico", "Eastern Canada", "Persia"), GERMANY)
    game = round_ends({**AXIS_84, **rich, "Germany": UK, "Japan": US}, axis_economic_goal=80)
    assert result(game) is None


def test_other_lists_of_capitals() -> None:
    game = round_ends({"Russia": GERMANY}, axis_capital_sets=[["Russia"]])
    assert result(game) == ["axis", "they hold Russia"]
    with pytest.raises(RuleError, match="list of capitals"):
        registry.build("classic", [RULE], {f"{RULE}.axis_capital_sets": ["Russia"]})


@pytest.mark.parametrize(("time", "over"), [("end_of_round", False), ("immediately", True)])
def test_a_capital_may_win_at_once(time: str, over: bool) -> None:
    units = {"Eastern Canada": {GERMANY: "2 infantry"}, "Germany": {GERMANY: "1 infantry"}}
    game = position(
        GERMANY, "combat_move", units, owners={"Eastern Canada": GERMANY}, rules=[RULE],
        options={f"{RULE}.check_time": time},
    )  # fmt: skip
    tell(game, "2 infantry: Eastern Canada > Eastern United States")
    assert game.over is over
    assert (result(game) == ["axis", "they hold Eastern United States"]) is over


@clause("smith.winning.6")
def test_example_the_axis_surrenders_in_the_middle_of_a_round() -> None:
    game = position(UK, "develop", owners={"Germany": US}, rules=[RULE])
    assert [d.kind for d in game.open] == ["reaction"] and game.open[0].power == JAPAN
    assert game.open[0].advice == "later"  # Japan is free and fights on
    tell(game, "surrender", True)
    assert (game.open[0].power, game.open[0].kind) == (GERMANY, "surrender")
    tell(game, True)
    assert game.over and result(game) == ["allies", "the Axis surrenders"]


def test_both_powers_of_the_axis_must_agree() -> None:
    game = tell(position(GERMANY, "develop", rules=[RULE]), "surrender", True, False)
    assert not game.over and [e.data["power"] for e in game.events if e.kind == "fights_on"] == [JAPAN]
    tell(game, "later")
    assert game.open[0].kind == "develop"
    allied = position(UK, "develop", rules=[RULE])
    assert allied.open[0].kind == "develop"  # the Allies cannot, and the Axis in its own turns


def test_a_hopeless_axis_surrenders() -> None:
    start = Game.new("classic", [RULE])
    owners = {s: US for s, p in start.state.owner.items() if p in (GERMANY, JAPAN) and s != "Japan"}
    units = {"Japan": {JAPAN: "1 infantry"}, "Russia": {RED: "9 armor"}}
    game = position(JAPAN, "develop", units, owners=owners, rules=[RULE])
    while not game.over:
        assert game.open[0].kind in ("reaction", "surrender")
        game.answer(game.open[0].advice)
    assert result(game) == ["allies", "the Axis surrenders"]


def test_settings_of_the_rulebook_have_no_effect_beside_it() -> None:
    faults = registry.check("classic", [RULE, "common.total_victory"])
    assert any("Winning sets its own conditions" in f.message for f in faults)
