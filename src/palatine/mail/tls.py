"""Trusted certificate authorities of mail servers: those of the system and of the settings."""

from __future__ import annotations

import ssl

from palatine.core import Unreadable
from palatine.mail.wording import say


def tls_context(ca_bundle: str = "") -> ssl.SSLContext:
    """Return a TLS context that verifies certificates and host names.

    `ca_bundle` is a PEM file with additional authorities. Raises Unreadable if it cannot be read.
    """
    context = ssl.create_default_context()
    if ca_bundle:
        try:
            context.load_verify_locations(ca_bundle)
        except (OSError, ssl.SSLError) as error:  # the file does not exist or has no certificates
            raise Unreadable(say("config.ca", file=ca_bundle)) from error
    return context
