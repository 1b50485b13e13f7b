"""Errors of the match services."""

from __future__ import annotations

from palatine.core import PalatineError
from palatine.matches.responses import MatchView, SheetDraft
from palatine.matches.text import truncate_echo


class NotFound(PalatineError):
    """The match does not exist."""

    def __init__(self, match: str) -> None:
        super().__init__(f"There is no match {truncate_echo(match)!r}.")
        self.match = match


class Forbidden(PalatineError):
    """The key is for no seat of this match, or the seat may not see or do this."""


class Conflict(PalatineError):
    """The match has changed since the version acted on; `match_view` is its current view."""

    def __init__(self, match_view: MatchView, version: int) -> None:
        super().__init__(f"The match has moved on: it stands at version {match_view.version}, not {version}.")
        self.match_view = match_view


class StaleDraft(PalatineError):
    """The sheet has been edited elsewhere meanwhile; `draft` is its current text."""

    def __init__(self, draft: SheetDraft) -> None:
        super().__init__("This sheet has been written elsewhere since. Nothing was changed.")
        self.draft = draft


class TurnOver(Conflict):
    """The turn for which orders were written is over; `match_view` is the match's current view."""

    def __init__(self, match_view: MatchView, version: int, turn: int) -> None:
        super().__init__(match_view, version)
        self.args = (f"The match is in turn {turn}, not {version}.",)
        self.turn = turn


class MatchStuck(PalatineError):
    """The rules failed. The match stays at its last version, and its players are shown why."""


class StorageError(PalatineError):
    """The database is temporarily unavailable. Nothing was changed."""


class VersionConflict(StorageError):
    """A row has changed since it was read. Nothing was written."""
