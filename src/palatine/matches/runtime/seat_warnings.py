"""The warning of a seat that was late: what was done, what comes next, and what to do."""

from __future__ import annotations

from palatine.matches.clocks.calendar import TurnClock, parse_clock
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.storage import SeatRow
from palatine.matches.wording import catalogue, turn_name

HOLDS = 2
"""Turns missed in a row after which a bot holds the seat and another player is sought.

Without orders for absent players, the others may then vote the seat out.
"""


def seat_warning(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> str:
    """Return the warning of a seat of a person who was late; "" for none."""
    if seat is None or loaded.row.status != "playing":
        return ""
    row = loaded.seats[loaded.names.index(seat)]
    if row.bot:
        return _lent_seat_warning(loaded, row)
    if loaded.row.clock is None:
        return catalogue().say("late.up") if loaded.times.seat(seat).up else ""
    clock = parse_clock(loaded.row.clock)
    if seat in loaded.row.asked and (loaded.times.moved or loaded.times.graced or loaded.times.called):
        return _moved_deadline_warning(loaded, clock, seat)
    return _missed_turn_warning(context, loaded, clock, row) if row.missed else ""


def _lent_seat_warning(loaded: LoadedMatch, row: SeatRow) -> str:
    """Return the warning of a seat that a bot holds because its player was late."""
    time = loaded.times.seat(row.seat)
    if not time.wanted or not row.is_owned:
        return ""
    why = catalogue().say("late.lost" if loaded.row.clock is not None else "late.stood-in", turns=HOLDS)
    free = catalogue().say("late.free" if time.told else "late.soon-free")
    return " ".join([why, free, catalogue().say("late.take-back", seat=loaded.names_for(row.seat)[row.seat])])


def _moved_deadline_warning(loaded: LoadedMatch, clock: TurnClock, seat: str) -> str:
    left = max(0, clock.excused - loaded.times.seat(seat).used)
    told = [catalogue().say("late.waits", turn=turn_name(loaded.row))]
    if loaded.times.moved:
        told.append(catalogue().say("late.excuses" if left else "late.last-excuse", n=left))
    return " ".join(told)


def _missed_turn_warning(context: MatchRuntime, loaded: LoadedMatch, clock: TurnClock, row: SeatRow) -> str:
    turn = loaded.row.turn - 1
    last = context.storage.last_record(loaded.row.id, "hand_in", row.seat)
    by = last.data.get("drafted") if last is not None and last.data["turn"] == turn else None
    done = catalogue().say("late.nothing" if by is None else "late.drafted" if by else "late.by-bot")
    told = [catalogue().say("late.missed", turn=turn_name(loaded.row, turn)), done]
    if clock.late == "nothing":
        told.append(catalogue().say("late.vote", turns=HOLDS))
    else:
        told.append(catalogue().say("late.next", n=HOLDS - row.missed))
    return " ".join([*told, catalogue().say("late.do", turn=turn_name(loaded.row))])
