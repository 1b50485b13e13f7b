"""What seats are called in a notice: by nation or King, where the match has such names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from palatine.core import PalatineError
from palatine.matches import MatchServices
from palatine.notifications.outbox import OutboxMessage


class Names(msgspec.Struct, frozen=True):
    """Names of seats by their ids; a seat that is in neither is called by its id."""

    own: Mapping[str, str] = {}
    """As the seat a notice is for knows them."""
    public: Mapping[str, str] = {}
    """As anybody may know them: where several read a notice, and where it is not of a seat of one's own."""
    lines: tuple[str, ...] = ()
    """Of a digest: the name of the seat of each of its lines."""


def names_for(services: MatchServices | None, message: OutboxMessage) -> Names:
    """The names that a message may use; none without `services`, and of a match that cannot be looked at now."""
    if services is None:
        return Names()
    if message.data.get("lines"):
        return Names(lines=tuple([_name_in(services, line, message.account) for line in message.data["lines"]]))
    return _names_in(services, message.match, message.seat, message.account) if message.match else Names()


def _name_in(services: MatchServices, line: Mapping[str, Any], account: str) -> str:
    """What the seat of a line of a digest is called."""
    return called(_names_in(services, line["id"], line["seat"], account).own, [line["seat"]])[0]


def _names_in(services: MatchServices, match: str, seat: str, account: str) -> Names:
    try:
        version = services.matches.info(match).version
        public = services.matches.look(match, None, version).view.names
        if not seat or services.seats.owners(match).get(seat) != account:
            return Names(public, public)
        return Names(services.matches.look(match, seat, version).view.names, public)
    except PalatineError:  # it is gone or stuck: ids will do, and the notice goes
        return Names()


def called(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """Seats by their names."""
    return [names.get(seat) or seat for seat in seats]
