"""Every route of the API with its rights, by construction: a route that is not listed here fails a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.app import make_app
from sandtable.server.service import Service
from tests.server.online import Online
from tests.server.tables import ALL

#: Routes without games and people: everybody may use them.
OPEN = {
    "GET /api/editions", "GET /api/editions/{edition}/map", "GET /api/documents", "GET /api/openapi.json",
    "GET /api/people", "POST /api/check", "POST /api/variants/write", "POST /api/variants/read",
    "POST /api/positions/read", "POST /api/saves/read", "POST /api/saves/play", "POST /api/odds",
    "POST /api/odds/raid", "POST /api/games", "GET /api/games", "GET /api/open", "GET /api/ratings/{edition}",
    "GET /api/players/{person}", "POST /api/people/passkey/options",
}  # fmt: skip
#: Routes that need the secret of a link in mail, or a passkey, with the body and the status for whoever guesses it;
#: and the one that sends links.
MAILED: dict[str, tuple[Any, int]] = {
    "POST /api/people/whose": ({"secret": "guessed"}, 403),
    "POST /api/people/enter": ({"secret": "guessed"}, 403),
    "POST /api/people/passkey": ({"credential": '{"id": "guessed"}'}, 403),
    "POST /api/people/stop/{secret}": (None, 403),
    "POST /api/people/link": ({"mail": "eve@example.org"}, 409),  # this server sends no mail
}


class Now(NamedTuple):
    """Where the game stands: the decision of the asked player, and the number of frames."""

    decision: int
    revision: int


class Row(NamedTuple):
    """What a spectator, a stranger's token, another player, the asked player, and the host get; and the request."""

    statuses: tuple[int, int, int, int, int]
    query: str = ""
    body: Callable[[Now], Any] = lambda now: None


ROLES = ("spectator", "stranger", "other player", "asked player", "host")
EVERYBODY = (200, 401, 200, 200, 200)
ASKED = (403, 401, 403, 200, 403)
GAME = "/api/games/{game}"
#: The routes of games, in the order in which a test asks them.
RIGHTS = {
    f"GET {GAME}": Row(EVERYBODY),
    f"GET {GAME}/start": Row(EVERYBODY),
    f"GET {GAME}/frames": Row(EVERYBODY),
    f"GET {GAME}/updates": Row(EVERYBODY),
    f"GET {GAME}/odds": Row(EVERYBODY, "space=Karelia S.S.R."),
    f"GET {GAME}/save": Row(EVERYBODY),
    f"GET {GAME}/position": Row(EVERYBODY),
    f"GET {GAME}/dice": Row(EVERYBODY),
    f"GET {GAME}/proof": Row((409, 401, 409, 409, 409)),
    f"GET {GAME}/ways": Row(ASKED, "space=Germany"),
    f"GET {GAME}/advice": Row(ASKED, "decision={decision}"),
    f"POST {GAME}/preview": Row(
        ASKED, body=lambda now: {"decision": now.decision, "space": "Karelia S.S.R.", "moves": []}
    ),
    f"POST {GAME}/answers": Row(ASKED, body=lambda now: {"decision": now.decision, "text": "done"}),
    f"POST {GAME}/undo": Row(ASKED, body=lambda now: {"revision": now.revision}),
    f"POST {GAME}/chat": Row((403, 401, 200, 200, 200), body=lambda now: {"text": "hello"}),
    f"POST {GAME}/salts": Row((403, 401, 409, 409, 409), body=lambda now: {"salts": ["mine"]}),
    f"POST {GAME}/back": Row((403, 401, 409, 409, 409)),
    f"GET {GAME}/orders": Row((403, 401, 200, 200, 200)),
    f"POST {GAME}/orders": Row(ASKED, body=lambda now: {"power": "Germany", "orders": []}),
    f"POST {GAME}/wake": Row((403, 401, 409, 409, 409)),
    f"POST {GAME}/offer": Row((403, 403, 403, 403, 403), body=lambda now: {"secret": "guessed"}),
    f"POST {GAME}/join": Row((403, 401, 403, 403, 403), body=lambda now: {"secret": "guessed", "name": "Eve"}),
    f"GET {GAME}/invitations": Row((403, 401, 403, 403, 200)),
    f"POST {GAME}/begin": Row((403, 401, 403, 403, 409)),
    f"POST {GAME}/without": Row((403, 401, 403, 403, 409), body=lambda now: {"rule": "gemmell.tanks"}),
    f"POST {GAME}/seats": Row(
        (403, 401, 403, 403, 200), body=lambda now: {"power": "United States", "kind": "computer"}
    ),
    f"POST {GAME}/listing": Row((403, 401, 403, 403, 200), body=lambda now: {"listed": False}),
    f"POST {GAME}/watching": Row((403, 401, 403, 403, 200), body=lambda now: {"invited": False}),
    f"POST {GAME}/take": Row((403, 401, 403, 403, 403), body=lambda now: {"powers": ["Germany"], "name": "Eve"}),
    f"POST {GAME}/vote": Row((403, 401, 409, 409, 409), body=lambda now: {"number": 1, "agree": True}),
    f"POST {GAME}/rollback": Row((403, 401, 200, 200, 200), body=lambda now: {"frame": 1}),
    f"POST {GAME}/close": Row((403, 401, 409, 409, 409)),
}
#: The routes of people: all refuse whoever has no session, also with the token of a seat.
PEOPLE: dict[str, Any] = {
    "GET /api/me": None,
    "POST /api/me/name": {"name": "Eve"},
    "POST /api/me/leave": None,
    "POST /api/me/forget": None,
    "GET /api/me/games": None,
    "POST /api/me/games": {"games": []},
    "GET /api/me/passkeys": None,
    "POST /api/me/passkeys": {"credential": '{"id": "guessed"}'},
    "POST /api/me/passkeys/options": None,
    "POST /api/me/passkeys/remove": {"id": "guessed"},
    "GET /api/me/notices": None,
    "POST /api/me/notices": {},
    "POST /api/me/push": {"endpoint": "https://push.example/eve", "p256dh": "x", "auth": "x"},
    "POST /api/me/push/drop": {"id": "guessed"},
    "POST /api/me/games/{game}/token": None,
    "GET /api/me/games/{game}/news": None,
    "POST /api/me/games/{game}/seen": {"revision": 1},
    "POST /api/me/games/{game}/drop": None,
}
LIVE = {f"WS {GAME}/live"}


