"""What lasts: games that end, that sleep, and that outlive their server."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sandtable.core.dice import commitment
from sandtable.engine import save as saves
from sandtable.engine.game import Game
from sandtable.server import views
from sandtable.server.refusals import Refused
from sandtable.server.requests import Hello
from sandtable.server.service import Service
from sandtable.server.wire import Update, Welcome
from tests.server.tables import advised, awaited, give, next_of, requests, served, status_of, wish


@awaited
async def test_the_seed_is_shown_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(salt="s"))
        await give(service, made.id, made.token, "2")  # two dice for weapons development
        await advised(service, made.id, made.token, 12)
        assert (await service.view(made.id, made.token)).seed == ""
        assert await status_of(service.proof(made.id)) == 409
        async with service.follow(made.id, Hello()) as spectator:
            next_of(spectator, Welcome)
            await service.close(made.id, made.token)
            update = next_of(spectator, Update)
            assert (update.status, update.frames[0].kind) == ("over", "close") and update.seed
        view = await service.view(made.id)
        assert commitment(view.seed, view.chain) == view.commitment and view.status == "over" and view.asked == []
        assert view.position.ending and view.position.winner is None
        position = await service.start(made.id)
        for frame in await service.frames(made.id):
            position = views.fold(position, frame.change)
        assert position == view.position
        for name, request in requests(service, made.id, made.token, 12, view.revision).items():
            if name not in ("view", "start", "frames", "updates", "odds", "say", "save", "position", "invitations"):
                assert await status_of(request()) == 409, name
        proof = await service.proof(made.id)
        assert proof.ok and proof.rolls and proof.commitment == view.commitment and proof.seed == view.seed
        text = await service.save(made.id)
        (tmp_path / "saved.json").write_text(text)
        assert saves.replay(tmp_path / "saved.json").ok
        assert saves.load(tmp_path / "saved.json").header.seats["Germany"] == "human"
    async with served(tmp_path) as service:
        assert await service.view(made.id) == view
        assert json.loads(await service.save(made.id)) == json.loads(text)


@awaited
async def test_a_game_is_gone_on_with_from_its_newest_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(rules=["gemmell"]))
        await advised(service, made.id, made.token, 150)
        before = await service.view(made.id, made.token)
        live = service.hall.rooms[made.id].game
        assert live.game is not None
        hash, log = live.game.state_hash, len(live.game.log)
        hashes = list(live.game.hashes)
    followed: list[int] = []
    follow = Game.follow

    def counting(game: Any, line: Any) -> None:
        followed.append(line.id)
        follow(game, line)

    monkeypatch.setattr(Game, "follow", counting)
    async with served(tmp_path) as service:
        assert await service.view(made.id, made.token) == before
        live = service.hall.rooms[made.id].game
        assert live.game is not None
        assert (live.game.state_hash, len(live.game.log), live.game.hashes) == (hash, log, hashes)
        assert len(followed) < 60  # not the whole game
        await advised(service, made.id, made.token, 30)
        await service.close(made.id, made.token)
        (tmp_path / "saved.json").write_text(await service.save(made.id))
        assert saves.replay(tmp_path / "saved.json").ok


@awaited
async def test_games_that_sleep_wake_up_as_they_were(tmp_path: Path) -> None:
    async with served(tmp_path, awake=1) as service:
        games = [await service.create(wish(title=str(i))) for i in range(3)]
        for _ in range(10):
            for made in games:
                await advised(service, made.id, made.token)
        assert len(service.hall.awake) == 1 and len(service.hall.rooms) == 1
        for made in games:
            view = await service.view(made.id, made.token)
            assert view.revision == 10 and view.questions


@awaited
async def test_a_game_that_this_program_refuses_stays_readable(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 10)
        whole = await service.view(made.id, made.token)
        frames = await service.frames(made.id)
    changes = (
        "UPDATE games SET rules = '[[\"no.such_rule\",{}]]'",
        "UPDATE games SET rules = '[[\"common.bid\",{}]]'",
        "UPDATE entries SET text = '999 infantry' WHERE n = 2",
        "UPDATE entries SET question = 'retreat' WHERE n = 3",
        "",  # a snapshot that cannot be read
    )
    for change in changes:
        path = tmp_path / "copy.db"
        path.unlink(missing_ok=True)
        old, new = sqlite3.connect(tmp_path / "games.db"), sqlite3.connect(path)
        old.backup(new)
        new.execute("DELETE FROM snapshots")
        new.execute(change or "INSERT INTO snapshots SELECT id, 10, 10, 0, '[]', '{}' FROM games")
        new.commit()
        old.close()
        new.close()
        async with Service(str(path), workers=0) as service:
            view = await service.view(made.id, made.token)
            assert view.faults and view.position == whole.position and view.board == whole.board, change
            assert view.revision == 10 and view.questions == [] and view.asked == []
            assert await service.frames(made.id) == frames
            for name, request in requests(service, made.id, made.token, 10, 10).items():
                assert await status_of(request()) in (200, 403, 409), name
            assert (await service.view(made.id)).status == "over"  # closed by the last request


PLAYER = """
import asyncio, sys
from sandtable.server.service import Service
from sandtable.server.requests import Answer, NewGame, RuleChoice, SeatWish
from tests.server.tables import ALL

