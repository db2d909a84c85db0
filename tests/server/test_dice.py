"""Dice without trust: three checks agree, forgeries are found, and salts are pledged before they are known."""

from __future__ import annotations

import copy
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.dice import Dice, commitment
from sandtable.server import proof
from sandtable.server.requests import Join, Reveal, SeatChange
from sandtable.server.wire import Share
from tests.server.dice_games import FIXTURE, played
from tests.server.tables import advised, agreed, awaited, served, status_of, wish
from tools import verify_dice
from tools.verify_dice import Checker, Fault, check

TOOL = Path(verify_dice.__file__)


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# --- the chain --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chain", [1, 2, 63, 64, 65, 128, 200])
def test_each_key_gives_the_one_before_it_and_the_commitment(chain: int) -> None:
    dice = Dice("the seed", ["a"], chain=chain)
    assert sha(dice.key(0)) == dice.commitment() == commitment("the seed", chain)
    for number in range(chain):
        assert sha(dice.key(number + 1)) == dice.key(number) != "the seed"
    assert dice.key(chain) == dice.key(chain + 9) == "the seed"


def test_dice_with_a_chain_begin_a_new_block_after_each_rest() -> None:
    dice = Dice("s", chain=8)
    first = dice.roll(3)
    dice.rest()
    assert dice.position == 32
    dice.rest()
    assert dice.position == 32, "nothing was rolled since"
    assert dice.at(0).roll(3) == first and dice.at(32).roll(9) == dice.roll(9)
    plain = Dice("s")
    plain.roll(3)
    plain.rest()
    assert plain.position == 3


# --- three checks -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_server_and_the_stand_alone_file_agree_on_a_hundred_games() -> None:
    dice = 0
    for number in range(100):
        game = played(number)
        told = proof.proof(game.save, game.record["commitment"], game.events)
        found = check(game.record)
        assert told.ok and not found.later, told.message
        assert f"({found.dice} dice)" in told.message
        dice += found.dice
    assert dice > 1000


@pytest.mark.parametrize("number", range(5))
def test_a_recorded_game_is_checked_during_and_after_it(number: int) -> None:
    game = played(number)
    assert proof.proof(game.save, game.record["commitment"], game.events).ok
    assert not check(game.record).later
    during = check({**game.record, "seed": ""})
    late = [part for row in game.record["frames"] for part in row["rolled"] if not part["key"]]
    assert len(during.later) == len(late) and all(part["last"] >= game.record["chain"] for part in late)


def test_the_games_of_the_client_match_here_too() -> None:
    games = json.loads(FIXTURE.read_text())
    assert len(games) == 100 and sum(check(game).dice for game in games) > 1000


# --- forgeries --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FIXTURE.read_text())[1]
    assert len(found["frames"]) > 3 and len(found["shares"]) == 2
    return found


def die(r: dict[str, Any]) -> None:
    r["frames"][1]["faces"][0] = r["frames"][1]["faces"][0] % 6 + 1


def dropped(r: dict[str, Any]) -> None:
    del r["frames"][1]


def reordered(r: dict[str, Any]) -> None:
    one, two = r["frames"][1], r["frames"][2]
    one["faces"], two["faces"] = two["faces"], one["faces"]
    one["rolled"], two["rolled"] = two["rolled"], one["rolled"]


def seed(r: dict[str, Any]) -> None:
    r["seed"] = sha(r["seed"])


def seed_and_commitment(r: dict[str, Any]) -> None:
    r["seed"] = sha(r["seed"])
    r["commitment"] = commitment(r["seed"], r["chain"])


def salt(r: dict[str, Any]) -> None:
    r["shares"][0]["salt"] = r["salts"][0] = "another"


def salt_and_pledge(r: dict[str, Any]) -> None:
    r["kept"] = {"commitment": r["commitment"], "pledges": {s["power"]: s["pledge"] for s in r["shares"]}}
    salt(r)
    r["shares"][0]["pledge"] = sha("another")


def late_pledge(r: dict[str, Any]) -> None:
    r["kept"] = {"commitment": r["commitment"], "pledges": {r["shares"][0]["power"]: r["shares"][0]["pledge"]}}


