"""Effects of accepted proposals."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from palatine import registry
from palatine.core import rank_last
from palatine.core.scenario import REFEREE
from palatine.matches.clock import add_seconds, now
from palatine.matches.clocks.clocks import SUBSTITUTE_SECONDS, grant_time, initial_times
from palatine.matches.clocks.stored_times import EMPTY, parse_times, times_to_dict
from palatine.matches.fairness import new_id, new_seed
from palatine.matches.play import time_up
from palatine.matches.play.proposal_terms import HOUR, Proposal
from palatine.matches.play.seating import begin_match
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.storage import MatchRow, SeatRow
from palatine.matches.wording import catalogue

replace = msgspec.structs.replace


def _end(pending: PendingWrite, how: str) -> None:
    """End the match without a winner: drawn or called off.

    In the ranking, players who have left come after those still there.
    """
    margin, players = catalogue().say(f"outcome.{how}"), [row.seat for row in pending.seats if row.seat != REFEREE]
    ranks = [list(group) for group in rank_last((tuple(players),), pending.departed_seats)]
    outcome = {"winners": [], "margin": margin, "clause": "", "agreed": how, "ranks": ranks}
    pending.row = replace(pending.row, status="over", outcome=outcome, votes={}, proposals=())
    pending.record("proposal", data={"what": how, "answer": "agreed", "end": True})


def _go_back(context: MatchRuntime, pending: PendingWrite, found: Proposal) -> None:
    """Return the match to its state after `found.at` actions. The count of dice rolled stays."""
    row = pending.row
    if found.ply > row.ply or found.at >= row.ply:
        return  # The match is already at or before that point.
    undone = context.storage.actions_in_force(row.id, found.at, row.ply)
    state = context.state_at(pending.was, found.at).copy()
    state.dice.count = pending.state.dice.count
    pending.rewind(state, found.at)
    pending.is_undone = False
    data = {"version": undone[0].n - 1, "agreed": True, "at": found.at, "by": found.by}
    pending.record("undo", found.by, data)


def _grant(pending: PendingWrite, found: Proposal) -> None:
    if pending.row.clock is None:
        pending.times = grant_time(pending.times, found.by, HOUR * found.hours, pending.time)
        data = {"why": "granted", "hours": found.hours}
        pending.record("flag", found.by, data)
        return
    extended = pending.times.seat(found.by).extended + found.hours
    pending.times = pending.times.with_seat(found.by, extended=extended)
    time_up.extend_turn(pending, found.by, found.hours)


def _rest(pending: PendingWrite, found: Proposal) -> None:
    denied = {**pending.times.denied, f"paused {found.by}": pending.time}
    pending.times = replace(pending.times, denied=denied)
    time_up.pause_clocks(pending, found.by, add_seconds(pending.time, HOUR * found.hours))


def _continue_with_bot(pending: PendingWrite, found: Proposal) -> None:
    if not pending.seat(found.seat).bot and found.seat in pending.row.asked:
        time_up.substitute_bot(pending, found.seat, wanted=add_seconds(pending.time, SUBSTITUTE_SECONDS))


def create_rematch(context: MatchRuntime, finished: LoadedMatch) -> None:
    """Create the agreed rematch with the same time control.

    Players keep their keys and accounts, and their seats unless these are exchanged. Does nothing if the rematch
    exists.
    """
    row, time = finished.row, now()
    times = parse_times(row.times)
    if not times.rematch or context.storage.version(times.rematch) is not None:
        return
    places = [_seat_for_rematch(finished, seat) for seat in finished.seats]
    if times.swapped:
        places = [
            replace(seat, seat=name) for seat, name in zip([*places[1:], places[0]], finished.names, strict=True)
        ]
    fresh = initial_times(times.pace, finished.names) if times.pace else EMPTY
    made = MatchRow(
        id=times.rematch, game=row.game, rules=finished.game.rules_version, scenario=row.scenario, options=row.options,
        title=row.title, seed=new_seed(), created=time, updated=time, forced=row.forced, advice=row.advice,
        clock=row.clock, times=times_to_dict(fresh),
    )  # fmt: skip
    context.storage.create(made, places, hook=context.played_again(row.id, made.id))
    begin_match(context, context.open(made.id))


def _seat_for_rematch(over: LoadedMatch, seat: SeatRow) -> SeatRow:
    is_person = seat.is_owned
    bot = "" if is_person else seat.bot or registry.bots(over.game)[0]
    return replace(seat, number="", missed=0, seated=is_person, bot=bot, name=seat.name or bot)


def _rematch(context: MatchRuntime, pending: PendingWrite, found: Proposal) -> None:
    pending.times = replace(pending.times, rematch=pending.times.again or new_id(), swapped=found.swap)
    pending.record("proposal", found.by, {"what": "rematch", "answer": "agreed"})


def _run_turn(context: MatchRuntime, pending: PendingWrite, found: Proposal) -> None:
    """Let the turn run without waiting for anyone; seats without orders do not count as missing."""
    for row in pending.seats:
        if row.seat in pending.row.asked and not row.bot:
            pending.times = pending.times.with_seat(row.seat, ready=True, must_decide=False)
    for row in pending.seats:
        if pending.times.seat(row.seat).waits:
            pending.times = pending.times.with_seat(row.seat, waits=False)
    pending.record("proposal", found.by, {"what": "run", "answer": "agreed"})


EFFECTS: dict[str, Callable[[MatchRuntime, PendingWrite, Proposal], None]] = {
    "draw": lambda context, pending, found: _end(pending, "draw"),
    "off": lambda context, pending, found: _end(pending, "off"),
    "takeback": _go_back,
    "rematch": _rematch,
    "run": _run_turn,
    "pause": lambda context, pending, found: _rest(pending, found),
    "time": lambda context, pending, found: _grant(pending, found),
    "bot": lambda context, pending, found: _continue_with_bot(pending, found),
}
