"""Where the work on matches is done: the storage, the matches in memory, the news, and who plays the bots."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Literal
from weakref import WeakValueDictionary

from palatine.core import State
from palatine.processes import Executor, Inline
from palatine.table.errors import Missing
from palatine.table.matches.loaded import LoadedMatch, MatchCache
from palatine.table.matches.state_views import StateViews
from palatine.table.matches.undo import UNDO_DEPTH, push_records
from palatine.table.matches.unit_of_work import PendingWrite
from palatine.table.pubsub import Announcer
from palatine.table.storage import MatchStorage, Record
from palatine.table.thinking import Thinking

log = logging.getLogger(__name__)

Bots = Literal["inline", "background"]


class MatchLock:
    """A lock, held while the house plays on in a match."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class TableContext:
    """What all the house's work on matches shares."""

    def __init__(
        self,
        storage: MatchStorage,
        announcer: Announcer,
        bots: Bots,
        wake: Callable[[str], object] | None,
        size: int,
        executor: Executor | None = None,
    ) -> None:
        self.executor = executor or Inline()
        self.thinking = Thinking(self.executor)
        self.storage = storage
        self.announcer = announcer
        self.bots = bots
        self._wake = wake
        self.cache = MatchCache(size)
        self._locks: WeakValueDictionary[str, MatchLock] = WeakValueDictionary()
        self._awake: dict[str, bool] = {}
        self._lock = threading.Lock()

    def open(self, match: str) -> LoadedMatch:
        """The match as it stands. Raises Missing."""
        known = self.cache.get(match)
        if known is not None and self.storage.version(match) == known.row.version:
            return known
        loaded = self._load(match)
        self.cache.keep(loaded)
        return loaded

    def open_at(self, match: str, version: int) -> LoadedMatch:
        """The match as this process knows it at `version`, or else as it stands: writing will tell."""
        known = self.cache.get(match)
        if known is not None and known.row.version == version:
            return known
        return self.open(match)

    def peek(self, match: str) -> LoadedMatch:
        """The match without its state, which may be of a game that is not installed. Raises Missing."""
        found = self.storage.load(match)
        if found is None:
            raise Missing(match)
        return LoadedMatch(*found, None, ())

    def _load(self, match: str) -> LoadedMatch:
        if not match.isascii():
            raise Missing(match)
        peeked = self.peek(match)
        row, seats = peeked.row, peeked.seats
        undo_stack = push_records((), self.storage.latest(match, UNDO_DEPTH)) if row.status == "playing" else ()
        loaded = LoadedMatch(row, seats, None, undo_stack)
        if row.state is not None:
            loaded.views = StateViews(loaded.game, loaded.game.decode(row.state))
        return loaded

    def state_at(self, loaded: LoadedMatch, ply: int) -> State:
        """The state after the first `ply` of the actions that stand. It must not be changed."""
        row = loaded.row
        if ply == row.ply:
            return loaded.state
        found = self.storage.snapshot(row.id, ply)
        assert found is not None
        at, data = found
        state: State = loaded.game.decode(data)
        assert at == ply or row.clock is None  # every turn of secret orders is kept
        for record in self.storage.line(row.id, at, ply):
            loaded.game.take(state, record.seat, (record.verb, record.operand))
        return state

    def write(self, pending: PendingWrite) -> LoadedMatch | None:
        """Write the changes and tell everybody; None, and nothing written, when the match has moved on meanwhile."""
        if not self.storage.append(pending.change(), pending.was.row.version):
            return None
        loaded = pending.loaded()
        self.cache.keep(loaded)
        self.announcer.publish(loaded.row.id, loaded.row.version)
        return loaded

    def records_after(self, loaded: LoadedMatch, after: int) -> list[Record]:
        """The records of a match above number `after`."""
        if after >= loaded.recent_after:
            return [record for record in loaded.recent if record.n > after]
        return [record for record in self.storage.records(loaded.row.id, after) if record.n <= loaded.row.version]

    def lock(self, match: str) -> MatchLock:
        """The lock under which one thread of this process plays the match's bots."""
        with self._lock:
            found = self._locks.get(match)
            if found is None:
                found = self._locks[match] = MatchLock()
            return found

    def wake_bots(self, match: str) -> None:
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
            self.sleep_bots(match)

    def sleep_bots(self, match: str) -> bool:
        """Whoever plays bots in the background is done with a match; True when he must look at it again."""
        with self._lock:
            again = self._awake.pop(match, False)
            if again:
                self._awake[match] = False
            return again
