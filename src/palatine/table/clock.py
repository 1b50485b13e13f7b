"""When the turns of secret orders are run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec

from palatine.core import Unreadable

LONGEST_HOURS = 24.0 * 366


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a match keeps time: hours for a turn (0: no deadline), and what does not wait for it."""

    hours: float = 0.0
    early: bool = True
    """Whether a turn is run as soon as all have handed in."""
    letters: Literal["turn", "now"] = "turn"
    """When letters are delivered: with the turn, or at once."""


def clock_settings(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """Every setting with the value given or the usual one. Raises Unreadable for what is none."""
    try:
        clock = msgspec.convert(dict(given or {}), Clock)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Unreadable(f"The clock is given by hours, early and letters: {error}.") from error
    if not 0 <= clock.hours <= LONGEST_HOURS:
        raise Unreadable(f"A turn has 0 to {LONGEST_HOURS:.0f} hours, not {clock.hours:g}.")
    return msgspec.structs.asdict(clock)


def clock_of(kept: Mapping[str, Any] | None) -> Clock:
    return msgspec.convert(dict(kept or {}), Clock)


def deadline_after(clock: Clock, time: str, last: str = "") -> str:
    """When a turn that opens at `time` ends; in step with the `last` deadline, if it was that which ended a turn."""
    if not clock.hours:
        return ""
    step = timedelta(hours=clock.hours)
    if not last:
        return stamp(_read(time) + step)
    behind = max(timedelta(), _read(time) - _read(last))
    return stamp(_read(last) + (behind // step + 1) * step)


def now() -> str:
    """The time, ISO 8601, UTC, to the millisecond."""
    return stamp(datetime.now(UTC))


def _read(time: str) -> datetime:
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


def stamp(time: datetime) -> str:
    """An aware time as it is kept, ISO 8601, UTC."""
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
