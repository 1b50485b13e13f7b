"""Connections for writing, each reused for consecutive transactions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from time import perf_counter
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from palatine import metrics
from palatine.matches.errors import StorageError
from palatine.store import postgres

T = TypeVar("T")

MAX_ATTEMPTS = 5
"""Maximum attempts of a write that failed only because of other processes."""


class CommitUnknown(StorageError):
    """The connection was lost during a commit.

    The transaction may or may not have been committed.
    """


@contextmanager
def detect_lost_commit() -> Iterator[None]:
    """Raise `CommitUnknown` if the connection is lost in this block."""
    try:
        yield
    except DBAPIError as error:
        if error.connection_invalidated:
            raise CommitUnknown(
                "The database went away while this was being written; check whether it was done before you try again."
            ) from error
        raise


class QueuedWrite(Generic[T]):
    """A function that writes on a connection, and its result or error."""

    def __init__(self, work: Callable[[Connection], T], *, is_retried: bool = False) -> None:
        self.work = work
        self.is_retried = is_retried
        """True if the work is repeated after another process inserted the same key first."""
        self.result: T | None = None
        self.error: BaseException | None = None

    def run(self, connection: Connection) -> None:
        self.error = None
        self.result = self.work(connection)

    def run_in_savepoint(self, connection: Connection) -> None:
        """Run the work in a savepoint, which is rolled back on an error. The error is stored.

        Raises `DBAPIError` if the connection is lost.
        """
        try:
            with connection.begin_nested():
                self.run(connection)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise
            self.error = error
        except Exception as error:
            self.error = error

    @property
    def can_be_retried(self) -> bool:
        """True if it was not written and may be retried now; unknown after `CommitUnknown`."""
        if isinstance(self.error, IntegrityError):
            return self.is_retried
        if isinstance(self.error, DBAPIError) and self.error.connection_invalidated:
            return True
        return self.error is not None and postgres.is_retryable(self.error)


class Writer:
    """A connection on which threads of this process write, one transaction after another."""

    def __init__(
        self,
        engine: Engine,
        begun: Callable[[Connection, bool], AbstractContextManager[Connection]],
        *,
        is_alone: bool = True,
        keeps: bool = True,
    ) -> None:
        """Create a writer.

        The function `begun` starts a transaction, which is exclusive with `is_alone`. With `keeps`, the connection is
        reused for the next transaction.
        """
        self.engine = engine
        self.lock = threading.RLock()
        self.waiting = 0
        """Number of threads that are writing or waiting to write."""
        self.has_one = False
        """True during a transaction with a single write, for its own thread."""
        self._counting = threading.Lock()
        self._begun = begun
        self._is_alone = is_alone
        self._keeps = keeps
        self._kept: Connection | None = None

    def write(self, *writes: QueuedWrite[Any], after_commit: Callable[[], object] | None = None) -> None:
        """Run writes in one transaction.

        If one of several fails, they are repeated in another transaction with a savepoint each, so that each succeeds
        or fails by itself. Writes that failed only because of other processes are retried. `after_commit` is called
        before another thread may write.
        """
        with self._counting:
            self.waiting += 1
        begun = perf_counter()
        try:
            with self.lock:
                self._write_with_retries(writes)
                if after_commit is not None:
                    after_commit()
        finally:
            metrics.WRITE_SECONDS.add(perf_counter() - begun)
            with self._counting:
                self.waiting -= 1

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Begin a transaction. The caller must hold the lock."""
        with self._connected() as connection, self._begun(connection, self._is_alone):
            yield connection

    def close(self) -> None:
        """Close the connection; the next transaction opens another."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Yield the connection, reused for the next transaction unless this one fails."""
        if not self._keeps:
            with self.engine.connect() as connection:
                yield connection
            return
        if (
            self._kept is not None
            and not self._is_sqlite
            and postgres.is_lost(self._kept.connection.dbapi_connection)
        ):
            self.close()  # The pool replaces it.
        if self._kept is None:
            self._kept = self.engine.connect()
        try:
            yield self._kept
        except BaseException:
            self.close()
            raise

    @property
    def _is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    def _write_with_retries(self, writes: Sequence[QueuedWrite[Any]]) -> None:
        for _ in range(MAX_ATTEMPTS):
            self._write_once(writes)
            writes = [each for each in writes if each.can_be_retried]
            if not writes:
                return

    def _write_once(self, writes: Sequence[QueuedWrite[Any]]) -> None:
        try:
            with self.begin() as connection:
                self.has_one = len(writes) == 1
                try:
                    for each in writes:
                        each.run(connection)
                finally:
                    self.has_one = False
        except CommitUnknown as error:
            _fail(writes, error)
        except Exception as error:
            if len(writes) == 1:
                writes[0].error = error
            else:
                self._write_in_savepoints(writes)

    def _write_in_savepoints(self, writes: Sequence[QueuedWrite[Any]]) -> None:
        try:
            with self.begin() as connection:
                for each in writes:
                    each.run_in_savepoint(connection)
        except Exception as error:
            _fail(writes, error)


def _fail(writes: Iterable[QueuedWrite[Any]], error: Exception) -> None:
    for each in writes:
        each.error = error
