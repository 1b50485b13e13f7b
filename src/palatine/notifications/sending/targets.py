"""Validation of webhook URLs given by users: syntax and networks."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from palatine.core import Unreadable
from palatine.notifications.wording import say

MAX_URL_LENGTH = 1000
NAT64_PREFIX = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def check_target(url: str, *, allow_private: bool = False) -> None:
    """Raise `Unreadable` unless a URL may be used as a target.

    It must have HTTPS and a host, and neither credentials nor a fragment. With `allow_private`, private network
    addresses are allowed, and plain HTTP. The address of the host name is checked again on each request.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, user, _ = parts.hostname, parts.username, parts.port
    except ValueError as error:
        raise Unreadable(say("refusal.target")) from error
    is_plain = (
        url.isascii() and url.isprintable() and " " not in url and "\\" not in url and len(url) <= MAX_URL_LENGTH
    )
    if not host or user is not None or not is_plain or parts.fragment:
        raise Unreadable(say("refusal.target"))
    if parts.scheme != "https" and not (allow_private and parts.scheme == "http"):
        raise Unreadable(say("refusal.https"))
    address = _literal(host)
    if address is not None and not allow_private and not is_public(address):
        raise Unreadable(say("refusal.private"))


def is_public(address: Address) -> bool:
    """Return whether an address is public, and not one of this machine or a private network."""
    if isinstance(address, ipaddress.IPv6Address):
        within = address.ipv4_mapped or address.sixtofour or (address.teredo or (None,))[0]
        if address in NAT64_PREFIX:
            within = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if within is not None:
            return is_public(within)
        if address.is_site_local:
            return False
    never = address.is_multicast or address.is_reserved or address.is_unspecified or address.is_loopback
    return address.is_global and not never


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
