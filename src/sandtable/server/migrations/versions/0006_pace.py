"""Time limits, and computer players for players whose time has run out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("clock", sa.Text, nullable=False, server_default=""))
    op.add_column("games", sa.Column("deadline", sa.Float(53), nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("standin", sa.Text, nullable=False, server_default=""))
    op.create_index("games_by_deadline", "games", ["deadline"])


def downgrade() -> None:
    op.drop_index("games_by_deadline", "games")
    op.drop_column("seats", "standin")
    op.drop_column("games", "deadline")
    op.drop_column("games", "clock")
