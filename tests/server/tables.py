"""Helpers of the tests of the service: games as clients play them, without HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any

from sandtable.server.requests import (
    Answer,
    Created,
    Join,
    Joined,
    MovePreview,
    NewGame,
    Rollback,
    RuleChoice,
    Say,
    SeatChange,
    SeatWish,
    TakeBack,
    Vote,
)
from sandtable.server.service import Refused, Service
from sandtable.server.wire import LiveMessage
from sandtable.server.wire_forms import Question

ALL = ("Soviet Union", "Germany", "United Kingdom", "Japan", "United States")


def awaited(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Lets a test be a coroutine."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 240))

    return run


def wish(humans: Any = ALL, opened: Any = (), *, edition: str = "classic", rules: Any = (), **more: Any) -> NewGame:
    seats = [SeatWish(p, "human") for p in humans] + [SeatWish(p, "open") for p in opened]
    choice = RuleChoice(edition, rules=list(rules), options=more.pop("options", {}))
    return NewGame(choice, seats, more.pop("name", "Anna"), **more)


async def joined(
    service: Service, made: Created, power: str, name: str = "Bo", token: str = "", salt: str = ""
) -> Joined:
    secret = next(i.secret for i in made.invitations if i.power == power)
    return await service.join(made.id, token, Join(secret, name, salt))


async def status_of(work: Coroutine[Any, Any, Any]) -> int:
    """The status with which something is refused; 200 if it is not."""
    try:
        await work
    except Refused as refused:
        assert refused.sentence and refused.sentence[-1] in ".?!" and "\n" not in refused.sentence
        return refused.status
    return 200


async def agreed(service: Service, id: str, *tokens: str) -> None:
    """Lets players agree to what is proposed."""
    found = (await service.view(id)).proposal
    assert found
    for token in tokens:
        await service.vote(id, token, Vote(found.number, True))


async def asked(service: Service, id: str, token: str) -> Question:
    """The first open question to the holder of a token."""
    return (await service.view(id, token)).questions[0]


async def give(service: Service, id: str, token: str, text: str) -> int:
    """Answers the first open question; returns the new revision."""
    question = await asked(service, id, token)
    return (await service.answer(id, token, Answer(question.id, text))).revision


async def advised(service: Service, id: str, token: str, times: int = 1) -> int:
    """Takes the advice, some times in a row; returns the revision."""
    revision = 0
    for _ in range(times):
        question = await asked(service, id, token)
        advice = await service.advice(id, token, question.id)
        revision = (await service.answer(id, token, Answer(question.id, advice.text))).revision
    return revision


async def until(test: Callable[[], Coroutine[Any, Any, bool]], seconds: float = 90) -> None:
    """Waits until something is so."""
    end = asyncio.get_running_loop().time() + seconds
    while not await test():
        assert asyncio.get_running_loop().time() < end, "it did not come about in time"
        await asyncio.sleep(0.02)


def served(tmp_path: Path, **how: Any) -> Service:
    return Service(f"sqlite:///{tmp_path / 'games.db'}", workers=how.pop("workers", 0), **how)


def next_of(queue: asyncio.Queue[LiveMessage | None], kind: type[Any]) -> Any:
    """The next message of a kind that waits in a queue; the ones before it are thrown away."""
    while not queue.empty():
        message = queue.get_nowait()
        if isinstance(message, kind):
            return message
    raise AssertionError(f"no {kind.__name__} was told")


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
        "position": lambda: service.position(id, token),
        "invitations": lambda: service.invitations(id, token),
        "seat": lambda: service.seat(id, token, SeatChange("United States", "computer")),
        "rollback": lambda: service.rollback(id, token, Rollback(0)),
        "vote": lambda: service.vote(id, token, Vote(revision + 1, True)),
        "close": lambda: service.close(id, token),
    }
