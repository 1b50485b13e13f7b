"""Detection of automatic mail.

Such mail is never answered, so that two machines cannot reply to each other without end.
"""

from __future__ import annotations

import re
from email.message import Message

from palatine.mail.reading import headers

LIST_HEADERS = ("List-Id", "List-Unsubscribe", "List-Post", "X-Autoreply", "X-Autorespond")
_MACHINE = re.compile(r"mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?([+-].*)?")
BULK_PRECEDENCES = ("bulk", "junk", "list", "auto_reply")


def is_automatic(mail: Message) -> bool:
    """Return whether the headers say that a machine or a list sent it (RFC 3834, RFC 2919)."""
    said = headers.header_text(mail, "Auto-Submitted").partition(";")[0].strip().casefold()
    if said and said != "no":
        return True
    if headers.header_text(mail, "Precedence").casefold() in BULK_PRECEDENCES or any(
        mail.get(name) for name in LIST_HEADERS
    ):
        return True
    if headers.header_text(mail, "Return-Path").replace(" ", "") == "<>":
        return True
    local = headers.sender_address(mail).partition("@")[0]
    return bool(_MACHINE.fullmatch(local))
