"""Names of seats in notifications: by nation or King, if the match has such names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.notifications.outbox import OutboxMessage


class Names(msgspec.Struct, frozen=True):
    """Names of seats by id. A seat without a name is called by its id."""

    own: Mapping[str, str] = {}
    """Names as known to the recipient's seat."""
    public: Mapping[str, str] = {}
    """Names as known to everyone.

    For channels that several people read, and for recipients without a seat.
    """
    lines: tuple[str, ...] = ()
    """For a digest: the name of the seat in each line."""


def names_for(services: MatchServices | None, message: OutboxMessage) -> Names:
    """Return the names for a message; none without `services` or if the match cannot be loaded."""
    if services is None:
        return Names()
    if message.data.get("lines"):
        return Names(lines=tuple([_name_in(services, line, message.account) for line in message.data["lines"]]))
    return _names_in(services, message.match, message.seat, message.account) if message.match else Names()


def _name_in(services: MatchServices, line: Mapping[str, Any], account: str) -> str:
    return called(_names_in(services, line["id"], line["seat"], account).own, [line["seat"]])[0]


def _names_in(services: MatchServices, match: str, seat: str, account: str) -> Names:
    try:
        version = services.matches.info(match).version
        public = services.matches.look(match, None, version).view.names
        if not seat or services.seats.owners(match).get(seat) != account:
            return Names(public, public)
        return Names(services.matches.look(match, seat, version).view.names, public)
    except PalatineError:  # The match is deleted or halted: send the notification with ids.
        return Names()


def called(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """Return seats by their names."""
    return [names.get(seat) or seat for seat in seats]
