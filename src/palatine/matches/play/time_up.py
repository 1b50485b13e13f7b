"""Timeouts in matches of single actions, substitutes, and the choices of opponents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Unreadable
from palatine.matches.clock import add_seconds, now, seconds_between
from palatine.matches.clocks.clocks import (
    CHOICE_SECONDS,
    SUBSTITUTE_SECONDS,
    expiry_of,
    grant_time,
    resume_clocks,
    stop_clocks,
)
from palatine.matches.clocks.pace import DAY, Pace
from palatine.matches.clocks.quiet_hours import parse_quiet_hours
from palatine.matches.clocks.stored_times import Times
from palatine.matches.play.bots import continue_play
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import busy_error, catalogue, refused_error

replace = msgspec.structs.replace

MAX_ATTEMPTS = 20
MAX_GIVEN_SECONDS = 14 * DAY
"""Maximum seconds granted in one call."""
MAX_VACATION = 21 * DAY
OUTAGE_MARGIN_SECONDS = 3600.0
"""Seconds after an outage within which a deadline is extended by the length of the outage."""
FAR = "9999-12-31T00:00:00.000Z"


# Due times


def handle_due_seats(pending: PendingWrite) -> None:
    """Handle what is due in a match of single actions: timeouts, missed choices, seats to open."""
    times = pending.times
    if times.paused and times.paused <= pending.time:
        pending.times = replace(times, paused="")
    for name in pending.was.names:
        if pending.row.status != "playing":
            return
        seat = pending.times.seat(name)
        if seat.up:
            if add_seconds(seat.up, CHOICE_SECONDS) <= pending.time:
                _win(pending, name, "")
        elif seat.asked and expiry_of(seat) <= pending.time:
            _time_is_up(pending, name)
        if seat.wanted and not seat.told and seat.wanted <= pending.time:
            pending.times = pending.times.with_seat(name, told=True)
            pending.record("flag", name, {"why": "wanted"})


def _time_is_up(pending: PendingWrite, seat: str) -> None:
    """Apply the time control's timeout rule."""
    pace = pending.times.pace
    assert pace is not None
    what = _timeout_rule(pending, pace, seat)
    pending.record("flag", seat, {"why": "up"} | ({"choice": True} if what == "choose" else {}))
    if what == "choose":
        pending.times = pending.times.with_seat(seat, up=pending.time)
    elif what == "forfeit":
        _let_seat_lose(pending, seat)
    else:
        substitute_bot(
            pending, seat, wanted=pending.time if what == "open" else add_seconds(pending.time, SUBSTITUTE_SECONDS)
        )


def _timeout_rule(pending: PendingWrite, pace: Pace, seat: str) -> str:
    """Return the timeout rule that applies: only a human opponent in a match of two can choose."""
    if pace.time_up != "choose":
        return pace.time_up
    others = [row for row in pending.seats if row.seat != seat]
    return "choose" if len(others) == 1 and others[0].is_owned and not others[0].bot else "bot"


def _let_seat_lose(pending: PendingWrite, seat: str) -> None:
    """Let a seat lose: of two the other wins, of more the others play on without it."""
    others = [row for row in pending.seats if row.seat != seat and row.is_owned]
    if len(pending.seats) > 2 and others:
        secret_orders.remove_player(pending, seat, "time")
    else:
        _win(pending, seat, "")


def _win(pending: PendingWrite, seat: str, by: str) -> None:
    """End the match because a seat ran out of time."""
    winners = [row.seat for row in pending.seats if row.seat != seat]
    margin = catalogue().say("outcome.timed", seat=seat)
    outcome = {"winners": winners, "margin": margin, "clause": "", "timed": seat, "ranks": [winners, [seat]]}
    pending.row = replace(pending.row, status="over", outcome=outcome, votes={}, proposals=())
    pending.record("flag", seat, {"why": "won", "by": by, "end": True})


