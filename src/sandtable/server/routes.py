"""HTTP and WebSocket routes (see docs/server.md); each handler makes one call to the service or to `content`.

The structs of `requests` are validated strictly: a body that does not match the API description is refused.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from ..draw.atlas import Atlas, atlas
from . import content, reference, requests, wire
from .limits import Meter, Spent
from .pages import READY, Page
from .refusals import Refused, in_words, log
from .service import Service
from .solving import Solver

# --- what handlers are given ------------------------------------------------------------------------------------------

Games = NamedDependency[Service]
Token = NamedDependency[str]
GameId = NamedDependency[str]

Number = Annotated[int, QueryParameter(ge=-1, le=2**31 - 1)]
Space = Annotated[str, QueryParameter(min_length=1, max_length=100, pattern=requests.CLEAN)]


#: What the id of a game looks like.
ID = "[A-Za-z0-9_-]{1,64}"


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is read as the very struct its handler takes: numbers are no texts, unknown fields no."""

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation if field else Any)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused(400, in_words(error)) from None


def token_of(headers: Mapping[str, str]) -> str:
    """The token of a request; empty for a spectator. Raises `Refused` for a header that is none."""
    header = headers.get("authorization", "").strip()
    kind, _, token = header.partition(" ")
    if header and (kind.lower() != "bearer" or not re.fullmatch(r"[!-~]{1,200}", token.strip())):
        raise Refused(401, "The Authorization header must be 'Bearer TOKEN'.")
    return token.strip()


async def provide_token(request: Request[Any, Any, State]) -> str:
    return token_of(request.headers)


async def provide_service(state: State) -> Service:
    service: Service = state.service
    return service


async def provide_id(
    game: Annotated[str, PathParameter(description="The id of a game", schema_extra={"pattern": f"^{ID}$"})],
) -> str:
    return game_id(game)


def game_id(text: str) -> str:
    """The id in an address; raises `Refused` for what can be none."""
    if not re.fullmatch(ID, text):
        raise Refused(404, "Game not found.")
    return text


# --- how refusals are described ---------------------------------------------------------------------------------------

_WHY = {
    400: "Bad request",
    401: "The token is unknown",
    403: "Not allowed for this seat",
    404: "Not found",
    409: "Too late, or the rules forbid it",
    413: "The request is too large",
    429: "Too many requests: see the header Retry-After",
}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of a route, for its description; every route may be asked too often."""
    return {
        status: ResponseSpec(requests.Refusal, description=_WHY[status], generate_examples=False)
        for status in (*statuses, 429)
    }


#: Of what seldom changes: a client that has it is told so.
_KEPT = {304: ResponseSpec(None, description="Not modified", generate_examples=False)}

#: What a route with a body may refuse besides.
_BODY = (400, 413)


def fixed(request: Request[Any, Any, State], make: Callable[..., Any], *args: Any) -> Response[Any]:
    """What a function makes, which is made and written down once."""
    return _written(make, *args).answer(request)


@lru_cache(maxsize=32)
def _written(make: Callable[..., Any], *args: Any) -> Page:
    return Page.of(msgspec.json.encode(make(*args)), "application/json")


# --- without a game ---------------------------------------------------------------------------------------------------


@get("/api/editions", responses={**_KEPT, **refusals()}, opt={READY: True}, sync_to_thread=True)
def editions(request: Request[Any, Any, State]) -> Response[list[reference.EditionInfo]]:
    """List the playable editions."""
    return fixed(request, content.editions)


@get("/api/editions/{edition:str}/map", responses={**_KEPT, **refusals(404)}, opt={READY: True}, sync_to_thread=True)
def edition_map(request: Request[Any, Any, State], edition: FromPath[str]) -> Response[Atlas]:
    """Get the map of an edition."""
    if not any(e.id == edition and e.map for e in content.editions()):
        raise Refused(404, "This edition has no map.")
    return fixed(request, atlas, edition)


@get("/api/documents", responses={**_KEPT, **refusals()}, opt={READY: True}, sync_to_thread=True)
def documents(request: Request[Any, Any, State]) -> Response[list[reference.DocumentInfo]]:
    """List the house-rule documents and the rulebooks."""
    return fixed(request, content.documents)


@post("/api/check", status_code=200, responses=refusals(*_BODY, 409), opt={"limit": "check"}, sync_to_thread=True)
def check(data: JSONBody[requests.RuleChoice]) -> reference.Checked:
    """Check rules for conflicts and get the board under them."""
    return content.check(data)


@post(
    "/api/variants/write",
    status_code=200,
    responses=refusals(*_BODY, 409),
    opt={"limit": "check"},
    sync_to_thread=True,
)
def write_variant(data: JSONBody[reference.NamedChoice]) -> reference.VariantFile:
    """Write a variant file."""
    return content.write_variant(data)


@post(
    "/api/variants/read", status_code=200, responses=refusals(*_BODY, 409), opt={"limit": "check"}, sync_to_thread=True
)
def read_variant(data: JSONBody[reference.VariantFile]) -> reference.NamedChoice:
    """Read a variant file."""
    return content.read_variant(data)


@post("/api/odds", status_code=200, responses=refusals(*_BODY, 409), opt={"limit": "odds"})
async def odds(data: JSONBody[reference.OddsWish], state: State) -> reference.OddsInfo:
    """The exact odds of a battle."""
    solver: Solver = state.solver
    return await solver.odds(data)


# --- games ------------------------------------------------------------------------------------------------------------

_GAME = "/api/games/{game:str}"


@post("/api/games", responses=refusals(*_BODY, 409), opt={"limit": "create"})
async def create(data: JSONBody[requests.NewGame], service: Games) -> requests.Created:
    """A new game."""
    content.no_files(data.choice)
    return await service.create(data)


@get("/api/games", responses=refusals(400))
async def rows(
    service: Games,
    ids: Annotated[str, QueryParameter(max_length=4000, description="Game ids, separated by commas")] = "",
) -> list[wire.GameRow]:
    """Rows of these games, for a list; those that do not exist are left out."""
    found = [id for id in ids.split(",") if re.fullmatch(ID, id)]
    return await service.rows(list(dict.fromkeys(found))[:100])


@get(_GAME, responses=refusals(401, 404))
async def view(service: Games, id: GameId, token: Token) -> wire.GameView:
    """The game as the reader may see it."""
    return await service.view(id, token)


@get(f"{_GAME}/start", responses=refusals(401, 404))
async def start(service: Games, id: GameId, token: Token) -> wire.Position:
    """The first position."""
    return await service.start(id, token)


@get(f"{_GAME}/frames", responses=refusals(400, 401, 404))
async def frames(
    service: Games,
    id: GameId,
    token: Token,
    after: Number = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 1000,
) -> list[wire.Frame]:
    """Frames with numbers above `after`."""
    return await service.frames(id, token, after, limit)


@post(
    f"{_GAME}/answers",
    status_code=200,
    responses=refusals(*_BODY, 401, 403, 404, 409),
    opt={"limit": "answer"},
)
async def answer(data: JSONBody[requests.Answer], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Answers an open question; the answer is durably stored when it is acknowledged."""
    return await service.answer(id, token, data)


