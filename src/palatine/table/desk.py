"""Where the work on matches is done: the archive, the sessions in memory, the news, and the bots' turns."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Literal
from weakref import WeakValueDictionary

from palatine.table.announcer import Announcer
from palatine.table.archive import Archive, Record
from palatine.table.draft import Draft
from palatine.table.errors import Missing
from palatine.table.session import Scene, Session, Sessions
from palatine.table.trail import TRAIL, follow

log = logging.getLogger(__name__)

Bots = Literal["inline", "background"]


class Turn:
    """A lock, held while the house plays on in a match."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class Desk:
    """What all the house's work on matches shares."""

    def __init__(
        self, archive: Archive, announcer: Announcer, bots: Bots, wake: Callable[[str], object] | None, size: int
    ) -> None:
        self.archive = archive
        self.announcer = announcer
        self.bots = bots
        self._wake = wake
        self.sessions = Sessions(size)
        self._turns: WeakValueDictionary[str, Turn] = WeakValueDictionary()
        self._awake: dict[str, bool] = {}
        self._lock = threading.Lock()

    def open(self, match: str) -> Session:
        """The match as it stands. Raises Missing."""
        known = self.sessions.get(match)
        if known is not None and self.archive.version(match) == known.row.version:
            return known
        session = self._load(match)
        self.sessions.keep(session)
        return session

    def open_at(self, match: str, version: int) -> Session:
        """The match as this process knows it at `version`, or else as it stands: writing will tell."""
        known = self.sessions.get(match)
        if known is not None and known.row.version == version:
            return known
        return self.open(match)

    def glance(self, match: str) -> Session:
        """The match without its state, which may be of a game that is not installed. Raises Missing."""
        found = self.archive.load(match)
        if found is None:
            raise Missing(match)
        return Session(*found, None, ())

    def _load(self, match: str) -> Session:
        if not match.isascii():
            raise Missing(match)
        glanced = self.glance(match)
        row, seats = glanced.row, glanced.seats
        trail = follow((), self.archive.latest(match, TRAIL)) if row.status == "playing" else ()
        session = Session(row, seats, None, trail)
        if row.state is not None:
            session.scene = Scene(session.game, session.game.decode(row.state))
        return session

    def write(self, draft: Draft) -> Session | None:
        """Write a draft and tell everybody; None, and nothing written, when the match has moved on meanwhile."""
        if not self.archive.append(draft.change(), draft.was.row.version):
            return None
        session = draft.session()
        self.sessions.keep(session)
        self.announcer.publish(session.row.id, session.row.version)
        return session

    def news(self, session: Session, after: int) -> list[Record]:
        """The records of a session above number `after`."""
        if after >= session.recent_after:
            return [record for record in session.recent if record.n > after]
        return [record for record in self.archive.records(session.row.id, after) if record.n <= session.row.version]

    def turn(self, match: str) -> Turn:
        """The lock under which one thread of this process plays the match's bots."""
        with self._lock:
            found = self._turns.get(match)
            if found is None:
                found = self._turns[match] = Turn()
            return found

    def rouse(self, match: str) -> None:
        """Wake whoever plays bots in the background; who is awake already looks at the match again."""
        if self._wake is None:
            return
        with self._lock:
            is_awake = match in self._awake
            self._awake[match] = is_awake
        if is_awake:
            return
        try:
            self._wake(match)
        except Exception as error:  # what was done is written; the next who looks at the match wakes again
            log.warning("Match %s: nobody could be woken to play its bots (%s)", match, error)
            self.rest(match)

    def rest(self, match: str) -> bool:
        """Whoever plays bots in the background is done with a match; True when he must look at it again."""
        with self._lock:
            again = self._awake.pop(match, False)
            if again:
                self._awake[match] = False
            return again
