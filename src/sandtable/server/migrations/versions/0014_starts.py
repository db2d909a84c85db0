"""What is large and fixed when a game begins, in a table of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "starts",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("past", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO starts (game, position, origin, past) SELECT id, start, origin, past FROM games")
    for column in ("start", "origin", "past"):
        op.drop_column("games", column)


def downgrade() -> None:
    for column in ("start", "origin", "past"):
        op.add_column("games", sa.Column(column, sa.Text, nullable=False, server_default=""))
        source = "position" if column == "start" else column
        op.execute(f"UPDATE games SET {column} = (SELECT {source} FROM starts WHERE starts.game = games.id)")
    op.drop_table("starts")
