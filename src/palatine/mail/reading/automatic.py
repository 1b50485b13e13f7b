"""Detection of automatic mail.

Such mail is never answered, so that two machines cannot reply to each other without end.
"""

from __future__ import annotations

import re
from email.message import Message

from palatine.mail.reading import headers

LISTS = ("List-Id", "List-Unsubscribe", "List-Post", "X-Autoreply", "X-Autorespond")
_MACHINE = re.compile(r"mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?([+-].*)?")
BULK = ("bulk", "junk", "list", "auto_reply")


def is_automatic(mail: Message) -> bool:
    """Return whether the headers say that a machine or a list sent it (RFC 3834, RFC 2919)."""
    said = headers.text(mail, "Auto-Submitted").partition(";")[0].strip().casefold()
    if said and said != "no":
        return True
    if headers.text(mail, "Precedence").casefold() in BULK or any(mail.get(name) for name in LISTS):
        return True
    if headers.text(mail, "Return-Path").replace(" ", "") == "<>":
        return True
    local = headers.sender(mail).partition("@")[0]
    return bool(_MACHINE.fullmatch(local))
