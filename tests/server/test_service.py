"""Games with seats: who may do what, what lasts, what stays secret."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import SQLAlchemyError

from sandtable.core.dice import commitment
from sandtable.core.forces import Stack
from sandtable.engine import save as saves
from sandtable.engine.game import Game
from sandtable.server import hall, rooms, store, views
from sandtable.server.requests import Answer, Hello, Join, MovePreview, RuleChoice, Say, SeatChange, SeatWish, TakeBack
from sandtable.server.service import Refused, Service
from sandtable.server.wire import GameView, LiveMessage, Said, Seated, Units, Update, Welcome
from tests.server.tables import ALL, advised, asked, awaited, give, joined, status_of, wish

ATTACK = "5 infantry: Caucasus > Ukraine S.S.R."


def served(tmp_path: Path, **how: Any) -> Service:
    return Service(f"sqlite:///{tmp_path / 'games.db'}", workers=how.pop("workers", 0), **how)


def next_of(queue: asyncio.Queue[LiveMessage | None], kind: type[Any]) -> Any:
    """The next message of a kind that waits in a queue; the ones before it are thrown away."""
    while not queue.empty():
        message = queue.get_nowait()
        if isinstance(message, kind):
            return message
    raise AssertionError(f"no {kind.__name__} was told")


# --- making and joining -----------------------------------------------------------------------------------------------


@awaited
async def test_a_new_game_begins_at_once_if_no_seat_is_open(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], rules=["gemmell"], title="Eastern front", salt="pepper"))
        view = await service.view(made.id, made.token)
        assert (view.status, view.title, view.revision, view.host) == ("playing", "Eastern front", 0, True)
        assert [s.kind for s in view.seats] == ["computer", "human", "computer", "computer", "computer"]
        assert view.salts == ["pepper"] and view.seed == "" and len(view.commitment) == 64
        assert len(made.id) >= 11 and len(made.token) >= 22 and made.invitations == []


@awaited
async def test_the_game_waits_until_all_seats_are_taken_and_then_fixes_the_salts(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Soviet Union", "Japan"], salt="a"))
        view = await service.view(made.id, made.token)
        assert view.status == "waiting" and view.asked == [] and view.questions == []
        bo = await joined(service, made, "Soviet Union", "Bo", salt="b")
        assert await status_of(service.answer(made.id, bo.token, Answer(0, "0"))) == 409
        assert (await service.view(made.id)).status == "waiting"
        cy = await joined(service, made, "Japan", "Cy", salt="c")
        view = await service.view(made.id, bo.token)
        assert view.status == "playing" and view.salts == ["b", "a", "c"]  # in order of play
        assert [q.power for q in view.questions] == ["Soviet Union"]
        assert len({made.token, bo.token, cy.token}) == 3
        await give(service, made.id, bo.token, "0")
    async with served(tmp_path) as service:
        await service.close(made.id, made.token)
        saved = saves.parse((await service.save(made.id)).encode())
        assert saved.salts == ["b", "a", "c"] and commitment(saved.seed) == view.commitment


@awaited
async def test_an_invitation_is_good_for_one_seat_once(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Japan"]))
        bo = await joined(service, made, "Japan")
        assert bo.power == "Japan"
        assert await status_of(service.join(made.id, "", Join(made.invitations[0].secret, "Cy"))) == 403
        assert await status_of(service.join(made.id, "", Join("guessed", "Cy"))) == 403
        assert await status_of(service.join(made.id, "", Join("", "Cy"))) == 403


@awaited
async def test_two_that_take_one_seat_at_once_do_not_both_get_it(tmp_path: Path) -> None:
    async with served(tmp_path) as service, served(tmp_path) as other:
        made = await service.create(wish(["Germany"], ["Japan"]))
        await other.view(made.id)
        secret = made.invitations[0].secret
        found = await asyncio.gather(
            *(status_of(s.join(made.id, "", Join(secret, "Bo"))) for s in (service, other, service, other))
        )
        assert sorted(found)[0] == 200 and set(sorted(found)[1:]) <= {403, 409}


@awaited
async def test_a_token_may_hold_several_seats(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Japan", "Soviet Union"]))
        bo = await joined(service, made, "Japan")
        again = await joined(service, made, "Soviet Union", token=bo.token)
        assert again.token == bo.token
        mine = [s.power for s in (await service.view(made.id, bo.token)).seats if s.mine]
        assert mine == ["Soviet Union", "Japan"]


@awaited
async def test_new_invitations_make_the_old_ones_void(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Japan"]))
        (new,) = await service.invitations(made.id, made.token)
        assert await status_of(service.join(made.id, "", Join(made.invitations[0].secret, "Bo"))) == 403
        assert await status_of(service.join(made.id, "", Join(new.secret, "Bo"))) == 200
        assert await service.invitations(made.id, made.token) == []


@awaited
async def test_the_host_gives_seats_away_and_takes_them_back(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Soviet Union"]))
        bo = await joined(service, made, "Soviet Union")
        invitation = await service.seat(made.id, made.token, SeatChange("Soviet Union", "open"))
        assert await status_of(service.view(made.id, bo.token)) == 401  # the seat was all he had
        assert (await service.view(made.id)).status == "playing"  # a game that has begun waits for nobody
        assert await status_of(service.join(made.id, "", Join(invitation.secret, "Cy"))) == 200
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "human"))
        assert (await asked(service, made.id, made.token)).power == "Soviet Union"
        closed = await service.seat(made.id, made.token, SeatChange("Soviet Union", "computer", "random"))
        assert closed.secret == ""
        seat = (await service.view(made.id, made.token)).seats[0]
        assert (seat.kind, seat.name, seat.mine) == ("computer", "random", False)


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"choice": RuleChoice("chess")}, 400),
        ({"choice": RuleChoice("classic", rules=["gemmel"])}, 400),
        ({"choice": RuleChoice("classic", rules=["/etc/passwd.toml"])}, 400),
        ({"choice": RuleChoice("classic", scenario="nowhere")}, 400),
        ({"choice": RuleChoice("classic", options={"common.bid.ipcs": 3})}, 409),
        ({"choice": RuleChoice("classic", rules=["common.bid"], options={"common.bid.ipcs": {"x": [1]}})}, 409),
        ({"seats": [SeatWish("Mars", "human")]}, 400),
        ({"seats": [SeatWish("Germany", "computer", "deep blue")]}, 400),
        ({"name": " \n "}, 400),
        ({"name": "x" * 500}, 400),
        ({"title": "x" * 500}, 400),
        ({"salt": "x" * 500}, 400),
    ],
)
@awaited
async def test_games_that_cannot_be_played_are_refused(tmp_path: Path, change: dict[str, Any], status: int) -> None:
    async with served(tmp_path) as service:
        assert await status_of(service.create(msgspec.structs.replace(wish(["Germany"]), **change))) == status


@awaited
async def test_games_are_listed_by_their_ids(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        first = await service.create(wish(rules=["gemmell"], title="First"))
        second = await service.create(wish(title="Second"))
        rows = await service.rows([second.id, "no such id", "x\0y", first.id])
        assert [r.title for r in rows] == ["Second", "First"]
        assert (rows[1].edition, rows[1].status, rows[1].power, rows[1].round) == ("classic", "playing", ALL[0], 1)
        assert all(id.startswith("gemmell.") for id in rows[1].rules) and rows[1].rules


# --- who may do what --------------------------------------------------------------------------------------------------


def requests(service: Service, id: str, token: str, decision: int, revision: int) -> dict[str, Any]:
    """Everything that can be asked for, as calls not made yet."""
    return {
        "view": lambda: service.view(id, token),
        "start": lambda: service.start(id, token),
        "frames": lambda: service.frames(id, token),
        "updates": lambda: service.updates(id, token),
        "odds": lambda: service.odds(id, token, "Ukraine S.S.R."),
        "ways": lambda: service.ways(id, token, "Germany"),
        "advice": lambda: service.advice(id, token, decision),
        "preview": lambda: service.preview(id, token, MovePreview(decision, "Karelia S.S.R.", [])),
        "say": lambda: service.say(id, token, Say("hello")),
        "answer": lambda: service.answer(id, token, Answer(decision, "done")),
        "undo": lambda: service.undo(id, token, TakeBack(revision)),
        "save": lambda: service.save(id, token),
        "invitations": lambda: service.invitations(id, token),
        "seat": lambda: service.seat(id, token, SeatChange("United States", "computer")),
        "close": lambda: service.close(id, token),
    }


MATRIX = {
    #                view  start frames updates odds  ways advice preview say  answer undo save invitations seat close
    "spectator":    [200, 200, 200, 200, 200, 403, 403, 403, 403, 403, 403, 409, 403, 403, 403],
    "unknown":      [401] * 15,
    "other seat":   [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 409, 403, 403, 403],
    "asked seat":   [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 409, 403, 403, 403],
    "host":         [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 409, 200, 200, 200],
}  # fmt: skip


@pytest.mark.parametrize("role", MATRIX)
@awaited
async def test_who_may_do_what(tmp_path: Path, role: str) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Soviet Union"], ["Germany", "Japan"]))
        germany, japan = [await joined(service, made, p) for p in ("Germany", "Japan")]
        while (view := await service.view(made.id, made.token)).questions:
            await advised(service, made.id, made.token)
        for text in ("0", "nothing"):
            await give(service, made.id, germany.token, text)
        tokens = {
            "spectator": "", "unknown": "x" * 43, "other seat": japan.token, "asked seat": germany.token,
            "host": made.token,
        }  # fmt: skip
        question = await asked(service, made.id, germany.token)
        assert question.form.__class__.__name__ == "MovesForm"
        found = []
        for name, status in zip(requests(service, "", "", 0, 0), MATRIX[role], strict=True):
            view = await service.view(made.id, germany.token)
            now = view.questions[0].id if view.questions else question.id
            found.append((name, await status_of(requests(service, made.id, tokens[role], now, view.revision)[name]())))
            assert found[-1] == (name, status)


@awaited
async def test_spectators_learn_of_no_question_and_no_secret(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Japan"]))
        bo = await joined(service, made, "Japan")
        seed = service.hall.rooms[made.id].game.spec.seed
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "human"))
        for _ in range(8):
            await advised(service, made.id, made.token)
        for token in ("", bo.token):
            view = await service.view(made.id, token)
            told = [view, *await service.frames(made.id, token), *await service.updates(made.id, token, 2)]
            text = msgspec.json.encode(told).decode()
            assert view.questions == [] and not view.can_undo
            for secret in (seed, made.token, bo.token, *(i.secret for i in made.invitations)):
                assert secret not in text
            for hash in (rooms.hashed(made.token), rooms.hashed(bo.token)):
                assert hash not in text
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    for secret in (made.token, bo.token, *(i.secret for i in made.invitations)):
        assert secret.encode() not in stored  # only hashes are kept


@pytest.mark.parametrize("id", ["", "x", "A" * 16, "../../etc", "a\0b", "ä" * 16, "x" * 4000])
@awaited
async def test_games_that_are_not_there_are_not_found(tmp_path: Path, id: str) -> None:
    async with served(tmp_path) as service:
        for request in requests(service, id, "", 0, 0).values():
            assert await status_of(request()) == 404
        with pytest.raises(Refused):
            async with service.follow(id, Hello()):
                pass
        assert not service.hall.rooms  # nothing is kept of them


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
        with pytest.raises(Refused, match="has been answered") as refused:
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

            def full(*args: Any) -> store.Work:
                def work(connection: Any) -> None:
                    raise SQLAlchemyError("the disk is full")

                return work

            with monkeypatch.context() as broken:
                broken.setattr(store, "add_entries", full)
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

        def breaks(*args: Any, **kwargs: Any) -> None:
            game.state.round = 99
            raise KeyError("a fault of the engine")

        monkeypatch.setattr(game, "_advance", breaks)
        assert await status_of(service.answer(made.id, made.token, Answer(0, "0"))) == 409
        assert await service.view(made.id, made.token) == before
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


# --- following --------------------------------------------------------------------------------------------------------


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


# --- the end, and what comes after ------------------------------------------------------------------------------------


@awaited
async def test_the_seed_is_shown_when_the_game_is_over_and_not_before(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(salt="s"))
        await give(service, made.id, made.token, "2")  # two dice for weapons development
        await advised(service, made.id, made.token, 12)
        assert (await service.view(made.id, made.token)).seed == ""
        assert await status_of(service.proof(made.id)) == 409
        async with service.follow(made.id, Hello()) as spectator:
            next_of(spectator, Welcome)
            await service.close(made.id, made.token)
            update = next_of(spectator, Update)
            assert (update.status, update.frames[0].kind) == ("over", "close") and update.seed
        view = await service.view(made.id)
        assert commitment(view.seed) == view.commitment and view.status == "over" and view.asked == []
        assert view.position.ending and view.position.winner is None
        position = await service.start(made.id)
        for frame in await service.frames(made.id):
            position = views.fold(position, frame.change)
        assert position == view.position
        for name, request in requests(service, made.id, made.token, 12, view.revision).items():
            if name not in ("view", "start", "frames", "updates", "odds", "say", "save", "invitations"):
                assert await status_of(request()) == 409, name
        proof = await service.proof(made.id)
        assert proof.ok and proof.rolls and proof.commitment == view.commitment and proof.seed == view.seed
        text = await service.save(made.id)
        (tmp_path / "saved.json").write_text(text)
        assert saves.replay(tmp_path / "saved.json").ok
        assert saves.load(tmp_path / "saved.json").header.seats["Germany"] == "human"
    async with served(tmp_path) as service:
        assert await service.view(made.id) == view
        assert json.loads(await service.save(made.id)) == json.loads(text)


@awaited
async def test_a_game_is_gone_on_with_from_its_newest_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish(rules=["gemmell"]))
        await advised(service, made.id, made.token, 150)
        before = await service.view(made.id, made.token)
        live = service.hall.rooms[made.id].game
        assert live.game is not None
        hash, log = live.game.state_hash, len(live.game.log)
        hashes = list(live.game.hashes)
    followed: list[int] = []
    follow = Game.follow

    def counting(game: Any, line: Any) -> None:
        followed.append(line.id)
        follow(game, line)

    monkeypatch.setattr(Game, "follow", counting)
    async with served(tmp_path) as service:
        assert await service.view(made.id, made.token) == before
        live = service.hall.rooms[made.id].game
        assert live.game is not None
        assert (live.game.state_hash, len(live.game.log), live.game.hashes) == (hash, log, hashes)
        assert len(followed) < 60  # not the whole game
        await advised(service, made.id, made.token, 30)
        await service.close(made.id, made.token)
        (tmp_path / "saved.json").write_text(await service.save(made.id))
        assert saves.replay(tmp_path / "saved.json").ok


@awaited
async def test_games_that_sleep_wake_up_as_they_were(tmp_path: Path) -> None:
    async with served(tmp_path, awake=1) as service:
        games = [await service.create(wish(title=str(i))) for i in range(3)]
        for _ in range(10):
            for made in games:
                await advised(service, made.id, made.token)
        assert len(service.hall.awake) == 1 and len(service.hall.rooms) == 1
        for made in games:
            view = await service.view(made.id, made.token)
            assert view.revision == 10 and view.questions


@awaited
async def test_a_game_that_this_program_refuses_stays_readable(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 10)
        whole = await service.view(made.id, made.token)
        frames = await service.frames(made.id)
    changes = (
        "UPDATE games SET rules = '[[\"no.such_rule\",{}]]'",
        "UPDATE games SET rules = '[[\"common.bid\",{}]]'",
        "UPDATE entries SET text = '999 infantry' WHERE n = 2",
        "UPDATE entries SET question = 'retreat' WHERE n = 3",
        "",  # a snapshot that cannot be read
    )
    for change in changes:
        path = tmp_path / "copy.db"
        path.unlink(missing_ok=True)
        old, new = sqlite3.connect(tmp_path / "games.db"), sqlite3.connect(path)
        old.backup(new)
        new.execute("DELETE FROM snapshots")
        new.execute(change or "INSERT INTO snapshots SELECT id, 10, 10, 0, '[]', '{}' FROM games")
        new.commit()
        old.close()
        new.close()
        async with Service(str(path), workers=0) as service:
            view = await service.view(made.id, made.token)
            assert view.faults and view.position == whole.position and view.board == whole.board, change
            assert view.revision == 10 and view.questions == [] and view.asked == []
            assert await service.frames(made.id) == frames
            for name, request in requests(service, made.id, made.token, 10, 10).items():
                assert await status_of(request()) in (200, 403, 409), name
            assert (await service.view(made.id)).status == "over"  # closed by the last request


@awaited
async def test_hidden_units_are_hidden_over_the_whole_way(tmp_path: Path) -> None:
    rule = "gemmell.prisoners_of_war"
    async with served(tmp_path) as service:
        new = wish((), ALL, rules=[rule], options={f"{rule}.hidden_stacks": True})
        made = await service.create(new)
        tokens = {p: (await joined(service, made, p)).token for p in ALL}
        live = service.hall.rooms[made.id].game
        assert live.game is not None
        live.game.state.put("Germany", Stack("Germany", "prisoner_of_japan"), 3)
        async with (
            service.follow(made.id, Hello()) as spectator,
            service.follow(made.id, Hello(tokens["Germany"])) as own,
        ):
            assert next_of(spectator, Welcome) and next_of(own, Welcome)
            await give(service, made.id, tokens["Soviet Union"], "0")
            seen, known = next_of(spectator, Update), next_of(own, Update)
            assert "prisoner_of" not in msgspec.json.encode(seen).decode()
            assert "prisoner_of_japan" in msgspec.json.encode(known).decode()
        for token, told in (("", False), (tokens["Japan"], False), (tokens["Germany"], True)):
            everything = [
                await service.view(made.id, token), await service.frames(made.id, token),
                await service.updates(made.id, token, 0), await service.start(made.id, token),
            ]  # fmt: skip
            view = msgspec.structs.replace(everything[0], board=None)  # type: ignore[type-var]
            assert ("prisoner_of" in msgspec.json.encode([view, *everything[1:]]).decode()) is told


PLAYER = """
import asyncio, sys
from sandtable.server.service import Service
from sandtable.server.requests import Answer, NewGame, RuleChoice, SeatWish
from tests.server.tables import ALL

