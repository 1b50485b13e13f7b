"""Databases: opening, transactions, version checks and errors."""

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
from palatine.store.change_detection import DataVersion, SingleWriter
from palatine.store.schema import HEAD, OLDEST, metadata
from palatine.store.server_lock import ServerLock
from palatine.store.transactions.writer import QueuedWrite, Writer, detect_lost_commit
from palatine.store.upgrading import current_revision, is_compatible, migrate

T = TypeVar("T")

WRITER_WAIT_SECONDS = 0.02
"""Seconds to wait for another writing thread before the cache is bypassed."""
MAX_CACHE_AGE = 1.0
"""Seconds for which a value read from PostgreSQL may be reused while notifications arrive."""


class DuplicateKey(StorageError):
    """A row with this key exists, or a referenced row does not."""


class Database:
    """A database engine with concurrent reading transactions and one writer at a time.

    SQLite allows one writer and makes others poll; the lock spares threads of this process the polling. Writers in
    other processes wait for each other up to ten seconds. On PostgreSQL there are two writers: one takes the lock of
    the installation (see `postgres`). The other, for moves among others, does not, and never waits for the first.
    Readers see a consistent snapshot over any number of statements.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._is_single = isinstance(engine.pool, StaticPool)
        self._here = threading.local()
        self.in_use = ServerLock(engine, self.sibling_path("lock"))
        self._reader: Engine = engine
        self._writer: Engine = engine
        self.sole = SingleWriter(engine, sqlite.begin_transaction) if self.is_sqlite else None
        self._auth_version: tuple[DataVersion | None, object] = (None, None)
        if self.sole is not None:
            self._writer = self.sole.engine.execution_options(begin="BEGIN IMMEDIATE")
        else:
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._alone = Writer(self._writer, self._in_transaction, keeps=not self._is_single)
        self._beside = self._alone
        if not self.is_sqlite:
            self._beside = Writer(self._writer, self._in_transaction, is_alone=False)
        self._lock = self._alone.lock
        self.notified: int | None = None
        """Number of notifications received about sessions and tokens; None without a listener."""
        self._written = 0
        self._counting = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a read-only transaction, or continue the current transaction of this thread.

        Within a writing transaction, reads see its own changes, and what they find stays valid until the commit.
        """
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
        """Let this thread read a consistent snapshot over several transactions."""
        with self.reading() as connection:
            before, self._here.connection = getattr(self._here, "connection", None), connection
            try:
                yield
            finally:
                self._here.connection = before

    @contextmanager
    def writing(self, *, exclusive: bool = True) -> Iterator[Connection]:
        """Begin a writing transaction, which is rolled back on any error.

        Without `exclusive`, it may run concurrently with others if the database supports that. Use that for statements
        that are correct whatever else is written at the same time.
        """
        writer = self._alone if exclusive else self._beside
        with writer.lock, translate_errors():
            try:
                with writer.begin() as connection:
                    yield connection
            finally:
                self._changed()

    def _changed(self) -> None:
        """Count a write other than of moves."""
        with self._counting:
            self._written += 1
        if self.sole is not None:
            self.sole.count_write()

    def data_version(self) -> DataVersion | None:
        """Return a value that changes with every write other than of moves in matches.

        None if it cannot be determined or another thread has been writing for a while. On PostgreSQL it counts writes
        of this process and notifications from others, and values read are valid for at most `MAX_CACHE_AGE` seconds
        (`is_still_valid`).
        """
        if self.sole is None:
            return None if self.notified is None else (0, self._written, self.notified)
        known: DataVersion | None = getattr(self._here, "data_version", None)
        if known is not None:
            return self.sole.version_unless_changed(known)
        if not self._lock.acquire(timeout=WRITER_WAIT_SECONDS):
            return None
        try:
            found = self.sole.data_version()
        finally:
            self._lock.release()
        if getattr(self._here, "is_scoped", False):
            self._here.data_version = found
        return found

    def is_still_valid(self, read_at: float) -> bool:
        """Return whether a value read at that time is valid while the data version is unchanged.

        `read_at` is a time of `time.monotonic`.
        """
        return self.is_sqlite or monotonic() - read_at < MAX_CACHE_AGE

    def auth_version(self) -> object:
        """Return a value that changes with accounts, sessions and tokens; None as in `data_version`."""
        now = self.data_version()
        if self._auth_version[0] != now or now is None:
            is_counted = self._is_single or self.sole is None
            self._auth_version = now, now if is_counted else self.fast_scalar("SELECT changes FROM auth_version")
        return self._auth_version[1]

    def fast_scalar(self, text: str, *parameters: str) -> Any:
        """Return the first value of an SQLite query, read in microseconds on the writing connection.

        Returns None if the query finds nothing or the connection is busy.
        """
        if self.sole is None or self._is_single or not self._lock.acquire(timeout=WRITER_WAIT_SECONDS):
            return None
        try:
            return self.sole.fast_scalar(text, *parameters)
        finally:
            self._lock.release()

    @contextmanager
    def consistent_scope(self) -> Iterator[None]:
        """Check for writes of other processes only once in this thread.

        A transaction of this thread checks again. Within the scope, reads may be as old as the last check.
        """
        self._here.is_scoped, self._here.data_version = True, None
        try:
            yield
        finally:
            self._here.is_scoped, self._here.data_version = False, None

    @contextmanager
    def _in_transaction(self, connection: Connection, exclusive: bool) -> Iterator[Connection]:
        with connection.begin() as transaction:
            self._here.data_version = None
            if exclusive and not self.is_sqlite:
                postgres.lock_database(connection)
            before, self._here.connection = getattr(self._here, "connection", None), connection
            try:
                yield connection
            finally:
                self._here.connection = before
            with detect_lost_commit():
                transaction.commit()

    def write(self, work: Callable[[Connection], T], *, moves: bool = False, exclusive: bool = True) -> T:
        """Run `work` in a transaction and return its result after the commit.

        It may run more than once if the database requires a retry. Work that only writes `moves`, fenced by match
        versions, runs concurrently with other writers. So does work that need not be `exclusive`: statements that are
        correct whatever else is written at the same time, or that fail on a unique key, after which `work` is
        repeated.
        """
        mine = QueuedWrite(work, is_retried=not (moves or exclusive))
        writer = self._beside if moves or not exclusive else self._alone
        writer.write(mine, after_commit=None if moves else self._changed)
        return _written(mine)

    def write_moves(self, writes: Sequence[Callable[[Connection], T]]) -> list[T | Exception]:
        """Write moves of different matches in one transaction, with a savepoint for each.

        Returns for each its result or error. A failed one writes nothing and does not affect the others.
        """
        mine = [QueuedWrite(work) for work in writes]
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
        """True if the current transaction of moves has a single part, whose work may commit it."""
        return self._beside.has_one

    @property
    def waiting_writers(self) -> int:
        """Number of threads that are writing or waiting to write."""
        return sum([writer.waiting for writer in {self._alone, self._beside}])

    def close_writer(self) -> None:
        for writer in (self._alone, self._beside):
            writer.close()

    def close(self) -> None:
        """Close the database after pending writes."""
        self.in_use.release()
        with self._alone.lock, self._beside.lock:
            self.close_writer()
            self.engine.dispose()
            if self.sole is not None:
                self.sole.close()

    def sibling_path(self, name: str) -> Path | None:
        """Return a path next to an SQLite file, `matches.db.NAME`; None for other databases."""
        file = self.engine.url.database
        return Path(f"{file}.{name}") if self.is_sqlite and file not in sqlite.IN_MEMORY else None

    def check(self) -> None:
        """Raise `StorageError` if an SQLite file is damaged. Takes about a second per gigabyte."""
        found = sqlite.check_damage(self.engine, "quick_check(3)") if self.is_sqlite else []
        if found:
            raise StorageError(
                f"The database {self.engine.url.database} is damaged ({found[0]}). Put back a copy of it that is "
                "whole; `palatine audit` tells what else is wrong with this one."
            )

    def find_damage(self) -> list[str]:
        """Return the damage found in an SQLite file, and the tables that cannot be read completely."""
        found = sqlite.check_damage(self.engine, "integrity_check(20)") if self.is_sqlite else []
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
        """Upgrade the tables, unless this version can use them as they are.

        Raises `StorageError` if they are of a newer version that excludes this one, or if another process uses them
        and could not continue after the upgrade.
        """
        with self.reading() as connection:
            if is_compatible(connection):
                return
            before = current_revision(connection)
        if before is None or before >= OLDEST:
            self.migrate(HEAD)
            return
        try:
            self.in_use.acquire(exclusive=True)
        except StorageError as error:
            raise StorageError(
                f"The database must be upgraded from revision {before} to {HEAD}, which `palatine upgrade` does. "
                f"{error}"
            ) from error
        try:
            self.migrate(HEAD)
        finally:
            self.in_use.release()

    def migrate(self, target: str, *, drop: bool = False) -> None:
        """Migrate the tables to a newer or older revision, while no other process writes.

        Raises `StorageError`, without changes, if rows would be lost, unless `drop` is set.
        """
        with self.writing() as connection:
            if not self.is_sqlite:
                postgres.disable_timeouts(connection)
            if current_revision(connection) != target:
                migrate(connection, target, drop=drop)
            if not self.is_sqlite:
                postgres.set_binary_collation(connection)


