"""The headers of what goes out, none of which anybody's name or title can break out of."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

import msgspec

from palatine.accounts.mail_addresses import mailable
from palatine.core import Unreadable
from palatine.mail.addresses import bounce_local
from palatine.mail.settings import MailServiceSettings
from palatine.matches.text import one_line

TITLE = 120
"""The most characters of a subject."""
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
POLICY = SMTP.clone(max_line_length=76, cte_type="7bit")


class Content(msgspec.Struct, frozen=True):
    """What a mail says."""

    subject: str
    text: str
    html: str = ""
    picture: bytes = b""
    """The map, a PNG, which the HTML shows as `cid:map`."""
    version: int = 0
    """The version of the match whose numbered answers stand in it."""


class Envelope(msgspec.Struct, frozen=True):
    """To whom a mail goes, and what it belongs to."""

    number: int
    """Its number in the outbox; the same mail sent twice has the same."""
    to: str
    name: str = ""
    """Whom it is from: the match and the seat."""
    reply: str = ""
    """The local part that is answered to: the secret address of the seat."""
    thread: str = ""
    """What all mails of a seat belong to: the match and the number of the seat."""
    answer_to: str = ""
    """The Message-ID of the mail it answers."""
    is_receipt: bool = False
    stop: str = ""
    """The token by which its reader stops such mail."""
    time: str = ""


class OutgoingMail(msgspec.Struct, frozen=True):
    """A mail ready to be given to a relay."""

    sender: str
    """Where it comes back to; "" for what must never come back."""
    to: str
    data: bytes


def ready(content: Content, envelope: Envelope, settings: MailServiceSettings, key: bytes) -> OutgoingMail:
    """The mail. Raises Unreadable when there is no such address to send to."""
    to = mailable(envelope.to)
    if not to:
        raise Unreadable("This is no mail address.")
    mail = EmailMessage(POLICY)
    domain = settings.domain
    mail["From"] = Address(_clean(envelope.name or settings.name, 70), settings.sender, domain)
    mail["To"] = Address(addr_spec=to)
    mail["Subject"] = _clean(content.subject, TITLE)
    time = datetime.fromisoformat(envelope.time.replace("Z", "+00:00")) if envelope.time else datetime.now(UTC)
    mail["Date"] = format_datetime(time)
    mail["Message-ID"] = message_id(envelope.number, content.version, domain)
    _add_thread(mail, envelope, settings)
    _add_manners(mail, envelope, settings)
    _add_bodies(mail, content)
    back = "" if envelope.is_receipt else settings.address(bounce_local(envelope.number, key))
    return OutgoingMail(back, to, mail.as_bytes())


def message_id(number: int, version: int, domain: str) -> str:
    """The id of what goes out, from which an answer tells what it answers."""
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


def _add_manners(mail: EmailMessage, envelope: Envelope, settings: MailServiceSettings) -> None:
    """What tells other machines that a machine wrote this, and its reader how to stop it."""
    mail["Auto-Submitted"] = "auto-replied" if envelope.is_receipt else "auto-generated"
    mail["X-Auto-Response-Suppress"] = "All"
    if envelope.stop:
        ways = [f"<{settings.url}/u/{envelope.stop}>"] if settings.url else []
        mail["List-Unsubscribe"] = ", ".join([*ways, f"<mailto:{settings.address(f'stop-{envelope.stop}')}>"])
        if ways:
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _add_bodies(mail: EmailMessage, content: Content) -> None:
    mail.set_content(content.text.rstrip("\n") + "\n", cte="quoted-printable")
    if not content.html:
        return
    mail.add_alternative(content.html, subtype="html", cte="quoted-printable")
    if content.picture:
        page = mail.get_payload()[1]  # type: ignore[index]
        page.add_related(  # type: ignore[union-attr]
            content.picture, "image", "png", cid="<map>", filename="map.png", disposition="inline"
        )


def _clean(text: str, most: int) -> str:
    """A name or title as it stands in a header: one line of characters that can be printed, and not too long."""
    plain = one_line(text).replace("=?", "= ?")  # or the library would decode it, and with it whatever it hides
    return plain if len(plain) <= most else plain[: most - 1] + "…"
