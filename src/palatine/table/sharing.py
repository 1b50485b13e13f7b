"""The part of the house that is about its processes: what each has in memory, and where the house is to act."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from palatine.table.matches.context import TableContext
from palatine.table.play import bots, stuck


class Sharing:
    """What `House` does where it is begun, and where other processes work on the same matches."""

    _context: TableContext

    def waiting(self) -> list[str]:
        """The matches in which the house is to act."""
        return self._context.storage.ids(due=True)

    def resume(self, owns: Callable[[str], bool] = lambda match: True, *, stuck_too: bool = True) -> None:
        """Go on wherever the house is to act in matches for which `owns` holds: for the start of a process, since the
        last one may have crashed; `stuck_too` where the referee is stuck."""
        bots.resume(self._context, owns)
        if stuck_too:
            stuck.retry_all(self._context, owns)

    def wake(self, match: str) -> None:
        """Have the bots of a match play in the background, as another process asked for."""
        self._context.wake_bots(match)

    def let_sleep(self, match: str) -> None:
        """The bots of a match play in another process."""
        self._context.sleep_bots(match)

    def moment(self) -> AbstractContextManager[None]:
        """While it lasts, this thread need not ask at each look whether another process has written."""
        return self._context.storage.moment()

    def in_memory(self) -> list[str]:
        """The matches in memory."""
        return self._context.cache.matches()

    def notice(self, match: str, version: int) -> None:
        """A match is at a version in the storage, to which perhaps another process has brought it."""
        self._context.cache.drop_older(match, version)
