"""Mail addresses: validation, comparison, and detection of equal mailboxes.

Mail is sent by SMTP without SMTPUTF8 (RFC 6531), which few servers support: the local part is ASCII, and a domain in
other letters is written in its ASCII form (IDNA).
"""

from __future__ import annotations

import re

from palatine.accounts.wording import refused_error

MAX_ADDRESS_LENGTH = 254
_ATOM = r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_ADDRESS = re.compile(rf"(?=.{{1,64}}@){_ATOM}(\.{_ATOM})*@{_LABEL}(\.{_LABEL})*", re.IGNORECASE | re.ASCII)
"""A dot-atom and host names (RFC 5321), without quoted local parts and address literals."""
DOMAIN_ALIASES = {"googlemail.com": "gmail.com"}


def sendable_address(address: str) -> str:
    """Return an address in the form used for sending; "" if mail cannot be sent there."""
    local, at, domain = address.strip().rpartition("@")
    try:
        found = local + at + (domain if domain.isascii() else domain.encode("idna").decode("ascii"))
    except UnicodeError:  # An empty label, or one that is too long.
        return ""
    return found if len(found) <= MAX_ADDRESS_LENGTH and _ADDRESS.fullmatch(found) else ""


def checked_address(address: str) -> str:
    """Return an address in the form used for sending. Raises `Refused` if it is invalid."""
    found = sendable_address(address)
    if not found:
        raise refused_error("mail-address")
    return found


def normalize_address(address: str) -> str:
    """Return an address in the form used for comparison."""
    address = address.strip()
    return (sendable_address(address) or address).casefold()


def mailbox_key(address: str) -> str:
    """Return a key that is equal for addresses of one mailbox: tags (`+…`) and dots are removed.

    Not every server ignores dots. For rate limits it is enough that two people rarely differ only by dots.
    """
    local, _, domain = normalize_address(address).rpartition("@")
    plain = local.partition("+")[0].replace(".", "")
    return f"{plain or local}@{DOMAIN_ALIASES.get(domain, domain)}"
