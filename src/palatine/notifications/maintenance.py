"""Periodic maintenance: reminders are aligned with changed deadlines, old messages deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from palatine.matches.clock import format_timestamp, now
from palatine.notifications.outbox import Outbox
from palatine.notifications.reminders import ReminderService
from palatine.store import Store
from palatine.store.jobs import Job

JOB_KIND = "upkeep"
INTERVAL = timedelta(minutes=5)


def schedule_maintenance(store: Store) -> None:
    """Schedule the maintenance job."""
    store.jobs.add(JOB_KIND, JOB_KIND, now())


def handle_maintenance_job(store: Store, job: Job, now: datetime) -> Callable[[Connection], object]:
    """Run the maintenance and schedule the next run."""
    ReminderService(store.database).align(now)
    Outbox(store.database).delete_old(now)
    return lambda connection: store.jobs.put(connection, JOB_KIND, JOB_KIND, format_timestamp(now + INTERVAL))
