"""How large what is kept is: each table, and the whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Boolean, Connection, Float, Integer, LargeBinary, Table, Text, cast, func, select

from palatine.store.engine import Database
from palatine.store.schema import archived_rows, metadata


class Size(msgspec.Struct, frozen=True):
    """The rows of a table, and the bytes of what stands in them; indexes and free space not counted."""

    table: str
    rows: int
    bytes: int


def sizes(database: Database) -> list[Size]:
    """The size of each table, the largest first. It reads all: a second for each gigabyte or so."""
    with database.reading() as connection:
        found = [_size(connection, table) for table in metadata.sorted_tables]
    return sorted(found, key=lambda size: (-size.bytes, size.table))


class PackedSize(msgspec.Struct, frozen=True):
    """How many matches are packed, the bytes their rows had `before`, and those of what they are packed in."""

    matches: int
    before: int
    bytes: int


def packed_size(database: Database) -> PackedSize:
    """What packing has saved."""
    counts = (
        func.count(archived_rows.c.match.distinct()),
        func.sum(archived_rows.c.bytes),
        func.sum(func.length(archived_rows.c.data)),
    )
    with database.reading() as connection:
        found = connection.execute(select(*counts)).one()
    return PackedSize(*[int(each or 0) for each in found])


def whole(database: Database) -> int:
    """The bytes the database takes on the disk, with its indexes and free space."""
    with database.reading() as connection:
        if not database.is_sqlite:
            found: int = connection.execute(select(func.pg_database_size(func.current_database()))).scalar_one()
            return found
        pages, size = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("page_count", "page_size")
        ]
    log = Path(f"{database.engine.url.database}-wal")
    return int(pages * size) + (log.stat().st_size if log.exists() else 0)


def _size(connection: Connection, table: Table) -> Size:
    lengths = [_length(column) for column in table.c]
    total = func.coalesce(func.sum(sum(lengths)), 0)
    rows, size = connection.execute(select(func.count(), total).select_from(table)).one()
    return Size(str(table.name), rows, int(size))


def _length(column: Any) -> Any:
    """The bytes of one value; eight of a number."""
    kind = column.type
    if isinstance(kind, LargeBinary):
        return func.coalesce(func.length(column), 0)
    if isinstance(kind, (Boolean, Integer, Float)):
        return 8
    return func.coalesce(func.length(cast(column, Text)), 0)
