"""The database schema. A table's events are authoritative; everything else about it can be computed from them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(10), nullable=False),  # guest, account, program
    Column("name", String(40), nullable=False),
    Column("account", String(24), unique=True),  # lower case; the name to log in with
    Column("password", String(200)),  # argon2
    Column("epoch", Integer, nullable=False, default=0),  # cookies of an earlier epoch are invalid
    Column("created", BigInteger, nullable=False),
    Column("forgotten", Boolean, nullable=False, default=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("owner", String(24), nullable=False, index=True),
    Column("person", String(24), nullable=False),  # the program that plays with it
    Column("name", String(40), nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("person", String(24), nullable=False),
    Column("muted", String(24), nullable=False),
    PrimaryKeyConstraint("person", "muted"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("deadline", BigInteger),  # when the clock of the current decision runs out
    Column("bots_due", Boolean, nullable=False),  # whether a bot has to decide
    Column("summary", Text, nullable=False),  # summary for lists, as JSON
    Column("owner", String(40)),  # the process that runs the bots and the clock ...
    Column("lease", BigInteger, nullable=False, default=0),  # ... and until when, unless renewed
    Index("ix_tables_public_status_changed", "public", "status", "changed"),
    Index("ix_tables_status_lease", "status", "lease"),
)

seats = Table(
    "seats",
    metadata,
    Column("person", String(24), nullable=False),
    Column("table_id", String(22), nullable=False, index=True),
    PrimaryKeyConstraint("person", "table_id"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(22), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("data", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),  # two processes cannot store the same event number
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", String(22), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("data", LargeBinary, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String(22), primary_key=True),
    Column("net", String(40), nullable=False),  # the version of the sage, and a fingerprint of its net
    Column("fingerprint", String(16), nullable=False),
    Column("document", Text),  # heptapolis-analysis/1 without names; null while the first one is made
    Column("done", Integer, nullable=False),  # decisions judged so far ...
    Column("total", Integer, nullable=False),  # ... and in all
    Column("alive", BigInteger, nullable=False),  # when the process that makes a new one last said so
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("alive", BigInteger, nullable=False),
)

archive = Table(
    "archive",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("removed", BigInteger, nullable=False, index=True),
    Column("data", Text, nullable=False),  # row, seats and events of a removed table, as JSON
)

revocations = Table(
    "revocations",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False),
    Column("session", String(64)),  # hash of the cookie that was logged out; null: all cookies and tokens of the person
    Column("at", BigInteger, nullable=False, index=True),
)
