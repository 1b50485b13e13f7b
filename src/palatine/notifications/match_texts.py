"""Texts of notifications that depend on a match: names, news, and the warning of a late seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from palatine.accounts.invitations import terms_of_invitation
from palatine.accounts.match_terms import zone_of_reader
from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.notifications.outbox import OutboxMessage
from palatine.notifications.times import format_time, parse_time
from palatine.store.engine import Database
from palatine.store.invitation_withdrawal import INVITATION_KIND
from palatine.store.schema_people import accounts


class SeatNames(msgspec.Struct, frozen=True):
    """Names of seats by id, and texts that contain them.

    A seat without a name is called by its id.
    """

    own: Mapping[str, str] = {}
    """Names as known to the recipient's seat."""
    public: Mapping[str, str] = {}
    """Names as known to everyone.

    For channels that several people read, and for recipients without a seat.
    """
    titles: Mapping[str, str] = {}
    """Names as known to the recipient, with the names of the players."""
    public_titles: Mapping[str, str] = {}
    lines: tuple[str, ...] = ()
    """For a digest: the name of the seat in each line."""
    warning: str = ""
    """For a seat that was late: what was done, and what to do."""
    news: str = ""
    """For news of the match: what has happened."""
    public_news: str = ""
    by: str = ""
    """For an invitation: the player who invites."""


def names_for(services: MatchServices | None, message: OutboxMessage, database: Database) -> SeatNames:
    """Return the names for a message; none without `services` or if the match cannot be loaded."""
    if services is None:
        return SeatNames()
    if message.kind == INVITATION_KIND:
        return _terms(services, message, database)
    if message.data.get("lines"):
        return SeatNames(
            lines=tuple([_own_seat_name(services, line, message.account) for line in message.data["lines"]])
        )
    return _load_names(services, message, database) if message.match else SeatNames()


def _own_seat_name(services: MatchServices, line: Mapping[str, Any], account: str) -> str:
    try:
        seat = _own_seat(services, line["id"], line["seat"], account)
        return display_names(services.matches.names(line["id"], seat), [line["seat"]])[0]
    except PalatineError:  # The match is deleted or halted: send the notification with ids.
        return str(line["seat"])


def reader_zone(connection: Connection, message: OutboxMessage) -> str:
    """Return the time zone of the recipient; "" if it is unknown."""
    reader = select(zone_of_reader(message.match)).where(accounts.c.id == message.account)
    return connection.execute(reader).scalar() or ""


def _load_names(services: MatchServices, message: OutboxMessage, database: Database) -> SeatNames:
    matches, match = services.matches, message.match
    with database.reading() as connection:
        zone = reader_zone(connection, message)

    def format_until(time: str) -> str:
        return format_time(parse_time(time), zone)

    try:
        seat = _own_seat(services, match, message.seat, message.account)
        is_asked = message.kind == "proposal"
        news, time = message.data.get("news", ()), message.data.get("then", "")
        return SeatNames(
            own=matches.names(match, seat),
            public=matches.names(match),
            titles=matches.titles(match, seat),
            public_titles=matches.titles(match),
            warning=matches.view(match, seat, brief=True).warning if seat else "",
            news=_proposal_texts(services, match, seat)
            if is_asked
            else matches.system_text(match, seat, news, time, format_until),
            public_news=_proposal_texts(services, match, seat)
            if is_asked
            else matches.system_text(match, None, news, time, format_until),
        )
    except PalatineError:  # The match is deleted or halted: send the notification with ids.
        return SeatNames()


def _terms(services: MatchServices, message: OutboxMessage, database: Database) -> SeatNames:
    try:
        terms = terms_of_invitation(database, services, message.key.split()[1])
    except PalatineError:  # The invitation or the match is deleted: send the notification without them.
        return SeatNames()
    return SeatNames(by=terms.by, news=terms.text, public_news=terms.text)


def _proposal_texts(services: MatchServices, match: str, seat: str | None) -> str:
    times = services.matches.info(match).times
    waiting = [each for each in times.proposals if seat in each.of and seat not in each.yes] if times else []
    return " ".join([each.text for each in waiting])


def _own_seat(services: MatchServices, match: str, seat: str, account: str) -> str | None:
    """Return the seat if the account holds it, otherwise None, for a reader without a seat."""
    return seat if seat and services.seats.owners(match).get(seat) == account else None


def display_names(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """Return seats by their names."""
    return [names.get(seat) or seat for seat in seats]
