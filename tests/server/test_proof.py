"""The dice of a saved game are proved, and whatever was changed in it is found."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.ai import player
from sandtable.cli import main
from sandtable.core.dice import Dice, commitment
from sandtable.engine import save
from sandtable.engine.game import Game, Header
from sandtable.rules import registry
from sandtable.server import proof
from tests.helpers import together

SALTS = ("Anna's salt", "Bo's salt")


def played(edition: str, rules: list[str], seed: str = "the seed", answers: int = 260) -> Game:
    game = Game(Header(registry.build(edition, rules), seed, SALTS))
    chance = player("random", 3)
    for _ in range(answers):
        if game.decision is None:
            break
        game.answer(chance(game, game.decision), id=game.decision.id)
    return game


@pytest.fixture(scope="module")
def text() -> str:
    return save.dump(played("classic", ["gemmell"]))


def changed(text: str, change: Callable[[dict[str, Any]], None]) -> str:
    """The file after a change by somebody who knows how its checksum is made."""
    content = json.loads(text)
    del content["checksum"]
    change(content)
    return json.dumps({**content, "checksum": save._checksum(content)})


@pytest.mark.parametrize(
    ("edition", "rules"),
    [
        ("classic", ["gemmell.*"]),
        ("classic", ["common.low_luck", "common.third_edition_units", "common.heavier_bombers"]),
        ("classic", together("classic", "smith.*")),
        ("anniversary", []),
        ("anniversary", together("anniversary", "enhanced.*")),
        ("great_war", ["great_war"]),
        ("great_war", together("great_war", "great_war.*")),
    ],
)
def test_every_die_of_a_game_is_rolled_again_and_told(edition: str, rules: list[str]) -> None:
    game = played(edition, rules, answers=600)
    found = proof.prove(save.parse(save.dump(game).encode()), commitment("the seed"))
    assert found.fault == "" and len(found.rolls) > 10
    faces = [face for roll in found.rolls for face in roll.faces]
    assert tuple(faces) == proof.Stream("the seed", SALTS).take(len(faces))
    assert all(roll.told for roll in found.rolls)
    assert [r.place for r in found.rolls[:2]] == [0, len(found.rolls[0].faces)]


@pytest.mark.parametrize("salts", [(), SALTS])
def test_the_stream_is_the_one_that_is_described(salts: tuple[str, ...]) -> None:
    """Worked out by hand for its first block, and the same as the program's own for a long way."""
    block = hashlib.sha256("\n".join(["7", *salts, "0"]).encode()).digest()
    by_hand = [byte % 6 + 1 for byte in block if byte < 252]
    assert list(proof.Stream("7", salts).take(len(by_hand))) == by_hand
    assert list(proof.Stream("7", salts).take(5000)) == Dice("7", salts).roll(5000)


def set_seed(content: dict[str, Any]) -> None:
    content["seed"] = "another seed"


def set_salt(content: dict[str, Any]) -> None:
    content["salts"] = ["Anna's salt", "another salt"]


def set_die(content: dict[str, Any]) -> None:
    """As if one more die had fallen by the second turn: the number of dice is part of every hash."""
    from sandtable.engine.state import State

    kept = content["snapshot"]
    kept["dice"] += 1
    kept["hash"] = State.from_plain(kept["state"]).hash(kept["dice"])
    content["hashes"][-1][1] = kept["hash"]
    content["state_hash"] = kept["hash"]


def set_answer(content: dict[str, Any]) -> None:
    for answer in content["answers"]:
        if answer[2] == "purchase" and answer[3] != "nothing":
            answer[3] = "nothing"
            return
    raise AssertionError("nobody has bought anything")


def drop_answer(content: dict[str, Any]) -> None:
    del content["answers"][5]


def set_hash(content: dict[str, Any]) -> None:
    content["state_hash"] = "0" * len(content["state_hash"])


TAMPERED: dict[Callable[[dict[str, Any]], None], str] = {
    set_seed: "does not match the commitment",
    set_salt: "",
    set_die: "position",
    set_answer: "",
    drop_answer: "answer",
    set_hash: "final position",
}


@pytest.mark.parametrize("change", TAMPERED, ids=lambda change: change.__name__)
def test_what_was_changed_is_found(text: str, change: Callable[[dict[str, Any]], None], tmp_path: Path,
                                   capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    found = proof.prove(save.parse(changed(text, change).encode()), commitment("the seed"))
    assert found.fault and TAMPERED[change] in found.fault
    file = tmp_path / "game.json"
    file.write_text(changed(text, change))
    assert main(["verify-dice", str(file), "--commitment", commitment("the seed")]) == 1
    told = capsys.readouterr()
    assert told.out == "" and len(told.err.strip().splitlines()) == 1


def test_a_change_without_a_checksum_is_found_before(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(text.replace("the seed", "her seed"))
    assert main(["verify-dice", str(file)]) == 1


def test_another_seed_without_a_commitment_is_found_by_the_game_itself(text: str) -> None:
    assert proof.prove(save.parse(changed(text, set_seed).encode())).fault


def test_other_dice_than_the_players_were_shown_are_found(text: str) -> None:
    faces = [list(r.faces) for r in proof.prove(save.parse(text.encode())).rolls]
    right = [{"dice": roll, "space": "Germany"} for roll in faces]
    assert proof.proof(text, commitment("the seed"), right).ok
    wrong = [dict(row) for row in right]
    wrong[3]["dice"] = [7 - face for face in faces[3]]
    told = proof.proof(text, commitment("the seed"), wrong)
    assert not told.ok and "dice shown to the players" in told.message
    assert not proof.proof(text, commitment("the seed"), right[:-1]).ok


def test_the_command_lists_every_roll(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(text)
    assert main(["verify-dice", str(file), "--json"]) == 0
    found = msgspec.json.decode(capsys.readouterr().out)
    assert found["ok"] and found["commitment"] == commitment("the seed") and found["salts"] == list(SALTS)
    rolls = found["rolls"]
    assert [f for r in rolls for f in r["faces"]] == Dice("the seed", SALTS).roll(sum(len(r["faces"]) for r in rolls))
    assert main(["verify-dice", str(file)]) == 0
    shown = capsys.readouterr().out
    assert f"All {len(rolls)} rolls" in shown and rolls[0]["told"][:20] in shown
    assert main(["verify-dice", str(tmp_path / "none.json")]) == 1
