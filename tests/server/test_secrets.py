"""Everything the server sends during whole games, read by somebody who looks for what he must not know.

A spectator and every seat follow the game over a live connection each, and ask all they may besides. What they get must
not hold the seed, a token, an invitation, a sealed answer before all are in, or units that only their owner sees.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from sandtable.core.dice import commitment
from sandtable.server import openapi
from tests.server.online import Online, heard, wish

SEED = "5eed" * 16


#: What the routes of games need in their queries.
QUERIES = {"after": "0", "space": "Germany", "decision": "0"}


@cache
def asked_of_games() -> list[str]:
    """All that can be asked of a game, by the description of the API: a new route is searched, too."""
    out = []
    for address, ways in json.loads(openapi.text())["paths"].items():
        if address.startswith("/api/games/{game}") and "get" in ways:
            needed = [p["name"] for p in ways["get"].get("parameters", ()) if p["in"] == "query"]
            query = "&".join(f"{name}={QUERIES[name]}" for name in needed if name in QUERIES)
            out.append(f"{address.removeprefix('/api/games/{game}')}?{query}")
    return out


def test_the_search_asks_every_game_all_that_there_is() -> None:
    assert {"", "/frames", "/save", "/position", "/dice", "/proof", "/invitations"} <= {
        p.partition("?")[0] for p in asked_of_games()
    }


class Table:
    """A game with a token for each power, and all that each reader was sent, as text. The spectator's name is empty."""

    def __init__(self, server: Online, edition: str, rules: list[str], options: dict[str, Any]) -> None:
        self.server = server
        editions = {e["id"]: [p["name"] for p in e["powers"]] for e in server.get("/editions")}
        self.powers = editions[edition]
        seats = [{"power": power, "kind": "open"} for power in self.powers]
        choice = {"edition": edition, "rules": rules, "options": options}
        made = server.post("/games", wish(choice=choice, seats=seats, salt="the host's"))
        self.id, self.path = made["id"], f"/games/{made['id']}"
        self.secrets = [SEED, made["token"]]
        self.tokens = {"": ""}
        for invitation in made["invitations"]:
            body = {"secret": invitation["secret"], "name": invitation["power"][:12], "salt": "mine"}
            told = server.post(f"{self.path}/join", body)
            self.tokens[invitation["power"]] = told["token"]
            self.secrets += [told["token"], invitation["secret"]]
        self.host = made["token"]
        self.sent: dict[str, list[str]] = {reader: [] for reader in self.tokens}

    @contextmanager
    def followed(self) -> Iterator[None]:
        """While everybody follows the game."""
        with ExitStack() as stack:
            threads = []
            for reader, token in self.tokens.items():
                connection = stack.enter_context(self.server.live(self.id, token))
                heard(connection, "welcome")
                threads.append(threading.Thread(target=self._hear, args=(reader, connection)))
                threads[-1].start()
            yield
            stack.close()
            for thread in threads:
                thread.join(10)

    def _hear(self, reader: str, connection: ClientConnection) -> None:
        try:
            for text in connection:
                self.sent[reader].append(str(text))
        except ConnectionClosed:
            pass

    def look(self) -> None:
        """Everybody asks all he may."""
        for reader, token in self.tokens.items():
            for path in asked_of_games():
                self.sent[reader].append(self.server.ask("GET", self.path + path, token=token).text)
            self.sent[reader].append(self.server.ask("GET", f"/games?ids={self.id}").text)

    def view(self, power: str = "") -> dict[str, Any]:
        found: dict[str, Any] = self.server.get(self.path, self.tokens[power])
        return found

    def question(self) -> dict[str, Any] | None:
        """The first open question, as the power that is asked sees it."""
        asked = self.view()["asked"]
        return self.view(asked[0]["power"])["questions"][0] if asked else None

    def answer(self, question: dict[str, Any], text: str) -> int:
        body = {"decision": question["id"], "text": text}
        revision: int = self.server.post(f"{self.path}/answers", body, self.tokens[question["power"]])["revision"]
        return revision

    def advice(self, question: dict[str, Any]) -> str:
        path = f"{self.path}/advice?decision={question['id']}"
        text: str = self.server.get(path, self.tokens[question["power"]])["text"]
        return text

    def attack(self, question: dict[str, Any], chance: Random) -> str:
        """All that can go together from some space to an attack by land; empty if there is nothing of the kind."""
        spaces = sorted({row["space"] for row in question["form"]["movable"] if row["type"] == "infantry"})
        for space in chance.sample(spaces, min(4, len(spaces))):
            rows = self.server.get(f"{self.path}/ways", self.tokens[question["power"]], params={"space": space})
            for row in rows:
                for way in row["ways"]:
                    if row["movable"]["type"] == "infantry" and way["attack"] and "Sea" not in "".join(way["path"]):
                        return f"{way['most']} {row['movable']['stem']}: {' > '.join(way['path'])}"
        return ""

    def check(self) -> None:
        """Nobody was sent the seed, or what lets him play for somebody else."""
        for reader, texts in self.sent.items():
            for text in texts:
                for secret in self.secrets:
                    assert secret not in text or secret == self.tokens[reader], (reader, secret, text[:300])


