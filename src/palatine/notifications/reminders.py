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
from palatine.notifications.deadlines import seat_deadline
from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import Event
from palatine.notifications.times import after_quiet_hours, before_quiet_hours, parse_time
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
PRESENCE_TIME = timedelta(seconds=60)
"""Time for which a player who had the match open counts as present."""
PRESENCE_DELAY = timedelta(minutes=5)
"""Delay of the first notification while the player is present, repeated until they are not."""
BATCH_SIZE = 200
"""Maximum number of pending turns processed by one call."""


class ReminderService:
    """Turn reminders for the pending turns in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def send_due(self, now: datetime) -> int:
        """Send due notifications and return the number of pending turns processed."""
        wanted = (
            _select_pending_turns()
            .where(pending_turns.c.due != "", pending_turns.c.due <= format_timestamp(now))
            .order_by(pending_turns.c.due)
            .limit(BATCH_SIZE)
        )
        with self.database.reading() as connection:
            due = connection.execute(wanted).all()
        for ask in due:
            self.database.write(partial(_remind, ask, now))
        return len(due)

    def align(self, now: datetime) -> int:
        """Reschedule reminders whose deadlines have changed and return their number."""
        with self.database.reading() as connection:
            sent = connection.execute(_select_pending_turns().where(pending_turns.c.reminders_sent > 0)).all()
        wrong = [ask for ask in sent if _next_reminder_time(ask, now) != ask.due]
        for ask in wrong:
            self.database.write(partial(_put_off, ask, _next_reminder_time(ask, now)))
        return len(wrong)


def notify_by_channel(connection: Connection, account: str, channel: str, now: datetime) -> None:
    """Notify an account, by a channel that it has just opened, of turns that already wait."""
    sent = (pending_turns.c.account == account, pending_turns.c.reminders_sent > 0)
    for ask in connection.execute(_select_pending_turns().where(*sent)).all():
        queue_event(connection, turn_event(ask, "first"), now, by=channel)


def record_first_notification(connection: Connection, match: str, seat: str, version: int, now: datetime) -> None:
    """Record that a seat was sent its question; its next notification is the reminder.

    A question of a later match version is not affected.
    """
    here = (pending_turns.c.match == match, pending_turns.c.seat == seat, pending_turns.c.version <= version)
    for ask in connection.execute(_select_pending_turns().where(*here, pending_turns.c.reminders_sent == 0)).all():
        _put_off(ask, _next_reminder_time(ask, now), connection, 1)


def record_presence(connection: Connection, match: str, account: str, now: datetime) -> bool:
    """Record that a player has their match open; return False if they do not play in it."""
    mine = (tenures.c.match == match, tenures.c.account == account, tenures.c.until == "")
    return bool(connection.execute(update(tenures).where(*mine).values(looked=format_timestamp(now))).rowcount)


def _select_pending_turns() -> Select[Any]:
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


def _unchanged_conditions(pending_turn: Row[Any]) -> tuple[Any, ...]:
    """Return conditions that a pending turn is as it was read.

    It was then neither settled nor processed by another worker.
    """
    names = ("match", "seat", "account", "since", "version", "due", "reminders_sent")
    return tuple(pending_turns.c[name] == getattr(pending_turn, name) for name in names)


def _put_off(pending_turn: Row[Any], due: str, connection: Connection, reminders_sent: int | None = None) -> bool:
    """Set the next due time and number of reminders; return False if the row has changed."""
    values = {
        "due": due,
        "reminders_sent": pending_turn.reminders_sent if reminders_sent is None else reminders_sent,
    }
    return bool(
        connection.execute(
            update(pending_turns).where(*_unchanged_conditions(pending_turn)).values(**values)
        ).rowcount
    )


def _remind(pending_turn: Row[Any], now: datetime, connection: Connection) -> None:
    """Notify of a pending turn if that is due, and set the next due time."""
    moment = reminder(pending_turn)
    is_late = moment is not None and moment <= now < parse_time(seat_deadline(pending_turn, pending_turn.seat))
    if (
        pending_turn.reminders_sent == 0
        and not is_late
        and pending_turn.looked
        and now - parse_time(pending_turn.looked) <= PRESENCE_TIME
    ):
        again = min([now + PRESENCE_DELAY, *([moment] if moment is not None and moment > now else [])])
        if _put_off(pending_turn, format_timestamp(again), connection):
            queue_event(connection, turn_event(pending_turn, "first"), now, always_only=True)
    elif pending_turn.reminders_sent == 0 or (
        is_late and moment is not None and pending_turn.due == format_timestamp(moment)
    ):
        if _put_off(
            pending_turn, "" if is_late else _next_reminder_time(pending_turn, now), connection, 2 if is_late else 1
        ):
            queue_event(connection, turn_event(pending_turn, "missing" if is_late else "first"), now)
    else:  # The deadline has been moved or has passed.
        _put_off(pending_turn, _next_reminder_time(pending_turn, now), connection)


def turn_event(pending_turn: Row[Any], reminder: str) -> Event:
    """Return the event of a pending turn; `missing` reminders warn of little time.

    There is a reminder for each deadline, because a deadline may be moved after the reminder.
    """
    kind = reminder if reminder == "missing" else "turn" if _is_of_orders(pending_turn.game) else "asked"
    n = seat_deadline(pending_turn, pending_turn.seat) if reminder == "missing" else 0
    key = f"{reminder} {n} {pending_turn.match} {pending_turn.since} {pending_turn.seat}"
    data = {"since": pending_turn.since, "version": pending_turn.version}
    shared = f"{reminder} {n} {pending_turn.match} {pending_turn.version}"
    return Event(kind, pending_turn.account, key, pending_turn.match, pending_turn.seat, data, shared)


def reminder(pending_turn: Row[Any]) -> datetime | None:
    """Return the time of the reminder; None if the deadline is never or too near.

    It is moved out of the player's quiet hours, or the night: to their end if a third of the lead is left then,
    otherwise to their start. If the turn is younger than that, it stays where it is.
    """
    up = seat_deadline(pending_turn, pending_turn.seat)
    if not up:
        return None
    since, end = parse_time(pending_turn.since), parse_time(up)
    lead = min(LEAD, (end - since) / 4)
    if lead < LEAST:
        return None
    moment, night = end - lead, pending_turn.quiet_hours or (NIGHT if pending_turn.zone else "")
    rested = after_quiet_hours(moment, night, pending_turn.zone)
    if end - rested >= lead / 3:
        return rested
    evening = before_quiet_hours(moment, night, pending_turn.zone)
    return evening if evening - since >= LEAST else moment


def _next_reminder_time(pending_turn: Row[Any], now: datetime) -> str:
    """Return when the reminder is due, after the first notification; "" if there is none."""
    moment = reminder(pending_turn)
    if moment is None or now >= parse_time(seat_deadline(pending_turn, pending_turn.seat)):
        return ""
    is_open = moment > now or pending_turn.reminders_sent < 2 or pending_turn.due == format_timestamp(moment)
    return format_timestamp(moment) if is_open else ""


def _is_of_orders(game: str) -> bool:
    try:
        return registry.load(game).orders
    except Unknown:
        return False
