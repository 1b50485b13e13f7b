"""What pages have been shown, so that they can be told what has changed since; each thing is made and written once."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import msgspec
from cachetools import FIFOCache, LRUCache

from palatine.matches import ClientView, MatchView, changes, client_view_of

SEATS = 512
"""Seats whose sent views are kept, those looked at last."""
VERSIONS = 2
"""Versions kept of each."""
SMALL = 3_000
"""Changes of fewer bytes are not weighed against the whole."""

_encode = msgspec.json.Encoder().encode


class LiveMessage(NamedTuple):
    """What a page is sent: the kind of event, and its data as JSON."""

    kind: str
    data: bytes
    version: int


class _Shown:
    """What one seat has been shown."""

    def __init__(self) -> None:
        self.views: FIFOCache[int, ClientView] = FIFOCache(VERSIONS)
        self.told: FIFOCache[tuple[int, int], LiveMessage] = FIFOCache(2 * VERSIONS)


class SentViewCache:
    """The memory of what seats have been shown. Its methods may be called from many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seats: LRUCache[tuple[str, str | None], _Shown] = LRUCache(SEATS)

    def tell(self, seen: MatchView, seat: str | None, since: int, *, whole: bool = False) -> LiveMessage:
        """Return what to send to a listener as `seat` with the view of version `since`; `seen` has the lines above it.

        The whole view (`whole`, or when that version is not known here, or too much has changed) or the changes.
        """
        with self._lock:
            shown = self._shown(seen.match, seat)
            told = None if whole else shown.told.get((since, seen.version))
            if told is not None:
                return told
            old = None if whole else shown.views.get(since)
            client_view = shown.views.get(seen.version)
        client_view = (
            client_view_of(seen)
            if client_view is None
            else msgspec.structs.replace(client_view, entries=seen.entries)
        )
        told = _told(old, client_view)
        with self._lock:
            shown.views.setdefault(client_view.version, client_view)
            return told if whole else shown.told.setdefault((since, seen.version), told)

    def known(self, match: str, seat: str | None, since: int, version: int) -> LiveMessage | None:
        """Return what was already made of that version for holders of that view; None if nothing."""
        with self._lock:
            return self._shown(match, seat).told.get((since, version))

    def forget(self) -> None:
        """Begin again, as after a restart: everybody receives the whole view next."""
        with self._lock:
            self._seats.clear()

    def _shown(self, match: str, seat: str | None) -> _Shown:
        """What a seat has been shown; of those that have long not been looked at it is forgotten."""
        return self._seats.setdefault((match, seat), _Shown())


def _told(old: ClientView | None, client_view: ClientView) -> LiveMessage:
    """The changes, unless what was known is not known here, is another's, or is not worth going on from."""
    if old is not None and old.seat == client_view.seat and old.version < client_view.version:
        less = _encode(changes(old, client_view))
        if len(less) < SMALL or len(less) < len(_encode(client_view)):
            return LiveMessage("changes", less, client_view.version)
    return LiveMessage("view", _encode(client_view), client_view.version)


def whole(seen: MatchView | None, *, as_goals: bool) -> Any:
    """Return what a seat sees, for a listener with or without changes."""
    return client_view_of(seen) if seen is not None and as_goals else seen
