"""Points lost a turn, and the line of expected points, of analysed games."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. The next start of the server judges all analysed games again, from their stored analyses."""
    op.add_column("results", sa.Column("lost", sa.Integer))
    op.add_column("results", sa.Column("line", sa.String(120)))
    op.add_column("tallies", sa.Column("lost", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE results SET accuracy = NULL WHERE accuracy IS NOT NULL")
    op.execute("UPDATE tallies SET judged = 0, accuracy = 0 WHERE judged <> 0")


def downgrade() -> None:
    """Remove the columns; the accuracies stay."""
    with op.batch_alter_table("results") as results:
        results.drop_column("lost")
        results.drop_column("line")
    with op.batch_alter_table("tallies") as tallies:
        tallies.drop_column("lost")
