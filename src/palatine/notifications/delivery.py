"""Delivery of due outbox messages that are still needed, and handling of failing channels."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, select, update

from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.notifications.channels import ChannelService, display_target
from palatine.notifications.dispatch import ACTIVE_STATES, queue_event
from palatine.notifications.events import TURN_EVENTS, Event
from palatine.notifications.invitation_bounces import record_bounce
from palatine.notifications.match_texts import names_for
from palatine.notifications.outbox import Outbox, OutboxMessage, queue_message
from palatine.notifications.sending.sender import (
    ChannelDead,
    Deliver,
    DeliveryFailed,
    MessageRejected,
    Payload,
    Sender,
)
from palatine.notifications.texts import notification_text, pending_seats
from palatine.notifications.times import after_quiet_hours
from palatine.notifications.wording import say
from palatine.store.engine import Database
from palatine.store.rate_limits import RateLimits, seconds_left
from palatine.store.schema import matches, seats
from palatine.store.schema_people import accounts, channels, match_terms, outbox, pending_turns, tenures

log = logging.getLogger(__name__)

BATCH_SIZE = 40
"""Maximum number of messages sent by one call."""
THREADS = 8
IMMEDIATE_KINDS = ("code", "test", "closed")
MAX_MAILS_PER_MINUTE = 20
"""Maximum emails per minute to one domain.

