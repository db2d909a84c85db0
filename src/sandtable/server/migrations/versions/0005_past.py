"""Games that continue a saved game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("past", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "past")
