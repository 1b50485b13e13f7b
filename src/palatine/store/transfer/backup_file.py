"""Backup files: a whole database in one file, from which any database can be filled.

The file is compressed by gzip. It has a title line, then blocks of MessagePack, each preceded by its length in four
bytes. The first block is the header with the tables. The rows follow, table by table in key order. At the end are the
number and digest of the rows of each table. The file contains all secrets of the server and is readable only by its
owner.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from palatine.core import Unreadable
from palatine.store.transfer.copying import CopyProgress, DatabaseSource, Progress, count_rows
from palatine.store.transfer.rows import FETCH_SIZE, Row, RowCount, TableCount, TableShape

MAGIC = b"Palatine house 1\n"
GZIP_LEVEL = 2
"""Compression level of gzip; positions are already compressed."""
BLOCK_BYTES = 1 << 20
"""Size in bytes after which a block is full."""
MAX_BLOCK_BYTES = 1 << 28
"""Maximum size of a block in bytes. Anything larger is damage."""

_pack = msgspec.msgpack.Encoder().encode


class BackupHeader(msgspec.Struct, frozen=True):
    """Header of a backup: revision of the tables, time, tables and number of rows in each."""

    revision: str
    time: str
    shapes: tuple[TableShape, ...]
    numbers: dict[str, int]


def write_backup(path: Path, source: DatabaseSource, time: str, progress: Progress) -> dict[str, TableCount]:
    """Write a database to a new file and return the number and digest of rows by table.

    The file appears only when it is complete. Raises `FileExistsError` if the file exists, and `OSError`.
    """
    if path.exists():
        raise FileExistsError(17, "There is such a file already", str(path))
    part = path.with_name(path.name + ".part")
    told = CopyProgress(progress, sum(source.numbers.values()))
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile(filename="", mode="wb", compresslevel=GZIP_LEVEL, fileobj=raw, mtime=0) as file:
                found = _write(file, source, time, told)
            raw.flush()
            os.fsync(raw.fileno())
        part.rename(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    return found


def _write(file: Any, source: DatabaseSource, time: str, told: CopyProgress) -> dict[str, TableCount]:
    file.write(MAGIC)
    _write_block(file, BackupHeader(source.revision, time, source.shapes, dict(source.numbers)))
    found = {}
    for shape in source.shapes:
        tally = RowCount()
        for block in _blocks(count_rows(source.rows(shape), tally, told)):
            _write_block(file, block)
        _write_block(file, [])  # End of the table.
        found[shape.name] = tally.count
    _write_block(file, found)
    return found


def _blocks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield rows in blocks of about a megabyte or a single larger row."""
    block: list[Row] = []
    size = 0
    for row in rows:
        block.append(row)
        size += sum(len(value) for value in row if isinstance(value, (bytes, str)))
        if len(block) == FETCH_SIZE or size > BLOCK_BYTES:
            yield block
            block, size = [], 0
    if block:
        yield block


def _write_block(file: Any, block: Any) -> None:
    packed = _pack(block)
    file.write(len(packed).to_bytes(4, "big") + packed)


def _sync_folder(folder: Path) -> None:
    at = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(at)
    finally:
        os.close(at)


class BackupSource:
    """A backup file as a source."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name
        if self._read_bytes(len(MAGIC)) != MAGIC:
            raise self._unreadable("it does not begin as one")
        self.head: BackupHeader = self._block(BackupHeader)
        self.revision, self.shapes, self.numbers = self.head.revision, self.head.shapes, self.head.numbers

    def rows(self, shape: TableShape) -> Iterator[Row]:
        while block := self._block(list[tuple[Any, ...]]):
            yield from block

    def checksums(self) -> Mapping[str, TableCount]:
        found: dict[str, TableCount] = self._block(dict[str, TableCount])
        try:
            ends = not self._file.read(1)  # At the end of the file gzip verifies its checksum.
        except (EOFError, OSError, zlib.error):
            ends = False
        if not ends:
            raise self._unreadable("it is damaged")
        return found

    def _block(self, kind: Any) -> Any:
        size = int.from_bytes(self._read_bytes(4), "big")
        if size > MAX_BLOCK_BYTES:
            raise self._unreadable("it is damaged")
        try:
            return msgspec.msgpack.decode(self._read_bytes(size), type=kind)
        except (msgspec.MsgspecError, ValueError) as error:
            raise self._unreadable("it is damaged") from error

    def _read_bytes(self, size: int) -> bytes:
        try:
            found = self._file.read(size)
        except (EOFError, OSError, zlib.error) as error:
            raise self._unreadable("it is damaged, or breaks off") from error
        if len(found) < size:
            raise self._unreadable("it breaks off")
        return found

    def _unreadable(self, why: str) -> Unreadable:
        return Unreadable(f"{self._name} is not a readable backup: {why}. Nothing was changed.")


@contextmanager
def open_backup(path: Path) -> Iterator[BackupSource]:
    """Open a backup. Raises `Unreadable` and `OSError`."""
    with path.open("rb") as raw, gzip.GzipFile(fileobj=raw, mode="rb") as file:
        yield BackupSource(file, path.name)  # type: ignore[arg-type]
