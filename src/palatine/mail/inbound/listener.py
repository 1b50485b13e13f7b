"""An LMTP or SMTP listener on a local port, for a mail server on the same machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Any

from palatine.core import Unreadable
from palatine.mail.inbound import require
from palatine.mail.intake import AcceptedMail, Intake, RejectedMail
from palatine.mail.reading import LARGEST
from palatine.mail.wording import say

TOO_LARGE = 4 * LARGEST
"""Maximum size of a message that is received.

Messages between `LARGEST` and this size are received and then refused with our own reason.
"""
OK = "250 2.0.0 Ok"


class InboundHandler:
    """The aiosmtpd handler for recipients and messages."""

    def __init__(self, taking: Intake, on_kept: Callable[[], object], *, is_lmtp: bool) -> None:
        self.taking = taking
        self.on_kept = on_kept
        self.is_lmtp = is_lmtp

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Check that a recipient is ours.

        An unknown seat is refused here, so that we never send bounces.
        """
        place = await asyncio.to_thread(self.taking.place, address)
        if isinstance(place, RejectedMail):
            return place.reply
        envelope.rcpt_tos.append(address)
        return OK

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Store an email for each of its recipients; it is on disk when OK is returned."""
        raw = envelope.original_content or envelope.content or b""
        now = datetime.now(UTC)
        found = [
            await asyncio.to_thread(self.taking.take, envelope.mail_from or "", each, raw, now)
            for each in envelope.rcpt_tos
        ]
        if any(isinstance(each, AcceptedMail) for each in found):
            self.on_kept()
        replies = [each.reply if isinstance(each, RejectedMail) else OK for each in found]
        if self.is_lmtp:
            return "\r\n".join(replies)
        later = [each.reply for each in found if isinstance(each, RejectedMail) and not each.is_final]
        return later[0] if later else OK if OK in replies else replies[0]


def listener(
    taking: Intake, host: str, port: int, *, is_lmtp: bool = True, on_kept: Callable[[], object] = lambda: None
) -> Any:
    """Return a server with `start` and `stop` that runs in its own thread.

    It has no authentication, so it listens only on this machine. Raises Unreadable for a non-local address and if the
    library is not installed.
    """
    if not _is_here(host):
        raise Unreadable(say("config.not-here"))
    require("aiosmtpd")
    # Imported here because only a server with mail needs them.
    from aiosmtpd.controller import Controller
    from aiosmtpd.lmtp import LMTP
    from aiosmtpd.smtp import SMTP

    class LocalController(Controller):
        def factory(self) -> Any:
            kind = LMTP if is_lmtp else SMTP
            return kind(self.handler, data_size_limit=TOO_LARGE, enable_SMTPUTF8=True, ident="Palatine")

    return LocalController(InboundHandler(taking, on_kept, is_lmtp=is_lmtp), hostname=host, port=port)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
