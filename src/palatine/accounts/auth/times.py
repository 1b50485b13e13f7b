"""Times as they are kept, read and reckoned with."""

from __future__ import annotations

from datetime import datetime, timedelta

from palatine.matches.clock import stamp


def moment(time: str) -> datetime:
    """A time that is kept as an aware datetime."""
    return datetime.fromisoformat(time.replace("Z", "+00:00"))


def after(time: str, span: timedelta) -> str:
    """The time `span` after another."""
    return stamp(moment(time) + span)
