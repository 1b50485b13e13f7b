"""Archive compression of finished matches: a few blocks in place of thousands of rows.

A block holds many rows of a table by column. Positions are stored whole in it. They differ so little that xz reduces
a megabyte of them to tens of kilobytes and restores it in two milliseconds. The blocks of a match are created and
deleted together: a write to an archived match first restores its rows. `Store` reads blocks and rows alike.
"""

from __future__ import annotations

import lzma
from bisect import bisect_right
from collections import namedtuple
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select, update

from palatine.core import Unknown
from palatine.matches.runtime.stored_positions import Anchor, all_stored_positions, compress_position
from palatine.matches.storage import Snapshot
from palatine.store.engine import Database
from palatine.store.schema import archived_rows, drafts, letters, log, matches, snapshots

ARCHIVED_TABLES: Mapping[str, Table] = {str(table.name): table for table in (log, snapshots, letters, drafts)}
"""Tables whose rows are archived, by name."""
MAX_BLOCK_BYTES = 1 << 19
"""Maximum size of a block in bytes before compression, unless a single row is larger.

Any access to a block decompresses all of it.
"""
XZ_PRESET = 3
"""Compression level of xz. Higher levels take five times as long and save a twentieth."""

Row = Any
"""A row of an archived table: a named tuple of its columns in order, without `match`."""

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(tuple[tuple[str, ...], tuple[list[Any], ...]]).decode


# Archiving


def matches_to_compress(database: Database, before: str) -> list[str]:
    """Return the finished matches to archive, oldest first.

    These are all that ended before a time and are not archived, except lessons.
    """
    is_packed = select(archived_rows.c.match).where(archived_rows.c.match == matches.c.id).exists()
    over = (matches.c.status == "over", matches.c.updated < before, matches.c.lesson.is_(None))
    with database.reading() as connection:
        found = connection.execute(select(matches.c.id).where(*over, ~is_packed).order_by(matches.c.updated))
        return list(found.scalars())


def compress_match(database: Database, match: str) -> bool:
    """Archive a match; return False if it is not over or was written to meanwhile.

    Nothing is changed in that case. Raises `Unknown`, also without changes, if a position is damaged or the block
    would not restore the rows exactly.
    """
    with database.reading() as connection:
        kept = {name: _rows(connection, table, match) for name, table in ARCHIVED_TABLES.items()}
    made = [block for name, rows in kept.items() for block in _blocks(match, name, rows)]

    def work(connection: Connection) -> bool:
        status = lock_match(connection, match)
        now = {name: _rows(connection, table, match) for name, table in ARCHIVED_TABLES.items()}
        if status != "over" or not made or now != kept:
            return False
        for table in ARCHIVED_TABLES.values():
            connection.execute(delete(table).where(table.c.match == match))
        connection.execute(insert(archived_rows), made)
        return True

    return database.write(work)


def lock_match(connection: Connection, match: str, *, for_compression: bool = False) -> str | None:
    """Lock a match against writers until the end of the transaction and return its status.

    With `for_compression`, lock it only against archiving and deletion. Returns None if there is no such match.
    """
    locked = select(matches.c.status).where(matches.c.id == match)
    locked = locked.with_for_update(read=for_compression, key_share=for_compression)
    status: str | None = connection.execute(locked).scalar()
    return status


def _rows(connection: Connection, table: Table, match: str) -> list[Row]:
    wanted = select(*_columns(table)).where(table.c.match == match).order_by(*table.primary_key)
    return [tuple(row) for row in connection.execute(wanted)]


def _columns(table: Table) -> list[Any]:
    return [column for column in table.c if column.name != "match"]


def _blocks(match: str, name: str, kept: Sequence[Row]) -> Iterator[dict[str, Any]]:
    """Yield rows of `archived_rows` that contain these rows of a table. Raises `Unknown`."""
    columns = tuple([str(column.name) for column in _columns(ARCHIVED_TABLES[name])])
    rows = kept if name != "snapshots" else _uncompressed_positions(match, kept)
    before = sum([len(match) + _size(row) for row in kept])
    for n, some in enumerate(_split_into_blocks(rows)):
        data = _data(columns, some)
        if [tuple(row) for row in CompressedBlock(match, data).rows()] != some:
            raise Unknown(f"Match {match} is not packed: its {name} would not be what they are.")
        plies = [row[columns.index("ply")] for row in some] if "ply" in columns else [0]
        span = {"low": min(plies), "high": max(plies), "bytes": 0 if n else before}
        yield {"match": match, "of": name, "n": n, **span, "data": data}


def _uncompressed_positions(match: str, kept: Sequence[Row]) -> list[Row]:
    """Return positions without their compression against each other."""
    found, damaged = all_stored_positions([Snapshot(*row) for row in kept])
    if damaged:
        raise Unknown(f"Match {match} is not packed: its position {damaged[0]} is damaged.")
    return [(ply, state, None) for ply, state in found.items()]


def _size(row: Row) -> int:
    return sum([len(value) if isinstance(value, (bytes, str)) else 8 for value in row])


def _split_into_blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    part: list[Row] = []
    size = 0
    for row in rows:
        if part and size + _size(row) > MAX_BLOCK_BYTES:
            yield part
            part, size = [], 0
        part.append(row)
        size += _size(row)
    if part:
        yield part


