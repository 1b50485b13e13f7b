"""Calculation of expiry times from stored times."""

from __future__ import annotations

from datetime import timedelta

from palatine.matches.clock import parse_time, stamp


def after(time: str, span: timedelta) -> str:
    """Return the time `span` after another."""
    return stamp(parse_time(time) + span)
