"""Ratings of people from rated games. No game of an earlier version is rated."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.add_column("games", sa.Column("rated", sa.String(10), nullable=False, server_default="no"))
    op.create_index("ix_games_rated_ended_table_id", "games", ["rated", "ended", "table_id"])
    op.create_table(
        "rating_steps",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.Column("weight", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_rating_steps"),
    )
    op.create_index("ix_rating_steps_person_kind_ended", "rating_steps", ["person", "kind", "ended"])
    op.create_index("ix_rating_steps_kind_ended_table_id", "rating_steps", ["kind", "ended", "table_id"])
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "kind", name="pk_ratings"),
    )


def downgrade() -> None:
    """Remove the ratings; the games stay."""
    op.drop_table("ratings")
    op.drop_table("rating_steps")
    op.drop_index("ix_games_rated_ended_table_id", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("rated")
