"""Work that one of several equal processes does at a time: advisory locks of one PostgreSQL session of this process.

They end with their session: at once when the process dies, after seconds when it or its machine stands still. They
spare work that would be done twice and nothing else: what is written is fenced by versions and leases as well.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from time import monotonic

from palatine.matches.errors import StorageError
from palatine.store.engine import Database
from palatine.store.peers.notifications import OwnSession, own_session

log = logging.getLogger(__name__)

IDLE_MILLISECONDS = 5000
"""After so long without a statement the server ends the session, so that others get the locks of a frozen process."""
HAS_IDLE = 140000
"""Version of PostgreSQL from which on a session that is idle can be ended."""
LEADER = 0x50616C63
"""Advisory lock of the process that does what is done once: jobs, notices, results, mail."""


class Claims:
    """The locks of this process, for many threads. While the database is away it has none."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = threading.RLock()
        self._session: OwnSession | None = None
        self._stack = ExitStack()
        self._held: Counter[int] = Counter()
        self._leads_until = 0.0
        """When the server ends the session, by the monotonic clock, unless it is renewed; 0 for no leader."""

    @property
    def leads(self) -> bool:
        """True if this process is the leader, as far as it knows: not after it has stood still itself."""
        return monotonic() < self._leads_until

    def renew(self) -> bool:
        """Keep the session from being ended, and become the leader if none exists; return whether this is it."""
        with self._turn:
            until = monotonic() + IDLE_MILLISECONDS / 1000
            is_leader = (
                self._ask("SELECT true") if self.leads else self._ask("SELECT pg_try_advisory_lock(%s)", LEADER)
            )
            self._leads_until = until if is_leader else 0.0
            return is_leader

    def take(self, match: str) -> bool:
        """Claim the work on a match, also more than once; return False if it is another process's. `give` it back."""
        key = _key(match)
        with self._turn:
            if not self._held[key] and not self._ask("SELECT pg_try_advisory_lock(%s)", key):
                del self._held[key]
                return False
            self._held[key] += 1
            return True

    def give(self, match: str) -> None:
        """Give back what was taken."""
        key = _key(match)
        with self._turn:
            if self._held[key] > 1:
                self._held[key] -= 1
            elif self._held.pop(key, 0):
                self._ask("SELECT pg_advisory_unlock(%s)", key)

    @contextmanager
    def claim(self, match: str) -> Iterator[bool]:
        """`take` and `give` a match, for as long as this lasts; whether it was to be had."""
        is_mine = self.take(match)
        try:
            yield is_mine
        finally:
            if is_mine:
                self.give(match)

    def close(self) -> None:
        """Give everything back."""
        with self._turn:
            self._lose()

    def _ask(self, statement: str, *given: int) -> bool:
        """Return the database's answer; False, and nothing is held any more, when it is away."""
        try:
            if self._session is None:
                self._session = self._stack.enter_context(own_session(self._database.engine))
                if self._session.server_version >= HAS_IDLE:
                    self._session.execute(f"SET idle_session_timeout = {IDLE_MILLISECONDS}")
            return bool(self._session.ask(statement, *given))
        except StorageError as error:  # the locks are lost with the session
            log.info("Claims lost: %s", error)
            self._lose()
            return False

    def _lose(self) -> None:
        self._session, self._leads_until = None, 0.0
        self._held.clear()
        self._stack.close()


def _key(match: str) -> int:
    return int.from_bytes(blake2b(match.encode(), digest_size=8).digest(), "big", signed=True)
