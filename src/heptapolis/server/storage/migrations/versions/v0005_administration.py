"""What a host's tools keep: roles, sanctions, names, reports, the audit log; sessions, e-mail addresses, deletions."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = (
    "admins",
    "sessions",
    "sanctions",
    "names",
    "reports",
    "voided",
    "audit",
    "state",
    "usage",
    "contacts",
    "resets",
    "deletions",
)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "admins",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("granted", sa.BigInteger, nullable=False),
        sa.Column("totp", sa.String(64)),
        sa.Column("totp_set_up", sa.Boolean, nullable=False),
        sa.Column("totp_step", sa.BigInteger, nullable=False),
        sa.Column("recovery", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_admins"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(120), nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "sanctions",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("addresses", sa.String(50)),
        sa.Column("until", sa.BigInteger),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sanctions"),
    )
    op.create_index("ix_sanctions_person", "sanctions", ["person"])
    op.create_table(
        "names",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_names"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("reporter", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("about", sa.String(10), nullable=False),
        sa.Column("note", sa.String(300), nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_at", "reports", ["at"])
    op.create_table(
        "voided",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_voided"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(24), nullable=False),
        sa.Column("act", sa.String(20), nullable=False),
        sa.Column("target", sa.String(120), nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_table(
        "state",
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_state"),
    )
    op.create_table(
        "usage",
        sa.Column("process", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("process", name="pk_usage"),
    )
    op.create_table(
        "contacts",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_contacts"),
    )
    op.create_table(
        "resets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_resets"),
    )
    op.create_index("ix_resets_person", "resets", ["person"])
    op.create_table(
        "deletions",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_deletions"),
    )
    op.create_index("ix_deletions_due", "deletions", ["due"])


def downgrade() -> None:
    """Remove them: bans, mutes and roles end."""
    for table in reversed(TABLES):
        op.drop_table(table)
