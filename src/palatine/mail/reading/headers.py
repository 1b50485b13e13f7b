"""Tolerant parsing of the headers that are used. Invalid headers raise no errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from email.utils import getaddresses, parsedate_to_datetime

from palatine.matches.clock import format_timestamp

MAX_HEADER_BYTES = 64 * 1024
"""Maximum bytes of the headers of an email."""
MAX_HEADER_LENGTH = 2000
"""Maximum number of characters read of a header."""
_BLANK = re.compile(rb"\r?\n\r?\n")
_parser = BytesParser(policy=compat32)
_ID = re.compile(r"<[^<>\s]{1,298}>")
_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[\w.-]{1,185}")


def parse_headers(raw: bytes) -> Message:
    """Return the headers of an email without its body."""
    head = raw[:MAX_HEADER_BYTES]
    end = _BLANK.search(head)
    return _parser.parsebytes(head[: end.start()] if end else head, headersonly=True)


def header_texts(mail: Message, name: str) -> list[str]:
    """Return all headers of that name as plain text, one line each."""
    found = mail.get_all(name) or []
    return [_decoded_header(str(each)[:MAX_HEADER_LENGTH]) for each in found]


def header_text(mail: Message, name: str) -> str:
    """Return the first header of that name; "" without one."""
    return next(iter(header_texts(mail, name)), "")


def _decoded_header(value: str) -> str:
    try:
        decoded = str(make_header(decode_header(value)))
    except (LookupError, ValueError, MessageError):  # an unknown charset or invalid base64
        decoded = value
    shown = decoded.encode(errors="replace").decode()
    return " ".join("".join([c if c.isprintable() else " " for c in shown]).split())


def sender_address(mail: Message) -> str:
    """Return the From address, folded, or "" unless there is exactly one."""
    given = [str(each)[:MAX_HEADER_LENGTH] for each in mail.get_all("From") or []]
    if len(given) != 1:
        return ""
    found = [normalize_address(address) for _, address in _addresses(given[0]) if address]
    return found[0] if len(found) == 1 else ""


def _addresses(value: str) -> list[tuple[str, str]]:
    try:
        return getaddresses([value])
    except (ValueError, IndexError, TypeError, RecursionError):  # the library fails on some malformed lists
        return []


def normalize_address(address: str) -> str:
    """Return an address in the form for comparison; "" for other text."""
    bare = address.strip().strip("<>").casefold()
    return bare if _ADDRESS.fullmatch(bare) else ""


def message_id(mail: Message) -> str:
    """Return the Message-ID with its brackets, or ""."""
    return next(_ids(mail, "Message-ID"), "")


def replied_message_ids(mail: Message) -> tuple[str, ...]:
    """Return the ids of the emails to which this one replies, the direct one first."""
    return tuple(dict.fromkeys([*_ids(mail, "In-Reply-To"), *reversed([*_ids(mail, "References")])]))


def _ids(mail: Message, name: str) -> Iterator[str]:
    for value in header_texts(mail, name):
        yield from _ID.findall(value)


def sent_date(mail: Message) -> str:
    """Return the Date header as a stored timestamp, or "" if it is missing or invalid."""
    try:
        found = parsedate_to_datetime(header_text(mail, "Date"))
        return format_timestamp(found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC))
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def passes_dmarc(mail: Message, server: str) -> bool:
    """Return whether the named server confirms the sender's domain (DMARC, RFC 8601).

    Only its topmost header counts, since the sender may have written those below.
    """
    for value in header_texts(mail, "Authentication-Results"):
        name, _, results = value.partition(";")
        if name.split()[:1] == [server]:
            return bool(re.search(r"(^|[;\s])dmarc\s*=\s*pass\b", results, re.IGNORECASE))
    return False
