"""The stored times of a match (`MatchRow.times`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from palatine.matches.clocks.pace import Pace
from palatine.matches.clocks.quiet_hours import QuietHours
from palatine.matches.storage import MatchRow


class Before(msgspec.Struct, frozen=True, array_like=True):
    """A seat's clock when it was asked last, for undoing what was done then."""

    asked: str
    since: str
    left: float
    granted: float


class GivenReply(msgspec.Struct, frozen=True, array_like=True):
    """An automatic reply that a seat has set; no other seat knows of it."""

    duration_key: str
    """The key by which the game offers it (`Game.auto_replies`)."""
    text: str
    ply: int
    """After how many actions it stood."""


MAX_AUTO_REPLIES = 20
"""Automatic replies that a seat may have; the newest are kept."""


class SeatTime(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of a seat, in seconds; moments are ISO 8601, UTC, "" for none."""

    left: float = 0.0
    """In its bank, as it was when it began to run."""
    granted: float = 0.0
    """Given by others; it runs when the bank is empty."""
    asked: str = ""
    """Since when it is asked; "" while it is not."""
    since: str = ""
    """When the bank begins, or began, to run."""
    away: str = ""
    """Until when it is on vacation."""
    rest: QuietHours | None = None
    own_rest: bool = False
    """True if it was set for this match, not for all matches of the player."""
    had: float = 0.0
    """What was in the bank before it gained anything last."""
    before: Before | None = None
    up: str = ""
    """Since when its time is up, and its opponent is to choose."""
    wanted: str = ""
    """From when on another player is wanted for it, while a bot holds it."""
    told: bool = False
    """Whether that has been told."""
    ready: bool = False
    """Of secret orders: has nothing, or nothing more, to hand in this turn."""
    waits: bool = False
    """Of secret orders: has handed in, and the turn is not to be run early."""
    anew: bool = False
    """Of secret orders: took over in this turn, when a bot had handed in already, and is asked all the same."""
    used: int = 0
    """Of secret orders: how many excuses it has used."""
    extended: float = 0.0
    """Of secret orders: how many hours it has been given in all."""
    auto_replies: tuple[GivenReply, ...] = msgspec.field(default=(), name="standing")

    def with_auto_reply(self, duration_key: str, text: str, ply: int) -> SeatTime:
        """Return the same with one more automatic reply, in place of an earlier one with that key."""
        others = [each for each in self.auto_replies if each.duration_key != duration_key]
        kept = (*others, GivenReply(duration_key, text, ply))[-MAX_AUTO_REPLIES:]
        return msgspec.structs.replace(self, auto_replies=kept)


class Times(msgspec.Struct, frozen=True, omit_defaults=True):
    """The times of a match."""

    pace: Pace | None = None
    seats: dict[str, SeatTime] = {}
    paused: str = ""
    """Until when the match stands still."""
    paused_by: str = ""
    halted: str = ""
    """Since when the referee is stuck."""
    ends: str | None = None
    """When the open turn of secret orders ends; None while that is `MatchRow.deadline`, for nothing is due earlier."""
    early: str = ""
    """When it is run early."""
    moved: bool = False
    """Whether its deadline has been moved for somebody excused."""
    graced: bool = False
    """Whether its grace runs."""
    called: bool = False
    """True if its master was notified because too many were missing."""
    due: str = ""
    """When it was to end at first, once its deadline has been put off."""
    numbers: int = 0
    """How many proposals there have been."""
    denied: dict[str, str] = {}
    """When what was proposed was turned down last, by kind and seat."""
    rematch: str = ""
    """The match that is made to play it again, ..."""
    swapped: bool = False
    """... with seats exchanged."""
    again: str = ""
    """The match to which one of them has invited the others instead."""

    def seat(self, name: str) -> SeatTime:
        return self.seats.get(name, NONE)

    def without_auto_replies_after(self, ply: int) -> Times:
        """The times of a match that goes back to where `ply` actions stood."""
        times = self
        for name, seat in self.seats.items():
            kept = tuple([each for each in seat.auto_replies if each.ply <= ply])
            times = times if kept == seat.auto_replies else times.with_seat(name, auto_replies=kept)
        return times

    def with_seat(self, name: str, **changes: Any) -> Times:
        """The times with those of a seat changed."""
        seat = msgspec.structs.replace(self.seat(name), **changes)
        return msgspec.structs.replace(self, seats={**self.seats, name: seat})


NONE = SeatTime()
EMPTY = Times()


def times_of(kept: Mapping[str, Any]) -> Times:
    return msgspec.convert(kept, Times) if kept else EMPTY


def plain(times: Times) -> dict[str, Any]:
    """As it is kept."""
    found: dict[str, Any] = msgspec.to_builtins(times)
    return found


def turn_ends(row: MatchRow) -> str:
    """When the open turn of a match of secret orders ends; "" when it has no end but its last sheet."""
    ends = row.times.get("ends")
    return row.deadline if ends is None else str(ends)