def things(value: Any) -> Iterator[dict[str, Any]]:
    """All objects inside of a value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from things(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from things(inner)


def prisoners_told(text: str, reader: str) -> list[str]:
    """What a reader was told of prisoners that only their captors see; the board names the type without any units."""
    found = json.loads(text)
    out = []
    for thing in things(found):
        for unit in (thing, *thing.get("cargo", [])) if "owner" in thing and "type" in thing else ():
            if str(unit.get("type")).startswith("prisoner_of_") and unit["owner"] != reader:
                out.append(str(unit))
        for field in ("text", "prompt"):
            told = thing.get(field)
            if "kind" in thing and isinstance(told, str) and re.search(r"\d+ [\w ]*prisoner(?!s of war)", told):
                freed = thing["kind"] == "prisoners_freed"  # they are infantry again, which everybody sees
                if not freed and (not reader or not told.startswith(reader)):
                    out.append(told)
    return out


@pytest.mark.slow
def test_hidden_stacks_and_the_seed_stay_hidden_for_a_whole_game(tmp_path: Path) -> None:
    rule = "gemmell.prisoners_of_war"
    options = {f"{rule}.hidden_stacks": True, "common.round_limit.rounds": 3}
    with Online(tmp_path, seed=SEED) as server:
        table = Table(server, "classic", ["gemmell", "common.round_limit"], options)
        with table.followed():
            answers, chance = 0, Random(1)
            while (question := table.question()) and answers < 700:
                form, text = question["form"], ""
                if form["form"] == "choose" and any(o["key"] == "surrender" for o in form["options"]):
                    text = "surrender"
                elif question["kind"] == "answer_surrender":
                    text = "accept"
                elif question["context"].get("phase") == "combat" and chance.random() < 0.75:
                    text = table.attack(question, chance)
                table.answer(question, text or table.advice(question))
                answers += 1
                if answers % 60 == 0:
                    table.look()
            assert not table.view()["faults"]
            if table.view()["status"] != "over":
                table.check()
        known = {power for power in table.powers for t in table.sent[power] if f'"{power}","type":"prisoner_of' in t}
        assert known, "nobody was taken prisoner: the test would prove nothing"
        for reader, texts in table.sent.items():
            for sent in texts:
                assert not prisoners_told(sent, reader), (reader, prisoners_told(sent, reader))
        if table.view()["status"] != "over":
            assert commitment(SEED, table.view()["chain"]) == table.view()["commitment"]
            server.closed(table.id, table.host, *filter(None, table.tokens.values()))
        assert table.view()["seed"] == SEED and server.get(f"{table.path}/proof")["ok"]


@pytest.mark.slow
def test_sealed_answers_and_the_seed_stay_sealed(tmp_path: Path) -> None:
    """Eight powers write down their reserves at the same time; then the game goes on for a while."""
    with Online(tmp_path, seed=SEED) as server:
        table = Table(server, "great_war", ["great_war.deploy_the_reserves"], {})
        sealed: dict[str, str] = {}
        with table.followed():
            while (question := table.question()) and question["kind"] == "reserves":
                key = next(" > ".join(k["key"]) for k in question["form"]["keys"] if k["most"])
                last = len(table.view()["asked"]) == 1
                before = table.view()["position"]
                table.answer(question, f"1 {key}")
                if last:
                    break
                sealed[question["power"]] = key
                assert table.view()["position"] == before
                table.look()
                for reader, texts in table.sent.items():
                    for text in texts:
                        for power, was in sealed.items():
                            mine = power == reader
                            asked = [q for t in things(json.loads(text)) for q in t.get("questions", [])]
                            shown = text if not asked else re.sub(r'"form":\{.*?\}\]', "", text)
                            assert mine or was not in shown, (reader, power, was)
            assert len(sealed) >= 6
            for _ in range(40):
                question = table.question()
                assert question
                table.answer(question, table.advice(question))
            table.look()
        table.check()
        told = " ".join(e["text"] for f in server.get(f"{table.path}/frames") for e in f["events"])
        assert all(power in told for power in sealed), "once all are in, everybody sees the reserves"
        server.closed(table.id, table.host, *filter(None, table.tokens.values()))
        assert server.get(f"{table.path}/proof")["ok"]
