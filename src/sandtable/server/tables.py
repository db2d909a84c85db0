"""The tables of the database (SQLAlchemy Core); `migrations` creates them."""

from __future__ import annotations

import sqlalchemy as sa

META = sa.MetaData()

BOARDS = sa.Table(
    "boards",
    META,
    sa.Column("fingerprint", sa.String(40), primary_key=True),
    sa.Column("info", sa.Text, nullable=False),  # the BoardInfo, so that a game can be viewed without its rules
)
GAMES = sa.Table(
    "games",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("edition", sa.Text, nullable=False),
    sa.Column("scenario", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("fingerprint", sa.String(40), sa.ForeignKey("boards.fingerprint"), nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("commitment", sa.Text, nullable=False),
    sa.Column("salts", sa.Text, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("created", sa.Float(53), nullable=False),
    sa.Column("changed", sa.Float(53), nullable=False),
    sa.Column("host", sa.String(64), nullable=False),
    sa.Column("host_name", sa.Text, nullable=False),
    sa.Column("start", sa.Text, nullable=False),  # the first Position
    sa.Column("round", sa.Integer, nullable=False),  # from here on: as of the latest entry, for lists
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("writes", sa.Integer, nullable=False),  # number of writes to the game
    sa.Column("secret", sa.Text, nullable=False, server_default=""),  # seeds the computer players
    sa.Column("chain", sa.Integer, nullable=False, server_default="0"),
    sa.Column("shares", sa.Text, nullable=False, server_default="[]"),
    sa.Column("past", sa.Text, nullable=False, server_default=""),  # what was taken over from a saved game
    sa.Column("clock", sa.Text, nullable=False, server_default=""),  # the time to think, if it is limited
    sa.Column("deadline", sa.Float(53), nullable=False, server_default="0"),  # when a player runs out of time
    sa.Column("origin", sa.Text, nullable=False, server_default=""),  # the state it began in, if not the setup
    sa.Column("next", sa.String(40), nullable=False, server_default=""),  # the game that continues this one
)
sa.Index("games_by_deadline", GAMES.c.deadline)
sa.Index("games_by_status", GAMES.c.status)
SEATS = sa.Table(
    "seats",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("power", sa.String(80), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("invitation", sa.String(64), nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
    sa.Column("following", sa.Text, nullable=False, server_default=""),  # the next Seat, after a secret decision
    sa.Column("pledge", sa.String(64), nullable=False, server_default=""),
    sa.Column("standin", sa.Text, nullable=False, server_default=""),  # the computer player for an absent player
)
ENTRIES = sa.Table(
    "entries",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("question", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("giver", sa.String(64), nullable=False),
    sa.Column("dice", sa.Integer, nullable=False),
    sa.Column("undoes", sa.Integer, nullable=False),
    sa.Column("at", sa.Float(53), nullable=False),
    sa.Column("frame", sa.Text, nullable=False),
    sa.Column("secrets", sa.Text, nullable=False),
)
SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("dice", sa.Integer, nullable=False),
    sa.Column("hashes", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)
MESSAGES = sa.Table(
    "messages",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Float(53), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)
PEOPLE = sa.Table(
    "people",
    META,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("mail_key", sa.String(64), nullable=False, unique=True),  # the hash of the address
    sa.Column("mail", sa.Text, nullable=False),  # the address, encrypted if there is a key
)
LINKS = sa.Table(
    "links",
    META,
    sa.Column("secret", sa.String(64), primary_key=True),  # a hash, as all secrets here
    sa.Column("mail_key", sa.String(64), nullable=False),
    sa.Column("mail", sa.Text, nullable=False),
    sa.Column("until", sa.Float(53), nullable=False),
)
sa.Index("links_by_mail", LINKS.c.mail_key)
SESSIONS = sa.Table(
    "sessions",
    META,
    sa.Column("token", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("used", sa.Float(53), nullable=False),
)
sa.Index("sessions_by_person", SESSIONS.c.person)
HOLDINGS = sa.Table(
    "holdings",
    META,
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("holder", sa.String(64), primary_key=True),  # the token of the seats, as in `seats`
    sa.Column("seen", sa.Integer, nullable=False),  # the latest frame that the person has seen
)
PASSES = sa.Table(
    "passes",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("token", sa.String(64), primary_key=True),  # of another device of the player
    sa.Column("holder", sa.String(64), primary_key=True),  # the token of the seats
)
