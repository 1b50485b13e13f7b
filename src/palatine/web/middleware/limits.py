"""How often from one address: what is costly may be done so and so often an hour, and generously.

Requests from the server's own machine are not counted. Behind a proxy that is everybody, unless the proxy says
for whom it asks (X-Forwarded-For), as it should.
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
"""How often in how many seconds: matches made, those of bots alone, branches, imports, checks; branches that a seat
makes of a match being played, from any address; lessons; invitations by name or mail, of the account that sends
them and of the one that gets them."""


def too_many(what: str, most: int, seconds: int) -> str:
    """Say that something, a name of `RATES` or "listen", may not be done more than `most` times."""
    return say("limit.again", limit=say(f"limit.{what}", most=most), span=span(seconds))


def span(seconds: int) -> str:
    """A span of time as people say it: whole minutes, from two hours on whole hours; never too short."""
    minutes = -(-seconds // 60)
    if minutes < 120:
        return say("limit.minutes", n=minutes)
    return say("limit.hours", n=-(-seconds // HOUR))


class Limits(Limiter):
    """Counts attempts by address."""

    def __init__(self, attempts: RateLimits | None, rates: Mapping[str, tuple[int, int]] = RATES) -> None:
        super().__init__(attempts, rates, too_many)

    def spend(self, what: str, address: str) -> None:
        """Count an attempt from an address. Raises RateLimited."""
        self.count(what, network_of(address))


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """For whom an address is counted: itself, of IPv6 its network; "" for one that is not counted."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
