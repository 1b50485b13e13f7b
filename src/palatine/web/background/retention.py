"""Matches that nobody plays are cleared away, after a warning, and so are old ones where the settings say so.

Cleared away are matches that never began, what-ifs of matches, and matches that stand still though only bots play
in them; lessons sooner, and without a notice: a returning player continues where they were. None in which anything has
happened lately, and none that was finished, unless by such a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from palatine.accounts.auth import codes
from palatine.config import RetentionSettings
from palatine.matches.clock import now, stamp
from palatine.store import Store
from palatine.store.jobs import Job
from palatine.store.retention import idle_lessons, idle_matches, old_matches

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


def rules(settings: RetentionSettings, at: datetime) -> dict[str, str]:
    """The times before which matches are old enough to be deleted, by kind."""
    days = {"finished": settings.finished, "unfinished": settings.unfinished, "guests": settings.guests}
    return {kind: stamp(at - timedelta(days=number)) for kind, number in days.items() if number}


def sweep(store: Store, job: Job, at: datetime, *, settings: RetentionSettings) -> Work:
    """Warn what has been idle or is old, forget old attempts and codes, and look again later."""
    for match, version in idle_matches(store, stamp(at - IDLE)):
        store.jobs.add("expire", key_of(match), stamp(at + WARNED), {"match": match, "version": version})
    for match, version in old_matches(store, **rules(settings, at)):
        old = {"match": match, "version": version, "rule": True}
        store.jobs.add("expire", key_of(match), stamp(at + WARNED), old)
    for lesson, version in idle_lessons(store, stamp(at - LESSON)):
        store.jobs.add("expire", key_of(lesson), stamp(at), {"match": lesson, "version": version})
    store.attempts.forget(at)
    store.database.write(lambda connection: codes.forget(connection, stamp(at)))
    return lambda connection: store.jobs.put(connection, "sweep", SWEEP, stamp(at + EVERY))


def expire(store: Store, job: Job, at: datetime, *, settings: RetentionSettings) -> Work:
    """Clear a match away, unless something has happened in it since it was warned, or the rule is no more."""
    match, version, by_rule = job.data["match"], job.data["version"], job.data.get("rule", False)
    may_go = not by_rule or (match, version) in old_matches(store, **rules(settings, at), match=match)

    def clear(connection: Connection) -> None:
        if may_go:
            store.erase(connection, match, version, finished=by_rule)

    return clear
