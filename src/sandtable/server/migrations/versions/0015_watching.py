"""Games that only invited people can watch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("watching", sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("games", "watching")
