"""Names the server answers to, and requests that a browser sends for pages of other websites."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from socket import create_connection

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sandtable.server.limits import Allowance, Limits
from sandtable.server.origins import Origins
from tests.server.online import Online, refusal, wish


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("[::1]:8000", True),
        ("192.168.1.5:8000", True),
        ("Games.Example.org", True),
        ("games.example.org.:443", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("evil.example@localhost", False),
        ("localhost/x", False),
        ("", False),
        ("[", False),
    ],
)
def test_known_names(host: str, known: bool) -> None:
    assert Origins(["games.example.org"]).known(host) is known
    assert Origins(["*"]).known(host) is (known or host == "evil.example" or host.startswith("127.0.0.1."))


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),
        ({"origin": "http://localhost:8000"}, False),
        ({"origin": "http://localhost:3000"}, True),
        ({"origin": "https://games.example.org"}, False),
        ({"origin": "https://evil.example"}, True),
        ({"origin": "null"}, True),
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({"sec-fetch-site": "same-site"}, True),
        ({"sec-fetch-site": "cross-site"}, True),
    ],
)
def test_pages_of_other_websites(headers: dict[str, str], foreign: bool) -> None:
    assert Origins(["games.example.org"]).foreign({"host": "localhost:8000", **headers}) is foreign


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Online]:
    allowances = {**Limits().allowances, "all": Allowance(3, 0.01)}
    with Online(tmp_path, limits=Limits(allowances=allowances), names=("games.example.org",)) as online:
        yield online


def test_requests_to_unknown_names_are_refused(server: Online) -> None:
    for path in ("/editions", "/games/nosuchgame"):
        assert "--name" in refusal(server.ask("GET", path, headers={"Host": "evil.example"}), 421)
    assert server.client.get("/", headers={"Host": "evil.example"}).status_code == 421
    made = server.post("/games", wish())
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://evil.example/api/games/{made['id']}/live", sock=create_connection(server.socket.getsockname()))
    assert refused.value.response.status_code in (403, 421)
    assert server.ask("GET", "/editions", headers={"Host": "games.example.org"}).status_code == 200


def test_pages_of_other_websites_cannot_use_the_api(server: Online) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        refusal(server.ask("GET", "/editions", headers=headers), 403)
        refusal(server.ask("POST", "/check", {"edition": "classic"}, headers=headers), 403)


def test_links_from_other_websites_work_but_are_limited(server: Online) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    for _ in range(3):
        assert server.ask("GET", "/editions", headers=link).status_code == 200
    refusal(server.ask("GET", "/editions", headers=link), 429)
    for _ in range(10):
        server.get("/editions")
