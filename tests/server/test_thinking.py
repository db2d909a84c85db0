"""Computer players think in processes of their own, take turns, and always find something legal to answer."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable import ai
from sandtable.ai.strong import Strong
from sandtable.core.decisions import Decision
from sandtable.engine import save as saves
from sandtable.engine.game import Game
from sandtable.server import computers, rooms, thinking
from sandtable.server import live as lives
from sandtable.server.live import Live, fits
from sandtable.server.processes import Died, Worker
from sandtable.server.records import Spec
from sandtable.server.requests import Hello, SeatChange
from sandtable.server.service import Service
from sandtable.server.thinking import Mind, Task, Thought, secret_of
from sandtable.server.wire import Thinking, Welcome
from tests.server.tables import ALL, asked, awaited, give, served, until, wish

RULES = lives.built("classic", (), {}, "")
SPEC = Spec("classic", RULES.scenario, [], RULES.fingerprint, "seed", ["salt"], {})


def task_of(live: Live, computers: dict[str, str], advise: int = -1) -> Task:
    kept = fits(live.kept, live.lines)[-1:]
    start = kept[0].answers if kept else 0
    newest = kept[0] if kept else None
    return Task("game", live.spec, newest, live.chain[start], live.lines[start:], computers, advise)


def play(live: Live, thought: Thought) -> None:
    """Gives the answers that a mind has found, as the service does."""
    for id, text in thought.answers:
        decision = next(d for d in live.open() if d.id == id)
        live.give(decision, text, "", 0.0)
        kept = live.snapshot()
        if kept:
            live.kept.append(kept)


# --- the mind ---------------------------------------------------------------------------------------------------------


def test_a_mind_plays_until_somebody_else_is_asked() -> None:
    live, mind = Live(SPEC), Mind()
    others = {p: "basic" for p in ALL if p != "Germany"}
    while not any(d.power == "Germany" for d in live.open()):
        thought = mind.think(task_of(live, others))
        assert thought.answers and not thought.fault
        play(live, thought)
    assert all(line.power != "Germany" for line in live.lines)
    assert mind.think(task_of(live, others)).answers == []


def test_a_mind_that_knows_the_game_and_one_that_does_not_reach_the_same_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "SLICE", 0.02)
    live, mind = Live(SPEC), Mind()
    builds = 0
    play_on = lives.play_on

    def counted(*args: Any) -> Game:
        nonlocal builds
        builds += 1
        return play_on(*args)

    monkeypatch.setattr(thinking, "play_on", counted)
    for _ in range(40):
        play(live, mind.think(task_of(live, dict.fromkeys(ALL, "advised"))))
        if len(live.lines) > 120:
            break
    assert builds == 1 and live.game is not None
    fresh = Mind()
    assert fresh.think(task_of(live, {})).answers == []
    assert fresh.known["game"].game.state_hash == live.game.state_hash == mind.known["game"].game.state_hash


def test_a_mind_notices_that_the_game_went_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "SLICE", 0.0)  # one answer at a time
    live, mind = Live(SPEC), Mind()
    (first,) = mind.think(task_of(live, {"Soviet Union": "basic"})).answers
    other = "1" if first[1] == "0" else "0"
    live.give(live.open()[0], other, "somebody", 0.0)
    thought = mind.think(task_of(live, {"Soviet Union": "basic"}))
    assert [id for id, _ in thought.answers] == [live.open()[0].id]
    assert live.game is not None
    live.give(live.open()[0], thought.answers[0][1], "", 0.0)
    assert mind.known["game"].game.state_hash == live.game.state_hash


def test_advice_is_what_the_computer_would_answer_and_changes_nothing() -> None:
    live, mind = Live(SPEC), Mind()
    for _ in range(3):
        decision = live.open()[0]
        (one,) = mind.think(task_of(live, {}, decision.id)).answers
        assert one == mind.think(task_of(live, {}, decision.id)).answers[0]
        decision.check(decision.form.read(one[1], RULES.words))
        live.give(decision, one[1], "", 0.0)


def test_the_adviser_says_why() -> None:
    live, mind = Live(SPEC), Mind()
    live.give(live.open()[0], "0", "", 0.0)
    for _ in range(20):
        decision = live.open()[0]
        thought = mind.think(task_of(live, {}, decision.id))
        if decision.kind == "move" and "succeeds with a chance of about" in thought.why:
            return
        live.give(decision, thought.answers[0][1], "", 0.0)
    raise AssertionError("no attack was advised with its odds")


def test_an_adviser_that_looks_ahead_says_what_it_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "ADVISER", "strong")
    monkeypatch.setattr(thinking, "ADVICE", 0.0)  # until its plans are played out, however slow the machine is
    live, mind = Live(SPEC), Mind()
    live.give(live.open()[0], "0", "", 0.0)
    thought = mind.think(task_of(live, {}, live.open()[0].id))
    assert live.open()[0].kind == "purchase"
    assert "played ahead" in thought.why


def test_a_player_that_looks_ahead_has_a_time_limit() -> None:
    live, mind = Live(SPEC), Mind()
    mind.think(task_of(live, {"Soviet Union": "strong"}))
    one = mind.known["game"].players["Soviet Union", "play"]
    assert isinstance(one, Strong) and one.seconds == thinking.THOUGHT > 0
    assert f"{thinking.THOUGHT:.0f} seconds" in ai.LEVELS["strong"]


def failing(seed: Any) -> Any:
    def answer(game: Game, decision: Decision) -> Any:
        raise ZeroDivisionError("this player cannot play")

    return answer


def cheating(seed: Any) -> Any:
    return lambda game, decision: {("infantry",): 10_000}


@pytest.mark.parametrize("bad", [failing, cheating])
def test_for_a_player_that_fails_or_cheats_the_advice_is_taken(monkeypatch: pytest.MonkeyPatch, bad: Any) -> None:
    monkeypatch.setitem(ai.PLAYERS, "bad", bad)
    live, mind = Live(SPEC), Mind()
    thought = mind.think(task_of(live, {"Soviet Union": "bad"}))
    assert thought.answers and not thought.fault
    play(live, thought)


def test_without_advice_any_legal_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.new("classic")
    game.answer("0")
    assert game.decision is not None

    def no_advice(self: Decision) -> Any:
        raise RuntimeError("no advice")

    monkeypatch.setattr(Decision, "advice", property(no_advice))
    text = thinking.legal(game, game.decision, failing(0))
    game.answer(text)


# --- the processes ----------------------------------------------------------------------------------------------------


def test_a_process_that_dies_is_replaced() -> None:
    worker, live = Worker(), Live(SPEC)
    task = task_of(live, {"Soviet Union": "basic"})
    try:
        assert worker.ask(60, thinking.think, task).answers
        process = worker._process
        assert process is not None and process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert worker.ask(60, thinking.think, task).answers and worker._process is not process
        with pytest.raises(Died, match="ended"):
            worker.ask(60, os._exit, 1)  # in the middle of its work
        assert worker.ask(60, thinking.think, task).answers
        with pytest.raises(Died, match="within"):
            worker.ask(0.0, thinking.think, task)
        assert worker.ask(60, thinking.think, task).answers
    finally:
        worker.close()


def test_a_process_that_was_closed_is_not_started_again() -> None:
    worker = Worker()
    assert worker.ask(60, thinking.think, task_of(Live(SPEC), {})).answers == []
    with pytest.raises(ZeroDivisionError):
        worker.ask(60, divmod, 1, 0)  # what is raised there is raised here
    worker.close()
    with pytest.raises(Died):
        worker.ask(60, thinking.think, task_of(Live(SPEC), {}))
    assert worker._process is None


@awaited
async def test_computers_play_until_a_person_is_asked_and_go_on_after_him(tmp_path: Path) -> None:
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish(["Germany"], rules=["gemmell"]))

        async def is_asked() -> bool:
            return bool((await service.view(made.id, made.token)).questions)

        async with service.follow(made.id, Hello()) as queue:
            assert isinstance(queue.get_nowait(), Welcome)
            for _ in range(12):
                await until(is_asked)
                question = await asked(service, made.id, made.token)
                advice = await service.advice(made.id, made.token, question.id)
                await give(service, made.id, made.token, advice.text)
            await until(is_asked)
            told = [queue.get_nowait() for _ in range(queue.qsize())]
        thoughts = [m.power for m in told if isinstance(m, Thinking)]
        assert thoughts[0] == "Soviet Union" and thoughts[-1] == ""
        frames = await service.frames(made.id)
        assert {f.power for f in frames} >= {"Soviet Union", "Germany"}
        assert [f.n for f in frames] == list(range(1, len(frames) + 1))
        await service.close(made.id, made.token)
        (tmp_path / "saved.json").write_text(await service.save(made.id))
        assert saves.replay(tmp_path / "saved.json").ok


@awaited
async def test_the_server_answers_while_a_computer_player_looks_ahead(tmp_path: Path) -> None:
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        seen: list[int] = []
        ask = service.computers.ask

        async def watched(worker: Worker, task: Task) -> Thought:
            thought = asyncio.create_task(ask(worker, task))
            seen.append((await service.view(task.id)).revision)  # the event loop is free
            return await thought

        service.computers.ask = watched  # type: ignore[method-assign]
        made = await service.create(wish())
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "computer", "strong"))

        async def goes_on() -> bool:
            return (await service.view(made.id)).revision > 1

        await until(goes_on)
        assert seen and seen[0] < (await service.view(made.id)).revision


@awaited
async def test_games_with_computers_to_move_are_resumed_when_the_server_starts(tmp_path: Path) -> None:
    async with Service(str(tmp_path / "games.db"), workers=0) as service:
        made = await service.create(wish(["Germany"]))
        assert (await service.view(made.id)).revision == 0
    async with Service(str(tmp_path / "games.db"), workers=1) as service:

        async def goes_on() -> bool:
            (row,) = await service.rows([made.id])
            return bool(row.power and (await service.view(made.id)).revision > 5)

        await until(goes_on)


@awaited
async def test_a_process_that_is_killed_while_it_thinks_costs_nothing(tmp_path: Path) -> None:
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish((), ["Germany"]))
        seat = await service.seat(made.id, made.token, SeatChange("Germany", "computer"))
        assert seat.secret == ""
        for _ in range(2):
            before = (await service.view(made.id)).revision
            process = service.computers.workers[0]._process
            if process is not None and process.pid:
                os.kill(process.pid, signal.SIGKILL)

            async def goes_on(before: int = before) -> bool:
                view = await service.view(made.id)
                return view.revision > before or view.status == "over"

            await until(goes_on)


@awaited
async def test_games_of_computers_take_turns_and_advice_comes_before_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "LONELY", 10_000)  # the games go on to the end of the test
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        order: list[str] = []
        ask, advised = service.computers.ask, service.computers.advised

        async def noted(worker: Worker, task: Task) -> Thought:
            order.append("advice" if task.advise >= 0 else task.id)
            return await ask(worker, task)

        async def wanted(task: Task) -> Thought:
            order.append("wanted")
            return await advised(task)

        monkeypatch.setattr(service.computers, "ask", noted)
        monkeypatch.setattr(service.computers, "advised", wanted)
        people = await service.create(wish(["Soviet Union"]))
        games = [(await service.create(wish(()))).id for _ in range(8)]
        question = await asked(service, people.id, people.token)

        async def turns() -> bool:
            return len(order) > 9

        await until(turns)
        await service.advice(people.id, people.token, question.id)
        assert order.index("advice") - order.index("wanted") <= 2  # at most one slice was before it
        slices = [id for id in order if id in games]
        first, again = slices[:8], [slices.index(id) for id in slices[8:10]]
        assert sorted(first) == sorted(games) and again == sorted(set(again))  # some may be over by then


@awaited
async def test_a_seat_that_is_given_to_the_computer_is_played_at_once(tmp_path: Path) -> None:
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish())
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "computer"))

        async def goes_on() -> bool:
            return (await service.view(made.id)).revision > 3

        await until(goes_on)


@awaited
async def test_answers_that_the_referee_refuses_are_replaced_by_legal_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever comes out of a process is checked like a person's answer."""
    async with Service(str(tmp_path / "games.db"), workers=1) as service:

        async def nonsense(worker: Worker, task: Task) -> Thought:
            await asyncio.sleep(0)
            return Thought([(0, "900 infantry"), (7, "yes")])

        monkeypatch.setattr(service.computers, "ask", nonsense)
        made = await service.create(wish(["Germany"]))

        async def goes_on() -> bool:
            return bool((await service.view(made.id, made.token)).questions)

        await until(goes_on)
        assert len(await service.frames(made.id)) > 3


