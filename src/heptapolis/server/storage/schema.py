"""The database schema. A table's events are authoritative; everything else about it can be computed from them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
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
    Column("code", String(6)),  # to join with, until the game starts
    Index("ix_tables_public_status_changed", "public", "status", "changed"),
    Index("ix_tables_status_lease", "status", "lease"),
    Index("uq_tables_code", "code", unique=True),
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

IS_NEXT: Final = "new.seq > COALESCE((SELECT max(seq) FROM events WHERE events.table_id = new.table_id), 0)"
"""Whether the number of a ``new`` event is the highest of its table, in SQL.

The primary key alone does not notice a process that is behind: the event that had its number may be deleted. Written
so that the index finds the number, whatever PostgreSQL believes about the size of the table.
"""

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

admins = Table(
    "admins",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("granted", BigInteger, nullable=False),
    Column("totp", String(64)),  # secret of the second factor, in base 32
    Column("totp_set_up", Boolean, nullable=False, default=False),  # whether a code has proved that the secret is known
    Column("totp_step", BigInteger, nullable=False, default=0),  # the step of the last code: none is taken twice
    Column("recovery", Text, nullable=False, default="[]"),  # hashes of the recovery codes left, as JSON
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the cookie
    Column("person", String(24), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to the hour
    Column("agent", String(120), nullable=False),  # what the browser calls itself
    Column("confirmed", BigInteger, nullable=False, default=0),  # until when the second factor counts
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("kind", String(10), nullable=False),  # ban, mute
    Column("person", String(24), index=True),
    Column("addresses", String(50)),  # a range in CIDR notation
    Column("until", BigInteger),  # null: until it is lifted
    Column("at", BigInteger, nullable=False),
    Column("reason", String(300), nullable=False),
)

names = Table(
    "names",
    metadata,
    Column("name", String(40), primary_key=True),  # folded, as names are compared
    Column("kind", String(10), nullable=False),  # reserved: the whole name; forbidden: any part of one
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("table_id", String(22), nullable=False),
    Column("reporter", String(24), nullable=False),
    Column("person", String(24), nullable=False),  # who is reported
    Column("about", String(10), nullable=False),
    Column("note", String(300), nullable=False),
    Column("chat", Text, nullable=False),  # the lines around it that the reporter could read, as JSON
    Column("status", String(10), nullable=False),  # open, settled, dismissed
)

voided = Table(
    "voided",
    metadata,
    Column("table_id", String(22), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

audit = Table(
    "audit",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("by", String(24), nullable=False),  # an admin, or "host" for the command line
    Column("act", String(20), nullable=False),
    Column("target", String(120), nullable=False),
    Column("reason", String(300), nullable=False),
)

state = Table(
    "state",
    metadata,
    Column("name", String(20), primary_key=True),  # maintenance, message, vapid: the key for Web Push
    Column("value", Text, nullable=False),  # JSON
)

usage = Table(
    "usage",
    metadata,
    Column("process", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON; also who is connected
)

contacts = Table(
    "contacts",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("email", String(254), nullable=False),
)

resets = Table(
    "resets",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the secret in the link
    Column("person", String(24), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

deletions = Table(
    "deletions",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("due", BigInteger, nullable=False, index=True),
)

dailies = Table(
    "dailies",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", String(64), nullable=False),  # what boards, hands and bots of the day follow from
)

daily_plays = Table(
    "daily_plays",
    metadata,
    Column("day", String(10), nullable=False),
    Column("person", String(24), nullable=False, index=True),
    Column("table_id", String(22), nullable=False, unique=True),
    PrimaryKeyConstraint("day", "person"),  # each person once
)

# --- programs that play: nothing of it outlives the next half minute ---------------------------------------------

waiting_programs = Table(
    "waiting_programs",
    metadata,
    Column("name", String(80), primary_key=True),  # casefolded, so that no two are alike
    Column("person", String(24), nullable=False, index=True),
    Column("shown", String(40), nullable=False),
    Column("until", BigInteger, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("person", String(24), nullable=False, index=True),
    Column("table_id", String(22), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("inviter", String(24), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("at", BigInteger, nullable=False),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the endpoint
    Column("person", String(24), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(5), nullable=False),
    Column("created", BigInteger, nullable=False),
)

calls = Table(
    "calls",
    metadata,
    Column("person", String(24), nullable=False),
    Column("table_id", String(22), nullable=False, index=True),
    Column("turn", String(20), nullable=False),  # the last one that the person was told about
    PrimaryKeyConstraint("person", "table_id"),
)

# --- statistics: all of it follows from the events and analyses, except `profiles` ---------------------------------

games = Table(
    "games",
    metadata,
    Column("table_id", String(22), primary_key=True),
    Column("ended", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),  # whether it is part of the sums and lists
    Column("helped", Boolean, nullable=False),  # by advice or undone turns
    Column("edition", String(10), nullable=False),
    Column("boxes", String(80), nullable=False),
    Column("mode", String(10), nullable=False),
    Column("players", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("best", Integer, nullable=False),  # most points of a city
    Column("rated", String(10), nullable=False),  # no, yes, or why it is not: address, helped, program
    Column("company", Boolean, nullable=False),  # whether two people or more took part, deleted ones too
    Index("ix_games_rated_ended_table_id", "rated", "ended", "table_id"),
    Index("ix_games_counted_public_seconds", "counted", "public", "seconds"),
    Index("ix_games_counted_public_margin", "counted", "public", "margin"),
    Index("ix_games_counted_public_helped_best", "counted", "public", "helped", "best"),
)

results = Table(
    "results",
    metadata,
    Column("table_id", String(22), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(24)),  # null: a bot, or a deleted person
    Column("bot", String(24)),  # the level or name of the bot that played at the end
    Column("wonder", String(40), nullable=False),
    Column("side", String(10), nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("way", String(10), nullable=False),
    Column("total", Integer, nullable=False),
    Column("military_points", Integer, nullable=False),
    Column("treasury_points", Integer, nullable=False),
    Column("wonder_points", Integer, nullable=False),
    Column("civilian_points", Integer, nullable=False),
    Column("commerce_points", Integer, nullable=False),
    Column("guilds_points", Integer, nullable=False),
    Column("science_points", Integer, nullable=False),
    Column("cities_points", Integer, nullable=False),
    Column("leaders_points", Integer, nullable=False),
    Column("accuracy", Integer),  # in tenths, where the game was analysed
    Column("lost", Integer),  # points lost a turn, in hundredths, likewise
    Column("line", String(120)),  # expected points over the game, in tenths, with commas, likewise
    Column("ended", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("company", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
    # Also holds what a list and a streak ask for, so that they do not read the rows.
    Index(
        "ix_results_person_counted_ended",
        *("person", "counted", "ended", "table_id", "public", "rated", "company", "won"),
    ),
)

tallies = Table(
    "tallies",
    metadata,
    Column("scope", String(24), nullable=False),  # a person, or empty: everybody
    Column("public", Boolean, nullable=False),  # games at public tables, or at the others
    Column("rated", Boolean, nullable=False),  # likewise rated games; of everybody all are in the rows with false
    Column("company", Boolean, nullable=False),  # likewise games with other people
    Column("topic", String(10), nullable=False),
    Column("key", String(120), nullable=False),
    Column("games", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
    Column("chance", BigInteger, nullable=False),  # games that luck alone would win, times 840
    Column("places", BigInteger, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("military", BigInteger, nullable=False),
    Column("treasury", BigInteger, nullable=False),
    Column("wonder", BigInteger, nullable=False),
    Column("civilian", BigInteger, nullable=False),
    Column("commerce", BigInteger, nullable=False),
    Column("guilds", BigInteger, nullable=False),
    Column("science", BigInteger, nullable=False),
    Column("cities", BigInteger, nullable=False),
    Column("leaders", BigInteger, nullable=False),
    Column("judged", BigInteger, nullable=False),  # games with an accuracy, and its sum in tenths
    Column("accuracy", BigInteger, nullable=False),
    Column("lost", BigInteger, nullable=False),  # points lost a turn, in hundredths
    PrimaryKeyConstraint("scope", "public", "rated", "company", "topic", "key"),
)

encounters = Table(
    "encounters",
    metadata,
    Column("person", String(24), nullable=False),
    Column("other", String(24), nullable=False, index=True),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),
    Column("behind", Integer, nullable=False),
    PrimaryKeyConstraint("person", "other", "public", "rated"),
)

rating_steps = Table(
    "rating_steps",
    metadata,
    Column("table_id", String(22), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(24), nullable=False),  # or a pseudonym of a deleted person
    Column("kind", String(10), nullable=False),  # base, expansions, teams
    Column("ended", BigInteger, nullable=False),
    Column("mu", Float, nullable=False),  # the strength after the game, and its standard error
    Column("sigma", Float, nullable=False),
    Column("change", Float, nullable=False),  # of the rating as people see it
    Column("weight", Float, nullable=False),  # how much the game counted
    PrimaryKeyConstraint("table_id", "seat"),
    Index("ix_rating_steps_person_kind_ended", "person", "kind", "ended"),
    Index("ix_rating_steps_kind_ended_table_id", "kind", "ended", "table_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(24), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),  # when the last game ended
    PrimaryKeyConstraint("person", "kind"),
)

profiles = Table(
    "profiles",
    metadata,
    Column("person", String(24), primary_key=True),
    Column("shown", Boolean, nullable=False),  # whether others may open the profile
    Column("listed", Boolean, nullable=False),  # whether leaderboards name the person
)
