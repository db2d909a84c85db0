"""Saved games of the players: written at any moment without the seed, and read back as the past of a new game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.ai import player
from sandtable.core.dice import commitment
from sandtable.core.errors import SandtableError
from sandtable.core.events import shown
from sandtable.engine import save
from sandtable.rules import registry
from sandtable.server import proof, saves, views
from sandtable.server.live import Live
from sandtable.server.records import Entry, Spec
from sandtable.server.requests import Reveal, SavedFile, SavedGame, SeatWish
from sandtable.server.service import Service
from sandtable.server.wire_board import Position
from tests.server.dice_games import KINDS
from tests.server.online import Online, refusal
from tests.server.online import wish as web_wish
from tests.server.tables import ALL, advised, asked, awaited, give, joined, served, status_of, wish
from tools.verify_dice import check

SEED = "5eed" * 16


class Course:
    """A game of the computer player: its log, its frames, and the position after each."""

    def __init__(self, edition: str, rules: list[str], answers: int, chain: int = 2048, mind: str = "basic") -> None:
        ruleset = registry.build(edition, rules)
        chosen = [(rule.id, views.plain(rule.options)) for rule in ruleset.rules]
        self.spec = Spec(edition, ruleset.scenario, chosen, ruleset.fingerprint, SEED, ["salt"], {}, chain=chain)
        self.live = Live(self.spec)
        self.positions, self.entries, self.dice = [self.live.position], list[Entry](), 0
        minds = {power: player(mind, power) for power in ruleset.powers}
        while self.live.open() and len(self.entries) < answers:
            decision = self.live.open()[0]
            text = decision.form.write(minds[decision.power](self.live.playing(), decision), ruleset.words)
            given = self.live.give(decision, text, "me", 0.0)
            self.entries.append(given.written.entry)
            self.positions.append(self.live.position)
            self.dice += sum(len(list(shown(e.data))) for e in given.frame.events)


@pytest.mark.parametrize("number", [0, 1, 3, 7])
def test_a_game_goes_on_from_every_moment_of_its_history(number: int) -> None:
    edition, rules, _ = KINDS[number]
    course = Course(edition, rules, 90)
    assert course.dice > 10
    for moment in (0, 1, *range(10, len(course.entries), 16), len(course.entries)):
        text = saves.excerpt(course.spec, course.entries, moment)
        found = saves.revived(text)
        new = msgspec.structs.replace(course.spec, seed="new", salts=[], past=found.past)
        live = Live(new, found.entries, [found.kept] if found.kept else [])
        assert live.position == course.positions[moment], moment
        assert msgspec.json.decode(found.start, type=Position) == course.positions[0]
        assert live.chain[-1] == Live(course.spec, course.entries[:moment]).chain[-1]
        assert not live.may_undo(), "what was taken over stays"


def test_the_file_shows_every_roll_so_far_and_none_to_come() -> None:
    course = Course("classic", [], 120)
    promise = commitment(SEED, 2048)
    for moment in (0, 1, 40, 120):
        text = saves.excerpt(course.spec, course.entries, moment)
        saved = save.parse(text.encode())
        assert SEED not in text and saved.commitment == promise
        found = proof.prove(saved, promise)
        assert not found.fault, found.fault
        if moment == 120:
            assert sum(len(roll.faces) for roll in found.rolls) == course.dice > 20
            later = Course("classic", [], 150)
            used = later.live.playing().dice
            assert used.key(saved.chain) == saved.seed and used.position > 32 * (saved.chain + 1)
            forged = msgspec.structs.replace(saved, seed="0" * 64)
            assert proof.prove(forged, promise).fault


@awaited
async def test_a_branch_is_a_game_of_its_own_with_provable_dice(tmp_path: Path) -> None:
    async with served(tmp_path, workers=1) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 60)
        before = await service.view(made.id)
        text = await service.save(made.id)
        info = await service.read_save(SavedFile(text))
        assert (info.answers, info.round, info.power) == (60, before.position.round, before.position.power)
        new = await service.go_on(SavedGame(text, [SeatWish(p, "human") for p in ALL], "Bo"))
        view = await service.view(new.id, new.token)
        assert view.position == before.position and view.commitment != before.commitment
        assert view.past and (view.past.frames, view.past.commitment) == (60, before.commitment)
        assert [f.events for f in await service.frames(new.id)] == [f.events for f in await service.frames(made.id)]
        assert await service.start(new.id) == await service.start(made.id)
        await advised(service, new.id, new.token, 60)
        service.hall.rooms[new.id].live = None  # as after a restart
        await advised(service, new.id, new.token, 10)
        assert (await service.view(made.id)).position == before.position, "the first game is as it was"
        record = json.loads(await service.record(new.id))
        assert check(record).dice > 10 and min(row["frame"] for row in record["frames"]) > 60
        again = await service.save(new.id)  # saved once more, with both parts
        found = await service.read_save(SavedFile(again))
        assert found.answers == 130
        await service.close(new.id, new.token)
        proven = await service.proof(new.id)
        assert proven.ok, proven.message
        whole = save.parse((await service.save(new.id)).encode())
        assert whole.told and not proof.prove(whole, new.commitment).fault
        past = await service.save(new.id, at=30)
        assert len(save.parse(past.encode()).answers) == 30 and whole.seed not in past


@awaited
async def test_a_game_goes_on_with_new_seats_and_their_salts(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 12)
        text = await service.save(made.id)
        seats = [SeatWish("Soviet Union", "human"), SeatWish("Germany", "open"), SeatWish("Japan", "open")]
        new = await service.go_on(SavedGame(text, seats, "Bo", salt="mine", answers=7))
        assert (await service.view(new.id)).status == "waiting"
        service.hall.rooms[new.id].live = None
        bo = await joined(service, new, "Germany", salt="theirs")
        await joined(service, new, "Japan", "Cy", token=bo.token)
        view = await service.view(new.id, bo.token)
        assert view.status == "playing" and view.revision == 7 and view.salts == ["mine", "theirs"]
        assert await service.start(new.id) == await service.start(made.id)
        assert await status_of(service.reveal(new.id, bo.token, Reveal(["x"]))) == 409


@awaited
async def test_secret_answers_are_left_out_until_all_are_in(tmp_path: Path) -> None:
    """Bids of several powers at once are in the file only when everybody has seen them."""
    async with served(tmp_path) as service:
        powers = [p.name for p in views.powers(registry.build("great_war"))]
        made = await service.create(wish(powers, edition="great_war", rules=["great_war.deploy_the_reserves"]))
        first = await asked(service, made.id, made.token)
        await give(service, made.id, made.token, "nothing")
        await give(service, made.id, made.token, "nothing")
        saved = save.parse((await service.save(made.id)).encode())
        assert first.kind == "reserves" and not saved.answers
        while (await asked(service, made.id, made.token)).kind == "reserves":
            await give(service, made.id, made.token, "nothing")
        saved = save.parse((await service.save(made.id)).encode())
        assert [line.kind for line in saved.answers] == ["reserves"] * len(saved.answers) != []


@awaited
async def test_games_that_cannot_be_downloaded_yet_say_why(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        options = {"gemmell.prisoners_of_war.hidden_stacks": True}
        made = await service.create(wish(rules=["gemmell.prisoners_of_war"], options=options))
        assert await status_of(service.save(made.id, made.token)) == 409, "it has hidden units"
        await service.close(made.id, made.token)
        assert await service.save(made.id)
    course = Course("classic", [], 30, chain=0)
    with pytest.raises(SandtableError, match="must stay secret"):
        saves.excerpt(course.spec, course.entries, 30)
    course = Course("classic", [], 120, chain=2)
    with pytest.raises(SandtableError, match="must stay secret"):
        saves.excerpt(course.spec, course.entries, 120)


# --- what strangers send ----------------------------------------------------------------------------------------------


def sealed(content: dict[str, Any]) -> str:
    """The text of a file with a checksum that fits."""
    content.pop("checksum", None)
    return json.dumps({**content, "checksum": save._checksum(content)})


@pytest.fixture(scope="module")
def good() -> dict[str, Any]:
    course = Course("classic", [], 20)
    found: dict[str, Any] = json.loads(saves.excerpt(course.spec, course.entries, 20))
    return found


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a rule file": ({"rules": [["/etc/passwd.toml", {}]]}, "is a file"),
    "a huge option": ({"rules": [["common.round_limit", {"rounds": 10**12}]]}, "too large"),
    "an unknown rule": ({"rules": [["common.nothing", {}]]}, "common.nothing"),
    "an unknown edition": ({"edition": "chess"}, "chess"),
    "a long chain": ({"chain": 10**9}, "blocks of dice"),
    "a negative die": ({"first_die": -5}, "dice"),
    "odd faces": ({"told": "1379"}, "1 to 6"),
    "many salts": ({"salts": ["x"] * 51}, "salts"),
    "a long seed": ({"seed": "x" * 10**5}, "dice"),
    "a strange position": ({"start": {"power": 5}}, "cannot be"),
    "huge numbers": ({"start": {"round": 10**15}}, "too large"),
    "deep values": ({"start": {"a": [[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}}, "too many"),
    "other dice": ({"seed": "0" * 64}, "no longer fits|differs"),
    "another answer": ({"answers": [[0, "Japan", "buy", "nothing"]]}, "answer 1 .*no longer fits"),
    "too many answers": ({"answers": [[0, "Japan", "buy", "nothing"]] * 20_001}, "20,000 answers"),
    "a newer format": ({"version": 99}, "format 99"),
    "no saved game": ({"format": "something"}, "not a Sandtable saved game"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_files_are_refused_in_one_sentence(good: dict[str, Any], what: str) -> None:
    change, why = BAD[what]
    text = sealed({**good, **change})
    for function in (saves.read, saves.revived):
        with pytest.raises(SandtableError, match=why) as found:
            function(text)
        assert "\n" not in str(found.value)


def test_a_changed_file_is_refused(good: dict[str, Any]) -> None:
    with pytest.raises(SandtableError, match="checksum"):
        saves.read(json.dumps({**good, "edition": "great_war"}))
    with pytest.raises(SandtableError, match=r"not a saved game|not valid JSON"):
        saves.read("[" * 100_000)


def test_files_are_read_over_the_network_within_bounds(tmp_path: Path) -> None:
    with Online(tmp_path, workers=1) as server:
        made = server.post("/games", web_wish(seats=[{"power": p, "kind": "human"} for p in ALL]))
        server.advised(made["id"], made["token"], 15)
        text = server.ask("GET", f"/games/{made['id']}/save").text
        assert server.post("/saves/read", {"text": text})["answers"] == 15
        assert server.post("/saves/read", {"text": text + " " * 300_000})["answers"] == 15
        body = {"save": text, "seats": [{"power": "Germany", "kind": "human"}], "name": "Bo", "answers": 9}
        new = server.post("/saves/play", body)
        assert server.get(f"/games/{new['id']}")["past"]["frames"] == 9
        refusal(server.ask("POST", "/saves/read", {"text": "x" * 1_000_001}), 400)
        refusal(server.ask("POST", "/saves/read", {"text": "x" * 2_100_000}), 413)
        refusal(server.ask("POST", "/saves/read", {"text": "{}"}), 409)
        refusal(server.ask("POST", "/saves/play", {**body, "seats": [{"power": "Mars", "kind": "human"}]}), 400)
        earlier = server.ask("GET", f"/games/{made['id']}/save?at=4").json()
        assert len(earlier["answers"]) == 4


@awaited
async def test_a_finished_game_can_only_be_played_from_an_earlier_moment(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(rules=["common.round_limit"], options={"common.round_limit.rounds": 1}))
        while (await service.view(made.id)).status == "playing":
            await advised(service, made.id, made.token)
        text = await service.save(made.id)
        assert (await service.read_save(SavedFile(text))).over
        seats = [SeatWish(p, "human") for p in ALL]
        assert await status_of(service.go_on(SavedGame(text, seats, "Bo"))) == 409
        new = await service.go_on(SavedGame(text, seats, "Bo", answers=3))
        assert (await service.view(new.id)).status == "playing"
        assert isinstance(service, Service)
