"""Readiness of seats in secret orders, independent of the sheets handed in."""

from __future__ import annotations

from palatine.matches.play.time_up import change_for_seat
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import refused_error


def set_ready(context: MatchRuntime, match: str, key: SeatKey, *, ready: bool = True) -> MatchInfo:
    """Set whether the turn may run without waiting for the seat.

    An unchanged flag is not recorded again. Raises `Refused` if the match has no secret orders, if the seat is out,
    or if a bot has it.
    """

    def say(pending: PendingWrite, seat: str) -> None:
        if pending.row.clock is None:
            raise refused_error("no-orders")
        if seat not in pending.orders_game.seats_due(pending.state):
            raise refused_error("out")
        if pending.seat(seat).bot:
            raise refused_error("lent", bot=pending.seat(seat).bot)
        has_handed_in = seat in pending.row.handed
        flags = {"ready": ready and not has_handed_in, "waits": has_handed_in and not ready}
        before = pending.times.seat(seat)
        is_so = not (ready and before.must_decide)
        if is_so and (before.ready, before.waits) == (flags["ready"], flags["waits"]):
            return
        pending.times = pending.times.with_seat(seat, must_decide=before.must_decide and not ready, **flags)
        if ready and pending.seat(seat).missed:
            pending.change_player(pending.was.names.index(seat), missed=0)
        pending.record("ready", seat, {"ready": ready, "turn": pending.row.turn})

    return change_for_seat(context, match, key, say).info()
