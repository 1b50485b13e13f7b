"""Storage of matches in a database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from palatine.matches.cache import LockedCache
from palatine.matches.errors import VersionConflict
from palatine.matches.storage import Change, Letter, MatchRow, Record, SeatRow, Snapshot, TransactionHook
from palatine.store import schema, schema_people
from palatine.store.change_detection import DataVersion
from palatine.store.compression import lock_match, read_compressed_rows, restore_rows
from palatine.store.engine import Database, connect
from palatine.store.events import announce_change, announce_letter, has_recipients
from palatine.store.invitation_withdrawal import withdraw_filled_invitations
from palatine.store.jobs import Jobs
from palatine.store.rate_limits import RateLimits
from palatine.store.reading import MatchReader
from palatine.store.schema import archived_rows, drafts, letters, log, matches, seats, snapshots
from palatine.store.seat_ownership import update_pending_turns, update_tenures
from palatine.store.transactions.conflicts import insert_or_update
from palatine.store.transactions.prepared import (
    FencedUpdate,
    PreparedStatement,
    is_fenced_off,
    translate_driver_errors,
)
from palatine.store.transactions.writer import CommitUnknown, detect_lost_commit

_pack = msgspec.msgpack.Encoder().encode

MUTABLE_MATCH_FIELDS = (
    "updated", "status", "version", "ply", "due", "asked", "state", "outcome", "turn", "deadline", "handed", "votes",
    "rules_now", "stuck", "lesson", "times", "proposals",
)  # fmt: skip
MATCH_DATA_TABLES = tuple(
    table for table in schema_people.TABLES if "match" in table.c and table.c.match.foreign_keys
)
"""Tables of people's data about a match, deleted with it."""
VERSION_CACHE_SIZE = 4096
"""Number of matches whose version is cached."""
MAX_PIPELINE_BYTES = 16 * 1024
"""Maximum bytes sent in one pipeline.

If the socket is full, the driver stops sending and only waits for responses, which the server sends at the end of a
pipeline. A larger pipeline could therefore wait forever.
"""
MUTABLE_SEAT_FIELDS = ("bot", "name", "key", "seated", "number", "missed", "owner")

_VERSION = select(matches.c.version).where(matches.c.id == bindparam("match"))
_change = (
    update(matches)
    .where(matches.c.id == bindparam("of_match"), matches.c.version == bindparam("was"))
    .values({name: bindparam("new_" + name) for name in MUTABLE_MATCH_FIELDS})
)
_UPDATE, _FENCED_UPDATE = PreparedStatement(_change, ()), FencedUpdate(_change, ())
_INSERT_LOG = PreparedStatement(insert(log), log.c.keys())
_INSERT_SNAPSHOT = PreparedStatement(insert(snapshots), snapshots.c.keys())
_UPDATE_SEAT = (
    update(seats)
    .where(seats.c.match == bindparam("of_match"), seats.c.place == bindparam("of_place"))
    .values({name: bindparam("new_" + name) for name in MUTABLE_SEAT_FIELDS})
)


