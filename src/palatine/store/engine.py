"""Opening a database: its settings, its transactions, its migrations."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    IntegrityError,
    OperationalError,
    SQLAlchemyError,
    TimeoutError,
)
from sqlalchemy.pool import StaticPool

from palatine.store.schema import HEAD, metadata
from palatine.table.errors import Unsaved

T = TypeVar("T")

log = logging.getLogger(__name__)

BUSY_MILLISECONDS = 10_000
PRIVATE = 0o600
PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON")


class AlreadyThere(Unsaved):
    """There is a row of that key, or none that it names."""


class Writing(Generic[T]):
    """Something to be written, and what has become of it."""

    def __init__(self, work: Callable[[Connection], T]) -> None:
        self.work = work
        self.is_done = False
        self.result: T | None = None
        self.error: BaseException | None = None

    def carry_out(self, connection: Connection) -> None:
        """Do it within its own savepoint; what fails leaves no trace and does not touch the others."""
        try:
            with connection.begin_nested():
                self.result = self.work(connection)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            self.error = error
        except Exception as error:
            self.error = error


class Database:
    """An engine with two kinds of transactions: many that read, and one at a time that writes.

    SQLite lets one writer in at a time and makes the others poll; the lock spares those of this process the
    polling. Writers in other processes wait for each other up to `BUSY_MILLISECONDS`. What waits to be written
    when a writer's turn comes is committed together with his, so that many share one wait for the disk.
    """

    def __init__(self, engine: Engine) -> None:
        self._queue: deque[Writing[Any]] = deque()
        self.engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._is_single = isinstance(engine.pool, StaticPool)
        self._writer = engine.execution_options(begin="BEGIN IMMEDIATE") if self._is_sqlite else engine
        self._turn: threading.RLock | nullcontext[None] = threading.RLock() if self._is_sqlite else nullcontext()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with self._turn if self._is_single else nullcontext(), told_politely(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it or, on any error, nothing."""
        with self._turn, told_politely(), self._writer.begin() as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in a transaction, together with what others wait to write; back when it is safe on the disk."""
        mine = Writing(work)
        self._queue.append(mine)
        with self._turn:
            if not mine.is_done:
                self._write_all()
        if mine.error is not None:
            with told_politely():
                raise mine.error
        return mine.result  # type: ignore[return-value]

    def _write_all(self) -> None:
        """Everything that waits, in one transaction; when that fails none of it is written."""
        batch = [self._queue.popleft() for _ in range(len(self._queue))]
        try:
            with self._writer.begin() as connection:
                for each in batch:
                    each.carry_out(connection)
        except Exception as error:
            for each in batch:
                each.error = error
        for each in batch:
            each.is_done = True

    def beside(self, name: str) -> Path | None:
        """A path beside the file of an SQLite database, `matches.db.NAME`; None for any other."""
        file = self.engine.url.database
        return Path(f"{file}.{name}") if self._is_sqlite and file not in (None, "", ":memory:") else None

    def check(self) -> None:
        """Raise Unsaved when an SQLite file is damaged. A large one takes a second for each gigabyte."""
        found = self._pragma("quick_check(3)")
        if found:
            raise Unsaved(
                f"The database {self.engine.url.database} is damaged ({found[0]}). Put back a copy of it that is "
                "whole; `palatine audit` tells what else is wrong with this one."
            )

    def damage(self) -> list[str]:
        """What is damaged in an SQLite file, and which tables cannot be read to the end."""
        found = self._pragma("integrity_check(20)")
        for table in metadata.sorted_tables:
            try:
                with self.reading() as connection:
                    connection.execute(select(table)).fetchall()
            except Unsaved as error:
                found.append(f"The table {table.name} cannot be read: {error}")
            except (TypeError, ValueError) as error:
                found.append(f"The table {table.name} holds what it cannot hold: {error}")
        return found

    def _pragma(self, check: str) -> list[str]:
        """What SQLite's own check complains of; nothing for other databases."""
        if not self._is_sqlite:
            return []
        try:
            with self.engine.connect() as connection:
                told = "\n".join(map(str, connection.exec_driver_sql(f"PRAGMA {check}").scalars()))
        except (DatabaseError, sqlite3.DatabaseError) as error:
            if isinstance(error, OperationalError):
                return []  # locked or not to be opened: told where it is used
            return [_first_line(error)]
        return [line for line in told.splitlines() if line != "ok" and not line.startswith("*** in database")]

    def upgrade(self) -> None:
        """Bring the tables up to date, if they are not."""
        with self.reading() as connection:
            if _revision(connection) == HEAD:
                return
        with self.writing() as connection:
            if _revision(connection) != HEAD:
                _migrate(connection)


def connect(place: str | Path) -> Database:
    """A database by its URL, or the path of an SQLite file (made with its folder if missing), or ":memory:"."""
    url = str(place) if "://" in str(place) else _sqlite_url(Path(place) if place != ":memory:" else None)
    options: dict[str, Any] = {}
    if make_url(url).get_backend_name() == "sqlite":
        options = {"connect_args": {"check_same_thread": False, "timeout": BUSY_MILLISECONDS / 1000}}
        if make_url(url).database in (None, "", ":memory:"):
            options["poolclass"] = StaticPool
        else:
            options |= {"pool_size": 16, "max_overflow": 48}
    try:
        engine = create_engine(url, **options)
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise Unsaved(f"The database {url!r} cannot be opened: {_first_line(error)}.") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
    return Database(engine)


@contextmanager
def told_politely() -> Iterator[None]:
    """Failures of the database, a full disk or a lock that is not let go, become Unsaved."""
    try:
        yield
    except IntegrityError as error:
        raise AlreadyThere(
            f"The database holds this already ({_first_line(error)}); nothing was changed."
        ) from error
    except (DatabaseError, TimeoutError, sqlite3.Error) as error:
        raise Unsaved(
            f"The database cannot do this just now ({_first_line(error)}); nothing was changed."
        ) from error


def _sqlite_url(path: Path | None) -> str:
    if path is None:
        return "sqlite://"
    try:
        path.expanduser().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unsaved(f"The folder of the database cannot be made: {error.strerror}.") from error
    _make_private(path.expanduser())
    return f"sqlite:///{path.expanduser()}"


def _make_private(path: Path) -> None:
    """Nobody but its owner may read the file: it holds the seeds of matches being played. Its companions, the log
    and the index of SQLite, are made with the same rights."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
        open_to = stat.S_IMODE(path.stat().st_mode) & ~PRIVATE
        if not open_to:
            return
        for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if each.exists():
                each.chmod(PRIVATE)
        log.warning("The database %s could be read by others; now by its owner alone.", path)
    except OSError as error:  # somebody else's file, or a folder that cannot be written to: SQLite will tell which
        log.warning("The database %s could not be made private: %s", path, error.strerror)


def _prepare(connection: Any, record: Any) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: Connection) -> None:
    # Imported here for the start-up of all whose database is up to date: it takes a quarter of a second.
    from alembic import command
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise Unsaved(f"This database was made by a newer version of Palatine: {_first_line(error)}.") from error


def _first_line(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
