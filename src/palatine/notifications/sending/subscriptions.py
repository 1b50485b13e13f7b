"""Push subscriptions of browsers, strictly validated."""

from __future__ import annotations

import base64
import binascii

import msgspec

from palatine.core import Unreadable
from palatine.notifications.wording import say

PUBLIC_KEY_BYTES = 65
"""Bytes of an uncompressed public key on P-256."""
AUTH_SECRET_BYTES = 16


class PushSubscription(msgspec.Struct, frozen=True):
    """The push endpoint of a browser, and the keys with which only it can decrypt messages."""

    endpoint: str
    p256dh: str
    auth: str

    @classmethod
    def parse(cls, text: str) -> PushSubscription:
        """Parse the result of `PushSubscription.toJSON`. Raises `Unreadable`."""
        try:
            given = msgspec.json.decode(text, type=_Given)
            found = cls(given.endpoint, given.keys.p256dh, given.keys.auth)
            point, auth = _bytes(found.p256dh), _bytes(found.auth)
        except (msgspec.MsgspecError, ValueError) as error:
            raise Unreadable(say("refusal.subscription")) from error
        if len(point) != PUBLIC_KEY_BYTES or point[0] != 4 or len(auth) != AUTH_SECRET_BYTES:
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
