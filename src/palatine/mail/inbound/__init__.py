"""Inbound mail: LMTP and SMTP on a port, a mailbox that is polled, and the demonstration's own."""

from __future__ import annotations

from importlib.util import find_spec

from palatine.core import Unreadable
from palatine.mail.wording import say


def require(*modules: str) -> None:
    """Raise Unreadable with the command that installs them unless these libraries are there."""
    for module in modules:
        if find_spec(module) is None:
            raise Unreadable(say("config.library", module=module))
