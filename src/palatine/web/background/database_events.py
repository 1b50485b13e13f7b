"""Events of other processes on the same PostgreSQL database: match versions and lost rights.

Correctness does not depend on them: a process that misses one while its connection is down reads the database again
within a second (`change_poller`, `store.engine.TRUSTED`). Events are sent after the transaction that caused them,
because pending notifications make the database server commit transactions one after the other.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import Empty, SimpleQueue
from time import monotonic

import msgspec

from palatine.matches.errors import StorageError
from palatine.matches.pubsub import LocalAnnouncer
from palatine.store.engine import Database
from palatine.store.peers.notifications import RIGHTS_CHANNEL, VERSIONS_CHANNEL, Notification, open_session

log = logging.getLogger(__name__)

MatchVersion = tuple[str, int, tuple[str, ...]]
"""A match, its version, and the seats with a new letter."""
RECONNECT_SECONDS = 0.5
"""Seconds before a lost connection is reopened."""
COUNT_SECONDS = 1.0
"""Seconds between two counts of the listening processes."""
NOTIFY_SECONDS = 0.01
"""Seconds between two notifications; events in between are sent together."""
MAX_PAYLOAD_BYTES = 7000
"""Maximum bytes of a notification; PostgreSQL allows 8000."""
APPLICATION_NAME = "palatine listening"
"""Application name of the sessions that listen."""
_COUNT = "SELECT count(*) FROM pg_stat_activity WHERE application_name = %s AND datname = current_database()"
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[MatchVersion]).decode


class DatabaseEvents(LocalAnnouncer):
    """Announcer of events between this process and all others on the database."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self.database = database
        self.on_right_gone: Callable[[], object] = lambda: None
        """Called when a session or token was deleted, or may have been."""
        self.on_version: Callable[[str, int], object] = lambda match, version: None
        """Called when another process has brought a match to a version."""
        self.has_others = False
        """True if other processes listen."""
        self._end = threading.Event()
        self._notified = 0
        self._written: SimpleQueue[MatchVersion | None] = SimpleQueue()
        self._sender = 0
        """Database session id of the sender, by which a process ignores its own events."""

    def start(self) -> None:
        for work in (self._listen, self._send):
            threading.Thread(target=self._repeat, args=(work,), name="database events", daemon=True).start()

    def close(self) -> None:
        self._end.set()
        self._written.put(None)

    def publish(self, match: str, version: int, letters: Iterable[str] = ()) -> None:
        boxes = tuple(letters)
        super().publish(match, version, boxes)
        if self.has_others:
            self._written.put((match, version, boxes))

    def _repeat(self, work: Callable[[], None]) -> None:
        """Repeat `work` until closed; the database may go away and come back."""
        while not self._end.is_set():
            try:
                work()
            except StorageError as error:
                log.info("Database events stopped: %s", error)
            except Exception:
                log.exception("Database events stopped")
            self._end.wait(RECONNECT_SECONDS)

    def _send(self) -> None:
        # Notifications need not be durable.
        with open_session(self.database.engine, "SET synchronous_commit = off") as session:
            self._sender = session.number
            while not self._end.is_set():
                for payload in encode_payloads(self._wait_for_events()):
                    session.execute("SELECT pg_notify(%s, %s)", VERSIONS_CHANNEL, payload.decode())
                self._end.wait(NOTIFY_SECONDS)

    def _wait_for_events(self) -> list[MatchVersion]:
        """Wait for events and return all written since the last call."""
        found = [self._written.get()]
        try:
            while True:
                found.append(self._written.get_nowait())
        except Empty:
            return [each for each in found if each is not None]

    def _listen(self) -> None:
        begun = (
            f"SET application_name = '{APPLICATION_NAME}'",
            f"LISTEN {RIGHTS_CHANNEL}",
            f"LISTEN {VERSIONS_CHANNEL}",
        )
        try:
            with open_session(self.database.engine, *begun) as session:
                self._count_notification()  # Any number of rights may have been deleted before.
                counted = -COUNT_SECONDS
                while not self._end.is_set():
                    if monotonic() - counted >= COUNT_SECONDS:
                        counted = monotonic()
                        self.has_others = session.scalar(_COUNT, APPLICATION_NAME) > 1
                    for each in session.wait_for_notifications(COUNT_SECONDS):
                        self._receive(each)
        finally:
            self.database.notified, self.has_others = None, False

    def _receive(self, notification: Notification) -> None:
        if notification.channel == RIGHTS_CHANNEL:
            self._count_notification()
        elif notification.sender != self._sender:
            for match, version, letters in decode_payload(notification.payload):
                self.on_version(match, version)
                super().publish(match, version, letters)

    def _count_notification(self) -> None:
        self._notified += 1
        self.database.notified = self._notified
        self.on_right_gone()


def encode_payloads(versions: Iterable[MatchVersion]) -> Iterator[bytes]:
    """Yield events as notification payloads: each match once, newest version and all letters."""
    newest: dict[str, MatchVersion] = {}
    for match, version, letters in versions:
        _, before, others = newest.get(match, (match, 0, ()))
        newest[match] = match, max(version, before), tuple(dict.fromkeys((*others, *letters)))
    part: list[bytes] = []
    for each in map(_encode, newest.values()):
        if part and sum(map(len, part)) + len(part) + len(each) > MAX_PAYLOAD_BYTES:
            yield b"[%b]" % b",".join(part)
            part = []
        part.append(each)
    if part:
        yield b"[%b]" % b",".join(part)


def decode_payload(payload: str) -> list[MatchVersion]:
    """Return the events of a notification; none if another version of the program sent it."""
    try:
        return _decode(payload)
    except msgspec.MsgspecError:
        log.info("Invalid database notification: %.80s", payload)
        return []
