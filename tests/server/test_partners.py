"""Partners: the other people of a side act for a player whose time has run out, and can do nothing else in the seat."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from sandtable.core.forces import Stack
from sandtable.engine.alliances import change_side
from sandtable.server import courier
from sandtable.server.live import built
from sandtable.server.outbox import HOUR
from sandtable.server.partners import decided, partners
from sandtable.server.records import PARTNER, Seat
from sandtable.server.requests import Answer, Claim, Held, Hello, Say, SeatChange, TakeBack
from sandtable.server.service import Service
from sandtable.server.terms import Pace, Terms
from sandtable.server.wire import GameView, LiveMessage, Said, Seated, SeatInfo
from sandtable.server.wire_forms import AllocateForm
from sandtable.server.wire_notices import LetAdvise, PowerOrders
from tests.server.tables import ALL, agreed, awaited, give, joined, requests, served, status_of, wish
from tests.server.test_notices import ANNA, BO, Letters
from tests.server.test_notices import Table as Mailed

DAY = 86400
CY = "cy@example.org"
TERMS = Terms(standin="partner")
SIDES = {"A": "up", "B": "up", "C": "down", "D": "up"}


def seats(**standins: str) -> list[Seat]:
    """A and B are of one side, C of the other; the computer plays D."""
    people = [Seat(power, "human", power.lower(), power, standin=standins.get(power, "")) for power in "ABC"]
    return [*people, Seat("D", "computer", "quick")]


class Game(NamedTuple):
    """Anna's Soviet Union and Bo's United Kingdom against Cy's Germany; the computer plays the other powers."""

    service: Service
    id: str
    anna: str
    bo: str
    cy: str

    async def later(self, seconds: float) -> None:
        now = self.service.hall.now() + seconds
        self.service.hall.now = lambda: now
        await self.service.timekeeper.look()

    async def seat(self, power: str = "Soviet Union", token: str = "") -> SeatInfo:
        return next(s for s in (await self.service.view(self.id, token)).seats if s.power == power)

    async def view(self, token: str = "") -> GameView:
        return await self.service.view(self.id, token)


def all_of(queue: asyncio.Queue[LiveMessage | None]) -> list[LiveMessage | None]:
    return [queue.get_nowait() for _ in range(queue.qsize())]


def latest(queue: asyncio.Queue[LiveMessage | None]) -> SeatInfo:
    """The seat of the Soviet Union as a follower has been told last."""
    told = [message for message in all_of(queue) if isinstance(message, Seated)]
    return next(seat for seat in told[-1].seats if seat.power == "Soviet Union")


async def begun(service: Service, terms: Terms | None = TERMS, partner: str = "United Kingdom") -> Game:
    service.hall.now = lambda: 1e6
    made = await service.create(wish(["Soviet Union"], [partner, "Germany"], pace=Pace("turn", DAY), terms=terms))
    bo = (await joined(service, made, partner, "Bo")).token
    return Game(service, made.id, made.token, bo, (await joined(service, made, "Germany", "Cy")).token)


# --- the chat of a side ---------------------------------------------------------------------------------------------


@awaited
async def test_a_line_for_a_side_is_read_by_its_players_alone(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)

        async def lines(token: str) -> list[str]:
            return [line.text for line in (await game.view(token)).chat]

        async with (
            service.follow(game.id, Hello(game.bo)) as bo,
            service.follow(game.id, Hello(game.cy)) as cy,
            service.follow(game.id, Hello()) as spectator,
        ):
            said = await service.say(game.id, game.anna, Say("hold Karelia", "side"))
            await service.say(game.id, game.cy, Say("good luck"))
            heard = [[m.message.text for m in all_of(queue) if isinstance(m, Said)] for queue in (bo, cy, spectator)]
        assert heard == [["hold Karelia", "good luck"], ["good luck"], ["good luck"]]
        assert set(said.readers) == {"Soviet Union", "United Kingdom", "United States"}
        assert [await lines(token) for token in (game.anna, game.bo, game.cy, "")] == [
            *[["hold Karelia", "good luck"]] * 2, *[["good luck"]] * 2,
        ]  # fmt: skip
    async with served(tmp_path) as again:  # from the database, and to those who come back
        game = game._replace(service=again)
        assert [len(await lines(token)) for token in (game.bo, game.cy)] == [2, 1]
        greetings = [await again.updates(game.id, token, 0) for token in (game.bo, game.cy)]
        assert [sum(isinstance(m, Said) for m in row) for row in greetings] == [2, 1]


