"""What seats are called in a notice: by nation or King, where the match has such names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from palatine.core import PalatineError
from palatine.notices.outbox import Parcel
from palatine.table import House


class Names(msgspec.Struct, frozen=True):
    """Names of seats by their ids; a seat that is in neither is called by its id."""

    own: Mapping[str, str] = {}
    """As the seat a notice is for knows them."""
    public: Mapping[str, str] = {}
    """As anybody may know them: where several read a notice, and where it is not of a seat of one's own."""


def names_for(house: House | None, parcel: Parcel) -> Names:
    """The names that a parcel may use; none without a `house`, and of a match that cannot be looked at now."""
    if house is None or not parcel.match:
        return Names()
    try:
        version = house.table(parcel.match).version
        public = house.look(parcel.match, None, version).view.names
        if not parcel.seat or house.holders(parcel.match).get(parcel.seat) != parcel.account:
            return Names(public, public)
        return Names(house.look(parcel.match, parcel.seat, version).view.names, public)
    except PalatineError:  # it is gone or stuck: ids will do, and the notice goes
        return Names()


def called(names: Mapping[str, str], seats: Iterable[str]) -> list[str]:
    """Seats by their names."""
    return [names.get(seat) or seat for seat in seats]
