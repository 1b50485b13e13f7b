"""A local mail server for demonstrations, with mailboxes in memory."""

from __future__ import annotations

import socket
import threading
from base64 import b64encode
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Any

import msgspec

from palatine.config import Config, MailSettings
from palatine.mail.inbound import check_modules
from palatine.mail.intake import AcceptedMail, Intake, RejectedMail
from palatine.mail.reading.headers import normalize_address

DEMO_DOMAIN = "palatine.test"
DEMO_HOST = "127.0.0.1"
MAX_MAILS = 200
"""Maximum number of emails in a mailbox; older ones are dropped."""


class DeliveredMail(msgspec.Struct, frozen=True):
    """An email in a mailbox as the demo page displays it."""

    n: int
    sender: str
    reply: str
    subject: str
    message_id: str
    text: str
    html: str
    time: str
    files: dict[str, str] = {}
    """Its attachments by name, as data URLs."""


class Mailboxes:
    """The mailboxes of all recipients."""

    def __init__(self) -> None:
        self._boxes: dict[str, deque[DeliveredMail]] = {}
        self._lock = threading.Lock()
        self._count = 0

    def deliver(self, address: str, raw: bytes) -> None:
        """Put an email into a mailbox."""
        mail = BytesParser(policy=default).parsebytes(raw)
        with self._lock:
            self._count += 1
            box = self._boxes.setdefault(address.casefold(), deque(maxlen=MAX_MAILS))
            box.append(_delivered(self._count, mail))

    def names(self) -> list[str]:
        """Return the addresses that have a mailbox."""
        with self._lock:
            return sorted(self._boxes)

    def mails_of(self, address: str) -> list[DeliveredMail]:
        """Return the emails in a mailbox, the newest first."""
        with self._lock:
            return [*reversed(self._boxes.get(address.casefold(), ()))]


def _delivered(n: int, mail: EmailMessage) -> DeliveredMail:
    sender = str(mail["From"] or "")
    return DeliveredMail(
        n, sender, parseaddr(str(mail["Reply-To"] or sender))[1], str(mail["Subject"] or ""),
        str(mail["Message-ID"] or ""), _body(mail, "plain"), _body(mail, "html"), str(mail["Date"] or ""),
        {str(part.get_filename()): _data_url(part) for part in mail.iter_attachments()},
    )  # fmt: skip


def _data_url(part: Any) -> str:
    content = part.get_payload(decode=True) or b""
    return f"data:{part.get_content_type()};base64,{b64encode(content).decode()}"


def _body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""


class DemoServer:
    """A mail server on this machine.

    It delivers mail for Palatine to the intake and all other mail to mailboxes.
    """

    def __init__(self) -> None:
        """Raise Unreadable if the mail libraries are not installed."""
        check_modules("aiosmtpd")
        self.port = free_port()
        self.boxes = Mailboxes()
        self.taking: Intake | None = None
        self.on_stored: Callable[[], object] = lambda: None
        self._server: Any = None

    def config(self, config: Config) -> Config:
        """Return the settings of a server that uses this mail server."""
        mail = MailSettings(smtp_url=f"smtp://{DEMO_HOST}:{self.port}", domain=DEMO_DOMAIN)
        url = config.site.url or f"http://{DEMO_HOST}"
        return msgspec.structs.replace(config, mail=mail, site=msgspec.structs.replace(config.site, url=url))

    def start(self) -> None:
        # Imported here because only a server with mail needs it.
        from aiosmtpd.controller import Controller

        self._server = Controller(self, hostname=DEMO_HOST, port=self.port)
        self._server.start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Deliver an email to each of its recipients."""
        raw = envelope.original_content
        found = [self.forward(envelope.mail_from or "", to, raw) for to in envelope.rcpt_tos]
        return next((each.reply for each in found if isinstance(each, RejectedMail)), "250 2.0.0 Ok")

    def forward(self, sender: str, to: str, raw: bytes) -> AcceptedMail | RejectedMail:
        """Deliver an email to Palatine or to a mailbox."""
        if self.taking is None or not to.casefold().endswith(f"@{DEMO_DOMAIN}"):
            self.boxes.deliver(to, raw)
            return AcceptedMail()
        found = self.taking.receive(sender, to, raw, datetime.now(UTC))
        if isinstance(found, AcceptedMail):
            self.on_stored()
        return found

    def write(
        self, sender: str, to: str, subject: str, text: str, answer_to: str = ""
    ) -> AcceptedMail | RejectedMail:
        """Send an email as the owner of a mailbox. Raises ValueError for an invalid address."""
        if not normalize_address(sender) or not normalize_address(to):
            raise ValueError("no mail address")
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, to, " ".join(subject.split())
        mail["Message-ID"] = make_msgid(domain="home.test")
        mail["Date"] = format_datetime(datetime.now(UTC))
        if answer_to:
            mail["In-Reply-To"] = " ".join(answer_to.split())
        mail.set_content(text)
        return self.forward(sender, to, mail.as_bytes())


def free_port() -> int:
    with socket.socket() as found:
        found.bind((DEMO_HOST, 0))
        return int(found.getsockname()[1])