@awaited
async def test_the_chat_of_a_side_needs_a_power(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made = await service.create(wish((), ["Germany"], name="Anna"))
        assert await status_of(service.say(made.id, made.token, Say("hello", "side"))) == 403
        assert await status_of(service.say(made.id, made.token, Say("hello"))) == 200


# --- who is a partner -------------------------------------------------------------------------------------------------


def test_partners_are_other_people_of_the_side_who_are_there() -> None:
    assert [seat.power for seat in partners(seats(A=PARTNER), SIDES, "A")] == ["B"]
    assert partners(seats(A=PARTNER), {**SIDES, "B": "down"}, "A") == [], "the sides are those of the moment"
    assert partners(seats(A=PARTNER, B="quick"), SIDES, "A") == []
    assert partners(seats(A=PARTNER), SIDES, "C") == [], "a computer player is no partner"
    alone = [Seat("A", "human", "a", "same"), Seat("B", "human", "a", "same")]
    assert partners(alone, SIDES, "A") == [], "nor is the player with another power"


def test_who_decides_for_whom() -> None:
    assert decided(seats(), SIDES, ["A"]) == ("A",)
    assert decided(seats(A=PARTNER), SIDES, ["A"]) == ()
    assert decided(seats(A=PARTNER), SIDES, ["B"]) == ("B", "A")
    assert decided(seats(A=PARTNER), SIDES, ["C"]) == ("C",)
    assert decided(seats(A="quick"), SIDES, ["B"]) == ("B",) and decided(seats(A="quick"), SIDES, ["A"]) == ("A",)
    assert decided(seats(A=PARTNER, B=PARTNER), SIDES, ["B"]) == (), "nobody is there"
    assert decided(seats(A=PARTNER), SIDES, ()) == ()


def test_what_a_seat_says_of_who_acts() -> None:
    own, partner, computer = Seat("A", "human", "a"), Seat("A", "human", "a", standin=PARTNER), Seat("A", "human", "a")
    computer.standin = "quick"
    told = [(seat.away, seat.covered, seat.computer, seat.awaited) for seat in (own, partner, computer)]
    assert told == [(False, False, "", True), (True, True, "", True), (True, False, "quick", False)]
    bot = Seat("A", "computer", "basic")
    assert (bot.away, bot.covered, bot.computer, bot.awaited) == (False, False, "basic", False)


# --- games ------------------------------------------------------------------------------------------------------------


@awaited
async def test_a_partner_acts_until_the_player_is_back(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)
        async with service.follow(game.id, Hello(game.bo)) as partner, service.follow(game.id, Hello(game.cy)) as foe:
            await game.later(DAY + 1)
            for queue, decides in ((partner, True), (foe, False)):
                told = latest(queue)
                assert (told.standin, told.partners, told.decides) == (True, ["Bo"], decides)
        clock = (await game.view()).clock
        assert clock and clock.asked == ["Soviet Union"] and clock.left["Soviet Union"] == DAY
        assert [q.power for q in (await game.view(game.bo)).questions] == ["Soviet Union"]
        assert (await game.view(game.cy)).questions == [] == (await game.view(game.anna)).questions
        await give(service, game.id, game.bo, "0")
        question = (await game.view(game.bo)).questions[0]
        for token in (game.cy, game.anna):
            assert await status_of(service.answer(game.id, token, Answer(question.id, "nothing"))) == 403
        frames = await service.frames(game.id)
        assert [(f.power, f.partner) for f in frames if f.kind == "answer"] == [("Soviet Union", "Bo")]
        assert (await game.view(game.bo)).can_undo and not (await game.view(game.anna)).can_undo
        await service.undo(game.id, game.bo, TakeBack(frames[-1].n))
        await give(service, game.id, game.bo, "0")
        await game.later(DAY / 2)
        await service.back(game.id, game.anna)
        view = await game.view(game.bo)
        assert (view.questions, view.can_undo) == ([], False) and view.clock
        assert view.clock.left["Soviet Union"] == DAY
        assert await status_of(service.answer(game.id, game.bo, Answer(question.id, "nothing"))) == 403
        assert await status_of(service.undo(game.id, game.bo, TakeBack(view.revision))) in (403, 409)
        assert not (await game.seat()).standin and (await game.seat()).partners == []
        await give(service, game.id, game.anna, "nothing")
        assert (await service.frames(game.id))[-1].partner == ""


@awaited
async def test_partners_act_also_after_a_restart(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)
        await game.later(DAY + 1)
    again = game._replace(service=served(tmp_path))
    again.service.hall.now = service.hall.now
    async with again.service:
        assert (await again.seat()).partners == ["Bo"] and (await again.view(game.bo)).questions
        assert (await again.view()).terms == TERMS


@awaited
async def test_a_computer_acts_when_the_partner_runs_out_of_time_too(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)
        await game.later(DAY + 1)
        await game.later(DAY - 1)
        assert (await game.seat()).partners == ["Bo"]
        await game.later(2)
        seat = await game.seat(token=game.bo)
        assert (seat.standin, seat.partners, seat.decides) == (True, [], False)
        assert (await game.view(game.bo)).questions == []
        assert service.hall.rooms[game.id].thinker() == "Soviet Union"


@pytest.mark.parametrize("terms, partner", [(None, "United Kingdom"), (Terms(), "United Kingdom"), (TERMS, "Japan")])
@awaited
async def test_a_computer_acts_at_once_without_a_partner(tmp_path: Path, terms: Terms | None, partner: str) -> None:
    async with served(tmp_path) as service:
        game = await begun(service, terms, partner)
        await game.later(DAY + 1)
        seat = await game.seat()
        assert seat.standin and seat.partners == [] and (await game.view(game.bo)).questions == []
        assert service.hall.rooms[game.id].thinker() == "Soviet Union"


@awaited
async def test_a_computer_acts_when_the_partner_leaves_or_changes_sides(tmp_path: Path) -> None:
    for leaves in (True, False):
        (folder := tmp_path / str(leaves)).mkdir()
        async with served(folder) as service:
            game = await begun(service)
            await game.later(DAY + 1)
            if leaves:
                await service.seat(game.id, game.anna, SeatChange("United Kingdom", "computer"))
                await agreed(service, game.id, game.bo, game.cy)
            else:
                room = service.hall.rooms[game.id]
                assert room.game.game
                change_side(room.game.game, "United Kingdom", room.sides["Germany"], "the test")
                async with service.follow(game.id, Hello(game.cy)) as foe:
                    await give(service, game.id, game.bo, "0")
                    told = latest(foe)
                    assert told.standin and told.partners == []
                assert (await game.view(game.bo)).questions == []
            await game.later(1)
            assert service.hall.rooms[game.id].thinker() == "Soviet Union"


@awaited
async def test_a_partner_who_is_out_of_time_too_acts_for_nobody(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)
        async with service.hall.inside(game.id) as room:
            away = msgspec.structs.replace(room.seat("United Kingdom"), standin="quick")
            await service.timekeeper.reseat(room, [away])
        await game.later(DAY + 1)
        assert (await game.seat()).standin and (await game.seat()).partners == []


# --- what a partner may do --------------------------------------------------------------------------------------------

RIGHTS = {
    # view start frames updates odds ways advice preview say answer undo save position invitations seat rollback vote
    # close
    "partner":  [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 403, 403, 200, 409, 409],
    "opponent": [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 200, 200, 403, 403, 200, 409, 409],
    "absent":   [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 200, 200, 200, 200, 409, 409, 409],
    "back":     [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 200, 200, 403, 403, 200, 409, 409],
}  # fmt: skip


@pytest.mark.parametrize("role", RIGHTS)
@awaited
async def test_a_partner_can_answer_and_nothing_else_in_the_seat(tmp_path: Path, role: str) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)
        await game.later(DAY + 1)
        for text in ("0", "nothing"):
            await give(service, game.id, game.bo, text)
        question = (await game.view(game.bo)).questions[0]
        assert question.form.__class__.__name__ == "MovesForm"
        if role == "back":
            await service.back(game.id, game.anna)
        token = {"partner": game.bo, "opponent": game.cy, "absent": game.anna, "back": game.bo}[role]
        for name, status in zip(requests(service, "", "", 0, 0), RIGHTS[role], strict=True):
            view = await game.view(game.anna if role == "back" else game.bo)
            now = view.questions[0].id if view.questions else question.id
            found = await status_of(requests(service, game.id, token, now, view.revision)[name]())
            assert (name, found) == (name, status)


