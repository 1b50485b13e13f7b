"""The host names that the server accepts.

A foreign page can point its own name to this machine and then read, from a browser here, what only this network may see
(DNS rebinding). Such a page always uses a name, so the server accepts known names and plain addresses.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from functools import lru_cache

KNOWN = 256
"""Number of Host headers whose check is cached."""
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")


class AllowedHosts:
    """The accepted names: the given ones, this machine's own, localhost and nearby addresses."""

    def __init__(self, names: Collection[str] = ()) -> None:
        own = socket.gethostname().lower()
        self.allows = lru_cache(KNOWN)(self._allows)
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
