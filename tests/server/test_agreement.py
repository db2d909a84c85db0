"""Acts of one player that need the consent of the others: seats, going back, and ending a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.refusals import Refused
from sandtable.server.requests import Hello, Rollback, SavedFile, SeatChange, TakeBack, Vote
from sandtable.server.service import Service
from sandtable.server.terms import ProposalInfo, Terms
from sandtable.server.wire import Update
from tests.server.tables import ALL, advised, awaited, give, joined, next_of, served, status_of, wish
from tools.verify_dice import check

DAY = 86400.0


async def trio(service: Service, **more: Any) -> tuple[str, str, str, str]:
    """A game of three people and two computers: Anna (host, three powers but two), Bo (Germany), and Cy (Japan)."""
    made = await service.create(wish(["Soviet Union"], ["Germany", "Japan"], **more))
    bo = await joined(service, made, "Germany", "Bo")
    cy = await joined(service, made, "Japan", "Cy")
    return made.id, made.token, bo.token, cy.token


async def proposal(service: Service, id: str, token: str = "") -> ProposalInfo:
    found = (await service.view(id, token)).proposal
    assert found
    return found


async def told(service: Service, id: str) -> list[str]:
    """The notes in the history."""
    return [f.events[0].text for f in await service.frames(id) if f.kind == "note"]


async def kind_of(service: Service, id: str, power: str) -> str:
    return next(seat.kind for seat in (await service.view(id)).seats if seat.power == power)


@awaited
async def test_a_seat_changes_when_all_others_agree(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        id, anna, bo, cy = await trio(service)
        made = await service.seat(id, anna, SeatChange("Germany", "computer"))
        assert made.secret == "" and await kind_of(service, id, "Germany") == "human"
        seen = await proposal(service, id, bo)
        assert seen.text == "to give Germany to the computer" and seen.by == "Anna (Soviet Union)"
        assert (seen.asked, seen.mine, seen.missing) == (True, False, ["Germany", "Japan"])
        assert (await proposal(service, id, anna)).mine and not (await proposal(service, id)).asked
        await service.vote(id, cy, Vote(seen.number, True))
        assert (await proposal(service, id)).missing == ["Germany"]
        assert await status_of(service.vote(id, cy, Vote(seen.number, True))) == 403
        assert await kind_of(service, id, "Germany") == "human"
        async with service.follow(id, Hello(bo)) as queue:
            await service.vote(id, bo, Vote(seen.number, True))
            assert next_of(queue, Update).proposal is None
        assert await kind_of(service, id, "Germany") == "computer"
        assert (await service.view(id)).proposal is None
        assert await told(service, id) == [
            "Anna (Soviet Union) proposes to give Germany to the computer",
            "Cy (Japan) agrees to give Germany to the computer",
            "Bo (Germany) agrees to give Germany to the computer",
            "The players have agreed to give Germany to the computer",
        ]


@awaited
async def test_one_refusal_ends_a_proposal(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        id, anna, bo, cy = await trio(service)
        await service.close(id, anna)
        number = (await proposal(service, id)).number
        await service.vote(id, bo, Vote(number, False))
        view = await service.view(id)
        assert view.proposal is None and view.status == "playing"
        assert (await told(service, id))[-1] == "Bo (Germany) refuses to end the game"
        assert await status_of(service.vote(id, cy, Vote(number, True))) == 409
        await service.close(id, bo)  # every player can propose the end
        found = await proposal(service, id, bo)
        await service.vote(id, bo, Vote(found.number, False))
        assert (await told(service, id))[-1] == "Bo (Germany) no longer proposes to end the game"
        assert (await service.view(id)).proposal is None


@awaited
async def test_who_may_propose_and_answer(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        id, anna, bo, cy = await trio(service)
        for token, status in (("", 403), ("x" * 43, 401)):
            assert await status_of(service.close(id, token)) == status
            assert await status_of(service.rollback(id, token, Rollback(0))) == status
            assert await status_of(service.vote(id, token, Vote(1, True))) == status
        assert await status_of(service.seat(id, bo, SeatChange("Japan", "computer"))) == 403, "for the host only"
        assert await status_of(service.vote(id, bo, Vote(1, True))) == 409, "nothing is proposed"
        await service.seat(id, anna, SeatChange("Japan", "open"))
        number = (await proposal(service, id)).number
        assert await status_of(service.close(id, bo)) == 409, "one proposal at a time"
        assert await status_of(service.vote(id, "", Vote(number, True))) == 403
        assert await status_of(service.vote(id, anna, Vote(number, True))) == 403, "nobody agrees with themselves"
        assert await status_of(service.vote(id, bo, Vote(number + 1, True))) == 409
        await service.seat(id, anna, SeatChange("Japan", "open"))  # again: nothing happens
        assert (await proposal(service, id)).missing == ["Germany", "Japan"]
        for token in (bo, cy):
            await service.vote(id, token, Vote(number, True))
        assert await kind_of(service, id, "Japan") == "open"
        secret = next(i.secret for i in await service.invitations(id, anna) if i.power == "Japan")
        assert secret and await status_of(service.vote(id, cy, Vote(number, True))) == 401, "Cy has left"


@awaited
async def test_proposing_the_same_is_consent(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        id, anna, bo, cy = await trio(service)
        await service.close(id, anna)
        await service.close(id, bo)
        assert (await proposal(service, id)).missing == ["Japan"]
        await service.close(id, cy)
        view = await service.view(id)
        assert view.status == "over" and view.position.ending == "the players agreed to end it"
        assert view.proposal is None


@awaited
async def test_what_concerns_nobody_else_needs_no_consent(tmp_path: Path) -> None:
    """The host's own seats, and games with computer players only, which agree to everything."""
    async with served(tmp_path) as service:
        id, anna, _, _ = await trio(service)
        assert (await service.seat(id, anna, SeatChange("Soviet Union", "open"))).secret
        assert await kind_of(service, id, "Soviet Union") == "open"
        await service.seat(id, anna, SeatChange("Soviet Union", "computer"))  # an open seat is nobody's
        assert await told(service, id) == [
            "Anna (Soviet Union) has decided to open Soviet Union to a new player",
            "Anna has decided to give Soviet Union to the computer",
        ]
        await service.seat(id, anna, SeatChange("United States", "human"))
        assert (await proposal(service, id)).text == "that the host plays United States", "the computer's seat"
        alone = await service.create(wish(["Soviet Union"]))
        await service.seat(alone.id, alone.token, SeatChange("Germany", "human"))
        await service.close(alone.id, alone.token)
        assert (await service.view(alone.id)).status == "over"


