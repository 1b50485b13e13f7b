"""Opening a database: its transactions, and its errors."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, OperationalError, SQLAlchemyError, TimeoutError
from sqlalchemy.pool import StaticPool

from palatine.matches.errors import StorageError
from palatine.store import postgres, sqlite
from palatine.store.schema import HEAD, OLDEST, metadata
from palatine.store.server_lock import ServerLock
from palatine.store.transactions.writer import Write, Writer, sure
from palatine.store.unchanged import DataVersion, SoleWriter
from palatine.store.upgrading import can_use, migrate, revision

T = TypeVar("T")

SOON = 0.02
"""Seconds to wait for another writing thread before everything is read again instead."""
TRUSTED = 1.0
"""Seconds for which a value read from PostgreSQL is used again, as long as notifications of other processes arrive."""


class DuplicateKey(StorageError):
    """There is a row of that key, or none that it names."""


class Database:
    """An engine with two kinds of transactions: many that read, and one at a time that writes.

    SQLite lets one writer in at a time and makes the others poll; the lock spares those of this process the
    polling. Writers in other processes wait for each other up to ten seconds. On PostgreSQL there are two writers: one
    that takes the lock of the installation (see `postgres`), and one that does without, for moves among others, which
    never waits for the first. Readers see a consistent snapshot, however many statements they take.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._is_single = isinstance(engine.pool, StaticPool)
        self._here = threading.local()
        self.in_use = ServerLock(engine, self.sibling_path("lock"))
        self._reader: Engine = engine
        self._writer: Engine = engine
        self.sole = SoleWriter(engine, sqlite.begin) if self.is_sqlite else None
        self._auth_version: tuple[DataVersion | None, object] = (None, None)
        if self.sole is not None:
            self._writer = self.sole.engine.execution_options(begin="BEGIN IMMEDIATE")
        else:
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._alone = Writer(self._writer, self._begun, keeps=not self._is_single)
        self._beside = self._alone
        if not self.is_sqlite:
            self._beside = Writer(self._writer, self._begun, is_alone=False)
        self._lock = self._alone.lock
        self.notified: int | None = None
        """Number of notifications received about sessions and tokens; None while this process does not listen."""
        self._written = 0
        self._counting = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads. Within one that writes it is that one: what is looked up there can be relied
        upon until it is written, and holds what it has written itself."""
        writes: Connection | None = getattr(self._here, "connection", None)
        if writes is not None:
            yield writes
            return
        with (
            self._lock if self._is_single else nullcontext(),
            translate_errors(),
            self._reader.begin() as connection,
        ):
            yield connection

    @contextmanager
    def consistent_read(self) -> Iterator[None]:
        """While it lasts, this thread reads how all stood at one moment, however many transactions it takes."""
        with self.reading() as connection:
            before, self._here.connection = getattr(self._here, "connection", None), connection
            try:
                yield
            finally:
                self._here.connection = before

    @contextmanager
    def writing(self, *, alone: bool = True) -> Iterator[Connection]:
        """A transaction that writes: all of it or, on any error, nothing.

        Not `alone`, where the database can do that, it runs beside others: for statements that are right whatever else
        is written at the same time.
        """
        writer = self._alone if alone else self._beside
        with writer.lock, translate_errors():
            try:
                with writer.begin() as connection:
                    yield connection
            finally:
                self._changed()

    def _changed(self) -> None:
        """Something other than a move was written."""
        with self._counting:
            self._written += 1
        if self.sole is not None:
            self.sole.changed()

    def data_version(self) -> DataVersion | None:
        """Another than before when anything but moves in matches was written; None where that cannot be told, or
        somebody has been writing for a while. On PostgreSQL it counts the writes of this process and the notifications
        of others, and what was read holds for `TRUSTED` seconds at most (`is_recent`)."""
        if self.sole is None:
            return None if self.notified is None else (0, self._written, self.notified)
        known: DataVersion | None = getattr(self._here, "data_version", None)
        if known is not None:
            return self.sole.since(known)
        if not self._lock.acquire(timeout=SOON):
            return None
        try:
            found = self.sole.data_version()
        finally:
            self._lock.release()
        if getattr(self._here, "is_scoped", False):
            self._here.data_version = found
        return found

    def is_recent(self, read_at: float) -> bool:
        """Return whether a value read at that time (`time.monotonic`) holds while the data version is the same."""
        return self.is_sqlite or monotonic() - read_at < TRUSTED

    def auth_version(self) -> object:
        """Another than before when anything was written that says who somebody is; None as with `data_version`."""
        now = self.data_version()
        if self._auth_version[0] != now or now is None:
            is_counted = self._is_single or self.sole is None
            self._auth_version = now, now if is_counted else self.fast_scalar("SELECT changes FROM auth_version")
        return self._auth_version[1]

    def fast_scalar(self, text: str, *given: str) -> Any:
        """Return the first value of an SQLite statement, read in microseconds on the writing connection; None
        if there is none or the connection is busy."""
        if self.sole is None or self._is_single or not self._lock.acquire(timeout=SOON):
            return None
        try:
            return self.sole.fast_scalar(text, *given)
        finally:
            self._lock.release()

    @contextmanager
    def consistent_scope(self) -> Iterator[None]:
        """While it lasts, this thread asks whether other processes have written once, and once more in each of its own
        transactions: what it is told then holds for all that follows, as if that followed at once."""
        self._here.is_scoped, self._here.data_version = True, None
        try:
            yield
        finally:
            self._here.is_scoped, self._here.data_version = False, None

    @contextmanager
    def _begun(self, connection: Connection, alone: bool) -> Iterator[Connection]:
        with connection.begin() as transaction:
            self._here.data_version = None
            if alone and not self.is_sqlite:
                postgres.lock_database(connection)
            before, self._here.connection = getattr(self._here, "connection", None), connection
            try:
                yield connection
            finally:
                self._here.connection = before
            with sure():
                transaction.commit()

    def write(self, work: Callable[[Connection], T], *, moves: bool = False, alone: bool = True) -> T:
        """Do `work` in a transaction; back when it is safe on the disk.

        It may run more than once, when the database has to begin again. What writes `moves` in matches, each fenced
        by its version, and nothing else, runs beside other writers. So does what need not be `alone`: statements that
        are right whatever else is written at the same time, or that a unique key stops, and then `work` is done again.
        """
        mine = Write(work, is_retried=not (moves or alone))
        writer = self._beside if moves or not alone else self._alone
        writer.write(mine, then=None if moves else self._changed)
        return _written(mine)

    def write_moves(self, works: Sequence[Callable[[Connection], T]]) -> list[T | Exception]:
        """Write moves of different matches in one transaction, each within its own savepoint: the result or the error
        of each. One that fails writes nothing and does not touch the others."""
        mine = [Write(work) for work in works]
        self._beside.write(*mine)
        found: list[T | Exception] = []
        for each in mine:
            try:
                found.append(_written(each))
            except Exception as error:
                found.append(error)
        return found

    @property
    def may_commit(self) -> bool:
        """True if the transaction of moves under way has no other part, so that its work may commit it."""
        return self._beside.has_one

    @property
    def waiting(self) -> int:
        """Number of threads with something to write."""
        return sum([writer.waiting for writer in {self._alone, self._beside}])

    def close_writer(self) -> None:
        """Keep no connection to write by."""
        for writer in (self._alone, self._beside):
            writer.close()

    def close(self) -> None:
        """Close it, after pending writes."""
        self.in_use.release()
        with self._alone.lock, self._beside.lock:
            self.close_writer()
            self.engine.dispose()
            if self.sole is not None:
                self.sole.close()

    def sibling_path(self, name: str) -> Path | None:
        """A path beside the file of an SQLite database, `matches.db.NAME`; None for any other."""
        file = self.engine.url.database
        return Path(f"{file}.{name}") if self.is_sqlite and file not in sqlite.IN_MEMORY else None

    def check(self) -> None:
        """Raise StorageError when an SQLite file is damaged. A large one takes a second for each gigabyte."""
        found = sqlite.complaints(self.engine, "quick_check(3)") if self.is_sqlite else []
        if found:
            raise StorageError(
                f"The database {self.engine.url.database} is damaged ({found[0]}). Put back a copy of it that is "
                "whole; `palatine audit` tells what else is wrong with this one."
            )

    def damage(self) -> list[str]:
        """What is damaged in an SQLite file, and which tables cannot be read to the end."""
        found = sqlite.complaints(self.engine, "integrity_check(20)") if self.is_sqlite else []
        for table in metadata.sorted_tables:
            try:
                with self.reading() as connection:
                    for _ in connection.execution_options(yield_per=1000).execute(select(table)):
                        pass
            except StorageError as error:
                found.append(f"The table {table.name} cannot be read: {error}")
            except (TypeError, ValueError) as error:
                found.append(f"The table {table.name} holds what it cannot hold: {error}")
        return found

    def upgrade(self) -> None:
        """Bring the tables up to date, unless this version can use them as they are.

        Raises StorageError if they are of a newer version that excludes this one, and if another process uses them
        and could not go on with new ones.
        """
        with self.reading() as connection:
            if can_use(connection):
                return
            before = revision(connection)
        if before is None or before >= OLDEST:
            self.migrate(HEAD)
            return
        try:
            self.in_use.hold(alone=True)
        except StorageError as error:
            raise StorageError(
                f"The database must be upgraded from revision {before} to {HEAD}, which `palatine upgrade` does. "
                f"{error}"
            ) from error
        try:
            self.migrate(HEAD)
        finally:
            self.in_use.release()

    def migrate(self, to: str, *, drop: bool = False) -> None:
        """Bring the tables to a revision, newer or older. Nobody else writes meanwhile.

        Raises StorageError, and changes nothing, when rows would be lost on the way, unless they may be dropped.
        """
        with self.writing() as connection:
            if not self.is_sqlite:
                postgres.take_time(connection)
            if revision(connection) != to:
                migrate(connection, to, drop=drop)
            if not self.is_sqlite:
                postgres.suit(connection)


def _written(write: Write[T]) -> T:
    """Return the result of a write. Raises its error."""
    if write.error is not None:
        with translate_errors():
            raise write.error
    return write.result  # type: ignore[return-value]


def connect(place: str | Path) -> Database:
    """A database by its URL, or the path of an SQLite file (made with its folder if missing), or ":memory:"."""
    named = str(place) if "://" in str(place) else sqlite.url_of(Path(place) if place != ":memory:" else None)
    try:
        url = make_url(named)
        kind = url.get_backend_name()
        if kind not in MAKERS:
            raise ValueError(f"Palatine keeps matches in SQLite or PostgreSQL, not in {kind!r}")
        return Database(MAKERS[kind](url))
    except ImportError as error:
        raise StorageError(
            f"The database {_without_password(named)} cannot be opened: install `palatine[postgres]` ({error})."
        ) from error
    except (SQLAlchemyError, ValueError) as error:
        raise StorageError(
            f"The database {_without_password(named)} cannot be opened: {_first_line(error)}."
        ) from error


MAKERS = {"sqlite": sqlite.made_engine, "postgresql": postgres.made_engine, "postgres": postgres.made_engine}


@contextmanager
def translate_errors() -> Iterator[None]:
    """Failures of the database, a full disk or a lock that is not let go, become StorageError."""
    try:
        yield
    except IntegrityError as error:
        raise DuplicateKey(
            f"The database holds this already ({_first_line(error)}); nothing was changed."
        ) from error
    except DataError as error:
        raise StorageError(f"The database cannot hold this ({_first_line(error)}); nothing was changed.") from error
    except (DatabaseError, TimeoutError, sqlite3.Error) as error:
        if isinstance(error, OperationalError) and error.statement is None:
            raise StorageError(
                f"The database cannot be reached ({_first_line(error)}); nothing was changed. "
                "Is it running, and is server.database right?"
            ) from error
        raise StorageError(
            f"The database cannot do this just now ({_first_line(error)}); nothing was changed."
        ) from error


def _without_password(named: str) -> str:
    try:
        return repr(make_url(named).render_as_string(hide_password=True))
    except (SQLAlchemyError, ValueError):
        return "that was named"


def _first_line(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
