"""What of the house's own work falls to this process: all of it, unless many serve the house together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

Claim = Callable[[str], AbstractContextManager[bool]]


def claims_if(owns: Callable[[str], bool]) -> Claim:
    """Return a claim that is granted for the matches that this process owns."""
    return lambda match: nullcontext(owns(match))


class WorkAssignment(NamedTuple):
    """Asked anew before each piece of work, from any thread."""

    claim: Claim = lambda match: nullcontext(True)
    """Whether this process sees to what is due in a match, for as long as that lasts."""
    on_duty: Callable[[], bool] = lambda: True
    """Whether what is done once in the house is done here: jobs, notices, results, the post."""


EVERYTHING = WorkAssignment()
