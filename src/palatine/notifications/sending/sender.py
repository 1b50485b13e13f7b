"""What a sender is: by it a kind of channel sends its messages. That for mail is registered by the post."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

import msgspec

from palatine.core import PalatineError
from palatine.notifications.outbox import OutboxMessage
from palatine.notifications.texts import Notice


class Payload(msgspec.Struct, frozen=True):
    """A message with all that is needed to send it."""

    message: OutboxMessage
    notice: Notice
    """What it says; senders may say more, and know messages of kinds of their own."""
    target: str
    """Where the channel leads; "" for a message without one."""
    secret: dict[str, Any]
    at: datetime


class Undelivered(PalatineError):
    """It could not be sent, and is tried again."""


class Dead(PalatineError):
    """It can never be sent by this channel again."""


class Rejected(PalatineError):
    """This message cannot be sent, and need not be tried again; nothing is wrong with its channel."""


class Delivering(Protocol):
    def __call__(self, load: Payload) -> None:
        """Send. Raises Undelivered, Dead and Rejected."""


class Sender(Protocol):
    """Sends by one kind of channel."""

    def open(self) -> AbstractContextManager[Delivering]:
        """Something that sends several messages, one after the other, by one connection if it needs any."""
