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
from palatine.notifications.sending.http import HttpPoster, PostFailed, TargetNotAllowed
from palatine.notifications.sending.sender import ChannelDead, Deliver, DeliveryFailed, Payload
from palatine.notifications.wording import say

GONE_STATUSES = (401, 403, 404, 410)
MAX_MESSAGE_LENGTH = 1500
"""Maximum characters of a message; Discord's limit is 2000."""

WebhookRequest = tuple[bytes, dict[str, str]]

_encode = msgspec.json.Encoder().encode
_JSON = {"content-type": "application/json"}


def discord_request(payload: Payload) -> WebhookRequest:
    """Return the message for Discord, with markdown escaped and without mentions."""
    text = "".join("\\" + c if c in "\\*_~`|>[]()#-@<" else c for c in payload.notice.shared[:MAX_MESSAGE_LENGTH])
    return _encode({"content": f"{text}\n<{payload.notice.link}>", "allowed_mentions": {"parse": []}}), _JSON


def slack_request(payload: Payload) -> WebhookRequest:
    """Return the message for Slack, with its three special characters escaped."""
    text = (
        payload.notice.shared[:MAX_MESSAGE_LENGTH].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    )
    return _encode({"text": f"{text}\n<{payload.notice.link}>"}), _JSON


def ntfy_request(payload: Payload) -> WebhookRequest:
    """Return the message for ntfy: the text as the body, everything else as headers."""
    notice = payload.notice
    headers = {"title": _header(notice.title), "click": _header(notice.link), "tags": "crown"}
    if notice.kind == "missing":
        headers["priority"] = "high"
    return notice.short[:MAX_MESSAGE_LENGTH].encode(), headers


def json_request(payload: Payload) -> WebhookRequest:
    """Return the message as JSON, signed with the key of the channel (HMAC-SHA256)."""
    notice = payload.notice
    body = _encode(
        {
            "id": payload.message.id, "kind": notice.kind, "title": notice.title, "text": notice.text,
            "link": notice.link, "match": notice.match, "game": notice.game, "seats": notice.seats,
            "deadline": notice.deadline,
        }
    )  # fmt: skip
    signed = hmac.new(str(payload.secret.get("key", "")).encode(), body, sha256).hexdigest()
    return body, {**_JSON, "palatine-signature": f"sha256={signed}"}


REQUEST_BUILDERS: Mapping[str, Callable[[Payload], WebhookRequest]] = MappingProxyType(
    {"discord": discord_request, "slack": slack_request, "ntfy": ntfy_request, "json": json_request}
)


class WebhookSender:
    """Sender of webhook messages."""

    def __init__(self, poster: HttpPoster) -> None:
        self.poster = poster

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        """Return the function that posts each message by itself."""
        yield self.deliver

    def deliver(self, payload: Payload) -> None:
        """Post a message. Raises `DeliveryFailed` and `ChannelDead`."""
        body, headers = REQUEST_BUILDERS[payload.message.via](payload)
        status = post(self.poster, payload.target, body, headers)
        if status in GONE_STATUSES:
            raise ChannelDead(say("trouble.gone", status=status))
        if 300 <= status < 400:
            raise DeliveryFailed(say("trouble.moved"))
        if not 200 <= status < 300:
            raise DeliveryFailed(say("trouble.status", status=status))


def post(poster: HttpPoster, target: str, body: bytes, headers: dict[str, str]) -> int:
    """Return the status of a POST request.

    Raises `DeliveryFailed`, also for a target that is not allowed.
    """
    try:
        return poster.post(target, body, headers)
    except (PostFailed, TargetNotAllowed, Unreadable) as error:
        raise DeliveryFailed(str(error)) from error


def _header(text: str) -> str:
    """Return a text as a header value: one line in ASCII."""
    plain = " ".join(text.split())[:300]
    return plain if plain.isascii() else Header(plain, "utf-8", maxlinelen=10_000).encode()
