"""Push to browsers: messages are encrypted for the browser alone, and signed by the server (RFC 8291, RFC 8292).

A push has the match as its tag, so the newer takes the place of the older; when somebody has acted, a second one tells
the device to take the first away.
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
from palatine.notifications.sending.sender import Dead, Delivering, Payload, Rejected, Undelivered
from palatine.notifications.sending.webhooks import posted
from palatine.notifications.server_keys import kept
from palatine.notifications.times import read
from palatine.notifications.wording import say
from palatine.store.engine import Database

KEY = "vapid"
"""The name of the signing key among the server's keys."""
LONGEST = 3000
"""Bytes of a message, before it is encrypted."""
GONE = (404, 410)
DAY = 24 * 3600
WEEK = 7 * DAY
SIGNED_FOR = 12 * 3600

_encode = msgspec.json.Encoder().encode


class ServerKey:
    """The key by which push services recognize the server; made once and kept in the database."""

    def __init__(self, database: Database) -> None:
        # Optional libraries: they come with the extra "server".
        from py_vapid import Vapid  # type: ignore[import-untyped]

        self._vapid = Vapid.from_raw(kept(database, KEY, _new_key))

    @property
    def public(self) -> str:
        """What a browser asks for when it subscribes."""
        from cryptography.hazmat.primitives import serialization  # of the extra "server"

        point = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return _text(point)

    def signed(self, endpoint: str, subject: str, at: datetime) -> dict[str, str]:
        """The header that says who sends; `subject` is where its operator is found."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "sub": subject,
            "exp": int(at.timestamp()) + SIGNED_FOR,
        }
        found: dict[str, str] = self._vapid.sign(claims)
        return found


class PushSender:
    """Sends by push."""

    def __init__(self, database: Database, poster: HttpPoster, url: str) -> None:
        self.database = database
        self.poster = poster
        self.subject = url if url.startswith("https://") else "mailto:referee@localhost"

    @contextmanager
    def open(self) -> Iterator[Delivering]:
        """Each message is posted by itself, signed with one key."""
        key = ServerKey(self.database)
        yield lambda load: self.deliver(load, key)

    def deliver(self, load: Payload, key: ServerKey) -> None:
        """Push one. Raises Undelivered, Rejected and Dead."""
        from pywebpush import WebPusher  # type: ignore[import-untyped]

        keys = {name: load.secret[name] for name in ("p256dh", "auth")}
        sealed = WebPusher({"endpoint": load.target, "keys": keys}).encode(payload(load))["body"]
        headers = {
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
            "ttl": str(time_to_live(load)), "urgency": "high" if load.message.kind == "missing" else "normal",
            **key.signed(load.target, self.subject, load.at),
        }  # fmt: skip
        if load.message.match:
            headers["topic"] = load.message.match
        status = posted(self.poster, load.target, sealed, headers)
        if status in GONE:
            raise Dead(say("trouble.gone", status=status))
        if status == 413:
            raise Rejected(say("trouble.status", status=status))
        if not 200 <= status < 300:
            raise Undelivered(say("trouble.status", status=status))


def payload(load: Payload) -> bytes:
    """Return the message for a device: title, a line, the link, and the match as the tag; 3 KB at most."""
    notice = load.notice
    told: dict[str, Any] = {"kind": notice.kind, "tag": load.message.match or notice.kind}
    if notice.kind == "closed":
        return _encode(told)
    told |= {"title": _cut(notice.title, 200), "body": _cut(notice.short, 1000), "link": urlsplit(notice.link).path}
    found = _encode(told)
    return found if len(found) <= LONGEST else _encode({**told, "body": ""})


def time_to_live(load: Payload) -> int:
    """Seconds that a push may wait for a device that is switched off: while there is time left to act."""
    if load.notice.kind == "closed":
        return DAY
    if not load.notice.deadline:
        return WEEK
    return max(60, min(4 * WEEK, int((read(load.notice.deadline) - load.at).total_seconds())))


def _cut(text: str, most: int) -> str:
    """Return a text of at most that many bytes."""
    return text.encode()[:most].decode(errors="ignore")


def _new_key() -> bytes:
    from py_vapid import Vapid  # of the extra "server"

    vapid = Vapid()
    vapid.generate_keys()
    number = vapid.private_key.private_numbers().private_value
    return _text(number.to_bytes(32, "big")).encode()


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
