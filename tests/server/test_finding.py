"""Finding a game: public games, results and ratings, pages of people, and the luck of the dice."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.ai import player
from sandtable.core.dice import FixedDice
from sandtable.engine.alliances import change_side
from sandtable.engine.game import Game
from sandtable.engine.position import write
from sandtable.server.luck import luck_of, summed
from sandtable.server.requests import MailLink, Rename, Reveal, Take
from sandtable.server.service import Service
from sandtable.server.terms import Pace
from sandtable.server.wire import Luck
from sandtable.server.wire_people import OpenGame, PlayerPage
from tests.server.tables import ALL, awaited, give, joined, served, status_of, wish
from tests.server.test_people import Box, games, posting, signed_in

ALLIES = ("Soviet Union", "United Kingdom", "United States")


# --- open games -------------------------------------------------------------------------------------------------------


@awaited
async def test_only_public_games_with_open_seats_are_listed(tmp_path: Path) -> None:
    async with served(tmp_path) as service:
        public = await service.create(
            wish(["Germany"], ["Soviet Union", "Japan"], listed=True, variant="Short game", pace=Pace("turn", 86400))
        )
        private = await service.create(wish(["Germany"], ["Soviet Union"]))
        await service.create(wish(ALL, listed=True))  # nobody is wanted
        [row] = await service.open_games()
        assert isinstance(row, OpenGame) and row.row.id == public.id
        assert (row.host, row.variant, row.wanted) == ("Anna", "Short game", ["Soviet Union", "Japan"])
        assert row.pace == Pace("turn", 86400) and row.fingerprint == (await service.view(public.id)).board.fingerprint
        assert row.row.edition == "classic" and row.row.status == "waiting"
        assert await status_of(service.take(private.id, "", Take(["Soviet Union"], "Eve"))) == 403
        await service.close(public.id, public.token)
        assert await service.open_games() == []


@awaited
async def test_anyone_takes_open_seats_of_a_public_game(tmp_path: Path) -> None:
    pledge = hashlib.sha256(b"my salt").hexdigest()
    async with served(tmp_path) as service:
        made = await service.create(wish(["Germany"], ["Soviet Union", "Japan"], listed=True))
        bo = await service.take(made.id, "", Take(["Soviet Union"], "Bo", pledge=pledge))
        assert bo.powers == ["Soviet Union"] and (await service.open_games())[0].wanted == ["Japan"]
        assert await status_of(service.take(made.id, "", Take(["Soviet Union"], "Eve"))) == 409
        assert await status_of(service.take(made.id, "x" * 43, Take(["Japan"], "Eve"))) == 401
        assert await status_of(service.take(made.id, "", Take(["Atlantis"], "Eve"))) == 404
        assert await status_of(service.take(made.id, "", Take(["Japan"], ""))) == 400
        again = await service.take(made.id, bo.token, Take(["Japan"], "Bo"))
        assert again.token == bo.token
        await service.reveal(made.id, bo.token, Reveal(["my salt"]))
        view = await service.view(made.id, bo.token)
        assert view.status == "playing" and view.salts == ["my salt"]
        assert [s.power for s in view.seats if s.mine] == ["Soviet Union", "Japan"]
        await service.close(made.id, made.token)
        assert (await service.view(made.id)).proposal, "there are two people now"
        assert await status_of(service.take(made.id, "", Take(["Japan"], "Eve"))) == 409


# --- results ----------------------------------------------------------------------------------------------------------


def winning(**more: Any) -> str:
    """A position in which the Axis wins at the end of Germany's turn, after a battle."""
    fields = {
        "power": "Germany",
        "phase": "combat_move",
        "others": "facilities",
        "units": {"Ukraine S.S.R.": "3 infantry, 6 armor", "Caucasus": "1 infantry", "Japan": "1 infantry"},
        "owners": {"Russia": "Germany", "United Kingdom": "Germany", "Eastern U.S.A.": "Germany"},
        "ipcs": {"Germany": 0},
        **more,
    }
    return write(Game.at("classic", **fields).position())  # type: ignore[arg-type]