def _data(columns: tuple[str, ...], rows: Sequence[Row]) -> bytes:
    return lzma.compress(_pack((columns, tuple(zip(*rows, strict=True)))), check=lzma.CHECK_CRC32, preset=XZ_PRESET)


# Reading archived rows


def read_compressed_rows(
    connection: Connection, match: str, table: Table, low: int | None = None, high: int = 0
) -> list[Row]:
    """Return the archived rows of a match in a table; empty if it is not archived.

    With `low`, only those of plies from `low` to `high` are returned. Raises `Unknown` if the rows are damaged.
    """
    here = [archived_rows.c.match == match, archived_rows.c.of == table.name]
    if low is not None:
        here += [archived_rows.c.high >= low, archived_rows.c.low <= high]
    found = connection.execute(select(archived_rows.c.data).where(*here).order_by(archived_rows.c.n)).scalars()
    return [row for data in found for row in CompressedBlock(match, data).rows(low, high)]


def read_compressed_position(connection: Connection, match: str, ply: int) -> Row | None:
    """Return the latest position of an archived match up to a ply."""
    here = (archived_rows.c.match == match, archived_rows.c.of == snapshots.name, archived_rows.c.low <= ply)
    found = connection.execute(
        select(archived_rows.c.data).where(*here).order_by(archived_rows.c.low.desc()).limit(1)
    ).scalar()
    return None if found is None else CompressedBlock(match, found).last_row(ply)


class CompressedBlock:
    """A block, decoded by column. Raises `Unknown` if it is damaged.

    Row objects are created only for requested rows.
    """

    def __init__(self, match: str, data: bytes) -> None:
        try:
            names, self.columns = _unpack(lzma.decompress(data))
        except (lzma.LZMAError, msgspec.MsgspecError, EOFError) as error:
            raise Unknown(f"What was packed of match {match} is damaged.") from error
        self.row = _row_of(names)
        self.plies: list[int] = self.columns[names.index("ply")] if "ply" in names else []

    def rows(self, low: int | None = None, high: int = 0) -> list[Row]:
        """Return all rows, or those of plies from `low` to `high`."""
        if low is None:
            return list(map(self.row._make, zip(*self.columns, strict=True)))
        return [self._row_at(place) for place, ply in enumerate(self.plies) if low <= ply <= high]

    def last_row(self, ply: int) -> Row:
        """Return the last row up to a ply, in a block ordered by ply."""
        return self._row_at(bisect_right(self.plies, ply) - 1)

    def _row_at(self, location: int) -> Row:
        return self.row._make([column[location] for column in self.columns])


@cache
def _row_of(names: tuple[str, ...]) -> Any:
    return namedtuple("Packed", names)


# Writing to archived matches


def restore_rows(connection: Connection, match: str) -> bool:
    """Restore the rows of an archived match and return whether it was archived."""
    found = connection.execute(
        select(archived_rows.c.of, archived_rows.c.data)
        .where(archived_rows.c.match == match)
        .order_by(archived_rows.c.n)
    ).all()
    for name, data in found:
        rows = [row._asdict() for row in CompressedBlock(match, data).rows()]
        if name == snapshots.name:
            rows = list(_compressed_positions(rows))
        if rows:
            connection.execute(insert(ARCHIVED_TABLES[name]), [{"match": match, **row} for row in rows])
    if found:
        connection.execute(delete(archived_rows).where(archived_rows.c.match == match))
    return bool(found)


def _compressed_positions(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield positions as stored in the table, each compressed against an earlier one."""
    anchor: Anchor | None = None
    for row in rows:
        kept, anchor = compress_position(row["ply"], row["state"], anchor)
        yield msgspec.structs.asdict(kept)


def restore_all_rows(connection: Connection) -> None:
    """Restore the rows of all archived matches, for downgrades."""
    for match in connection.execute(select(archived_rows.c.match).distinct()).scalars().all():
        restore_rows(connection, match)


def log_rows(connection: Connection, match: str, kinds: Collection[str]) -> list[Row]:
    """Return the records of these kinds in the log of a match, archived or not."""
    wanted = select(*_columns(log)).where(log.c.match == match, log.c.kind.in_(kinds)).order_by(log.c.n)
    found = connection.execute(wanted).all()
    return list(found) or [row for row in read_compressed_rows(connection, match, log) if row.kind in kinds]


def update_log(connection: Connection, match: str, changed: Mapping[int, Mapping[str, Any]]) -> None:
    """Update records of a match by number, archived or not. Call `lock_match` first."""
    for n, values in changed.items():
        connection.execute(update(log).where(log.c.match == match, log.c.n == n).values(**values))
    here = (archived_rows.c.match == match, archived_rows.c.of == log.name)
    for n, data in (
        connection.execute(select(archived_rows.c.n, archived_rows.c.data).where(*here)).all() if changed else ()
    ):
        rows = [row._replace(**changed.get(row.n, {})) for row in CompressedBlock(match, data).rows()]
        connection.execute(
            update(archived_rows).where(*here, archived_rows.c.n == n).values(data=_data(rows[0]._fields, rows))
        )
