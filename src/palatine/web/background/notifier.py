"""The notifier, which sends due reminders and messages of the outbox every second.

Mail has its own task, so that a receipt never waits for a webhook that hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from time import monotonic

from palatine.config import Config
from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.metrics import HEARTBEATS, TaskHeartbeat
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.events import WEBHOOK_KINDS
from palatine.notifications.reminders import ReminderService
from palatine.notifications.sending.http import HttpPoster
from palatine.notifications.sending.push import PushSender
from palatine.notifications.sending.sender import Sender
from palatine.notifications.sending.webhooks import WebhookSender
from palatine.store import Store
from palatine.web.background.work_assignment import EVERYTHING, WorkAssignment

log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two checks."""
UNKNOWN = "http://localhost"
"""Base URL of a server without `site.url`."""
WITHIN = 900.0
"""Seconds that one check may take before the task counts as stalled."""
GRACE = 2.0
"""Seconds that deliveries may take after the server stops.

The next server sends what is left.
"""
MAILS = 2
"""Emails considered per check.

One is sent each second, and one may have to wait for its domain.
"""


class Notifier:
    """Sender of turn reminders. `senders` add channel kinds or replace ours, as mail does."""

    def __init__(
        self,
        store: Store,
        url: str,
        senders: Mapping[str, Sender] | None = None,
        *,
        services: MatchServices | None = None,
        private: bool = False,
    ) -> None:
        self.reminders = ReminderService(store.database)
        known = {**own_senders(store, url, private=private), **(senders or {})}
        self.delivery = DeliveryService(store.database, known, url, services=services, clock=monotonic)

    def look(self, at: datetime | None = None) -> int:
        """Queue due reminders and send everything except mail; return how many there were."""
        at = at or datetime.now(UTC)
        return self.reminders.send_due(at) + self.delivery.send_due(at, set(self.delivery.senders) - {"mail"})

    def look_at_mail(self, at: datetime | None = None) -> int:
        """Send the next email; return how many were considered."""
        return self.delivery.send_due(at or datetime.now(UTC), ("mail",), MAILS)


def notifier_for(
    services: MatchServices, store: Store | None, config: Config, senders: Mapping[str, Sender] | None
) -> Notifier | None:
    """Return the notifier of a server; None without accounts."""
    if store is None or config.is_local:
        return None
    return Notifier(
        store, config.site.url or UNKNOWN, senders, services=services, private=config.webhooks.allow_private
    )


def own_senders(store: Store, url: str, *, private: bool) -> dict[str, Sender]:
    """Return our senders; none if the libraries they need are not installed."""
    if any(find_spec(library) is None for library in ("httpx", "pywebpush")):
        return {}
    poster = HttpPoster(allow_private=private)
    hooks: Sender = WebhookSender(poster)
    return {"push": PushSender(store.database, poster, url), **dict.fromkeys(WEBHOOK_KINDS, hooks)}


async def keep_looking(
    look: Callable[[], int], end: asyncio.Event, heartbeat: TaskHeartbeat, assignment: WorkAssignment = EVERYTHING
) -> None:
    """Call `look` repeatedly until `end` is set."""
    while not end.is_set():
        heartbeat.beat()
        try:
            if assignment.on_duty():
                await asyncio.to_thread(look)
        except PalatineError as error:  # The database is unavailable; the next check may succeed.
            log.warning("Notifications could not be sent: %s", error)
        with suppress(TimeoutError):
            async with asyncio.timeout(EVERY):
                await end.wait()


@asynccontextmanager
async def running(notifier: Notifier | None, assignment: WorkAssignment = EVERYTHING) -> AsyncIterator[None]:
    """Send notifications within this context."""
    end = asyncio.Event()
    looks = {} if notifier is None else {"notices": notifier.look, "mail": notifier.look_at_mail}
    pulses = {name: HEARTBEATS.begin(name, WITHIN) for name in looks}
    tasks = [
        HEARTBEATS.watch(pulses[name], keep_looking(look, end, pulses[name], assignment))
        for name, look in looks.items()
    ]
    try:
        yield
    finally:
        end.set()
        if notifier is not None:
            notifier.delivery.is_ending = True
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)
