"""The short codes by which people join open tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Tables that are open already stay without a code."""
    op.add_column("tables", sa.Column("code", sa.String(6)))
    op.create_index("uq_tables_code", "tables", ["code"], unique=True)


def downgrade() -> None:
    """Remove the column: open tables are found by their links only."""
    op.drop_index("uq_tables_code", "tables")
    op.drop_column("tables", "code")
