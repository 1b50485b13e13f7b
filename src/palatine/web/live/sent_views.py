"""A cache of the views sent to pages, from which changes are computed and encoded once."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

import msgspec
from cachetools import FIFOCache, LRUCache

from palatine.matches import ClientView, MatchView, client_view_of, diff_views

MAX_SEATS = 512
"""Maximum number of seats with cached views; the least recently used are dropped."""
VERSIONS_PER_SEAT = 2
"""Versions kept for each seat."""
SMALL_BYTES = 3_000
"""Bytes below which changes are sent without comparing their length to the whole view."""

_encode = msgspec.json.Encoder().encode


class LiveMessage(NamedTuple):
    """A message to a page: the kind of event, its data as JSON, and the version."""

    kind: str
    data: bytes
    version: int


class _Shown:
    """The views and messages sent for one seat."""

    def __init__(self) -> None:
        self.views: FIFOCache[int, ClientView] = FIFOCache(VERSIONS_PER_SEAT)
        self.told: FIFOCache[tuple[int, int], LiveMessage] = FIFOCache(2 * VERSIONS_PER_SEAT)


class SentViewCache:
    """A cache of sent views by match and seat. Its methods are thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seats: LRUCache[tuple[str, str | None], _Shown] = LRUCache(MAX_SEATS)

    def message_for(
        self, match_view: MatchView, seat: str | None, since: int, *, whole: bool = False
    ) -> LiveMessage:
        """Return what to send to a listener as `seat` that has version `since`, 0 for none.

        `match_view` is the new view with the journal entries above that version. The result has the changes, or the
        whole view if `whole`, if the listener has none, if that version is not cached, or if the changes are not
        shorter.
        """
        with self._lock:
            shown = self._sent_to(match_view.match, seat)
            told = None if whole else shown.told.get((since, match_view.version))
            if told is not None:
                return told
            old = None if whole or not since else shown.views.get(since)
            client_view = shown.views.get(match_view.version)
        client_view = (
            client_view_of(match_view)
            if client_view is None
            else msgspec.structs.replace(client_view, entries=match_view.entries)
        )
        told = _make_message(old, client_view)
        with self._lock:
            shown.views.setdefault(client_view.version, client_view)
            return told if whole else shown.told.setdefault((since, match_view.version), told)

    def cached_message(self, match: str, seat: str | None, since: int, version: int) -> LiveMessage | None:
        """Return the message between these versions if it is cached, otherwise None."""
        with self._lock:
            return self._sent_to(match, seat).told.get((since, version))

    def clear(self) -> None:
        """Clear the cache, as after a restart; every listener receives a whole view next."""
        with self._lock:
            self._seats.clear()

    def _sent_to(self, match: str, seat: str | None) -> _Shown:
        """Return what was sent for a seat; the least recently used seats are dropped."""
        return self._seats.setdefault((match, seat), _Shown())


def _make_message(old: ClientView | None, client_view: ClientView) -> LiveMessage:
    """Return the changes from `old`, or the whole view.

    The whole view is sent if there is no older view of the same seat, or if the changes are not shorter.
    """
    if old is not None and old.seat == client_view.seat and old.version < client_view.version:
        less = _encode(diff_views(old, client_view))
        if len(less) < SMALL_BYTES or len(less) < len(_encode(client_view)):
            return LiveMessage("changes", less, client_view.version)
    return LiveMessage("view", _encode(client_view), client_view.version)


def whole_view(match_view: MatchView | None, *, as_goals: bool) -> Any:
    """Return a view in the form for listeners with changes (`as_goals`) or without."""
    return client_view_of(match_view) if match_view is not None and as_goals else match_view
