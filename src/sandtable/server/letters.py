"""The texts of notices: what a person must do in which game, what has happened there, and where to go."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from . import agreement, queries
from .live import read_frame
from .news import news
from .outbox import ACTING, CONSENT, Bundle, Notice
from .records import PARTNER
from .tables import BOARDS, ENTRIES, GAMES, HOLDINGS, SEATS
from .views import Veil
from .wire_board import BoardInfo

#: Latest frames that an account covers, and sentences in a push.
RECENT, SHORT = 400, 2
#: Kinds of notices about something that comes without a new frame, so a person who has seen the latest one needs them.
UNSEEN = ("reminder", "seat", "covered", ACTING)
#: What a notice says first, by its kind; the most urgent one of a game comes first.
HEADS = {
    "reminder": "Your time is running out",
    "decision": "A decision waits for you",
    "turn": "Your turn",
    ACTING: "Your turn for a partner",
    CONSENT: "Your consent is wanted",
    "seat": "The computer plays for you",
    "covered": "Your side plays for you",
    "over": "The game is over",
}
TEXTS = {
    "reminder": "{powers}: decide soon, or another player takes over until you come back.",
    "decision": "{powers}: another player's turn waits for your decision.",
    "turn": "It is your turn with {powers}.",
    ACTING: "It is your turn with {powers}.\nYou act for {names}: their time has run out.",
    CONSENT: "A proposal waits for your answer, as the player of {powers}.",
    "seat": "Your time has run out. A computer player acts for {powers} until you take your seat back.",
    "covered": "Your time has run out. The other players of your side act for {powers} until you take your seat back.",
    "over": "You played {powers}.",
}


class Told(NamedTuple):
    """What a message tells about a game: its most urgent kind, sentences, and the newest frame."""

    game: str
    title: str
    kind: str
    lines: list[str]
    revision: int


def told(connection: Connection, bundle: Bundle) -> list[Told]:
    """Return what to tell about each game of a bundle, without what no longer holds or the person has seen."""
    by_game: dict[str, list[Notice]] = {}
    for notice in bundle.notices:
        by_game.setdefault(notice.game, []).append(notice)
    found = (_of_game(connection, bundle.person, game, notices) for game, notices in by_game.items())
    return sorted((one for one in found if one), key=lambda one: list(HEADS).index(one.kind))


def _of_game(connection: Connection, person: str, game: str, notices: Sequence[Notice]) -> Told | None:
    row = connection.execute(
        sa.select(GAMES.c.title, GAMES.c.status, GAMES.c.asked, GAMES.c.asleep, GAMES.c.due, BOARDS.c.info)
        .join(BOARDS, BOARDS.c.fingerprint == GAMES.c.fingerprint)
        .where(GAMES.c.id == game)
    ).first()
    held = connection.execute(
        sa.select(SEATS.c.power, SEATS.c.token, SEATS.c.standin, HOLDINGS.c.seen)
        .join(HOLDINGS, sa.and_(HOLDINGS.c.game == SEATS.c.game, HOLDINGS.c.holder == SEATS.c.token))
        .where(HOLDINGS.c.person == person, HOLDINGS.c.game == game)
        .order_by(SEATS.c.place)
    ).all()
    if row is None or not held or row.asleep:
        return None
    holders, seen = {h.token for h in held}, max(h.seen for h in held)
    acted, covered = _acted(connection, game, holders), _covered(connection, game)
    own = [n for n in notices if n.holder in holders and (n.kind != ACTING or acted <= n.revision)]
    about = _about(row, held, [n.power for n in own if n.kind == ACTING and n.power in covered])
    kinds = {n.kind for n in own if about[n.kind] and (seen < n.revision or n.kind in UNSEEN)}
    kind = next((kind for kind in HEADS if kind in kinds), "")
    if not kind:
        return None
    powers = [h.power for h in held]
    board = msgspec.json.decode(row.info, type=BoardInfo)
    account, newest = account_of(connection, game, board, powers, seen)
    names = ", ".join(dict.fromkeys(covered[power] for power in about[ACTING]))
    told = [one for one in dict.fromkeys((kind, ACTING, CONSENT)) if one in kinds]
    heads = [TEXTS[one].format(powers=", ".join(about[one]), names=names).split("\n") for one in told]
    lines = [*chain.from_iterable(heads), *proposed(connection, game, CONSENT in kinds), *account]
    return Told(game, row.title, kind, lines, newest)


def _about(row: Any, held: Sequence[Any], acting: Iterable[str]) -> dict[str, list[str]]:
    """Return the powers that each kind of notice can be about now; `acting` are those that partners must play."""
    playing, powers = row.status == "playing", [h.power for h in held]
    asked = set(msgspec.json.decode(row.asked)) if playing else set()
    awaited = [h.power for h in held if h.power in asked and not h.standin]
    return {
        "turn": awaited,
        "decision": awaited,
        "reminder": awaited,
        ACTING: [power for power in dict.fromkeys(acting) if power in asked],
        "seat": [h.power for h in held if playing and h.standin not in ("", PARTNER)],
        "covered": [h.power for h in held if playing and h.standin == PARTNER],
        "over": powers if row.status == "over" else [],
        CONSENT: powers if playing and row.due else [],
    }


def _acted(connection: Connection, game: str, holders: Iterable[str]) -> int:
    """Return the number of the latest entry that a person has made, 0 if there is none."""
    where = sa.and_(ENTRIES.c.game == game, ENTRIES.c.giver.in_(list(holders)))
    return connection.execute(sa.select(sa.func.max(ENTRIES.c.n)).where(where)).scalar() or 0


def _covered(connection: Connection, game: str) -> dict[str, str]:
    """Return the powers in which partners act, with the names of their absent players."""
    where = sa.and_(SEATS.c.game == game, SEATS.c.standin == PARTNER)
    return {row.power: row.name for row in connection.execute(sa.select(SEATS.c.power, SEATS.c.name).where(where))}


def proposed(connection: Connection, game: str, wanted: bool) -> list[str]:
    """Return a sentence about the latest proposal in a game, if it is `wanted`."""
    notes = sa.select(ENTRIES.c.text).where(ENTRIES.c.game == game, ENTRIES.c.question == agreement.PROPOSED)
    text = connection.execute(notes.order_by(ENTRIES.c.n.desc()).limit(1)).scalar() if wanted else None
    if text is None:
        return []
    motion = msgspec.json.decode(text, type=agreement.Motion)
    return [f"{agreement.told(agreement.PROPOSED, motion, motion.name, motion.powers)}."]


def account_of(
    connection: Connection, game: str, board: BoardInfo, powers: Sequence[str], seen: int
) -> tuple[list[str], int]:
    """Return sentences about what has happened since frame `seen`, for the player of powers; and the newest frame."""
    newest = connection.execute(sa.select(sa.func.max(ENTRIES.c.n)).where(ENTRIES.c.game == game)).scalar() or 0
    veil = Veil(board.hidden, tuple(powers))
    stored = queries.frames(connection, game, max(seen, newest - RECENT), RECENT)
    return news([read_frame(frame, secrets, veil) for frame, secrets in stored], board, powers), newest


# --- mail -------------------------------------------------------------------------------------------------------------


def subject(games: Sequence[Told]) -> str:
    """Return the subject of a mail."""
    if len(games) == 1:
        return f"{HEADS[games[0].kind]}: {games[0].title}"
    return f"{HEADS[games[0].kind]}: {games[0].title}, and {len(games) - 1} more"


def letter(games: Sequence[Told], home: str, stop: str) -> str:
    """Return the text of a mail; `stop` is the address that ends them."""
    parts = ["\n".join([one.title, *(f"- {line}" for line in one.lines), f"{home}/game/{one.game}"]) for one in games]
    foot = f"Choose how often you get mail, or set a holiday: {home}/me\nGet no more mail about games: {stop}"
    return "\n\n".join([*parts, f"--\n{foot}"]) + "\n"


def headers(bundle: Bundle, domain: str, stop: str) -> dict[str, str]:
    """Return the headers of a mail; a repeated attempt has the same Message-ID, so that it counts as the same mail."""
    ids = hashlib.sha256("".join(sorted(notice.id for notice in bundle.notices)).encode()).hexdigest()
    return {
        "Message-ID": f"<{ids[:40]}@{domain}>",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


# --- pushes -----------------------------------------------------------------------------------------------------------


def push_of(games: Sequence[Told]) -> dict[str, Any]:
    """Return the message for the service worker of the page."""
    first = games[0]
    if len(games) > 1:
        body = "\n".join(f"{HEADS[one.kind]}: {one.title}" for one in games[:4])
        return {"title": f"{len(games)} games", "body": body, "path": "/", "tag": "games"}
    return {
        "title": f"{HEADS[first.kind]}: {first.title}",
        "body": " ".join(first.lines[1 : 1 + SHORT] or first.lines[:1])[:400],
        "path": f"/game/{first.game}",
        "tag": first.game,
    }
