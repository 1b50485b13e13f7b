"""The storage of matches, in a database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, func, insert, select, update

from palatine.core import Entry, Roll
from palatine.store import schema, schema_people
from palatine.store.attempts import Attempts
from palatine.store.engine import Database, connect
from palatine.store.holding import follow_asked, follow_seats
from palatine.store.jobs import Jobs
from palatine.store.news import announce_change, announce_letter
from palatine.store.schema import drafts, letters, log, matches, seats, snapshots
from palatine.table.storage import Change, Letter, MatchRow, Record, SeatRow, Snapshot

_pack = msgspec.msgpack.Encoder().encode
_rolls = msgspec.msgpack.Decoder(tuple[Roll, ...]).decode
_entries = msgspec.msgpack.Decoder(tuple[Entry, ...]).decode
_data = msgspec.msgpack.Decoder(dict[str, Any]).decode

CHANGING = (
    "updated", "status", "version", "ply", "due", "asked", "state", "outcome", "turn", "deadline", "handed", "votes",
    "rules_now", "stuck", "lesson", "times", "proposals",
)  # fmt: skip
OF_MATCHES = tuple(table for table in schema_people.TABLES if "match" in table.c and table.c.match.foreign_keys)
"""What is kept of people in a match, and goes with it."""
SEAT_CHANGING = ("bot", "name", "key", "seated", "number", "missed", "holder")
LOG_HEAD = (log.c.n, log.c.kind, log.c.ply, log.c.time, log.c.seat, log.c.verb, log.c.operand, log.c.forced)
LOG_COLUMNS = (*LOG_HEAD, log.c.blame, log.c.data, log.c.rolls, log.c.entries)

_VERSION = select(matches.c.version).where(matches.c.id == bindparam("match"))
_MATCH = select(matches).where(matches.c.id == bindparam("match"))
_SEATS = select(seats).where(seats.c.match == bindparam("match")).order_by(seats.c.place)
_RECORDS = (
    select(*LOG_COLUMNS).where(log.c.match == bindparam("match"), log.c.n > bindparam("after")).order_by(log.c.n)
)
_LATEST = (
    select(*LOG_HEAD, log.c.blame, log.c.data)
    .where(log.c.match == bindparam("match"))
    .order_by(log.c.n.desc())
    .limit(bindparam("count"))
)
_LINE = (
    select(*LOG_COLUMNS)
    .where(
        log.c.match == bindparam("match"),
        log.c.kind.in_(("begin", "action", "turn", "eject")),
        log.c.ply > bindparam("after"),
        log.c.ply <= bindparam("upto"),
    )
    .order_by(log.c.n)
)
_SNAPSHOT = (
    select(snapshots.c.ply, snapshots.c.state, snapshots.c.base)
    .where(snapshots.c.match == bindparam("match"), snapshots.c.ply <= bindparam("ply"))
    .order_by(snapshots.c.ply.desc())
    .limit(1)
)
_UPDATE = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"), matches.c.version == bindparam("was"))
    .values({name: bindparam("new_" + name) for name in CHANGING})
)
_UPDATE_SEAT = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.place == bindparam("of_place"))
    .values({name: bindparam("new_" + name) for name in SEAT_CHANGING})
)


class Store:
    """A `MatchStorage` (see `palatine.table.storage`) on SQLAlchemy. Open it with `Store.open`."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.jobs = Jobs(database)
        self.attempts = Attempts(database)
        self.failures = database.beside("failures")
        """The folder for files that replay what the rules failed at; None where there is no place for them."""

    def damage(self) -> list[str]:
        """What the database itself finds damaged, table by table."""
        return self.database.damage()

    @classmethod
    def open(cls, place: str | Path, *, check: bool = True) -> Store:
        """The store at a database URL, in an SQLite file, or in ":memory:"; made or migrated as needed.

        Raises Unsaved when it cannot be opened; with `check` also when an SQLite file is damaged.
        """
        database = connect(place)
        if check:
            database.check()
        database.upgrade()
        return cls(database)

    def close(self) -> None:
        self.database.engine.dispose()

    # Writing

    def create(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record] = (),
        snapshots: Sequence[Snapshot] = (),
    ) -> None:
        """Keep a new match, with the log it comes with, if any."""
        places = [{"match": row.id, "place": i} | msgspec.structs.asdict(seat) for i, seat in enumerate(seats)]
        with self.database.writing() as connection:
            connection.execute(insert(schema.matches), msgspec.structs.asdict(row))
            connection.execute(insert(schema.seats), places)
            if any(seat.holder for seat in seats):
                follow_seats(connection, row.id, tuple(seats), row.created, "")
            if records:
                connection.execute(insert(log), [_log_row(row.id, record) for record in records])
            _keep_snapshots(connection, row.id, snapshots)

    def append(self, change: Change, was: int) -> bool:
        """Write all of `change` if the match is still at version `was`; otherwise nothing, and False."""
        row = change.row
        hot = {"new_" + name: getattr(row, name) for name in CHANGING}

        def work(connection: Connection) -> bool:
            if not connection.execute(_UPDATE, {"of_match": row.id, "was": was, **hot}).rowcount:
                return False
            if change.records:
                connection.execute(insert(log), [_log_row(row.id, record) for record in change.records])
            self._append_rest(connection, change)
            return True

        return self.database.write(work)

    def _append_rest(self, connection: Connection, change: Change) -> None:
        match = change.row.id
        if change.seats is not None:
            rows = [_seat_change(match, place, seat) for place, seat in enumerate(change.seats)]
            connection.execute(_UPDATE_SEAT, rows)
            follow_seats(connection, match, change.seats, change.row.updated, change.why)
        follow_asked(connection, change)
        announce_change(connection, change)
        if change.drop_after is not None:
            later = snapshots.c.ply > change.drop_after
            connection.execute(delete(snapshots).where(snapshots.c.match == match, later))
        _keep_snapshots(connection, match, change.snapshots)

    # Reading

    def version(self, match: str) -> int | None:
        """The version of a match; None when there is none such."""
        with self.database.reading() as connection:
            found: int | None = connection.execute(_VERSION, {"match": match}).scalar()
            return found

    def load(self, match: str) -> tuple[MatchRow, tuple[SeatRow, ...]] | None:
        """A match and its seats, in the order of the table."""
        with self.database.reading() as connection:
            found = connection.execute(_MATCH, {"match": match}).one_or_none()
            if found is None:
                return None
            places = connection.execute(_SEATS, {"match": match}).all()
        fields = dict(found._mapping)
        for name in ("asked", "handed", "proposals"):
            fields[name] = tuple(fields[name])
        return MatchRow(**fields), tuple(_seat(place) for place in places)

    def records(self, match: str, after: int = 0) -> list[Record]:
        """The records above number `after`, in order."""
        with self.database.reading() as connection:
            return [_record(row) for row in connection.execute(_RECORDS, {"match": match, "after": after})]

    def sound_records(self, match: str) -> tuple[list[Record], list[int]]:
        """The records that can be read, in order, and the numbers of those that cannot."""
        found, damaged = [], []
        with self.database.reading() as connection:
            for row in connection.execute(_RECORDS, {"match": match, "after": 0}):
                try:
                    found.append(_record(row))
                except (msgspec.MsgspecError, TypeError, ValueError):
                    damaged.append(row.n)
        return found, damaged

    def latest(self, match: str, count: int) -> list[Record]:
        """The last `count` records, in order, without rolls and entries."""
        with self.database.reading() as connection:
            found = connection.execute(_LATEST, {"match": match, "count": count}).all()
        return [Record(**{**row._mapping, "data": _data(row.data)}) for row in reversed(found)]

    def last(self, match: str, kind: str, seat: str) -> Record | None:
        """The last record of a kind of a seat."""
        of_kind = (log.c.match == match, log.c.kind == kind, log.c.seat == seat)
        with self.database.reading() as connection:
            wanted = select(*LOG_COLUMNS).where(*of_kind).order_by(log.c.n.desc()).limit(1)
            found = connection.execute(wanted).one_or_none()
        return None if found is None else _record(found)

    def line(self, match: str, after: int, upto: int) -> list[Record]:
        """The actions that stand at plies above `after` up to `upto`, in order; the beginning is at ply 0."""
        with self.database.reading() as connection:
            found = connection.execute(_LINE, {"match": match, "after": after, "upto": upto}).all()
        standing = {row.ply: row for row in found}
        return [_record(standing[ply]) for ply in sorted(standing)]

    def snapshot(self, match: str, ply: int) -> Snapshot | None:
        """The latest snapshot at or before `ply`."""
        with self.database.reading() as connection:
            found = connection.execute(_SNAPSHOT, {"match": match, "ply": ply}).one_or_none()
        return None if found is None else Snapshot(*found)

    def snapshots(self, match: str) -> list[Snapshot]:
        """All snapshots of a match, in order."""
        wanted = select(snapshots.c.ply, snapshots.c.state, snapshots.c.base).where(snapshots.c.match == match)
        with self.database.reading() as connection:
            return [Snapshot(*row) for row in connection.execute(wanted.order_by(snapshots.c.ply))]

    def of_keys(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """The matches that hashed keys open, each with the seats they open."""
        wanted = select(seats.c.match, seats.c.seat).where(seats.c.key.in_([key for key in keys if key]))
        opened: dict[str, list[str]] = {}
        with self.database.reading() as connection:
            for match, seat in connection.execute(wanted.order_by(seats.c.match, seats.c.place)):
                opened.setdefault(match, []).append(seat)
        return opened

    def of_holder(self, account: str) -> dict[str, list[str]]:
        """The matches in which an account holds seats, each with those seats."""
        wanted = select(seats.c.match, seats.c.seat).where(seats.c.holder == account, seats.c.holder != "")
        held: dict[str, list[str]] = {}
        with self.database.reading() as connection:
            for match, seat in connection.execute(wanted.order_by(seats.c.match, seats.c.place)):
                held.setdefault(match, []).append(seat)
        return held

    def ids(self, due: bool = False, stuck: bool = False) -> list[str]:
        """The ids of all matches but lessons, oldest first; with `due` only of those where the house is to act, with
        `stuck` of those where the referee cannot go on."""
        chosen: ColumnElement[bool] = matches.c.due if due else matches.c.lesson.is_(None)
        if stuck:
            chosen = matches.c.stuck != ""
        with self.database.reading() as connection:
            found = connection.execute(select(matches.c.id).where(chosen).order_by(matches.c.created, matches.c.id))
            return list(found.scalars())

    def overdue(self, time: str) -> list[str]:
        """The ids of the matches whose turn has ended by that time, the first to end first."""
        wanted = select(matches.c.id).where(matches.c.deadline != "", matches.c.deadline <= time)
        with self.database.reading() as connection:
            return list(connection.execute(wanted.order_by(matches.c.deadline, matches.c.id)).scalars())

    def idle(self, before: str) -> list[tuple[str, int]]:
        """The matches, with their versions, in which nothing has happened since `before` and that nobody plays:
        never begun, branched from others, or of bots alone; finished ones are not among them."""
        person = (
            select(seats.c.match)
            .where(seats.c.match == matches.c.id, (seats.c.key != "") | (seats.c.holder != ""))
            .exists()
        )
        nobodys = (matches.c.status == "open") | (
            (matches.c.status == "playing") & (matches.c.start.is_not(None) | ~person)
        )
        nobodys = nobodys & matches.c.lesson.is_(None)
        wanted = select(matches.c.id, matches.c.version).where(nobodys, matches.c.updated < before)
        with self.database.reading() as connection:
            return [(row.id, row.version) for row in connection.execute(wanted.order_by(matches.c.updated))]

    def idle_lessons(self, before: str) -> list[tuple[str, int]]:
        """The lessons, with their versions, in which nothing has happened since `before`."""
        wanted = select(matches.c.id, matches.c.version)
        wanted = wanted.where(matches.c.lesson.is_not(None), matches.c.updated < before)
        with self.database.reading() as connection:
            return [(row.id, row.version) for row in connection.execute(wanted.order_by(matches.c.updated))]

    def erase(self, connection: Connection, match: str, version: int) -> bool:
        """Take a match away with all that is kept of it, if it is still at that version and not over; a lesson even
        then."""
        may_go = (matches.c.status != "over") | matches.c.lesson.is_not(None)
        same = (matches.c.id == match, matches.c.version == version, may_go)
        if connection.execute(select(matches.c.id).where(*same)).first() is None:
            return False
        for table in (*OF_MATCHES, letters, drafts, snapshots, log, seats):
            connection.execute(delete(table).where(table.c.match == match))
        connection.execute(delete(matches).where(matches.c.id == match))
        return True

    # Beside the log

    def keep_draft(self, match: str, seat: str, turn: int, text: str, time: str) -> None:
        """Keep what a seat has written for a turn in place of what it had."""
        place = {"match": match, "seat": seat, "turn": turn}
        with self.database.writing() as connection:
            here = [drafts.c[name] == value for name, value in place.items()]
            if not connection.execute(update(drafts).where(*here).values(text=text, time=time)).rowcount:
                connection.execute(insert(drafts), {**place, "text": text, "time": time})

    def draft(self, match: str, seat: str, turn: int) -> tuple[str, str] | None:
        """What a seat has written for a turn, and when."""
        here = (drafts.c.match == match, drafts.c.seat == seat, drafts.c.turn == turn)
        with self.database.reading() as connection:
            found = connection.execute(select(drafts.c.text, drafts.c.time).where(*here)).one_or_none()
        return None if found is None else (found.text, found.time)

    def send(self, match: str, letter: Letter) -> Letter:
        """Keep a letter under the next number; the same letter of the same turn is kept once."""
        with self.database.writing() as connection:
            of_match = select(letters).where(letters.c.match == match)
            sent = of_match.where(letters.c.sender == letter.sender, letters.c.turn == letter.turn)
            for each in map(_letter, connection.execute(sent.order_by(letters.c.n))):
                if (each.to, each.text) == (letter.to, letter.text):
                    return each
            last = connection.execute(select(func.max(letters.c.n)).where(letters.c.match == match)).scalar()
            kept = msgspec.structs.replace(letter, n=(last or 0) + 1)
            connection.execute(insert(letters), {"match": match, **msgspec.structs.asdict(kept)})
            announce_letter(connection, match, kept)
            return kept

    def letters(self, match: str, seat: str) -> list[Letter]:
        """All letters from and to a seat, in order."""
        with self.database.reading() as connection:
            found = connection.execute(select(letters).where(letters.c.match == match).order_by(letters.c.n))
            kept = [_letter(row) for row in found]
        return [letter for letter in kept if seat == letter.sender or seat in letter.to]


def _letter(row: Row[Any]) -> Letter:
    return Letter(row.n, row.sender, tuple(row.to), row.text, row.turn, row.time, row.at_once)


def _keep_snapshots(connection: Connection, match: str, kept: Sequence[Snapshot]) -> None:
    if kept:
        rows = [{"match": match} | msgspec.structs.asdict(snapshot) for snapshot in kept]
        connection.execute(insert(snapshots), rows)


def _log_row(match: str, record: Record) -> dict[str, Any]:
    row = {"match": match} | msgspec.structs.asdict(record)
    return row | {name: _pack(row[name]) for name in ("data", "rolls", "entries")}


def _seat_change(match: str, place: int, seat: SeatRow) -> dict[str, Any]:
    return {"of_match": match, "of_place": place, **{"new_" + name: getattr(seat, name) for name in SEAT_CHANGING}}


def _seat(row: Row[Any]) -> SeatRow:
    return SeatRow(row.seat, row.bot, row.name, row.key, row.seated, row.number, row.missed, row.holder)


def _record(row: Any) -> Record:
    *head, data, rolls, entries = row
    n, kind, ply, time, seat, verb, operand, forced, blame = head
    return Record(
        n, kind, ply, time, seat, verb, operand, forced, blame, _data(data), _rolls(rolls), _entries(entries)
    )  # fmt: skip
