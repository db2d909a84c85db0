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
    sa.Column("round", sa.Integer, nullable=False),  # from here on: as of the latest entry, for lists
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("writes", sa.Integer, nullable=False),  # number of writes to the game
    sa.Column("secret", sa.Text, nullable=False, server_default=""),  # seeds the computer players
    sa.Column("chain", sa.Integer, nullable=False, server_default="0"),
    sa.Column("shares", sa.Text, nullable=False, server_default="[]"),
    sa.Column("clock", sa.Text, nullable=False, server_default=""),  # the time to think, if it is limited
    sa.Column("deadline", sa.Float(53), nullable=False, server_default="0"),  # when a player runs out of time
    sa.Column("next", sa.String(40), nullable=False, server_default=""),  # the game that continues this one
    sa.Column("asleep", sa.Integer, nullable=False, server_default="0"),  # 1: without an answer for long
    sa.Column("terms", sa.Text, nullable=False, server_default=""),  # how the players agree
    sa.Column("listed", sa.Integer, nullable=False, server_default="0"),  # whether anyone can find and join it
    sa.Column("variant", sa.Text, nullable=False, server_default=""),  # the name of its rules
    sa.Column("due", sa.Float(53), nullable=False, server_default="0"),  # when a proposal must be answered
    sa.Column("watching", sa.String(64), nullable=False, server_default=""),  # a hash: only its secret lets watch
)
sa.Index("games_by_deadline", GAMES.c.deadline)
sa.Index("games_by_listing", GAMES.c.listed, GAMES.c.status)
sa.Index("games_by_due", GAMES.c.due)
sa.Index("games_by_status", GAMES.c.status)
STARTS = sa.Table(  # what is large and fixed when a game begins: each answer writes the whole row of its game
    "starts",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("position", sa.Text, nullable=False),  # the first Position
    sa.Column("origin", sa.Text, nullable=False),  # the state it began in, if not the setup
    sa.Column("past", sa.Text, nullable=False),  # what was taken over from a saved game
)
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
    sa.Column("standin", sa.Text, nullable=False, server_default=""),  # who acts for an absent player
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
    sa.Column("readers", sa.Text, nullable=False, server_default="[]"),  # as JSON
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
WANTS = sa.Table(
    "wants",
    META,
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("mail", sa.String(8), nullable=False),  # how often, see `wire_notices.Frequency`
    sa.Column("push", sa.String(8), nullable=False),
    sa.Column("hour", sa.Integer, nullable=False),
    sa.Column("mailed", sa.Float(53), nullable=False),  # when mail was last sent
    sa.Column("away_from", sa.Float(53), nullable=False),
    sa.Column("away_until", sa.Float(53), nullable=False),
)
DEVICES = sa.Table(
    "devices",
    META,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the endpoint
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("session", sa.String(64), nullable=False),  # that of the device; pushes end with it
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("since", sa.Float(53), nullable=False),
    sa.Column("pushed", sa.Float(53), nullable=False),
    sa.Column("subscription", sa.Text, nullable=False),  # JSON, encrypted if there is a key
)
sa.Index("devices_by_person", DEVICES.c.person)
OUTBOX = sa.Table(
    "outbox",
    META,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of what it is about, so that it exists once
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("channel", sa.String(64), nullable=False),  # `mail`, or the id of a device
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("holder", sa.String(64), nullable=False),  # the token of the seat, as in `seats`
    sa.Column("power", sa.Text, nullable=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("at", sa.Float(53), nullable=False),
    sa.Column("due", sa.Float(53), nullable=False),  # not sent before; also the end of a claim, and the next attempt
    sa.Column("tries", sa.Integer, nullable=False),
)
sa.Index("outbox_by_due", OUTBOX.c.due)
sa.Index("outbox_by_game", OUTBOX.c.game)
RESULTS = sa.Table(
    "results",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("edition", sa.Text, nullable=False),
    sa.Column("powers", sa.Text, nullable=False),
    sa.Column("side", sa.Text, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("drawn", sa.Integer, nullable=False),
    sa.Column("rated", sa.Integer, nullable=False),
    sa.Column("at", sa.Float(53), nullable=False),
    sa.Column("hits", sa.Integer, nullable=False),
    sa.Column("expected", sa.Float(53), nullable=False),
    sa.Column("variance", sa.Float(53), nullable=False),
    sa.Column("mu", sa.Float(53), nullable=False),  # the rating after the game; 0 if it was not rated
    sa.Column("sigma", sa.Float(53), nullable=False),
)
sa.Index("results_by_person", RESULTS.c.person)
RATINGS = sa.Table(
    "ratings",
    META,
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("edition", sa.String(80), primary_key=True),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
PASSKEYS = sa.Table(
    "passkeys",
    META,
    sa.Column("id", sa.String(64), primary_key=True),  # the hash of the credential
    sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public", sa.Text, nullable=False),  # the public key
    sa.Column("counter", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("added", sa.Float(53), nullable=False),
    sa.Column("used", sa.Float(53), nullable=False),
)
sa.Index("passkeys_by_person", PASSKEYS.c.person)
CHALLENGES = sa.Table(
    "challenges",
    META,
    sa.Column("secret", sa.String(64), primary_key=True),  # a hash
    sa.Column("person", sa.String(40), nullable=False),  # who adds a passkey; empty for signing in
    sa.Column("until", sa.Float(53), nullable=False),
)
CLAIMS = sa.Table(  # with several servers: which of them acts for computer players in a game
    "claims",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("server", sa.BigInteger, nullable=False),  # the number of its session, see `relay`
)
ORDERS = sa.Table(
    "orders",
    META,
    sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("power", sa.String(80), primary_key=True),
    sa.Column("holder", sa.String(64), nullable=False),  # whose they are; those of an earlier player do not hold
    sa.Column("orders", sa.Text, nullable=False),  # JSON, see `wire_notices`
)
