"""Which of several servers acts for computer players in a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("server", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("claims")
