"""Storage of a study's records: parts written atomically, then one Parquet file."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from palatine.core import PalatineError, Unreadable
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import StudyPart, StudyPlan
from palatine.optional_imports import import_optional

PLAN_FILE = "plan.json"
RECORDS_FILE = "records.parquet"
LOCK_FILE = "lock"
ROW_GROUP_SIZE = 2_000
"""Records in a group of the Parquet file, and the most held in memory."""


def record_schema(arrow: Any) -> Any:
    """Return the pyarrow schema of a record."""
    return arrow.schema([(field.name, _type(arrow, field.type)) for field in msgspec.structs.fields(StudyGame)])


def _type(arrow: Any, hint: Any) -> Any:
    plain = {str: arrow.string(), int: arrow.int64(), float: arrow.float64()}
    if hint in plain:
        return plain[hint]
    if get_origin(hint) is list:
        return arrow.list_(_type(arrow, get_args(hint)[0]))
    return arrow.struct([(field.name, _type(arrow, field.type)) for field in msgspec.structs.fields(hint)])


class RecordStore:
    """The folder of a study's records. Raises MissingExtra without pyarrow."""

    def __init__(self, folder: Path, plan: StudyPlan) -> None:
        """Open the folder and lock it.

        Raises PalatineError if it holds the records of another study or another process is writing to it.
        """
        self.arrow, self.parquet = import_optional("pyarrow", "pyarrow.parquet")
        self.folder, self.plan = folder, plan
        text, file = msgspec.json.format(msgspec.json.encode(plan, order="sorted"), indent=1), folder / PLAN_FILE
        if file.exists() and file.read_bytes() != text:
            raise PalatineError(
                f"{folder} holds the records of another study, or of this one before it was changed."
            )
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = self._lock_folder()
        if not file.exists():
            _write_whole(file, text)

    def _lock_folder(self) -> int:
        """Lock the folder; the lock is released when the process exits, however it exits."""
        descriptor = os.open(self.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            raise PalatineError(f"{self.folder} is just being written by another process.") from None
        return descriptor

    def close(self) -> None:
        """Release the lock."""
        os.close(self._lock)

    @property
    def is_complete(self) -> bool:
        """True if all games are played and stored in one file."""
        return (self.folder / RECORDS_FILE).exists()

    def missing_parts(self) -> list[StudyPart]:
        """Return the parts that have not been played."""
        return [] if self.is_complete else [part for part in self.plan.parts() if not self.has_part(part)]

    def has_part(self, part: StudyPart) -> bool:
        """Return whether a part is stored in its own file."""
        return self._file(part).exists()

    def records_of(self, part: StudyPart) -> list[StudyGame]:
        """Return the records of a stored part."""
        return read_records(self._file(part))

    def write_part(self, part: StudyPart, records: list[StudyGame]) -> None:
        """Write the records of a part atomically."""
        table = self.arrow.Table.from_pylist(msgspec.to_builtins(records), record_schema(self.arrow))
        sink = self.arrow.BufferOutputStream()
        self.parquet.write_table(table, sink)
        _write_whole(self._file(part), sink.getvalue().to_pybytes())

    def merge(self) -> Path:
        """Merge all stored parts, ordered by setting and game, into one file and remove them."""
        whole = self.folder / RECORDS_FILE
        files = sorted(self.folder.glob("part-*.parquet"))
        if not whole.exists():
            beside = whole.with_suffix(".writing")
            with self.parquet.ParquetWriter(beside, record_schema(self.arrow)) as writer:
                for tables in _batches(self.parquet.read_table(file) for file in files):
                    writer.write_table(self.arrow.concat_tables(tables), row_group_size=ROW_GROUP_SIZE)
            _sync(beside)
            beside.replace(whole)
        for file in files:
            file.unlink(missing_ok=True)
        return whole

    def _file(self, part: StudyPart) -> Path:
        return self.folder / f"part-{part.name}.parquet"


def _batches(tables: Iterable[Any]) -> Iterable[list[Any]]:
    batch: list[Any] = []
    for table in tables:
        batch.append(table)
        if sum(map(len, batch)) >= ROW_GROUP_SIZE:
            yield batch
            batch = []
    if batch:
        yield batch


def _write_whole(file: Path, data: bytes) -> None:
    beside = file.with_suffix(".writing")
    beside.write_bytes(data)
    _sync(beside)
    beside.replace(file)


def _sync(file: Path) -> None:
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def read_records(path: Path) -> list[StudyGame]:
    """Return the records in a folder or a Parquet file, ordered by setting and game.

    A folder may hold an unfinished study. Raises Unreadable if there are no records, MissingExtra without pyarrow.
    """
    arrow, parquet = import_optional("pyarrow", "pyarrow.parquet")
    whole = path / RECORDS_FILE
    files = [whole] if whole.exists() else sorted(path.glob("part-*.parquet")) if path.is_dir() else [path]
    try:
        rows = [row for file in files for row in parquet.read_table(file).to_pylist()]
        found = msgspec.convert(rows, list[StudyGame])
    except (OSError, arrow.ArrowException, msgspec.ValidationError) as error:
        raise Unreadable(f"{path} holds no records of a study: {error}") from error
    if not found:
        raise Unreadable(f"{path} holds no records of a study.")
    return sorted(found, key=lambda record: (record.setting, record.number))


def read_plan(folder: Path) -> StudyPlan:
    """Return the plan of the records in a folder. Raises Unreadable if there is none."""
    try:
        return msgspec.json.decode((folder / PLAN_FILE).read_bytes(), type=StudyPlan)
    except (OSError, msgspec.MsgspecError) as error:
        raise Unreadable(f"{folder} holds no records of a study: {error}.") from error