At most one email is sent per second in all.
"""


class DeliveryService:
    """Delivery of outbox messages by senders, one for each kind of channel.

    `services` are used to look up names of seats.
    """

    def __init__(
        self,
        database: Database,
        senders: Mapping[str, Sender],
        url: str,
        *,
        services: MatchServices | None = None,
        threads: int = THREADS,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.database = database
        self.services = services
        self.senders = dict(senders)
        self.url = url.rstrip("/")
        self.outbox = Outbox(database, clock)
        self.channels = ChannelService(database)
        self.attempts = RateLimits(database)
        self.threads = threads
        self.is_ending = False
        """True if the process is stopping.

        Claimed messages not yet being sent are left to the next process.
        """

    def send_due(self, now: datetime, channel_kinds: Collection[str] | None = None, limit: int = BATCH_SIZE) -> int:
        """Send due messages by these kinds of channels (None: all) and return their number."""
        known = set(self.senders) if channel_kinds is None else set(channel_kinds) & set(self.senders)
        if not known:
            return 0
        if "push" in known:
            self.remove_shown(now)
        claimed = self.outbox.claim(now, known, limit)
        if not claimed:
            return 0
        for via in sorted({message.via for message in claimed}):
            self._send_all(via, [message for message in claimed if message.via == via], now)
        return len(claimed)

    def _send_all(self, via: str, messages: Sequence[OutboxMessage], now: datetime) -> None:
        """Send messages by one kind of channel: emails one after the other, others in parallel."""
        try:
            with self.senders[via].open() as deliver:
                if via == "mail":
                    for message in messages:
                        self._send_mail(message, deliver, now)
                    return
                with ThreadPoolExecutor(self.threads, "notices") as pool:
                    list(pool.map(lambda message: self._send(message, deliver, now), messages))
        except PalatineError:
            raise  # The database is unavailable.
        except Exception as error:  # The relay is unavailable. Messages sent before stay sent.
            log.exception("Sender failed: channel=%s", via)
            for message in messages:
                self.outbox.record_failure(message, now, type(error).__name__)

    def remove_shown(self, now: datetime) -> None:
        """Remove shown push notifications from devices after the player has acted.

        A newer notification of the match replaces the older one by itself.
        """
        there = (
            pending_turns.c.match == outbox.c.match,
            pending_turns.c.seat == outbox.c.seat,
            pending_turns.c.account == outbox.c.account,
        )
        acted = select(outbox).where(
            outbox.c.state == "shown", ~select(pending_turns.c.seat).where(*there).exists()
        )
        with self.database.reading() as connection:
            rows = connection.execute(acted.limit(BATCH_SIZE)).all()
        for row in rows:
            self.database.write(partial(_close, row, now))

    def _send_mail(self, message: OutboxMessage, deliver: Deliver, now: datetime) -> None:
        """Send a mail unless a rate limit of its domain or the relay is reached."""
        wait = self._wait(message, now)
        if wait:
            self.outbox.retry_later(message, now + timedelta(seconds=wait))
        else:
            self._send(message, deliver, now)

    def _wait(self, message: OutboxMessage, now: datetime) -> int:
        """Return the seconds until the rate limits allow a mail; 0 if it may be sent now."""
        domain = self._target(message).rpartition("@")[2].casefold()
        if self.attempts.count("mail", "", now, 1) > 1:
            return 1
        if self.attempts.count("mail to", domain, now, 60) > MAX_MAILS_PER_MINUTE:
            return seconds_left(now, 60)
        return 0

    def _target(self, message: OutboxMessage) -> str:
        if not message.channel:
            return str(message.data.get("to", ""))
        with self.database.reading() as connection:
            wanted = select(channels.c.target).where(channels.c.id == message.channel)
            return str(connection.execute(wanted).scalar() or "")

    def _send(self, message: OutboxMessage, deliver: Deliver, now: datetime) -> None:
        if self.is_ending:
            self.outbox.retry_later(message, now)
        elif (held := self.outbox.renew(message, now)) is not None:  # Otherwise another worker sends it.
            self._send_held(held, deliver, now)

    def _send_held(self, message: OutboxMessage, deliver: Deliver, now: datetime) -> None:
        try:
            load, due = self._load(message, now)
            if due > now:
                self.outbox.retry_later(message, due)
            elif load is None:
                self.outbox.settle(message, "withdrawn")
            else:
                deliver(load)
                self._record_sent(message)
        except ChannelDead as error:
            self.outbox.settle(message, "failed", str(error))
            self._notify_inviter(message, str(error), now)
            self.mark_dead(message.channel, str(error), now)
        except MessageRejected as error:
            self.outbox.settle(message, "failed", str(error))
            self._notify_inviter(message, str(error), now)
        except DeliveryFailed as error:
            self._undelivered(message, str(error), now)
        except Exception as error:  # An error in one message must not stop the others.
            log.exception("Message could not be sent: id=%d", message.id)
            self._undelivered(message, type(error).__name__, now)

    def _load(self, message: OutboxMessage, now: datetime) -> tuple[Payload | None, datetime]:
        """Return a message with its content, and the time from which it may be sent.

        The content is None if the message is obsolete.
        """
        names = names_for(
            self.services, message, self.database
        )  # Before the transaction, because loading a match reads the database too.
        with self.database.reading() as connection:
            channel = connection.execute(select(channels).where(channels.c.id == message.channel)).one_or_none()
            if not _is_wanted(connection, message, channel) or (message.kind == "missed" and not names.warning):
                return None, now
            due = (
                now
                if channel is None or message.kind in ("code", "test", "closed")
                else _after_rest(connection, message, channel, now)
            )
            target, secret = ("", {}) if channel is None else (channel.target, dict(channel.secret))
            notice = notification_text(connection, message, secret.get("base") or self.url, names)
        return Payload(message, notice, target, secret, now), due

    def _record_sent(self, message: OutboxMessage) -> None:
        is_shown = message.via == "push" and message.kind in TURN_EVENTS
        self.outbox.settle(message, "shown" if is_shown else "sent")
        if message.channel:
            self.channels.record_success(message.channel)

    def _undelivered(self, message: OutboxMessage, error: str, now: datetime) -> None:
        if self.outbox.record_failure(message, now, error):
            self._notify_inviter(message, error, now)
        if message.channel and self.channels.record_failure(message.channel, error, now):
            self.mark_dead(message.channel, say("trouble.long"), now)

    def _notify_inviter(self, message: OutboxMessage, why: str, now: datetime) -> None:
        if not message.channel:
            self.database.write(lambda connection: record_bounce(connection, message.key, now, why))

    def mark_dead(self, channel: str, reason: str, now: datetime) -> None:
        """Mark a channel as dead, drop its messages and notify its owner on other channels.

        If no channel is left, the creators of the account's matches are notified.
        """

        def work(connection: Connection) -> None:
            row = connection.execute(select(channels).where(channels.c.id == channel)).one_or_none()
            if row is None or row.state == "dead":
                return
            change = update(channels).where(channels.c.id == channel)
            connection.execute(change.values(state="dead", trouble=reason[:300]))
            self.outbox.drop_channel(connection, channel, reason)
            data = {"place": display_target(row.kind, row.target), "why": reason}
            queue_event(
                connection, Event("trouble", row.account, f"dead {channel} {now.isoformat()}", data=data), now
            )
            _notify_match_creators(connection, row.account, now)

        self.database.write(work)


def _is_wanted(connection: Connection, message: OutboxMessage, channel: Row[Any] | None) -> bool:
    """Return whether a message is still needed.

    Its channel must be in use, its match not muted, and its turn still pending or about to run early.
    """
    if message.channel:
        states = (*ACTIVE_STATES, "unproved") if message.kind == "code" else ACTIVE_STATES
        if channel is None or channel.state not in states:
            return False
        if message.match and message.match in channel.muted and message.kind != "closed":
            return False
    if message.data.get("says") == "early":
        times = connection.execute(select(matches.c.times).where(matches.c.id == message.match)).scalar() or {}
        return bool(times.get("early"))
    return (
        message.kind not in TURN_EVENTS or "since" not in message.data or bool(pending_seats(connection, message))
    )


def _after_rest(
    connection: Connection, message: OutboxMessage, channel: Row[Any] | None, now: datetime
) -> datetime:
    """Return when a message may be sent. Messages just requested by the user have no delay."""
    if channel is None or channel.always or message.kind in IMMEDIATE_KINDS:
        return now
    owner = connection.execute(select(accounts).where(accounts.c.id == channel.account)).one()
    return after_quiet_hours(now, owner.quiet_hours, owner.zone)


def _close(row: Row[Any], now: datetime, connection: Connection) -> None:
    mine = (outbox.c.id == row.id, outbox.c.state == "shown")
    if connection.execute(update(outbox).where(*mine).values(state="sent")).rowcount:
        more = {
            "account": row.account,
            "channel": row.channel,
            "via": row.via,
            "match": row.match,
            "seat": row.seat,
        }
        queue_message(connection, f"closed {row.id}", "closed", now, **more)


def _notify_match_creators(connection: Connection, account: str, now: datetime) -> None:
    """Notify the creators of an account's matches if it has no working channel left."""
    alive = (channels.c.account == account, channels.c.state.in_(ACTIVE_STATES))
    if connection.execute(select(channels.c.id).where(*alive).limit(1)).first() is not None:
        return
    for row in running_matches_of(connection, account):
        key = f"unreachable {row.match} {row.seat} {now.date().isoformat()}"
        queue_event(connection, Event("trouble", row.by, key, row.match, row.seat, {"says": "unreachable"}), now)


def running_matches_of(connection: Connection, account: str) -> Sequence[Any]:
    """Return the running matches of an account, with its seats and their creators.

    Matches that the account created itself are left out.
    """
    seat = (seats.c.match == tenures.c.match) & (seats.c.place == tenures.c.place)
    wanted = (
        select(tenures.c.match, seats.c.seat, match_terms.c.by)
        .join(matches, matches.c.id == tenures.c.match)
        .join(seats, seat)
        .join(match_terms, match_terms.c.match == tenures.c.match)
        .where(
            tenures.c.account == account,
            tenures.c.until == "",
            matches.c.status != "over",
            match_terms.c.by != account,
        )
    )
    return connection.execute(wanted).all()
