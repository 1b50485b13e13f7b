"""The assignment of server-wide work to this process when several serve one database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

Claim = Callable[[str], AbstractContextManager[bool]]


class WorkAssignment(NamedTuple):
    """The work of this process. Callers check it before each piece of work, from any thread."""

    claim: Claim = lambda match: nullcontext(True)
    """Context manager that claims a match's deadlines and yields whether this process has them."""
    on_duty: Callable[[], bool] = lambda: True
    """Returns whether this process does the work of only one: jobs, notices, results, mail."""


ALL_WORK = WorkAssignment()
