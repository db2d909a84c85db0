"""Games that only invited people can watch, and games that are listed after they have begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.server import hall
from sandtable.server.requests import Hello, Listing, Rollback, Take, Watching
from sandtable.server.service import Refused, Service
from sandtable.server.wire import Seated
from tests.server.tables import ALL, advised, awaited, give, joined, next_of, requests, served, status_of, wish

READ = ("view", "start", "frames", "updates", "odds", "save", "position")


async def seen(service: Service, id: str, token: str) -> set[int]:
    """The statuses of all requests by which a game is read."""
    asked = requests(service, id, token, 0, 0)
    found = {await status_of(asked[name]()) for name in READ}
    try:
        async with service.follow(id, Hello(token)):
            return found | {200}
    except Refused as refused:
        return found | {refused.status}


@awaited
async def test_only_players_and_invited_people_see_a_game(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        bo = await joined(service, made, "Germany")
        assert await seen(service, made.id, "") == {200}
        secret = (await service.watching(made.id, made.token, Watching(True))).secret
        assert await seen(service, made.id, "") == {403} and await seen(service, made.id, "x" * 43) == {401}
        for token in (made.token, bo.token, secret):
            assert await seen(service, made.id, token) == {200} and (await service.view(made.id, token)).invited
        view = await service.view(made.id, secret)
        assert not (view.questions or view.host or any(seat.mine for seat in view.seats))
        for name in ("say", "answer", "undo", "invitations", "seat", "rollback", "close"):
            assert await status_of(requests(service, made.id, secret, 0, 0)[name]()) == 403, name
        for token in (bo.token, secret):
            assert await status_of(service.watching(made.id, token, Watching(False))) == 403
    async with served(tmp_path) as service:  # also after a restart
        assert await seen(service, made.id, "") == {403} and await seen(service, made.id, secret) == {200}
        new = (await service.watching(made.id, made.token, Watching(True))).secret
        assert await seen(service, made.id, secret) == {401} and await seen(service, made.id, new) == {200}
        assert (await service.watching(made.id, made.token, Watching(False))).secret == ""
        assert await seen(service, made.id, "") == {200} and await seen(service, made.id, new) == {401}
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    assert secret.encode() not in stored and new.encode() not in stored


@awaited
async def test_spectators_without_an_invitation_are_disconnected(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        async with service.follow(made.id, Hello()) as stranger, service.follow(made.id, Hello(made.token)) as own:
            secret = (await service.watching(made.id, made.token, Watching(True))).secret
            assert next_of(own, Seated).invited
            last = [stranger.get_nowait() for _ in range(stranger.qsize())]
            assert None in last, "the connection closes"
        async with service.follow(made.id, Hello(secret)) as guest:
            await give(service, made.id, made.token, "0")
            assert guest.qsize() == 2, "a welcome, and the answer"


@awaited
async def test_an_invitation_for_a_seat_shows_the_game_and_is_no_token_of_the_seat(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany", "Japan"]))
        watching = (await service.watching(made.id, made.token, Watching(True))).secret
        secret = next(i.secret for i in made.invitations if i.power == "Germany")
        assert await seen(service, made.id, secret) == {200}
        bo = await joined(service, made, "Germany", token=secret)
        cy = await joined(service, made, "Japan", token=watching)
        assert len({bo.token, cy.token, secret, watching}) == 4
        assert await seen(service, made.id, secret) == {401}, "it is used up"
        assert not any(seat.mine for seat in (await service.view(made.id, watching)).seats)
        assert await status_of(service.view(made.id)) == 403


@awaited
async def test_a_game_that_is_continued_stays_restricted(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 3)
        secret = (await service.watching(made.id, made.token, Watching(True))).secret
        await service.rollback(made.id, made.token, Rollback(1))
        next = (await service.view(made.id, made.token)).next
        assert next and await seen(service, next, "") == {403} and await seen(service, next, secret) == {200}


@awaited
async def test_another_server_on_the_database_hears_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "FRESH", -1.0)
    async with served(tmp_path) as service, served(tmp_path) as other:
        made = await service.create(wish())
        async with other.follow(made.id, Hello()) as stranger:
            await service.watching(made.id, made.token, Watching(True))
            assert await status_of(other.view(made.id)) == 403
            assert None in [stranger.get_nowait() for _ in range(stranger.qsize())]
        await service.watching(made.id, made.token, Watching(False))
        await service.list_game(made.id, made.token, Listing(True))
        assert (await other.view(made.id)).listed


@awaited
async def test_a_game_is_listed_and_removed_from_the_list_after_it_has_begun(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        take = Take(["Germany"], "Eve")
        assert await status_of(service.take(made.id, "", take)) == 403 and await service.open_games() == []
        async with service.follow(made.id, Hello()) as queue:
            await service.list_game(made.id, made.token, Listing(True))
            assert next_of(queue, Seated).listed
        assert [game.row.id for game in await service.open_games()] == [made.id]
        await service.list_game(made.id, made.token, Listing(False))
        assert await service.open_games() == [] and not (await service.view(made.id)).listed
        assert await status_of(service.take(made.id, "", take)) == 403
        await service.list_game(made.id, made.token, Listing(True))
        eve = await service.take(made.id, "", take)
        assert await status_of(service.list_game(made.id, eve.token, Listing(False))) == 403


@awaited
async def test_a_game_is_either_listed_or_restricted(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(ALL, listed=True))
        assert await status_of(service.watching(made.id, made.token, Watching(True))) == 409
        await service.list_game(made.id, made.token, Listing(False))
        await service.watching(made.id, made.token, Watching(True))
        assert await status_of(service.list_game(made.id, made.token, Listing(True))) == 409
        await service.close(made.id, made.token)
        assert await status_of(service.list_game(made.id, made.token, Listing(False))) == 409
