"""Analyses of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("net", sa.String(40), nullable=False),
        sa.Column("fingerprint", sa.String(16), nullable=False),
        sa.Column("document", sa.Text),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("alive", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_analyses"),
    )


def downgrade() -> None:
    """Remove it; analyses can be made again."""
    op.drop_table("analyses")