def own_salt(r: dict[str, Any]) -> None:
    r["kept"] = {"commitment": r["commitment"], "salts": ["mine"]}


def extra(r: dict[str, Any]) -> None:
    r["frames"].append({**r["frames"][2], "frame": 9999})


def counter(r: dict[str, Any]) -> None:
    r["frames"][2]["rolled"][0]["first"] += 1
    r["frames"][2]["rolled"][0]["last"] += 1


def skipped(r: dict[str, Any]) -> None:
    r["frames"][2]["rolled"][0]["last"] += 1


def key(r: dict[str, Any]) -> None:
    r["frames"][2]["rolled"][0]["key"] = sha("key")


def other_game(r: dict[str, Any]) -> None:
    r["frames"] = json.loads(FIXTURE.read_text())[11]["frames"]


def fewer(r: dict[str, Any]) -> None:
    r["frames"][2]["faces"].pop()


def last_roll(r: dict[str, Any]) -> None:
    seen = check(r)
    r["kept"] = {"commitment": r["commitment"], "frame": seen.frame, "digest": seen.digest}
    r["frames"].pop()


FORGED: dict[Callable[[dict[str, Any]], None], str] = {
    die: "dice", dropped: "blocks", reordered: "blocks", seed: "seed", seed_and_commitment: "key", salt: "pledge",
    salt_and_pledge: "pledge", late_pledge: "pledge", own_salt: "salts", extra: "blocks", counter: "blocks",
    skipped: "key", key: "key", other_game: "key", fewer: "count", last_roll: "kept",
}  # fmt: skip


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forgery_is_refused(record: dict[str, Any], forge: Callable[[dict[str, Any]], None]) -> None:
    forged = copy.deepcopy(record)
    forge(forged)
    with pytest.raises(Fault) as found:
        check(forged)
    assert found.value.kind == FORGED[forge]
    if forge not in (seed, last_roll) and "kept" not in forged:  # during the game, without the seed
        with pytest.raises(Fault):
            check({**forged, "seed": ""})


@pytest.mark.parametrize("forge", [die, salt, seed, fewer], ids=lambda forge: forge.__name__)
def test_the_server_refuses_it_too(forge: Callable[[dict[str, Any]], None]) -> None:
    game = played(1)
    forged = copy.deepcopy(game.record)
    forge(forged)
    faces = [{"dice": row["faces"]} for row in forged["frames"]]
    shares = [Share(**share) for share in forged["shares"]]
    promised = commitment(forged["seed"], forged["chain"])
    assert not proof.proof(game.save, promised, faces, shares).ok
    assert proof.proof(game.save, game.record["commitment"], game.events, None).ok


def test_a_block_that_is_not_needed_cannot_be_passed_over() -> None:
    """An operator who could leave out blocks could choose between dice."""
    dice = Dice("s", chain=9)
    dice.roll(2)
    dice.rest()
    part = {"first": 0, "last": 1, "count": 2, "key": dice.key(1)}
    with pytest.raises(Fault, match="other blocks"):
        Checker(9, dice.commitment(), []).take(1, Dice("s", chain=9).roll(2), [part])


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-I", str(TOOL), *args], capture_output=True, text=True, check=False)


