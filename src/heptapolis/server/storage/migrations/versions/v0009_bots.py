"""Programs that wait to be invited, their invitations, and longer names of bots in the statistics."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and room for the names of a host's bots."""
    op.create_table(
        "waiting_programs",
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("shown", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_waiting_programs"),
    )
    op.create_index("ix_waiting_programs_person", "waiting_programs", ["person"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("inviter", sa.String(24), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_person", "invitations", ["person"])
    with op.batch_alter_table("results") as results:
        results.alter_column("bot", type_=sa.String(24), existing_type=sa.String(10), existing_nullable=True)


def downgrade() -> None:
    """Remove the tables; names of bots are cut."""
    op.execute("UPDATE results SET bot = substr(bot, 1, 10)")
    with op.batch_alter_table("results") as results:
        results.alter_column("bot", type_=sa.String(10), existing_type=sa.String(24), existing_nullable=True)
    op.drop_table("invitations")
    op.drop_table("waiting_programs")
