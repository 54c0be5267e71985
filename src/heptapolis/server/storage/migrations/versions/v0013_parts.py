"""Sums of rated games and of games with other people, so that no page has to read the games."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
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
_SUMS = ("games", "won", "chance", "places", "points", *_CATEGORIES, "judged", "accuracy", "lost")
_MET = ("games", "ahead", "behind")

_KEYS = {
    "all": "''",
    "board": "results.wonder || '|' || results.side",
    "players": "CAST(games.players AS VARCHAR)",
    "setting": "games.edition || '|' || games.boxes || '|' || games.mode || '|' || CAST(games.players AS VARCHAR)",
    "edition": "games.edition",
    "boxes": "games.boxes",
    "way": "results.way",
}
_VALUES = (
    "COUNT(*)",
    "SUM(CASE WHEN results.won THEN 1 ELSE 0 END)",
    "SUM(CASE WHEN games.mode = 'teams' THEN 1680 / games.players ELSE 840 / games.players END)",
    "SUM(results.place)",
    "SUM(results.total)",
    *(f"SUM(results.{name}_points)" for name in _CATEGORIES),
    "COUNT(results.accuracy)",
    "COALESCE(SUM(results.accuracy), 0)",
    "COALESCE(SUM(results.lost), 0)",
)


def upgrade() -> None:
    """Add the columns, and make the sums of people again from the results."""
    op.add_column("games", sa.Column("company", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("company", sa.Boolean, nullable=False, server_default=sa.false()))
    # A person who left and was deleted is not known here; `heptapolis statistics rebuild` finds out.
    op.execute(
        "UPDATE games SET company = TRUE WHERE table_id IN (SELECT table_id FROM results "
        "WHERE person IS NOT NULL OR bot IS NULL GROUP BY table_id HAVING COUNT(*) > 1)"
    )
    for column, condition in (("company", "company"), ("rated", "rated = 'yes'")):
        op.execute(
            f"UPDATE results SET {column} = TRUE WHERE table_id IN (SELECT table_id FROM games WHERE {condition})"
        )
    op.drop_index("ix_results_person_counted_ended", "results")
    op.create_index(
        "ix_results_person_counted_ended",
        "results",
        ["person", "counted", "ended", "table_id", "public", "rated", "company", "won"],
    )
    op.execute("CREATE TABLE tallies_before AS SELECT * FROM tallies WHERE scope = ''")
    op.drop_table("tallies")
    _make_tallies("rated", "company")
    sums = ", ".join(_SUMS)
    into = f"INSERT INTO tallies (scope, public, rated, company, topic, key, {sums}) "
    op.execute(f"{into} SELECT scope, public, FALSE, FALSE, topic, key, {sums} FROM tallies_before")
    op.drop_table("tallies_before")
    for topic, key in _KEYS.items():
        op.execute(
            f"{into} SELECT results.person, results.public, results.rated, results.company, '{topic}', {key}, "
            f"{', '.join(_VALUES)} FROM results JOIN games ON games.table_id = results.table_id "
            "WHERE results.counted AND results.person IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6"
        )
    op.drop_table("encounters")
    _make_encounters("rated")
    op.execute(
        "INSERT INTO encounters (person, other, public, rated, games, ahead, behind) "
        "SELECT mine.person, others.person, mine.public, mine.rated, COUNT(*), "
        "SUM(CASE WHEN mine.place < others.place THEN 1 ELSE 0 END), "
        "SUM(CASE WHEN mine.place > others.place THEN 1 ELSE 0 END) "
        "FROM results AS mine JOIN results AS others ON others.table_id = mine.table_id "
        "WHERE mine.counted AND mine.person IS NOT NULL AND others.person IS NOT NULL AND mine.person <> others.person "
        "GROUP BY 1, 2, 3, 4"
    )


def downgrade() -> None:
    """Put the parts together again."""
    for table, make, keys, sums in (
        ("tallies", _make_tallies, "scope, public, topic, key", _SUMS),
        ("encounters", _make_encounters, "person, other, public", _MET),
    ):
        added = ", ".join(f"SUM({name}) AS {name}" for name in sums)
        op.execute(f"CREATE TABLE {table}_before AS SELECT {keys}, {added} FROM {table} GROUP BY {keys}")
        op.drop_table(table)
        make()
        columns = f"{keys}, {', '.join(sums)}"
        op.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {table}_before")
        op.drop_table(f"{table}_before")
    op.drop_index("ix_results_person_counted_ended", "results")
    with op.batch_alter_table("results") as results:
        results.drop_column("rated")
        results.drop_column("company")
    op.create_index("ix_results_person_counted_ended", "results", ["person", "counted", "ended"])
    with op.batch_alter_table("games") as games:
        games.drop_column("company")


def _make_tallies(*parts: str) -> None:
    op.create_table(
        "tallies",
        sa.Column("scope", sa.String(24), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in parts),
        sa.Column("topic", sa.String(10), nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in _SUMS),
        sa.PrimaryKeyConstraint("scope", "public", *parts, "topic", "key", name="pk_tallies"),
    )


def _make_encounters(*parts: str) -> None:
    op.create_table(
        "encounters",
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("other", sa.String(24), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Boolean, nullable=False) for name in parts),
        *(sa.Column(name, sa.Integer, nullable=False) for name in _MET),
        sa.PrimaryKeyConstraint("person", "other", "public", *parts, name="pk_encounters"),
    )
    op.create_index("ix_encounters_other", "encounters", ["other"])
