"""HTTP routes of passkeys (see docs/server.md); each handler makes one call to the service."""

from __future__ import annotations

from typing import Any

from litestar import Request, get
from litestar.datastructures import State
from litestar.params import JSONBody

from . import requests
from .routes import Games, Token, refusals
from .routes_people import changing
from .wire_passkeys import NewPasskey, OldPasskey, PasskeyInfo, PasskeyOptions, UsedPasskey


@changing("/api/people/passkey/options", 409, limit="join", body=False)
async def entry_options(service: Games) -> PasskeyOptions:
    """Get what the browser needs to prove a passkey."""
    return await service.entry_options()


@changing("/api/people/passkey", 403, 409, limit="join")
async def enter_by_passkey(
    request: Request[Any, Any, State], data: JSONBody[UsedPasskey], service: Games
) -> requests.Entered:
    """Sign in with a passkey."""
    return await service.enter_by_passkey(data, request.headers.get("origin", ""))


@get("/api/me/passkeys", responses=refusals(401))
async def passkeys(service: Games, token: Token) -> list[PasskeyInfo]:
    """List one's passkeys."""
    return await service.passkeys(token)


@changing("/api/me/passkeys/options", 401, 409, body=False)
async def passkey_options(service: Games, token: Token) -> PasskeyOptions:
    """Get what the browser needs to make a passkey."""
    return await service.passkey_options(token)


@changing("/api/me/passkeys", 401, 403, 409)
async def add_passkey(
    request: Request[Any, Any, State], data: JSONBody[NewPasskey], service: Games, token: Token
) -> list[PasskeyInfo]:
    """Add a passkey that the browser has made."""
    return await service.add_passkey(token, data, request.headers.get("origin", ""))


@changing("/api/me/passkeys/remove", 401, 404)
async def remove_passkey(data: JSONBody[OldPasskey], service: Games, token: Token) -> list[PasskeyInfo]:
    """Remove a passkey."""
    return await service.remove_passkey(token, data)


HANDLERS = [entry_options, enter_by_passkey, passkeys, passkey_options, add_passkey, remove_passkey]
