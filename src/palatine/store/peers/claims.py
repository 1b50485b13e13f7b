"""Work claimed by one of several equal processes, with PostgreSQL advisory locks.

The locks belong to one session of this process and end with it: immediately if the process dies, after seconds if it
or its machine is frozen. They only avoid duplicate work: writes are also fenced by versions and leases.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from time import monotonic

from sqlalchemy import Connection, text

from palatine import __version__
from palatine.matches.errors import StorageError
from palatine.store.engine import Database
from palatine.store.peers.notifications import DedicatedSession, open_session

log = logging.getLogger(__name__)

IDLE_MILLISECONDS = 5000
"""Milliseconds without a statement after which the server ends the session.

That releases the locks of a frozen process.
"""
IDLE_TIMEOUT_VERSION = 140000
"""First version of PostgreSQL with `idle_session_timeout`."""
NAMED = "palatine serve "
"""Start of the name of the session, which ends in the version; `serving_versions` reads it."""
LEADER_LOCK = 0x50616C63
"""Advisory lock of the leader, which runs jobs, notifications, results and mail."""


class Claims:
    """The locks of this process, thread-safe. It has none while the database is unavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = threading.RLock()
        self._session: DedicatedSession | None = None
        self._stack = ExitStack()
        self._held: Counter[int] = Counter()
        self._leads_until = 0.0
        """Monotonic time at which the leader's session ends unless renewed; 0 for no leader."""

    @property
    def is_leader(self) -> bool:
        """True if this process knows that it is the leader, which it does not after it was frozen."""
        return monotonic() < self._leads_until

    def renew(self) -> bool:
        """Renew the session, and become the leader if no process is.

        Returns whether this process is the leader.
        """
        with self._turn:
            until = monotonic() + IDLE_MILLISECONDS / 1000
            is_leader = (
                self._ask("SELECT true")
                if self.is_leader
                else self._ask("SELECT pg_try_advisory_lock(%s)", LEADER_LOCK)
            )
            self._leads_until = until if is_leader else 0.0
            return is_leader

    def acquire(self, match: str) -> bool:
        """Claim the work on a match, possibly again; return False if another process has it.

        Release it with `release`.
        """
        key = _key(match)
        with self._turn:
            if not self._held[key] and not self._ask("SELECT pg_try_advisory_lock(%s)", key):
                del self._held[key]
                return False
            self._held[key] += 1
            return True

    def holds(self, match: str) -> bool:
        """Return whether this process has claimed a match and has not lost the claim."""
        return self._held[_key(match)] > 0

    def release(self, match: str) -> None:
        """Release a claim."""
        key = _key(match)
        with self._turn:
            if self._held[key] > 1:
                self._held[key] -= 1
            elif self._held.pop(key, 0):
                self._ask("SELECT pg_advisory_unlock(%s)", key)

    @contextmanager
    def claim(self, match: str) -> Iterator[bool]:
        """Claim a match for the duration of the block, and yield whether that succeeded."""
        is_mine = self.acquire(match)
        try:
            yield is_mine
        finally:
            if is_mine:
                self.release(match)

    def close(self) -> None:
        """Release all claims."""
        with self._turn:
            self._lose_claims()

    def _ask(self, statement: str, *given: int) -> bool:
        """Return the result of a statement; False if the database is unavailable.

        All claims are lost in that case.
        """
        try:
            if self._session is None:
                self._session = self._stack.enter_context(open_session(self._database.engine))
                self._session.execute(f"SET application_name = '{NAMED}{__version__}'")
                if self._session.server_version >= IDLE_TIMEOUT_VERSION:
                    self._session.execute(f"SET idle_session_timeout = {IDLE_MILLISECONDS}")
            return bool(self._session.scalar(statement, *given))
        except StorageError as error:  # The locks are lost with the session.
            log.info("Claims lost: %s", error)
            self._lose_claims()
            return False

    def _lose_claims(self) -> None:
        self._session, self._leads_until = None, 0.0
        self._held.clear()
        self._stack.close()


def serving_versions(connection: Connection) -> list[str]:
    """Return the version of each process that serves a PostgreSQL database, sorted."""
    named = text("SELECT application_name FROM pg_stat_activity WHERE datname = current_database()")
    names = connection.execute(named).scalars()
    return sorted(name.removeprefix(NAMED) for name in names if name and name.startswith(NAMED))


def _key(match: str) -> int:
    return int.from_bytes(blake2b(match.encode(), digest_size=8).digest(), "big", signed=True)
