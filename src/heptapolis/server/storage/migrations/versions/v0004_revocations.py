"""Ended sessions, so that every process hears of them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the list."""
    op.create_table(
        "revocations",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("session", sa.String(64)),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_revocations"),
    )
    op.create_index("ix_revocations_at", "revocations", ["at"])


def downgrade() -> None:
    """Remove the list: sessions that were logged out become valid again."""
    op.drop_table("revocations")
