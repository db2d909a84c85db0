"""Time to think: a limit per turn or a bank of time, computer players for absent players, and their return."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from sandtable.server.pace import Clock, waited
from sandtable.server.records import Seat
from sandtable.server.requests import Created, Join, SeatChange
from sandtable.server.rooms import Room
from sandtable.server.service import Service
from sandtable.server.terms import Pace
from sandtable.server.wire import ClockInfo, SeatInfo
from tests.server.tables import advised, agreed, awaited, give, joined, served, status_of, until, wish

DAY = 86400
START = 1_000_000.0


class Watch:
    """A time that tests set, for a service."""

    def __init__(self, service: Service) -> None:
        self.time = START
        self.service = service
        service.hall.now = lambda: self.time

    async def later(self, seconds: float) -> None:
        """Let time pass; then the server looks at its clocks."""
        self.time += seconds
        await self.service.timekeeper.look()


async def seat(service: Service, id: str, power: str) -> SeatInfo:
    return next(s for s in (await service.view(id)).seats if s.power == power)


async def clock(service: Service, id: str) -> ClockInfo:
    found = (await service.view(id)).clock
    assert found
    return found


async def table(service: Service, pace: Pace | None, *others: str) -> tuple[Created, str]:
    """A game of the host's Soviet Union, a friend's Germany, and computers; the friend's token."""
    made = await service.create(wish(["Soviet Union", *others], ["Germany"], pace=pace))
    return made, (await joined(service, made, "Germany")).token


# --- the clock --------------------------------------------------------------------------------------------------------


def test_a_limit_per_turn_is_whole_again_in_the_next_turn() -> None:
    clock = Clock(Pace("turn", 100)).moved(0, ["A"], (1, 0), "A")
    assert clock.deadline() == 100 and clock.remaining("A", 30) == 70
    clock = clock.moved(40, ["B"], (1, 0), "A")  # the defender is asked in the turn of A
    assert clock.remaining("A", 90) == 60 and clock.deadline() == 140
    clock = clock.moved(50, ["A"], (1, 0), "A")
    assert clock.deadline() == 110 and clock.remaining("B", 99) == 90
    clock = clock.moved(60, ["B"], (1, 1), "B")
    assert clock.remaining("A", 60) == 100 and clock.deadline() == 160
    assert clock.moved(70, [], (1, 1), "B").deadline() == 0, "the clock stands while nobody is waited for"


def test_a_bank_gets_its_increment_once_for_each_turn() -> None:
    clock = Clock(Pace("bank", 600, 30)).moved(0, ["A"], (1, 0), "A")
    clock = clock.moved(100, ["B"], (1, 1), "B")
    assert clock.remaining("A", 999) == 530 and clock.remaining("B", 110) == 590
    undone = clock.moved(110, ["A"], (1, 0), "A")  # B undoes the end of the turn of A
    again = undone.moved(120, ["B"], (1, 1), "B")
    assert again.remaining("A", 120) == 520, "no second increment"
    assert again.moved(120, ["A"], (2, 0), "A").remaining("B", 120) == 590 + 30


def test_who_comes_back_has_time_to_play() -> None:
    turn = Clock(Pace("turn", 100)).moved(0, ["A"], (1, 0), "A")
    assert turn.returned(["A"], 500).remaining("A", 500) == 100
    bank = Clock(Pace("bank", 600, 90)).moved(0, ["A"], (1, 0), "A")
    assert bank.returned(["A"], 700).remaining("A", 700) == 90
    assert bank.returned(["A"], 100).remaining("A", 100) == 500, "what is left stays"


def test_only_people_who_are_there_are_waited_for() -> None:
    seats = [Seat("A", "human", "x"), Seat("B", "computer", "basic"), Seat("C", "human", "y", standin="basic")]
    assert waited(seats, ["C", "B", "A", "A"]) == ["A"]


# --- games ------------------------------------------------------------------------------------------------------------


@awaited
async def test_a_game_that_fails_does_not_stop_the_clocks_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path, workers=1) as service:
        watch = Watch(service)
        games = [(await table(service, Pace("turn", DAY)))[0].id for _ in range(2)]
        reseat = service.timekeeper.reseat
        tried: list[str] = []

        async def broken(room: Room, seats: Sequence[Seat]) -> None:
            tried.append(room.id)
            if len(tried) == 1:
                raise RuntimeError("broken")
            await reseat(room, seats)

        monkeypatch.setattr(service.timekeeper, "reseat", broken)
        await watch.later(DAY + 1)
        assert sorted(tried) == sorted(games)
        assert not (await seat(service, tried[0], "Soviet Union")).standin
        assert (await seat(service, tried[1], "Soviet Union")).standin


