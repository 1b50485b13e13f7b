"""Rate limits of sign-in, by target and by network address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from palatine.accounts.auth.wording import say
from palatine.core import PalatineError
from palatine.matches.clock import parse_time
from palatine.store.rate_limits import RateLimits, seconds_left

QUARTER_HOUR, HOUR = 900, 3600
RATES: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "password": (10, QUARTER_HOUR), "password from": (50, QUARTER_HOUR), "password device": (10, QUARTER_HOUR),
        "mail": (3, HOUR), "mail from": (20, HOUR), "mail device": (3, HOUR),
        "code from": (40, QUARTER_HOUR), "passkey from": (100, QUARTER_HOUR),
        "pair": (10, HOUR), "pair from": (30, QUARTER_HOUR),
        "recover from": (20, HOUR), "oidc from": (40, QUARTER_HOUR),
    }
)  # fmt: skip
"""Maximum attempts and seconds by limit.

Limits with "from" count by network address, those with "device" by known browser and account, and others by target.
"""


class RateLimited(PalatineError):
    """A rate limit was exceeded; the next attempt is possible in `seconds`."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


class Limiter:
    """Rate limiter on the table of attempts, if there is one; `why` returns the error message."""

    def __init__(
        self,
        rate_limits: RateLimits | None,
        rates: Mapping[str, tuple[int, int]],
        message: Callable[[str, int, int], str],
    ) -> None:
        self.attempts = rate_limits
        self.rates = rates
        self.why = message

    def count(self, action: str, subject: str, now: datetime | None = None, *, of: str = "") -> None:
        """Count an attempt of `subject`, unless that is "". Raises `RateLimited` above the limit."""
        if not subject or self.attempts is None:
            return
        time = now or datetime.now(UTC)
        most, seconds = self.rates[action]
        if self.attempts.count(of + action, subject, time, seconds) > most:
            wait = seconds_left(time, seconds)
            raise RateLimited(self.why(action, most, wait), wait)


def _limit_text(action: str, most: int, seconds: int) -> str:
    return say("limit.mail" if action.startswith("mail") else "limit.tries", n=-(-seconds // 60))


class RateLimiter(Limiter):
    """Rate limiter of sign-in methods."""

    def __init__(self, rate_limits: RateLimits, rates: Mapping[str, tuple[int, int]] = RATES) -> None:
        super().__init__(rate_limits, rates, _limit_text)

    def spend(self, action: str, subject: str, now: str) -> None:
        """Count an attempt. Raises `RateLimited` above the limit."""
        self.count(action, subject, parse_time(now), of="way ")

    def spend_for_target(self, action: str, subject: str, network: str, device: str, now: str) -> None:
        """Count an attempt by target and network, or for a known device.

        Attempts of a known device are counted separately, so that others cannot exhaust them. Raises `RateLimited`.
        """
        if device:
            self.spend(f"{action} device", device, now)
            return
        self.spend(f"{action} from", network, now)
        self.spend(action, subject, now)
