"""Turn reminders: a notification 90 seconds after a turn begins, others before its deadline.

A row of `pending_turns`, written by the store with the match, is due at its next notification. The notification and
the next due time are written in one transaction, so that no two workers send the same reminder.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, Select, select, update

from palatine import registry
from palatine.core import Unknown
from palatine.matches.clock import stamp
from palatine.notifications.deadlines import time_up
from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import Event
from palatine.notifications.times import after_rest, before_rest, read
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import accounts, pending_turns, tenures

STEPS = (timedelta(hours=24), timedelta(hours=6))
"""Times before the deadline at which reminders are sent.

A step is left out if the whole time is shorter than twice the step.
"""
PRESENT = timedelta(seconds=60)
"""Time for which a player who had the match open counts as present."""
HELD = timedelta(minutes=5)
"""Delay of the first notification while the player is present, repeated until they are not."""
LIMIT = 200
"""Maximum number of pending turns processed by one call."""


class Reminders:
    """Turn reminders for the pending turns in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def look(self, at: datetime) -> int:
        """Send due notifications and return the number of pending turns processed."""
        wanted = (
            _asked()
            .where(pending_turns.c.due != "", pending_turns.c.due <= stamp(at))
            .order_by(pending_turns.c.due)
            .limit(LIMIT)
        )
        with self.database.reading() as connection:
            due = connection.execute(wanted).all()
        for ask in due:
            self.database.write(partial(_remind, ask, at))
        return len(due)

    def align(self, at: datetime) -> int:
        """Reschedule reminders whose deadlines have changed and return their number."""
        with self.database.reading() as connection:
            reminders_sent = connection.execute(_asked().where(pending_turns.c.reminders_sent > 0)).all()
        wrong = [ask for ask in reminders_sent if _next(ask, ask.reminders_sent, at) != ask.due]
        for ask in wrong:
            self.database.write(partial(_put_off, ask, _next(ask, ask.reminders_sent, at)))
        return len(wrong)


def notify_by_channel(connection: Connection, account: str, channel: str, at: datetime) -> None:
    """Notify an account, by a channel that it has just opened, of turns that already wait."""
    sent = (pending_turns.c.account == account, pending_turns.c.reminders_sent > 0)
    for ask in connection.execute(_asked().where(*sent)).all():
        queue_event(connection, event_of(ask, "first"), at, by=channel)


def look_at(connection: Connection, match: str, account: str, at: datetime) -> bool:
    """Record that a player has their match open; return False if they do not play in it."""
    mine = (tenures.c.match == match, tenures.c.account == account, tenures.c.until == "")
    return bool(connection.execute(update(tenures).where(*mine).values(looked=stamp(at))).rowcount)


def _asked() -> Select[Any]:
    looked = (
        select(tenures.c.looked)
        .where(
            tenures.c.match == pending_turns.c.match,
            tenures.c.account == pending_turns.c.account,
            tenures.c.until == "",
        )
        .order_by(tenures.c.looked.desc())
        .limit(1)
        .scalar_subquery()
    )
    match = (matches.c.game, matches.c.clock, matches.c.times, matches.c.deadline)
    person = (accounts.c.quiet_hours, accounts.c.zone)
    return (
        select(pending_turns, *match, *person, looked.label("looked"))
        .join(matches, matches.c.id == pending_turns.c.match)
        .join(accounts, accounts.c.id == pending_turns.c.account)
    )


def _same(ask: Row[Any]) -> tuple[Any, ...]:
    """Return conditions that a pending turn is as it was read.

    It was then neither settled nor processed by another worker.
    """
    names = ("match", "seat", "account", "since", "version", "due", "reminders_sent")
    return tuple(pending_turns.c[name] == getattr(ask, name) for name in names)


def _put_off(ask: Row[Any], due: str, connection: Connection, reminders_sent: int | None = None) -> bool:
    """Set the next due time and number of reminders; return False if the row has changed."""
    values = {"due": due, "reminders_sent": ask.reminders_sent if reminders_sent is None else reminders_sent}
    return bool(connection.execute(update(pending_turns).where(*_same(ask)).values(**values)).rowcount)


def _remind(ask: Row[Any], at: datetime, connection: Connection) -> None:
    """Notify of a pending turn if that is due, and set the next due time."""
    moments = reminders(ask)
    passed = sum(moment <= at for moment in moments)
    is_late = passed > max(ask.reminders_sent - 1, 0) and at < read(time_up(ask, ask.seat))
    if ask.reminders_sent == 0 and not is_late and ask.looked and at - read(ask.looked) <= PRESENT:
        again = min([at + HELD, *[moment for moment in moments if moment > at]])
        if _put_off(ask, stamp(again), connection):
            queue_event(connection, event_of(ask, "first"), at, always_only=True)
    elif ask.reminders_sent == 0 or is_late:
        reminders_sent = passed + 1 if is_late else 1
        if _put_off(ask, _next(ask, reminders_sent, at), connection, reminders_sent):
            queue_event(connection, event_of(ask, "missing" if is_late else "first"), at)
    else:  # The deadline has been moved or has passed.
        _put_off(ask, _next(ask, ask.reminders_sent, at), connection)


def event_of(ask: Row[Any], reminder: str) -> Event:
    """Return the event of a pending turn; `missing` reminders warn of little time."""
    kind = reminder if reminder == "missing" else "turn" if _is_of_orders(ask.game) else "asked"
    n = ask.reminders_sent if reminder == "missing" else 0
    key = f"{reminder} {n} {ask.match} {ask.since} {ask.seat}"
    data = {"since": ask.since, "version": ask.version}
    shared = f"{reminder} {n} {ask.match} {ask.version}"
    return Event(kind, ask.account, key, ask.match, ask.seat, data, shared)


def reminders(ask: Row[Any]) -> list[datetime]:
    """Return the times of reminders in order, moved out of the player's quiet hours."""
    up = time_up(ask, ask.seat)
    if not up:
        return []
    since, end = read(ask.since), read(up)
    found = []
    for step in STEPS:
        if end - since < 2 * step:
            continue
        moment = end - step
        rested = after_rest(moment, ask.quiet_hours, ask.zone)
        found.append(rested if end - rested >= step / 3 else before_rest(moment, ask.quiet_hours, ask.zone))
    return found


def _next(ask: Row[Any], reminders_sent: int, at: datetime) -> str:
    """Return when the next notification is due, after that many; "" for never."""
    left = reminders(ask)[max(reminders_sent - 1, 0) :]
    return stamp(left[0]) if left and at < read(time_up(ask, ask.seat)) else ""


def _is_of_orders(game: str) -> bool:
    try:
        return registry.load(game).orders
    except Unknown:
        return False
