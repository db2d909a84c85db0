"""The chain of the dice, and the players' shares in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("chain", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("shares", sa.Text, nullable=False, server_default="[]"))
    op.add_column("seats", sa.Column("pledge", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "pledge")
    op.drop_column("games", "shares")
    op.drop_column("games", "chain")
