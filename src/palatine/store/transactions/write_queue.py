"""Writers of this process that wait for their turn: what has come by then is committed in one transaction."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import perf_counter
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from palatine import metrics
from palatine.matches.errors import StorageError
from palatine.store import postgres

T = TypeVar("T")

TRIES = 5
"""So often what failed only because of others is tried."""


class CommitUnknown(StorageError):
    """The database went away while it was told to write, and whether it has is not known."""


@contextmanager
def sure() -> Iterator[None]:
    """While this lasts, a connection that is lost leaves it open whether a transaction was committed.

    Raises CommitUnknown.
    """
    try:
        yield
    except DBAPIError as error:
        if error.connection_invalidated:
            raise CommitUnknown(
                "The database went away while this was being written; look whether it was done before you try again."
            ) from error
        raise


class Writing(Generic[T]):
    """Something to be written, and what has become of it."""

    def __init__(self, work: Callable[[Connection], T], moves: bool, is_retried: bool = False) -> None:
        self.work = work
        self.moves = moves
        self.is_retried = is_retried
        """True if another process that inserted the same key first is a reason to do the work again."""
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

    @property
    def may_pass(self) -> bool:
        """True if it was not written and may be tried again at once; it is not known of what is CommitUnknown."""
        if isinstance(self.error, IntegrityError):
            return self.is_retried
        if isinstance(self.error, DBAPIError) and self.error.connection_invalidated:
            return True
        return self.error is not None and postgres.passes(self.error)


class WriteQueue:
    """One queue of writers, with the connection that they use one after the other."""

    def __init__(
        self,
        engine: Engine,
        begun: Callable[[Connection, bool], AbstractContextManager[Connection]],
        changed: Callable[[], object],
        *,
        is_alone: bool = True,
        keeps: bool = True,
    ) -> None:
        """`begun` begins a transaction, which `is_alone` or not; `changed` is called after anything but moves was
        written. The connection is kept from one transaction to the next if the queue `keeps` it."""
        self.engine = engine
        self.turn = threading.RLock()
        self.waiting: deque[Writing[Any]] = deque()
        self.has_one = False
        """True while the transaction under way is that of a single writer, as its own thread may ask."""
        self._begun = begun
        self._changed = changed
        self._is_alone = is_alone
        self._keeps = keeps
        self._kept: Connection | None = None

    def write(self, *mine: Writing[Any]) -> None:
        """Write each of these, together with all that waits."""
        self.waiting.extend(mine)
        with self.turn:
            if not all([each.is_done for each in mine]):
                self._write_all()

    @contextmanager
    def begun(self) -> Iterator[Connection]:
        """A transaction; the caller has the turn."""
        with self._connected() as connection, self._begun(connection, self._is_alone):
            yield connection

    def close_writer(self) -> None:
        """Keep no connection."""
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection, kept for the next transaction; after a failure the next is another."""
        if not self._keeps:
            with self.engine.connect() as connection:
                yield connection
            return
        if (
            self._kept is not None
            and not self._is_sqlite
            and postgres.is_lost(self._kept.connection.dbapi_connection)
        ):
            self.close_writer()  # and the pool replaces it
        if self._kept is None:
            self._kept = self.engine.connect()
        try:
            yield self._kept
        except BaseException:
            self.close_writer()
            raise

    @property
    def _is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    def _write_all(self) -> None:
        """Everything that waits, in one transaction; when that fails none of it is written."""
        batch = [self.waiting.popleft() for _ in range(len(self.waiting))]
        begun = perf_counter()
        left = batch
        for _ in range(TRIES):
            self._write_together(left)
            left = [each for each in left if each.may_pass]
            if not left:
                break
        for each in batch:
            each.is_done = True
        metrics.WRITE_SECONDS.add(perf_counter() - begun)

    def _write_together(self, batch: list[Writing[Any]]) -> None:
        """In one transaction; if one of several fails, in another with a savepoint for each, which costs more."""
        try:
            with self.begun() as connection:
                for each in batch:
                    self._write_one(each, connection, is_alone=len(batch) == 1)
        except CommitUnknown as error:
            _all_failed(batch, error)
        except Exception as error:
            if len(batch) == 1:
                batch[0].error = error
            else:
                self._write_apart(batch)
        if not all([each.moves for each in batch]):
            self._changed()

    def _write_apart(self, batch: list[Writing[Any]]) -> None:
        try:
            with self.begun() as connection:
                for each in batch:
                    each.carry_out(connection)
        except Exception as error:
            _all_failed(batch, error)

    def _write_one(self, writing: Writing[Any], connection: Connection, *, is_alone: bool) -> None:
        writing.error, self.has_one = None, is_alone
        try:
            writing.result = writing.work(connection)
        finally:
            self.has_one = False


def _all_failed(batch: Iterable[Writing[Any]], error: Exception) -> None:
    for each in batch:
        each.error = error
