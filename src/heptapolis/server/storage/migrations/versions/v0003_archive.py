"""Removed tables, kept for a while so that the host can bring them back."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the archive."""
    op.create_table(
        "archive",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("removed", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_archive"),
    )
    op.create_index("ix_archive_removed", "archive", ["removed"])


def downgrade() -> None:
    """Remove the archive and what is in it."""
    op.drop_table("archive")
