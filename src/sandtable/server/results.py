"""Results and ratings of people who are known: written once when a game ends, and read for lists and pages.

A game counts for the rating of its edition if it was won (or drawn) on the board and people who are known played on
several sides. Computer players, guests, and people who played on several sides do not count. The system is that of
`openskill` (Plackett and Luce), for several people on a side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from openskill.models import PlackettLuce
from sqlalchemy.engine import Connection

from . import luck
from .queries import Work
from .records import Seat
from .tables import ENTRIES, GAMES, HOLDINGS, PEOPLE, RATINGS, RESULTS
from .wire import Luck
from .wire_people import PlayerInfo, PlayerPage, RatingInfo, ResultInfo

#: Maximum number of people in a list of ratings, and of results on a person's page.
LISTED, SHOWN = 100, 50
#: Points of a rating: this many for each unit of skill, above the skill that is certain.
SCALE = 40

_MODEL = PlackettLuce()


class Side(NamedTuple):
    """The people who are known on one side, each with their powers, and whether the side has won."""

    name: str
    won: bool
    people: dict[str, list[str]]


class _Measured(msgspec.Struct):
    """What luck needs of a frame."""

    n: int
    undoes: int = 0
    luck: list[Luck] = []


def settle(game: str, seats: Sequence[Seat], sides: Mapping[str, str], winner: str, at: float) -> Work:
    """Write the results of a game that has ended; `winner` is a side or empty.

    `sides` maps the powers of the game to their sides at its end.
    Frames must have been written before, in the same transaction.
    """

    def work(connection: Connection) -> None:
        teams = _sides(connection, game, seats, sides, winner)
        if not teams:
            return
        edition = connection.execute(sa.select(GAMES.c.edition).where(GAMES.c.id == game)).scalar_one()
        everybody = [person for team in teams for person in team.people]
        rated = len(teams) > 1 and len(set(everybody)) == len(everybody)
        after = _rate(connection, edition, teams) if rated else {}
        fortune = {row.power: row for row in _fortune(connection, game)}
        rows: dict[str, dict[str, Any]] = {}
        for team in teams:
            for person, powers in team.people.items():
                own = luck.summed(msgspec.structs.replace(fortune[p], power="") for p in powers if p in fortune)
                rolled = own[0] if own else Luck("", 0, 0.0, 0.0)
                mu, sigma = after.get(person, (0.0, 0.0))
                rows[person] = {
                    "game": game, "person": person, "edition": edition, "powers": msgspec.json.encode(powers).decode(),
                    "side": team.name, "won": int(team.won), "drawn": int(not winner), "rated": int(rated), "at": at,
                    "hits": rolled.hits, "expected": rolled.expected, "variance": rolled.variance,
                    "mu": mu, "sigma": sigma,
                }  # fmt: skip
        connection.execute(RESULTS.insert(), list(rows.values()))

    return work


def _sides(
    connection: Connection, game: str, seats: Sequence[Seat], sides: Mapping[str, str], winner: str
) -> list[Side]:
    """Return the sides of a game on which people who are known have seats."""
    held = connection.execute(
        sa.select(HOLDINGS.c.holder, sa.func.min(HOLDINGS.c.person).label("person"))
        .where(HOLDINGS.c.game == game)
        .group_by(HOLDINGS.c.holder)
    )
    people = {row.holder: row.person for row in held}
    found: dict[str, Side] = {}
    for seat in seats:
        if seat.kind == "human" and seat.token in people:
            name = sides.get(seat.power, "")
            side = found.setdefault(name, Side(name, name == winner, {}))
            side.people.setdefault(people[seat.token], []).append(seat.power)
    return list(found.values())


def _rate(connection: Connection, edition: str, teams: Sequence[Side]) -> dict[str, tuple[float, float]]:
    """Update the ratings of the people on these sides; return their new mean and deviation."""
    people = [person for team in teams for person in team.people]
    mine = sa.and_(RATINGS.c.edition == edition, RATINGS.c.person.in_(people))
    before = {r.person: r for r in connection.execute(sa.select(RATINGS).where(mine).with_for_update())}
    known = {p: _MODEL.rating(mu=r.mu, sigma=r.sigma) for p, r in before.items()}
    skills = [[known.get(p) or _MODEL.rating() for p in team.people] for team in teams]
    new = _MODEL.rate(skills, ranks=[1.0 if team.won else 2.0 for team in teams])
    after = dict(zip(people, ((skill.mu, skill.sigma) for team in new for skill in team), strict=True))
    games = {p: r.games for p, r in before.items()}
    rows = [
        {"person": p, "edition": edition, "mu": mu, "sigma": sigma, "games": games.get(p, 0) + 1}
        for p, (mu, sigma) in after.items()
    ]
    connection.execute(RATINGS.delete().where(mine))
    connection.execute(RATINGS.insert(), rows)
    return after


def _fortune(connection: Connection, game: str) -> list[Luck]:
    """Return the luck of the powers in a whole game; undone answers do not count."""
    rows = connection.execute(sa.select(ENTRIES.c.frame).where(ENTRIES.c.game == game))
    frames = [msgspec.json.decode(row.frame, type=_Measured) for row in rows]
    undone = {frame.undoes for frame in frames}
    return luck.summed(row for frame in frames if frame.n not in undone for row in frame.luck)


# --- reading ----------------------------------------------------------------------------------------------------------


def points(mu: float, sigma: float) -> int:
    """Return a rating as points: the skill that a person has almost certainly; 0 for a new one."""
    return round(SCALE * (mu - 3 * sigma))


def ratings(connection: Connection, edition: str) -> list[PlayerInfo]:
    """Return the people with a rating in an edition, the best ones first."""
    best = (RATINGS.c.mu - 3 * RATINGS.c.sigma).desc()
    found = connection.execute(
        sa.select(PEOPLE.c.name, RATINGS).join(PEOPLE, PEOPLE.c.id == RATINGS.c.person)
        .where(RATINGS.c.edition == edition).order_by(best).limit(LISTED)
    )  # fmt: skip
    return [PlayerInfo(r.person, r.name, RatingInfo(edition, points(r.mu, r.sigma), r.sigma, r.games)) for r in found]


def page(connection: Connection, person: str) -> PlayerPage | None:
    """Return a person's page, or None if there is no such person. Only games of the public list are named."""
    name = connection.execute(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == person)).scalar()
    if name is None:
        return None
    rated = connection.execute(sa.select(RATINGS).where(RATINGS.c.person == person).order_by(RATINGS.c.edition))
    own = [RatingInfo(r.edition, points(r.mu, r.sigma), r.sigma, r.games) for r in rated]
    every = connection.execute(
        sa.select(RESULTS, GAMES.c.title, GAMES.c.listed).join(GAMES, GAMES.c.id == RESULTS.c.game)
        .where(RESULTS.c.person == person).order_by(RESULTS.c.at.desc())
    ).all()  # fmt: skip
    results = [
        ResultInfo(
            r.game if r.listed else "", r.title if r.listed else "", r.edition, msgspec.json.decode(r.powers), r.side,
            "drawn" if r.drawn else "won" if r.won else "lost", bool(r.rated), r.at,
            Luck("", r.hits, r.expected, r.variance),
        )
        for r in every
    ]  # fmt: skip
    whole = luck.summed(result.luck for result in results)
    rolled = whole[0] if whole else Luck("", 0, 0.0, 0.0)
    return PlayerPage(person, name, own, results[:SHOWN], len(results), rolled)
