"""Statistics of finished games. The server fills them from the stored games when it starts."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_CATEGORIES = (
    "military",
    "treasury",
    "wonder",
    "civilian",
    "commerce",
    "guilds",
    "science",
    "cities",
    "leaders",
)
_SUMS = ("games", "won", "chance", "places", "points", *_CATEGORIES, "judged", "accuracy")


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("edition", sa.String(10), nullable=False),
        sa.Column("boxes", sa.String(80), nullable=False),
        sa.Column("mode", sa.String(10), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("margin", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_games"),
    )
    op.create_index("ix_games_counted_public_seconds", "games", ["counted", "public", "seconds"])
    op.create_index("ix_games_counted_public_margin", "games", ["counted", "public", "margin"])
    op.create_index("ix_games_counted_public_helped_best", "games", ["counted", "public", "helped", "best"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("bot", sa.String(10)),
        sa.Column("wonder", sa.String(40), nullable=False),
        sa.Column("side", sa.String(10), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("way", sa.String(10), nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        *(sa.Column(f"{name}_points", sa.Integer, nullable=False) for name in _CATEGORIES),
        sa.Column("accuracy", sa.Integer),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person_counted_ended", "results", ["person", "counted", "ended"])
    op.create_table(
        "tallies",
        sa.Column("scope", sa.String(24), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("topic", sa.String(10), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _SUMS),
        sa.PrimaryKeyConstraint("scope", "public", "topic", "key", name="pk_tallies"),
    )
    op.create_table(
        "encounters",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("other", sa.String(24), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("ahead", sa.Integer, nullable=False),
        sa.Column("behind", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", "public", name="pk_encounters"),
    )
    op.create_index("ix_encounters_other", "encounters", ["other"])
    op.create_table(
        "profiles",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_profiles"),
    )


def downgrade() -> None:
    """Remove the statistics; the games stay."""
    for table in ("profiles", "encounters", "tallies", "results", "games"):
        op.drop_table(table)
