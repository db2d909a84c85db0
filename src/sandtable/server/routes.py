"""HTTP and WebSocket routes (see docs/server.md); each handler makes one call to the service or to `content`.

The structs of `requests` are validated strictly: a body that does not match the API description is refused.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import InternalServerException, WebSocketDisconnect
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, QueryParameter

from ..draw.atlas import Atlas
from ..draw.division import of_edition
from . import content, reference, requests, wire, wire_board, wire_forms
from .limits import Meter, Spent, group
from .pages import READY, Page
from .refusals import Refused, in_words, log
from .service import Service
from .solving import Solver

# --- parameters of handlers -------------------------------------------------------------------------------------------

Games = NamedDependency[Service]
Token = NamedDependency[str]
GameId = NamedDependency[str]
Address = NamedDependency[str]

Number = Annotated[int, QueryParameter(ge=-1, le=2**31 - 1)]
Space = Annotated[str, QueryParameter(min_length=1, max_length=100, pattern=requests.CLEAN)]


#: Pattern of the ids of games.
ID = "[A-Za-z0-9_-]{1,64}"


class StrictRequest(Request[Any, Any, State]):
    """A request whose body is validated strictly as the struct of its handler: no conversions, no unknown fields."""

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException:  # not a fault of the program
            raise Refused(400, "The connection closed before the request was complete.") from None

    async def json(self) -> Any:
        field = self.route_handler.parsed_data_field
        try:
            return msgspec.json.decode(await self.body(), type=field.annotation if field else Any)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused(400, in_words(error)) from None


def token_of(headers: Mapping[str, str]) -> str:
    """Return the token of a request, or an empty text for a spectator. Raises `Refused` for an invalid header."""
    header = headers.get("authorization", "").strip()
    kind, _, token = header.partition(" ")
    if header and (kind.lower() != "bearer" or not re.fullmatch(r"[!-~]{1,200}", token.strip())):
        raise Refused(401, "The Authorization header must be 'Bearer TOKEN'.")
    return token.strip()


async def provide_token(request: Request[Any, Any, State]) -> str:
    return token_of(request.headers)


async def provide_address(request: Request[Any, Any, State]) -> str:
    """Return the key under which a client's address is counted; empty for this machine."""
    return group(request.client.host) if request.client else ""


async def provide_service(state: State) -> Service:
    service: Service = state.service
    return service


async def provide_id(
    game: Annotated[str, PathParameter(description="The id of a game", schema_extra={"pattern": f"^{ID}$"})],
) -> str:
    return game_id(game)


def game_id(text: str) -> str:
    """Return the id in an address. Raises `Refused` if it is invalid."""
    if not re.fullmatch(ID, text):
        raise Refused(404, "Game not found.")
    return text


# --- descriptions of refusals -----------------------------------------------------------------------------------------

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
    """Return the refusals of a route for its description; every route has a rate limit."""
    return {
        status: ResponseSpec(requests.Refusal, description=_WHY[status], generate_examples=False)
        for status in (*statuses, 429)
    }


#: Response for content that the client has cached.
_KEPT = {304: ResponseSpec(None, description="Not modified", generate_examples=False)}

#: Additional refusals of a route with a body.
BODY = (400, 413)


def fixed(request: Request[Any, Any, State], make: Callable[..., Any], *args: Any) -> Response[Any]:
    """Return the cached response with the result of a function."""
    return _written(make, *args).answer(request)


@lru_cache(maxsize=32)
def _written(make: Callable[..., Any], *args: Any) -> Page:
    return Page.of(msgspec.json.encode(make(*args)), "application/json")


# --- without a game ---------------------------------------------------------------------------------------------------


@get("/api/editions", responses={**_KEPT, **refusals()}, opt={READY: True}, sync_to_thread=True)
def editions(request: Request[Any, Any, State]) -> Response[list[reference.EditionInfo]]:
    """List the playable editions."""
    return fixed(request, content.editions)


