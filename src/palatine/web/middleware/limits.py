"""Rate limits by network address for costly operations.

Requests from the server's own machine are not counted. Behind a proxy that includes every client, unless the proxy
sends the client's address (X-Forwarded-For), as it should.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from palatine.accounts.auth.rate_limits import Limiter
from palatine.store.rate_limits import RateLimits
from palatine.web.wording import say

HOUR = 3600
DAY = 24 * HOUR
RATES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "create": (60, HOUR), "watch": (20, HOUR), "branch": (60, HOUR), "import": (30, HOUR), "verify": (120, HOUR),
        "channel": (30, HOUR), "what-if": (10, DAY), "lesson": (240, HOUR), "advice": (600, HOUR), "story": (600, HOUR),
        "analysis": (120, HOUR),
        "replay": (6000, HOUR), "guest": (30, HOUR), "invite": (120, HOUR), "sit": (120, HOUR),
        "invite-by": (60, DAY), "invite-to": (12, DAY),
    }
)  # fmt: skip
"""Maximum number of attempts and the seconds in which they count.

`create` counts new matches, `watch` those with bots only, `import` imported match files and `verify` verifications.
`what-if` counts the branches that a seat makes of a match in play, from any address. `invite-by` and `invite-to` count
invitations by name or email, for the sender's and for the recipient's account.
"""


def too_many(what: str, most: int, seconds: int) -> str:
    """Return the message that `what`, a key of `RATES` or "listen", is limited to `most` times."""
    return say("limit.again", limit=say(f"limit.{what}", most=most), span=span(seconds))


def span(seconds: int) -> str:
    """Return a time span as text: whole minutes, whole hours from two hours on, rounded up."""
    minutes = -(-seconds // 60)
    if minutes < 120:
        return say("limit.minutes", n=minutes)
    return say("limit.hours", n=-(-seconds // HOUR))


class Limits(Limiter):
    """A counter of attempts by address."""

    def __init__(self, attempts: RateLimits | None, rates: Mapping[str, tuple[int, int]] = RATES) -> None:
        super().__init__(attempts, rates, too_many)

    def spend(self, what: str, address: str) -> None:
        """Count an attempt from an address. Raises RateLimited."""
        self.count(what, network_of(address))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return what an address is counted as: itself, or the /64 network of an IPv6 address.

    Returns "" for this machine and for text that is not an address, which are not counted.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
