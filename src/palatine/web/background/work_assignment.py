"""Which work of the server falls to this process: all of it, unless several processes serve one database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

Claim = Callable[[str], AbstractContextManager[bool]]


def claims_if(owns: Callable[[str], bool]) -> Claim:
    """Return a claim that is granted for the matches that this process owns."""
    return lambda match: nullcontext(owns(match))


class WorkAssignment(NamedTuple):
    """Asked again before each piece of work, from any thread."""

    claim: Claim = lambda match: nullcontext(True)
    """Whether this process sees to what is due in a match, for as long as that lasts."""
    on_duty: Callable[[], bool] = lambda: True
    """True if this process does the work of one process: jobs, notifications, results, mail."""


EVERYTHING = WorkAssignment()
