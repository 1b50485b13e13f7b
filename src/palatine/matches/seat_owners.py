"""What opens a seat: its secret key, or that it is an account's."""

from __future__ import annotations

import msgspec

from palatine.matches.fairness import key_hash
from palatine.matches.storage import SeatRow


class SeatOwner(msgspec.Struct, frozen=True):
    """The owner of a seat: `matches` knows only the id of the account. The caller has authenticated it."""

    account: str
    seat: str


SeatKey = str | SeatOwner


def opens(key: SeatKey, row: SeatRow) -> bool:
    """Whether a key opens a seat."""
    if isinstance(key, SeatOwner):
        return bool(key.account) and row.owner == key.account and row.seat == key.seat
    return bool(row.key) and row.key == key_hash(key)
