"""An SMTP relay with scripted replies, in its own thread."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any, cast

from aiosmtpd.controller import Controller

from palatine.mail.relay import Relay


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Heard:
    """The mails that a relay received, and its next replies.

    `says` has the replies to mails, where "hang up" closes the connection, and `of_recipients` those to recipients.
    Without a reply, the relay accepts.
    """

    says: list[str] = field(default_factory=list)
    of_recipients: list[str] = field(default_factory=list)
    mails: list[tuple[str, str, EmailMessage]] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    greetings: int = 0

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, name: str, responses: list[str]
    ) -> list[str]:
        self.greetings += 1
        session.host_name = name
        return responses

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        said = self.of_recipients.pop(0) if self.of_recipients else "250 Ok"
        if said.startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        said = self.says.pop(0) if self.says else "250 Ok"
        if said == "hang up":
            server.transport.abort()
            return "421 gone"
        if said.startswith("250"):
            mail = cast(EmailMessage, BytesParser(policy=default).parsebytes(envelope.content))
            self.mails.append((envelope.mail_from, envelope.rcpt_tos[0], mail))
            self.raw.append(envelope.content)
        return said


@contextmanager
def relay() -> Iterator[tuple[Relay, Heard]]:
    """Run a relay on this machine. Yield its address and the mails it receives."""
    heard = Heard()
    port = free_port()
    controller = Controller(heard, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield Relay("127.0.0.1", port), heard
    finally:
        controller.stop()
