"""Servers, and databases, that are killed at random moments lose no notice and no answer, and count none twice."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import pytest

from tests import postgres
from tests.mailing import MailServer, until
from tests.server.online import wish
from tests.serving import Served
from tests.timed import Clock, environment

BO = "bo@example.org"
GAMES, KILLS = 4, 4


class Players:
    """Anna at several games over HTTP, who goes on after every restart of the server; and Bo, who waits."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.acknowledged: dict[str, dict[int, str]] = {}
        self.client = httpx.Client(base_url=f"{server.url}/api", timeout=30, trust_env=False)

    def close(self) -> None:
        """Close the connections."""
        self.client.close()

    def post(self, path: str, body: object = None, token: str = "") -> dict[str, object]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(path, json=body, headers=headers)
        assert answer.status_code == 200 or answer.status_code == 201, answer.text
        found: dict[str, object] = answer.json()
        return found

    def turn(self, game: str, token: str) -> bool:
        """Give one answer of Anna's turn; return whether it is over. Without a database, nothing happens."""
        headers = {"Authorization": f"Bearer {token}"}
        shown = self.client.get(f"/games/{game}", headers=headers)
        if shown.status_code == 503:
            return False
        view = shown.json()
        if not view["questions"]:
            return True
        id, kind = view["questions"][0]["id"], view["questions"][0]["kind"]
        advice = self.client.get(f"/games/{game}/advice?decision={id}", headers=headers)
        if advice.status_code in (409, 503):
            return False
        answer = self.client.post(
            f"/games/{game}/answers", json={"decision": id, "text": advice.json()["text"]}, headers=headers
        )
        assert answer.status_code in (200, 201, 409, 503), answer.text
        if answer.is_success:
            self.acknowledged.setdefault(game, {})[answer.json()["revision"]] = kind
        return False


def noticed(db: str, folder: Path, crash: Callable[[Served], None]) -> None:
    """Play games on a database, with crashes at random moments: Bo gets one notice of each, and no answer is lost."""
    chance, clock = Random(11), Clock(folder / "clock")
    command = (sys.executable, "-m", "tests.timed", "serve")
    with MailServer(delay=0.1) as mails:
        options = ("--workers", "0", "--mail", f"smtp://{mails.host}", "--mail-from", "games@example.org")
        key = ("--notice-key", str(folder / "notices.pem"))
        with (
            Served(db, (*command, *options, *key), **environment(clock)) as server,
            closing(Players(server)) as players,
        ):
            tokens = seated(players, mails)
            open_games, crashes = list(tokens), 0
            while open_games:
                game = chance.choice(open_games)
                try:
                    if players.turn(game, tokens[game]):
                        open_games.remove(game)
                        clock.add(40)
                        time.sleep(chance.random() * 0.5)  # the courier is at work
                except httpx.TransportError:
                    pass
                if crashes < KILLS and chance.random() < 0.25:
                    crash(server)
                    crashes += 1
            for _ in range(3):  # what was claimed by servers that died, and what has failed
                clock.add(300)
                time.sleep(1.5)
            until(
                lambda: set(told(mails)) == set(tokens),
                f"{set(tokens) - set(told(mails))} told after {crashes} crashes",
            )
            for game, acknowledged in players.acknowledged.items():
                # the server closes connections that were idle for as long as the waits above
                frames = httpx.get(f"{server.url}/api/games/{game}/frames", timeout=30, trust_env=False).json()
                assert [frame["n"] for frame in frames] == list(range(1, len(frames) + 1))
                kinds = {frame["n"]: frame["decision"] for frame in frames}
                assert {n: kinds.get(n) for n in acknowledged} == acknowledged
        assert crashes >= 3
        for game, messages in told(mails).items():
            assert len(set(messages)) == 1, f"{game} was told in {len(set(messages))} messages"


def seated(players: Players, mails: MailServer) -> dict[str, str]:
    """Create the games, in which Bo, who is known, has a seat; return Anna's tokens."""
    players.post("/people/link", {"mail": BO})
    entered = players.post("/people/enter", {"secret": mails.sign_in(BO).partition("#")[2]})
    session = str(entered["token"])
    players.post("/me/notices", {"mail": "now"}, session)
    tokens = {}
    for i in range(GAMES):
        made = players.post("/games", wish(title=f"Game {i}"))
        seat = players.post(f"/games/{made['id']}/join", {"secret": made["invitations"][0]["secret"], "name": "Bo"})  # type: ignore[index]
        players.post("/me/games", {"games": [{"id": made["id"], "token": seat["token"]}]}, session)
        tokens[str(made["id"])] = str(made["token"])
    return tokens


@pytest.mark.slow
def test_no_notice_is_lost_or_doubled_when_servers_are_killed(tmp_path: Path) -> None:
    def crash(server: Served) -> None:
        server.kill()
        server.start()

    noticed(f"sqlite:///{tmp_path}/games.db", tmp_path, crash)


@pytest.mark.slow
def test_no_notice_or_answer_is_lost_when_postgresql_is_killed(tmp_path: Path) -> None:
    """While PostgreSQL starts again, players go on with their requests."""
    folder = tmp_path / "postgres"
    folder.mkdir()
    with postgres.postgres(folder) as url, ThreadPoolExecutor(1) as thread:
        running: list[Future[None]] = []

        def crash(server: Served) -> None:
            for before in running:
                before.result()
            running[:] = [thread.submit(postgres.crash, folder)]

        noticed(url, tmp_path, crash)
        running[0].result()


def told(mails: MailServer) -> dict[str, list[str]]:
    """The Message-IDs of the notices about each game."""
    found: dict[str, list[str]] = {}
    for mail in mails.to(BO):
        for game in re.findall(r"/game/(\S+)", mail.get_content()):
            found.setdefault(game, []).append(str(mail["Message-ID"]))
    return found
