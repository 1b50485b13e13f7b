"""Shared runtime of the match services: storage, cache of matches, announcements and bots."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeVar
from weakref import WeakValueDictionary

from palatine.core import PalatineError, State, View, ViewCache
from palatine.core.guidance.analysis import Analysis
from palatine.matches.answer_delay import AnswerDelays
from palatine.matches.bot_runner import BotRunner
from palatine.matches.cache import LockedCache
from palatine.matches.errors import MatchStuck, NotFound, StorageError
from palatine.matches.pubsub import Announcer
from palatine.matches.responses import Verification
from palatine.matches.runtime.failures import Failure, RulesCall, failure_file, player_message, save_failure
from palatine.matches.runtime.loaded import LoadedMatch, MatchCache
from palatine.matches.runtime.slow_actions import SlowLimits
from palatine.matches.runtime.state_views import StateViews
from palatine.matches.runtime.stored_positions import anchor_at, last_stored_position, replay_records
from palatine.matches.runtime.transitions import Genesis
from palatine.matches.runtime.undo import MAX_UNDO_DEPTH, push_records
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.storage import Change, MatchStorage, Record, TransactionHook
from palatine.matches.time_limit import time_limit
from palatine.matches.wording import catalogue, refused_error
from palatine.processes import Executor, SerialExecutor

log = logging.getLogger(__name__)

ACTION_SECONDS, TURN_SECONDS = 60.0, 600.0
"""Time limits in seconds for the rules: an action or view, and a turn of secret orders.

An action includes its consequences. The longest calls take about one hundredth of the limit.
"""

Bots = Literal["inline", "background"]

T = TypeVar("T")
Writing = Generator[tuple[Change, int], bool, T]
"""A generator that yields changes to write and receives whether each was written.

Each change comes with the match version it is based on. A database error is thrown into the generator.
"""


class MatchLock:
    """A lock held while the server plays in a match."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


