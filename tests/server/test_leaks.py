"""Who learns what over all addresses that can be read: no player reads another's address, orders, or tokens.

The list of addresses comes from the description of the API, so that a new one is searched, too.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.server import timekeeper
from tests.server.online import Online, heard, wish
from tests.server.test_people import Box

ANNA, BO, EVE = "anna@example.org", "bo@example.org", "eve@example.org"
PERCENT = 37
WHISPER = "let Karelia go"
#: What a spectator (also one with the session of another person), the other player, and the player may read.
MATRIX = {
    "/documents": (200, 200, 200), "/editions": (200, 200, 200), "/editions/{edition}/map": (200, 200, 200),
    "/games": (200, 200, 200), "/games/{game}": (200, 200, 200), "/games/{game}/advice": (403, 403, 200),
    "/games/{game}/dice": (200, 200, 200), "/games/{game}/frames": (200, 200, 200),
    "/games/{game}/invitations": (403, 403, 200), "/games/{game}/odds": (200, 200, 200),
    "/games/{game}/orders": (403, 200, 200), "/games/{game}/position": (200, 200, 200),
    "/games/{game}/proof": (409, 409, 409),
    "/games/{game}/save": (200, 200, 200), "/games/{game}/start": (200, 200, 200),
    "/games/{game}/updates": (200, 200, 200), "/games/{game}/ways": (403, 403, 200), "/me": (200, 200, 200),
    "/me/games": (200, 200, 200), "/me/games/{game}/news": (403, 200, 200), "/me/notices": (200, 200, 200),
    "/me/passkeys": (200, 200, 200), "/open": (200, 200, 200), "/people": (200, 200, 200),
    "/players/{person}": (200, 200, 200), "/ratings/{edition}": (200, 200, 200),
}  # fmt: skip


@dataclass
class Reader:
    """A person who asks: their session, the token of their seat (empty: a spectator), and their id."""

    session: str
    seat: str = ""
    person: str = ""


@dataclass
class Played:
    """A game between Anna and Bo, which Eve watches; and Anna's secrets, by what they are."""

    online: Online
    game: str
    decision: int
    readers: dict[str, Reader]
    secrets: dict[str, str] = field(default_factory=dict)

    def addresses(self) -> Iterator[tuple[str, str]]:
        """All addresses of the API that can be read: as described, and as asked here."""
        values = {"game": self.game, "edition": "classic", "person": self.readers["player"].person}
        queries = {
            "/games": f"?ids={self.game}", "/games/{game}/advice": f"?decision={self.decision}",
            "/games/{game}/odds": "?space=Germany", "/games/{game}/updates": "?after=-1",
            "/games/{game}/ways": "?space=Germany",
        }  # fmt: skip
        for path, ways in self.online.get("/openapi.json")["paths"].items():
            if "get" in ways and path.startswith("/api/"):
                short = path.removeprefix("/api")
                yield short, short.format(**values) + queries.get(short, "")

    def read(self, path: str, address: str, reader: Reader) -> tuple[int, str]:
        """The status and the text of a response."""
        token = reader.session if path.startswith("/me") else reader.seat
        answer = self.online.ask("GET", address, token=token)
        return answer.status_code, answer.text


def entered(online: Online, box: Box, mail: str, name: str) -> Reader:
    online.post("/people/link", {"mail": mail})
    session = online.post("/people/enter", {"secret": box.secret(mail)})["token"]
    return Reader(session, person=online.post("/me/name", {"name": name}, session)["id"])


