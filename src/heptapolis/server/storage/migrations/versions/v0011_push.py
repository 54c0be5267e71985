"""Web Push: browsers that want to be told, and the last turn that a person was told about at each table."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "calls",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("turn", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_calls"),
    )
    op.create_index("ix_calls_table_id", "calls", ["table_id"])


def downgrade() -> None:
    """Remove the tables: people subscribe again with one click."""
    op.drop_table("calls")
    op.drop_table("subscriptions")
