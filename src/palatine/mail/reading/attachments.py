"""Attachments of an email: plain texts, which may have orders, and the names of all others."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message

import msgspec

from palatine.mail.reading.bodies import clean_text, decode_part, file_name, is_file

TEXT_SUFFIXES = (".txt", ".text", ".orders", ".ord", ".asc", ".md")
"""File name suffixes of plain texts."""
UNREPORTED_TYPES = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
"""Types of files that mail programs attach automatically."""
MAX_TEXTS = 5
"""Maximum number of attached texts that are read."""


class Attachments(msgspec.Struct, frozen=True):
    """The attachments of an email."""

    texts: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Names of the files that are not plain text."""


def find_attachments(mail: Message) -> Attachments:
    """Return the plain texts attached to an email, and the names of its other files."""
    texts: list[str] = []
    unread: list[str] = []
    for part, name in _files(mail):
        if part.get_content_type() == "text/plain" or name.casefold().endswith(TEXT_SUFFIXES):
            texts.append(clean_text(decode_part(part)))
        elif part.get_content_type() not in UNREPORTED_TYPES:
            unread.append(name or part.get_content_type())
    return Attachments(tuple([text for text in texts if text.strip()][:MAX_TEXTS]), tuple(unread[:MAX_TEXTS]))


def _files(mail: Message) -> Iterator[tuple[Message, str]]:
    """Yield the parts that are files, each with its name."""
    for part in mail.walk():
        if not part.is_multipart() and part.get_content_maintype() != "message" and is_file(part, mail):
            yield part, file_name(part)
