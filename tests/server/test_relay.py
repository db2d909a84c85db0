"""Several servers on one PostgreSQL database hear of each other's changes at once, and share the computer players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandtable.server import claims, computers, hall, relay
from sandtable.server.requests import Created, Hello, NewGame, Rollback, RuleChoice, Say, SeatChange, SeatWish, TakeBack
from sandtable.server.service import Service
from sandtable.server.wire import LiveMessage, Said, Seated, Update, Welcome
from tests.postgres import postgres, stopped
from tests.server.tables import ALL, advised, agreed, awaited, give, joined, served, until, wish


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty database; servers on it look at it only when they are told to."""
    monkeypatch.setattr(hall, "FRESH", 3600.0)
    (tmp_path / "postgres").mkdir()
    with postgres(tmp_path / "postgres") as url:
        yield url


@asynccontextmanager
async def both(url: str, **how: Any) -> AsyncIterator[tuple[Service, Service]]:
    """Two servers on one database."""
    how = {"workers": 0, **how}
    async with Service(url, **how) as one, Service(url, **how) as two:
        yield one, two


async def heard(queue: asyncio.Queue[LiveMessage | None], kind: type[Any]) -> Any:
    """Wait for the next message of a kind."""
    while True:
        message = await asyncio.wait_for(queue.get(), 60)
        assert message is not None
        if isinstance(message, kind):
            return message


@awaited
async def test_a_follower_at_one_server_hears_what_happens_at_the_other(database: str) -> None:
    async with both(database) as (one, two):
        made = await one.create(wish(ALL[:4], ALL[4:]))
        async with two.follow(made.id, Hello()) as spectator, two.follow(made.id, Hello(made.token)) as player:
            await heard(player, Welcome)
            bo = await joined(one, made, "United States")
            assert (await heard(spectator, Welcome)).view.status == "waiting"
            assert (await heard(spectator, Welcome)).view.status == "playing"
            await give(one, made.id, made.token, "0")
            update = await heard(player, Update)
            while not update.frames:
                update = await heard(player, Update)
            assert [frame.n for frame in update.frames] == [1] and update.questions and update.can_undo
            assert update.questions[0].kind != "develop" and update.frames[0].decision == "develop"
            await one.undo(made.id, made.token, TakeBack(1))
            assert (await heard(player, Update)).frames[0].kind == "undo"
            await one.say(made.id, made.token, Say("hello"))
            assert (await heard(spectator, Said)).message.text == "hello"
            await one.seat(made.id, made.token, SeatChange("Japan", "computer", "random"))
            seats = {seat.power: seat.kind for seat in (await heard(spectator, Seated)).seats}
            assert seats["Japan"] == "computer"
            await one.close(made.id, made.token)
            while not (await heard(player, Update)).proposal:
                pass
            await agreed(two, made.id, bo.token)
            update = await heard(player, Update)
            while update.status != "over":
                update = await heard(player, Update)
            assert update.seed and update.questions == []
        await until(lambda: same(one, two, made.id))


async def same(one: Service, two: Service, id: str) -> bool:
    """Whether two servers show the same game."""
    return await one.view(id) == await two.view(id)


@awaited
async def test_a_line_for_a_side_is_told_to_its_players_at_the_other_server(database: str) -> None:
    async with both(database) as (one, two):
        made = await one.create(wish(["Soviet Union"], ["United Kingdom", "Germany"]))
        bo, cy = [(await joined(one, made, power)).token for power in ("United Kingdom", "Germany")]
        async with two.follow(made.id, Hello(bo)) as partner, two.follow(made.id, Hello(cy)) as enemy:
            await one.say(made.id, made.token, Say("hold Karelia", "side"))
            await one.say(made.id, made.token, Say("good luck"))
            for queue, wanted in ((partner, ["hold Karelia", "good luck"]), (enemy, ["good luck"])):
                assert [(await heard(queue, Said)).message.text for _ in wanted] == wanted


@awaited
async def test_news_that_come_when_a_look_ends_are_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[str] = []

    async def left(id: str, part: str) -> None:
        looks.append(id)
        if len(looks) == 1:
            asyncio.get_running_loop().call_soon(service.relay.look, id)

    async def twice() -> bool:
        return len(looks) == 2

    async with served(tmp_path) as service:
        made = await service.create(wish())
        monkeypatch.setattr(service.relay.claims, "leave", left)
        service.relay.look(made.id)
        await until(twice)


@awaited
async def test_a_game_that_goes_back_at_one_server_goes_back_at_the_other(database: str) -> None:
    async with both(database) as (one, two):
        made = await one.create(wish())
        async with two.follow(made.id, Hello(made.token)) as player:
            await heard(player, Welcome)
            await advised(one, made.id, made.token, 5)
            await one.rollback(made.id, made.token, Rollback(2))
            update = await heard(player, Update)
            while not update.next:
                update = await heard(player, Update)
            view = await two.view(update.next, made.token)
            assert [frame.kind for frame in await two.frames(update.next)] == ["answer", "answer", "note"]
            assert view == await one.view(update.next, made.token)  # of which neither server has an older one