@post(
    f"{_GAME}/undo",
    status_code=200,
    responses=refusals(*_BODY, 401, 403, 404, 409),
    opt={"limit": "answer"},
)
async def undo(data: JSONBody[requests.TakeBack], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Takes back the newest answer."""
    return await service.undo(id, token, data)


@get(f"{_GAME}/ways", responses=refusals(400, 401, 403, 404, 409), opt={"limit": "answer"})
async def ways(service: Games, id: GameId, token: Token, space: Space) -> list[wire.WaysRow]:
    """The ways of the units in a space, for an open question of moves."""
    return await service.ways(id, token, space)


@get(f"{_GAME}/advice", responses=refusals(400, 401, 403, 404, 409), opt={"limit": "think"})
async def advice(service: Games, id: GameId, token: Token, decision: Number) -> wire.Advice:
    """What the computer would answer."""
    return await service.advice(id, token, decision)


@get(f"{_GAME}/odds", responses=refusals(400, 401, 404, 409), opt={"limit": "think"})
async def standing(service: Games, id: GameId, token: Token, space: Space) -> wire.OddsBrief:
    """The odds of the battle that stands in a space now."""
    return await service.odds(id, token, space)


@post(
    f"{_GAME}/preview",
    status_code=200,
    responses=refusals(*_BODY, 401, 403, 404, 409),
    opt={"limit": "think"},
)
async def preview(data: JSONBody[requests.MovePreview], service: Games, id: GameId, token: Token) -> wire.OddsBrief:
    """The odds of an attack, if these moves were made."""
    return await service.preview(id, token, data)


@post(
    f"{_GAME}/chat",
    status_code=200,
    responses=refusals(*_BODY, 401, 403, 404),
    opt={"limit": "chat"},
)
async def chat(data: JSONBody[requests.Say], service: Games, id: GameId, token: Token) -> wire.Message:
    """A line of chat."""
    return await service.say(id, token, data)


@post(
    f"{_GAME}/join",
    status_code=200,
    responses=refusals(*_BODY, 401, 403, 404, 409),
    opt={"limit": "join"},
)
async def join(data: JSONBody[requests.Join], service: Games, id: GameId, token: Token) -> requests.Joined:
    """Takes an open seat by the secret of its invitation."""
    return await service.join(id, token, data)


@post(
    f"{_GAME}/seats",
    status_code=200,
    responses=refusals(*_BODY, 401, 403, 404, 409),
    opt={"limit": "seats"},
)
async def seat(data: JSONBody[requests.SeatChange], service: Games, id: GameId, token: Token) -> requests.Invitation:
    """The host gives a seat away, opens it, or takes it."""
    return await service.seat(id, token, data)


@get(f"{_GAME}/invitations", responses=refusals(401, 403, 404, 409), opt={"limit": "seats"})
async def invitations(service: Games, id: GameId, token: Token) -> list[requests.Invitation]:
    """New invitations for all open seats; the old ones are void."""
    return await service.invitations(id, token)


@post(f"{_GAME}/close", status_code=200, responses=refusals(401, 403, 404, 409), opt={"limit": "seats"})
async def close(service: Games, id: GameId, token: Token) -> requests.Accepted:
    """The host ends the game, without a winner."""
    return await service.close(id, token)


@get(f"{_GAME}/save", responses=refusals(401, 404, 409), opt={"limit": "proof"}, media_type="application/json")
async def save(service: Games, id: GameId, token: Token) -> Response[dict[str, Any]]:
    """The saved game, once it is over: a file for `sandtable replay` and `sandtable verify-dice`."""
    text = await service.save(id, token)
    headers = {"Content-Disposition": f'attachment; filename="sandtable-{id}.json"'}
    return Response(text.encode(), headers=headers, media_type="application/json")  # type: ignore[arg-type]


@get(f"{_GAME}/proof", responses=refusals(401, 404, 409), opt={"limit": "proof"})
async def proof(service: Games, id: GameId, token: Token) -> wire.DiceProof:
    """Every roll of a finished game, rolled again."""
    return await service.proof(id, token)


@get(f"{_GAME}/updates", responses=refusals(400, 401, 404))
async def updates(service: Games, id: GameId, token: Token, after: Number = 0) -> list[wire.LiveMessage]:
    """What a live connection would have told since frame `after` (-1: everything)."""
    return await service.updates(id, token, after)


# --- the live connection ----------------------------------------------------------------------------------------------

#: Seconds in which a client says hello.
PATIENCE = 10.0

#: Messages after the hello that are overlooked.
PRATTLE = 100

#: Codes with which a connection is closed, besides 4000 + the HTTP status of a refusal.
NORMAL, GOING, LATER = 1000, 1001, 1013


@websocket(f"{_GAME}/live")
async def live(socket: WebSocket[Any, Any, State], game: FromPath[str]) -> None:
    """Follows a game: the client says `Hello`, the server tells all news until one of them goes."""
    meter: Meter = socket.app.state.meter
    service: Service = socket.app.state.service
    address = socket.client.host if socket.client else ""
    await socket.accept()
    try:
        with meter.connected(address, game):
            hello = await _hello(socket)
            async with service.follow(game_id(game), hello) as queue:
                code = await _tell(socket, queue)
        await _bye(socket, code, "The server closed this connection. Reconnect.")
    except WebSocketDisconnect:
        pass
    except Refused as no:
        await _bye(socket, 4000 + no.status, no.sentence)
    except Spent:
        await _bye(socket, 4429, "Too many live connections.")
    except Exception:
        log.exception("a live connection of game %s failed", game)
        await _bye(socket, 4500, "Something went wrong on the server. Reconnect.")


async def _hello(socket: WebSocket[Any, Any, State]) -> requests.Hello:
    """The first message of a client; raises `Refused`."""
    try:
        async with asyncio.timeout(PATIENCE):
            return msgspec.json.decode(await socket.receive_text(), type=requests.Hello)
    except TimeoutError:
        raise Refused(408, "No Hello message received in time.") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused(400, "The first message must be a Hello.") from None


async def _tell(socket: WebSocket[Any, Any, State], queue: asyncio.Queue[wire.LiveMessage | None]) -> int:
    """Sends the news until the service ends it (the code to close with) or the client goes (`WebSocketDisconnect`)."""
    gone = asyncio.create_task(_until_gone(socket))
    try:
        while True:
            news = asyncio.create_task(queue.get())
            await asyncio.wait((news, gone), return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                news.cancel()
                gone.result()
                return NORMAL
            message = news.result()
            if message is None:
                return LATER
            try:
                await socket.send_text(msgspec.json.encode(message))
            except (OSError, RuntimeError) as lost:  # he went away in the middle of it
                raise WebSocketDisconnect(detail=str(lost)) from lost
    finally:
        gone.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await gone


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    """Reads what the client says, which has nothing to say any more, until it goes, or goes on talking."""
    for _ in range(PRATTLE):
        await socket.receive_data("text")
    raise Refused(429, "This connection does not accept messages from clients.")


async def _bye(socket: WebSocket[Any, Any, State], code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))


HANDLERS = [
    editions, edition_map, documents, check, write_variant, read_variant, odds,
    create, rows, view, start, frames, answer, undo, ways, advice, standing, preview, chat, join, seat, invitations,
    close, save, proof, updates, live,
]  # fmt: skip