def test_the_file_alone_says_yes_and_no(record: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "dice.json"
    file.write_text(json.dumps(record))
    told = run(str(file), "--list", "--commitment", record["commitment"].upper())
    assert told.returncode == 0 and "VERIFIED: " in told.stdout and "pledged, then revealed" in told.stdout
    die(record := copy.deepcopy(record))
    file.write_text(json.dumps(record))
    told = run(str(file))
    assert told.returncode == 1 and told.stdout.startswith("NOT VERIFIED: the dice of frame")
    file.write_text("{}")
    assert run(str(file)).returncode == 1
    file.write_text("no JSON")
    assert run(str(file)).returncode == 2
    assert run(str(tmp_path / "none")).returncode == 2


# --- pledges ----------------------------------------------------------------------------------------------------------


@awaited
async def test_salts_are_pledged_before_they_are_revealed(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Soviet Union"], pledge=sha("anna")))
        assert len(made.commitment) == 64 and made.chain > 1000
        secret = made.invitations[0].secret
        assert await status_of(service.reveal(made.id, made.token, Reveal(["anna"]))) == 409, "a seat is open"
        bo = await service.join(made.id, "", Join(secret, "Bo", pledge=sha("bo")))
        view = await service.view(made.id)
        assert view.status == "waiting" and view.commitment == made.commitment
        assert [(s.power, s.pledge, s.given, s.salt) for s in view.shares] == [
            ("Soviet Union", sha("bo"), False, ""),
            ("Germany", sha("anna"), False, ""),
        ]
        assert await status_of(service.reveal(made.id, made.token, Reveal(["bo"]))) == 409, "not the host's"
        assert await status_of(service.reveal(made.id, "", Reveal(["bo"]))) == 403
        await service.reveal(made.id, made.token, Reveal(["anna"]))
        view = await service.view(made.id)
        assert view.status == "waiting" and [s.given for s in view.shares] == [False, True]
        assert not any(s.salt for s in view.shares) and view.salts == []
        assert await status_of(service.seat(made.id, made.token, SeatChange("Soviet Union", "open"))) == 409
        await service.reveal(made.id, bo.token, Reveal(["bo"]))
        view = await service.view(made.id)
        assert view.status == "playing" and view.salts == ["bo", "anna"]
        await service.reveal(made.id, bo.token, Reveal(["bo"]))  # again, as after a lost response
        await advised(service, made.id, bo.token, 3)
    async with served(tmp_path) as service:
        view = await service.view(made.id)
        assert view.salts == ["bo", "anna"] and [s.given for s in view.shares] == [True, True]
        during = json.loads(await service.record(made.id))
        assert during["seed"] == "" and not check(during).later
        await service.close(made.id, made.token)
        await agreed(service, made.id, bo.token)
        assert (await service.proof(made.id)).ok
        after = json.loads(await service.record(made.id))
        assert after["seed"] and after["shares"][0]["salt"] == "bo"
        check(after)


@awaited
async def test_a_player_who_does_not_reveal_is_named(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Soviet Union"], pledge=sha("anna")))
        assert await status_of(service.begin(made.id, made.token)) == 409, "a seat is open"
        bo = await service.join(made.id, "", Join(made.invitations[0].secret, "Bo", pledge=sha("bo")))
        await service.reveal(made.id, made.token, Reveal(["anna"]))
        assert await status_of(service.begin(made.id, bo.token)) == 403, "only the host"
        await service.begin(made.id, made.token)
        view = await service.view(made.id)
        assert view.status == "playing" and view.salts == ["anna"]
        assert [(s.name, s.given, s.salt) for s in view.shares] == [("Bo", False, ""), ("Anna", True, "anna")]
        assert await status_of(service.reveal(made.id, bo.token, Reveal(["bo"]))) == 409, "too late"
        assert await status_of(service.begin(made.id, made.token)) == 409
        check(json.loads(await service.record(made.id)))


@awaited
async def test_a_seat_without_its_player_goes_to_the_computer(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Soviet Union"], pledge=sha("anna")))
        await service.join(made.id, "", Join(made.invitations[0].secret, "Bo", pledge=sha("bo")))
        await service.reveal(made.id, made.token, Reveal(["anna"]))
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "computer"))
        view = await service.view(made.id)
        assert view.status == "playing" and [s.power for s in view.shares] == ["Germany"]


@awaited
async def test_a_game_alone_begins_when_its_salt_is_revealed(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(pledge=sha("mine")))
        assert (await service.view(made.id, made.token)).status == "waiting"
        await service.reveal(made.id, made.token, Reveal(["mine"]))
        view = await service.view(made.id, made.token)
        assert view.status == "playing" and view.salts == ["mine"] and view.questions
        at_once = await service.create(wish(salt="in the clear"))
        view = await service.view(at_once.id)
        assert view.status == "playing" and view.shares[0].pledge == "" and view.shares[0].given
