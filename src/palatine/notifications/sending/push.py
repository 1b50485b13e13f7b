"""Web push: messages encrypted for the browser and signed by the server.

See RFC 8291 and RFC 8292. A push has the match as its tag, so that a newer one replaces an older one. After the
player has acted, a second push makes the device remove the first.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec

from palatine.notifications.sending.http import HttpPoster
from palatine.notifications.sending.sender import ChannelDead, Deliver, DeliveryFailed, MessageRejected, Payload
from palatine.notifications.sending.webhooks import post
from palatine.notifications.server_keys import get_or_create_key
from palatine.notifications.times import parse_time
from palatine.notifications.wording import say
from palatine.store.engine import Database

SIGNING_KEY_NAME = "vapid"
"""Name of the signing key among the server's keys."""
MAX_PAYLOAD_BYTES = 3000
"""Maximum bytes of a message before encryption."""
GONE_STATUSES = (404, 410)
DAY_SECONDS = 24 * 3600
WEEK_SECONDS = 7 * DAY_SECONDS
SIGNATURE_SECONDS = 12 * 3600

_encode = msgspec.json.Encoder().encode


class VapidKey:
    """The VAPID key of the server, created once and stored in the database."""

    def __init__(self, database: Database) -> None:
        # From the optional dependencies `server`.
        from py_vapid import Vapid  # type: ignore[import-untyped]

        self._vapid = Vapid.from_raw(get_or_create_key(database, SIGNING_KEY_NAME, _new_key))

    @property
    def public(self) -> str:
        """The public key, which a browser needs to subscribe."""
        from cryptography.hazmat.primitives import serialization  # From the optional dependencies `server`.

        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return _text(point)

    def authorization_headers(self, endpoint: str, subject: str, now: datetime) -> dict[str, str]:
        """Return the authorization headers; `subject` is the contact of the operator."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "sub": subject,
            "exp": int(now.timestamp()) + SIGNATURE_SECONDS,
        }
        found: dict[str, str] = self._vapid.sign(claims)
        return found


class PushSender:
    """Sender of push messages."""

    def __init__(self, database: Database, poster: HttpPoster, url: str) -> None:
        self.database = database
        self.poster = poster
        self.subject = url if url.startswith("https://") else "mailto:referee@localhost"

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        """Return a function that posts each message by itself, signed with one key."""
        key = VapidKey(self.database)
        yield lambda load: self.deliver(load, key)

    def deliver(self, load: Payload, key: VapidKey) -> None:
        """Send a push message. Raises `DeliveryFailed`, `MessageRejected` and `ChannelDead`."""
        from pywebpush import WebPusher  # type: ignore[import-untyped]

        keys = {name: load.secret[name] for name in ("p256dh", "auth")}
        sealed = WebPusher({"endpoint": load.target, "keys": keys}).encode(push_payload(load))["body"]
        headers = {
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
            "ttl": str(time_to_live(load)), "urgency": "high" if load.message.kind == "missing" else "normal",
            **key.authorization_headers(load.target, self.subject, load.at),
        }  # fmt: skip
        if load.message.match:
            headers["topic"] = load.message.match
        status = post(self.poster, load.target, sealed, headers)
        if status in GONE_STATUSES:
            raise ChannelDead(say("trouble.gone", status=status))
        if status == 413:
            raise MessageRejected(say("trouble.status", status=status))
        if not 200 <= status < 300:
            raise DeliveryFailed(say("trouble.status", status=status))


def push_payload(load: Payload) -> bytes:
    """Return the message for a device: title, text, link and tag, at most 3 KB."""
    notice = load.notice
    told: dict[str, Any] = {"kind": notice.kind, "tag": load.message.match or notice.kind}
    if notice.kind == "closed":
        return _encode(told)
    told |= {"title": _cut(notice.title, 200), "body": _cut(notice.short, 1000), "link": urlsplit(notice.link).path}
    found = _encode(told)
    return found if len(found) <= MAX_PAYLOAD_BYTES else _encode({**told, "body": ""})


def time_to_live(load: Payload) -> int:
    """Return the seconds that a push may wait for an offline device: while the player can act."""
    if load.notice.kind == "closed":
        return DAY_SECONDS
    if not load.notice.deadline:
        return WEEK_SECONDS
    return max(60, min(4 * WEEK_SECONDS, int((parse_time(load.notice.deadline) - load.at).total_seconds())))


def _cut(text: str, most: int) -> str:
    return text.encode()[:most].decode(errors="ignore")


def _new_key() -> bytes:
    from py_vapid import Vapid  # From the optional dependencies `server`.

    vapid = Vapid()
    vapid.generate_keys()
    number = vapid.private_key.private_numbers().private_value
    return _text(number.to_bytes(32, "big")).encode()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
