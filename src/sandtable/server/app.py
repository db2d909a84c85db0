"""The server as an ASGI application: the API of `routes`, the built client, and the guards of both.

::

    async with Service(url) as service:
        app = make_app(service)        # run it with uvicorn, see cli/serve.py

On any error, the client receives a `Refusal` with a one-sentence message.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, get, route
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath
from litestar.types import Message, Scope

from ..core.errors import SandtableError
from . import routes_notices, routes_passkeys, routes_people
from .gate import Gate
from .limits import Limits, Meter, Spent
from .logs import identified
from .openapi import describe
from .origins import Origins
from .pages import READY, Pages
from .refusals import Refused, in_words, log, refusal, sentence
from .requests import Refusal
from .routes import HANDLERS, StrictRequest, fixed, provide_address, provide_id, provide_service, provide_token
from .service import Service
from .solving import Solver

#: The routes of people who are known.
PEOPLE = [*routes_people.HANDLERS, *routes_notices.HANDLERS, *routes_passkeys.HANDLERS]

#: Scripts and all other resources come only from this server. Style attributes set computed widths and colors.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def make_app(
    service: Service, *, limits: Limits | None = None, pages: Pages | None = None, names: Iterable[str] = ()
) -> Litestar:
    """Return the application for a service that the caller has entered and will exit.

    The server answers to `names`, to localhost, and to IP addresses.
    """
    limits = limits or Limits()
    meter = Meter(limits)
    state = {
        "service": service,
        "meter": meter,
        "solver": Solver(service.calculator),
        "pages": pages or Pages(),
        "gate": Gate(Origins(names), meter),
    }
    return Litestar(
        [*HANDLERS, *PEOPLE, description, page],
        guards=[admitted],
        middleware=[identified],
        dependencies={
            "service": Provide(provide_service),
            "token": Provide(provide_token),
            "address": Provide(provide_address),
            "id": Provide(provide_id),
        },
        request_class=StrictRequest,
        state=State(state),
        exception_handlers={Exception: refuse},
        request_max_body_size=limits.body,
        compression_config=CompressionConfig("gzip", minimum_size=800, gzip_compress_level=5, exclude_opt_key=READY),
        before_send=[secure],
        openapi_config=OpenAPIConfig(
            "Sandtable",
            "1",
            description="Play Axis & Allies games with house rules. A game's id is its public link.",
            use_handler_docstrings=True,
            operation_id_creator=lambda handler, method, path: handler.handler_name,
            render_plugins=[],
        ),
        logging_config=None,
        debug=False,
    )


# --- the API description and the client -------------------------------------------------------------------------------


@get("/api/openapi.json", opt={READY: True}, include_in_schema=False, sync_to_thread=True)
def description(request: Request[Any, Any, State]) -> Response[dict[str, Any]]:
    """Get the API description."""
    return fixed(request, describe, request.app)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], opt={READY: True}, include_in_schema=False)
async def page(request: Request[Any, Any, State], state: State, path: FromPath[str] = "") -> Response[Any]:
    """Return a file of the client, or its start page for every address that is not a file."""
    pages: Pages = state.pages
    inside = path.strip("/")
    if inside == "api" or inside.startswith("api/"):
        raise Refused(404, "Not found.")
    found = pages.find(inside)
    if found is None:
        why = "File not found." if pages.built() else "The browser client has not been built. Run 'make client'."
        raise Refused(404, why)
    answer = found.answer(request)
    if inside == CHECKER:
        answer.headers["Content-Security-Policy"] = CHECKER_POLICY
    return answer


#: The page that checks dice without a server: one file, with its scripts inside, that can load and send nothing.
CHECKER = "verify_dice.html"
CHECKER_POLICY = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"


async def secure(message: Message, scope: Scope) -> None:
    """Add the security headers to every response."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if id := scope["state"].get("request_id"):
            headers.setdefault("X-Request-ID", id)


# --- the guard --------------------------------------------------------------------------------------------------------


async def admitted(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Let a request in, see `Gate`. A coroutine, because the framework would run a function in a thread."""
    gate: Gate = connection.app.state.gate
    host = connection.client.host if connection.client else ""
    scope = connection.scope
    gate.admit(connection.headers, host, scope["path"], str(scope.get("method", "")), handler.opt.get("limit", ""))


# --- refusals ---------------------------------------------------------------------------------------------------------


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """Return the response for an error."""
    status, refusal, headers = refused(error, request.method, request.url.path)
    if status == 405 and request.scope["path"].startswith("/api/") and not _known(request):
        status, refusal = 404, Refusal("Not found.")
    return Response(refusal, status_code=status, headers=headers, media_type="application/json")


def refused(error: Exception, method: str, path: str) -> tuple[int, Refusal, dict[str, str]]:
    """Return status, body, and headers of the response for an error. Only faults of the program are logged."""
    found = _refusal(error)
    if found[0] >= 500 and not isinstance(error, Refused):
        log.error("%s %s failed", method, path, exc_info=error)
    return found


def _refusal(error: Exception) -> tuple[int, Refusal, dict[str, str]]:
    match error:
        case Refused():
            headers = {"Retry-After": str(error.retry)} if error.retry else {}
            return error.status, Refusal(error.sentence, error.rule), headers
        case Spent():
            text = f"Too many requests. Try again in {error.seconds} seconds."
            return 429, Refusal(text), {"Retry-After": str(error.seconds)}
        case SandtableError():
            found = refusal(error)
            return found.status, Refusal(" ".join(found.sentence.split()), found.rule), {}
        case RecursionError():
            return 400, Refusal(in_words(error)), {}
        case ValidationException():
            return 400, Refusal(_of_parameters(error)), {}
        case HTTPException() if error.status_code < 500:
            status = 400 if error.status_code == 422 else error.status_code
            return status, Refusal(_PLAIN.get(status) or sentence(ValueError(error.detail))), dict(error.headers or {})
    return 500, Refusal("Something went wrong on the server. Everything it confirmed earlier is saved."), {}


_PLAIN = {
    404: "Not found.",
    405: "This address does not accept that kind of request.",
    413: "The request is too large.",
}


def _of_parameters(error: ValidationException) -> str:
    """Return what is wrong with the parameters of an address, or with a missing body."""
    rows: Any = error.extra or []
    row = rows[0] if isinstance(rows, list) and rows and isinstance(rows[0], dict) else {}
    if row.get("source") == "body" or row.get("key") == "data":
        return "The request has no body."
    if row.get("key"):
        told = re.sub(", got `.+`$", "", row["message"])  # every parameter of an address is text
        return in_words(msgspec.ValidationError(f"{told} - at `$.{row['key']}`"))
    missing = re.search(r"Missing required query parameter '?(\w+)'?", error.detail)
    return f"The request has no parameter {missing[1]}." if missing else sentence(ValueError(error.detail))


def _known(request: Request[Any, Any, Any]) -> bool:
    """Return whether the API has a route at this address."""
    ways = (r.path_format for r in request.app.routes if r.path_format.startswith("/api/"))
    return any(re.fullmatch(re.sub(r"{[^}]+}", "[^/]+", way), request.scope["path"]) for way in ways)