@pytest.mark.parametrize("silence", ["refuse", "consent"])
@awaited
async def test_silence_counts_as_set_when_the_game_was_made(tmp_path: Path, silence: str) -> None:
    now = 1e9
    terms = Terms(3600, silence)  # type: ignore[arg-type]
    async with served(tmp_path) as service:
        service.hall.now = lambda: now
        id, anna, bo, _ = await trio(service, terms=terms)
        assert (await service.view(id)).terms == terms
        await service.seat(id, anna, SeatChange("Japan", "computer"))
        number = (await proposal(service, id)).number
        assert (await proposal(service, id)).until == now + 3600
        await service.vote(id, bo, Vote(number, True))
        now += 3599
        await service.timekeeper.look()
        assert await kind_of(service, id, "Japan") == "human" and await proposal(service, id)
    async with served(tmp_path) as service:  # a proposal survives a restart
        service.hall.now = lambda: now
        assert (await proposal(service, id)).missing == ["Japan"]
        now += 2
        await service.timekeeper.look()
        assert (await service.view(id)).proposal is None
        agreed = silence == "consent"
        assert await kind_of(service, id, "Japan") == ("computer" if agreed else "human")
        last = (await told(service, id))[-1]
        assert last == (
            "The players have agreed to give Japan to the computer"
            if agreed
            else "Not all players have agreed in time to give Japan to the computer"
        )
        before = await told(service, id)
        await service.timekeeper.look()
        assert await told(service, id) == before, "once"


