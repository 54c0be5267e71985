"""The daily deal: the secret of each day, and who has played it at which table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables; the first deal is made when somebody plays it."""
    op.create_table(
        "dailies",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_dailies"),
    )
    op.create_table(
        "daily_plays",
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.PrimaryKeyConstraint("day", "person", name="pk_daily_plays"),
        sa.UniqueConstraint("table_id", name="uq_daily_plays_table_id"),
    )
    op.create_index("ix_daily_plays_person", "daily_plays", ["person"])


def downgrade() -> None:
    """Remove the tables; the games stay, as tables like others."""
    op.drop_table("daily_plays")
    op.drop_table("dailies")
