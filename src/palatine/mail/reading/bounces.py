"""Parsing of delivery status notifications (RFC 3464)."""

from __future__ import annotations

import re
from email.message import Message

import msgspec

from palatine.mail.reading import headers

_STATUS = re.compile(r"\b[245]\.\d{1,3}\.\d{1,3}\b")


class Bounce(msgspec.Struct, frozen=True):
    """A failed delivery: the recipient, the status code, and whether it is permanent."""

    recipient: str
    status: str
    """Enhanced status code such as "5.1.1"; "5.0.0" if none is given."""
    final: bool
    text: str = ""


def parse_bounce(mail: Message) -> Bounce | None:
    """Return the first failed recipient, or None for an email without a failure report."""
    for part in mail.walk():
        if part.get_content_type() == "message/delivery-status":
            for block in part.walk():
                found = _recipient(block)
                if found is not None:
                    return found
    return None


def _recipient(block: Message) -> Bounce | None:
    action = headers.header_text(block, "Action").casefold()
    if action not in ("failed", "delayed"):
        return None
    named = headers.header_text(block, "Final-Recipient") or headers.header_text(block, "Original-Recipient")
    code = _STATUS.search(headers.header_text(block, "Status"))
    return Bounce(
        recipient=headers.normalize_address(named.rpartition(";")[2]),
        status=code[0] if code else "5.0.0",
        final=action == "failed" and not (code and code[0].startswith("4")),
        text=headers.header_text(block, "Diagnostic-Code")[:300],
    )
