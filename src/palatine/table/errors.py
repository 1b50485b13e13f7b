"""What can be wrong with what is asked of the house."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palatine.core import PalatineError

if TYPE_CHECKING:
    from palatine.table.shapes import Sight


class Missing(PalatineError):
    """There is no such match."""

    def __init__(self, match: str) -> None:
        super().__init__(f"There is no match {match!r}.")
        self.match = match


class Forbidden(PalatineError):
    """The key is not that of a seat of this match, or the thing is not for this seat to see."""


class Conflict(PalatineError):
    """The match has moved on since the version that was acted on; `sight` is how it stands now."""

    def __init__(self, sight: Sight, was: int) -> None:
        super().__init__(f"The match has moved on: it stands at version {sight.version}, not {was}.")
        self.sight = sight


class TurnOver(Conflict):
    """The turn that was written for is over; `sight` is how the match stands now."""

    def __init__(self, sight: Sight, was: int, turn: int) -> None:
        super().__init__(sight, was)
        self.args = (f"The match is in turn {turn}, not {was}.",)
        self.turn = turn


class Unsaved(PalatineError):
    """The database cannot be read or written just now; nothing was changed."""
