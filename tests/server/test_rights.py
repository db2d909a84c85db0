"""Who may do what, and what stays secret."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.core.forces import Stack
from sandtable.server import rooms
from sandtable.server.requests import Hello, SeatChange
from sandtable.server.service import Refused
from sandtable.server.wire import Update, Welcome
from tests.server.tables import (
    ALL,
    advised,
    agreed,
    asked,
    awaited,
    give,
    joined,
    next_of,
    requests,
    served,
    status_of,
    wish,
)

MATRIX = {
    #                view  start frames updates odds  ways advice preview say  answer undo save position invitations
    #                seat rollback vote close
    "spectator":    [200, 200, 200, 200, 200, 403, 403, 403, 403, 403, 403, 200, 200, 403, 403, 403, 403, 403],
    "unknown":      [401] * 18,
    "other seat":   [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 200, 200, 403, 403, 200, 409, 409],
    "asked seat":   [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 403, 403, 200, 409, 409],
    "host":         [200, 200, 200, 200, 200, 403, 403, 403, 200, 403, 403, 200, 200, 200, 200, 409, 409, 409],
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
        await agreed(service, made.id, bo.token)
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
