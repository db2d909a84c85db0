"""Positions are set up as they are described, checked, written to files, and played on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.core.dice import FixedDice
from sandtable.core.errors import BadFile, BadPosition, RuleError
from sandtable.core.forces import FRESH, Stack
from sandtable.engine import position, save
from sandtable.engine.game import Game
from sandtable.engine.position import SIZE
from tests.helpers import at, happened, together

LIMIT = {"common.round_limit.rounds": 2}
SETS = {
    "classic": ("classic", ["common.round_limit"]),
    "gemmell": ("classic", ["gemmell.*", "common.round_limit"]),
    "great_war": ("great_war", ["common.round_limit"]),
    "great_war rules": ("great_war", [*together("great_war", "great_war.*"), "tournament.*", "common.round_limit"]),
}


@pytest.mark.parametrize("name", [n for n in SETS if n != "great_war rules"])
@settings(max_examples=12)
@given(seed=st.integers(0, 40), answers=st.integers(0, 500))
def test_any_position_is_written_and_read_as_it_is(name: str, seed: int, answers: int) -> None:
    edition, rules = SETS[name]
    game = Game.new(edition, rules, LIMIT, seed=seed)
    rng = random.Random(seed)
    while game.open and len(game.log) < answers:
        game.answer(game.open[0].form.sample(rng))
    found = game.position()
    again = position.read(position.write(found).encode())
    assert again == found
    played = position.begun(again, seed=seed)
    assert played.start is not None
    assert played.start.hash() == game.state.hash()
    assert played.rules.fingerprint == game.rules.fingerprint
    assert played.over == game.over


@pytest.mark.parametrize("name", ["classic", "great_war"])
def test_from_the_start_of_a_phase_the_game_goes_on_as_it_would_have(name: str, tmp_path: Path) -> None:
    edition, rules = SETS[name]
    game = Game.new(edition, rules, LIMIT, seed=7)
    rng = random.Random(7)
    while len(game.log) < 60 or game.state_hash != game.snapshots[-1].state.hash(game.snapshots[-1].dice):
        game.answer(game.open[0].form.sample(rng))
    path = tmp_path / "position.json"
    position.save(game.position(), path)
    other = position.begun(position.load(path), seed=7, dice=game.dice.at(game.dice.position))
    for _ in range(80):
        answer = game.open[0].form.write(game.open[0].form.sample(rng), game.rules.words)
        game.answer(answer)
        other.answer(answer)
        assert other.state_hash == game.state_hash
    other.save(tmp_path / "game.json")
    assert save.replay(tmp_path / "game.json").message == ""
    assert Game.load(tmp_path / "game.json").state_hash == game.state_hash


def test_a_battle_is_set_up_in_a_few_words() -> None:
    game = Game.at(
        "classic", power="Germany", phase="combat_move", others="facilities", dice=FixedDice([1, 6]),
        units={"Ukraine S.S.R.": "1 infantry", "caucasus": "1 infantry"}, ipcs={"germany": 3}, round=4,
        technologies={"Germany": ["Jet Power"]},
    )  # fmt: skip
    assert game.state.techs["Germany"] == ["jet_power"]
    assert (game.state.round, game.state.power, game.state.ipcs["Germany"]) == (4, "Germany", 3)
    game.answer("1 infantry: Ukraine S.S.R. > Caucasus")
    assert game.state.owner["Caucasus"] == "Germany"
    assert at(game, "Germany") == {}  # an industrial complex is still there
    assert "Germany" in game.state.forces


def test_what_is_not_named_comes_from_the_setup_or_is_empty() -> None:
    setup = Game.new("classic").state
    named = {"Japan": "1 tank"}
    assert Game.at("classic", units=named).state.forces["Germany"] == setup.forces["Germany"]
    assert set(Game.at("classic", units=named, others="empty").state.forces) == {"Japan"}
    game = Game.at("classic", units=named, others="facilities")
    assert at(game, "Japan") == {"tank": 1}
    complexes = [s for s, force in setup.forces.items() if any(x.type == "industrial_complex" for x in force)]
    assert sorted(game.state.forces) == sorted(complexes)


def test_a_territory_that_changes_hands_keeps_its_pieces_alone() -> None:
    game = Game.at("classic", owners={"Karelia S.S.R.": "Germany"})
    kept = game.state.forces["Karelia S.S.R."]
    assert {s.owner for s in kept} == {"Germany"}
    assert {s.type for s in kept} == {"industrial_complex", "antiaircraft_gun"}
    game = Game.at("classic", owners={"Karelia S.S.R.": "Germany"}, units={"Karelia S.S.R.": "2 infantry"})
    assert at(game, "Karelia S.S.R.") == {"infantry": 2}


def test_units_that_have_moved_stay_so_although_the_turn_begins() -> None:
    units = {"Eastern Europe": "1 fighter (moved 3, combat)"}
    game = Game.at("classic", power="Germany", phase="noncombat_move", others="facilities", units=units)
    stack = Stack("Germany", "fighter", FRESH._replace(moved=3, marks=("combat",)))
    assert game.state.at("Eastern Europe") == {stack: 1}
    assert game.state.now["owner"]["Germany"] == "Germany"


def test_cargo_belongs_to_whoever_carries_it() -> None:
    game = Game.at("classic", units={"Baltic Sea Zone": {"Germany": "1 transport (carrying inf + Infantry)"}})
    (stack,) = game.state.at("Baltic Sea Zone")
    assert stack.cond.cargo == (("Germany", "infantry"), ("Germany", "infantry"))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"power": "Germania"}, "there is no power called 'Germania'; did you mean Germany?"),
        ({"phase": "combat_mov"}, "there is no phase 'combat_mov'; did you mean combat_move?"),
        ({"phase": "night/fog"}, "there is no stage 'night'"),
        ({"round": -1}, "the round is a number from 1 to 9999, not -1"),
        ({"turn": 7}, "turn 7 of the order of play is not that of Soviet Union"),
        ({"order": ["Germany"], "power": "Japan"}, "Japan is not in the order of play"),
        ({"units": {"Kaukasus": "1 tank"}}, "there is no space called 'Kaukasus'; did you mean Caucasus?"),
        ({"units": {"Germany": "1 zeppelin"}}, "Germany: there is no unit called 'zeppelin'"),
        ({"units": {"Germany": "1 battleship"}}, "Germany: the battleship is a ship and cannot be on land"),
        ({"units": {"Baltic Sea Zone": {"Germany": "1 tank"}}}, "the armor is a land unit; at sea it must be aboard"),
        ({"units": {"Baltic Sea Zone": "1 submarine"}}, "the submarine has no owner; name one"),
        ({"units": {"Turkey": "1 infantry"}}, "Turkey: the infantry has no owner"),
        ({"units": {"Germany": "1 infantry", "germany": "2 tanks"}}, "Germany: its units are given twice"),
        ({"units": {"Germany": "20000 infantry"}}, "20000 infantry are more than the 10000"),
        ({"units": {"Germany": "1 infantry (damaged 1)"}}, "the infantry cannot have taken 1 hits"),
        ({"units": {"Germany": "1 infantry (dancing)"}}, "there is no mark 'dancing' for units"),
        ({"units": {"Germany": "1 infantry (carrying tank)"}}, "the infantry cannot carry tank"),
        (
            {"units": {"Baltic Sea Zone": {"Germany": "1 transport (carrying tank + tank)"}}},
            "the transport cannot carry tank + tank together",
        ),
        ({"owners": {"Baltic Sea Zone": "Germany"}}, "Baltic Sea Zone: no power controls a sea zone"),
        ({"ipcs": {"Germany": -4}}, "Germany cannot have -4 IPCs; the least is 0"),
        ({"technologies": {"Germany": ["jets"]}}, "there is no technology 'jets'"),
        ({"facts": {"weather": "fog"}}, "facts has no entry 'weather' under these rules"),
        ({"facts": {"original_complexes": 3}}, "facts.original_complexes is a list, not 3"),
        ({"now": {"fought": True}}, "now.fought is a list, not True"),
        ({"victory": ["martians", "they came"]}, "victory is a side (allies, axis"),
        ({"unit": {}}, "a position has no 'unit'; did you mean units?"),
        ({"ipcs": {"Germany": "many"}}, "a field cannot be read"),
        ({"others": "some"}, "a field cannot be read"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Game.at("classic", **fields)
    assert any(sentence in fault for fault in caught.value.faults), caught.value.faults


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(BadPosition) as caught:
        Game.at("classic", power="Germania", ipcs={"Japan": -1, "Germany": -2})
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize(
    ("name", "raw", "sentence"),
    [
        ("p.json", b"{", "p.json is not a position"),
        ("p.json", b"[" * 100_000, "p.json is not a position"),
        ("p.json", b'{"edition": "classic", "colour": 1}', "colour"),
        ("p.json", b'{"edition": "classic", "version": 2}', "is of format sandtable-position 2"),
        ("p.json", b" " * (SIZE + 1), "is larger than 2 MB"),
        ("p.toml", b"edition = ", "p.toml is not a position"),
        ("p.toml", b"\xff", "p.toml is not a position"),
    ],
)
def test_files_that_are_no_positions(name: str, raw: bytes, sentence: str) -> None:
    with pytest.raises(BadFile, match=sentence):
        position.read(raw, name)


def test_a_position_may_be_written_by_hand_in_toml() -> None:
    text = """
edition = "classic"
rules = ["common.bid"]
power = "Japan"
phase = "combat_move"
others = "facilities"
ipcs = { Japan = 12 }

[options.common.bid.ipcs]
Germany = 2

[units]
"Manchuria" = "3 infantry, 1 fighter"
"""
    game = position.begun(position.read(text.encode(), "p.toml"))
    assert game.rules.rules[0].options["ipcs"] == {"Germany": 2}
    assert at(game, "Manchuria") == {"infantry": 3, "fighter": 1}
    assert (game.state.power, game.state.ipcs["Japan"]) == ("Japan", 12)
    assert happened(game, "turn_started")


def test_a_position_of_rules_that_do_not_exist_is_refused() -> None:
    found = position.read(b'{"edition": "classic", "rules": ["common.no_technology"], "options": {}}')
    assert position.begun(found).rules.rules[0].id == "common.no_technology"
    with pytest.raises(RuleError):
        position.begun(position.read(b'{"edition": "classic", "rules": ["great_war.tanks_now"]}'))