def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\\n")  # at once: who is killed says a whole line or nothing
    sys.stdout.flush()

async def main(path, known):
    async with Service(path, workers=0) as service:
        games = [tuple(k.split()) for k in known]
        while len(games) < 4:
            made = await service.create(NewGame(RuleChoice("classic"), [SeatWish(p, "human") for p in ALL], "Anna"))
            games.append((made.id, made.token))
            say("game", made.id, made.token)

        async def play(id, token):
            while True:
                question = (await service.view(id, token)).questions[0]
                advice = await service.advice(id, token, question.id)
                done = await service.answer(id, token, Answer(question.id, advice.text))
                say("done", id, done.revision, question.id)

        await asyncio.gather(*(play(*g) for g in games))

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    games: dict[str, str] = {}
    acknowledged: dict[str, int] = {}
    for number in range(4):
        known = [f"{id} {token}" for id, token in games.items()]
        command = [sys.executable, "-c", PLAYER, path, *known]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for lines, line in enumerate(process.stdout):
                word, id, value, *_ = line.split()
                if word == "game":
                    games[id] = value
                else:
                    assert int(value) > acknowledged.get(id, 0)
                    acknowledged[id] = int(value)
                if lines == 40 + 7 * number:
                    process.kill()  # and what it has said before it fell is read, too
    assert len(games) == 4 and sum(acknowledged.values()) > 100

    async def look() -> None:
        async with Service(path, workers=0) as service:
            for id, token in games.items():
                view = await service.view(id, token)
                assert view.revision >= acknowledged[id] and not view.faults
                frames = await service.frames(id)
                assert [f.n for f in frames] == list(range(1, view.revision + 1))
                position = await service.start(id)
                for frame in frames:
                    position = views.fold(position, frame.change)
                assert position == view.position
                await advised(service, id, token)

    asyncio.run(look())


def changed(folder: Path, statement: str) -> None:
    """Change the database as if an earlier version had written it."""
    with closing(sqlite3.connect(folder / "games.db", isolation_level=None)) as other:
        assert other.execute(statement).rowcount == 1


@awaited
async def test_a_game_with_the_board_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await give(service, made.id, made.token, "0")
        view = await service.view(made.id)
    changed(tmp_path, """UPDATE boards SET info = '{"edition": "classic", "units": [{}]}'""")
    async with served(tmp_path) as service:
        assert await service.view(made.id) == view
        assert await advised(service, made.id, made.token, 2) is not None


@awaited
async def test_a_game_that_no_version_can_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
    for statement in (
        "UPDATE games SET fingerprint = 'before'",  # its rules have changed since
        "UPDATE boards SET fingerprint = 'before'",
        "UPDATE starts SET position = '{}'",
    ):
        changed(tmp_path, statement)
    async with served(tmp_path) as service:
        with pytest.raises(Refused, match="This version cannot show it"):
            await service.view(made.id)
