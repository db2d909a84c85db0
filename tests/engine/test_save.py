"""Saved games resume, undo, go on and are written again as they were; damaged ones are refused with a sentence."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core.decisions import Amount, Decision, Together
from sandtable.core.dice import FixedDice
from sandtable.core.errors import Illegal, SaveError
from sandtable.engine import save
from sandtable.engine.game import Game, Header
from sandtable.engine.memory import game_memory
from sandtable.rules import registry
from sandtable.rules.rule import Rule
from tests.helpers import position

LIMIT = {"common.round_limit.rounds": 3}


def played(seed: int, answers: int = 10_000, **how: Any) -> Game:
    """A short game with random answers."""
    game = Game.new("classic", ["common.round_limit"], LIMIT, seed=seed, **how)
    rng = random.Random(seed)
    while game.open and len(game.log) < answers:
        game.answer(game.open[0].form.sample(rng))
    return game


@pytest.fixture(scope="module")
def text() -> str:
    """The text of a saved game in its second round."""
    return save.dump(played(5, 150))


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def sealed(content: dict[str, Any]) -> str:
    """The text of a file with a checksum that fits."""
    content.pop("checksum", None)
    return msgspec.json.encode({**content, "checksum": save._checksum(content)}).decode()


# --- resuming ---------------------------------------------------------------------------------------------------------


@given(st.integers(0, 30), st.integers(0, 400))
def test_a_loaded_game_is_the_saved_one(tmp_path_factory: pytest.TempPathFactory, seed: int, answers: int) -> None:
    path = tmp_path_factory.mktemp("saves") / "game.json"
    game = played(seed, answers)
    game.save(path)
    loaded = Game.load(path)
    assert loaded.state_hash == game.state_hash
    assert repr(loaded.open) == repr(game.open)
    assert loaded.can_undo() == game.can_undo()
    assert save.dump(loaded) == path.read_text()
    replay = save.replay(path)
    assert (replay.ok, replay.state_hash, replay.message) == (True, game.state_hash, "")
    assert (replay.rounds, replay.winner) == (game.state.round, game.winner)


@given(st.integers(0, 10), st.integers(1, 300))
def test_a_loaded_game_goes_on_as_the_saved_one(
    tmp_path_factory: pytest.TempPathFactory, seed: int, answers: int
) -> None:
    path = tmp_path_factory.mktemp("saves") / "game.json"
    game = played(seed, answers)
    game.save(path)
    loaded = Game.load(path)
    rng = random.Random(seed)
    for _ in range(25):
        if game.open:
            text = game.open[0].form.write(game.open[0].form.sample(rng), game.rules.words)
            game.answer(text)
            loaded.answer(text)
    assert save.dump(loaded) == save.dump(game)


@given(st.integers(0, 10), st.integers(1, 300))
def test_a_loaded_game_can_take_back_what_the_saved_one_can(
    tmp_path_factory: pytest.TempPathFactory, seed: int, answers: int
) -> None:
    path = tmp_path_factory.mktemp("saves") / "game.json"
    game = played(seed, answers)
    game.save(path)
    loaded = Game.load(path)
    for _ in range(6):
        assert loaded.can_undo() == game.can_undo()
        if not game.can_undo():
            break
        game.undo()
        loaded.undo()
        assert loaded.state_hash == game.state_hash
        assert repr(loaded.open) == repr(game.open)
        assert save.dump(loaded) == save.dump(game)


def test_hashes_of_all_turns_are_kept_when_a_game_is_resumed(tmp_path: Path) -> None:
    game = played(3)
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json").hashes == game.hashes
    assert len(game.hashes) == 15


def test_a_position_is_saved_with_its_beginning(tmp_path: Path) -> None:
    game = position("Germany", "combat_move", {"Ukraine S.S.R.": {"Germany": "3 infantry"}})
    game.answer("2 infantry: Ukraine > Caucasus")
    game.save(tmp_path / "game.json")
    loaded = Game.load(tmp_path / "game.json")
    assert loaded.state_hash == game.state_hash
    assert save.replay(tmp_path / "game.json").ok
    loaded.undo()
    assert loaded.decision is not None and loaded.decision.id == 0


def test_a_game_without_snapshots_is_played_from_its_beginning(tmp_path: Path) -> None:
    game = played(4, 60, recording=False)
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json").state_hash == game.state_hash


def test_seats_salts_and_options_are_kept(tmp_path: Path) -> None:
    rules = registry.build("classic", ["common.bid"], {"common.bid.ipcs": {"Germany": 6}})
    game = Game(Header(rules, "secret", ("one", "two"), {"Germany": "Anna"}))
    game.save(tmp_path / "game.json")
    loaded = Game.load(tmp_path / "game.json")
    assert loaded.header.seats == {"Germany": "Anna"}
    assert loaded.dice.salts == ("one", "two")
    assert loaded.rules.fingerprint == rules.fingerprint
    assert loaded.state.ipcs["Germany"] == 38


def test_fixed_dice_cannot_be_saved() -> None:
    game = Game(Header(registry.build("classic"), "0"), dice=FixedDice([1, 2, 3]))
    with pytest.raises(SaveError, match="fixed dice"):
        save.dump(game)


def test_the_file_can_be_read_by_people(text: str) -> None:
    lines = text.splitlines()
    assert lines[1] == '"format": "sandtable-save",'
    assert '  [0,"Soviet Union","develop","' in text
    assert len(text) < 60_000
    assert max(len(line) for line in lines if line.startswith("  [")) < 300


def test_saving_over_a_file_leaves_nothing_else(tmp_path: Path, text: str) -> None:
    game = played(1, 20)
    for _ in range(2):
        game.save(tmp_path / "game.json")
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    game = played(1, 20)
    (tmp_path / "folder").mkdir()
    with pytest.raises(SaveError, match="cannot be saved"):
        game.save(tmp_path / "folder")
    with pytest.raises(SaveError, match="cannot be saved"):
        game.save(tmp_path / "nowhere" / "game.json")
    assert [p.name for p in tmp_path.iterdir()] == ["folder"]


SECRETS = game_memory("secrets", list[int], "what two powers answered")


def ask_both(game: Game) -> Any:
    """Two powers are asked at once, and neither sees the answer of the other."""
    asked = [Decision("secret", power, "How much?", Amount(0, 9), advice=0) for power in ("Germany", "Japan")]
    SECRETS.set(game.state, (yield Together(tuple(asked))))


def test_sealed_answers_are_saved_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = Rule("t.secret", "Secret", lambda draft, option: draft.step("opening", "secret", ask_both))
    monkeypatch.setattr(registry, "rules", lambda: {rule.id: rule})
    game = Game.new("classic", ["t.secret"])
    game.answer(7, id=1)
    with pytest.raises(Illegal, match="decision 1 has already been answered"):
        game.answer(8, id=1)
    game.save(tmp_path / "half.json")
    half = Game.load(tmp_path / "half.json")
    assert [d.power for d in half.open] == [d.power for d in game.open] == ["Germany"]
    half.answer(3)
    assert half.state.facts["secrets"] == [3, 7]
    half.save(tmp_path / "whole.json")
    assert save.replay(tmp_path / "whole.json").ok
    assert Game.load(tmp_path / "whole.json").state_hash == half.state_hash


# --- refusing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a saved game"),
        (b"hello", "is not a saved game"),
        (b"\xff\xfe", "is not a saved game"),
        (b"[" * 100_000, "is not a saved game"),
        (b"[1, 2]", "is not a Sandtable saved game"),
        (b'{"format": "other"}', "is not a Sandtable saved game"),
        (b'{"format": "sandtable-save", "version": 2, "sandtable": "9.9"}', "format 2, written by version 9.9"),
        (b'{"format": "sandtable-save", "version": 1}', "has been changed or damaged"),
        (b'{"format": "sandtable-save", "version": ', "is incomplete"),
    ],
)
def test_files_that_are_no_saves(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(content)
    for read in (save.load, save.replay):
        with pytest.raises(SaveError, match=message):
            read(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read: No such file"):
        Game.load(tmp_path / "game.json")


@given(st.integers(0, 2**32))
def test_a_torn_file(text: str, number: int) -> None:
    with pytest.raises(SaveError):
        save.parse(text[: number % (len(text) - 1)].encode())


@given(st.integers(0, 2**32), st.integers(1, 255))
def test_a_changed_byte_never_goes_through_unseen(text: str, number: int, by: int) -> None:
    raw = bytearray(text.encode())
    at = number % len(raw)
    raw[at] ^= by
    try:
        changed = save.parse(bytes(raw))
    except SaveError:
        return
    assert changed == save.parse(text.encode())  # a space for a line break, or the like


def test_a_changed_answer_is_found_by_the_checksum(text: str) -> None:
    with pytest.raises(SaveError, match="checksum"):
        save.parse(text.replace('"develop","', '"develop","1').encode())


def test_fields_of_the_wrong_kind_are_named(text: str) -> None:
    content = msgspec.json.decode(text)
    content["answers"][3] = ["x"]
    with pytest.raises(SaveError, match=r"answers"):
        save.parse(sealed(content).encode())


def test_rules_that_this_program_does_not_have(tmp_path: Path, text: str) -> None:
    content = msgspec.json.decode(text)
    content["rules"].append(["stranger.rule", {}])
    with pytest.raises(SaveError, match=r"no rule called 'stranger\.rule'"):
        Game.load(written(tmp_path / "game.json", sealed(content)))


def test_a_snapshot_that_does_not_fit_its_hash(tmp_path: Path, text: str) -> None:
    content = msgspec.json.decode(text)
    content["snapshot"]["state"]["ipcs"]["Germany"] += 10
    with pytest.raises(SaveError, match="the hash of the snapshot does not match its position"):
        Game.load(written(tmp_path / "game.json", sealed(content)))


@pytest.mark.parametrize("broken", [{}, {"round": 1}, {"forces": {"Germany": [["Germany", "infantry"]]}}])
def test_a_snapshot_that_is_no_state(tmp_path: Path, text: str, broken: dict[str, Any]) -> None:
    content = msgspec.json.decode(text)
    content["snapshot"]["state"] = {**content["snapshot"]["state"], **broken} if "forces" in broken else broken
    with pytest.raises(SaveError, match="snapshot"):
        Game.load(written(tmp_path / "game.json", sealed(content)))


def test_a_forged_answer_is_found_by_playing_again(tmp_path: Path, text: str) -> None:
    content = msgspec.json.decode(text)
    at = next(i for i, a in enumerate(content["answers"]) if a[2] == "purchase" and a[3] != "nothing")
    content["answers"][at][3] = "nothing"
    found = save.replay(written(tmp_path / "game.json", sealed(content)))
    assert not found.ok
    assert "the position differs from the file" in found.message or "is refused" in found.message


def test_an_illegal_answer_is_named(tmp_path: Path, text: str) -> None:
    content = msgspec.json.decode(text)
    content["answers"][0][3] = "99"
    found = save.replay(written(tmp_path / "game.json", sealed(content)))
    assert found.message.startswith("answer 0 (99) is refused: 99 is out of range; choose 0 to 4")
    content["answers"][0][3] = "many"
    found = save.replay(written(tmp_path / "game.json", sealed(content)))
    assert found.message.startswith("answer 0 (many) cannot be read")
    content["answers"][0][1] = "Japan"
    found = save.replay(written(tmp_path / "game.json", sealed(content)))
    assert "does not fit this point of the game: the open decision is develop of Soviet Union" in found.message


def test_answers_after_the_snapshot_must_fit_to_resume(tmp_path: Path) -> None:
    game = Game.new("classic", seed=1)
    for answer in (0, "8 infantry", "1 infantry: Caucasus > Ukraine", "1 infantry: Caucasus > Ukraine"):
        game.answer(answer)
    content = msgspec.json.decode(save.dump(game))
    assert content["snapshot"]["answers"] == 2
    content["answers"][-1][3] = "nonsense"
    path = written(tmp_path / "game.json", sealed(content))
    with pytest.raises(SaveError, match="cannot be resumed from its snapshot"):
        Game.load(path)
    assert len(save.load(path, anyway=True).log) == len(content["answers"]) - 1


def test_rules_that_have_changed_since(tmp_path: Path, text: str) -> None:
    content = msgspec.json.decode(text)
    content["fingerprint"] = "another"
    path = written(tmp_path / "game.json", sealed(content))
    with pytest.raises(SaveError, match="the rules have changed since version"):
        Game.load(path)
    game = save.load(path, anyway=True)
    assert game.state_hash == content["state_hash"]
    assert save.replay(path).message.startswith("the rules have changed")
    while game.can_undo():
        game.undo()
    assert len(game.log) >= content["snapshot"]["answers"]
    with pytest.raises(Illegal, match="nothing to undo"):
        game.undo()
