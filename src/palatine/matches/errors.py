"""Errors of requests to the match services."""

from __future__ import annotations

from palatine.core import PalatineError
from palatine.matches.responses import MatchView, SheetDraft
from palatine.matches.text import echo


class Missing(PalatineError):
    """There is no such match."""

    def __init__(self, match: str) -> None:
        super().__init__(f"There is no match {echo(match)!r}.")
        self.match = match


class Forbidden(PalatineError):
    """The key is not that of a seat of this match, or the thing is not for this seat to see."""


class Conflict(PalatineError):
    """The match has moved on since the version that was acted on; `match_view` is how it stands now."""

    def __init__(self, match_view: MatchView, was: int) -> None:
        super().__init__(f"The match has moved on: it stands at version {match_view.version}, not {was}.")
        self.match_view = match_view


class StaleDraft(PalatineError):
    """The sheet has been written on elsewhere since the version that was worked from; `draft` is how it stands."""

    def __init__(self, draft: SheetDraft) -> None:
        super().__init__("This sheet has been written elsewhere since. Nothing was changed.")
        self.draft = draft


class TurnOver(Conflict):
    """The turn that was written for is over; `match_view` is how the match stands now."""

    def __init__(self, match_view: MatchView, was: int, turn: int) -> None:
        super().__init__(match_view, was)
        self.args = (f"The match is in turn {turn}, not {was}.",)
        self.turn = turn


class Stuck(PalatineError):
    """The rules failed: the match stays where it was, and its players learn why."""


class StorageError(PalatineError):
    """The database cannot be read or written just now; nothing was changed."""


class VersionConflict(StorageError):
    """What was to be written rests on what has changed meanwhile; nothing was written."""
