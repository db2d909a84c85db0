"""People who are known, their sessions, and the games in which they have seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("mail_key", sa.String(64), nullable=False, unique=True),
        sa.Column("mail", sa.Text, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("mail_key", sa.String(64), nullable=False),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_index("links_by_mail", "links", ["mail_key"])
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False),
    )
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table(
        "holdings",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    op.create_table(
        "passes",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
    )


def downgrade() -> None:
    for table in ("passes", "holdings", "sessions", "links", "people"):
        op.drop_table(table)
