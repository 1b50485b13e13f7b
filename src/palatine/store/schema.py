"""The current tables of matches. Migrations upgrade older databases to them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
    true,
)

HEAD = "0014"
"""The newest migration."""
OLDEST = "0014"
"""The oldest revision whose code can still use the current tables.

Since then tables have only been extended.
"""

WHEN_DUE = text("kind IN ('turn', 'flag')")
"""Condition of log records with which a turn or a seat's time ended."""

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("title", String(200), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created", String(32), nullable=False),
    Column("updated", String(32), nullable=False),
    Column("forced", Boolean, nullable=False),
    Column("origin", JSON),
    Column("start", LargeBinary),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("due", Boolean, nullable=False),
    Column("asked", JSON, nullable=False),
    Column("state", LargeBinary),
    Column("outcome", JSON),
    Column("clock", JSON),
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("deadline", String(32), nullable=False, server_default=""),
    Column("handed", JSON, nullable=False, server_default="[]"),
    Column("votes", JSON, nullable=False, server_default="{}"),
    Column("rules_now", String(32), nullable=False, server_default=""),
    Column("stuck", Text, nullable=False, server_default=""),
    Column("advice", Boolean, nullable=False, server_default=true()),
    Column("lesson", JSON(none_as_null=True)),
    Column("times", JSON, nullable=False, server_default="{}"),
    Column("proposals", JSON, nullable=False, server_default="[]"),
    Index("matches_due", "due"),
    Index("matches_deadline", "deadline"),
    Index(
        "matches_over", "updated", sqlite_where=text("status = 'over'"), postgresql_where=text("status = 'over'")
    ),
)

seats = Table(
    "seats",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("seat", String(64), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("name", String(200), nullable=False),
    Column("key", String(64), nullable=False),
    Column("seated", Boolean, nullable=False),
    Column("number", String(200), nullable=False),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("owner", String(32), nullable=False, server_default=""),
    Index("seats_key", "key"),
    Index("seats_owner", "owner"),
)

log = Table(
    "log",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("time", String(32), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("verb", String(64), nullable=False),
    Column("operand", BigInteger().with_variant(Integer(), "sqlite"), nullable=False),
    Column("forced", Boolean, nullable=False),
    Column("blame", String(16), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("rolls", LargeBinary, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Index("log_ply", "match", "ply"),
    Index("log_due", "time", sqlite_where=WHEN_DUE, postgresql_where=WHEN_DUE),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
    Column("base", Integer),
)

drafts = Table(
    "drafts",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(64), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("time", String(32), nullable=False),
)

letters = Table(
    "letters",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("sender", String(64), nullable=False),
    Column("to", JSON, nullable=False),
    Column("text", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("time", String(32), nullable=False),
    Column("at_once", Boolean, nullable=False),
)

archived_rows = Table(
    "archived_rows",
    metadata,
    Column("match", String(32), ForeignKey("matches.id"), primary_key=True),
    Column("of", String(16), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("low", Integer, nullable=False),
    Column("high", Integer, nullable=False),
    Column("bytes", BigInteger().with_variant(Integer(), "sqlite"), nullable=False),
    Column("data", LargeBinary, nullable=False),
)
"""Archived rows of finished matches (`store.compression`).

Blocks of rows `of` a table, with the range of plies in each. The first block of a table has the size in bytes of all
its rows before.
"""

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("key", String(200), nullable=False, unique=True),
    Column("due", String(32), nullable=False),
    Column("lease", String(32), nullable=False, server_default=""),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("data", JSON, nullable=False),
    Column("trouble", String(500), nullable=False, server_default=""),
    Index("jobs_due", "due"),
)

rate_limits = Table(
    "rate_limits",
    metadata,
    Column("key", String(120), primary_key=True),
    Column("window", String(32), primary_key=True),
    Column("n", Integer, nullable=False),
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", String(80), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

on_sqlite = MetaData()

auth_version = Table("auth_version", on_sqlite, Column("changes", Integer, nullable=False))
"""Counter of changes to accounts, sessions and tokens by triggers (migration 0014).

One row, on SQLite only. It belongs to the database file and not to its content, so it is not copied or transferred.
"""
