"""HTTP routes of people who are known (see docs/server.md); each handler makes one call to the service.

The token in the ``Authorization`` header is that of a session, except where a route says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import get, post
from litestar.params import FromPath, JSONBody

from . import requests, wire_people
from .routes import BODY, GameId, Games, Token, refusals

_GAME = "/api/me/games/{game:str}"


def changing(
    path: str, *statuses: int, limit: str = "person", body: bool = True
) -> Callable[[Callable[..., Any]], Any]:
    """Return the decorator of a route that changes something."""
    responses = refusals(*(BODY if body else ()), *statuses)
    return post(path, status_code=200, responses=responses, opt={"limit": limit})


@get("/api/people", responses=refusals())
async def signing(service: Games) -> wire_people.Signing:
    """Tell whether people can sign in on this server."""
    return service.signing()


@changing("/api/people/link", 409, limit="mail")
async def mail_link(data: JSONBody[requests.MailLink], service: Games) -> wire_people.Signing:
    """Mail a link to sign in. Known and unknown addresses get the same response."""
    return await service.mail_link(data)


@changing("/api/people/whose", 403, limit="join")
async def whose(data: JSONBody[requests.Enter], service: Games) -> wire_people.PersonInfo:
    """Tell for which address a mailed link is, without using it up."""
    return await service.whose(data)


@changing("/api/people/enter", 403, limit="join")
async def enter(data: JSONBody[requests.Enter], service: Games) -> requests.Entered:
    """Sign in with a mailed link, which is used up."""
    return await service.enter(data)


@get("/api/me", responses=refusals(401))
async def me(service: Games, token: Token) -> wire_people.PersonInfo:
    """Tell who is signed in."""
    return await service.me(token)


@changing("/api/me/name", 401)
async def rename(data: JSONBody[requests.Rename], service: Games, token: Token) -> wire_people.PersonInfo:
    """Change one's name."""
    return await service.rename(token, data)


@changing("/api/me/leave", 401, body=False)
async def leave(service: Games, token: Token) -> wire_people.Signing:
    """Sign out on this device."""
    return await service.leave(token)


@changing("/api/me/forget", 401, body=False)
async def forget(service: Games, token: Token) -> wire_people.Signing:
    """Delete one's address, name, and list of games. The seats stay with the devices that have them."""
    return await service.forget(token)


@get("/api/me/games", responses=refusals(401))
async def my_games(service: Games, token: Token) -> list[wire_people.MyGame]:
    """List one's games, those that have changed last first."""
    return await service.my_games(token)


@changing("/api/me/games", 401)
async def claim(data: JSONBody[requests.Claim], service: Games, token: Token) -> list[wire_people.MyGame]:
    """Add the games of this device to one's list. Those in which it has no seat are skipped."""
    return await service.claim(token, data)


@changing(f"{_GAME}/token", 401, 403, 404, 409, body=False)
async def seat_here(service: Games, id: GameId, token: Token) -> requests.Pass:
    """Get a token for one's seats in a game, for this device."""
    return await service.seat_here(token, id)


@get(f"{_GAME}/news", responses=refusals(401, 403, 404), opt={"limit": "think"})
async def news(service: Games, id: GameId, token: Token) -> wire_people.News:
    """Tell what has happened in a game since one has seen it last."""
    return await service.news(token, id)


@changing(f"{_GAME}/seen", 401, 403, 404)
async def saw(data: JSONBody[requests.Seen], service: Games, id: GameId, token: Token) -> wire_people.Signing:
    """Note the latest frame that one has seen."""
    return await service.saw(token, id, data.revision)


@changing(f"{_GAME}/drop", 401, 403, 404, body=False)
async def drop(service: Games, id: GameId, token: Token) -> wire_people.Signing:
    """Remove a game from one's list."""
    return await service.drop(token, id)


@get("/api/open", responses=refusals())
async def open_games(service: Games) -> list[wire_people.OpenGame]:
    """List the games that anyone can join, the newest first."""
    return await service.open_games()


@post(
    "/api/games/{game:str}/take", status_code=200, responses=refusals(*BODY, 401, 403, 404, 409), opt={"limit": "join"}
)
async def take(data: JSONBody[requests.Take], service: Games, id: GameId, token: Token) -> requests.Joined:
    """Take open seats of a public game. The token is that of the game, if any."""
    return await service.take(id, token, data)


@get("/api/ratings/{edition:str}", responses=refusals())
async def ratings(service: Games, edition: FromPath[str]) -> list[wire_people.PlayerInfo]:
    """List the people with a rating in an edition, the best ones first."""
    return await service.ratings(edition)


@get("/api/players/{person:str}", responses=refusals(404))
async def player(service: Games, person: FromPath[str]) -> wire_people.PlayerPage:
    """Get the public page of a person: ratings, results, and luck."""
    return await service.player(person)


HANDLERS = [
    open_games, take, ratings, player,
    signing, mail_link, whose, enter, me, rename, leave, forget, my_games, claim, seat_here, news, saw, drop,
]  # fmt: skip
