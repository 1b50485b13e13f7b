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
from palatine.web.background.work_assignment import ALL_WORK, WorkAssignment

log = logging.getLogger(__name__)

CHECK_SECONDS = 1.0
"""Seconds between two checks."""
DEFAULT_URL = "http://localhost"
"""Base URL of a server without `site.url`."""
STALL_SECONDS = 900.0
"""Seconds that one check may take before the task counts as stalled."""
STOP_SECONDS = 2.0
"""Seconds that deliveries may take after the server stops.

The next server sends what is left.
"""
MAX_MAILS = 2
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
        allow_private: bool = False,
    ) -> None:
        self.reminders = ReminderService(store.database)
        known = {**create_senders(store, url, allow_private=allow_private), **(senders or {})}
        self.delivery = DeliveryService(store.database, known, url, services=services, clock=monotonic)

    def send_due(self, now: datetime | None = None) -> int:
        """Queue due reminders and send everything except mail; return how many there were."""
        now = now or datetime.now(UTC)
        return self.reminders.send_due(now) + self.delivery.send_due(now, set(self.delivery.senders) - {"mail"})

    def send_next_mail(self, now: datetime | None = None) -> int:
        """Send the next email; return how many were considered."""
        return self.delivery.send_due(now or datetime.now(UTC), ("mail",), MAX_MAILS)


def create_notifier(
    services: MatchServices, store: Store | None, config: Config, senders: Mapping[str, Sender] | None
) -> Notifier | None:
    """Return the notifier of a server; None without accounts."""
    if store is None or config.is_local:
        return None
    return Notifier(
        store,
        config.site.url or DEFAULT_URL,
        senders,
        services=services,
        allow_private=config.webhooks.allow_private,
    )


def create_senders(store: Store, url: str, *, allow_private: bool) -> dict[str, Sender]:
    """Return our senders; none if the libraries they need are not installed."""
    if any(find_spec(library) is None for library in ("httpx", "pywebpush")):
        return {}
    poster = HttpPoster(allow_private=allow_private)
    hooks: Sender = WebhookSender(poster)
    return {"push": PushSender(store.database, poster, url), **dict.fromkeys(WEBHOOK_KINDS, hooks)}


async def call_repeatedly(
    work: Callable[[], int], end: asyncio.Event, heartbeat: TaskHeartbeat, assignment: WorkAssignment = ALL_WORK
) -> None:
    """Call `work` repeatedly until `end` is set."""
    while not end.is_set():
        heartbeat.beat()
        try:
            if assignment.on_duty():
                await asyncio.to_thread(work)
        except PalatineError as error:  # The database is unavailable; the next check may succeed.
            log.warning("Notifications could not be sent: %s", error)
        with suppress(TimeoutError):
            async with asyncio.timeout(CHECK_SECONDS):
                await end.wait()


@asynccontextmanager
async def sending_notifications(
    notifier: Notifier | None, assignment: WorkAssignment = ALL_WORK
) -> AsyncIterator[None]:
    """Send notifications within this context."""
    end = asyncio.Event()
    looks = {} if notifier is None else {"notices": notifier.send_due, "mail": notifier.send_next_mail}
    pulses = {name: HEARTBEATS.begin(name, STALL_SECONDS) for name in looks}
    tasks = [
        HEARTBEATS.watch(pulses[name], call_repeatedly(look, end, pulses[name], assignment))
        for name, look in looks.items()
    ]
    try:
        yield
    finally:
        end.set()
        if notifier is not None:
            notifier.delivery.is_ending = True
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
