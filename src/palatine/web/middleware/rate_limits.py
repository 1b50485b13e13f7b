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

HOUR_SECONDS = 3600
DAY_SECONDS = 24 * HOUR_SECONDS
RATES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "create": (60, HOUR_SECONDS), "watch": (20, HOUR_SECONDS), "branch": (60, HOUR_SECONDS),
        "import": (30, HOUR_SECONDS), "verify": (120, HOUR_SECONDS), "channel": (30, HOUR_SECONDS),
        "what-if": (10, DAY_SECONDS), "lesson": (240, HOUR_SECONDS), "advice": (600, HOUR_SECONDS),
        "story": (600, HOUR_SECONDS), "analysis": (120, HOUR_SECONDS), "replay": (6000, HOUR_SECONDS),
        "guest": (30, HOUR_SECONDS), "invite": (120, HOUR_SECONDS), "sit": (120, HOUR_SECONDS),
        "invite-by": (60, DAY_SECONDS), "invite-to": (12, DAY_SECONDS),
    }
)  # fmt: skip
"""Maximum number of attempts and the seconds in which they count.

`create` counts new matches, `watch` those with bots only, `import` imported match files and `verify` verifications.
`what-if` counts the branches that a seat makes of a match in play, from any address. `invite-by` and `invite-to` count
invitations by name or email, for the sender's and for the recipient's account.
"""


def limit_message(action: str, limit: int, seconds: int) -> str:
    """Return the message that `action`, a key of `RATES` or "listen", is limited to `limit` times."""
    return say("limit.again", limit=say(f"limit.{action}", most=limit), span=duration_text(seconds))


def duration_text(seconds: int) -> str:
    """Return a time span as text: whole minutes, whole hours from two hours on, rounded up."""
    minutes = -(-seconds // 60)
    if minutes < 120:
        return say("limit.minutes", n=minutes)
    return say("limit.hours", n=-(-seconds // HOUR_SECONDS))


class AddressLimiter(Limiter):
    """A counter of attempts by address."""

    def __init__(self, rate_limits: RateLimits | None, rates: Mapping[str, tuple[int, int]] = RATES) -> None:
        super().__init__(rate_limits, rates, limit_message)

    def spend(self, action: str, address: str) -> None:
        """Count an attempt from an address. Raises RateLimited."""
        self.count(action, network_of(address))


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
