"""The part of the house that is about its processes: what each has in memory, what it writes together, and where the
house is to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

from palatine.core import Goal
from palatine.table.keys import SeatKey
from palatine.table.matches.context import TableContext, Writing
from palatine.table.play import acting, bots, stuck
from palatine.table.responses import MatchView
from palatine.table.storage import Change


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

    def acting(
        self,
        match: str,
        key: SeatKey,
        actions: Sequence[Any],
        version: int,
        until: str = "",
        *,
        offered: int | None = None,
        brief: bool = False,
    ) -> Writing[MatchView]:
        """`House.act_all` for whoever writes the changes of several matches together (`write_together`).

        With `offered`, the version at which the actions were offered, it also raises Conflict when another decision
        has come since.
        """
        return acting.act(self._context, match, key, actions, version, until, offered=offered, brief=brief)

    def playing(
        self,
        match: str,
        key: SeatKey,
        goal: Goal,
        version: int,
        *,
        offered: int | None = None,
        brief: bool = False,
    ) -> Writing[MatchView]:
        """`House.play_plan` likewise."""
        return acting.play_plan(self._context, match, key, goal, version, offered=offered, brief=brief)

    def write_together(self, changes: Sequence[tuple[Change, int]]) -> list[bool | Exception]:
        """Write changes of different matches in one transaction: for each what it is to be told of it."""
        return self._context.storage.append_all(changes)

    def moment(self) -> AbstractContextManager[None]:
        """While it lasts, this thread need not ask at each look whether another process has written."""
        return self._context.storage.moment()

    def in_memory(self) -> list[str]:
        """The matches in memory."""
        return self._context.cache.matches()

    def notice(self, match: str, version: int) -> None:
        """A match is at a version in the storage, to which perhaps another process has brought it."""
        self._context.cache.drop_older(match, version)
