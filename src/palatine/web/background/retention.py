"""Retention: idle matches are deleted after a warning, old ones if the settings require it.

The idle matches are those that never began, what-ifs, and those in which only bots play. Lessons are deleted sooner and
without a warning; a returning player continues where they were. A match with recent activity is never deleted, and a
finished one only by such a setting.
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

TransactionWork = Callable[[Connection], object]

IDLE_PERIOD = timedelta(days=60)
"""Idle time after which the deletion of a match is announced."""
WARNING_PERIOD = timedelta(days=14)
"""Time between the announcement and the deletion."""
LESSON_IDLE_PERIOD = timedelta(days=2)
"""Idle time after which a lesson is deleted."""
INTERVAL = timedelta(hours=6)
"""Interval between two searches for such matches."""
SWEEP_KIND = "sweep"


def job_key(match: str) -> str:
    """Return the key of the job that deletes a match.

    While it exists, the match's page shows a warning.
    """
    return f"expire {match}"


def schedule_sweep(store: Store) -> None:
    """Schedule the search for idle matches, unless it exists."""
    store.jobs.add("sweep", SWEEP_KIND, now())


def age_limits(settings: RetentionSettings, now: datetime) -> dict[str, str]:
    """Return the times before which matches are old enough to be deleted, by kind."""
    days = {"finished": settings.finished, "unfinished": settings.unfinished, "guests": settings.guests}
    return {kind: format_timestamp(now - timedelta(days=number)) for kind, number in days.items() if number}


def sweep(store: Store, job: Job, now: datetime, *, settings: RetentionSettings) -> TransactionWork:
    """Announce the deletion of idle and old matches, and delete old attempts and codes.

    The returned function schedules the next run.
    """
    for match, version in idle_matches(store, format_timestamp(now - IDLE_PERIOD)):
        store.jobs.add(
            "expire", job_key(match), format_timestamp(now + WARNING_PERIOD), {"match": match, "version": version}
        )
    for match, version in old_matches(store, **age_limits(settings, now)):
        old = {"match": match, "version": version, "rule": True}
        store.jobs.add("expire", job_key(match), format_timestamp(now + WARNING_PERIOD), old)
    for lesson, version in idle_lessons(store, format_timestamp(now - LESSON_IDLE_PERIOD)):
        store.jobs.add("expire", job_key(lesson), format_timestamp(now), {"match": lesson, "version": version})
    store.attempts.delete_expired(now)
    store.database.write(lambda connection: codes.delete_expired_codes(connection, format_timestamp(now)))
    return lambda connection: store.jobs.put(connection, "sweep", SWEEP_KIND, format_timestamp(now + INTERVAL))


def delete_if_idle(store: Store, job: Job, now: datetime, *, settings: RetentionSettings) -> TransactionWork:
    """Delete a match unless it has changed since the announcement or the setting is gone."""
    match, version, by_rule = job.data["match"], job.data["version"], job.data.get("rule", False)
    may_go = not by_rule or (match, version) in old_matches(store, **age_limits(settings, now), match=match)

    def clear(connection: Connection) -> None:
        if may_go:
            store.delete_match(connection, match, version, finished=by_rule)

    return clear
