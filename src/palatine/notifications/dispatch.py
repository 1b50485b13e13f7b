"""An event becomes rows of the outbox: one for each channel that its account has chosen for it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, Row, select

from palatine.matches.clock import stamp
from palatine.notifications.events import GATHERED, HOOKS, USUAL, Event
from palatine.notifications.outbox import put
from palatine.notifications.times import after_rest
from palatine.store.schema_people import accounts, channels

ALIVE = ("ok", "failing")
"""The states of a channel that is used."""


def tell(connection: Connection, event: Event, at: datetime, *, always_only: bool = False, by: str = "") -> int:
    """Put what an event has to say into the outbox, within a transaction; how many rows that were.

    A channel rests in the quiet hours of its owner unless it is always used; with `always_only` none but
    those are used, and with `by` none but the channel of that id. What has been put there before is not put there
    again.
    """
    owner = connection.execute(
        select(accounts.c.quiet_hours, accounts.c.zone).where(accounts.c.id == event.account)
    ).one_or_none()
    if owner is None:
        return 0
    of_account = (channels.c.account == event.account, channels.c.state.in_(ALIVE))
    found = connection.execute(select(channels).where(*of_account).order_by(channels.c.made, channels.c.id)).all()
    told = 0
    for channel in found:
        if not _wants(channel, event) or (always_only and not channel.always) or by not in ("", channel.id):
            continue
        due = at if channel.always else after_rest(at, owner.quiet_hours, owner.zone)
        told += put(connection, _key(channel, event), event.kind, at, due=stamp(due), **_row(channel, event))
    return told


def events_of(kind: str, chosen: Collection[str]) -> tuple[str, ...]:
    """What a channel tells: what was chosen, or the usual."""
    return tuple(chosen) or USUAL[kind]


def target_hash(target: str) -> str:
    """A name for where a channel leads, which does not tell it."""
    return blake2b(target.encode(), digest_size=12).hexdigest()


def _wants(channel: Row[Any], event: Event) -> bool:
    if event.match and event.match in channel.muted:
        return False
    if channel.digest and event.kind in GATHERED:
        return False
    return event.kind in events_of(channel.kind, channel.events)


def _key(channel: Row[Any], event: Event) -> str:
    if channel.kind in HOOKS and event.shared:
        return f"{event.shared} {target_hash(channel.target)}"
    return f"{event.key} {channel.id}"


def _row(channel: Row[Any], event: Event) -> dict[str, Any]:
    return {
        "account": event.account, "channel": channel.id, "via": channel.kind, "match": event.match,
        "seat": event.seat, "data": event.data,
    }  # fmt: skip