def played(online: Online, box: Box) -> Played:
    """Begin a listed game with a proposal, orders, and an open seat."""
    readers = {"player": entered(online, box, ANNA, "Anna"), "other": entered(online, box, BO, "Bo")}
    readers["spectator"] = entered(online, box, EVE, "Eve")
    anna, bo = readers["player"], readers["other"]
    made = online.post("/games", wish(listed=True, title="Shown to all"))
    anna.seat = made["token"]
    bo.seat = online.post(f"/games/{made['id']}/join", {"secret": made["invitations"][0]["secret"], "name": "Bo"})[
        "token"
    ]
    for reader in (anna, bo):
        online.post("/me/games", {"games": [{"id": made["id"], "token": reader.seat}]}, reader.session)
    here = online.post(f"/me/games/{made['id']}/token", token=anna.session)["token"]
    orders = [{"do": "retreat", "percent": PERCENT}]
    online.post(f"/games/{made['id']}/orders", {"power": "Soviet Union", "orders": orders}, anna.seat)
    online.post(f"/games/{made['id']}/chat", {"text": WHISPER, "to": "side"}, anna.seat)
    online.advised(made["id"], anna.seat, 2)
    online.post(f"/games/{made['id']}/close", None, anna.seat)
    online.post("/people/link", {"mail": ANNA})
    decision = online.get(f"/games/{made['id']}", anna.seat)["questions"][0]["id"]
    secrets = {
        "address": ANNA, "session": anna.session, "token": anna.seat, "token of a device": here,
        "link": box.secret(ANNA), "invitation": made["invitations"][0]["secret"],
    }  # fmt: skip
    secrets |= {f"hash of the {name}": hashlib.sha256(text.encode()).hexdigest() for name, text in secrets.items()}
    secrets |= {"order": f'"percent":{PERCENT}', "line for a side": WHISPER}
    return Played(online, made["id"], decision, readers, secrets)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Played]:
    box = Box()
    with Online(tmp_path, post=box, home="https://games.example") as online:
        yield played(online, box)


def test_every_address_is_read_as_the_matrix_says(game: Played) -> None:
    described = dict(game.addresses())
    assert described.keys() == MATRIX.keys(), "an address is missing here, or gone"
    readers = [game.readers[name] for name in ("spectator", "other", "player")]
    for path, address in described.items():
        found = tuple(game.read(path, address, reader)[0] for reader in readers)
        assert (path, found) == (path, MATRIX[path])
        if path.startswith("/me"):
            assert game.online.ask("GET", address).status_code == 401, path
            assert game.online.ask("GET", address, token=readers[2].seat).status_code == 401, path
        elif path.startswith("/games/"):
            assert game.online.ask("GET", address, token=readers[2].session).status_code == 401, path


def test_no_other_player_and_no_spectator_reads_a_secret(game: Played) -> None:
    for path, address in game.addresses():
        for name in ("spectator", "other"):
            _, text = game.read(path, address, game.readers[name])
            leaks = [what for what, secret in game.secrets.items() if secret in text]
            assert not leaks, f"the {name} reads at {path}: {', '.join(leaks)}"


def test_the_search_finds_what_the_player_may_read(game: Played) -> None:
    found = {
        what
        for path, address in game.addresses()
        for what, secret in game.secrets.items()
        if secret in game.read(path, address, game.readers["player"])[1]
    }
    assert found == {"address", "order", "line for a side"}


def test_no_live_connection_tells_a_secret(game: Played) -> None:
    other, player = game.readers["other"], game.readers["player"]
    with game.online.live(game.game) as watching, game.online.live(game.game, other.seat) as playing:
        told: list[Any] = [heard(connection, "welcome") for connection in (watching, playing)]
        text = game.online.get(f"/games/{game.game}/advice?decision={game.decision}", player.seat)["text"]
        body = {"decision": game.decision, "text": text}
        game.online.post(f"/games/{game.game}/answers", body, player.seat)
        game.online.post(f"/games/{game.game}/chat", {"text": WHISPER, "to": "side"}, player.seat)
        game.online.post(f"/games/{game.game}/chat", {"text": "hello"}, player.seat)
        told += [heard(connection, "update") for connection in (watching, playing)]
        told += [heard(connection, "said") for connection in (watching, playing)]
    text = msgspec.json.encode(told).decode()
    assert [what for what, secret in game.secrets.items() if secret in text] == []


