"""Answers, what helps to find them, and taking them back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import SQLAlchemyError

from sandtable.engine.game import Game
from sandtable.server import hall, queries, views
from sandtable.server.requests import Answer, Hello, Join, MovePreview, Say, SeatChange, TakeBack
from sandtable.server.service import Refused
from sandtable.server.wire import Update, Welcome
from sandtable.server.wire_board import Units
from tests.server.tables import advised, asked, awaited, give, joined, next_of, served, status_of, wish

ATTACK = "5 infantry: Caucasus > Ukraine S.S.R."


# --- answering --------------------------------------------------------------------------------------------------------


@awaited
async def test_an_answer_makes_a_frame_and_the_next_question(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        assert await give(service, made.id, made.token, "0") == 1
        assert await give(service, made.id, made.token, "8 infantry") == 2
        view = await service.view(made.id, made.token)
        assert view.position.ipcs["Soviet Union"] == 0 and view.questions[0].kind == "move"
        frames = await service.frames(made.id)
        assert [f.n for f in frames] == [1, 2]
        assert "Soviet Union buys 8 infantry for 24 IPCs" in [e.text for e in frames[1].events]
        assert [e.kind for e in frames[0].events][:3] == ["game_started", "round_started", "turn_started"]
        position = await service.start(made.id)
        for frame in frames:
            position = views.fold(position, frame.change)
        assert position == view.position


@awaited
async def test_illegal_and_unreadable_answers_change_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await give(service, made.id, made.token, "0")
        before = await service.view(made.id, made.token)
        for text, status in (
            ("900 infantry", 409), ("3 dragons", 409), ("blah", 400), ("9" * 5000 + " infantry", 400),
            ("x" * 9000, 413),
        ):  # fmt: skip
            assert await status_of(service.answer(made.id, made.token, Answer(1, text))) == status, text
        assert await service.view(made.id, made.token) == before
        with pytest.raises(Refused) as refused:
            await service.answer(made.id, made.token, Answer(1, "9 infantry"))
        assert refused.value.rule and refused.value.rule not in refused.value.sentence


@awaited
async def test_a_question_that_was_answered_is_not_answered_again(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await give(service, made.id, made.token, "0")
        with pytest.raises(Refused, match="already been made") as refused:
            await service.answer(made.id, made.token, Answer(0, "0"))
        assert refused.value.status == 409
        for decision in (-1, 2, 10**30):
            assert await status_of(service.answer(made.id, made.token, Answer(decision, "0"))) == 409


@awaited
async def test_of_many_answers_to_one_question_one_wins(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        texts = [str(n) for n in range(5)]
        found = await asyncio.gather(
            *(status_of(service.answer(made.id, made.token, Answer(0, text))) for text in texts)
        )
        assert sorted(found) == [200, 409, 409, 409, 409]
        assert len(await service.frames(made.id)) == 1


@awaited
async def test_of_answers_through_two_servers_one_wins_and_the_other_server_catches_up(tmp_path: Path) -> None:
    async with served(tmp_path) as one, served(tmp_path) as two:
        made = await one.create(wish())
        for turn in range(6):
            views_before = [await s.view(made.id, made.token) for s in (one, two)]
            decision = max(v.questions[0].id for v in views_before)
            advice = (await one.advice(made.id, made.token, decision)).text
            found = await asyncio.gather(
                *(status_of(s.answer(made.id, made.token, Answer(decision, advice))) for s in (one, two))
            )
            assert sorted(found) == [200, 409], turn
        assert (await one.frames(made.id)) == (await two.frames(made.id))
        assert [f.n for f in await one.frames(made.id)] == list(range(1, 7))


@awaited
async def test_two_servers_on_one_database_see_what_the_other_has_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall, "FRESH", 0.0)
    async with served(tmp_path) as one, served(tmp_path) as two:
        made = await one.create(wish(["Soviet Union"], ["Germany"]))
        async with two.follow(made.id, Hello()) as queue:
            assert next_of(queue, Welcome).view.status == "waiting"
            await joined(one, made, "Germany")
            await give(two, made.id, made.token, "0")
            assert next_of(queue, Welcome).view.status == "playing"
            assert next_of(queue, Update).frames[0].n == 1
        await one.say(made.id, made.token, Say("one"))
        await two.say(made.id, made.token, Say("two"))
        assert [m.n for m in (await one.view(made.id)).chat] == [1, 2]


@awaited
async def test_who_goes_away_in_the_middle_of_an_answer_does_no_harm(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        for decision in range(6):
            question = await asked(service, made.id, made.token)
            text = (await service.advice(made.id, made.token, question.id)).text
            task = asyncio.create_task(service.answer(made.id, made.token, Answer(question.id, text)))
            for _ in range(decision):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            if (await service.view(made.id)).revision == decision:
                await service.answer(made.id, made.token, Answer(question.id, text))
        before = await service.view(made.id, made.token)
    async with served(tmp_path) as service:
        assert await service.view(made.id, made.token) == before


@awaited
async def test_what_could_not_be_stored_has_never_been(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        before = await service.view(made.id, made.token)
        async with service.follow(made.id, Hello(made.token)) as queue:
            next_of(queue, Welcome)

            def full(*args: Any) -> queries.Work:
                def work(connection: Any) -> None:
                    raise SQLAlchemyError("the disk is full")

                return work

            with monkeypatch.context() as broken:
                broken.setattr(queries, "add_entries", full)
                assert await status_of(service.answer(made.id, made.token, Answer(0, "0"))) == 503
            assert queue.empty()  # nobody was told
        assert await service.view(made.id, made.token) == before
        assert await give(service, made.id, made.token, "1") == 1


@awaited
async def test_an_engine_that_fails_in_the_middle_leaves_the_game_as_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        before = await service.view(made.id, made.token)
        game = service.hall.rooms[made.id].game.game
        assert game is not None
        advance = Game._advance

        def breaks(self: Game, answer: Any) -> None:
            if self is not game:
                return advance(self, answer)
            self.state.round = 99
            raise KeyError("a fault of the engine")

        monkeypatch.setattr(Game, "_advance", breaks)
        assert await status_of(service.answer(made.id, made.token, Answer(0, "0"))) == 409
        assert await service.view(made.id, made.token) == before
        assert await give(service, made.id, made.token, "0") == 1


@awaited
async def test_a_rule_that_fails_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        before = await service.view(made.id, made.token)
        live = service.hall.rooms[made.id].game
        assert live.game is not None

        def fails() -> Any:
            yield
            raise KeyError("a fault of a rule")

        live.game._flow = fails()
        next(live.game._flow)
        with pytest.raises(Refused) as caught:
            await service.answer(made.id, made.token, Answer(0, "0"))
        assert caught.value.status == 409
        assert "The edition classic failed" in caught.value.sentence
        assert "the game is unchanged" in caught.value.sentence
        view = await service.view(made.id, made.token)
        assert view.failing and view.failing.rule == ""  # no house rule
        assert msgspec.structs.replace(view, failing=None) == before
        assert service.hall.rooms[made.id].game is live  # nothing had to be built anew
        assert await give(service, made.id, made.token, "0") == 1


# --- help -------------------------------------------------------------------------------------------------------------


@awaited
async def test_ways_and_previews_while_moving(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union", "Germany"]))
        assert await status_of(service.ways(made.id, made.token, "Karelia S.S.R.")) == 409
        await give(service, made.id, made.token, "0")
        await give(service, made.id, made.token, "nothing")
        rows = await service.ways(made.id, made.token, "Karelia S.S.R.")
        assert any(way.attack for row in rows for way in row.ways)
        assert await status_of(service.ways(made.id, made.token, "Atlantis")) == 404
        row = next(r for r in rows if r.movable.type == "infantry")
        way = next(w for w in row.ways if w.attack)
        text = f"{way.most} {row.movable.stem}: {' > '.join(way.path)}"
        decision = (await asked(service, made.id, made.token)).id
        before = await service.view(made.id, made.token)
        one = await service.preview(made.id, made.token, MovePreview(decision, way.path[-1], [text]))
        assert one.text == "" and one.attack == f"{way.most} infantry" and 0 < one.attacker_wins < 1
        none = await service.preview(made.id, made.token, MovePreview(decision, way.path[-1], []))
        assert none.text and none.attacker_wins == 0
        bad = MovePreview(decision, way.path[-1], ["90 infantry: Karelia S.S.R. > Ukraine S.S.R."])
        assert await status_of(service.preview(made.id, made.token, bad)) == 409
        assert await service.view(made.id, made.token) == before  # nothing was moved
        assert (await service.odds(made.id, "", way.path[-1])).text
        await service.answer(made.id, made.token, Answer(decision, text))
        standing = await service.odds(made.id, "", way.path[-1])
        assert standing == one
        assert await status_of(service.odds(made.id, "", "Atlantis")) == 404


@awaited
async def test_the_odds_of_a_running_battle_go_on_from_where_it_stands(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        for text in ("0", "nothing", ATTACK, "done"):
            await give(service, made.id, made.token, text)
        fought = 0
        while (view := await service.view(made.id, made.token)).questions[0].kind != "move":
            if view.battle and view.battle.attacker.units and view.battle.defender.units:
                found = await service.odds(made.id, "", view.battle.space)
                assert found.text == "" and found.attack == told(view.battle.attacker.units)
                assert 0 <= found.attacker_wins + found.draw <= 1
                fought += 1
            await advised(service, made.id, made.token)
        assert fought


def told(force: list[Units]) -> str:
    names = {"tank": "armor"}
    return ", ".join(f"{u.count} {names.get(u.type, u.type)}" for u in force)


# --- taking back ------------------------------------------------------------------------------------------------------


@awaited
async def test_the_newest_answer_is_taken_back_and_the_log_remembers(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await give(service, made.id, made.token, "0")
        before = await service.view(made.id, made.token)
        assert before.can_undo
        await give(service, made.id, made.token, "8 infantry")
        assert await status_of(service.undo(made.id, made.token, TakeBack(1))) == 409  # not the newest
        assert (await service.undo(made.id, made.token, TakeBack(2))).revision == 3
        after = await service.view(made.id, made.token)
        assert (after.position, after.questions) == (before.position, before.questions)
        last = (await service.frames(made.id))[-1]
        assert (last.kind, last.undoes, last.events, last.power) == ("undo", 2, [], "Soviet Union")
        assert await give(service, made.id, made.token, "6 infantry") == 4
        for revision in (4, 5):
            await service.undo(made.id, made.token, TakeBack(revision))
        view = await service.view(made.id, made.token)
        assert view.questions[0].kind == "develop" and not view.can_undo
        assert await status_of(service.undo(made.id, made.token, TakeBack(6))) == 409
        await give(service, made.id, made.token, "0")
        await give(service, made.id, made.token, "4 infantry")
        whole = await service.view(made.id, made.token)
    async with served(tmp_path) as service:  # the same after the server was started again
        assert await service.view(made.id, made.token) == whole
        position = await service.start(made.id)
        for frame in await service.frames(made.id):
            position = views.fold(position, frame.change)
        assert position == whole.position
        await service.undo(made.id, made.token, TakeBack(8))
        assert (await asked(service, made.id, made.token)).kind == "purchase"


@awaited
async def test_nobody_takes_back_what_another_has_answered(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union", "Japan"], ["Germany"]))
        bo = await joined(service, made, "Germany")
        revision = await give(service, made.id, made.token, "0")
        assert not (await service.view(made.id, bo.token)).can_undo
        assert await status_of(service.undo(made.id, bo.token, TakeBack(revision))) == 403
        assert await status_of(service.undo(made.id, "", TakeBack(revision))) == 403
        # nor who gets the seat afterwards
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "open"))
        (again,) = await service.invitations(made.id, made.token)
        cy = await service.join(made.id, "", Join(again.secret, "Cy"))
        revision = (await service.view(made.id)).revision  # the change of seats stands in the history
        assert await status_of(service.undo(made.id, cy.token, TakeBack(revision))) == 403


@awaited
async def test_nothing_is_taken_back_after_a_roll(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        revision = await give(service, made.id, made.token, "1")  # one die for weapons development
        assert not (await service.view(made.id, made.token)).can_undo
        assert await status_of(service.undo(made.id, made.token, TakeBack(revision))) == 409


# --- sealed answers ---------------------------------------------------------------------------------------------------

RESERVES = "great_war.deploy_the_reserves"


@awaited
async def test_nothing_of_a_sealed_answer_is_seen_before_all_are_in(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        new = wish((), (), edition="great_war", rules=[RESERVES])
        first = await service.create(new)
        powers = [s.power for s in (await service.view(first.id)).seats]
        made = await service.create(wish(powers[:1], powers[1:], edition="great_war", rules=[RESERVES]))
        tokens = {powers[0]: made.token}
        for power in powers[1:]:
            tokens[power] = (await joined(service, made, power)).token
        view = await service.view(made.id, made.token)
        sealed = [a.power for a in view.asked]
        assert len(sealed) > 2
        async with service.follow(made.id, Hello()) as spectator:
            next_of(spectator, Welcome)
            for i, power in enumerate(sealed[:-1]):
                before = await service.view(made.id)
                question = await asked(service, made.id, tokens[power])
                form = question.form
                key = next(" > ".join(k.key) for k in form.keys if k.most)  # type: ignore[union-attr]
                await service.answer(made.id, tokens[power], Answer(question.id, f"1 {key}"))
                after = await service.view(made.id)
                assert after.position == before.position
                assert [a.power for a in after.asked] == sealed[i + 1 :]
                update = next_of(spectator, Update)
                (frame,) = update.frames
                assert {e.kind for e in frame.events} <= {"game_started"} and frame.change == type(frame.change)()
                text = msgspec.json.encode([update, await service.frames(made.id, tokens[sealed[-1]])]).decode()
                assert key not in text
                for viewer in ("", tokens[sealed[-1]], tokens[power]):
                    assert not (await service.view(made.id, viewer)).can_undo
                assert await status_of(service.undo(made.id, tokens[power], TakeBack(after.revision))) == 409
            # a server that is started again in the middle keeps them sealed
        async with served(tmp_path) as again:
            last = sealed[-1]
            assert (await again.view(made.id)).position == before.position
            await give(again, made.id, tokens[last], "nothing")
            after = await again.view(made.id)
            assert after.position != before.position
            # who was the last to answer has seen the others' answers: he does not take back his own
            assert not (await again.view(made.id, tokens[last])).can_undo
            assert await status_of(again.undo(made.id, tokens[last], TakeBack(after.revision))) == 409
            frame = (await again.frames(made.id))[-1]
            assert sum(key in e.text or "places" in e.text for e in frame.events) >= 1
        async with served(tmp_path) as third:
            assert not (await third.view(made.id, tokens[last])).can_undo
            assert await status_of(third.undo(made.id, tokens[last], TakeBack(after.revision))) == 409
