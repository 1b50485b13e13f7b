"""Inbound mail: LMTP and SMTP on a local port, and polling of an IMAP mailbox."""

from __future__ import annotations

from importlib.util import find_spec

from palatine.core import Unreadable
from palatine.mail.wording import say


def check_modules(*modules: str) -> None:
    """Raise Unreadable with installation advice unless these modules are installed."""
    for module in modules:
        if find_spec(module) is None:
            raise Unreadable(say("config.library", module=module))
