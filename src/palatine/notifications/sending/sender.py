"""Interface of senders, one for each kind of channel.

Mail's is registered by `palatine.mail`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

import msgspec

from palatine.core import PalatineError
from palatine.notifications.outbox import OutboxMessage
from palatine.notifications.texts import NotificationText


class Payload(msgspec.Struct, frozen=True):
    """A message with everything needed to send it."""

    message: OutboxMessage
    notice: NotificationText
    """The text of the message. Senders may add to it, and handle kinds of their own."""
    target: str
    """The target of the channel; "" for a message without one."""
    secret: dict[str, Any]
    at: datetime


class DeliveryFailed(PalatineError):
    """The message could not be sent and will be retried."""


class ChannelDead(PalatineError):
    """The channel can never send a message again."""


class MessageRejected(PalatineError):
    """The message cannot be sent and will not be retried. The channel works."""


class Deliver(Protocol):
    def __call__(self, payload: Payload) -> None:
        """Send a message. Raises `DeliveryFailed`, `ChannelDead` and `MessageRejected`."""


class Sender(Protocol):
    """A sender of one kind of channel."""

    def open(self) -> AbstractContextManager[Deliver]:
        """Return a function that sends consecutive messages, over one connection if it needs any."""
