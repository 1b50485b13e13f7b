"""Dispatch of events to the outbox: one row for each channel chosen for the event."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, Row, select

from palatine.matches.clock import format_timestamp
from palatine.notifications.events import CHOSEN_AS, DEFAULT_EVENTS, DIGEST_EVENTS, WEBHOOK_KINDS, Event
from palatine.notifications.outbox import queue_message
from palatine.notifications.times import after_quiet_hours
from palatine.store.schema_people import accounts, channels

ACTIVE_STATES = ("ok", "failing")
"""States of a channel in use."""


def queue_event(
    connection: Connection, event: Event, now: datetime, *, always_only: bool = False, by: str = ""
) -> int:
    """Queue an event on the channels of its account, within a transaction.

    Messages wait for the end of the owner's quiet hours unless the channel is always used. With `always_only`, only
    such channels are used; with `by`, only the channel of that id. A message that was queued before is not queued
    again. Returns the number of rows.
    """
    owner = connection.execute(
        select(accounts.c.quiet_hours, accounts.c.zone).where(accounts.c.id == event.account)
    ).one_or_none()
    if owner is None:
        return 0
    of_account = (channels.c.account == event.account, channels.c.state.in_(ACTIVE_STATES))
    found = connection.execute(select(channels).where(*of_account).order_by(channels.c.made, channels.c.id)).all()
    told = 0
    for channel in found:
        if not _accepts_event(channel, event) or (always_only and not channel.always) or by not in ("", channel.id):
            continue
        due = now if channel.always else after_quiet_hours(now, owner.quiet_hours, owner.zone)
        told += queue_message(
            connection, _key(channel, event), event.kind, now, due=format_timestamp(due), **_row(channel, event)
        )
    return told


def channel_events(kind: str, chosen: Collection[str]) -> tuple[str, ...]:
    """Return the events that a channel sends: those chosen, or the defaults."""
    return tuple(chosen) or DEFAULT_EVENTS[kind]


def target_hash(target: str) -> str:
    """Return a hash that identifies a channel's target without disclosing it."""
    return blake2b(target.encode(), digest_size=12).hexdigest()


def _accepts_event(channel: Row[Any], event: Event) -> bool:
    if event.match and event.match in channel.muted:
        return False
    if channel.digest and event.kind in DIGEST_EVENTS:
        return False
    return CHOSEN_AS.get(event.kind, event.kind) in channel_events(channel.kind, channel.events)


def _key(channel: Row[Any], event: Event) -> str:
    if channel.kind in WEBHOOK_KINDS and event.shared_key:
        return f"{event.shared_key} {target_hash(channel.target)}"
    return f"{event.key} {channel.id}"


def _row(channel: Row[Any], event: Event) -> dict[str, Any]:
    return {
        "account": event.account, "channel": channel.id, "via": channel.kind, "match": event.match,
        "seat": event.seat, "data": event.data,
    }  # fmt: skip
