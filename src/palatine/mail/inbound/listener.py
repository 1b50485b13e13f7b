"""An LMTP or SMTP listener on a local port, for a mail server on the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any

from palatine.core import Unreadable
from palatine.mail.inbound import check_modules
from palatine.mail.intake import AcceptedMail, Intake, RejectedMail
from palatine.mail.reading import MAX_MAIL_BYTES
from palatine.mail.wording import say

MAX_MESSAGE_BYTES = 4 * MAX_MAIL_BYTES
"""Maximum size of a message that is received.

Messages between `MAX_MAIL_BYTES` and this size are received and then refused with our own reason.
"""
ACCEPTED_REPLY = "250 2.0.0 Ok"


class InboundHandler:
    """The aiosmtpd handler for recipients and messages."""

    def __init__(self, intake: Intake, on_stored: Callable[[], object], *, is_lmtp: bool) -> None:
        self.taking = intake
        self.on_stored = on_stored
        self.is_lmtp = is_lmtp

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Check that a recipient is ours.

        An unknown seat is refused here, so that we never send bounces.
        """
        place = await asyncio.to_thread(self.taking.purpose_of, address)
        if isinstance(place, RejectedMail):
            return place.reply
        envelope.rcpt_tos.append(address)
        return ACCEPTED_REPLY

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Store an email for each of its recipients; it is on disk when OK is returned."""
        raw = envelope.original_content or envelope.content or b""
        now = datetime.now(UTC)
        found = [
            await asyncio.to_thread(self.taking.receive, envelope.mail_from or "", each, raw, now)
            for each in envelope.rcpt_tos
        ]
        if any(isinstance(each, AcceptedMail) for each in found):
            self.on_stored()
        replies = [each.reply if isinstance(each, RejectedMail) else ACCEPTED_REPLY for each in found]
        if self.is_lmtp:
            return "\r\n".join(replies)
        later = [each.reply for each in found if isinstance(each, RejectedMail) and not each.is_final]
        return later[0] if later else ACCEPTED_REPLY if ACCEPTED_REPLY in replies else replies[0]


def create_listener(
    intake: Intake, host: str, port: int, *, is_lmtp: bool = True, on_stored: Callable[[], object] = lambda: None
) -> Any:
    """Return a server with `start` and `stop` that runs in its own thread.

    It has no authentication, so it listens only on this machine. Raises Unreadable for a non-local address and if the
    library is not installed.
    """
    if not _is_here(host):
        raise Unreadable(say("config.not-here"))
    check_modules("aiosmtpd")
    # Imported here because only a server with mail needs them.
    from aiosmtpd.controller import Controller
    from aiosmtpd.lmtp import LMTP
    from aiosmtpd.smtp import SMTP

    class LocalController(Controller):
        def factory(self) -> Any:
            kind = LMTP if is_lmtp else SMTP
            return kind(self.handler, data_size_limit=MAX_MESSAGE_BYTES, enable_SMTPUTF8=True, ident="Palatine")

    return LocalController(InboundHandler(intake, on_stored, is_lmtp=is_lmtp), hostname=host, port=port)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