@awaited
async def test_a_computer_acts_when_a_turn_takes_too_long_until_its_player_is_back(tmp_path: Path) -> None:
    async with served(tmp_path, workers=1) as service:
        watch = Watch(service)
        made, bo = await table(service, Pace("turn", DAY))
        await watch.later(DAY - 1)
        assert not (await seat(service, made.id, "Soviet Union")).standin
        await watch.later(2)

        async def germany() -> bool:
            return [a.power for a in (await service.view(made.id)).asked] == ["Germany"]

        await until(germany)
        away = await seat(service, made.id, "Soviet Union")
        assert away.standin and away.kind == "human" and away.name == "Anna"
        assert (await clock(service, made.id)).asked == ["Germany"]
        await service.back(made.id, made.token)
        assert not (await seat(service, made.id, "Soviet Union")).standin
        assert await status_of(service.back(made.id, made.token)) == 409
        await advised(service, made.id, bo)
        assert not (await seat(service, made.id, "Germany")).standin


@awaited
async def test_the_player_who_is_back_plays_with_new_time(tmp_path: Path) -> None:
    async with served(tmp_path) as service:  # no computer player acts in the meantime
        watch = Watch(service)
        made, bo = await table(service, Pace("bank", 600, 60))
        await watch.later(601)
        assert (await seat(service, made.id, "Soviet Union")).standin
        assert (await clock(service, made.id)).asked == []
        await watch.later(5000)
        await service.back(made.id, made.token)
        now = await clock(service, made.id)
        assert now.asked == ["Soviet Union"] and now.left["Soviet Union"] == 60 and now.left["Germany"] == 600
        await give(service, made.id, made.token, "0")
        await watch.later(61)
        assert (await seat(service, made.id, "Soviet Union")).standin
        assert await status_of(service.back(made.id, bo)) == 409
        assert await status_of(service.back(made.id, "")) == 403
        assert await status_of(service.back(made.id, "unknown")) == 401


@awaited
async def test_clocks_run_while_the_server_is_down(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        Watch(service)
        made, _ = await table(service, Pace("turn", DAY))
    async with served(tmp_path) as service:
        watch = Watch(service)
        await watch.later(DAY / 2)
        assert not (await seat(service, made.id, "Soviet Union")).standin
    async with served(tmp_path) as service:
        watch = Watch(service)
        await watch.later(DAY + 1)
        assert (await seat(service, made.id, "Soviet Union")).standin


@awaited
async def test_the_clock_starts_with_the_game_and_stops_at_its_end(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        watch = Watch(service)
        made = await service.create(wish(["Soviet Union"], ["Germany"], pace=Pace("turn", DAY)))
        await watch.later(5 * DAY)
        assert (await clock(service, made.id)).asked == []
        bo = await service.join(made.id, "", Join(made.invitations[0].secret, "Bo"))
        now = await clock(service, made.id)
        assert (now.asked, now.since, now.left["Soviet Union"]) == (["Soviet Union"], START + 5 * DAY, DAY)
        await watch.later(DAY / 2)
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "open"))
        assert (await clock(service, made.id)).asked == []
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "human"))
        await agreed(service, made.id, bo.token)
        assert (await clock(service, made.id)).asked == ["Soviet Union"]
        await service.close(made.id, made.token)
        await agreed(service, made.id, bo.token)
        await watch.later(9 * DAY)
        assert not (await seat(service, made.id, "Soviet Union")).standin


@awaited
async def test_without_a_limit_nobody_is_hurried(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        watch = Watch(service)
        made, _ = await table(service, None)
        await watch.later(400 * DAY)
        assert (await service.view(made.id)).clock is None
        await advised(service, made.id, made.token)
        assert not (await seat(service, made.id, "Soviet Union")).standin


@awaited
async def test_two_servers_ring_once(tmp_path: Path) -> None:
    async with served(tmp_path) as one, served(tmp_path) as two:
        here, there = Watch(one), Watch(two)
        made, _ = await table(one, Pace("turn", DAY))
        await there.later(DAY + 1)
        await here.later(DAY + 1)
        for service in (one, two):
            service.hall.rooms.clear()
            assert (await seat(service, made.id, "Soviet Union")).standin