@awaited
async def test_an_answer_of_a_computer_is_nobodys_to_take_back(tmp_path: Path) -> None:
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish(ALL[1:]))

        async def is_asked() -> bool:
            return bool((await service.view(made.id, made.token)).questions)

        await until(is_asked)
        view = await service.view(made.id, made.token)
        assert view.revision > 0 and not view.can_undo


@awaited
async def test_computers_that_cannot_go_on_say_so_and_their_seats_can_be_given_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computers, "PAUSE", 0.01)
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        with monkeypatch.context() as broken:

            def breaks(*args: Any) -> Any:
                raise KeyError("a fault of the engine")

            broken.setattr(computers, "computed", breaks)
            made = await service.create(wish(["Germany"]))

            async def given_up() -> bool:
                return "Soviet Union" in (await service.view(made.id)).faults

            await until(given_up)
        view = await service.view(made.id, made.token)
        assert view.revision == 0 and view.status == "playing"
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "human"))
        assert (await service.view(made.id, made.token)).faults == ""
        await give(service, made.id, made.token, "0")
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "computer"))

        async def goes_on() -> bool:
            return (await service.view(made.id)).revision > 1

        await until(goes_on)


@awaited
async def test_computers_do_not_play_for_ever_among_themselves_unless_somebody_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "LONELY", 0)
    async with Service(str(tmp_path / "games.db"), workers=1) as service:
        made = await service.create(wish(()))
        await asyncio.sleep(0.3)
        assert (await service.view(made.id)).revision == 0
        async with service.follow(made.id, Hello()):

            async def goes_on() -> bool:
                return (await service.view(made.id)).revision > 0

            await until(goes_on)


def test_the_answers_of_computers_cannot_be_predicted_from_public_data() -> None:
    spec = Spec("classic", "", [], "", "seed", [], {}, "secret")
    assert secret_of(spec) == "secret"
    old = msgspec.structs.replace(spec, secret="")
    assert secret_of(old) == secret_of(old) != secret_of(msgspec.structs.replace(old, seed="other"))
    assert "seed" not in secret_of(old)


@awaited
async def test_every_game_has_a_secret_of_its_own(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        specs = []
        for _ in range(2):
            made = await service.create(wish())
            async with service.hall.inside(made.id) as room:
                specs.append(room.game.spec)
                assert service.computers.task(room).spec.secret == room.game.spec.secret
        assert len({spec.secret for spec in specs}) == 2 and all(len(spec.secret) == 32 for spec in specs)
        async with served(tmp_path) as again, again.hall.inside(made.id) as room:
            assert room.game.spec == specs[-1]