@awaited
async def test_a_partner_has_neither_the_orders_nor_the_seat(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        game = await begun(service)
        orders = PowerOrders("Soviet Union", [LetAdvise()])
        await service.order(game.id, game.anna, orders)
        await game.later(DAY + 1)
        assert await status_of(service.order(game.id, game.bo, orders)) == 403
        assert [row.power for row in await service.orders(game.id, game.bo)] == ["United Kingdom"]
        assert [row.orders for row in await service.orders(game.id, game.anna)] == [orders.orders]
        assert await status_of(service.back(game.id, game.bo)) == 409
        assert not (await game.seat(token=game.bo)).mine
        await service.close(game.id, game.anna)
        found = (await game.view(game.bo)).proposal
        assert found and found.missing == ["Germany", "United Kingdom"]
        await service.close(game.id, game.bo)
        assert not (await game.view()).asked or (await game.view()).status == "playing", "Cy has not agreed"


@awaited
async def test_hidden_units_and_sealed_answers_of_an_absent_player(tmp_path: Path) -> None:
    rule = "gemmell.prisoners_of_war"
    async with served(tmp_path) as service:
        options = {f"{rule}.hidden_stacks": True}
        made = await service.create(wish((), ALL, rules=[rule], options=options, pace=Pace("turn", DAY), terms=TERMS))
        tokens = {p: (await joined(service, made, p, p[:12])).token for p in ALL}
        async with service.hall.inside(made.id) as room:
            assert room.game.game
            room.game.game.state.put("Germany", Stack("Germany", "prisoner_of_japan"), 3)
        await give(service, made.id, tokens["Soviet Union"], "0")

        async def told(power: str) -> bool:
            token = tokens[power]
            view = msgspec.structs.replace(await service.view(made.id, token), board=None)  # type: ignore[type-var]
            found = [view, await service.frames(made.id, token), await service.updates(made.id, token, 0)]
            return "prisoner_of" in msgspec.json.encode(found).decode()

        async def away(standin: str) -> None:
            async with service.hall.inside(made.id) as room:
                seat = msgspec.structs.replace(room.seat("Germany"), standin=standin)
                await service.timekeeper.reseat(room, [seat])

        assert [await told(p) for p in ("Japan", "United Kingdom")] == [False, False]
        await away(PARTNER)
        assert [await told(p) for p in ("Japan", "United Kingdom", "Germany")] == [True, False, True]
        await away("")
        assert [await told(p) for p in ("Japan", "United Kingdom", "Germany")] == [False, False, True]


@awaited
async def test_a_partner_does_not_read_a_sealed_answer_before_its_time(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        rules = ["great_war.deploy_the_reserves"]
        powers = list(built("great_war", rules, {}, "").powers)
        made = await service.create(
            wish((), powers, edition="great_war", rules=rules, pace=Pace("turn", DAY), terms=TERMS)
        )
        tokens = {p: (await joined(service, made, p, p[:12])).token for p in powers}
        open = (await service.view(made.id)).asked
        assert len(open) > 4, "all write down their reserves at the same time"
        question = (await service.view(made.id, tokens["Germany"])).questions[0]
        assert isinstance(question.form, AllocateForm)
        key = next(row.key for row in question.form.keys if row.most)
        await service.answer(made.id, tokens["Germany"], Answer(question.id, f"1 {' > '.join(key)}"))
        async with service.hall.inside(made.id) as room:
            await service.timekeeper.reseat(room, [msgspec.structs.replace(room.seat("Germany"), standin=PARTNER)])
        partner = tokens["Austria-Hungary"]
        view = await service.view(made.id, partner)
        assert any(seat.power == "Germany" and seat.decides for seat in view.seats)
        assert view.position == await service.start(made.id, partner)
        sealed = msgspec.json.encode(await service.frames(made.id, partner)).decode()
        assert "reserves" in sealed and key[-1] not in sealed


# --- notices ----------------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests let the courier look."""
    monkeypatch.setattr(courier.Courier, "start", lambda self: None)


@awaited
async def test_the_partner_is_told_for_whom_to_act_and_the_absent_player_who_acts(tmp_path: Path) -> None:
    box = Letters()
    service = served(tmp_path, post=box, home="https://games.example")
    async with service:
        post = Mailed(service, box)
        new = wish(
            ["Soviet Union"], ["Germany", "United Kingdom"], title="By mail", pace=Pace("turn", DAY), terms=TERMS
        )
        made = await post.begin(new)
        cy = await joined(service, made, "United Kingdom", "Cy")
        session = await post.signed_in(CY)
        await service.claim(session, Claim([Held(made.id, cy.token)]))
        for one in (post.anna, post.bo, session):
            await post.want(one, mail="now")
            await service.saw(one, made.id, 99)
        await post.later(DAY - 1)
        assert await post.later(2) == 1, "to the absent player"
        assert await post.later(60) == 1
        assert box.to(CY) == ["Your turn for a partner: By mail"]
        text = next(text for mail, subject, text, _ in box.sent if mail == CY and "partner" in subject)
        assert "- It is your turn with Soviet Union.\n- You act for Anna: their time has run out." in text
        away = "The other players of your side act for Soviet Union until you take your seat back."
        assert f"- Your time has run out. {away}" in box.sent[-2][2]
        assert [row.asked for row in await service.my_games(session)] == [["Soviet Union"]]
        assert [row.asked for row in await service.my_games(post.anna)] == [[]]
        assert await post.later(HOUR) == 0, "nothing twice"
        await give(service, made.id, cy.token, "0")
        assert await post.later(HOUR) == 0, "it is still the same turn"
        await service.back(made.id, made.token)
        assert await post.later(HOUR) == 1 and box.to(ANNA)[-1] == "Your turn: By mail" and box.to(BO) == []
        assert [row.asked for row in await service.my_games(session)] == [[]]
        assert "Your side plays for you: By mail" in box.to(ANNA)


@awaited
async def test_a_partner_is_told_when_the_power_must_decide_unless_they_have_acted_by_then(tmp_path: Path) -> None:
    box = Letters()
    service = served(tmp_path, post=box, home="https://games.example")
    async with service:
        post = Mailed(service, box)
        new = wish(["Soviet Union"], ["United Kingdom"], title="By mail", pace=Pace("turn", DAY), terms=TERMS)
        made = await service.create(new)
        bo = await joined(service, made, "United Kingdom", "Bo")
        session = await post.signed_in(BO)
        await service.claim(session, Claim([Held(made.id, bo.token)]))
        await post.want(session, mail="now")
        await post.later(DAY + 1)
        await give(service, made.id, bo.token, "0")
        assert await post.later(HOUR) == 0 and box.to(BO) == []


@awaited
async def test_a_partner_hears_nothing_before_the_power_must_decide(tmp_path: Path) -> None:
    box = Letters()
    service = served(tmp_path, post=box, home="https://games.example")
    async with service:
        post = Mailed(service, box)
        made = await post.begin(wish(["Japan"], ["Germany"], title="By mail", pace=Pace("turn", DAY), terms=TERMS))
        await post.want(post.bo, mail="now")
        async with service.hall.inside(made.id) as room:
            await service.timekeeper.reseat(room, [msgspec.structs.replace(room.seat("Japan"), standin=PARTNER)])
        assert post.bo_token and not (await service.view(made.id, post.bo_token)).questions
        assert await post.later(60) == 1 and box.to(BO) == [], "only Anna hears that others act for her"