@awaited
async def test_a_game_that_was_followed_is_the_same_as_one_that_was_loaded(database: str) -> None:
    async with both(database) as (one, two):
        made = await one.create(wish(edition="classic", rules=["gemmell"]))
        async with two.follow(made.id, Hello()) as queue:
            await heard(queue, Welcome)
            live = two.hall.rooms[made.id].game
            for _ in range(8):
                revision = await advised(one, made.id, made.token, 15)
                frames: list[int] = []
                while not frames or frames[-1] < revision:
                    frames += [frame.n for frame in (await heard(queue, Update)).frames]
            room = two.hall.rooms[made.id]
            assert room.live is live, "it was not loaded again"
            at_one = one.hall.rooms[made.id].game
            assert live.game and at_one.game and live.game.state_hash == at_one.game.state_hash
            assert live.chain == at_one.chain
            assert await two.view(made.id, made.token) == await one.view(made.id, made.token)
        await advised(two, made.id, made.token, 15)
        assert await one.view(made.id) is not None
    async with Service(database, workers=0) as third:
        assert (await third.view(made.id)).revision == revision + 15


@awaited
async def test_of_two_servers_one_lets_a_computer_player_act(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int, int]] = []
    ask = computers.Computers.ask

    async def noted(self: computers.Computers, worker: Any, task: Any) -> Any:
        if task.advise < 0:
            asked.append((task.id, task.kept.n if task.kept else 0, len(task.since)))
        await asyncio.sleep(0.2)  # so that the other server has time to act, too
        return await ask(self, worker, task)

    monkeypatch.setattr(computers.Computers, "ask", noted)
    async with both(database, workers=1) as (one, two):
        seats = [SeatWish(p, "human" if p == "Soviet Union" else "computer", "random") for p in ALL]
        made = await one.create(NewGame(RuleChoice("classic"), seats, "Anna"))
        async with one.follow(made.id, Hello()), two.follow(made.id, Hello()):
            await until(lambda: played(one, made))
            await until(lambda: played(two, made))
        await until(lambda: unclaimed(one))
        assert asked and len(set(asked)) == len(asked), "the same work was done twice"
        await until(lambda: same(one, two, made.id))


@awaited
async def test_a_server_looks_at_a_game_again_when_it_has_claimed_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    ask = computers.Computers.ask

    async def noted(self: computers.Computers, worker: Any, task: Any) -> Any:
        asked.append((task.kept.answers if task.kept else 0) + len(task.since))
        return await ask(self, worker, task)

    async with Service(database, workers=0) as one, Service(database, workers=1) as two:
        seats = [SeatWish("Soviet Union", "human"), *(SeatWish(p, "computer", "random") for p in ALL[1:])]
        made = await one.create(NewGame(RuleChoice("classic"), seats, "Anna"))
        take = two.relay.claims.take

        async def late(id: str, who: str) -> bool:
            """The other server acts between this one's look at the game and its claim, and its news are delayed."""
            async with one.hall.inside(id) as room:
                decision = room.game.open()[0]
                text = decision.form.write(decision.advice, room.game.playing().rules.words)
                await one.hall.change(room, lambda: [room.game.give(decision, text, "", 0.0)])
            return await take(id, who)

        while (await one.view(made.id)).position.power != "Germany":
            await advised(one, made.id, made.token)
        monkeypatch.setattr(computers.Computers, "ask", noted)
        monkeypatch.setattr(two.relay, "_heard", lambda text: None)
        monkeypatch.setattr(two.relay.claims, "take", late)
        revision = (await one.view(made.id)).revision
        async with two.follow(made.id, Hello()):
            await until(lambda: anything(asked))
    assert asked[0] == revision + 1


async def anything(found: list[int]) -> bool:
    return bool(found)


async def played(service: Service, made: Created) -> bool:
    """Answer for the player of a game, if somebody asks; return whether a round is over."""
    view = await service.view(made.id, made.token)
    if view.questions and view.position.round == 1:
        await advised(service, made.id, made.token)
    return view.position.round > 1 and bool(view.questions)


async def unclaimed(service: Service) -> bool:
    """Whether no server claims any game."""
    return not await service.hall.read(claims.claimed)


@awaited
async def test_a_claim_ends_with_the_connection_of_its_server(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PATROL", 3600.0)
    async with both(database) as (one, two):
        made = await one.create(wish())
        first, second = one.relay.claims, two.relay.claims
        assert await first.take(made.id, "a") and await first.take(made.id, "b")
        assert not await second.take(made.id, "a") and await second.abandoned() == []
        assert await second.free([made.id]) == []
        await first.leave(made.id, "a")
        assert not await second.take(made.id, "a"), "another part of the server still acts"
        await first.leave(made.id, "b")
        assert await second.abandoned() == [made.id], "the game that it was refused is free"
        assert await second.take(made.id, "a") and not await first.take(made.id, "a")
        await two.relay.stop()
        await until(lambda: inherited(one, made.id))
        assert await first.abandoned() == []


async def inherited(service: Service, id: str) -> bool:
    return await service.relay.claims.abandoned() == [id]


@awaited
async def test_servers_hear_each_other_again_after_postgresql_was_away(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "AGAIN", 0.05)
    async with both(database) as (one, two):
        made = await one.create(wish())
        async with two.follow(made.id, Hello()) as queue:
            await heard(queue, Welcome)
            with stopped(tmp_path / "postgres"):
                await until(lambda: unheard(one, two))
            await until(lambda: listening(one, two))
            await give(one, made.id, made.token, "0")
            update = await heard(queue, Update)
            assert [frame.n for frame in update.frames] == [1]


async def unheard(*services: Service) -> bool:
    return not any(service.relay.claims.session for service in services)


async def listening(*services: Service) -> bool:
    return all(service.relay.claims.session for service in services)
