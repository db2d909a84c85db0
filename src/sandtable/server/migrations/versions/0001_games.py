"""Games, their seats, logs, snapshots, and chat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _boards()
    _games()
    _seats()
    _entries()
    _snapshots()
    _messages()


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column("fingerprint", sa.String(40), primary_key=True),
        sa.Column("info", sa.Text, nullable=False),
    )


def _games() -> None:
    op.create_table(
        "games",
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
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("power", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("writes", sa.Integer, nullable=False),
    )
    op.create_index("games_by_status", "games", ["status"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("power", sa.String(80), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
    )


def _entries() -> None:
    op.create_table(
        "entries",
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


def _snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("dice", sa.Integer, nullable=False),
        sa.Column("hashes", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("power", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    for table in ("messages", "snapshots", "entries", "seats", "games", "boards"):
        op.drop_table(table)
