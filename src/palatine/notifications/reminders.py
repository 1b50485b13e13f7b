"""Turn reminders: a notification 90 seconds after a turn begins, and one before its deadline.

A row of `pending_turns`, written by the store with the match, is due at its next notification. The notification and
the next due time are written in one transaction, so that no two workers send the same reminder.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, Select, select, update

from palatine import registry
from palatine.accounts.match_terms import zone_of_reader
from palatine.core import Unknown
from palatine.matches.clock import format_timestamp
from palatine.notifications.deadlines import time_up
from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import Event
from palatine.notifications.times import after_rest, before_rest, read
from palatine.store.engine import Database
from palatine.store.schema import matches
from palatine.store.schema_people import accounts, pending_turns, tenures

LEAD = timedelta(hours=24)
"""Maximum time from the reminder to the deadline.

It is a quarter of the whole time if that is less.
"""
LEAST = timedelta(minutes=10)
"""Minimum time from the reminder to the deadline. Without it there is no reminder."""
NIGHT = "22:00-08:00"
"""Hours in which no reminder is sent to a player without quiet hours, if another time will do."""
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
            .where(pending_turns.c.due != "", pending_turns.c.due <= format_timestamp(at))
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
            sent = connection.execute(_asked().where(pending_turns.c.reminders_sent > 0)).all()
        wrong = [ask for ask in sent if _next(ask, at) != ask.due]
        for ask in wrong:
            self.database.write(partial(_put_off, ask, _next(ask, at)))
        return len(wrong)


def notify_by_channel(connection: Connection, account: str, channel: str, at: datetime) -> None:
    """Notify an account, by a channel that it has just opened, of turns that already wait."""
    sent = (pending_turns.c.account == account, pending_turns.c.reminders_sent > 0)
    for ask in connection.execute(_asked().where(*sent)).all():
        queue_event(connection, event_of(ask, "first"), at, by=channel)


def look_at(connection: Connection, match: str, account: str, at: datetime) -> bool:
    """Record that a player has their match open; return False if they do not play in it."""
    mine = (tenures.c.match == match, tenures.c.account == account, tenures.c.until == "")
    return bool(connection.execute(update(tenures).where(*mine).values(looked=format_timestamp(at))).rowcount)


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
    person = (accounts.c.quiet_hours, zone_of_reader(pending_turns.c.match).label("zone"))
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
    moment = reminder(ask)
    is_late = moment is not None and moment <= at < read(time_up(ask, ask.seat))
    if ask.reminders_sent == 0 and not is_late and ask.looked and at - read(ask.looked) <= PRESENT:
        again = min([at + HELD, *([moment] if moment is not None and moment > at else [])])
        if _put_off(ask, format_timestamp(again), connection):
            queue_event(connection, event_of(ask, "first"), at, always_only=True)
    elif ask.reminders_sent == 0 or (is_late and moment is not None and ask.due == format_timestamp(moment)):
        if _put_off(ask, "" if is_late else _next(ask, at), connection, 2 if is_late else 1):
            queue_event(connection, event_of(ask, "missing" if is_late else "first"), at)
    else:  # The deadline has been moved or has passed.
        _put_off(ask, _next(ask, at), connection)


def event_of(ask: Row[Any], reminder: str) -> Event:
    """Return the event of a pending turn; `missing` reminders warn of little time.

    There is a reminder for each deadline, because a deadline may be moved after the reminder.
    """
    kind = reminder if reminder == "missing" else "turn" if _is_of_orders(ask.game) else "asked"
    n = time_up(ask, ask.seat) if reminder == "missing" else 0
    key = f"{reminder} {n} {ask.match} {ask.since} {ask.seat}"
    data = {"since": ask.since, "version": ask.version}
    shared = f"{reminder} {n} {ask.match} {ask.version}"
    return Event(kind, ask.account, key, ask.match, ask.seat, data, shared)


def reminder(ask: Row[Any]) -> datetime | None:
    """Return the time of the reminder; None if the deadline is never or too near.

    It is moved out of the player's quiet hours, or the night: to their end if a third of the lead is left then,
    otherwise to their start. If the turn is younger than that, it stays where it is.
    """
    up = time_up(ask, ask.seat)
    if not up:
        return None
    since, end = read(ask.since), read(up)
    lead = min(LEAD, (end - since) / 4)
    if lead < LEAST:
        return None
    moment, night = end - lead, ask.quiet_hours or (NIGHT if ask.zone else "")
    rested = after_rest(moment, night, ask.zone)
    if end - rested >= lead / 3:
        return rested
    evening = before_rest(moment, night, ask.zone)
    return evening if evening - since >= LEAST else moment


def _next(ask: Row[Any], at: datetime) -> str:
    """Return when the reminder is due, after the first notification; "" if there is none any more."""
    moment = reminder(ask)
    if moment is None or at >= read(time_up(ask, ask.seat)):
        return ""
    is_open = moment > at or ask.reminders_sent < 2 or ask.due == format_timestamp(moment)
    return format_timestamp(moment) if is_open else ""


def _is_of_orders(game: str) -> bool:
    try:
        return registry.load(game).orders
    except Unknown:
        return False
