"""Headers of outgoing mail, safe against injection from names and titles."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from typing import Any

import msgspec

from palatine.accounts.mail_addresses import sendable_address
from palatine.core import Unreadable
from palatine.mail.addresses import bounce_local
from palatine.mail.settings import MailServiceSettings
from palatine.matches.text import clean_line

MAX_SUBJECT_LENGTH = 120
"""Maximum number of characters in a subject."""
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
UNSUBSCRIBE = "List-Unsubscribe"


class _MailPolicy(EmailPolicy):
    """The policy of outgoing mail.

    Links for unsubscribing are not encoded, because mail programs do not decode them.
    """

    def fold(self, name: str, value: Any) -> str:
        if name != UNSUBSCRIBE:
            return str(super().fold(name, value))
        return f"{name}: {str(value).replace(', ', f',{self.linesep} ')}{self.linesep}"

    def fold_binary(self, name: str, value: Any) -> bytes:
        return (
            self.fold(name, value).encode("ascii")
            if name == UNSUBSCRIBE
            else bytes(super().fold_binary(name, value))
        )


EMAIL_POLICY = _MailPolicy(linesep="\r\n", max_line_length=76, cte_type="7bit")


class Attachment(msgspec.Struct, frozen=True):
    """A text file that comes with an email."""

    name: str
    subtype: str
    """The part after “text/” of its media type."""
    text: str
    parameters: dict[str, str] = {}
    """Parameters of its media type."""


class Content(msgspec.Struct, frozen=True):
    """The content of an email."""

    subject: str
    text: str
    html: str = ""
    picture: bytes = b""
    """The map as PNG, which the HTML includes as `cid:map`."""
    version: int = 0
    """The match version of the numbered answers in the text."""
    attachments: tuple[Attachment, ...] = ()


class Envelope(msgspec.Struct, frozen=True):
    """The recipient of an email and its thread."""

    number: int
    """Its number in the outbox; an email that is sent again has the same number."""
    to: str
    name: str = ""
    """Display name of the sender: the match and the seat."""
    reply: str = ""
    """Local part of the Reply-To address: the secret address of the seat."""
    thread: str = ""
    """Thread of all emails of a seat: the match and the number of the seat."""
    answer_to: str = ""
    """Message-ID of the email it replies to."""
    is_receipt: bool = False
    stop: str = ""
    """Token with which the reader unsubscribes."""
    time: str = ""


class OutgoingMail(msgspec.Struct, frozen=True):
    """An email ready to be sent to a relay."""

    sender: str
    """Envelope sender, to which bounces go; "" for mail that must not bounce."""
    to: str
    data: bytes


def build_mail(content: Content, envelope: Envelope, settings: MailServiceSettings, key: bytes) -> OutgoingMail:
    """Return the email. Raises Unreadable if the recipient's address is invalid."""
    to = sendable_address(envelope.to)
    if not to:
        raise Unreadable("This is not a mail address.")
    mail = EmailMessage(EMAIL_POLICY)
    domain = settings.domain
    mail["From"] = Address(_clean(envelope.name or settings.name, 70), settings.sender, domain)
    mail["To"] = Address(addr_spec=to)
    mail["Subject"] = _clean(content.subject, MAX_SUBJECT_LENGTH)
    time = datetime.fromisoformat(envelope.time.replace("Z", "+00:00")) if envelope.time else datetime.now(UTC)
    mail["Date"] = format_datetime(time)
    mail["Message-ID"] = message_id(envelope.number, content.version, domain)
    _add_thread(mail, envelope, settings)
    _add_automatic_headers(mail, envelope, settings)
    _add_bodies(mail, content)
    back = "" if envelope.is_receipt else settings.address(bounce_local(envelope.number, key))
    return OutgoingMail(back, to, mail.as_bytes())


def message_id(number: int, version: int, domain: str) -> str:
    """Return the Message-ID of outgoing mail, by which replies name the email and the version."""
    return f"<o.{number}.{version}@{domain}>" if version else f"<o.{number}@{domain}>"


def _add_thread(mail: EmailMessage, envelope: Envelope, settings: MailServiceSettings) -> None:
    domain = settings.domain
    if envelope.reply:
        mail["Reply-To"] = Address(addr_spec=settings.address(envelope.reply))
    root = f"<m.{envelope.thread}@{domain}>" if envelope.thread else ""
    answered = envelope.answer_to if _ID.fullmatch(envelope.answer_to) else ""
    if answered:
        mail["In-Reply-To"] = answered
    if root or answered:
        mail["References"] = " ".join(filter(None, [root, answered]))


def _add_automatic_headers(mail: EmailMessage, envelope: Envelope, settings: MailServiceSettings) -> None:
    """Add the headers that mark automatic mail, and those for unsubscribing."""
    mail["Auto-Submitted"] = "auto-replied" if envelope.is_receipt else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    if envelope.stop:
        ways = [f"<{settings.url}/u/{envelope.stop}>"] if settings.url else []
        mail[UNSUBSCRIBE] = ", ".join([*ways, f"<mailto:{settings.address(f'stop-{envelope.stop}')}>"])
        if ways:
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _add_bodies(mail: EmailMessage, content: Content) -> None:
    mail.set_content(content.text.rstrip("\n") + "\n", cte="quoted-printable")
    if content.html:
        mail.add_alternative(content.html, subtype="html", cte="quoted-printable")
    if content.picture:
        page = mail.get_payload()[1]  # type: ignore[index]
        page.add_related(  # type: ignore[union-attr]
            content.picture, "image", "png", cid="<map>", filename="map.png", disposition="inline"
        )
    for each in content.attachments:
        mail.add_attachment(
            each.text, each.subtype, cte="base64", filename=each.name, params=each.parameters or None
        )


def _clean(text: str, most: int) -> str:
    """Return a name or title for a header: one line, printable, at most `most` characters."""
    plain = clean_line(text).replace("=?", "= ?")  # the library would decode "=?" and reveal what it hides
    return plain if len(plain) <= most else plain[: most - 1] + "…"