def routes(tmp_path: Path) -> Iterator[str]:
    """All routes of the API, as method and path."""
    for route in make_app(Service(f"sqlite:///{tmp_path / 'games.db'}", workers=0)).routes:
        if route.path_format.startswith("/api/"):
            methods = {str(method) for method in getattr(route, "methods", ())} - {"OPTIONS"} or {"WS"}
            yield from (f"{method} {route.path_format}" for method in methods)


def test_every_route_is_listed_with_its_rights(tmp_path: Path) -> None:
    found, known = set(routes(tmp_path)), {*OPEN, *MAILED, *RIGHTS, *PEOPLE, *LIVE}
    assert found - known == set(), "list these routes here, with the rights of each role"
    assert known - found == set(), "these routes are gone"


class Game:
    """A game in which Germany must move; its host plays the Soviet Union, and another player Japan."""

    def __init__(self, online: Online) -> None:
        self.online = online
        seats = [{"power": p, "kind": "open" if p in ("Germany", "Japan") else "human"} for p in ALL]
        made = online.post("/games", {"choice": {"edition": "classic"}, "seats": seats, "name": "Anna"})
        self.id, host = made["id"], made["token"]
        taken = {}
        for invitation in made["invitations"]:
            body = {"secret": invitation["secret"], "name": invitation["power"]}
            taken[invitation["power"]] = online.post(f"/games/{self.id}/join", body)["token"]
        tokens = ("", "x" * 43, taken["Japan"], taken["Germany"], host)
        self.tokens = dict(zip(ROLES, tokens, strict=True))
        while online.get(f"/games/{self.id}", host)["questions"]:
            online.advised(self.id, host, 1)
        for text in ("0", "nothing"):
            online.post(f"/games/{self.id}/answers", {"decision": self.now().decision, "text": text}, taken["Germany"])

    def now(self) -> Now:
        view = self.online.get(f"/games/{self.id}", self.tokens["asked player"])
        return Now(view["questions"][0]["id"] if view["questions"] else 0, view["revision"])

    def status(self, route: str, row: Row, role: str) -> int:
        """The status that a role gets for a request."""
        method, path = route.split(" ")
        now = self.now()
        address = path.removeprefix("/api").format(game=self.id)
        query = f"?{row.query.format(**now._asdict())}" if row.query else ""
        return self.online.ask(method, address + query, row.body(now), self.tokens[role]).status_code


@pytest.mark.parametrize("role", ROLES)
def test_what_each_role_may_do(tmp_path: Path, role: str) -> None:
    with Online(tmp_path) as online:
        game = Game(online)
        found = {route: game.status(route, row, role) for route, row in RIGHTS.items()}
    assert found == {route: row.statuses[ROLES.index(role)] for route, row in RIGHTS.items()}


def test_the_token_of_a_seat_opens_nothing_of_a_person(tmp_path: Path) -> None:
    with Online(tmp_path) as online:
        game = Game(online)
        for route, body in PEOPLE.items():
            method, path = route.split(" ")
            for token in game.tokens.values():
                address = path.removeprefix("/api").format(game=game.id)
                assert online.ask(method, address, body, token).status_code == 401, (route, token)


def test_nobody_guesses_a_mailed_link(tmp_path: Path) -> None:
    with Online(tmp_path) as online:
        for route, (body, status) in MAILED.items():
            method, path = route.split(" ")
            assert online.ask(method, path.removeprefix("/api").format(secret="guessed"), body).status_code == status


@pytest.mark.parametrize("role", ROLES)
def test_who_may_follow_a_game(tmp_path: Path, role: str) -> None:
    with Online(tmp_path) as online:
        game = Game(online)
        with online.live(game.id, game.tokens[role]) as connection:
            if role == "stranger":
                with pytest.raises(ConnectionClosed) as closed:
                    connection.recv(60)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
            else:
                assert b"welcome" in bytes(str(connection.recv(60)), "utf-8")