@get(
    "/api/editions/{edition:str}/map",
    responses={**_KEPT, **refusals(400, 404)},
    opt={READY: True, "limit": "check"},
    sync_to_thread=True,
)
def edition_map(
    request: Request[Any, Any, State], edition: FromPath[str], cuts: FromQuery[str] = ""
) -> Response[Atlas]:
    """Get the map of an edition, with the sea zones divided that `cuts` names (JSON, as in the board of a game)."""
    if not any(e.id == edition and e.map for e in content.editions()):
        raise Refused(404, "This edition has no map.")
    try:
        return fixed(request, of_edition, edition, cuts)
    except (msgspec.MsgspecError, ValueError):
        raise Refused(404, "The map cannot be divided like that.") from None


@get("/api/documents", responses={**_KEPT, **refusals()}, opt={READY: True}, sync_to_thread=True)
def documents(request: Request[Any, Any, State]) -> Response[list[reference.DocumentInfo]]:
    """List the house-rule documents and the rulebooks."""
    return fixed(request, content.documents)


@post("/api/check", status_code=200, responses=refusals(*BODY, 409), opt={"limit": "check"}, sync_to_thread=True)
def check(data: JSONBody[requests.RuleChoice]) -> reference.Checked:
    """Check rules for conflicts and get the board under them."""
    return content.check(data)


@post(
    "/api/variants/write",
    status_code=200,
    responses=refusals(*BODY, 409),
    opt={"limit": "check"},
    sync_to_thread=True,
)
def write_variant(data: JSONBody[reference.NamedChoice]) -> reference.VariantFile:
    """Write a variant file."""
    return content.write_variant(data)


@post("/api/variants/read", status_code=200, responses=refusals(*BODY, 409), opt={"limit": "check"})
async def read_variant(
    data: JSONBody[reference.VariantFile], service: Games, address: Address
) -> reference.NamedChoice:
    """Read a variant file."""
    return await service.read_variant(data, address)


#: Maximum size of a request with a saved game, in bytes.
SAVED = 2_000_000


@post(
    "/api/saves/read",
    status_code=200,
    responses=refusals(*BODY, 409),
    opt={"limit": "proof"},
    request_max_body_size=SAVED,
)
async def read_save(data: JSONBody[requests.SavedFile], service: Games, address: Address) -> reference.SavedInfo:
    """Read a saved game: play it again and tell where it stands."""
    return await service.read_save(data, address)


@post("/api/saves/play", responses=refusals(*BODY, 409), opt={"limit": "create"}, request_max_body_size=SAVED)
async def go_on(data: JSONBody[requests.SavedGame], service: Games, address: Address) -> requests.Created:
    """Create a game that continues a saved one, with new seats and new dice."""
    return await service.go_on(data, address)


@post("/api/positions/read", status_code=200, responses=refusals(*BODY, 409), opt={"limit": "check"})
async def read_position(
    data: JSONBody[reference.PositionFile], service: Games, address: Address
) -> reference.PositionInfo:
    """Read a position file."""
    return await service.read_position(data, address)


@post("/api/odds", status_code=200, responses=refusals(*BODY, 409), opt={"limit": "odds"})
async def odds(data: JSONBody[reference.OddsWish], state: State, address: Address) -> reference.OddsInfo:
    """Calculate the exact odds of a battle."""
    solver: Solver = state.solver
    return await solver.odds(data, (address,))


@post("/api/odds/raid", status_code=200, responses=refusals(*BODY, 409), opt={"limit": "odds"})
async def raid(data: JSONBody[reference.RaidWish], state: State, address: Address) -> reference.RaidInfo:
    """Calculate the exact odds of a strategic bombing raid."""
    solver: Solver = state.solver
    return await solver.raid(data, (address,))


# --- games ------------------------------------------------------------------------------------------------------------

_GAME = "/api/games/{game:str}"