@awaited
async def test_an_absent_player_is_asked_although_the_computer_plays(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        id, anna, bo, cy = await trio(service)
        async with service.hall.inside(id) as room:
            room.seats[next(i for i, s in enumerate(room.seats) if s.power == "Japan")].standin = "quick"
        await service.close(id, anna)
        assert (await proposal(service, id)).missing == ["Germany", "Japan"]
        del bo, cy


async def both(service: Service) -> tuple[str, str, str]:
    """A game of two people: Anna has all powers but Germany, which is Bo's."""
    made = await service.create(wish([p for p in ALL if p != "Germany"], ["Germany"]))
    bo = await joined(service, made, "Germany")
    return made.id, made.token, bo.token


async def play(service: Service, id: str, tokens: tuple[str, ...], times: int) -> None:
    for _ in range(times):
        for token in tokens:
            if (await service.view(id, token)).questions:
                await advised(service, id, token)
                break


@awaited
async def test_a_game_goes_back_behind_dice(tmp_path: Path) -> None:
    """The game continues in another one from the earlier moment, with dice that nobody has seen."""
    async with served(tmp_path, workers=1) as service:
        id, anna, bo = await both(service)
        await play(service, id, (anna, bo), 60)
        frames = await service.frames(id)
        rolled = [frame.n for frame in frames if frame.rolled]
        moment = rolled[len(rolled) // 2] - 1  # before the dice of a step in the middle
        before = await service.view(id)
        await service.rollback(id, anna, Rollback(moment))
        seen = await proposal(service, id, bo)
        assert seen.text == f"to go back to step {moment}" and seen.frame == moment
        await service.vote(id, bo, Vote(seen.number, True))
        old = await service.view(id, anna)
        assert old.status == "over" and old.next and old.seed == "", "its seed is still used"
        new = await service.view(old.next, bo)
        assert new.status == "playing" and [s.power for s in new.seats if s.mine] == ["Germany"]
        told_before = [f for f in frames if f.n <= moment and f.kind == "answer"]
        again = await service.frames(new.id)
        assert [f.events for f in again[:-1]] == [f.events for f in told_before]
        assert [f.at for f in again[:-1]] == [f.at for f in told_before]
        assert again[-1].events[0].text == f"The players have agreed to go back to step {moment}"
        assert await service.start(new.id) == await service.start(id)
        service.hall.rooms[new.id].live = None  # as after a restart
        assert (await service.view(new.id)).position == new.position
        used = [row.key for frame in frames for row in frame.rolled]
        assert new.commitment != before.commitment
        await play(service, new.id, (anna, bo), 40)
        later = [row.key for f in await service.frames(new.id, after=len(again)) for row in f.rolled]
        assert later and not set(later) & set(used), "no key of the dice is used twice"
        assert check(json.loads(await service.record(new.id))).dice > 0
        assert (await service.read_save(SavedFile(await service.save(new.id)))).answers > len(told_before)
        await service.close(new.id, anna)
        await service.vote(new.id, bo, Vote((await proposal(service, new.id)).number, True))
        for one in (new.id, id):
            proven = await service.proof(one)
            assert proven.ok, proven.message


@awaited
async def test_going_back_twice_and_alone(tmp_path: Path) -> None:
    """A player against computers goes back at once; the answers taken over cannot be undone one by one."""
    async with served(tmp_path) as service:
        made = await service.create(wish())
        await advised(service, made.id, made.token, 30)
        assert await status_of(service.rollback(made.id, made.token, Rollback(30))) == 409
        await service.rollback(made.id, made.token, Rollback(20))
        second = (await service.view(made.id)).next
        view = await service.view(second, made.token)
        assert view.revision == 21 and view.past and view.past.frames == 20 and not view.can_undo
        assert await status_of(service.undo(second, made.token, TakeBack(21))) == 409
        await advised(service, second, made.token, 10)
        await service.rollback(second, made.token, Rollback(5))
        third = await service.view((await service.view(second)).next, made.token)
        assert third.revision == 6 and third.past and third.past.frames == 5
        await service.rollback(third.id, made.token, Rollback(0))
        first = await service.view((await service.view(third.id)).next, made.token)
        assert first.position == await service.start(made.id)
        await advised(service, first.id, made.token, 5)
        assert await status_of(service.rollback(made.id, made.token, Rollback(3))) == 409, "that game is over"


@awaited
async def test_a_failed_return_ends_its_proposal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with served(tmp_path) as service:
        id, anna, bo = await both(service)
        await play(service, id, (anna, bo), 8)
        await service.rollback(id, bo, Rollback(3))
        number = (await proposal(service, id)).number

        async def fails(*args: object) -> None:
            raise Refused(409, "These dice must stay secret.")

        monkeypatch.setattr(service, "_revived", fails)
        assert await status_of(service.vote(id, anna, Vote(number, True))) == 409
        view = await service.view(id)
        assert view.proposal is None and view.status == "playing" and not view.next
        assert (await told(service, id))[-1] == "It is not possible to go back to step 3"


@awaited
async def test_notes_leave_the_game_as_it_is(tmp_path: Path) -> None:
    """They change no position, can be undone by nobody, and are in no saved game."""
    async with served(tmp_path) as service:
        id, anna, bo = await both(service)
        await give(service, id, anna, "0")
        before = await service.view(id, anna)
        await service.close(id, bo)
        await service.vote(id, anna, Vote((await proposal(service, id)).number, False))
        after = await service.view(id, anna)
        assert after.position == before.position and after.questions == before.questions
        assert after.revision == before.revision + 2 and after.can_undo
        await service.undo(id, anna, TakeBack(after.revision))
        assert (await service.read_save(SavedFile(await service.save(id)))).answers == 0
