"""Standing orders of players for decisions in the turns of others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("power", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("orders", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("orders")