class MatchRuntime:
    """The state of a process that all match services share."""

    def __init__(
        self,
        storage: MatchStorage,
        announcer: Announcer,
        bots: Bots,
        wake: Callable[[str], object] | None,
        size: int,
        executor: Executor | None = None,
        wake_later: Callable[[str, float], object] | None = None,
    ) -> None:
        self.replies = AnswerDelays()
        self.delay: Callable[[str], int] = lambda _: 0
        """Callback that returns by how many game turns spectators of a match are delayed."""
        self.played_again: Callable[[str, str], TransactionHook | None] = lambda match, again: None
        """Callback that returns a hook for the transaction of a rematch.

        Its arguments are a match and its rematch.
        """
        self.is_awaited: Callable[[str, str], bool] = lambda match, moment: False
        """Callback that returns whether orders for a match sent before a time may be in transit."""
        self.slow = SlowLimits()
        """The rule by which slow actions are recorded."""
        self.wake_later = wake_later
        self.executor = executor or SerialExecutor()
        self.thinking = BotRunner(self.executor)
        self.storage = storage
        self.announcer = announcer
        self.bots = bots
        self._wake = wake
        self.cache = MatchCache(size)
        self.verdicts: LockedCache[tuple[str, int, str], Verification] = LockedCache()
        """Verifications of finished matches, by match, number of records and rules version."""
        self.analyses: LockedCache[tuple[str, int, int, str], Analysis] = LockedCache()
        """Analyses by match, number of records, ply before the decision, and seat."""
        self._locks: WeakValueDictionary[str, MatchLock] = WeakValueDictionary()
        self._awake: dict[str, bool] = {}
        self._lock = threading.Lock()

    def open(self, match: str, at_least: int = 0) -> LoadedMatch:
        """Return the current match, which is known to have reached version `at_least`.

        Raises `NotFound`.
        """
        known = self.cache.get(match)
        if known is not None and self.storage.version(match, at_least) == known.row.version:
            return known
        loaded = self._load(match)
        self.cache.put(loaded)
        return loaded

    def open_at(self, match: str, version: int) -> LoadedMatch:
        """Return the match at `version` if it is in memory, otherwise the current match.

        The version may be outdated. In that case writing fails.
        """
        known = self.cache.get(match)
        if known is not None and known.row.version == version:
            return known
        return self.open(match, version)

    def note_version(self, match: str, version: int) -> None:
        """Drop versions older than `version` from memory.

        The stored match may have been changed by another process.
        """
        self.storage.note_version(match, version)
        self.cache.drop_older(match, version)

    def check_no_lesson(self, match: str) -> None:
        """Raise `Refused` if the match is a lesson. Raises `NotFound`."""
        if self.open(match).row.lesson is not None:
            raise refused_error("lesson")

    def peek(self, match: str) -> LoadedMatch:
        """Return the match without its state, so that its game need not be installed.

        Raises `NotFound`.
        """
        found = self.storage.load(match)
        if found is None:
            raise NotFound(match)
        return LoadedMatch(*found, None, ())

    def _load(self, match: str) -> LoadedMatch:
        if not match.isascii():
            raise NotFound(match)
        peeked = self.peek(match)
        row, seats = peeked.row, peeked.seats
        undo_stack = (
            push_records((), self.storage.latest_records(match, MAX_UNDO_DEPTH)) if row.status == "playing" else ()
        )
        anchor = anchor_at(self.storage, match, row.ply) if row.status == "playing" else None
        loaded = LoadedMatch(row, seats, None, undo_stack, (), anchor)
        if row.state is not None:
            loaded.views = StateViews(loaded.game, loaded.game.decode(row.state), ViewCache())
        return loaded

    def state_at(self, loaded: LoadedMatch, ply: int) -> State:
        """Return the state after `ply` actions. Do not modify it.

        Old databases store every hundredth position; other states are replayed from there. Raises `Unknown` if that
        fails.
        """
        row = loaded.row
        if ply == row.ply and loaded.views is not None:
            return loaded.state
        at, data = last_stored_position(self.storage, row.id, ply)
        state: State = loaded.game.decode(data)
        return (
            state
            if at == ply
            else replay_records(loaded.game, state, self.storage.actions_in_force(row.id, at, ply))
        )

    def writing(self, pending: PendingWrite) -> Writing[LoadedMatch | None]:
        """Write a change and publish the new version; return None on a version conflict.

        Raises `MatchStuck` if the rules fail on the result of the change.
        """
        with self.guard_rules(pending):
            change = pending.to_change()
        if not (yield change, pending.was.row.version):
            return None
        loaded = pending.to_loaded()
        self.cache.put(loaded)
        self.announcer.publish(loaded.row.id, loaded.row.version)
        return loaded

    def write(self, pending: PendingWrite, before: TransactionHook | None = None) -> LoadedMatch | None:
        """Run `writing` in a transaction of its own, with the hook `before` in the same transaction."""
        if before is None:
            return self.run_alone(self.writing(pending))
        return next(iter(self.write_atomically([pending], before) or []), None)

    def write_atomically(
        self,
        pending: Sequence[PendingWrite],
        before: TransactionHook | None = None,
        after: TransactionHook | None = None,
    ) -> list[LoadedMatch] | None:
        """Write changes of different matches in one transaction with the hooks `before` and `after`.

        Returns None, and writes nothing, if one of the matches has changed.
        """
        works = [self.writing(each) for each in pending]
        is_written, found = self.storage.append_atomically([next(work) for work in works], before, after), []
        for work in works:
            try:
                work.send(is_written)
            except StopIteration as end:
                found.append(end.value)
        return found if is_written else None

    def run_alone(self, work: Writing[T]) -> T:
        """Run work that writes, with a transaction for each change."""
        try:
            change = next(work)
            while True:
                try:
                    is_written = self.storage.append(*change)
                except StorageError as error:
                    change = work.throw(error)
                else:
                    change = work.send(is_written)
        except StopIteration as end:
            found: T = end.value
            return found

    def write_by_server(self, pending: PendingWrite) -> LoadedMatch | None:
        """Write a change that does not affect the position, without calling the rules."""
        if not self.storage.append(pending.to_server_change(), pending.was.row.version):
            return None
        loaded = pending.to_loaded()
        self.cache.put(loaded)
        self.announcer.publish(loaded.row.id, loaded.row.version)
        return loaded

    @contextmanager
    def guard_rules(self, pending: PendingWrite, *, by_server: bool = False) -> Iterator[None]:
        """Guard a call of the rules: if they fail or exceed the time limit, the match is halted.

        `by_server`: the server acts, so that it does not retry by itself. Raises `MatchStuck`.
        """
        try:
            with time_limit(ACTION_SECONDS if pending.row.clock is None else TURN_SECONDS):
                yield
        except PalatineError:
            raise
        except Exception as error:
            raise self.halt(pending.was, pending.doing, error, by_server=by_server) from error

    def view(self, loaded: LoadedMatch, seat: str | None, *, without_shortcuts: bool = False) -> View:
        """Return the view of `seat`, or a view of the error if the rules fail to create one."""
        try:
            with time_limit(ACTION_SECONDS):
                return loaded.view(seat, without_shortcuts=without_shortcuts)
        except PalatineError:
            raise
        except Exception as error:
            state = loaded.views and loaded.views.state
            loaded.fails = True
            self.halt(loaded, RulesCall("look", seat or "", state=state), error)
            return loaded.minimal_view(seat)

    def halt(
        self, loaded: LoadedMatch, call: RulesCall, error: Exception, *, by_server: bool = False
    ) -> MatchStuck:
        """Halt the match, log the failure of the rules and return the error to raise.

        Repetitions of the same failure are not reported again.
        """
        row = loaded.row
        why, kind = player_message(call, row, loaded.plain_titles()), type(error).__name__
        sentence = catalogue().say("stuck.prompt", why=why)
        is_told = loaded.stuck == sentence
        if is_told and Failure.of_row(row).error == kind and not (by_server and row.due):
            return MatchStuck(sentence)
        log.error("Match stuck: match=%s version=%s reason=%s", row.id, row.version, why, exc_info=error)
        failure = Failure(why, call.what, self._failure_file(loaded, call, error), kind)
        pending = PendingWrite(loaded)
        pending.halt(failure, is_known=is_told, by_server=by_server)
        self.write_by_server(pending)
        return MatchStuck(sentence)

    def _failure_file(self, loaded: LoadedMatch, call: RulesCall, error: Exception) -> str:
        """Save the failure and return the file name; "" if it cannot be written."""
        folder = self.storage.failures
        if folder is None:
            return ""
        try:
            genesis = Genesis.of_match(loaded.row, loaded.seats)
            return str(save_failure(folder, failure_file(loaded.row, loaded.game, genesis, call, error)))
        except Exception:  # The state cannot be encoded or the disk is full. The log has the details.
            log.exception("Failure file could not be written: match=%s folder=%s", loaded.row.id, folder)
            return ""

    def records_after(self, loaded: LoadedMatch, after: int) -> list[Record]:
        """Return the records of a match above number `after`."""
        if after >= loaded.recent_after:
            return [record for record in loaded.recent if record.n > after]
        return [record for record in self.storage.records(loaded.row.id, after) if record.n <= loaded.row.version]

    def lock(self, match: str) -> MatchLock:
        """Return the lock under which a thread of this process plays the match's bots."""
        with self._lock:
            found = self._locks.get(match)
            if found is None:
                found = self._locks[match] = MatchLock()
            return found

    def wake_bots(self, match: str) -> None:
        """Wake the bot worker; if it is awake, make it check the match again."""
        if self._wake is None:
            return
        with self._lock:
            is_awake = match in self._awake
            self._awake[match] = is_awake
        if is_awake:
            return
        try:
            self._wake(match)
        except Exception as error:  # The action is stored. The next request for the match wakes the bots again.
            log.warning("Bot worker could not be woken: match=%s error=%s", match, error)
            self.sleep_bots(match)

    def sleep_bots(self, match: str) -> bool:
        """End the bot worker's run for a match; return whether it must check the match again."""
        with self._lock:
            again = self._awake.pop(match, False)
            if again:
                self._awake[match] = False
            return again

    def stop_bots(self, match: str) -> None:
        """Stop playing the bots of a match because another process plays them."""
        while self.sleep_bots(match):  # Wake-ups that arrived meanwhile are dropped too.
            pass
