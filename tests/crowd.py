"""Many clients at once that create games and answer decisions, knowing only the HTTP API.

They note every answer that the server has acknowledged, so that afterwards it can be held to its word.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx

from sandtable.engine import save

#: The seats of an edition; every ninth game has a computer player in two of them.
POWERS = {
    "classic": ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States"),
    "great_war": (
        "Austria-Hungary", "Russia", "Germany", "France", "Britain", "Ottoman Empire", "Italy", "United States",
    ),
}  # fmt: skip
LOST = (httpx.TransportError, httpx.TimeoutException)


class Acknowledged(NamedTuple):
    """An entry the server has acknowledged: frame `revision`, an answer with this text, or an undo (None)."""

    revision: int
    power: str
    kind: str
    text: str | None


@dataclass
class Table:
    """One game as known to its player."""

    id: str
    token: str
    seen: int = 0
    kept: list[Acknowledged] = field(default_factory=list)
    idle: bool = False

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


# --- answers from the form alone --------------------------------------------------------------------------------------


def units_text(rows: Sequence[Mapping[str, Any]], number: int, rng: Random) -> str:
    """Return the text of `number` random units of these rows."""
    units = [row["stem"] for row in rows for _ in range(row["count"])]
    picked = rng.sample(units, min(number, len(units)))
    return ", ".join(f"{picked.count(stem)} {stem}" for stem in dict.fromkeys(picked)) or "nothing"


def allocation(form: Mapping[str, Any], rng: Random) -> str:
    """Return a random allocation within the limits."""
    left = [limit["most"] for limit in form["limits"]]
    taken: dict[int, int] = {}
    for _ in range(rng.randint(0, 12)):
        i = rng.randrange(len(form["keys"]))
        weights = [limit["weights"][i] for limit in form["limits"]]
        room = form["keys"][i]["most"] > taken.get(i, 0)
        if room and all(w <= most for w, most in zip(weights, left, strict=True)):
            taken[i] = taken.get(i, 0) + 1
            left = [most - w for w, most in zip(weights, left, strict=True)]
    return ", ".join(f"{n} {' > '.join(form['keys'][i]['key'])}" for i, n in taken.items()) or "nothing"


def guess(form: Mapping[str, Any], rng: Random) -> str:
    """Return an answer that the form allows, or "" if the form does not say enough."""
    match form["form"]:
        case "confirm":
            return rng.choice(("yes", "no"))
        case "choose" | "pick_space":
            return str(rng.choice(form["options"])["key"])
        case "amount":
            return str(rng.randint(form["low"], form["high"])) if form["high"] >= form["low"] else str(form["zero"])
        case "pick_units":
            most = min(form["high"], sum(row["count"] for row in form["units"]))
            return units_text(form["units"], rng.randint(min(form["low"], most), most), rng)
        case "allocate":
            return allocation(form, rng) if form["keys"] else "nothing"
        case "moves" if form["may_end"] and rng.random() < 0.6:
            return "done"
    return ""


# --- the crowd --------------------------------------------------------------------------------------------------------


class Crowd:
    """Players at many tables. `latencies` are the times from request to acknowledgement, in seconds.

    With several addresses, those of servers on one database, each request goes to any of them. Every `great`-th game is
    one of 1914 (0: none).
    """

    def __init__(self, *urls: str, connections: int = 50, seed: int = 1, great: int = 0) -> None:
        self.urls, self.connections, self.rng, self.great = urls, connections, Random(seed), great
        self.tables: list[Table] = []
        self.latencies: list[float] = []
        self.lost = self.refused = 0
        self.faults: list[str] = []
        self.playing = True

    def client(self) -> httpx.AsyncClient:
        limits = httpx.Limits(max_connections=self.connections)
        return httpx.AsyncClient(timeout=60, limits=limits, trust_env=False)

    def address(self, path: str) -> str:
        """Return the address of a request, at any of the servers."""
        return f"{self.rng.choice(self.urls)}/api{path}"

    async def ask(self, client: httpx.AsyncClient, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request, waiting for a server that is down; record 5xx responses as faults."""
        while True:
            try:
                answer = await client.request(method, self.address(path), **more)
            except LOST:
                self.lost += 1
                await asyncio.sleep(0.1)
                continue
            if answer.status_code >= 500:
                self.faults.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
            return answer

    async def sit_down(self, client: httpx.AsyncClient, number: int) -> None:
        """Create a game and keep its token."""
        edition = "great_war" if self.great and number % self.great == 1 else "classic"
        computer = POWERS[edition][2:4] if number % 9 == 0 else ()
        rules = ["gemmell"] if edition == "classic" and number % 4 == 0 else []
        wish = {
            "choice": {"edition": edition, "rules": rules},
            "seats": [
                {"power": power, "kind": "computer", "player": "random"}
                if power in computer
                else {"power": power, "kind": "human"}
                for power in POWERS[edition]
            ],
            "name": f"Player {number}",
        }
        made = (await self.ask(client, "POST", "/games", json=wish)).raise_for_status().json()
        self.tables.append(Table(made["id"], made["token"]))

    async def create(self, games: int) -> None:
        """Create `games` new games, in parallel over all connections."""
        places = asyncio.Semaphore(self.connections)

        async def one(client: httpx.AsyncClient, number: int) -> None:
            async with places:
                await self.sit_down(client, number)

        async with self.client() as client:
            await asyncio.gather(*(one(client, number) for number in range(games)))

    async def questions(self, client: httpx.AsyncClient, table: Table) -> list[dict[str, Any]]:
        """Return the open decision of the table."""
        path = f"/games/{table.id}/updates"
        messages = (await self.ask(client, "GET", path, params={"after": table.seen}, headers=table.headers)).json()
        for message in messages:
            if message["type"] == "welcome":
                view = message["view"]
                table.seen = view["revision"]
                return list(view["questions"])
            if message["type"] == "update":
                table.seen = max([table.seen, *(frame["n"] for frame in message["frames"])])
                return list(message["questions"])
        return []

    async def text(self, client: httpx.AsyncClient, table: Table, question: Mapping[str, Any], advised: bool) -> str:
        """Return an answer from the form, from the routes of a move, or from the adviser."""
        if not advised:
            if text := guess(question["form"], self.rng):
                return text
            if question["form"]["form"] == "moves" and question["form"]["movable"]:
                space = self.rng.choice(question["form"]["movable"])["space"]
                found = await self.ask(
                    client, "GET", f"/games/{table.id}/ways", params={"space": space}, headers=table.headers
                )
                rows = [row for row in found.json() if row["ways"]] if found.status_code == 200 else []
                if rows:
                    row = self.rng.choice(rows)
                    way = self.rng.choice(row["ways"])
                    mission = f" [{way['mission']}]" if way["mission"] else ""
                    number = self.rng.randint(1, way["most"])
                    return f"{number} {row['movable']['stem']}: {' > '.join(way['path'])}{mission}"
        path = f"/games/{table.id}/advice"
        found = await self.ask(client, "GET", path, params={"decision": question["id"]}, headers=table.headers)
        return str(found.json().get("text", "")) if found.status_code == 200 else ""

    async def turn(self, client: httpx.AsyncClient, table: Table) -> None:
        """Answer one decision of the table, or undo the latest answer."""
        questions = await self.questions(client, table)
        table.idle = not questions
        if not questions:
            return
        question = questions[0]
        if table.kept and table.kept[-1].text is not None and self.rng.random() < 0.02:
            await self.send(client, table, "undo", {"revision": table.seen}, Acknowledged(0, "", "", None))
            return
        for advised in (False, True):
            text = await self.text(client, table, question, advised)
            said = Acknowledged(0, question["power"], question["kind"], text)
            if text and await self.send(client, table, "answers", {"decision": question["id"], "text": text}, said):
                return

    async def send(
        self, client: httpx.AsyncClient, table: Table, what: str, body: dict[str, Any], said: Acknowledged
    ) -> bool:
        """Send an answer once; return True if no other answer needs to be tried."""
        begun = time.perf_counter()
        try:
            answer = await client.post(self.address(f"/games/{table.id}/{what}"), json=body, headers=table.headers)
        except LOST:
            self.lost += 1  # it may have been stored or not: the next look at the table tells
            await asyncio.sleep(0.1)
            return True
        if answer.status_code >= 500:
            self.faults.append(f"{what} {body}: {answer.status_code} {answer.text[:200]}")
        if not answer.is_success:
            self.refused += 1
            return False
        self.latencies.append(time.perf_counter() - begun)
        table.kept.append(said._replace(revision=answer.json()["revision"]))
        return True

    async def play(self, seconds: float) -> None:
        """Play on all connections at their own tables until the time is over."""
        end = time.monotonic() + seconds

        async def one(client: httpx.AsyncClient, tables: Sequence[Table]) -> None:
            while time.monotonic() < end and self.playing:
                for table in tables:
                    if time.monotonic() >= end or not self.playing:
                        break
                    await self.turn(client, table)
                if all(table.idle for table in tables):
                    await asyncio.sleep(0.2)

        async with self.client() as client:
            shares = [self.tables[i :: self.connections] for i in range(self.connections)]
            await asyncio.gather(*(one(client, share) for share in shares if share))

    # --- holding the server to its word ---

    async def audit(self, folder: Path) -> None:
        """Close every game; assert that all acknowledged entries are stored and that the games replay.

        The saved games are put into `folder`.
        """
        places = asyncio.Semaphore(4)

        async def one(client: httpx.AsyncClient, table: Table) -> None:
            async with places:
                await self.close(client, table, folder)

        async with self.client() as client:
            await asyncio.gather(*(one(client, table) for table in self.tables))

    async def close(self, client: httpx.AsyncClient, table: Table, folder: Path) -> None:
        """Do the same for one game."""
        ended = await self.ask(client, "POST", f"/games/{table.id}/close", headers=table.headers)
        assert ended.status_code in (200, 201, 409), ended.text  # 409: it was over by itself
        frames: list[dict[str, Any]] = []
        while True:
            params = {"after": len(frames), "limit": 1000}
            more = (await self.ask(client, "GET", f"/games/{table.id}/frames", params=params)).json()
            if not more:
                break
            frames += more
        assert [frame["n"] for frame in frames] == list(range(1, len(frames) + 1)), "numbered without gaps"

        text = (await self.ask(client, "GET", f"/games/{table.id}/save")).raise_for_status().text
        file = folder / f"{table.id}.json"
        file.write_text(text, encoding="utf-8")
        saved = save.read(file)
        standing = [frame for frame in frames if frame["kind"] == "answer" and not undone(frames, frame["n"])]
        told = {said.revision: said for said in table.kept}
        assert len(told) == len(table.kept), "no two acknowledgements name the same frame"
        for said in table.kept:
            assert said.revision <= len(frames), f"frame {said.revision} of {len(frames)} was acknowledged"
            frame = frames[said.revision - 1]
            assert frame["kind"] == ("undo" if said.text is None else "answer"), (said, frame)
            if said.text is not None:
                assert (frame["power"], frame["decision"]) == (said.power, said.kind)
        assert [answer.power for answer in saved.answers] == [frame["power"] for frame in standing]
        assert [answer.kind for answer in saved.answers] == [frame["decision"] for frame in standing]

        again = save.replay(file)
        assert again.ok, again.message
        view = (await self.ask(client, "GET", f"/games/{table.id}")).json()
        assert view["status"] == "over" and view["seed"] == saved.seed
        assert view["revision"] == len(frames)


def undone(frames: Sequence[Mapping[str, Any]], n: int) -> bool:
    """Return whether frame `n` was undone later."""
    return any(frame["undoes"] == n for frame in frames if frame.get("undoes"))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
