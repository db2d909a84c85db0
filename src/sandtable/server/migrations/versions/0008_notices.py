"""Notices to people: how often, to which devices, and those that wait; and games that sleep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "wants",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("mail", sa.String(8), nullable=False),
        sa.Column("push", sa.String(8), nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("mailed", sa.Float(53), nullable=False),
        sa.Column("away_from", sa.Float(53), nullable=False),
        sa.Column("away_until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("since", sa.Float(53), nullable=False),
        sa.Column("pushed", sa.Float(53), nullable=False),
        sa.Column("subscription", sa.Text, nullable=False),
    )
    op.create_index("devices_by_person", "devices", ["person"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("channel", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("power", sa.Text, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("due", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("outbox_by_due", "outbox", ["due"])
    op.create_index("outbox_by_game", "outbox", ["game"])
    op.add_column("games", sa.Column("asleep", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("games", "asleep")
    for table in ("outbox", "devices", "wants"):
        op.drop_table(table)
