"""Notices: written with the answer that makes them due, sent once, as often as a person wants, and to nobody else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from sandtable.server import courier, due, letters, outbox
from sandtable.server.due import PATIENCE
from sandtable.server.outbox import FIRST, HOUR, LEASE, Notice, earliest
from sandtable.server.pace import BREATH, Clock
from sandtable.server.post import NONE
from sandtable.server.requests import Claim, Created, Enter, Held, MailLink, NewGame, Vote
from sandtable.server.service import Service
from sandtable.server.tables import OUTBOX
from sandtable.server.terms import Pace
from sandtable.server.timekeeper import SLEEP
from sandtable.server.wire_notices import NoticeWishes
from tests.server.tables import advised, agreed, awaited, give, joined, served, status_of, wish

ANNA, BO = "anna@example.org", "bo@example.org"
DAY = 86400.0
START = 20_000 * DAY


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests let the courier look."""
    monkeypatch.setattr(courier.Courier, "start", lambda self: None)


class Letters:
    """A mailbox with all headers; it can be broken."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str, dict[str, str]]] = []
        self.broken = False

    def __call__(self, mail: str, subject: str, text: str, headers: Mapping[str, str] = NONE, /) -> None:
        if self.broken:
            raise ConnectionRefusedError("the mail server is away")
        self.sent.append((mail, subject, text, dict(headers)))

    def to(self, mail: str) -> list[str]:
        """The subjects of the notices to an address."""
        return [subject for to, subject, _, headers in self.sent if to == mail and "List-Unsubscribe" in headers]


class Table:
    """A game of Anna's Soviet Union and Bo's Germany, both signed in, at a time that tests set."""

    def __init__(self, service: Service, box: Letters) -> None:
        self.service, self.box, self.time = service, box, START
        service.hall.now = lambda: self.time

    async def signed_in(self, mail: str) -> str:
        await self.service.mail_link(MailLink(mail))
        found = re.search(r"/me#(\S+)", self.box.sent[-1][2])
        assert found
        return (await self.service.enter(Enter(found[1]))).token

    async def begin(self, new: NewGame | None = None) -> Created:
        self.made = await self.service.create(new or wish(["Soviet Union"], ["Germany"], title="By mail"))
        self.bo_token = (await joined(self.service, self.made, "Germany", "Bo")).token
        self.anna, self.bo = await self.signed_in(ANNA), await self.signed_in(BO)
        for session, token in ((self.anna, self.made.token), (self.bo, self.bo_token)):
            await self.service.claim(session, Claim([Held(self.made.id, token)]))
        return self.made

    async def later(self, seconds: float) -> int:
        """Let time pass; return how many messages are sent then."""
        self.time += seconds
        await self.service.timekeeper.look()
        return await self.service.courier.look()

    async def play(self, token: str) -> None:
        """Take the advice as long as a player must decide."""
        while (await self.service.view(self.made.id, token)).questions:
            await advised(self.service, self.made.id, token)

    async def to_germany(self) -> None:
        """Play the turn of the Soviet Union."""
        await self.play(self.made.token)

    async def standin(self, power: str) -> bool:
        """Whether a computer acts for the player of a power."""
        return any(s.standin for s in (await self.service.view(self.made.id)).seats if s.power == power)

    async def want(self, session: str, **wishes: Any) -> None:
        await self.service.wish_notices(session, NoticeWishes(**wishes))


def table(tmp_path: Path, **how: Any) -> Table:
    box = Letters()
    return Table(served(tmp_path, post=box, home="https://games.example", **how), box)


@asynccontextmanager
async def mailed(tmp_path: Path, pace: Pace | None = None) -> AsyncIterator[Table]:
    """A game in which the Soviet Union has played its turn, and Germany is asked."""
    game = table(tmp_path)
    async with game.service:
        await game.begin(wish(["Soviet Union"], ["Germany"], title="By mail", pace=pace))
        await game.to_germany()
        yield game


def waiting(service: Service) -> list[Notice]:
    """All rows of the outbox."""
    with service.hall.store._in.connect() as connection:
        return [Notice(*row) for row in connection.execute(sa.select(OUTBOX))]


# --- what is due ------------------------------------------------------------------------------------------------------


@awaited
async def test_the_next_player_gets_a_notice_with_what_happened_and_nobody_else(tmp_path: Path) -> None:
    async with mailed(tmp_path) as game:
        made = game.made
        assert await game.later(1) == 0, "a player who is still there gets none"
        assert await game.later(PATIENCE) == 1
        assert game.box.to(BO) == ["Your turn: By mail"] and game.box.to(ANNA) == []
        _, _, text, headers = game.box.sent[-1]
        assert "It is your turn with Germany." in text and f"https://games.example/game/{made.id}" in text
        assert ANNA not in text and "Soviet Union lost" not in text
        assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert await game.later(DAY) == 0 and waiting(game.service) == []


@awaited
async def test_a_player_whose_consent_is_wanted_gets_one_notice_that_says_for_what(tmp_path: Path) -> None:
    game = table(tmp_path)
    async with game.service:
        made = await game.begin()

        async def propose() -> int:
            await game.service.close(made.id, made.token)
            found = (await game.service.view(made.id)).proposal
            assert found
            return found.number

        number = await propose()
        assert await game.later(1) == 0
        assert await game.later(PATIENCE) == 1
        assert game.box.to(BO) == ["Your consent is wanted: By mail"] and game.box.to(ANNA) == []
        text = game.box.sent[-1][2]
        assert "- A proposal waits for your answer, as the player of Germany." in text
        assert "- Anna (Soviet Union) proposes to end the game." in text and ANNA not in text
        assert await game.later(2 * HOUR) == 0, "once"
        await game.service.vote(made.id, game.bo_token, Vote(number, False))
        await game.service.vote(made.id, game.bo_token, Vote(await propose(), False))
        assert await game.later(2 * HOUR) == 0 and waiting(game.service) == [], "answered before it was sent"
        await propose()
        await game.later(1)
        await agreed(game.service, made.id, game.bo_token)
        assert await game.later(2 * HOUR) == 2
        assert game.box.to(BO)[1:] == game.box.to(ANNA) == ["The game is over: By mail"]


@awaited
async def test_a_player_who_answers_or_has_looked_gets_no_notice(tmp_path: Path) -> None:
    async with mailed(tmp_path) as game:
        made = game.made
        revision = (await game.service.view(made.id)).revision
        await game.service.saw(game.bo, made.id, revision)
        assert await game.later(PATIENCE + 1) == 0 and waiting(game.service) == []
        await give(game.service, made.id, game.bo_token, "0")
        await game.play(game.bo_token)
        assert waiting(game.service) == [], "the computers act now"


@awaited
async def test_a_notice_is_withdrawn_if_the_player_acts_before_it_is_sent(tmp_path: Path) -> None:
    async with mailed(tmp_path) as game:
        assert [(n.kind, n.power) for n in waiting(game.service)] == [("turn", "Germany")]
        await game.play(game.bo_token)
        assert waiting(game.service) == []


@awaited
async def test_reminder_computer_and_end_of_the_game_are_told(tmp_path: Path) -> None:
    game = table(tmp_path)
    async with game.service:
        made = await game.begin(wish(["Soviet Union"], ["Germany"], title="By mail", pace=Pace("turn", int(2 * DAY))))
        await game.want(game.bo, mail="now")
        await game.to_germany()
        assert await game.later(PATIENCE) == 1
        assert await game.later(1.5 * DAY - PATIENCE - 60) == 0
        assert await game.later(120) == 1
        assert await game.later(DAY / 2) == 1
        await game.service.close(made.id, made.token)
        await agreed(game.service, made.id, game.bo_token)
        assert await game.later(1) == 2
        assert game.box.to(BO) == [
            "Your turn: By mail", "Your time is running out: By mail", "The computer plays for you: By mail",
            "The game is over: By mail",
        ]  # fmt: skip
        assert game.box.to(ANNA) == ["The game is over: By mail"]


# --- how often --------------------------------------------------------------------------------------------------------


def row(at: float, tries: int = 0) -> Notice:
    return Notice("x", "p", "mail", "g", "h", "Germany", "turn", 1, at, at, tries)


@pytest.mark.parametrize(
    "often, last, now, expected",
    [
        ("now", START, START + 5, START + 5),
        ("hourly", START, START + 5, START + HOUR),
        ("hourly", START - DAY, START + 5, START - DAY + HOUR),
        ("daily", START, START + 5, START + 8 * HOUR),
        ("daily", 0.0, START + 9 * HOUR, START + 8 * HOUR),
    ],
)
def test_when_a_channel_may_be_used_again(often: str, last: float, now: float, expected: float) -> None:
    assert earliest([row(START)], NoticeWishes(hour=8), often, last, now) == expected


def test_nothing_is_sent_in_a_holiday_and_a_second_attempt_does_not_wait() -> None:
    away = NoticeWishes(away_from=START, away_until=START + DAY)
    assert earliest([row(START)], away, "now", 0, START + 5) == START + DAY
    assert earliest([row(START, 1)], NoticeWishes(), "hourly", START, START + 5) == START + 5


@awaited
async def test_hourly_daily_and_never_are_kept(tmp_path: Path) -> None:
    game = table(tmp_path)
    async with game.service:
        made = await game.begin()

        async def turn_of_bo() -> None:
            """Let Germany be asked anew."""
            before = (await game.service.view(made.id)).revision
            await game.service.saw(game.bo, made.id, before)
            room = game.service.hall.rooms[made.id]
            room.asleep = True
            async with game.service.hall.inside(made.id) as here:
                old = due.waited(here)
                here.asleep = False
                await game.service.hall.write(here, *due.works(here, old, game.time))
            with game.service.hall.store._out.begin() as connection:
                connection.execute(OUTBOX.update().values(revision=before + 1))

        await game.to_germany()
        assert await game.later(PATIENCE) == 1  # hourly is the default
        await turn_of_bo()
        assert await game.later(HOUR / 2) == 0 and len(waiting(game.service)) == 1
        assert await game.later(HOUR / 2 + 1) == 1
        await game.want(game.bo, mail="daily", hour=8)
        await turn_of_bo()
        assert await game.later(3 * HOUR) == 0
        assert await game.later(8 * HOUR) == 1
        await game.want(game.bo, mail="never")
        await turn_of_bo()
        assert waiting(game.service) == [] and await game.later(2 * DAY) == 0


# --- once, and never lost ---------------------------------------------------------------------------------------------


@awaited
async def test_a_mail_that_fails_is_sent_later_and_once(tmp_path: Path) -> None:
    async with mailed(tmp_path) as game:
        game.box.broken = True
        assert await game.later(PATIENCE) == 0
        game.box.broken = False
        assert await game.later(FIRST - 1) == 0
        assert await game.later(2) == 1 and await game.later(DAY) == 0
        assert len(game.box.to(BO)) == 1


@awaited
async def test_a_message_is_claimed_by_one_of_two_servers_and_sent_again_if_it_dies(tmp_path: Path) -> None:
    game, other = table(tmp_path), table(tmp_path)
    async with game.service, other.service:
        await game.begin()
        await game.to_germany()
        other.time = game.time = START + PATIENCE + 1
        person = waiting(game.service)[0].person
        claims = [outbox.claim(person, "mail", game.time) for _ in range(2)]
        first = (await game.service.hall.written(claims[0]))[0]
        assert first and (await other.service.hall.written(claims[1]))[0] is None
        assert await other.later(LEASE - 1) == 0
        assert await other.later(2) == 1, "the server that claimed it has died"
        again = other.box.sent[-1][3]["Message-ID"]
        assert letters.headers(first, "games.example", "")["Message-ID"] == again, "the same mail, if it was sent twice"


@awaited
async def test_a_refused_answer_leaves_no_notice_and_a_stored_one_leaves_it(tmp_path: Path) -> None:
    game = table(tmp_path)
    async with game.service:
        made = await game.begin()
        while not waiting(game.service):
            assert (await game.service.view(made.id, made.token)).questions
            assert await status_of(give(game.service, made.id, made.token, "nonsense")) in (400, 409)
            assert waiting(game.service) == []
            await advised(game.service, made.id, made.token)
        stored = waiting(game.service)
    again = table(tmp_path)
    async with again.service:  # started again
        assert waiting(again.service) == stored
        again.time = START
        assert await again.later(PATIENCE) == 1 and again.box.to(BO) == ["Your turn: By mail"]


# --- stopping ---------------------------------------------------------------------------------------------------------


@awaited
async def test_a_signed_link_stops_mail(tmp_path: Path) -> None:
    async with mailed(tmp_path) as game:
        await game.later(PATIENCE)
        link = game.box.sent[-1][3]["List-Unsubscribe"].strip("<>")
        secret = link.rpartition("/")[2]
        assert link == f"https://games.example/api/people/stop/{secret}" and f"/stop#{secret}" in game.box.sent[-1][2]
        for wrong in ("x", secret[:-1], secret + "A", secret.replace(".", ".A"), ""):
            assert await status_of(game.service.stop_mail(wrong)) == 403
        await game.service.stop_mail(secret)
        assert (await game.service.notices(game.bo)).wishes.mail == "never"
        assert (await game.service.notices(game.anna)).wishes.mail == "hourly"
        await game.service.forget(game.bo)
        assert await status_of(game.service.stop_mail(secret)) == 403


# --- holidays and sleep -----------------------------------------------------------------------------------------------


def test_a_holiday_gives_its_time_back_once() -> None:
    clock = Clock(Pace("turn", int(DAY))).moved(0, ["A"], (1, 0), "A")
    away = (DAY / 2, 5 * DAY)
    assert clock.rest("A", 0, 0, DAY) == clock
    first = clock.rest("A", *away, DAY)
    assert first.remaining("A", DAY) == DAY / 2
    later = first.rest("A", *away, 3 * DAY)
    assert later.remaining("A", 3 * DAY) == DAY / 2
    after = later.rest("A", *away, 5.25 * DAY)
    assert after.remaining("A", 5.25 * DAY) == DAY / 4
    assert after.rest("A", *away, 6 * DAY) == after, "the same holiday counts once"
    assert after.moved(6 * DAY, ["A"], (1, 0), "A").rest("A", *away, 6 * DAY).remaining("A", 6 * DAY) == -DAY / 2
    short = Clock(Pace("bank", 60)).moved(0, ["A"], (1, 0), "A").rest("A", 0, DAY, 59)
    assert short.remaining("A", 59) >= BREATH, "its clock is not looked at every few seconds"


@awaited
async def test_the_clock_of_a_player_on_holiday_stands_and_they_get_nothing(tmp_path: Path) -> None:
    async with mailed(tmp_path, Pace("turn", int(2 * DAY))) as game:
        assert await game.later(PATIENCE) == 1
        await game.want(game.bo, mail="now", away_from=START, away_until=START + 10 * DAY)
        for _ in range(9):
            assert await game.later(DAY) == 0
            assert not await game.standin("Germany")
        assert await game.later(DAY) == 1, "the reminder, when the holiday is over"
        assert game.box.to(BO)[-1] == "Your time is running out: By mail"
        await game.later(2 * DAY)
        assert await game.standin("Germany")
        assert await status_of(game.want(game.bo, away_from=game.time, away_until=game.time + 43 * DAY)) == 409


@awaited
async def test_who_comes_back_early_from_a_holiday_and_plays_has_lost_no_time(tmp_path: Path) -> None:
    async with mailed(tmp_path, Pace("bank", int(2 * DAY))) as game:
        made = game.made
        await game.want(game.bo, away_from=game.time, away_until=game.time + 10 * DAY)
        game.time += 1.5 * DAY  # no clock has run out, so nobody has looked at it
        await give(game.service, made.id, game.bo_token, "0")
        clock = (await game.service.view(made.id)).clock
        assert clock and clock.left["Germany"] == pytest.approx(2 * DAY, abs=60)


@awaited
async def test_a_holiday_costs_no_time_when_seats_change_or_the_game_is_put_to_sleep(tmp_path: Path) -> None:
    game = table(tmp_path)
    async with game.service as service:
        pace = Pace("bank", int(2 * DAY))
        made = await game.begin(wish(["Soviet Union"], ["Germany", "Japan"], title="By mail", pace=pace))
        await joined(service, made, "Japan", "Cy")
        await game.to_germany()
        await game.want(game.bo, away_from=game.time, away_until=game.time + 10 * DAY)

        async def left() -> float:
            clock = (await service.view(made.id)).clock
            assert clock and clock.asked == ["Germany"] and clock.since == game.time
            return clock.left["Germany"]

        game.time += 1.5 * DAY
        async with service.hall.inside(made.id) as room:
            standin = msgspec.structs.replace(room.seat("Japan"), standin="quick")
            await service.timekeeper.reseat(room, [standin])
        assert await left() == pytest.approx(2 * DAY, abs=60), "the computer takes another player's seat"
        game.time += 1.5 * DAY
        async with service.hall.inside(made.id) as room:
            await service.timekeeper.wake(room)
        assert await left() == pytest.approx(2 * DAY, abs=60), "the game is woken"
        game.time += 1.5 * DAY
        async with service.hall.inside(made.id) as room:
            await service._settle(room, room.seats, [])
        assert await left() == pytest.approx(2 * DAY, abs=60), "a seat is taken"


@awaited
async def test_a_game_in_which_nobody_moves_sleeps_until_somebody_wakes_it_or_moves(tmp_path: Path) -> None:
    async with mailed(tmp_path) as game:
        made = game.made
        assert await game.later(PATIENCE) == 1
        await game.later(SLEEP - 2 * PATIENCE)
        assert not (await game.service.view(made.id)).asleep
        await game.later(2 * PATIENCE)
        assert (await game.service.view(made.id)).asleep and await game.later(DAY) == 0
        assert await status_of(game.service.wake(made.id, "")) == 403
        assert await status_of(game.service.wake(made.id, "x")) == 401
        await game.service.wake(made.id, made.token)
        assert await status_of(game.service.wake(made.id, made.token)) == 409
        await game.later(PATIENCE)
        assert len(game.box.to(BO)) == 2 and not (await game.service.view(made.id)).asleep
        await game.later(SLEEP + 1)
    again = table(tmp_path)
    async with again.service:
        again.time = game.time
        assert (await again.service.view(made.id)).asleep
        await give(again.service, made.id, game.bo_token, "0")
        assert not (await again.service.view(made.id)).asleep
        await again.later(1)
        assert not (await again.service.view(made.id)).asleep


@awaited
async def test_a_game_that_sleeps_has_no_running_clock(tmp_path: Path) -> None:
    game = table(tmp_path)
    async with game.service:
        made = await game.begin(wish(["Soviet Union"], ["Germany"], pace=Pace("turn", int(60 * DAY))))
        await game.later(SLEEP + 1)
        view = await game.service.view(made.id)
        assert view.asleep and view.clock and view.clock.asked == []
        await game.later(60 * DAY)
        assert not any(s.standin for s in (await game.service.view(made.id)).seats)
        await game.service.wake(made.id, game.bo_token)
        view = await game.service.view(made.id)
        assert view.clock and view.clock.asked == ["Soviet Union"] and view.clock.left["Soviet Union"] > 29 * DAY
