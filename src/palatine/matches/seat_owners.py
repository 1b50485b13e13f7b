"""Credentials for a seat: its secret key, or its owner's account."""

from __future__ import annotations

import msgspec

from palatine.matches.fairness import key_hash
from palatine.matches.storage import SeatRow


class SeatOwner(msgspec.Struct, frozen=True):
    """The account that owns a seat, authenticated by the caller. `matches` stores only its id."""

    account: str
    seat: str


SeatKey = str | SeatOwner


def opens_seat(key: SeatKey, row: SeatRow) -> bool:
    """Return whether a key opens a seat."""
    if isinstance(key, SeatOwner):
        return bool(key.account) and row.owner == key.account and row.seat == key.seat
    return bool(row.key) and row.key == key_hash(key)