def act(name: str, limit: str, body: bool = True) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator of a route by which a player or the host acts in a game."""
    statuses = (*(BODY if body else ()), 401, 403, 404, 409)
    return post(f"{_GAME}/{name}", status_code=200, responses=refusals(*statuses), opt={"limit": limit})


@post("/api/games", responses=refusals(*BODY, 409), opt={"limit": "create"})
async def create(data: JSONBody[requests.NewGame], service: Games, address: Address) -> requests.Created:
    """Create a game."""
    content.no_files(data.choice)
    return await service.create(data, address)


@get("/api/games", responses=refusals(400))
async def rows(
    service: Games,
    ids: Annotated[str, QueryParameter(max_length=4000, description="Game ids, separated by commas")] = "",
) -> list[wire.GameRow]:
    """List these games; ids of games that do not exist are skipped."""
    found = [id for id in ids.split(",") if re.fullmatch(ID, id)]
    return await service.rows(list(dict.fromkeys(found))[:100])


@get(_GAME, responses=refusals(401, 404))
async def view(service: Games, id: GameId, token: Token) -> wire.GameView:
    """Get a game as the client may see it."""
    return await service.view(id, token)


@get(f"{_GAME}/start", responses=refusals(401, 404))
async def start(service: Games, id: GameId, token: Token) -> wire_board.Position:
    """Get the first position."""
    return await service.start(id, token)


@get(f"{_GAME}/frames", responses=refusals(400, 401, 404))
async def frames(
    service: Games,
    id: GameId,
    token: Token,
    after: Number = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=1000)] = 1000,
) -> list[wire.Frame]:
    """Get the frames with numbers above `after`."""
    return await service.frames(id, token, after, limit)


@act("answers", "answer")
async def answer(data: JSONBody[requests.Answer], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Answer an open decision. The answer is durably stored before the response."""
    return await service.answer(id, token, data)


