"""Making games, taking seats in them, and giving them away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.core.dice import commitment
from sandtable.engine import save as saves
from sandtable.rules import registry
from sandtable.server.requests import Answer, Created, Invited, Join, NewGame, RuleChoice, SeatChange, SeatWish
from sandtable.server.service import Service
from tests.server.tables import ALL, agreed, asked, awaited, give, joined, served, status_of, wish


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
        assert saved.salts == ["b", "a", "c"] and commitment(saved.seed, saved.chain) == view.commitment


@awaited
async def test_one_invitation_is_good_for_all_seats_of_a_friend(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        seats = [SeatWish("Soviet Union", "human"), SeatWish("United States", "open")]
        seats += [SeatWish(p, "open", friend="Bo") for p in ("Germany", "Japan")]
        made = await service.create(NewGame(RuleChoice("classic", rules=["common.low_luck"]), seats, "Anna"))
        us, germany, japan = (next(i.secret for i in made.invitations if i.power == p) for p in
                              ("United States", "Germany", "Japan"))  # fmt: skip
        assert germany == japan != us
        offer = await service.offer(made.id, Invited(germany))
        assert (offer.host, offer.powers) == ("Anna", ["Germany", "Japan"])
        assert offer.title and "Classic" in offer.edition and len(offer.rules) == 1
        assert await status_of(service.offer(made.id, Invited("guessed"))) == 403
        assert await status_of(service.offer(made.id, Invited(""))) == 403
        renewed = {i.power: i.secret for i in await service.invitations(made.id, made.token)}
        assert renewed["Germany"] == renewed["Japan"] not in (germany, us, renewed["United States"])
        assert await status_of(service.join(made.id, "", Join(germany, "Bo"))) == 403
        bo = await service.join(made.id, "", Join(renewed["Germany"], "Bo", salt="b"))
        assert bo.powers == ["Germany", "Japan"] and bo.power == "Germany"
        view = await service.view(made.id, bo.token)
        assert [s.power for s in view.seats if s.mine] == bo.powers and [s.power for s in view.shares] == ["Germany"]
        assert await status_of(service.join(made.id, "", Join(renewed["Japan"], "Cy"))) == 403
        await service.seat(made.id, made.token, SeatChange("Japan", "open"))  # the friend keeps the other seat
        assert [s.power for s in (await service.view(made.id, bo.token)).seats if s.mine] == ["Germany"]


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
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "open"))
        await agreed(service, made.id, bo.token)
        (invitation,) = await service.invitations(made.id, made.token)
        assert await status_of(service.view(made.id, bo.token)) == 401  # the seat was all he had
        assert (await service.view(made.id)).status == "playing"  # a game that has begun waits for nobody
        cy = await service.join(made.id, "", Join(invitation.secret, "Cy"))
        await service.seat(made.id, made.token, SeatChange("Soviet Union", "human"))
        await agreed(service, made.id, cy.token)
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


# --- secret decisions -------------------------------------------------------------------------------------------------


async def reserves(service: Service) -> tuple[Created, dict[str, str]]:
    """A game of the Great War in which all powers decide on their reserves in secret, and the token of each power."""
    powers = [p.name for p in registry.build("great_war").powers.values()]
    rules = ["great_war.deploy_the_reserves"]
    made = await service.create(wish(powers[:1], powers[1:], edition="great_war", rules=rules))
    tokens = {powers[0]: made.token}
    for power in powers[1:]:
        tokens[power] = (await joined(service, made, power)).token
    return made, tokens


@awaited
async def test_a_seat_changes_only_after_the_open_secret_decision(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made, tokens = await reserves(service)
        host, other = list(tokens)[:2]
        assert (await asked(service, made.id, tokens[other])).kind == "reserves"
        await service.seat(made.id, made.token, SeatChange(other, "human"))
        await agreed(service, made.id, *list(tokens.values())[1:])
        await service.seat(made.id, made.token, SeatChange(list(tokens)[2], "open"))
        await agreed(service, made.id, *list(tokens.values())[1:])
        view = await service.view(made.id, made.token)
        assert {q.power for q in view.questions} == {host}, "the host does not see the opponent's decision"
        seats = {s.power: s for s in view.seats}
        assert not seats[other].mine and seats[other].following == "human"
    async with served(tmp_path) as service:  # the change is durable
        for power, token in tokens.items():
            view = await service.view(made.id, token)
            if [q.kind for q in view.questions] == ["reserves"]:
                assert view.questions[0].power == power
                await give(service, made.id, token, "nothing")
        view = await service.view(made.id, made.token)
        seats = {s.power: s for s in view.seats}
        assert seats[other].mine and seats[other].following is None
        assert await status_of(service.view(made.id, tokens[other])) == 401
        (reopened,) = await service.invitations(made.id, made.token)
        assert (await service.join(made.id, "", Join(reopened.secret, "Eve"))).power == list(tokens)[2]


@awaited
async def test_the_computer_takes_a_seat_at_once_even_in_a_secret_decision(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        made, tokens = await reserves(service)
        await service.seat(made.id, made.token, SeatChange(list(tokens)[1], "computer"))
        await agreed(service, made.id, *list(tokens.values())[1:])
        seat = (await service.view(made.id)).seats[1]
        assert (seat.kind, seat.following) == ("computer", None)
