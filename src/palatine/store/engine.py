"""Opening a database: its transactions, and how its failures are told."""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, DataError, DBAPIError, IntegrityError, SQLAlchemyError, TimeoutError
from sqlalchemy.pool import StaticPool

from palatine import metrics
from palatine.matches.errors import StorageError
from palatine.store import postgres, sqlite
from palatine.store.schema import HEAD, OLDEST, metadata
from palatine.store.server_lock import ServerLock
from palatine.store.unchanged import Generation, SoleWriter
from palatine.store.upgrading import can_use, migrate, revision

T = TypeVar("T")

SOON = 0.02
"""Seconds to wait for another thread that writes before everything is read anew instead."""
TRIES = 5
"""So often what failed only because of others is tried."""


class DuplicateKey(StorageError):
    """There is a row of that key, or none that it names."""


class CommitUnknown(StorageError):
    """The database went away while it was told to write, and whether it has is not known."""


class Writing(Generic[T]):
    """Something to be written, and what has become of it."""

    def __init__(self, work: Callable[[Connection], T], moves: bool) -> None:
        self.work = work
        self.moves = moves
        self.is_done = False
        self.result: T | None = None
        self.error: BaseException | None = None

    def carry_out(self, connection: Connection) -> None:
        """Do it within its own savepoint; what fails leaves no trace and does not touch the others."""
        self.error = None
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
    polling. Writers in other processes wait for each other up to ten seconds, on PostgreSQL by a lock on the house
    (see `postgres`). What waits to be written when a writer's turn comes is committed together with his, so that
    many share one wait for the disk. Whoever reads sees one moment, however many statements it takes.
    """

    def __init__(self, engine: Engine) -> None:
        self._queue: deque[Writing[Any]] = deque()
        self.engine = engine
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._is_single = isinstance(engine.pool, StaticPool)
        self._turn = threading.RLock()
        self._here = threading.local()
        self.in_use = ServerLock(engine, self.beside("lock"))
        self._reader: Engine = engine
        self._writer: Engine = engine
        self.sole = SoleWriter(engine, sqlite.begin) if self.is_sqlite else None
        self._rights: tuple[Generation | None, object] = (None, None)
        self._kept: Connection | None = None
        """The sole writer's connection, from one transaction to the next."""
        if self.sole is not None:
            self._writer = self.sole.engine.execution_options(begin="BEGIN IMMEDIATE")
        else:
            self._reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads. Within one that writes it is that one: what is looked up there can be relied
        upon until it is written, and holds what it has written itself."""
        writes: Connection | None = getattr(self._here, "connection", None)
        if writes is not None:
            yield writes
            return
        with self._turn if self._is_single else nullcontext(), told_politely(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def still(self) -> Iterator[None]:
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

        Not `alone`, where the database can do that, it runs beside others that are not: for statements that are right
        whatever else is written at the same time.
        """
        with self._turn, told_politely():
            try:
                with self._begun(alone) as connection:
                    yield connection
            finally:
                if self.sole is not None:
                    self.sole.changed()

    def generation(self) -> Generation | None:
        """Another than before when anything but moves in matches was written; None where that cannot be told, or
        somebody has been writing for a while."""
        if self.sole is None:
            return None
        known: Generation | None = getattr(self._here, "generation", None)
        if known is not None:
            return self.sole.since(known)
        if not self._turn.acquire(timeout=SOON):
            return None
        try:
            found = self.sole.generation()
        finally:
            self._turn.release()
        if getattr(self._here, "is_moment", False):
            self._here.generation = found
        return found

    def rights(self) -> object:
        """Another than before when anything was written that says who somebody is; None as with `generation`."""
        now = self.generation()
        if self._rights[0] != now or now is None:
            self._rights = now, now if self._is_single else self.look("SELECT changes FROM rights")
        return self._rights[1]

    def look(self, text: str, *given: str) -> Any:
        """The first value that a statement of SQLite's finds, asked in microseconds of the connection that writes; None
        where there is none, or it cannot be asked just now."""
        if self.sole is None or self._is_single or not self._turn.acquire(timeout=SOON):
            return None
        try:
            return self.sole.look(text, *given)
        finally:
            self._turn.release()

    @contextmanager
    def moment(self) -> Iterator[None]:
        """While it lasts, this thread asks whether other processes have written once, and once more in each of its own
        transactions: what it is told then holds for all that follows, as if that followed at once."""
        self._here.is_moment, self._here.generation = True, None
        try:
            yield
        finally:
            self._here.is_moment, self._here.generation = False, None

    @contextmanager
    def _begun(self, alone: bool) -> Iterator[Connection]:
        with self._connected() as connection, connection.begin() as transaction:
            self._here.generation = None
            if not self.is_sqlite:
                postgres.lock_house(connection, alone)
            before, self._here.connection = getattr(self._here, "connection", None), connection
            try:
                yield connection
            finally:
                self._here.connection = before
            try:
                transaction.commit()
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise CommitUnknown(
                        "The database went away while this was being written; look whether it was done before you "
                        "try again."
                    ) from error
                raise

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection to write by. A sole writer's is kept; after a failure the next is another."""
        if self.sole is None or self._is_single:
            with self._writer.connect() as connection:
                yield connection
            return
        if self._kept is None:
            self._kept = self._writer.connect()
        try:
            yield self._kept
        except BaseException:
            self.hang_up()
            raise

    def hang_up(self) -> None:
        """Keep no connection to write by."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()

    def write(self, work: Callable[[Connection], T], *, moves: bool = False) -> T:
        """Do `work` in a transaction, together with what others wait to write; back when it is safe on the disk.

        It may be done more than once, when the database has to begin anew; what writes `moves` in matches,
        each fenced by its version, and nothing else, runs beside others like it.
        """
        mine = Writing(work, moves)
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
        begun = perf_counter()
        left = batch
        for _ in range(TRIES):
            self._write_together(left)
            left = [each for each in left if each.error is not None and _passes(each.error)]
            if not left:
                break
        for each in batch:
            each.is_done = True
        metrics.WRITE_SECONDS.add(perf_counter() - begun)

    @property
    def waiting(self) -> int:
        """How much waits to be written."""
        return len(self._queue)

    def _write_together(self, batch: list[Writing[Any]]) -> None:
        try:
            with self._begun(not all(each.moves for each in batch)) as connection:
                if len(batch) == 1:
                    batch[0].error, batch[0].result = None, batch[0].work(connection)
                else:
                    for each in batch:
                        each.carry_out(connection)
        except Exception as error:
            for each in batch:
                each.error = error
        if self.sole is not None and not all([each.moves for each in batch]):
            self.sole.changed()

    def close(self) -> None:
        """Let go of it, as soon as whoever writes just now has done so."""
        self.in_use.release()
        with self._turn:
            self.hang_up()
            self.engine.dispose()
            if self.sole is not None:
                self.sole.close()

    def beside(self, name: str) -> Path | None:
        """A path beside the file of an SQLite database, `matches.db.NAME`; None for any other."""
        file = self.engine.url.database
        return Path(f"{file}.{name}") if self.is_sqlite and file not in sqlite.IN_MEMORY else None

    def check(self) -> None:
        """Raise Unsaved when an SQLite file is damaged. A large one takes a second for each gigabyte."""
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
        """Bring the tables up to date, if they are not; those of a newer version may do as well.

        Raises Unsaved when they do not, and when an older version serves the house that could not go on with new ones.
        """
        with self.reading() as connection:
            if can_use(connection):
                return
            before = revision(connection)
        if before is None or before >= OLDEST:
            self.migrate(HEAD)
            return
        self.in_use.hold(alone=True)
        try:
            self.migrate(HEAD)
        finally:
            self.in_use.release()

    def migrate(self, to: str, *, drop: bool = False) -> None:
        """Bring the tables to a revision, newer or older. Nobody else writes meanwhile.

        Raises Unsaved, and changes nothing, when rows would be lost on the way, unless they may be dropped.
        """
        with self.writing() as connection:
            if not self.is_sqlite:
                postgres.take_time(connection)
            if revision(connection) != to:
                migrate(connection, to, drop=drop)
            if not self.is_sqlite:
                postgres.suit(connection)


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
def told_politely() -> Iterator[None]:
    """Failures of the database, a full disk or a lock that is not let go, become Unsaved."""
    try:
        yield
    except IntegrityError as error:
        raise DuplicateKey(
            f"The database holds this already ({_first_line(error)}); nothing was changed."
        ) from error
    except DataError as error:
        raise StorageError(f"The database cannot hold this ({_first_line(error)}); nothing was changed.") from error
    except (DatabaseError, TimeoutError, sqlite3.Error) as error:
        raise StorageError(
            f"The database cannot do this just now ({_first_line(error)}); nothing was changed."
        ) from error


def _passes(error: BaseException) -> bool:
    """Whether something was not written and may be tried again at once; it is not known of what is Unsure."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return postgres.passes(error)


def _without_password(named: str) -> str:
    try:
        return repr(make_url(named).render_as_string(hide_password=True))
    except (SQLAlchemyError, ValueError):
        return "that was named"


def _first_line(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).splitlines()[0] if str(cause) else type(cause).__name__