class Store(MatchReader):
    """A `MatchStorage` (see `palatine.matches.storage`) on SQLAlchemy.

    Open it with `Store.open`.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._versions: LockedCache[str, tuple[DataVersion, int, float]] = LockedCache(VERSION_CACHE_SIZE)
        """Version of each match, with the data version and monotonic time at which it was read."""
        self.jobs = Jobs(database, monotonic)
        self.attempts = RateLimits(database)
        self.failures = database.sibling_path("failures")
        """The folder for files that reproduce failures of the rules; None if they are not saved."""
        self.slow = database.sibling_path("slow")
        """The folder for recordings of slow actions; None if they are not saved."""

    def find_damage(self) -> list[str]:
        """Return the damage that the database finds in itself, table by table."""
        return self.database.find_damage()

    @classmethod
    def open(cls, location: str | Path, *, check: bool = True) -> Store:
        """Open the store at a database URL, in an SQLite file, or in ":memory:".

        It is created or migrated as needed. Raises `StorageError` if it cannot be opened; with `check`, also if an
        SQLite file is damaged.
        """
        database = connect(location)
        if check:
            database.check()
        database.upgrade()
        return cls(database)

    def close(self) -> None:
        self.database.close()

    # Writing

    def create(
        self,
        row: MatchRow,
        seats: Sequence[SeatRow],
        records: Sequence[Record] = (),
        snapshots: Sequence[Snapshot] = (),
        hook: TransactionHook | None = None,
    ) -> None:
        """Store a new match, with its log if any, and run `hook` in the same transaction."""
        places = [{"match": row.id, "place": i} | msgspec.structs.asdict(seat) for i, seat in enumerate(seats)]
        with self.database.writing() as connection:
            connection.execute(insert(schema.matches), msgspec.structs.asdict(row))
            connection.execute(insert(schema.seats), places)
            if any(seat.owner for seat in seats):
                update_tenures(connection, row.id, tuple(seats), row.created, "")
            if records:
                connection.execute(insert(log), [_log_row(row.id, record) for record in records])
            _keep_snapshots(connection, row.id, snapshots)
            if hook is not None:
                hook(connection)

    def append(self, change: Change, version: int) -> bool:
        """Write all of `change` if the match is still at version `version`, and return whether it was."""
        (found,) = self.append_all([(change, version)])
        if isinstance(found, Exception):
            raise found
        return found

    def append_all(self, changes: Sequence[tuple[Change, int]]) -> list[bool | Exception]:
        """Append changes of different matches in one transaction.

        Returns for each the result of `append` or its exception.
        """
        found = self._write_piped(changes) if self._is_piped(changes) else None
        if found is None:
            found = self.database.write_moves(
                [partial(self._append, change=each, version=was) for each, was in changes]
            )
        for (change, _), written in zip(changes, found, strict=True):
            if written is not True:
                self._versions.pop(change.row.id)
        return found

    def _is_piped(self, changes: Sequence[tuple[Change, int]]) -> bool:
        return (
            not self.database.is_sqlite
            and all([_is_plain(change) for change, _ in changes])
            and _size(changes) <= MAX_PIPELINE_BYTES
        )

    def _write_piped(self, changes: Sequence[tuple[Change, int]]) -> list[bool | Exception] | None:
        """Write changes in one pipeline.

        Returns None, and writes nothing, if one of several cannot be written.
        """
        try:
            self.database.write(lambda c: self._append_piped(c, changes), moves=True)
        except VersionConflict:
            return [False] if len(changes) == 1 else None
        except Exception as error:
            is_known = len(changes) > 1 and not isinstance(error, CommitUnknown)
            return None if is_known else [error] * len(changes)
        return [True] * len(changes)

    def append_atomically(
        self,
        changes: Sequence[tuple[Change, int]],
        before: TransactionHook | None = None,
        after: TransactionHook | None = None,
    ) -> bool:
        """Append all changes of different matches in one transaction with `before` and `after`.

        Writes nothing and returns False if one of the matches is at another version.
        """

        def work(connection: Connection) -> None:
            if before is not None:
                before(connection)
            if not all([self._append(connection, *each) for each in changes]):
                raise VersionConflict
            if after is not None:
                after(connection)

        try:
            self.database.write(work)
        except VersionConflict:
            return False
        return True

    def _append(self, connection: Connection, change: Change, version: int) -> bool:
        row = change.row
        hot = {"new_" + name: getattr(row, name) for name in MUTABLE_MATCH_FIELDS}
        if not _UPDATE.run(connection, {"of_match": row.id, "was": version, **hot}):
            return False
        if row.status == "over" or change.drop_after is not None:  # It may be archived.
            restore_rows(connection, row.id)
        _INSERT_LOG.run(connection, *[_log_row(row.id, record) for record in change.records])
        self._append_rest(connection, change)
        self._cache_version(row.id, self.database.data_version(), row.version, monotonic())
        return True

    def _append_piped(self, connection: Connection, changes: Sequence[tuple[Change, int]]) -> None:
        """Write plain changes to PostgreSQL in one round trip.

        It includes the commit if there is nothing else to commit. Raises `VersionConflict` if one of the matches is
        at another version.
        """
        driver: Any = connection.connection.dbapi_connection
        commits = self.database.may_commit
        try:
            with (
                detect_lost_commit() if commits else nullcontext(),
                translate_driver_errors(connection),
                driver.pipeline(),
            ):
                for change, was in sorted(changes, key=lambda each: each[0].row.id):  # prevents deadlocks
                    row = change.row
                    hot = {"new_" + name: getattr(row, name) for name in MUTABLE_MATCH_FIELDS}
                    _FENCED_UPDATE.run(connection, {"of_match": row.id, "was": was, **hot})
                    _INSERT_LOG.run(connection, *[_log_row(row.id, record) for record in change.records])
                    update_pending_turns(connection, change)
                    _keep_snapshots(connection, row.id, change.snapshots)
                if commits:
                    driver.commit()
        except DBAPIError as error:
            if is_fenced_off(error):
                raise VersionConflict from error
            raise
        for change, _ in changes:
            self._cache_version(change.row.id, self.database.data_version(), change.row.version, monotonic())

    def _append_rest(self, connection: Connection, change: Change) -> None:
        match = change.row.id
        if change.seats is not None:
            rows = [_seat_change(match, place, seat) for place, seat in enumerate(change.seats)]
            connection.execute(_UPDATE_SEAT, rows)
            update_tenures(connection, match, change.seats, change.row.updated, change.why)
            withdraw_filled_invitations(connection, change.row, change.seats)
        update_pending_turns(connection, change)
        announce_change(connection, change)
        if change.drop_after is not None:
            later = snapshots.c.ply > change.drop_after
            connection.execute(delete(snapshots).where(snapshots.c.match == match, later))
        _keep_snapshots(connection, match, change.snapshots)

    # Reading

    def consistent_scope(self) -> AbstractContextManager[None]:
        return self.database.consistent_scope()

    def consistent_read(self) -> AbstractContextManager[None]:
        return self.database.consistent_read()

    def version(self, match: str, at_least: int = 0) -> int | None:
        """Return the version of a match; None if it does not exist.

        It is known to have reached version `at_least`.
        """
        now, at, known = self.database.data_version(), monotonic(), self._versions.get(match)
        if (
            known is not None
            and known[0] == now
            and known[1] >= at_least
            and self.database.is_still_valid(known[2])
        ):
            return known[1]
        found: int | None = self.database.fast_scalar("SELECT version FROM matches WHERE id = ?", match)
        if found is None:
            with self.database.reading() as connection:
                found = connection.execute(_VERSION, {"match": match}).scalar()
        self._cache_version(match, now, found, at)
        return found

    def note_version(self, match: str, version: int) -> None:
        """Note that a match may have been brought to this version by another process."""
        if not self.database.is_sqlite:  # On SQLite the data version covers it.
            self._cache_version(match, self.database.data_version(), version, monotonic())

    def _cache_version(self, match: str, now: DataVersion | None, version: int | None, at: float) -> None:
        """Cache a version for the current data version, unless a later version is cached."""
        known = self._versions.get(match)
        if now is not None and version is not None and (known is None or known < (now, version, at)):
            self._versions.put(match, (now, version, at))

    def matches_of_keys(self, keys: Iterable[str]) -> dict[str, list[str]]:
        """Return the matches that hashed keys open, each with the seats that they open."""
        wanted = select(seats.c.match, seats.c.seat).where(seats.c.key.in_([key for key in keys if key]))
        opened: dict[str, list[str]] = {}
        with self.database.reading() as connection:
            for match, seat in connection.execute(wanted.order_by(seats.c.match, seats.c.place)):
                opened.setdefault(match, []).append(seat)
        return opened

    def matches_of_owner(self, account: str) -> dict[str, list[str]]:
        """Return the matches in which an account has seats, each with those seats."""
        wanted = select(seats.c.match, seats.c.seat).where(seats.c.owner == account, seats.c.owner != "")
        held: dict[str, list[str]] = {}
        with self.database.reading() as connection:
            for match, seat in connection.execute(wanted.order_by(seats.c.match, seats.c.place)):
                held.setdefault(match, []).append(seat)
        return held

    def match_ids(self, due: bool = False, stuck: bool = False) -> list[str]:
        """Return the ids of all matches except lessons, oldest first.

        With `due`, only those in which the server must act, including lessons; with `stuck`, only halted ones.
        """
        chosen: ColumnElement[bool] = matches.c.due if due else matches.c.lesson.is_(None)
        if stuck:
            chosen = matches.c.stuck != ""
        with self.database.reading() as connection:
            found = connection.execute(select(matches.c.id).where(chosen).order_by(matches.c.created, matches.c.id))
            return list(found.scalars())

    def overdue_matches(self, time: str) -> list[str]:
        """Return the ids of matches due by `time`, earliest first."""
        wanted = select(matches.c.id).where(matches.c.deadline != "", matches.c.deadline <= time)
        with self.database.reading() as connection:
            return list(connection.execute(wanted.order_by(matches.c.deadline, matches.c.id)).scalars())

    def delete_match(self, connection: Connection, match: str, version: int, *, finished: bool = False) -> bool:
        """Delete a match and all its data if it is still at that version and not over.

        Lessons are deleted even if they are over, as are all matches with `finished`. Returns whether it was deleted.
        """
        may_go = (matches.c.status != "over") | matches.c.lesson.is_not(None) | finished
        same = (matches.c.id == match, matches.c.version == version, may_go)
        if connection.execute(select(matches.c.id).where(*same).with_for_update()).first() is None:
            return False
        for table in (*MATCH_DATA_TABLES, archived_rows, letters, drafts, snapshots, log, seats):
            connection.execute(delete(table).where(table.c.match == match))
        connection.execute(delete(matches).where(matches.c.id == match))
        return True

    # Data outside the log

    def save_draft(self, match: str, seat: str, turn: int, text: str, time: str) -> None:
        """Store a seat's draft for a turn, in place of an earlier one."""
        place = {"match": match, "seat": seat, "turn": turn}
        written = {"text": text, "time": time}

        def work(connection: Connection) -> None:
            lock_match(connection, match, for_compression=True)
            restore_rows(connection, match)
            insert_or_update(connection, drafts, {**place, **written}, written)

        self.database.write(work, exclusive=False)

    def draft(self, match: str, seat: str, turn: int) -> tuple[str, str] | None:
        """Return a seat's draft for a turn and its time."""
        here = (drafts.c.match == match, drafts.c.seat == seat, drafts.c.turn == turn)
        with self.database.reading() as connection:
            found = connection.execute(select(drafts.c.text, drafts.c.time).where(*here)).one_or_none()
            packed = () if found is not None else read_compressed_rows(connection, match, drafts)
        kept = [found] if found is not None else [row for row in packed if (row.seat, row.turn) == (seat, turn)]
        return (kept[0].text, kept[0].time) if kept else None

    def add_letter(self, match: str, letter: Letter) -> Letter:
        """Store a letter under the next number; the same letter of the same turn is stored once."""

        def work(connection: Connection) -> Letter:
            lock_match(connection, match, for_compression=True)
            restore_rows(connection, match)
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

        return self.database.write(work, exclusive=False)

    def letters(self, match: str, seat: str) -> list[Letter]:
        """Return all letters from and to a seat, in order."""
        with self.database.reading() as connection:
            found = connection.execute(select(letters).where(letters.c.match == match).order_by(letters.c.n))
            kept = [_letter(row) for row in found.all() or read_compressed_rows(connection, match, letters)]
        return [letter for letter in kept if seat == letter.sender or seat in letter.to]


