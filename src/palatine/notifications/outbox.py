"""Outbox of messages.

Each key is queued once, and a message of a dead worker is sent by another. A message may be sent twice, with the same
number, by which the recipient can detect it. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, delete, update

from palatine import metrics
from palatine.matches.clock import format_timestamp
from palatine.store.queue import LeasedQueue, LeasedRow
from palatine.store.schema_people import outbox
from palatine.store.transactions.conflicts import insert_new

LEASE = timedelta(minutes=5)
"""Lease duration of a claimed row."""
RETRY_DELAYS = (
    timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30),
    timedelta(hours=2), timedelta(hours=8), timedelta(hours=24),
)  # fmt: skip
"""Delay of the retry after each failure. After the last one the message has failed for good."""
MAX_CLOCK_SKEW = timedelta(hours=1)
"""Maximum time that `made` may lie in the future.

Otherwise the clock has been set back since, and the message is due immediately.
"""
RETENTION = timedelta(days=60)
"""Time for which sent messages are kept."""


class OutboxMessage(LeasedRow, frozen=True):
    """A message to send. A mail's Message-ID is derived from its `id`. `tries` counts failures."""

    key: str
    account: str
    channel: str
    """The channel that sends it; "" for a mail to the address in the data."""
    via: str
    kind: str
    match: str
    seat: str
    data: dict[str, Any]
    state: str
    first: bool
    """True for a receipt, which is sent first."""
    made: str
    due: str
    answer_to: str
    """The Message-ID of the mail it replies to, or ""."""
    trouble: str = ""


def queue_message(connection: Connection, key: str, kind: str, now: datetime, **values: Any) -> bool:
    """Queue a message, within a transaction; return False if there is a row with that key.

    `more` are other columns: account, channel, via, match, seat, data, first, due, answer_to.
    """
    row = {
        "key": key,
        "kind": kind,
        "made": format_timestamp(now),
        "due": format_timestamp(now),
        "data": {},
        **values,
    }
    return insert_new(connection, outbox, row)


class Outbox(LeasedQueue[OutboxMessage]):
    """The queue of messages to send."""

    table, row, length = outbox, OutboxMessage, LEASE
    order = (outbox.c.first.desc(), outbox.c.due, outbox.c.id)

    def add(self, key: str, kind: str, now: datetime, **values: Any) -> bool:
        """Queue a message as `queue_message` does, in a transaction of its own."""
        return self.database.write(
            lambda connection: queue_message(connection, key, kind, now, **values), exclusive=False
        )

    def claim(self, now: datetime, channel_kinds: Collection[str], limit: int) -> list[OutboxMessage]:
        """Claim due messages of these kinds of channels, receipts first."""
        made = case((_is_astray(now), format_timestamp(now)), else_=outbox.c.made)
        found = self.claim_waiting(now, self.due_condition(now, channel_kinds), limit, made=made)
        return sorted(found, key=lambda message: (not message.first, message.due, message.id))

    @staticmethod
    def due_condition(now: datetime, channel_kinds: Collection[str]) -> ColumnElement[bool]:
        """Return the condition that a row is due by these kinds of channels."""
        is_due = (outbox.c.due <= format_timestamp(now)) | _is_astray(now)
        return (outbox.c.state == "waiting") & is_due & outbox.c.via.in_(sorted(channel_kinds))

    def settle(self, message: OutboxMessage, state: str, error: str = "") -> bool:
        """End the claim of a message and delete its secrets.

        `state` is "sent", "shown", "withdrawn" or "failed".
        """
        metrics.NOTIFICATIONS.add(message.via, state)
        return self.finish(message, state=state, trouble=error[:300], data=_without_secrets(message))

    def record_failure(self, message: OutboxMessage, now: datetime, error: str) -> bool:
        """Retry a claimed row after the next pause; return True if no attempt is left."""
        if message.tries >= len(RETRY_DELAYS):
            self.settle(message, "failed", error)
            return True
        self.retry_later(message, now + RETRY_DELAYS[message.tries], error, tries=message.tries + 1)
        return False

    def drop_channel(self, connection: Connection, channel: str, reason: str) -> None:
        """Withdraw the waiting messages of a stopped channel."""
        here = (outbox.c.channel == channel, outbox.c.state == "waiting")
        connection.execute(update(outbox).where(*here).values(state="withdrawn", lease="", trouble=reason[:300]))

    def delete_old(self, now: datetime) -> int:
        """Delete messages settled long ago and return their number."""
        old = (
            outbox.c.state.in_(("sent", "withdrawn", "failed")),
            outbox.c.due < format_timestamp(now - RETENTION),
        )
        gone = delete(outbox).where(*old)
        return self.database.write(lambda connection: connection.execute(gone).rowcount, exclusive=False)


def _is_astray(now: datetime) -> ColumnElement[bool]:
    return outbox.c.made > format_timestamp(now + MAX_CLOCK_SKEW)


def _without_secrets(message: OutboxMessage) -> dict[str, Any]:
    """Return the data of a message without its code or invitation token."""
    if message.kind == "code":
        return {}
    return {name: value for name, value in message.data.items() if name != "token"}
