"""Stored times of a match (`MatchRow.times`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from palatine.matches.clocks.pace import Pace
from palatine.matches.clocks.quiet_hours import QuietHours
from palatine.matches.storage import MatchRow


class ClockBefore(msgspec.Struct, frozen=True, array_like=True):
    """The clock of a seat as it was before its last action, for undo."""

    asked: str
    since: str
    left: float
    granted: float


class StoredAutoReply(msgspec.Struct, frozen=True, array_like=True):
    """An automatic reply set by a seat; hidden from other seats."""

    duration_key: str
    """The key under which the game offers the reply (`Game.auto_replies`)."""
    text: str
    ply: int
    """The number of actions after which it was set."""


MAX_AUTO_REPLIES = 20
"""Maximum number of automatic replies of a seat; the newest are kept."""


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a seat.

    Durations are in seconds; times are ISO 8601 in UTC, "" for none.
    """

    left: float = 0.0
    """Time in the bank when it began to run."""
    granted: float = 0.0
    """Time granted by others, used when the bank is empty."""
    asked: str = ""
    """Start of the seat's turn to act; "" if it is not its turn."""
    since: str = ""
    """Time from which the bank runs."""
    away: str = ""
    """End of the player's vacation."""
    rest: QuietHours | None = None
    own_rest: bool = False
    """True if quiet hours were set for this match and not for all matches of the player."""
    had: float = 0.0
    """The bank before its last increment."""
    before: ClockBefore | None = None
    up: str = ""
    """Time at which the seat ran out of time, while its opponent must choose what happens."""
    wanted: str = ""
    """Time from which another player is sought for a seat held by a bot."""
    told: bool = False
    """True if players were notified that another player is sought."""
    ready: bool = False
    """Secret orders: True if the player has nothing more to hand in this turn."""
    waits: bool = False
    """Secret orders: True if the player has handed in but the turn must not run early."""
    must_decide: bool = msgspec.field(default=False, name="anew")
    """Secret orders: True if a player who took over in this turn must decide.

    A bot had already handed in for the seat.
    """
    used: int = 0
    """Secret orders: number of excused absences used."""
    extended: float = 0.0
    """Secret orders: hours of extensions granted in all."""
    auto_replies: tuple[StoredAutoReply, ...] = msgspec.field(default=(), name="standing")

    def with_auto_reply(self, duration_key: str, text: str, ply: int) -> SeatTime:
        """Return a copy with an automatic reply added.

        It replaces an earlier one with the same key.
        """
        others = [each for each in self.auto_replies if each.duration_key != duration_key]
        kept = (*others, StoredAutoReply(duration_key, text, ply))[-MAX_AUTO_REPLIES:]
        return msgspec.structs.replace(self, auto_replies=kept)


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """The times of a match."""

    pace: Pace | None = None
    seats: dict[str, SeatTime] = {}
    paused: str = ""
    """End of the pause; "" if the match is not paused."""
    paused_by: str = ""
    halted: str = ""
    """Time at which the referee halted because of a rules error."""
    ends: str | None = None
    """End of the open turn of secret orders.

    None if that is `MatchRow.deadline`, because nothing is due earlier.
    """
    early: str = ""
    """Time at which the open turn runs early; "" if it does not."""
    moved: bool = False
    """True if the deadline has been moved because of an excused absence."""
    graced: bool = False
    """True if the deadline has been extended by the grace period."""
    called: bool = False
    """True if the deadline has been extended because too many orders were missing.

    Until then the player who runs the turns may run it.
    """
    due: str = ""
    """The original deadline of a turn whose deadline has been moved."""
    numbers: int = 0
    """Number of proposals made in the match."""
    denied: dict[str, str] = {}
    """Time at which each proposal was last declined, by kind and seat."""
    rematch: str = ""
    """Id of the rematch."""
    swapped: bool = False
    """True if the seats are exchanged in the rematch."""
    again: str = ""
    """Id of the new match to which a player has invited the others instead."""

    def seat(self, name: str) -> SeatTime:
        return self.seats.get(name, NO_TIMES)

    def without_auto_replies_after(self, ply: int) -> Times:
        """Return the times of a match that goes back to its state after `ply` actions."""
        times = self
        for name, seat in self.seats.items():
            kept = tuple([each for each in seat.auto_replies if each.ply <= ply])
            times = times if kept == seat.auto_replies else times.with_seat(name, auto_replies=kept)
        return times

    def with_seat(self, name: str, **changes: Any) -> Times:
        """Return the times with changes to those of a seat."""
        seat = msgspec.structs.replace(self.seat(name), **changes)
        return msgspec.structs.replace(self, seats={**self.seats, name: seat})


NO_TIMES = SeatTime()
EMPTY = Times()


def parse_times(stored: Mapping[str, Any]) -> Times:
    return msgspec.convert(stored, Times) if stored else EMPTY


def times_to_dict(times: Times) -> dict[str, Any]:
    """Return the times as plain data to store."""
    found: dict[str, Any] = msgspec.to_builtins(times)
    return found


def turn_end(row: MatchRow) -> str:
    """Return when the open turn of secret orders ends; "" if it ends only with the last sheet."""
    ends = row.times.get("ends")
    return row.deadline if ends is None else str(ends)
