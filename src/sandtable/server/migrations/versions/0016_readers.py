"""Who can read a line of chat that is for one side."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("messages", sa.Column("readers", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.execute("DELETE FROM messages WHERE readers <> '[]'")  # no other player can read them
    op.drop_column("messages", "readers")