def substitute_bot(pending: PendingWrite, seat: str, *, wanted: str) -> None:
    """Let a bot play the seat until its player returns or another sits down."""
    bot = registry.bots(pending.game)[0]
    pending.change_player(pending.was.names.index(seat), bot=bot)
    pending.times = pending.times.with_seat(seat, up="", wanted=wanted, told=wanted <= pending.time)
    pending.record("stand_in", seat, {"bot": bot} | ({"wanted": True} if wanted <= pending.time else {}))
    if pending.views is not None:
        pending.play_forced()


# Choices of other players


def claim_win(context: MatchRuntime, match: str, key: SeatKey) -> MatchInfo:
    """Win because the opponent ran out of time. Raises `Refused` if that is not so."""
    return change_for_seat(
        context, match, key, lambda pending, seat: _win(pending, seat_out_of_time(pending, seat), seat)
    ).info()


def seat_out_of_time(pending: PendingWrite, seat: str) -> str:
    """Return the seat that ran out of time and whose opponent this seat is.

    Raises `Refused` without one.
    """
    for row in pending.seats:
        if row.seat != seat and pending.times.seat(row.seat).up:
            return row.seat
    raise refused_error("not-up")


def give_time(context: MatchRuntime, match: str, key: SeatKey, to: str, hours: float) -> MatchInfo:
    """Give another seat time; with secret orders, the player who runs the turns gives it to all."""

    def give(pending: PendingWrite, seat: str) -> None:
        pending.was.check_seat(to)
        if pending.row.clock is not None and seat != pending.was.master:
            raise refused_error("not-master")
        _check_hours(hours)
        if pending.row.clock is not None:
            extend_turn(pending, seat, hours)
            return
        if to == seat:
            raise refused_error("own-time")
        if pending.times.pace is None:
            raise refused_error("no-pace")
        pending.times = grant_time(pending.times, to, 3600 * hours, pending.time)
        pending.record("flag", to, {"why": "given", "by": seat, "hours": hours})

    return change_for_seat(context, match, key, give).info()


def _check_hours(hours: float) -> None:
    if not 0 < 3600 * hours <= MAX_GIVEN_SECONDS:
        raise Unreadable(f"Up to {MAX_GIVEN_SECONDS / 3600:.0f} hours can be given at once, not {hours:g}.")


def extend_turn(pending: PendingWrite, by: str, hours: float) -> None:
    """Extend the deadline of the open turn."""
    if not pending.ends:
        raise refused_error("no-deadline")
    pending.times = replace(pending.times, due=pending.times.due or pending.ends)
    pending.ends = add_seconds(max(pending.ends, pending.time), 3600 * hours)
    data = {"why": "later", "turn": pending.row.turn, "hours": hours, "until": pending.ends}
    pending.record("flag", by, data)


# Pauses, vacations, quiet hours


def pause_clocks(pending: PendingWrite, by: str, until: str) -> None:
    """Stop all clocks until a time."""
    pending.times = replace(stop_clocks(pending.times, pending.time, until), paused=until, paused_by=by)
    if pending.ends:
        pending.times = replace(pending.times, due="")
        pending.ends = add_seconds(until, max(3600.0, seconds_between(pending.time, pending.ends)))
    pending.record("pause", by, {"until": until})


def set_vacation(context: MatchRuntime, match: str, key: SeatKey, until: str) -> MatchInfo:
    """Set the seat's vacation to end at `until`; "" ends it now.

    During a vacation the seat's clock does not run and it misses no turn. The record of a game of secret orders says
    who gives the orders meanwhile.
    """

    def leave(pending: PendingWrite, seat: str) -> None:
        if until and not pending.time < until <= add_seconds(pending.time, MAX_VACATION):
            raise Unreadable("A vacation ends within the next 21 days.")
        pending.times = _with_vacation(pending.times, seat, pending.time, until)
        data: dict[str, Any] = {"away": until} if until else {"back": True}
        if until and pending.row.clock is not None:
            data["orders"] = "bot" if pending.seat(seat).bot else "nobody"
        pending.record("pause", seat, data)

    return change_for_seat(context, match, key, leave).info()


