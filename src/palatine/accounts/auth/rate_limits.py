"""Rate limits of sign-in, by target and by network address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from palatine.accounts.auth.wording import say
from palatine.core import PalatineError
from palatine.matches.clock import parse_time
from palatine.store.rate_limits import RateLimits, seconds_left

QUARTER, HOUR = 900, 3600
RATES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "password": (10, QUARTER), "password from": (50, QUARTER), "password device": (10, QUARTER),
        "mail": (3, HOUR), "mail from": (20, HOUR), "mail device": (3, HOUR),
        "code from": (40, QUARTER), "passkey from": (100, QUARTER),
        "pair": (10, HOUR), "pair from": (30, QUARTER),
        "recover from": (20, HOUR), "oidc from": (40, QUARTER),
    }
)  # fmt: skip
"""Maximum attempts and seconds by limit.

Limits with "from" count by network address, those with "device" by known browser and account, and others by target.
"""


class RateLimited(PalatineError):
    """A rate limit was exceeded; the next attempt is possible in `seconds`."""

    def __init__(self, why: str, seconds: int) -> None:
        super().__init__(why)
        self.seconds = seconds


class Limiter:
    """Rate limiter on the table of attempts, if there is one; `why` returns the error message."""

    def __init__(
        self, attempts: RateLimits | None, rates: Mapping[str, tuple[int, int]], why: Callable[[str, int, int], str]
    ) -> None:
        self.attempts = attempts
        self.rates = rates
        self.why = why

    def count(self, what: str, who: str, now: datetime | None = None, *, of: str = "") -> None:
        """Count an attempt of `who`, unless that is "". Raises `RateLimited` above the limit."""
        if not who or self.attempts is None:
            return
        time = now or datetime.now(UTC)
        most, seconds = self.rates[what]
        if self.attempts.count(of + what, who, time, seconds) > most:
            wait = seconds_left(time, seconds)
            raise RateLimited(self.why(what, most, wait), wait)


def _why(what: str, most: int, seconds: int) -> str:
    return say("limit.mail" if what.startswith("mail") else "limit.tries", n=-(-seconds // 60))


class RateLimiter(Limiter):
    """Rate limiter of sign-in methods."""

    def __init__(self, attempts: RateLimits, rates: Mapping[str, tuple[int, int]] = RATES) -> None:
        super().__init__(attempts, rates, _why)

    def spend(self, what: str, who: str, now: str) -> None:
        """Count an attempt. Raises `RateLimited` above the limit."""
        self.count(what, who, parse_time(now), of="way ")

    def spend_of(self, what: str, who: str, network: str, device: str, now: str) -> None:
        """Count an attempt by target and network, or for a known device.

        Attempts of a known device are counted separately, so that others cannot exhaust them. Raises `RateLimited`.
        """
        if device:
            self.spend(f"{what} device", device, now)
            return
        self.spend(f"{what} from", network, now)
        self.spend(what, who, now)