@act("undo", "answer")
async def undo(data: JSONBody[requests.TakeBack], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Undo the latest answer."""
    return await service.undo(id, token, data)


@get(f"{_GAME}/ways", responses=refusals(400, 401, 403, 404, 409), opt={"limit": "answer"})
async def ways(service: Games, id: GameId, token: Token, space: Space) -> list[wire_forms.WaysRow]:
    """List the moves of the units in a space, for an open move decision."""
    return await service.ways(id, token, space)


@get(f"{_GAME}/advice", responses=refusals(400, 401, 403, 404, 409), opt={"limit": "think"})
async def advice(service: Games, id: GameId, token: Token, decision: Number) -> wire_forms.Advice:
    """Get the computer's suggested answer."""
    return await service.advice(id, token, decision)


@get(f"{_GAME}/odds", responses=refusals(400, 401, 404, 409), opt={"limit": "think"})
async def standing(service: Games, id: GameId, token: Token, address: Address, space: Space) -> wire_forms.OddsBrief:
    """Get the odds of the current battle in a space."""
    return await service.odds(id, token, space, address)


@act("preview", "think")
async def preview(
    data: JSONBody[requests.MovePreview], service: Games, id: GameId, token: Token, address: Address
) -> wire_forms.OddsBrief:
    """Calculate the odds of an attack after these moves."""
    return await service.preview(id, token, data, address)


@post(
    f"{_GAME}/chat",
    status_code=200,
    responses=refusals(*BODY, 401, 403, 404),
    opt={"limit": "chat"},
)
async def chat(data: JSONBody[requests.Say], service: Games, id: GameId, token: Token) -> wire.Message:
    """Post a line of chat."""
    return await service.say(id, token, data)


@act("join", "join")
async def join(data: JSONBody[requests.Join], service: Games, id: GameId, token: Token) -> requests.Joined:
    """Take the open seats of an invitation with its secret."""
    return await service.join(id, token, data)


@post(f"{_GAME}/offer", status_code=200, responses=refusals(*BODY, 403, 404, 409), opt={"limit": "join"})
async def offer(data: JSONBody[requests.Invited], service: Games, id: GameId) -> requests.Offer:
    """Tell what an invitation offers: the game, its rules, and the powers."""
    return await service.offer(id, data)


@act("salts", "join")
async def reveal(data: JSONBody[requests.Reveal], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Reveal the salts that the player pledged, when all seats are taken."""
    return await service.reveal(id, token, data)


@act("begin", "seats", body=False)
async def begin(service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Begin without the salts that are not revealed (host only)."""
    return await service.begin(id, token)


@act("seats", "seats")
async def seat(data: JSONBody[requests.SeatChange], service: Games, id: GameId, token: Token) -> requests.Invitation:
    """Give a seat to the computer, reopen it, or take it, or propose that to the other players (host only)."""
    return await service.seat(id, token, data)


@act("back", "seats", body=False)
async def back(service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Take one's seats back from the computer player that acts in them since the player's time has run out."""
    return await service.back(id, token)


@act("listing", "seats")
async def listing(data: JSONBody[requests.Listing], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Put the game into the list of open games, or remove it from there (host only)."""
    return await service.list_game(id, token, data)


@act("watching", "seats")
async def watching(data: JSONBody[requests.Watching], service: Games, id: GameId, token: Token) -> requests.WatchLink:
    """Let only people with a new invitation watch the game, or anyone (host only)."""
    return await service.watching(id, token, data)


@get(f"{_GAME}/invitations", responses=refusals(401, 403, 404, 409), opt={"limit": "seats"})
async def invitations(service: Games, id: GameId, token: Token) -> list[requests.Invitation]:
    """Create new invitations for all open seats; the old ones become invalid."""
    return await service.invitations(id, token)


@act("close", "seats", body=False)
async def close(service: Games, id: GameId, token: Token) -> requests.Accepted:
    """End the game without a winner, or propose that to the other players."""
    return await service.close(id, token)


@act("rollback", "proof")
async def rollback(data: JSONBody[requests.Rollback], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Go back to an earlier moment, or propose that to the other players. The game continues in another one."""
    return await service.rollback(id, token, data)


@act("vote", "seats")
async def vote(data: JSONBody[requests.Vote], service: Games, id: GameId, token: Token) -> requests.Accepted:
    """Agree to a proposal, refuse it, or withdraw one's own."""
    return await service.vote(id, token, data)


@act("without", "seats")
async def without(data: JSONBody[requests.Without], service: Games, id: GameId, token: Token) -> requests.Continued:
    """Go on without a rule whose code has failed, in a new game with the same seats and tokens (host only)."""
    return await service.without(id, token, data)


@get(f"{_GAME}/save", responses=refusals(400, 401, 404, 409), opt={"limit": "proof"}, media_type="application/json")
async def save(service: Games, id: GameId, token: Token, address: Address, at: Number = -1) -> Response[dict[str, Any]]:
    """Download the game as a file, without its seed before its end, or as of frame `at` (-1: now)."""
    text = await service.save(id, token, at, address)
    headers = {"Content-Disposition": f'attachment; filename="sandtable-{id}.json"'}
    return Response(text.encode(), headers=headers, media_type="application/json")  # type: ignore[arg-type]


@get(f"{_GAME}/position", responses=refusals(400, 401, 404, 409), opt={"limit": "proof"})
async def position(
    service: Games, id: GameId, token: Token, address: Address, at: Number = -1
) -> reference.PositionInfo:
    """Get the position as of frame `at` (-1: now), for new games that begin at it."""
    return await service.position(id, token, at, address)


@get(f"{_GAME}/proof", responses=refusals(401, 404, 409), opt={"limit": "proof"})
async def proof(service: Games, id: GameId, token: Token, address: Address) -> wire.DiceProof:
    """Verify every roll of a finished game."""
    return await service.proof(id, token, address)


@get(f"{_GAME}/dice", responses=refusals(401, 404), opt={"limit": "proof"}, media_type="application/json")
async def dice(service: Games, id: GameId, token: Token) -> Response[wire.DiceRecord]:
    """Download the dice of a game as a file for `verify_dice.py`."""
    text = await service.record(id, token)
    headers = {"Content-Disposition": f'attachment; filename="sandtable-dice-{id}.json"'}
    return Response(text, headers=headers, media_type="application/json")  # type: ignore[arg-type]


@get(f"{_GAME}/updates", responses=refusals(400, 401, 404))
async def updates(service: Games, id: GameId, token: Token, after: Number = 0) -> list[wire.LiveMessage]:
    """Get what a live connection would have sent since frame `after` (-1: everything)."""
    return await service.updates(id, token, after)


# --- the live connection ----------------------------------------------------------------------------------------------

#: Seconds within which a client must send its `Hello`.
PATIENCE = 10.0

#: Number of later messages that are ignored.
PRATTLE = 100

#: Close codes, besides 4000 + the HTTP status of a refusal.
NORMAL, GOING, LATER = 1000, 1001, 1013


@websocket(f"{_GAME}/live")
async def live(socket: WebSocket[Any, Any, State], game: FromPath[str]) -> None:
    """Follow a game: the client sends a `Hello`, then the server sends all updates."""
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
    """Return the first message of a client. Raises `Refused`."""
    try:
        async with asyncio.timeout(PATIENCE):
            return msgspec.json.decode(await socket.receive_text(), type=requests.Hello)
    except TimeoutError:
        raise Refused(408, "No Hello message received in time.") from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused(400, "The first message must be a Hello.") from None


async def _tell(socket: WebSocket[Any, Any, State], queue: asyncio.Queue[wire.LiveMessage | None]) -> int:
    """Send the messages until the service ends the connection; return the close code.

    Raises `WebSocketDisconnect` if the client disconnects.
    """
    gone, this = asyncio.create_task(_until_gone(socket)), asyncio.current_task()
    assert this is not None
    telling = True
    gone.add_done_callback(lambda _: telling and this.cancel())
    try:
        while True:
            message = await queue.get()
            if message is None:
                return LATER
            try:
                await socket.send_text(encoded(message))
            except (OSError, RuntimeError) as lost:  # the client disconnected during the message
                raise WebSocketDisconnect(detail=str(lost)) from lost
    except asyncio.CancelledError:
        if not gone.done() or gone.cancelled():
            raise
        this.uncancel()
        gone.result()
        return NORMAL
    finally:
        telling = False
        gone.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect):
            await gone


#: Encoded messages and frames by object id, since the followers of a game share them; maximum number of each.
_encoded: OrderedDict[int, tuple[Any, bytes]] = OrderedDict()
ENCODED = 256


def encoded(message: wire.LiveMessage) -> bytes:
    """Return a message as JSON. Messages and frames that several followers share are encoded once."""

    def make() -> bytes:
        if not isinstance(message, wire.Update) or not message.frames:
            return msgspec.json.encode(message)
        frames: Any = [msgspec.Raw(_shared(frame, partial(msgspec.json.encode, frame))) for frame in message.frames]
        return msgspec.json.encode(msgspec.structs.replace(message, frames=frames))

    return _shared(message, make)


def _shared(thing: Any, make: Callable[[], bytes]) -> bytes:
    found = _encoded.get(id(thing))
    if found is None or found[0] is not thing:
        found = _encoded[id(thing)] = thing, make()
        if len(_encoded) > ENCODED:
            _encoded.popitem(last=False)
    return found[1]


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    """Ignore messages of the client until it disconnects. Raises `Refused` if there are too many."""
    for _ in range(PRATTLE):
        await socket.receive_data("text")
    raise Refused(429, "This connection does not accept messages from clients.")


async def _bye(socket: WebSocket[Any, Any, State], code: int, reason: str) -> None:
    with suppress(WebSocketDisconnect, OSError, RuntimeError):
        await socket.close(code, reason.encode()[:120].decode(errors="ignore"))


HANDLERS = [
    editions, edition_map, documents, check, write_variant, read_variant, read_position, read_save, go_on, odds, raid,
    create, rows, view, start, frames, answer, undo, ways, advice, standing, preview, chat, join, offer, reveal, begin,
    seat, back, listing, watching, invitations, close, rollback, vote, without, save, position, proof, dice, updates,
    live,
]  # fmt: skip
