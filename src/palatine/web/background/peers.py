"""Coordination of equal processes on one PostgreSQL database: claims, events, a leader."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Protocol

from palatine.core import PalatineError
from palatine.matches import MatchService
from palatine.store.engine import Database
from palatine.store.peers.claims import Claims
from palatine.web.background.bot_worker import BotWorker
from palatine.web.background.change_poller import ChangePoller
from palatine.web.background.database_events import DatabaseEvents
from palatine.web.background.work_assignment import WorkAssignment

log = logging.getLogger(__name__)

RENEWAL_SECONDS = 1.0
"""Seconds between two renewals of the claims."""
RENEWALS_PER_SEARCH = 3
"""Renewals between two searches for stalled bots.

The leader looks for matches in which bots must play but whose process may have died.
"""
RETRY_SECONDS = 0.5
"""Seconds until bots retry in a match that another process has claimed."""


class LeaderWork(Protocol):
    """Work that only one process does, such as mail, which has one port or mailbox."""

    def start(self) -> None:
        """Start the work, also after a `stop`.

        Raises PalatineError or OSError; the caller retries later.
        """

    def stop(self) -> None:
        """Stop the work and return when it has ended."""


class Peers:
    """The events and claims of this process.

    One leader does the work that must be done once, and one process plays the bots of a match.
    """

    def __init__(self, database: Database) -> None:
        self.events = DatabaseEvents(database)
        self.claims = Claims(database)
        self.assignment = WorkAssignment(self.claims.claim, lambda: self.claims.is_leader)
        self.leader_work: LeaderWork | None = None
        """Work that runs while this process is the leader."""
        self._matches: MatchService
        self._bots: BotWorker
        self._playing: set[str] = set()
        """Matches whose bots this process has claimed."""
        self._end = threading.Event()
        self._renewing = threading.Thread(target=self._lead_repeatedly, name="peers", daemon=True)

    def join(self, matches: MatchService, bots: BotWorker) -> None:
        """Set the matches and bots to work for. The bots call `step`."""
        self._matches, self._bots = matches, bots
        self.events.on_version = matches.runtime.note_version

    def start(self) -> None:
        self.events.start()
        self._renewing.start()

    def close(self) -> None:
        """Leave the other processes; `wait` until the leader's work has stopped."""
        self._end.set()
        self.events.close()
        self.claims.close()

    def wait(self) -> None:
        if self._renewing.is_alive():
            self._renewing.join()

    def step(self, match: str) -> bool:
        """Play one bot decision in a match; return whether there is more to do.

        Does nothing if another process has claimed the match. This process claims it from the first decision to the
        last.
        """
        if not self._is_playing(match):
            self._matches.runtime.stop_bots(match)
            if self._matches.has_human(match):  # the other may be stopping; else the leader looks for the match
                self._bots.wake_later(match, RETRY_SECONDS)
            return False
        more = False
        try:
            more = self._matches.step_bots(match)
        finally:
            if not more:
                self._playing.discard(match)
                self.claims.release(match)
        return more

    def _is_playing(self, match: str) -> bool:
        """Claim a match unless this process has done so; return False if another process has it.

        A claim that was lost with the connection to the database is made again.
        """
        if match in self._playing and self.claims.holds(match):
            return True
        self._playing.discard(match)
        if not self.claims.acquire(match):
            return False
        self._playing.add(match)
        return True

    def _lead_repeatedly(self) -> None:
        """Renew the claims repeatedly, and do the leader's work while this process leads."""
        looks, resuming, is_working = 0, threading.Thread(), False
        while not self._end.is_set():
            led = self.claims.is_leader
            leads = self.claims.renew()
            is_working = self._switch_work(is_working, leads)
            is_new = leads and not led
            if leads and (is_new or looks % RENEWALS_PER_SEARCH == 0) and not resuming.is_alive():
                work = partial(self._resume, is_new=is_new)
                resuming = threading.Thread(target=work, name="peers resume", daemon=True)
                resuming.start()
            looks += 1
            self._end.wait(RENEWAL_SECONDS)
        self._switch_work(is_working, False)

    def _switch_work(self, is_working: bool, leads: bool) -> bool:
        """Start or stop the work of the leader as needed; return whether it runs."""
        if self.leader_work is None or is_working == leads:
            return is_working
        if not leads:
            self.leader_work.stop()
            return False
        try:
            self.leader_work.start()
        except (PalatineError, OSError) as error:  # The previous leader may still hold the mail port.
            log.warning("Leader work cannot start: %s", error)
            return False
        return True

    def _resume(self, *, is_new: bool) -> None:
        """Resume matches in which bots must play; stuck ones are retried on a new leader only."""
        try:
            self._matches.resume(stuck_too=is_new)
        except PalatineError as error:
            log.warning("Matches with waiting bots could not be read: %s", error)


@asynccontextmanager
async def running_as_peer(peers: Peers | None, poller: ChangePoller | None) -> AsyncIterator[None]:
    """Run as one of the processes within this context.

    `poller` polls immediately when a right was lost.
    """
    if peers is None or poller is None:
        yield
        return
    loop = asyncio.get_running_loop()

    def poll() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(poller.poll_now)

    peers.events.on_right_gone = poll
    peers.start()
    try:
        yield
    finally:
        peers.close()
