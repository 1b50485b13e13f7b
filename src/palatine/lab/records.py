"""Finished matches as rows for statistics, without names of people.

There is one row per match or per record of its log. The columns are the fields of `MatchSummaryRow` and `LogRow`;
docs/laboratory.md describes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from palatine.core import Unknown
from palatine.matches.files.matchfile import MatchFile
from palatine.optional_imports import import_optional


class MatchSummaryRow(msgspec.Struct, frozen=True):
    """A row for a match."""

    match: str
    game: str
    rules: str
    scenario: str
    options: str
    seats: list[str]
    bots: list[str]
    winners: list[str]
    margin: str
    clause: str
    records: int
    rolls: int
    created: str
    ended: str


class LogRow(msgspec.Struct, frozen=True):
    """A row for a record of a match's log."""

    match: str
    n: int
    kind: str
    ply: int
    time: str
    seat: str
    verb: str
    operand: int
    sheet: str
    rolls: list[int]
    sides: list[int]


Row = MatchSummaryRow | LogRow


def match_row(file: MatchFile) -> MatchSummaryRow:
    """Return the row of a finished match."""
    result = file.result or {}
    return MatchSummaryRow(
        match=file.match,
        game=file.game,
        rules=file.rules,
        scenario=file.scenario,
        options=msgspec.json.encode(file.options, order="sorted").decode(),
        seats=list(file.names),
        bots=[seat.bot for seat in file.seats],
        winners=list(result.get("winners", [])),
        margin=str(result.get("margin", "")),
        clause=str(result.get("clause", "")),
        records=len(file.log),
        rolls=sum(len(record.rolls) for record in file.log),
        created=file.created,
        ended=file.updated,
    )


def log_rows(file: MatchFile) -> Iterator[LogRow]:
    """Yield a row for each record of the log; of chat messages only that there was one."""
    for record in file.log:
        verb, operand = record.action or ("", 0)
        sheet = str(record.data.get("text", "")) if record.kind == "hand_in" else ""
        rolls, sides = [roll.value for roll in record.rolls], [roll.sides for roll in record.rolls]
        yield LogRow(
            file.match,
            record.n,
            record.kind,
            record.ply,
            record.time,
            record.seat,
            verb,
            operand,
            sheet,
            rolls,
            sides,
        )


def read_rows(files: Iterable[MatchFile], unit: str = "match") -> Iterator[Row]:
    """Yield the rows of match files: one per "match", or one per "record" of their logs."""
    for file in files:
        if unit == "match":
            yield match_row(file)
        else:
            yield from log_rows(file)


def write_lines(path: Path, rows: Iterable[Row]) -> int:
    """Write rows as JSON lines and return their number."""
    count = 0
    with path.open("wb") as out:
        for row in rows:
            out.write(msgspec.json.encode(row) + b"\n")
            count += 1
    return count


ROW_GROUP_SIZE = 50_000
"""Rows in a group of a Parquet file, and the most held in memory."""


def write_parquet(path: Path, rows: Iterable[Row], kind: type[Row]) -> int:
    """Write rows of one kind as Parquet and return their number.

    Raises MissingExtra without pyarrow.
    """
    arrow, parquet = import_optional("pyarrow", "pyarrow.parquet")
    schema = arrow.schema([(field.name, _type(arrow, field.type)) for field in msgspec.structs.fields(kind)])
    count = 0
    with parquet.ParquetWriter(path, schema) as writer:
        batch: list[dict[str, Any]] = []
        for row in rows:
            batch.append(msgspec.structs.asdict(row))
            count += 1
            if len(batch) == ROW_GROUP_SIZE:
                writer.write_table(arrow.Table.from_pylist(batch, schema))
                batch.clear()
        writer.write_table(arrow.Table.from_pylist(batch, schema))
    return count


def _type(arrow: Any, hint: Any) -> Any:
    plain = {str: arrow.string(), int: arrow.int64()}
    return plain[hint] if hint in plain else arrow.list_(plain[hint.__args__[0]])


def write_rows(path: Path, files: Iterable[MatchFile], unit: str = "match") -> int:
    """Write the rows of match files to a .jsonl or .parquet file and return their number.

    The file is replaced only if all match files could be read. Raises Unknown for another suffix.
    """
    if path.suffix not in (".jsonl", ".parquet"):
        raise Unknown(f"Records are written to a file that ends in .jsonl or .parquet, not to {path.name}.")
    found, part = read_rows(files, unit), path.with_name(f"{path.name}.part")
    try:
        if path.suffix == ".jsonl":
            count = write_lines(part, found)
        else:
            count = write_parquet(part, found, MatchSummaryRow if unit == "match" else LogRow)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return count
