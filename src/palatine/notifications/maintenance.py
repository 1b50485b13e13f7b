"""What is done for notices now and then: reminders follow ends of turns that were moved, old messages are dropped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import Connection

from palatine.matches.clock import now, stamp
from palatine.notifications.outbox import Outbox
from palatine.notifications.reminders import Reminders
from palatine.store import Store
from palatine.store.jobs import Job

KIND = "upkeep"
EVERY = timedelta(minutes=5)


def begin(store: Store) -> None:
    """See to it that it is done."""
    store.jobs.add(KIND, KIND, now())


def handle(store: Store, job: Job, at: datetime) -> Callable[[Connection], object]:
    """Do it, and again later."""
    Reminders(store.database).align(at)
    Outbox(store.database).forget(at)
    return lambda connection: store.jobs.put(connection, KIND, KIND, stamp(at + EVERY))
