"""Passed deadlines of secret orders: excuses, extensions and sheets for absent players."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from palatine import registry
from palatine.matches.clock import add_seconds, format_timestamp, parse_time
from palatine.matches.clocks.calendar import TurnClock, deadline_after, next_slot, parse_clock
from palatine.matches.orders.sheets import valid_lines
from palatine.matches.play.bots import bot_sheet, hand_in_bots
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.seat_warnings import HOLDS
from palatine.matches.runtime.unit_of_work import PendingWrite

replace = msgspec.structs.replace

POSTPONE_SHARE = (6, 10)
"""Share of missing seats, such as 6 of 10, at which a turn is postponed.

The player who runs the turns may still run it.
"""
POSTPONE_DAYS = 7
"""Days by which such a turn is postponed."""


def handle_due(context: MatchRuntime, pending: PendingWrite) -> None:
    """Do everything that is due in a match of secret orders."""
    times = pending.times
    if times.paused and times.paused <= pending.time:
        times = pending.times = replace(times, paused="")
    if pending.ends and pending.ends <= pending.time:
        handle_deadline(context, pending)
    elif times.early and times.early <= pending.time and not times.paused:
        run_with_bot_sheets(context, pending, "all")


def handle_deadline(context: MatchRuntime, pending: PendingWrite) -> None:
    """Run the turn after its deadline, or postpone it because of missing orders."""
    with context.guard_rules(pending, by_server=True):
        missing = [seat for seat in secret_orders.missing_seats(pending) if not pending.seat(seat).bot]
    clock = parse_clock(pending.row.clock)
    if missing and _is_put_off(pending, clock, missing):
        return
    if clock.late != "nothing":
        _make_sheets(context, pending, missing, clock)
        run_with_bot_sheets(context, pending, "deadline", missing=tuple(missing))
    else:
        run_with_bot_sheets(context, pending, "deadline")


def run_with_bot_sheets(
    context: MatchRuntime, pending: PendingWrite, reason: str, by: str = "", missing: tuple[str, ...] | None = None
) -> None:
    """Run the turn after handing in the sheets of bots and of absent players."""
    hand_in_bots(context, pending)
    _hand_in_advance(context, pending)
    with context.guard_rules(pending, by_server=True):
        secret_orders.run_turn(pending, reason, by, missing)
        if missing:
            _hold_seats(pending)


def _is_put_off(pending: PendingWrite, clock: TurnClock, missing: list[str]) -> bool:
    """Postpone the deadline if a rule allows it, and return whether it was postponed.

    The rules are excused absences, the grace period, and too many missing seats.
    """
    times = pending.times
    excused = [seat for seat in missing if times.seat(seat).used < clock.excused] if not times.moved else []
    if excused:
        for seat in excused:
            times = times.with_seat(seat, used=times.seat(seat).used + 1)
        until = deadline_after(replace(clock, least=0.0), pending.time, pending.ends)
        _put_off(pending, "excused", excused, until)
        pending.times = replace(times, moved=True, due="")
    elif clock.grace and not times.graced:
        until = add_seconds(pending.ends, 3600 * clock.grace)
        _put_off(pending, "grace", missing, max(until, add_seconds(pending.time, 60)))
        pending.times = replace(times, graced=True, due=times.due or pending.ends)
    elif clock.late != "nothing" and not times.called and _are_many(pending, missing):
        _put_off(pending, "many", missing, _days_later(clock, pending.time))
        pending.times = replace(times, called=True, due="")
    else:
        return False
    pending.ends = str(pending.records[-1].data["until"])
    return True


def _put_off(pending: PendingWrite, why: str, seats: list[str], until: str) -> None:
    pending.record("flag", data={"why": why, "seats": seats, "turn": pending.row.turn, "until": until})


def _are_many(pending: PendingWrite, missing: list[str]) -> bool:
    many, of = POSTPONE_SHARE
    return len(missing) > 1 and of * len(missing) >= many * len(pending.orders_game.seats_due(pending.state))


def _days_later(clock: TurnClock, time: str) -> str:
    later = parse_time(time) + timedelta(days=POSTPONE_DAYS)
    return format_timestamp(next_slot(clock, later) if clock.days else later)


def _make_sheets(context: MatchRuntime, pending: PendingWrite, missing: list[str], clock: TurnClock) -> None:
    """Create sheets for the missing seats from the valid lines of their drafts, or by a bot.

    Other players cannot see which of the two it was, because drafts are private.
    """
    game, turn = pending.orders_game, pending.row.turn
    bot = registry.bots(game)[0] if clock.late == "bot" else ""
    for seat in missing:
        draft = context.storage.draft(pending.row.id, seat, turn)
        with context.guard_rules(pending, by_server=True):
            text = valid_lines(pending, seat, draft[0]) if draft else ""
        drafted = bool(text)
        if not text and bot:
            text = bot_sheet(context, pending, seat, bot)
        pending.record("stand_in", seat, {"turn": turn, "bot": bot})
        if text:
            more = {"drafted": drafted}
            secret_orders.hand_in(pending, seat, text, game.parse(text), late=True, extra_data=more)


def _hand_in_advance(context: MatchRuntime, pending: PendingWrite) -> None:
    """Hand in the valid lines of the drafts of players on vacation who have not handed in."""
    game, turn = pending.orders_game, pending.row.turn
    for seat in game.actors(pending.state):
        if pending.seat(seat).bot or pending.times.seat(seat).away <= pending.time:
            continue
        draft = context.storage.draft(pending.row.id, seat, turn)
        with context.guard_rules(pending, by_server=True):
            text = valid_lines(pending, seat, draft[0]) if draft else ""
        if text:
            secret_orders.hand_in(pending, seat, text, game.parse(text), late=True, extra_data={"advance": True})


def _hold_seats(pending: PendingWrite) -> None:
    """Let a bot hold the seats that missed too many turns.

    It holds them until their players return or others take over.
    """
    if pending.game.outcome(pending.state) is not None:
        return
    for place, row in enumerate(pending.seats):
        if row.missed >= HOLDS and row.is_owned and not row.bot:
            bot = registry.bots(pending.game)[0]
            pending.change_player(place, bot=bot)
            pending.times = pending.times.with_seat(row.seat, wanted=pending.time, told=True)
            pending.record("stand_in", row.seat, {"bot": bot, "wanted": True, "missed": row.missed})
