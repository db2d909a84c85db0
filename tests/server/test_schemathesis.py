"""The whole interface under a fuzzer, by its own description: no fault of the server, no answer that is not described.

Half of the requests go to a real game, with the token of a player whom it asks, or of nobody.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import allow_header_conformance, ignored_auth, positive_data_acceptance

from sandtable.server import openapi
from sandtable.server.routes import ID
from tests.server.online import Online, wish

RANDOM = Random(7)


class Game(NamedTuple):
    """A game that is played by its host alone."""

    online: Online
    id: str
    token: str


@pytest.fixture(scope="module")
def online(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Online]:
    with Online(tmp_path_factory.mktemp("db")) as online:
        yield online


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """All games so far."""
    return []


@pytest.fixture
def game(online: Online, games: list[Game]) -> Game:
    """A new game for each operation, with computers of no mind (the server has no processes for them)."""
    seats = [{"power": "Soviet Union", "kind": "human"}, {"power": "Germany", "kind": "human"}]
    made = online.post("/games", wish(seats=seats))
    games.append(Game(online, made["id"], made["token"]))
    return games[-1]


schema = schemathesis.openapi.from_dict(json.loads(openapi.text()))
schema.config.checks.negative_data_rejection.expected_statuses = ["400", "401", "403", "404", "405", "409", "413"]


#: Everybody may watch without a token; no description tells which units, rules and powers there are; and what is said
#: to OPTIONS is Litestar's, which forgets a method where an address has two.
TOO_MUCH = [ignored_auth, positive_data_acceptance, allow_header_conformance]


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=80,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_request_is_answered_as_described(case: Any, game: Game) -> None:
    if re.fullmatch(ID, str((case.path_parameters or {}).get("game", "/"))) and RANDOM.random() < 0.7:
        case.path_parameters["game"] = game.id
    headers = {"Authorization": f"Bearer {game.token}"} if RANDOM.random() < 0.7 else {}
    answer = case.call_and_validate(base_url=game.online.url, headers=headers, excluded_checks=TOO_MUCH, timeout=20)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        body = answer.json()
        assert set(body) == {"error", "rule"} and body["error"].endswith((".", "!", "?"))


@pytest.mark.slow
def test_the_games_under_fire_go_on(games: list[Game]) -> None:
    """After all that, every game can still be played, unless its host was made to close it."""
    assert games
    played = 0
    for game in games:
        view = game.online.get(f"/games/{game.id}", game.token)
        assert view["faults"] == ""
        if view["questions"]:
            game.online.advised(game.id, game.token, 1)
            played += 1
    assert played > len(games) / 2