async def ended(
    service: Service, box: Box, teams: dict[str, tuple[str, ...]], turned: tuple[str, str] | None = None, **more: Any
) -> str:
    """Play a game to its end: `teams` maps people (by the start of their address) to their powers; return its id.

    The others' seats are the computer's. `turned` is a power that changes sides, and its new side.
    """
    names = list(teams)
    made = await service.create(
        wish(teams[names[0]], [p for name in names[1:] for p in teams[name]], position=winning(), **more)
    )
    tokens = {names[0]: made.token}
    for name in names[1:]:
        token = ""
        for power in teams[name]:
            token = (await joined(service, made, power, name, token)).token
        tokens[name] = token
    for name in names:
        if name.islower():  # others are guests
            entered = await signed_in(service, box, f"{name}@example.org")
            await service.rename(entered.token, Rename(name))
            await service.claim(entered.token, games((made.id, tokens[name])))
    if turned:
        game = service.hall.rooms[made.id].game.game
        assert game
        change_side(game, *turned, "the test")
    await played(service, made.id, list(tokens.values()))
    return made.id


async def played(service: Service, id: str, tokens: list[str]) -> None:
    """Attack the Caucasus, and then do nothing until the game is over."""
    first = True
    while (view := await service.view(id)).status == "playing":
        found = [(token, question) for token in tokens for question in (await service.view(id, token)).questions]
        if not found:
            await asyncio.sleep(0.02)  # a computer player thinks
            continue
        token, asked = found[0]
        if first:
            await give(service, id, token, "3 infantry, 6 armor: Ukraine S.S.R. > Caucasus")
            first = False
        else:
            advice = await service.advice(id, token, asked.id)
            await give(service, id, token, "done" if asked.kind == "move" else advice.text)
    assert view.position.winner == "axis", view.position.ending


async def page_of(service: Service, box: Box, name: str) -> PlayerPage:
    entered = await signed_in(service, box, f"{name}@example.org")
    return await service.player(entered.person.id)


@awaited
async def test_a_finished_game_is_rated_for_people_on_both_sides(tmp_path: Path) -> None:
    """Two people a side; the winners gain, the losers lose, and the game is not counted twice."""
    box = Box()
    teams = {"anna": ("Germany",), "bo": ("Japan",), "cy": ("Soviet Union", "United Kingdom"), "di": ("United States",)}
    async with posting(tmp_path, box, workers=1) as service:
        id = await ended(service, box, teams, listed=True, title="The long war")
        pages = {name: await page_of(service, box, name) for name in teams}
        for name, page in pages.items():
            [result] = page.results
            won = name in ("anna", "bo")
            assert (result.outcome, result.rated, result.side) == ("won" if won else "lost", True, result.side)
            assert (result.id, result.title, result.powers) == (id, "The long war", list(teams[name]))
            [rating] = page.ratings
            assert rating.games == 1 and (rating.points > 0) is won and rating.edition == "classic"
        assert pages["anna"].ratings[0].points == pages["bo"].ratings[0].points, "a side wins together"
        table = await service.ratings("classic")
        assert [row.name for row in table][:2] in (["anna", "bo"], ["bo", "anna"]) and len(table) == 4
        assert await service.ratings("pacific") == []
        second = await ended(service, box, {"anna": ("Germany",), "cy": ALLIES}, title="secret")
        anna = await page_of(service, box, "anna")
        assert anna.ratings[0].games == 2 and anna.ratings[0].points > pages["anna"].ratings[0].points
        assert anna.games == 2 and second not in msgspec.json.encode(anna).decode(), "a private game stays private"
        assert "secret" not in msgspec.json.encode(anna).decode() and "example.org" not in str(anna)


@awaited
async def test_who_has_changed_sides_wins_with_the_new_one(tmp_path: Path) -> None:
    box = Box()
    teams = {"anna": ("Germany", "Japan"), "bo": ("United States",), "cy": ("Soviet Union", "United Kingdom")}
    async with posting(tmp_path, box, workers=0) as service:
        await ended(service, box, teams, turned=("United States", "axis"))
        found = {name: (await page_of(service, box, name)).results[0] for name in teams}
        assert {name: (result.outcome, result.side) for name, result in found.items()} == {
            "anna": ("won", "axis"), "bo": ("won", "axis"), "cy": ("lost", "allies"),
        }  # fmt: skip
        assert (await page_of(service, box, "bo")).ratings[0].points > 0


