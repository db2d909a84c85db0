"""Passkeys of people, and the challenges to prove them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public", sa.Text, nullable=False),
        sa.Column("counter", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("added", sa.Float(53), nullable=False),
        sa.Column("used", sa.Float(53), nullable=False),
    )
    op.create_index("passkeys_by_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("challenges")
    op.drop_table("passkeys")
