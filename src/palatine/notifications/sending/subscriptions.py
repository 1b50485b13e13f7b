"""Subscriptions of browsers to push: what a page hands in, read to the letter."""

from __future__ import annotations

import base64
import binascii

import msgspec

from palatine.core import Unreadable
from palatine.notifications.wording import say

POINT = 65
"""Bytes of a public key, uncompressed, on P-256."""
AUTH = 16


class PushSubscription(msgspec.Struct, frozen=True):
    """Where a browser is reached, and the keys by which it alone can read what it is sent."""

    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def read(cls, text: str) -> PushSubscription:
        """Read what `PushSubscription.toJSON` gave. Raises Unreadable."""
        try:
            given = msgspec.json.decode(text, type=_Given)
            found = cls(given.endpoint, given.keys.p256dh, given.keys.auth)
            point, auth = _bytes(found.p256dh), _bytes(found.auth)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Unreadable(say("refusal.subscription")) from error
        if len(point) != POINT or point[0] != 4 or len(auth) != AUTH:
            raise Unreadable(say("refusal.subscription"))
        return found


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Given(msgspec.Struct):
    endpoint: str
    keys: _Keys


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError(text) from error
