"""Calculation of expiry times from stored times."""

from __future__ import annotations

from datetime import timedelta

from palatine.matches.clock import format_timestamp, parse_time


def expiry_time(time: str, duration: timedelta) -> str:
    """Return a time plus `duration`."""
    return format_timestamp(parse_time(time) + duration)