def _letter(row: Any) -> Letter:
    return Letter(row.n, row.sender, tuple(row.to), row.text, row.turn, row.time, row.at_once)


def _is_plain(change: Change) -> bool:
    """Return whether a change can be written without reading first."""
    is_in_play = change.row.status != "over" and change.drop_after is None
    return is_in_play and change.seats is None and not has_recipients(change)


def _size(changes: Sequence[tuple[Change, int]]) -> int:
    """Return the approximate size in bytes of changes as sent."""
    rows = [[getattr(change.row, name) for name in MUTABLE_MATCH_FIELDS] for change, _ in changes]
    return len(msgspec.msgpack.encode((rows, [(change.records, change.snapshots) for change, _ in changes])))


def _keep_snapshots(connection: Connection, match: str, kept: Sequence[Snapshot]) -> None:
    if kept:
        _INSERT_SNAPSHOT.run(connection, *[{"match": match} | msgspec.structs.asdict(each) for each in kept])


def _log_row(match: str, record: Record) -> dict[str, Any]:
    row = {"match": match} | msgspec.structs.asdict(record)
    return row | {name: _pack(row[name]) for name in ("data", "rolls", "entries")}


def _seat_change(match: str, location: int, seat: SeatRow) -> dict[str, Any]:
    return {
        "of_match": match,
        "of_place": location,
        **{"new_" + name: getattr(seat, name) for name in MUTABLE_SEAT_FIELDS},
    }
