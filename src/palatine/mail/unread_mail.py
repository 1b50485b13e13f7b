"""Detection of unread mail from before a turn was due, for which the turn waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection, exists, select

from palatine.matches.clock import format_timestamp, seconds_between
from palatine.notifications.mail_status import read_mail_status
from palatine.store.engine import Database
from palatine.store.schema_people import addresses, inbox, tenures

log = logging.getLogger(__name__)

MAX_WAIT_SECONDS = 6 * 3600.0
"""Seconds after which a turn runs although the mailbox cannot be read."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class UnreadMailCheck:
    """A check for unread mail of a match.

    Only our own clocks count, never the Date header of an email.
    """

    def __init__(self, database: Database, *, has_inbound: bool, clock: Callable[[], datetime] = utc_now) -> None:
        self.database = database
        self.has_inbound = has_inbound
        self.clock = clock
        self._until: dict[str, tuple[str, str]] = {}
        """For each match, the awaited time and one by which all earlier mail was received."""

    def is_awaited(self, match: str, moment: str) -> bool:
        """Return whether mail to a match from before a moment may still be unread."""
        if seconds_between(moment, format_timestamp(self.clock())) > MAX_WAIT_SECONDS:
            return False
        with self.database.reading() as connection:
            if not self._has_mail(connection, match):
                return False
            until = self._received_until(connection, match, moment)
            is_awaited = not until or self._is_unread(connection, match, until)
        if is_awaited:
            log.info("Turn waits for mail: match=%s due=%s", match, moment)
        else:
            self._until.pop(match, None)
        return is_awaited

    def _has_mail(self, connection: Connection, match: str) -> bool:
        """Return whether a player of the match has a verified email address."""
        here = (tenures.c.match == match, tenures.c.until == "", addresses.c.account == tenures.c.account)
        return bool(connection.execute(select(exists().where(*here, addresses.c.proved != ""))).scalar())

    def _received_until(self, connection: Connection, match: str, moment: str) -> str:
        """Return a time by which all mail from before the moment was received, or "" if none yet."""
        known = self._until.get(match)
        if known is not None and known[0] == moment:
            return known[1]
        status = read_mail_status(connection) if self.has_inbound else None
        if self.has_inbound and (status is None or status.taken <= moment):
            return ""
        until = moment if status is None else status.taken
        self._until[match] = (moment, until)
        return until

    def _is_unread(self, connection: Connection, match: str, until: str) -> bool:
        here = (tenures.c.match == match, tenures.c.until == "", inbox.c.recipient == tenures.c.mailbox)
        return bool(
            connection.execute(
                select(exists().where(*here, inbox.c.state == "new", inbox.c.time <= until))
            ).scalar()
        )
