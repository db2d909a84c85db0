"""Games that anyone can find, and results and ratings of people who are known."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("listed", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("variant", sa.Text, nullable=False, server_default=""))
    op.create_index("games_by_listing", "games", ["listed", "status"])
    op.create_table(
        "results",
        sa.Column("game", sa.String(40), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("powers", sa.Text, nullable=False),
        sa.Column("side", sa.Text, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("rated", sa.Integer, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("hits", sa.Integer, nullable=False),
        sa.Column("expected", sa.Float(53), nullable=False),
        sa.Column("variance", sa.Float(53), nullable=False),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
    )
    op.create_index("results_by_person", "results", ["person"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("edition", sa.String(80), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("results")
    op.drop_index("games_by_listing", "games")
    op.drop_column("games", "variant")
    op.drop_column("games", "listed")
