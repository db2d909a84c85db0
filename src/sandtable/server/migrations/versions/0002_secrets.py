"""The secret that seeds the computer players, and seats that follow after a secret decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("secret", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("following", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "following")
    op.drop_column("games", "secret")
