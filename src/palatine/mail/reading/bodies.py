"""Extraction of the text of an email: its part, charset and original lines."""

from __future__ import annotations

import codecs
import re
from email.message import Message

from palatine.core import Unreadable
from palatine.core.text.typed import normalize_typography
from palatine.mail.reading.html import html_text
from palatine.mail.reading.quotes import SIGNATURE_MARK

WINDOWS_CHARSETS = ("ascii", "iso8859-1")
"""Charsets decoded as cp1252, which is a superset of their printable characters."""
UNUSABLE_CHARSETS = ("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem")
MIN_WRAPPED_LENGTH = 60
"""Minimum length of a line that a mail program may have broken."""


def body_text(mail: Message) -> str:
    """Return the text of an email as plain lines. Raises Unreadable if it has no text."""
    plain, html = _part(mail, "text/plain"), _part(mail, "text/html")
    if plain is None:
        if html is None:
            raise Unreadable("There is no text in this mail.")
        return clean_text(html_text(decode_part(html)))
    text = "\n".join([clean_text(decode_part(part)) for part in (plain, *_more(mail, plain))])
    if str(plain.get_param("format", "")).casefold() == "flowed":
        return unflow(text, str(plain.get_param("delsp", "")).casefold() == "yes")
    if html is None or not any(len(line) > MIN_WRAPPED_LENGTH for line in text.split("\n")):
        return text
    return _unwrapped(text, _whole_lines(decode_part(html)))


def _part(mail: Message, kind: str) -> Message | None:
    """Return the first part of that type that is not an attachment."""
    for part in mail.walk():
        if part.get_content_type() == kind and not part.is_multipart():
            if not is_file(part, mail):
                return part
        elif part is not mail and part.get_content_maintype() == "message":
            return None
    return None


def _more(mail: Message, first: Message) -> list[Message]:
    """Return further plain text parts; mail programs split a text around a picture or a file."""
    if mail.get_content_type() != "multipart/mixed" or not isinstance(payload := mail.get_payload(), list):
        return []
    return [
        part
        for part in payload
        if isinstance(part, Message)
        and part is not first
        and part.get_content_type() == "text/plain"
        and not is_file(part, mail)
    ]


def is_file(part: Message, mail: Message) -> bool:
    """Return whether a part is a file: attached, or shown inline with a file name."""
    is_named = part is not mail and bool(file_name(part)) and part.get("Content-ID") is None
    return part.get_content_disposition() == "attachment" or is_named


def file_name(part: Message) -> str:
    """Return the name of a file; "" for a part without a readable name."""
    try:
        name = str(part.get_filename() or "")
    except (LookupError, ValueError, TypeError):
        return ""
    return "".join([c for c in name if c.isprintable()])[:80]


def decode_part(part: Message) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    for charset in (_charset(part), "utf-8"):
        try:
            return data.decode(charset)
        except (UnicodeError, LookupError):
            continue
    return data.decode("cp1252", errors="replace")


def _charset(part: Message) -> str:
    """Return the declared charset; UTF-8 if it is missing or unknown."""
    try:
        name = codecs.lookup(str(part.get_param("charset", "utf-8") or "utf-8").strip("'\" ")).name
    except (LookupError, ValueError):
        return "utf-8"
    if name.replace("-", "_") in UNUSABLE_CHARSETS:
        return "utf-8"
    return "cp1252" if name in WINDOWS_CHARSETS else name


def clean_text(text: str) -> str:
    return "\n".join(
        [
            line if line.isprintable() else _without_control_characters(line)
            for line in normalize_typography(text.replace("\x00", "")).split("\n")
        ]
    )


def _without_control_characters(line: str) -> str:
    return "".join([c if c.isprintable() or c in "\t\ue002" else " " for c in line])


def unflow(text: str, delete_space: bool = False) -> str:
    """Return the text of format=flowed with its lines joined (RFC 3676).

    With `delete_space` (DelSp), trailing spaces are removed.
    """
    found: list[str] = []
    before: int | None = None
    for line in text.split("\n"):
        marks = len(line) - len(line.lstrip(">"))
        rest = line[marks:]
        rest = rest[1:] if rest.startswith(" ") else rest
        if before is not None and before == marks and rest.rstrip() != SIGNATURE_MARK:
            found[-1] = (found[-1][:-1] if delete_space else found[-1]) + rest
        else:
            found.append(">" * marks + (" " if marks else "") + rest)
        before = marks if rest.endswith(" ") and rest.rstrip() != SIGNATURE_MARK else None
    return "\n".join([line.rstrip() if line.strip() != SIGNATURE_MARK else SIGNATURE_MARK for line in found])


def _whole_lines(html: str) -> set[str]:
    """Return the long lines of an HTML part without quotation marks; none if it is unreadable."""
    try:
        return {
            _without_quote_marks(line)
            for line in clean_text(html_text(html)).split("\n")
            if len(line) > MIN_WRAPPED_LENGTH
        }
    except Unreadable:
        return set()


def _unwrapped(text: str, whole: set[str]) -> str:
    """Return a plain text with those lines joined that are one line in the HTML part."""
    found: list[str] = []
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        line = lines[at]
        for more in range(1, 4):
            joined = " ".join([line.rstrip(), *[each.strip() for each in lines[at + 1 : at + 1 + more]]])
            if len(line) > MIN_WRAPPED_LENGTH and at + more < len(lines) and _without_quote_marks(joined) in whole:
                line, at = joined, at + more
                break
        found.append(line)
        at += 1
    return "\n".join(found)


def _without_quote_marks(line: str) -> str:
    return re.sub(r"[>\s]+", " ", line).strip()