def _with_vacation(times: Times, seat: str, time: str, until: str) -> Times:
    was = times.seat(seat).away
    if until >= was:
        return stop_clocks(times, time, until, seat).with_seat(seat, away=until)
    return resume_clocks(times.with_seat(seat, away=until), max(time, until), was, seat)


def set_quiet_hours(
    context: MatchRuntime, match: str, key: SeatKey, start: str, end: str, zone: str, *, own: bool = True
) -> MatchInfo:
    """Set the seat's quiet hours, for example "23:00" to "07:00" in "Europe/Berlin".

    "" and "" remove them. They stop the free reply time, from the seat's next hand-over. `own` is False if they apply
    to all matches of the player.
    """
    rest = parse_quiet_hours(start, end, zone) if start or end else None

    def settle(pending: PendingWrite, seat: str) -> None:
        pending.times = pending.times.with_seat(seat, rest=rest, own_rest=own)
        pending.record("pause", seat, {"rest": True})

    return change_for_seat(context, match, key, settle).info()


def end_pause(context: MatchRuntime, match: str, key: SeatKey) -> MatchInfo:
    """End a pause early, for the player who requested it or the one who runs the turns."""

    def resume(pending: PendingWrite, seat: str) -> None:
        times, time = pending.times, pending.time
        if times.paused <= time:
            raise refused_error("not-paused")
        if seat not in (pending.was.master, times.paused_by):
            raise refused_error("not-your-pause", seat=pending.was.titles(seat)[times.paused_by])
        if pending.ends:
            pending.ends = add_seconds(pending.ends, -seconds_between(time, times.paused))
        pending.times = replace(resume_clocks(times, time, times.paused), paused="")
        pending.record("pause", seat, {"over": True})

    return change_for_seat(context, match, key, resume).info()


# Outages


def add_outage(context: MatchRuntime, start: str, end: str | None = None) -> int:
    """Stop all clocks from `start` to `end` (default: now) because of an outage.

    Returns the number of affected matches.
    """
    found, end = 0, end or now()
    for match in context.storage.overdue_matches(FAR):
        for _ in range(MAX_ATTEMPTS):
            loaded = context.open(match)
            if loaded.row.status != "playing" or loaded.row.stuck:
                break
            pending = PendingWrite(loaded)
            pending.time = max(pending.time, end)
            if not _add_outage(pending, start, end):
                break
            pending.record("pause", data={"outage": True})
            if context.write(pending) is not None:
                found += 1
                break
    return found


def _add_outage(pending: PendingWrite, start: str, end: str) -> bool:
    """Move the times by the outage; a deadline only if it falls in the outage or soon after it."""
    before = pending.times, pending.ends
    pending.times = stop_clocks(pending.times, start, end)
    if start < pending.ends < add_seconds(end, OUTAGE_MARGIN_SECONDS):
        pending.times = replace(pending.times, due=pending.times.due or pending.ends)
        pending.ends = add_seconds(pending.ends, seconds_between(start, end))
    later = [
        each | {"expires": add_seconds(str(each["expires"]), seconds_between(start, end))}
        for each in pending.row.proposals
    ]
    if later:
        pending.row = replace(pending.row, proposals=tuple(later))
    return before != (pending.times, pending.ends) or bool(later)


def change_for_seat(
    context: MatchRuntime,
    match: str,
    key: SeatKey,
    apply: Callable[[PendingWrite, str], None],
    *,
    finished: bool = False,
) -> LoadedMatch:
    """Change a match for the seat of `key`, with retries if the match changes meanwhile.

    The match must be in play, unless `finished` is set.
    """
    for _ in range(MAX_ATTEMPTS):
        loaded = context.open(match)
        place = loaded.seat_index(key)
        if loaded.row.lesson is not None:
            raise refused_error("lesson")
        if loaded.row.status != "playing" and not finished:
            raise refused_error(loaded.row.status)
        pending = PendingWrite(loaded)
        with context.guard_rules(pending):
            apply(pending, loaded.names[place])
        if not pending.records:
            return loaded
        written = context.write(pending)
        if written is not None:
            return continue_play(context, written)
    raise busy_error()
