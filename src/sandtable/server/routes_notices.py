"""HTTP routes of notices (see docs/server.md); the token in the ``Authorization`` header is that of a session."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.params import JSONBody, PathParameter

from . import wire_notices as wire
from .requests import Accepted
from .routes import GameId, Games, Token, refusals
from .routes_people import changing


@get("/api/me/notices", responses=refusals(401))
async def notices(service: Games, token: Token) -> wire.NoticeInfo:
    """Tell how often one gets notices, and on which devices."""
    return await service.notices(token)


@changing("/api/me/notices", 401, 409)
async def wish_notices(data: JSONBody[wire.NoticeWishes], service: Games, token: Token) -> wire.NoticeInfo:
    """Change how often one gets notices, and one's holiday."""
    return await service.wish_notices(token, data)


@changing("/api/me/push", 401, 409, limit="join")
async def add_device(data: JSONBody[wire.PushDevice], service: Games, token: Token) -> wire.NoticeInfo:
    """Send pushes to this device from now on."""
    return await service.add_device(token, data)


@changing("/api/me/push/drop", 401)
async def drop_device(data: JSONBody[wire.PushGone], service: Games, token: Token) -> wire.NoticeInfo:
    """Send no more pushes to a device."""
    return await service.drop_device(token, data)


@changing("/api/people/stop/{secret:str}", 400, 403, limit="join", body=False)
async def stop_mail(
    secret: Annotated[str, PathParameter(max_length=200, description="From a link in mail")], service: Games
) -> wire.Stopped:
    """Send no more mail about games, by the signed link in each of them; mail programs can do it, too."""
    return await service.stop_mail(secret)


@changing("/api/games/{game:str}/wake", 401, 403, 404, 409, limit="seats", body=False)
async def wake(service: Games, id: GameId, token: Token) -> Accepted:
    """Wake a game that sleeps, with the token of a player or the host."""
    return await service.wake(id, token)


@get("/api/games/{game:str}/orders", responses=refusals(401, 403, 404))
async def orders(service: Games, id: GameId, token: Token) -> list[wire.PowerOrders]:
    """List one's standing orders in a game, with the token of a player."""
    return await service.orders(id, token)


@changing("/api/games/{game:str}/orders", 401, 403, 404, 409, limit="answer")
async def order(data: JSONBody[wire.PowerOrders], service: Games, id: GameId, token: Token) -> list[wire.PowerOrders]:
    """Replace the standing orders of one of one's powers."""
    return await service.order(id, token, data)


HANDLERS = [notices, wish_notices, add_device, drop_device, stop_mail, wake, orders, order]
