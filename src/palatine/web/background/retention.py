"""Retention: idle matches are deleted after a warning, old ones if the settings say so.

Deleted are matches that never began, what-ifs, and matches that stand still although only bots play in them. Lessons
are deleted sooner and without a warning; a returning player continues where they were. A match with recent activity is
never deleted, and a finished one only by such a setting.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from palatine.accounts.auth import codes
from palatine.config import RetentionSettings
from palatine.matches.clock import format_timestamp, now
from palatine.store import Store
from palatine.store.jobs import Job
from palatine.store.retention import idle_lessons, idle_matches, old_matches

Work = Callable[[Connection], object]

IDLE = timedelta(days=60)
"""Idle time after which the deletion of a match is announced."""
WARNED = timedelta(days=14)
"""Time between the announcement and the deletion."""
LESSON = timedelta(days=2)
"""Idle time after which a lesson is deleted."""
EVERY = timedelta(hours=6)
"""Interval between two searches for such matches."""
SWEEP = "sweep"


def key_of(match: str) -> str:
    """Return the key of the job that deletes a match. While it exists, the match's page says so."""
    return f"expire {match}"


def begin(store: Store) -> None:
    """Schedule the search for idle matches, unless it exists."""
    store.jobs.add("sweep", SWEEP, now())


def rules(settings: RetentionSettings, at: datetime) -> dict[str, str]:
    """Return the times before which matches are old enough to be deleted, by kind."""
    days = {"finished": settings.finished, "unfinished": settings.unfinished, "guests": settings.guests}
    return {kind: format_timestamp(at - timedelta(days=number)) for kind, number in days.items() if number}


def sweep(store: Store, job: Job, at: datetime, *, settings: RetentionSettings) -> Work:
    """Announce the deletion of idle and old matches, and delete old attempts and codes.

    The returned function schedules the next run.
    """
    for match, version in idle_matches(store, format_timestamp(at - IDLE)):
        store.jobs.add("expire", key_of(match), format_timestamp(at + WARNED), {"match": match, "version": version})
    for match, version in old_matches(store, **rules(settings, at)):
        old = {"match": match, "version": version, "rule": True}
        store.jobs.add("expire", key_of(match), format_timestamp(at + WARNED), old)
    for lesson, version in idle_lessons(store, format_timestamp(at - LESSON)):
        store.jobs.add("expire", key_of(lesson), format_timestamp(at), {"match": lesson, "version": version})
    store.attempts.delete_expired(at)
    store.database.write(lambda connection: codes.delete_expired_codes(connection, format_timestamp(at)))
    return lambda connection: store.jobs.put(connection, "sweep", SWEEP, format_timestamp(at + EVERY))


def expire(store: Store, job: Job, at: datetime, *, settings: RetentionSettings) -> Work:
    """Delete a match unless it has changed since the announcement or the setting is gone."""
    match, version, by_rule = job.data["match"], job.data["version"], job.data.get("rule", False)
    may_go = not by_rule or (match, version) in old_matches(store, **rules(settings, at), match=match)

    def clear(connection: Connection) -> None:
        if may_go:
            store.delete_match(connection, match, version, finished=by_rule)

    return clear
