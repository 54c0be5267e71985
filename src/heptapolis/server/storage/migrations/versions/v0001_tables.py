"""People, tables and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("account", sa.String(24)),
        sa.Column("password", sa.String(200)),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("forgotten", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("account", name="uq_people_account"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("owner", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_owner", "tokens", ["owner"])
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("muted", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("person", "muted", name="pk_mutes"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("bots_due", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("owner", sa.String(40)),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_public_status_changed", "tables", ["public", "status", "changed"])
    op.create_index("ix_tables_status_lease", "tables", ["status", "lease"])
    op.create_table(
        "seats",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.PrimaryKeyConstraint("person", "table_id", name="pk_seats"),
    )
    op.create_index("ix_seats_table_id", "seats", ["table_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_events"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_snapshots"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("alive", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )


def downgrade() -> None:
    """Remove everything."""
    for name in ("processes", "snapshots", "events", "seats", "tables", "mutes", "tokens", "people"):
        op.drop_table(name)
