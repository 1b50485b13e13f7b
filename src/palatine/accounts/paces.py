"""Speed classes of matches, used to filter the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from palatine.core import Game
from palatine.matches import MatchInfo

Speed = Literal["live", "brisk", "steady", "slow", "none"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)
HOURS: Mapping[Speed, float] = MappingProxyType({"live": 1, "brisk": 12, "steady": 24, "slow": 72})
"""Default length of a turn of secret orders in hours, by speed."""
_UP_TO: tuple[tuple[float, Speed], ...] = ((6, "live"), (18, "brisk"), (36, "steady"))
"""Maximum hours of a turn, or of a custom time control's free reply time, by speed."""


def speed_of(table: MatchInfo) -> Speed:
    """Return the speed class of a match."""
    if table.orders:
        clock = table.clock or {}
        if clock.get("days"):
            return "slow"
        return _by_hours(clock["hours"]) if clock.get("hours") else "none"
    pace = table.times.pace if table.times else None
    if pace is None:
        return "none"
    named = next((speed for speed in SPEEDS if speed == pace.get("name")), None)
    return named or _by_hours(pace["reply"] / 3600)


def _by_hours(hours: float) -> Speed:
    return next((speed for most, speed in _UP_TO if hours <= most), "slow")


def timing(game: Game[Any], speed: Speed) -> dict[str, Any]:
    """Return the time settings of a new match of that speed: a clock or a time control."""
    if speed == "none":
        return {}
    return {"clock": {"hours": HOURS[speed], "early": True}} if game.orders else {"pace": speed}
