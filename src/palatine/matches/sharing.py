"""The part of the house that is about its processes: what each has in memory, what it writes together, and where the
house is to act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Concatenate, ParamSpec, TypeVar

from palatine.matches.play import acting, bots, stuck
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.storage import Change

P = ParamSpec("P")
T = TypeVar("T")


def _of_house(function: Callable[Concatenate[MatchRuntime, P], T]) -> Callable[Concatenate[Sharing, P], T]:
    """Return a method that calls the function with the context of its server."""

    def method(self: Sharing, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return function(self._context, *args, **kwargs)

    return method


class Sharing:
    """What `MatchService` does where it is begun, and where other processes work on the same matches."""

    _context: MatchRuntime

    def waiting(self) -> list[str]:
        """The matches in which the house is to act."""
        return self._context.storage.ids(due=True)

    def resume(self, owns: Callable[[str], bool] = lambda match: True, *, stuck_too: bool = True) -> None:
        """Go on wherever the house is to act in matches for which `owns` holds: for the start of a process, since the
        last one may have crashed; `stuck_too` where the referee is stuck."""
        bots.resume(self._context, owns)
        if stuck_too:
            stuck.retry_all(self._context, owns)

    def let_sleep(self, match: str) -> None:
        """The bots of a match play in another process."""
        while self._context.sleep_bots(match):  # who was woken meanwhile need not be, either
            pass

    playing = _of_house(acting.play_plan)
    """`MatchService.play_plan` for clients that write changes of several matches together (`write_together`).

    With `offered`, the version at which the plan was offered, it also raises Conflict if another decision has come
    since.
    """
    acting = _of_house(acting.act)
    """`MatchService.act_all`, likewise."""

    def write_together(self, changes: Sequence[tuple[Change, int]]) -> list[bool | Exception]:
        """Write changes of different matches in one transaction: for each what it is to be told of it."""
        return self._context.storage.append_all(changes)

    def moment(self) -> AbstractContextManager[None]:
        """While it lasts, this thread need not ask at each look whether another process has written."""
        return self._context.storage.consistent_scope()

    def in_memory(self) -> list[str]:
        """The matches in memory."""
        return self._context.cache.matches()

    def notice(self, match: str, version: int) -> None:
        """A match is at a version in the storage, to which perhaps another process has brought it."""
        self._context.storage.notice(match, version)
        self._context.cache.drop_older(match, version)
