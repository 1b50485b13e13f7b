"""Handlers of events announced by the store (`store.recipient_events`).

`over`, `turn`, `proposal`, `missed`, `moved` and `letter` are for the players of a match. `invitation` and `offered`
are for an account.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import Event
from palatine.notifications.reminders import PRESENCE_TIME, notify_by_channel
from palatine.notifications.times import parse_time
from palatine.store import Store
from palatine.store.events import JOB_KIND
from palatine.store.jobs import Job
from palatine.store.schema import matches, seats
from palatine.store.schema_people import match_terms, pending_turns, tenures

__all__ = ["JOB_KIND", "handle_event_job", "recipient_events"]

TransactionWork = Callable[[Connection], object]


def handle_event_job(store: Store, job: Job, now: datetime) -> TransactionWork:
    """Return what to write for an event, in the transaction that deletes its job."""
    if job.data["what"] == "channel":
        return lambda connection: notify_by_channel(connection, job.data["account"], job.data["channel"], now)
    return lambda connection: [
        queue_event(connection, event, now, always_only=is_there)
        for event, is_there in recipient_events(connection, job.key, job.data, now)
    ]


def recipient_events(
    connection: Connection, key: str, event_data: dict[str, Any], now: datetime
) -> list[tuple[Event, bool]]:
    """Return an event for each account, and whether the player has the match open."""
    what, match = event_data["what"], event_data.get("match", "")
    if "account" in event_data:
        more = {
            name: value for name, value in event_data.items() if name not in ("what", "match", "account", "seat")
        }
        return [(Event(what, event_data["account"], key, match, event_data.get("seat", ""), more), False)]
    found = []
    for row in _players(connection, match):
        if not _concerns(connection, what, event_data, row):
            continue
        data = (
            {"says": "ran"} if what == "turn" else {name: event_data[name] for name in SENT if name in event_data}
        )
        event = Event(what, row.account, f"{key} {row.seat}", match, row.seat, data, key)
        found.append((event, bool(row.looked) and now - parse_time(row.looked) <= PRESENCE_TIME))
    maker = _creator(connection, match) if event_data.get("vacates") else ""
    if maker and maker not in [row.account for row in _players(connection, match)]:
        found.append(
            (
                Event(
                    what,
                    maker,
                    f"{key} maker",
                    match,
                    "",
                    {name: event_data[name] for name in SENT if name in event_data},
                ),
                False,
            )
        )
    return found


SENT = ("news", "then", "says")
"""Data of an event that its text needs."""


def _creator(connection: Connection, match: str) -> str:
    """Return the account that created a match; "" if none did."""
    return connection.execute(select(match_terms.c.by).where(match_terms.c.match == match)).scalar() or ""


def _players(connection: Connection, match: str) -> Sequence[Any]:
    seat = (seats.c.match == tenures.c.match) & (seats.c.place == tenures.c.place)
    wanted = select(tenures.c.account, tenures.c.looked, seats.c.seat).join(seats, seat)
    here = (tenures.c.match == match, tenures.c.until == "")
    return connection.execute(wanted.where(*here).order_by(tenures.c.place)).all()


def _concerns(connection: Connection, what: str, news: dict[str, Any], player: Row[Any]) -> bool:
    """Return whether a player is notified of an event.

    Letters and some news are for certain seats, and proposals for those that have not answered. The end of a turn is
    for players without a pending turn, because the others are notified of that.
    """
    if "to" in news:
        return player.seat in news["to"]
    if "but" in news:
        return player.seat not in news["but"]
    if what == "proposal":
        return player.seat in _waited_for(connection, news["match"])
    if what == "turn":
        here = (pending_turns.c.match == news["match"], pending_turns.c.seat == player.seat)
        return connection.execute(select(pending_turns.c.seat).where(*here)).first() is None
    return True


def _waited_for(connection: Connection, match: str) -> set[str]:
    """Return the seats with an unanswered proposal."""
    found = connection.execute(select(matches.c.proposals).where(matches.c.id == match)).scalar() or ()
    return {seat for each in found for seat in {*each.get("of", ())} - {*each.get("yes", ())}}
