"""What of the house's own work falls to this process: all of it, unless many serve the house together."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Share(NamedTuple):
    """Asked anew before each piece of work, from any thread."""

    owns: Callable[[str], bool] = lambda match: True
    """Whether a match is held here: its deadlines are seen to, its bots wake."""
    on_duty: Callable[[], bool] = lambda: True
    """Whether what is done once in the house is done here: jobs, notices, results, the post."""


ALL = Share()
