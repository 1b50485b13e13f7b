"""Compression of finished matches some time after their end, a few at a time."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import monotonic

from sqlalchemy import Connection

from palatine.config import RetentionSettings
from palatine.core import Unknown
from palatine.matches.clock import format_timestamp
from palatine.store import Store
from palatine.store.compression import compress_match, matches_to_compress
from palatine.store.jobs import Job

log = logging.getLogger(__name__)

JOB_KIND = "pack"
FIRST_RUN_DELAY = timedelta(days=1)
"""Delay before the first run on a database: older versions cannot read packed matches."""
INTERVAL = timedelta(hours=6)
"""Interval between two searches for such matches."""
MAX_RUN_SECONDS = 5.0
"""Seconds of packing before other jobs have their turn."""
PAUSE = timedelta(seconds=10)
"""Pause before packing continues."""


def schedule_compression(store: Store) -> None:
    """Schedule the job that packs matches, unless it exists."""
    store.jobs.add(JOB_KIND, JOB_KIND, format_timestamp(datetime.now(UTC) + FIRST_RUN_DELAY))


def compress_some(
    store: Store, job: Job, now: datetime, *, settings: RetentionSettings
) -> Callable[[Connection], object]:
    """Pack matches that have been over for long enough, and schedule the next run."""
    is_done = not settings.compress or _pack_all(store, format_timestamp(now - timedelta(days=settings.compress)))
    again = format_timestamp(now + (INTERVAL if is_done else PAUSE))
    return lambda connection: store.jobs.put(connection, JOB_KIND, JOB_KIND, again)


def _pack_all(store: Store, before: str) -> bool:
    """Return whether all matches are packed; False if the time ran out."""
    until = monotonic() + MAX_RUN_SECONDS
    for match in matches_to_compress(store.database, before):
        if monotonic() > until:
            return False
        try:
            compress_match(store.database, match)
        except Unknown as error:
            log.warning("%s", error)
    return True
