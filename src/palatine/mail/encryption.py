"""Trusted certificate authorities of mail servers: those of the system and of the settings."""

from __future__ import annotations

import ssl

from palatine.core import Unreadable
from palatine.mail.wording import say


def trusting(ca: str = "") -> ssl.SSLContext:
    """Return a TLS context that verifies certificates and host names.

    `ca` is a PEM file with additional authorities. Raises Unreadable if it cannot be read.
    """
    context = ssl.create_default_context()
    if ca:
        try:
            context.load_verify_locations(ca)
        except (OSError, ssl.SSLError) as error:  # the file does not exist or has no certificates
            raise Unreadable(say("config.ca", file=ca)) from error
    return context
