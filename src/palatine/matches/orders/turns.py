"""Due work of matches, running turns of secret orders, and votes on absent players."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from time import perf_counter

from palatine import metrics
from palatine.core import Refused
from palatine.core.scenario import REFEREE
from palatine.matches.clock import now
from palatine.matches.clocks.calendar import parse_clock
from palatine.matches.clocks.stored_times import parse_times
from palatine.matches.errors import MatchStuck, StorageError
from palatine.matches.orders import lateness
from palatine.matches.orders.sheets import MAX_ATTEMPTS, match_in_play
from palatine.matches.play import proposals, time_up
from palatine.matches.play.bots import continue_play
from palatine.matches.responses import MatchView
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.failures import Failure
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.seat_warnings import HOLDS
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import busy_error, refused_error

log = logging.getLogger(__name__)


def run_turn(context: MatchRuntime, match: str, key: SeatKey | None = None) -> MatchView:
    """Run the turn now.

    It may run if all have handed in, if its time is up, or if the player who runs the turns requests it. Raises
    `Refused` otherwise.
    """
    for _ in range(MAX_ATTEMPTS):
        loaded = match_in_play(context, match)
        seat = None if key is None else loaded.seat_of(key)
        why = _why_now(context, loaded, seat, now())
        if not why:
            raise _too_early_refusal(loaded, seat)
        written = _run(context, loaded, why, seat or "")
        if written is not None:
            return match_view(context, continue_play(context, written), seat, loaded.row.version)
    raise busy_error()


def _why_now(context: MatchRuntime, loaded: LoadedMatch, seat: str | None, time: str) -> str:
    """Return the reason for which the turn may run at this time; "" if it may not."""
    row = loaded.row
    times = parse_times(row.times)
    if loaded.deadline and loaded.deadline <= time and not context.is_awaited(row.id, loaded.deadline):
        return "deadline"
    is_all = not any(not loaded.seats[loaded.names.index(each)].bot for each in row.asked)
    is_early = parse_clock(row.clock).early and not (times.early > time or times.paused > time)
    if is_all and (is_early or not loaded.deadline):
        return "all"
    return "called" if seat is not None and seat == loaded.available_master else ""


def _too_early_refusal(loaded: LoadedMatch, seat: str | None) -> Refused:
    if loaded.row.asked:
        return refused_error("not-all", seats=[loaded.titles(seat)[each] for each in loaded.row.asked])
    return refused_error("not-time")


def _run(context: MatchRuntime, loaded: LoadedMatch, why: str, by: str) -> LoadedMatch | None:
    begun = perf_counter()
    pending = PendingWrite(loaded)
    if why == "deadline":
        proposals.expire(context, pending)
        lateness.handle_deadline(context, pending)
    else:
        lateness.run_with_bot_sheets(context, pending, why, by if why == "called" else "")
    written = context.write(pending)
    metrics.TURN_SECONDS.add(perf_counter() - begun, loaded.row.game)
    return written


def claim_deadlines(
    context: MatchRuntime,
    time: str | None = None,
    claim: Callable[[str], AbstractContextManager[bool]] = lambda match: nullcontext(True),
) -> list[str]:
    """Process what is due at `time` (ISO 8601, UTC) in the matches that `claim` grants.

    Turns and seats whose time is up and proposals that expire are due. Returns the ids of the matches in which this
    call was the first. Every worker calls this every few seconds, and each due item is processed once.
    """
    at = time or now()
    claimed = []
    for match in context.storage.overdue_matches(at):
        try:
            with claim(match) as is_mine:
                written = _handle_due_match(context, context.open(match), at) if is_mine else None
            if written is not None:
                claimed.append(match)
                continue_play(context, written)
        except StorageError:
            raise
        except MatchStuck:
            continue
        except Exception:  # An error in one match must not delay the others.
            log.exception("Due work failed: match=%s", match)
    return claimed


def _handle_due_match(context: MatchRuntime, loaded: LoadedMatch, at: str) -> LoadedMatch | None:
    """Handle a passed deadline; return None if there is none or another process was faster."""
    row = loaded.row
    if not row.deadline or row.deadline > at:
        return None
    if row.stuck and Failure.of_row(row).what == "turn":
        return None  # It is retried on request or at the next start.
    if row.clock is not None and row.status == "playing" and context.is_awaited(row.id, row.deadline):
        return None
    pending = PendingWrite(loaded)
    pending.time = max(pending.time, at)
    proposals.expire(context, pending)
    if pending.row.status == "playing":
        if row.clock is None:
            with context.guard_rules(pending, by_server=True):
                time_up.handle_due_seats(pending)
        else:
            lateness.handle_due(context, pending)
    return context.write(pending)


# Absent players


def vote(context: MatchRuntime, match: str, key: SeatKey, against: str, *, out: bool = True) -> MatchView:
    """Vote to remove an absent player from a seat.

    The referee's vote, or more than half of the other players, decides. Raises `Refused` unless the seat has missed
    `HOLDS` turns in a row.
    """
    for _ in range(MAX_ATTEMPTS):
        loaded = match_in_play(context, match)
        seat = loaded.seat_of(key)
        loaded.check_seat(against)
        row = loaded.seats[loaded.names.index(against)]
        if seat == against or row.bot or not row.is_owned:
            raise refused_error("no-vote", seat=loaded.titles(seat)[against])
        if row.missed < HOLDS:
            told = {"seat": loaded.titles(seat)[against], "missed": row.missed, "turns": HOLDS}
            raise refused_error("not-missed", **told)
        if (seat in loaded.row.votes.get(against, [])) == out and seat != REFEREE:
            return match_view(context, loaded, seat, loaded.row.version)
        pending = PendingWrite(loaded)
        with context.guard_rules(pending):
            secret_orders.vote(pending, seat, against, out=out)
            if out and seat == REFEREE:
                secret_orders.remove_player(pending, against, "referee", seat)
            elif 2 * len(pending.row.votes.get(against, [])) > len(_voters(loaded, against)):
                secret_orders.remove_player(pending, against, "vote")
        written = context.write(pending)
        if written is not None:
            return match_view(context, continue_play(context, written), seat, loaded.row.version)
    raise busy_error()


def _voters(loaded: LoadedMatch, against: str) -> list[str]:
    """Return the seats that may vote: those of players who were not absent lately."""
    return [
        row.seat
        for row in loaded.seats
        if row.is_owned and not row.bot and row.seat != against and row.missed < HOLDS
    ]
