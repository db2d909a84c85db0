"""The whole server, over the network of this machine, in a thread of the test's own process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import msgspec
import uvicorn
from uvicorn.loops.auto import auto_loop_factory
from websockets.sync.client import ClientConnection, connect

from sandtable.cli.serve import _listen, make_server
from sandtable.server.app import make_app
from sandtable.server.limits import Limits
from sandtable.server.pages import Pages
from sandtable.server.service import Service
from sandtable.server.wire import LiveMessage


class Online:
    """A server with an empty database in a folder; a context manager. `seed` is that of every game."""

    def __init__(
        self,
        folder: Path,
        *,
        workers: int = 0,
        seed: str = "",
        limits: Limits | None = None,
        pages: Pages | None = None,
        names: tuple[str, ...] = (),
        **how: Any,
    ) -> None:
        self.names = names
        self.db = f"sqlite:///{folder / 'games.db'}"
        self.how: dict[str, Any] = {"workers": workers, **({"seeds": lambda: seed} if seed else {}), **how}
        self.limits, self.pages = limits, pages
        self.socket = _listen("127.0.0.1", 0)  # as the command does
        self.host = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.url = f"http://{self.host}"
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._begin, name="online")
        self.fault: BaseException | None = None
        self.running: uvicorn.Server | None = None

    def _begin(self) -> None:
        try:
            with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:  # as the command does
                runner.run(self._run())
        except BaseException as fault:
            self.fault = fault
        finally:
            self.socket.close()
            self._ready.set()

    async def _run(self) -> None:
        async with Service(self.db, **self.how) as service:
            self.service = service
            limits = self.limits or Limits()
            app = make_app(service, limits=limits, pages=self.pages, names=self.names)
            self.running = make_server(service, app, limits)
            self._ready.set()
            await self.running.serve(sockets=[self.socket])

    def __enter__(self) -> Online:
        self._thread.start()
        assert self._ready.wait(120)
        if self.fault:
            raise self.fault
        self.client = httpx.Client(base_url=self.url, timeout=120, trust_env=False)
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.client.close()
        self.stop()

    def stop(self) -> None:
        """Ends the server as Ctrl-C would."""
        assert self.running
        self.running.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()
        if self.fault:
            raise self.fault

    def ask(self, method: str, path: str, body: Any = None, token: str = "", **more: Any) -> httpx.Response:
        """A request to the interface; `body` is sent as JSON."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= more.pop("headers", {})
        if body is not None:
            more["content"] = msgspec.json.encode(body)
        return self.client.request(method, f"/api{path}", headers=headers, **more)

    def get(self, path: str, token: str = "", **more: Any) -> Any:
        """What a request gives that must succeed."""
        return told(self.ask("GET", path, token=token, **more))

    def post(self, path: str, body: Any = None, token: str = "") -> Any:
        return told(self.ask("POST", path, body, token))

    @contextmanager
    def live(self, game: str, token: str | None = "", after: int = -1, **more: Any) -> Iterator[ClientConnection]:
        """A live connection, the hello said (unless the token is None)."""
        with connect(f"ws://{self.host}/api/games/{game}/live", proxy=None, **more) as found:
            if token is not None:
                found.send(msgspec.json.encode({"token": token, "after": after}).decode())
            yield found

    def closed(self, game: str, *tokens: str) -> None:
        """End a game in which the players with these tokens agree."""
        for token in tokens:
            self.post(f"/games/{game}/close", None, token)

    def advised(self, game: str, token: str, times: int) -> int:
        """Answers as the server advises, some times; returns the revision."""
        revision = 0
        for _ in range(times):
            question = self.get(f"/games/{game}", token)["questions"][0]
            text = self.get(f"/games/{game}/advice?decision={question['id']}", token)["text"]
            body = {"decision": question["id"], "text": text}
            revision = self.post(f"/games/{game}/answers", body, token)["revision"]
        return revision


def told(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, f"{answer.request.url}: {answer.status_code} {answer.text[:300]}"
    return answer.json()


def heard(connection: ClientConnection, kind: str, patience: float = 60) -> Any:
    """The next live message of a kind, those before it thrown away; every one must be as described."""
    while True:
        text = connection.recv(patience)
        msgspec.json.decode(text, type=LiveMessage)
        message = msgspec.json.decode(text)
        if message["type"] == kind:
            return message


def refusal(answer: httpx.Response, status: int) -> str:
    """The sentence of a refusal, which must be one."""
    assert answer.status_code == status, f"{answer.request.url}: {answer.status_code} {answer.text[:300]}"
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"error", "rule"}
    sentence: str = body["error"]
    assert sentence[0].isupper() or not sentence[0].isalpha(), sentence
    assert sentence.endswith((".", "!", "?")) and "\n" not in sentence and "`" not in sentence, sentence
    return sentence


#: Seats of Classic: the host plays the Soviet Union, somebody else Germany.
def wish(**more: Any) -> dict[str, Any]:
    seats = [{"power": "Soviet Union", "kind": "human"}, {"power": "Germany", "kind": "open"}]
    return {"choice": {"edition": "classic", "rules": []}, "seats": seats, "name": "Anna", **more}
