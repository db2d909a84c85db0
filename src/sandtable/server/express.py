"""The frequent requests of a game, without the framework: it would take most of the time of an answer.

An `Express` wraps the application. It takes the requests in `ROUTES` if they are plain, with the same guards, bodies,
refusals and headers as the routes of `routes`; it leaves all others to the application.
"""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import msgspec
import structlog
from litestar import Litestar
from litestar.types import ASGIApp, Receive, Send

from . import requests
from .app import HEADERS, refused
from .limits import Limits, group
from .refusals import Refused, in_words
from .routes import game_id, token_of
from .service import Service


class Call(NamedTuple):
    """A request: the id of the game, the token, the client's address, the query, and the body (None: there is none)."""

    game: str
    token: str
    address: str
    query: dict[str, str]
    body: Any


class Route(NamedTuple):
    """How to answer a kind of request: its limit, the type of its body, the numbers and texts in its query.

    `needs` are the numbers without a default.
    """

    answer: Callable[[Service, Call], Awaitable[Any]]
    limit: str = ""
    body: Any = None
    numbers: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def _number(call: Call, name: str, default: int) -> int:
    return int(call.query.get(name, default))


ROUTES: dict[tuple[str, str], Route] = {
    ("GET", ""): Route(lambda s, c: s.view(c.game, c.token)),
    ("GET", "updates"): Route(lambda s, c: s.updates(c.game, c.token, _number(c, "after", 0)), numbers=("after",)),
    ("GET", "ways"): Route(lambda s, c: s.ways(c.game, c.token, c.query["space"]), "answer", texts=("space",)),
    ("GET", "advice"): Route(
        lambda s, c: s.advice(c.game, c.token, _number(c, "decision", -1)),
        "think",
        numbers=("decision",),
        needs=("decision",),
    ),
    ("POST", "answers"): Route(lambda s, c: s.answer(c.game, c.token, c.body), "answer", requests.Answer),
    ("POST", "undo"): Route(lambda s, c: s.undo(c.game, c.token, c.body), "answer", requests.TakeBack),
}
_PATH = re.compile(r"/api/games/([A-Za-z0-9_-]{1,64})(?:/([a-z]+))?")
_NUMBER = re.compile(r"-1|\d{1,9}")
#: Responses of this size or more are compressed, at the fastest level.
PACKED, LEVEL = 800, 1
_ALWAYS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class Express:
    """The application `app` with a short way for frequent requests."""

    def __init__(self, app: Litestar, service: Service, limits: Limits) -> None:
        self.app, self.service, self.limits = app, service, limits

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            found = _PATH.fullmatch(scope["path"])
            route = ROUTES.get((scope["method"], found[2] or "")) if found else None
            if found and route:
                headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
                query = self._plain(route, headers, scope)
                if query is not None:
                    await self._respond(route, found[1], query, headers, scope, receive, send)
                    return
        app: ASGIApp = self.app
        await app(scope, receive, send)

    def _plain(self, route: Route, headers: Mapping[str, str], scope: Any) -> dict[str, str] | None:
        """Return the query of a request, or None if the request is not plain."""
        query: dict[str, str] = {}
        if scope["query_string"]:
            pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            query = dict(pairs)
            if len(query) < len(pairs) or not query.keys() <= {*route.numbers, *route.texts}:
                return None
        if not query.keys() >= {*route.needs}:
            return None
        if not all(_NUMBER.fullmatch(query[name]) for name in route.numbers if name in query):
            return None
        if not all(0 < len(query.get(name, "")) <= 100 and "\0" not in query[name] for name in route.texts):
            return None
        length = headers.get("content-length", "")
        if (route.body is not None) != (length not in ("", "0")) or "transfer-encoding" in headers:
            return None
        return query if not length or (length.isdigit() and int(length) <= self.limits.body) else None

    async def _respond(
        self,
        route: Route,
        id: str,
        query: dict[str, str],
        headers: dict[str, str],
        scope: Any,
        receive: Any,
        send: Send,
    ) -> None:
        request_id = secrets.token_hex(6)
        with structlog.contextvars.bound_contextvars(request=request_id):
            status = 200
            extra: Mapping[str, str] = {}
            try:
                host = scope["client"][0] if scope["client"] else ""
                self.app.state.gate.admit(headers, host, scope["path"], scope["method"], route.limit)
                body = await _body(receive, route.body) if route.body is not None else None
                call = Call(game_id(id), token_of(headers), group(host) if host else "", query, body)
                content = msgspec.json.encode(await route.answer(self.service, call))
            except Gone:
                return
            except Exception as error:
                status, refusal, extra = refused(error, scope["method"], scope["path"])
                content = msgspec.json.encode(refusal)
        await _send(send, status, content, "gzip" in headers.get("accept-encoding", ""), request_id, extra)


class Gone(Exception):
    """The client disconnected during its request."""


async def _body(receive: Any, type: Any) -> Any:
    """Return the body of a request as a struct. Raises `Refused`, and `Gone`."""
    content = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Gone
        content += message.get("body", b"")
        if not message.get("more_body"):
            break
    try:
        return msgspec.json.decode(content, type=type)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused(400, in_words(error)) from None


async def _send(send: Any, status: int, content: bytes, packs: bool, request_id: str, extra: Mapping[str, str]) -> None:
    headers = [*_ALWAYS, (b"content-type", b"application/json"), (b"x-request-id", request_id.encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in extra.items()]
    if packs and len(content) >= PACKED:
        packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 31)
        content = packer.compress(content) + packer.flush()
        headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
    headers.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})
