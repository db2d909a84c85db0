"""Typed structs for people and what they find: their games and news, open games, results, and ratings; see `wire`."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..core.structs import learn
from .terms import Pace
from .wire import GameRow, Luck


class Signing(msgspec.Struct, frozen=True):
    """Whether people can sign in on this server, by a mailed link."""

    mail: bool


class PersonInfo(msgspec.Struct, frozen=True):
    """Who is signed in, for themselves only; the name is empty at first. `id` is that of their public page."""

    name: str
    mail: str
    id: str = ""


class MyGame(msgspec.Struct, frozen=True):
    """A game in a person's list: their powers, those whose decisions they must make now (also of partners for whom
    they act), and the newest frame with the latest that the person has seen."""

    row: GameRow
    powers: list[str]
    asked: list[str]
    seen: int
    revision: int


class News(msgspec.Struct, frozen=True):
    """What has happened in a game since frame `seen`, in sentences; `revision` is the newest frame."""

    seen: int
    revision: int
    lines: list[str]


class OpenGame(msgspec.Struct, frozen=True):
    """A game that anyone can join: the `wanted` powers, who has made it, and under which rules.

    `variant` is the name of the rules that the host has given them, `fingerprint` tells equal rules from others.
    """

    row: GameRow
    host: str
    variant: str
    fingerprint: str
    wanted: list[str]
    pace: Pace | None


class RatingInfo(msgspec.Struct, frozen=True):
    """A rating in an edition: `points` (0 for a new player), its uncertainty `sigma`, and the number of `games`."""

    edition: str
    points: int
    sigma: float
    games: int


class PlayerInfo(msgspec.Struct, frozen=True):
    """A person in a list of ratings."""

    id: str
    name: str
    rating: RatingInfo


class ResultInfo(msgspec.Struct, frozen=True):
    """A finished game of a person; id and title are empty for games that are not public. `luck` is that of all the
    person's powers."""

    id: str
    title: str
    edition: str
    powers: list[str]
    side: str
    outcome: Literal["won", "lost", "drawn"]
    rated: bool
    at: float
    luck: Luck


class PlayerPage(msgspec.Struct, frozen=True):
    """A person's page: ratings, the latest `results` of all `games`, and the luck in all of them."""

    id: str
    name: str
    ratings: list[RatingInfo]
    results: list[ResultInfo]
    games: int
    luck: Luck


learn(globals())
