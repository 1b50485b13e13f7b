"""Webhooks: notifications posted to Discord, Slack, ntfy, or as JSON."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.header import Header
from hashlib import sha256
from types import MappingProxyType

import msgspec

from palatine.core import Unreadable
from palatine.notifications.sending.http import HttpPoster, NotAllowed, NotPosted
from palatine.notifications.sending.sender import Dead, Delivering, Payload, Undelivered
from palatine.notifications.wording import say

GONE = (401, 403, 404, 410)
LONGEST = 1500
"""Maximum characters of a message; Discord's limit is 2000."""

Message = tuple[bytes, dict[str, str]]

_encode = msgspec.json.Encoder().encode
_JSON = {"content-type": "application/json"}


def discord(load: Payload) -> Message:
    """Return the message for Discord, with markdown escaped and without mentions."""
    text = "".join("\\" + c if c in "\\*_~`|>[]()#-@<" else c for c in load.notice.shared[:LONGEST])
    return _encode({"content": f"{text}\n<{load.notice.link}>", "allowed_mentions": {"parse": []}}), _JSON


def slack(load: Payload) -> Message:
    """Return the message for Slack, with its three special characters escaped."""
    text = load.notice.shared[:LONGEST].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _encode({"text": f"{text}\n<{load.notice.link}>"}), _JSON


def ntfy(load: Payload) -> Message:
    """Return the message for ntfy: the text as the body, everything else as headers."""
    notice = load.notice
    headers = {"title": _header(notice.title), "click": _header(notice.link), "tags": "crown"}
    if notice.kind == "missing":
        headers["priority"] = "high"
    return notice.short[:LONGEST].encode(), headers


def json(load: Payload) -> Message:
    """Return the message as JSON, signed with the key of the channel (HMAC-SHA256)."""
    notice = load.notice
    body = _encode(
        {
            "id": load.message.id, "kind": notice.kind, "title": notice.title, "text": notice.text,
            "link": notice.link, "match": notice.match, "game": notice.game, "seats": notice.seats,
            "deadline": notice.deadline,
        }
    )  # fmt: skip
    signed = hmac.new(str(load.secret.get("key", "")).encode(), body, sha256).hexdigest()
    return body, {**_JSON, "palatine-signature": f"sha256={signed}"}


MESSAGES: Mapping[str, Callable[[Payload], Message]] = MappingProxyType(
    {"discord": discord, "slack": slack, "ntfy": ntfy, "json": json}
)


class WebhookSender:
    """Sender of webhook messages."""

    def __init__(self, poster: HttpPoster) -> None:
        self.poster = poster

    @contextmanager
    def open(self) -> Iterator[Delivering]:
        """Return the function that posts each message by itself."""
        yield self.deliver

    def deliver(self, load: Payload) -> None:
        """Post a message. Raises `Undelivered` and `Dead`."""
        body, headers = MESSAGES[load.message.via](load)
        status = posted(self.poster, load.target, body, headers)
        if status in GONE:
            raise Dead(say("trouble.gone", status=status))
        if 300 <= status < 400:
            raise Undelivered(say("trouble.moved"))
        if not 200 <= status < 300:
            raise Undelivered(say("trouble.status", status=status))


def posted(poster: HttpPoster, target: str, body: bytes, headers: dict[str, str]) -> int:
    """Return the status of a POST request.

    Raises `Undelivered`, also for a target that is not allowed.
    """
    try:
        return poster.post(target, body, headers)
    except (NotPosted, NotAllowed, Unreadable) as error:
        raise Undelivered(str(error)) from error


def _header(text: str) -> str:
    """Return a text as a header value: one line in ASCII."""
    plain = " ".join(text.split())[:300]
    return plain if plain.isascii() else Header(plain, "utf-8", maxlinelen=10_000).encode()
