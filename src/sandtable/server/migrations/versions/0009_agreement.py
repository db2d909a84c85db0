"""How the players of a game agree, and when a proposal must be answered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("terms", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("due", sa.Float(53), nullable=False, server_default="0"))
    op.create_index("games_by_due", "games", ["due"])


def downgrade() -> None:
    op.drop_index("games_by_due", "games")
    op.drop_column("games", "due")
    op.drop_column("games", "terms")
