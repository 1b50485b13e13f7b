"""A clock that tests can set."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from palatine.matches import clock

START = datetime(2030, 5, 1, 12, tzinfo=UTC)


class Moving:
    """A settable replacement for the `datetime` of `matches.clock`."""

    def __init__(self, patch: Any) -> None:
        self.at = START
        moving = self

        class Moved(datetime):
            @classmethod
            def now(cls, tz: Any = None) -> datetime:
                return moving.at

        patch.setattr(clock, "datetime", Moved)

    @property
    def now(self) -> str:
        return clock.format_timestamp(self.at)

    def on(self, **by: float) -> str:
        """Advance the clock by days, hours, minutes or seconds and return the new time."""
        self.at += timedelta(**by)
        return self.now

    def to(self, time: str) -> str:
        self.at = max(self.at, clock.parse_time(time))
        return self.now