def _written(write: QueuedWrite[T]) -> T:
    """Return the result of a write or raise its error."""
    if write.error is not None:
        with translate_errors():
            raise write.error
    return write.result  # type: ignore[return-value]


def connect(location: str | Path) -> Database:
    """Open a database by URL, path of an SQLite file, or ":memory:".

    A missing SQLite file is created with its folder. Raises `StorageError` if it cannot be opened.
    """
    named = (
        str(location)
        if "://" in str(location)
        else sqlite.url_of(Path(location) if location != ":memory:" else None)
    )
    try:
        url = make_url(named)
        kind = url.get_backend_name()
        if kind not in ENGINE_FACTORIES:
            raise ValueError(f"Palatine keeps matches in SQLite or PostgreSQL, not in {kind!r}")
        return Database(ENGINE_FACTORIES[kind](url))
    except ImportError as error:
        raise StorageError(
            f"The database {_without_password(named)} cannot be opened: install `palatine[postgres]` ({error})."
        ) from error
    except (SQLAlchemyError, ValueError) as error:
        raise StorageError(
            f"The database {_without_password(named)} cannot be opened: {_first_line(error)}."
        ) from error


ENGINE_FACTORIES = {
    "sqlite": sqlite.make_engine,
    "postgresql": postgres.make_engine,
    "postgres": postgres.make_engine,
}


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate database errors, such as a full disk or a lock timeout, to `StorageError`."""
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
