"""The host names that the server accepts, and the address of this machine in its network.

A foreign page can point its own name to this machine and then read, from a browser here, what only this network may see
(DNS rebinding). Such a page always uses a name, so the server accepts known names and plain addresses.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit, urlunsplit

from palatine.config import is_loopback_host

CACHE_SIZE = 256
"""Number of Host headers whose check is cached."""
EVERYWHERE = ("0.0.0.0", "::", "")
"""Values of `server.host` with which the server listens in the network."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address that no machine has (RFC 5737).

A datagram socket that is connected to it has the address of this machine, and sends nothing.
"""
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


class AllowedHosts:
    """The accepted names: the given ones, this machine's own, localhost and nearby addresses."""

    def __init__(self, names: Collection[str] = ()) -> None:
        own = socket.gethostname().lower()
        self.allows = lru_cache(CACHE_SIZE)(self._allows)
        """Returns whether a request with this Host is for this server.

        The second argument is the address at which it arrived.
        """
        self.names = {own, f"{own}.local", *[name.lower().rstrip(".") for name in names]}

    def _allows(self, header: str, server: str = "") -> bool:
        found = _HOST.fullmatch(header.lower())
        if found is None:
            return False
        name = found[1].strip("[]").rstrip(".")
        if name in self.names or name == "localhost" or name.endswith(".localhost"):
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_private or address.is_loopback or address.is_link_local or name == server


def network_address() -> str:
    """Return the address of this machine in its network; "" without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as found:
        try:
            found.connect(ELSEWHERE)
        except OSError:
            return ""
        return str(found.getsockname()[0])


def in_network(url: str) -> str:
    """Return a URL of this machine as others in its network open it; other URLs unchanged."""
    parts = urlsplit(url)
    address = network_address() if is_loopback_host(parts.hostname or "") else ""
    port = f":{parts.port}" if parts.port else ""
    return urlunsplit(parts._replace(netloc=f"{address}{port}")) if address else url