@pytest.mark.parametrize(
    "teams",
    [
        {"anna": ("Germany",)},  # against computers
        {"anna": ("Germany",), "Guest": ALLIES},  # against a guest
        {"anna": ("Germany", "Soviet Union"), "bo": ("Japan", "United Kingdom")},  # on both sides
        {"anna": ("Germany",), "bo": ("Japan",)},  # on the same side
    ],
)
@awaited
async def test_what_does_not_count_for_ratings(tmp_path: Path, teams: dict[str, tuple[str, ...]]) -> None:
    box = Box()
    async with posting(tmp_path, box, workers=1) as service:
        await ended(service, box, teams)
        page = await page_of(service, box, "anna")
        assert page.ratings == [] and page.games == 1 and not page.results[0].rated
        assert await service.ratings("classic") == []


@awaited
async def test_an_unfinished_game_has_no_result(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box) as service:
        made = await service.create(wish(["Germany"]))
        anna = await signed_in(service, box, "anna@example.org")
        await service.claim(anna.token, games((made.id, made.token)))
        await service.close(made.id, made.token)
        page = await service.player(anna.person.id)
        assert page.games == 0 and page.results == [] and page.ratings == []
        assert await status_of(service.player("x" * 16)) == 404
        await service.forget(anna.token)
        assert await status_of(service.player(anna.person.id)) == 404


@awaited
async def test_who_is_deleted_leaves_no_result(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box, workers=1) as service:
        await ended(service, box, {"anna": ("Germany",), "bo": ALLIES})
        anna = await signed_in(service, box, "anna@example.org")
        await service.forget(anna.token)
        assert [row.name for row in await service.ratings("classic")] == ["bo"]
        assert await service.mail_link(MailLink("anna@example.org"))


# --- luck -------------------------------------------------------------------------------------------------------------


def test_the_luck_of_a_battle() -> None:
    """Three infantry at 1, six armor at 3: 3 x 1/6 + 6 x 1/2 hits to expect, with the variance of nine dice."""
    game = Game.at(
        "classic", power="Germany", phase="combat_move", others="facilities",
        units={"Ukraine S.S.R.": "3 infantry, 6 armor", "Caucasus": "2 infantry"},
        dice=FixedDice([1, 1, 6, 1, 2, 3, 4, 5, 6, 2, 6]),
    )  # fmt: skip
    game.answer("3 infantry, 6 armor: Ukraine S.S.R. > Caucasus")
    mind = player("basic", "Germany")
    while not any(event.kind == "battle_ended" for event in game.events):
        decision = game.open[0]
        game.answer("done" if decision.kind == "move" else mind(game, decision), id=decision.id)
    found = {row.power: row for row in luck_of(game.fired)}
    axis, soviet = found["Germany"], found["Soviet Union"]
    assert axis.hits == 5 and axis.expected == pytest.approx(3.5)
    assert axis.variance == pytest.approx(3 * 5 / 36 + 6 / 4)
    assert soviet.hits == 1 and soviet.expected == pytest.approx(2 / 3) and soviet.variance == pytest.approx(4 / 9)


def test_luck_adds_up() -> None:
    rows = [Luck("a", 1, 0.5, 0.25), Luck("b", 0, 1.0, 0.5), Luck("a", 2, 1.5, 0.75)]
    assert summed(rows) == [Luck("a", 3, 2.0, 1.0), Luck("b", 0, 1.0, 0.5)]


@awaited
async def test_luck_is_on_the_page_of_a_person(tmp_path: Path) -> None:
    box = Box()
    async with posting(tmp_path, box, workers=1) as service:
        id = await ended(service, box, {"anna": ("Germany",), "bo": ALLIES})
        frames = await service.frames(id)
        whole = {row.power: row for row in summed(row for frame in frames for row in frame.luck)}
        anna, bo = await page_of(service, box, "anna"), await page_of(service, box, "bo")
        assert anna.luck.expected == pytest.approx(whole["Germany"].expected) and anna.luck.expected >= 3.5
        assert anna.luck.hits == whole["Germany"].hits and bo.luck.hits == whole["Soviet Union"].hits
        hits = sum(e.data["hits"] for f in frames for e in f.events if e.kind == "volley_fired")
        assert hits == anna.luck.hits + bo.luck.hits
