"""Finished matches are packed some time after their end, a few at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

from sqlalchemy import Connection

from palatine.config import RetentionSettings
from palatine.core import Unknown
from palatine.matches.clock import stamp
from palatine.store import Store
from palatine.store.compression import matches_to_pack, pack
from palatine.store.jobs import Job

log = logging.getLogger(__name__)

KIND = "pack"
FIRST = timedelta(days=1)
"""Delay after this version first serves a database: an older version could not read packed matches."""
EVERY = timedelta(hours=6)
"""Between two looks for such matches."""
SECONDS = 5.0
"""So long it packs before other jobs have their turn."""
SOON = timedelta(seconds=10)
"""So long it rests then."""


def begin(store: Store) -> None:
    """See to it that somebody packs."""
    store.jobs.add(KIND, KIND, stamp(datetime.now(UTC) + FIRST))


def pack_some(
    store: Store, job: Job, at: datetime, *, settings: RetentionSettings
) -> Callable[[Connection], object]:
    """Pack what has been over for so long, and look again later."""
    is_done = not settings.compress or _pack_all(store, stamp(at - timedelta(days=settings.compress)))
    again = stamp(at + (EVERY if is_done else SOON))
    return lambda connection: store.jobs.put(connection, KIND, KIND, again)


def _pack_all(store: Store, before: str) -> bool:
    """Whether all is packed; False when time was up."""
    until = monotonic() + SECONDS
    for match in matches_to_pack(store.database, before):
        if monotonic() > until:
            return False
        try:
            pack(store.database, match)
        except Unknown as error:
            log.warning("%s", error)
    return True
