"""Sizes of stored data: each table, archived matches, and the whole database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Boolean, Connection, Float, Integer, LargeBinary, Table, Text, cast, func, select

from palatine.store.engine import Database
from palatine.store.schema import archived_rows, metadata


class TableSize(msgspec.Struct, frozen=True):
    """Number of rows and bytes of their values in a table, without indexes and free space."""

    table: str
    rows: int
    bytes: int


def table_sizes(database: Database) -> list[TableSize]:
    """Return the size of each table, largest first.

    Reads everything: about a second per gigabyte.
    """
    with database.reading() as connection:
        found = [_size(connection, table) for table in metadata.sorted_tables]
    return sorted(found, key=lambda size: (-size.bytes, size.table))


class ArchiveSize(msgspec.Struct, frozen=True):
    """Number of archived matches, bytes of their rows `before`, and bytes of the archive."""

    matches: int
    before: int
    bytes: int


def archive_size(database: Database) -> ArchiveSize:
    """Return the sizes before and after archiving."""
    counts = (
        func.count(archived_rows.c.match.distinct()),
        func.sum(archived_rows.c.bytes),
        func.sum(func.length(archived_rows.c.data)),
    )
    with database.reading() as connection:
        found = connection.execute(select(*counts)).one()
    return ArchiveSize(*[int(each or 0) for each in found])


def database_size(database: Database) -> int:
    """Return the bytes that the database uses on disk, with indexes and free space."""
    with database.reading() as connection:
        if not database.is_sqlite:
            found: int = connection.execute(select(func.pg_database_size(func.current_database()))).scalar_one()
            return found
        pages, size = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size")
        ]
    log = Path(f"{database.engine.url.database}-wal")
    return int(pages * size) + (log.stat().st_size if log.exists() else 0)


def _size(connection: Connection, table: Table) -> TableSize:
    lengths = [_length(column) for column in table.c]
    total = func.coalesce(func.sum(sum(lengths)), 0)
    rows, size = connection.execute(select(func.count(), total).select_from(table)).one()
    return TableSize(str(table.name), rows, int(size))


def _length(column: Any) -> Any:
    """Return an SQL expression for the bytes of a value; eight for a number."""
    kind = column.type
    if isinstance(kind, LargeBinary):
        return func.coalesce(func.length(column), 0)
    if isinstance(kind, (Boolean, Integer, Float)):
        return 8
    return func.coalesce(func.length(cast(column, Text)), 0)
