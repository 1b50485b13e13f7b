"""Matches that nobody plays are cleared away, after a warning.

Cleared away are matches that never began, what-ifs of matches, and matches that stand still though only bots play
in them; lessons sooner, and without a word: whoever comes back goes on where he was. None in which anything has
happened lately, and none that was finished.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from palatine.people.ways import codes
from palatine.store import Store
from palatine.store.jobs import Job
from palatine.store.keeping import idle_lessons, idle_matches
from palatine.table.clock import now, stamp

Work = Callable[[Connection], object]

IDLE = timedelta(days=60)
"""So long nothing has happened in a match that is warned."""
WARNED = timedelta(days=14)
"""So long after the warning it goes."""
LESSON = timedelta(days=2)
"""So long nothing has happened in a lesson that goes."""
EVERY = timedelta(hours=6)
"""Between two looks for such matches."""
SWEEP = "sweep"


def key_of(match: str) -> str:
    """The key of the job that clears a match away; while there is one its page says so."""
    return f"expire {match}"


def begin(store: Store) -> None:
    """See to it that somebody looks for idle matches."""
    store.jobs.add("sweep", SWEEP, now())


def sweep(store: Store, job: Job, at: datetime) -> Work:
    """Warn what has been idle, forget old attempts and codes, and look again later."""
    for match, version in idle_matches(store, stamp(at - IDLE)):
        store.jobs.add("expire", key_of(match), stamp(at + WARNED), {"match": match, "version": version})
    for lesson, version in idle_lessons(store, stamp(at - LESSON)):
        store.jobs.add("expire", key_of(lesson), stamp(at), {"match": lesson, "version": version})
    store.attempts.forget(at)
    store.database.write(lambda connection: codes.forget(connection, stamp(at)))
    return lambda connection: store.jobs.put(connection, "sweep", SWEEP, stamp(at + EVERY))


def expire(store: Store, job: Job, at: datetime) -> Work:
    """Clear a match away, unless something has happened in it since it was warned."""
    match, version = job.data["match"], job.data["version"]

    def clear(connection: Connection) -> None:
        store.erase(connection, match, version)

    return clear