async def main(path, known):
    async with Service(path, workers=0) as service:
        games = [tuple(k.split()) for k in known]
        while len(games) < 4:
            made = await service.create(NewGame(RuleChoice("classic"), [SeatWish(p, "human") for p in ALL], "Anna"))
            games.append((made.id, made.token))
            print("game", made.id, made.token, flush=True)

        async def play(id, token):
            while True:
                question = (await service.view(id, token)).questions[0]
                advice = await service.advice(id, token, question.id)
                done = await service.answer(id, token, Answer(question.id, advice.text))
                print("done", id, done.revision, question.id, flush=True)

        await asyncio.gather(*(play(*g) for g in games))

asyncio.run(main(sys.argv[1], sys.argv[2:]))
"""


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    path = str(tmp_path / "games.db")
    games: dict[str, str] = {}
    acknowledged: dict[str, int] = {}
    for number in range(4):
        known = [f"{id} {token}" for id, token in games.items()]
        command = [sys.executable, "-c", PLAYER, path, *known]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            for lines, line in enumerate(process.stdout):
                word, id, value, *_ = line.split()
                if word == "game":
                    games[id] = value
                else:
                    assert int(value) > acknowledged.get(id, 0)
                    acknowledged[id] = int(value)
                if lines == 40 + 7 * number:
                    process.kill()  # and what it has said before it fell is read, too
    assert len(games) == 4 and sum(acknowledged.values()) > 100

    async def look() -> None:
        async with Service(path, workers=0) as service:
            for id, token in games.items():
                view = await service.view(id, token)
                assert view.revision >= acknowledged[id] and not view.faults
                frames = await service.frames(id)
                assert [f.n for f in frames] == list(range(1, view.revision + 1))
                position = await service.start(id)
                for frame in frames:
                    position = views.fold(position, frame.change)
                assert position == view.position
                await advised(service, id, token)

    asyncio.run(look())
