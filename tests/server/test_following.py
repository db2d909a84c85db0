"""Live connections, and what is said over them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.server import rooms
from sandtable.server.requests import Hello, Say
from sandtable.server.service import Refused
from sandtable.server.wire import GameView, Said, Seated, Update, Welcome
from tests.server.tables import advised, awaited, give, joined, next_of, served, status_of, wish


@awaited
async def test_who_follows_is_told_each_answer_as_he_may_see_it(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        bo = await joined(service, made, "Germany")
        async with (
            service.follow(made.id, Hello(made.token)) as own,
            service.follow(made.id, Hello(bo.token)) as other,
            service.follow(made.id, Hello()) as spectator,
        ):
            for queue in (own, other, spectator):
                assert isinstance(queue.get_nowait(), Welcome)
            await give(service, made.id, made.token, "0")
            mine, his, nobodys = [next_of(q, Update) for q in (own, other, spectator)]
            assert mine.frames == his.frames == nobodys.frames and mine.frames[0].n == 1
            assert [q.kind for q in mine.questions] == ["purchase"] and mine.can_undo
            assert his.questions == nobodys.questions == [] and not his.can_undo and his.seed == ""


@awaited
async def test_who_comes_back_gets_the_frames_he_missed(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 5)
        await service.say(made.id, made.token, Say("are you there?"))
        async with service.follow(made.id, Hello(made.token, 3)) as queue:
            update = queue.get_nowait()
            assert isinstance(update, Update) and [f.n for f in update.frames] == [4, 5] and update.questions
            assert isinstance(queue.get_nowait(), Seated)
            assert next_of(queue, Said).message.text == "are you there?"
        async with service.follow(made.id, Hello("", 5)) as queue:
            update = queue.get_nowait()
            assert isinstance(update, Update) and update.frames == [] and update.questions == []
        for after in (-1, 6, 10**30):
            async with service.follow(made.id, Hello("", after)) as queue:
                assert isinstance(queue.get_nowait(), Welcome)
        assert isinstance((await service.updates(made.id, made.token, -1))[0], Welcome)
        assert isinstance((await service.updates(made.id, made.token, 4))[0], Update)


@awaited
async def test_with_an_unknown_token_nobody_follows(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        with pytest.raises(Refused) as refused:
            async with service.follow(made.id, Hello("x" * 43)):
                pass
        assert refused.value.status == 401 and not service.hall.rooms[made.id].followers


@awaited
async def test_players_see_who_is_there(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany"]))
        bo = await joined(service, made, "Germany")

        def there(seated: Seated | GameView) -> dict[str, bool]:
            return {s.power: s.online for s in seated.seats if s.kind == "human"}

        async with service.follow(made.id, Hello(made.token)) as own:
            assert there(next_of(own, Welcome).view) == {"Soviet Union": True, "Germany": False}
            async with service.follow(made.id, Hello(bo.token)):
                assert there(next_of(own, Seated)) == {"Soviet Union": True, "Germany": True}
                async with service.follow(made.id, Hello()):
                    assert own.empty()  # spectators come and go unseen
                async with service.follow(made.id, Hello(bo.token)):
                    pass
                assert own.empty()  # a second window changes nothing
            assert there(next_of(own, Seated)) == {"Soviet Union": True, "Germany": False}


@awaited
async def test_a_reader_who_is_too_slow_is_dropped_and_nobody_waits_for_him(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "PATIENCE", 3)
    async with served(tmp_path) as service:
        made = await service.create(wish())
        async with service.follow(made.id, Hello(made.token)) as slow, service.follow(made.id, Hello()) as quick:
            for _ in range(6):
                await advised(service, made.id, made.token)
                while not quick.empty():
                    assert quick.get_nowait() is not None
            assert slow.get_nowait() is None and slow.empty()
        async with service.follow(made.id, Hello(made.token, 2)) as back:
            update = back.get_nowait()
            assert isinstance(update, Update) and [f.n for f in update.frames] == [3, 4, 5, 6]


@awaited
async def test_the_chat_is_for_players(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish((), ["Germany"], name="Anna"))
        bo = await joined(service, made, "Germany", "Bo")
        async with service.follow(made.id, Hello()) as spectator:
            next_of(spectator, Welcome)
            await service.say(made.id, made.token, Say(" good\n luck\0 "))
            said = next_of(spectator, Said).message
            assert (said.n, said.name, said.power, said.text) == (1, "Anna", "", "good luck")
            said = await service.say(made.id, bo.token, Say("thanks"))
            assert (said.n, said.name, said.power) == (2, "Bo", "Germany")
        for text in ("", "  ", "x" * 600):
            assert await status_of(service.say(made.id, bo.token, Say(text))) == 400
    async with served(tmp_path) as service:
        assert [m.text for m in (await service.view(made.id)).chat] == ["good luck", "thanks"]