@pytest.fixture
def covered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    """A game in which Bo's United Kingdom acts for Anna's Soviet Union; Eve plays Germany, and somebody watches."""
    monkeypatch.setattr(timekeeper, "EVERY", 0.05)
    box = Box()
    with Online(tmp_path, post=box, home="https://games.example") as online:
        seats = [{"power": "Soviet Union", "kind": "human"}]
        seats += [{"power": power, "kind": "open", "friend": power} for power in ("United Kingdom", "Germany")]
        pace, terms = {"kind": "turn", "seconds": 3600}, {"standin": "partner"}
        made = online.post("/games", wish(seats=seats, pace=pace, terms=terms))
        anna, readers = entered(online, box, ANNA, "Anna"), {"spectator": Reader("")}
        anna.seat, readers["absent"] = made["token"], anna
        invited = {one["power"]: one["secret"] for one in made["invitations"]}
        for role, power in (("partner", "United Kingdom"), ("opponent", "Germany")):
            token = online.post(f"/games/{made['id']}/join", {"secret": invited[power], "name": role})["token"]
            readers[role] = Reader("", token)
        online.post("/me/games", {"games": [{"id": made["id"], "token": anna.seat}]}, anna.session)
        here = online.post(f"/me/games/{made['id']}/token", token=anna.session)["token"]
        orders = [{"do": "retreat", "percent": PERCENT}]
        online.post(f"/games/{made['id']}/orders", {"power": "Soviet Union", "orders": orders}, anna.seat)
        online.advised(made["id"], anna.seat, 2)
        decision = online.get(f"/games/{made['id']}", anna.seat)["questions"][0]["id"]
        online.service.hall.now = lambda: time.time() + 3601
        while not online.get(f"/games/{made['id']}", readers["partner"].seat)["questions"]:
            time.sleep(0.02)
        secrets = {"address": ANNA, "session": anna.session, "token": anna.seat, "token of a device": here}
        secrets |= {f"hash of the {name}": hashlib.sha256(text.encode()).hexdigest() for name, text in secrets.items()}
        yield Played(online, made["id"], decision, readers, {**secrets, "order": f'"percent":{PERCENT}'})


def test_a_partner_reads_the_decisions_of_an_absent_player_and_no_secret(covered: Played) -> None:
    """What `MATRIX` says of a player holds for the partner, and what it says of the other player for all others."""
    covered.readers["player"] = covered.readers["absent"]
    for path, address in covered.addresses():
        if not path.startswith("/games/"):
            continue
        for name in ("spectator", "opponent", "partner", "absent"):
            status, text = covered.read(path, address, covered.readers[name])
            _, other, player = MATRIX[path]
            if path == "/games/{game}/invitations":
                player = 403  # the partner is not the host
            if name in ("opponent", "partner"):
                assert (path, name, status) == (path, name, player if name == "partner" else other)
            leaks = [what for what, secret in covered.secrets.items() if secret in text]
            assert leaks == (["order"] if (name, path) == ("absent", "/games/{game}/orders") else []), (name, path)
            asked = '"form":{' in text and '"power":"Soviet Union"' in text
            assert asked == (name == "partner" and path in ("/games/{game}", "/games/{game}/updates")), (name, path)


def test_nobody_but_the_player_decides_when_the_player_is_back(covered: Played) -> None:
    partner, game = covered.readers["partner"], covered.game
    with covered.online.live(game, partner.seat) as playing, covered.online.live(game, "") as watching:
        assert heard(playing, "welcome")["view"]["questions"] and not heard(watching, "welcome")["view"]["questions"]
        covered.online.post(f"/games/{game}/back", None, covered.readers["absent"].seat)
        assert heard(playing, "update")["questions"] == []
    for path in (f"advice?decision={covered.decision}", "ways?space=Russia"):
        assert covered.online.ask("GET", f"/games/{game}/{path}", token=partner.seat).status_code == 403
    assert '"form":{' not in covered.online.ask("GET", f"/games/{game}", token=partner.seat).text
