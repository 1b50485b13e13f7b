"""Parsing of received email. It always terminates and never raises, whatever the input."""

from __future__ import annotations

import re
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from hashlib import blake2b

import msgspec

from palatine.core import Unreadable
from palatine.mail.reading import headers
from palatine.mail.reading.attachments import find_attachments
from palatine.mail.reading.automatic import is_automatic
from palatine.mail.reading.bodies import body_text
from palatine.mail.reading.bounces import Bounce, parse_bounce
from palatine.mail.reading.html import HtmlTooLong
from palatine.mail.reading.quotes import QuotedLine, quoted_lines

MAX_MAIL_BYTES = 256 * 1024
"""Maximum bytes of an email that is read."""
MAX_PARTS = 50
"""Maximum number of parts.

The parsing time grows with the square of the number of nested parts.
"""
MAX_RAW_LINES = 10_000
MAX_LINES = 5000
"""Maximum number of lines in the raw email and in its text."""
_CONTENT_TYPE = re.compile(rb"content-type:", re.IGNORECASE)
_BLANK = re.compile(rb"\r?\n\r?\n")
_parser = BytesParser(policy=compat32)


class ParsedMail(msgspec.Struct, frozen=True):
    """The fields of a parsed email that are used."""

    sender: str
    """The From address, folded, or "" unless there is exactly one."""
    subject: str = ""
    message_id: str = ""
    date: str = ""
    """The Date header, ISO 8601 in UTC."""
    answers: tuple[str, ...] = ()
    """The ids of the emails to which it replies, the direct one first."""
    lines: tuple[QuotedLine, ...] = ()
    attached: tuple[str, ...] = ()
    """The attached plain texts."""
    unread: tuple[str, ...] = ()
    """The names of attached files that are not plain text."""
    automatic: bool = False
    bounce: Bounce | None = None
    trouble: str = ""
    """Reason why it cannot be read: "large", "parts" or "empty"; "" if it can."""
    vouched: bool = False
    """True if the trusted mail server confirms the sender's domain."""


def parse_mail(raw: bytes, trusted: str = "") -> ParsedMail:
    """Return the parsed email.

    `trusted` is the name of the mail server whose authentication results count.
    """
    is_long = len(raw) > MAX_MAIL_BYTES or raw.count(b"\n") > MAX_RAW_LINES
    trouble = "large" if is_long else "parts" if has_too_many_parts(raw) else ""
    mail = _parse(raw, whole=not trouble)
    letter = ParsedMail(
        sender=headers.sender_address(mail),
        subject=headers.header_text(mail, "Subject")[:200],
        message_id=headers.message_id(mail),
        date=headers.sent_date(mail),
        answers=headers.replied_message_ids(mail)[:50],
        automatic=is_automatic(mail),
        trouble=trouble,
        vouched=bool(trusted) and headers.passes_dmarc(mail, trusted),
    )
    return letter if trouble else _with_body(letter, mail)


def _with_body(letter: ParsedMail, mail: Message) -> ParsedMail:
    try:
        lines = tuple(quoted_lines(body_text(mail)))
        trouble = "large" if len(lines) > MAX_LINES else "" if any(line.text.strip() for line in lines) else "empty"
    except HtmlTooLong:
        trouble = "large"
    except Unreadable:
        trouble = "empty"
    files = find_attachments(mail)
    return msgspec.structs.replace(
        letter, lines=() if trouble else lines, attached=files.texts, unread=files.unread, bounce=parse_bounce(mail),
        trouble=trouble,
    )  # fmt: skip


def _parse(raw: bytes, whole: bool) -> Message:
    return _parser.parsebytes(raw) if whole else headers.parse_headers(raw)


def has_too_many_parts(raw: bytes) -> bool:
    """Return whether an email has more parts than are read, without parsing it."""
    return sum(1 for _ in _CONTENT_TYPE.finditer(raw)) > MAX_PARTS


def fingerprint(raw: bytes) -> str:
    """Return a digest of From, Date, Subject and body.

    It distinguishes emails with the same id. Headers added in transit make no difference.
    """
    mail = _parse(raw[:MAX_MAIL_BYTES], whole=False)
    said = "\n".join([headers.header_text(mail, name) for name in ("From", "Date", "Subject")])
    end = _BLANK.search(raw)
    body = raw[end.end() :] if end else b""
    digest = blake2b(digest_size=32)
    for piece in (said.encode(), body.replace(b"\r\n", b"\n").rstrip()):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return digest.hexdigest()


def message_id_of(raw: bytes) -> str:
    """Return the Message-ID, or ""."""
    return headers.message_id(_parse(raw[:MAX_MAIL_BYTES], whole=False))
