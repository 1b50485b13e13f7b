"""Trusted certificate authorities of mail servers: those of the system, and those in the settings."""

from __future__ import annotations

import ssl

from palatine.core import Unreadable
from palatine.mail.wording import say


def trusting(ca: str = "") -> ssl.SSLContext:
    """What checks the certificate of a server, and that it is for the server's name; `ca` is a file (PEM) with further
    authorities. Raises Unreadable when that file cannot be read."""
    context = ssl.create_default_context()
    if ca:
        try:
            context.load_verify_locations(ca)
        except (OSError, ssl.SSLError) as error:  # it is not there, or holds no certificates
            raise Unreadable(say("config.ca", file=ca)) from error
    return context
