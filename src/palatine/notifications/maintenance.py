"""Periodic maintenance: reminders are aligned with changed deadlines, old messages deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from palatine.matches.clock import format_timestamp, now
from palatine.notifications.outbox import Outbox
from palatine.notifications.reminders import Reminders
from palatine.store import Store
from palatine.store.jobs import Job

KIND = "upkeep"
EVERY = timedelta(minutes=5)


def begin(store: Store) -> None:
    """Schedule the maintenance job."""
    store.jobs.add(KIND, KIND, now())


def handle(store: Store, job: Job, at: datetime) -> Callable[[Connection], object]:
    """Run the maintenance and schedule the next run."""
    Reminders(store.database).align(at)
    Outbox(store.database).forget(at)
    return lambda connection: store.jobs.put(connection, KIND, KIND, format_timestamp(at + EVERY))
