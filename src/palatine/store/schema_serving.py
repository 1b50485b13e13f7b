"""Tables of how a house is served at this moment: of who serves it, where several machines do, on PostgreSQL alone; and
on SQLite of how often anything has changed that says who somebody is.

Nothing in them outlives the serving, so they are no part of the house: neither copied, nor moved, nor missed.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table

serving = MetaData()

machines = Table(
    "machines",
    serving,
    Column("id", String(32), primary_key=True),  # another each time it joins
    Column("address", String(500), nullable=False),
    Column("workers", Integer, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

shards = Table(
    "shards",
    serving,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("machine", String(32), nullable=False),
)

on_sqlite = MetaData()

rights = Table("rights", on_sqlite, Column("changes", Integer, nullable=False))
"""One row; triggers count in it (migration 0012)."""

NAMES = frozenset([*serving.tables, *on_sqlite.tables])
