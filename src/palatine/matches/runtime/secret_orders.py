"""Changes of matches with secret orders: sheets, turns, votes and removed players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Sheet
from palatine.core.scenario import REFEREE
from palatine.matches.clocks.calendar import deadline_after, parse_clock
from palatine.matches.clocks.stored_times import Times
from palatine.matches.runtime.failures import RulesCall
from palatine.matches.runtime.transitions import eject_player, resolve_turn, with_sheet
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.storage import Record
from palatine.matches.wording import catalogue


def hand_in(
    pending: PendingWrite,
    seat: str,
    text: str,
    sheet: Sheet,
    *,
    late: bool = False,
    extra_data: dict[str, Any] | None = None,
) -> None:
    """Hand in a sheet, in place of an earlier one.

    All players learn that a seat has handed in; only the seat itself learns that a sheet was replaced. A sheet that
    the server creates for a `late` seat does not count as its own. `extra_data` is added to the record, for example a
    bot's expectation.
    """
    place = pending.was.names.index(seat)
    again = seat in pending.row.handed
    assert pending.views is not None
    pending.views = pending.views.with_state(with_sheet(pending.orders_game, pending.state, seat, sheet))
    data: dict[str, Any] = {"turn": pending.row.turn, "text": text, **(extra_data or {})}
    if late:
        pending.record("hand_in", seat, {**data, "late": True})
        return
    if pending.seats[place].missed:
        pending.change_player(place, missed=0)
    if pending.times.seat(seat).ready or pending.times.seat(seat).must_decide:
        pending.times = pending.times.with_seat(seat, ready=False, must_decide=False)
    pending.record("hand_in", seat, {**data, "again": True} if again else data)
    _count_votes(pending, {each: who for each, who in pending.row.votes.items() if each != seat})


def missing_seats(pending: PendingWrite, by: str = "") -> tuple[str, ...]:
    """Return the seats with orders to give that have neither handed in nor declared readiness.

    A referee who runs the turn (`by`) is not missing.
    """
    if pending.row.lesson is not None:
        return ()
    return tuple([
        seat
        for seat in pending.orders_game.actors(pending.state)
        if not (seat == by == REFEREE)  # Running the turn is all that a referee must do.
        and not _is_excused(pending, seat)
    ])  # fmt: skip


def _is_excused(pending: PendingWrite, seat: str) -> bool:
    time = pending.times.seat(seat)
    if time.ready or time.away > pending.time:
        return True
    game, state = pending.orders_game, pending.state
    return not game.characters(state, seat) and not game.suggest(state, seat, None, None)


def run_turn(pending: PendingWrite, reason: str, by: str = "", missing: tuple[str, ...] | None = None) -> None:
    """Run the turn because of `reason`.

    "all": all have handed in. "deadline": time is up. "called": `by` requests it. `missing` are the missing seats for
    which the server has created sheets.
    """
    turn = pending.row.turn
    if missing is None:
        missing = missing_seats(pending, by)
    pending.doing = RulesCall("turn", state=pending.state)
    state, rolls, entries = resolve_turn(pending.orders_game, pending.state)
    pending.advance(state)
    data = {"turn": turn, "why": reason, "missing": list(missing)}
    pending.record("turn", by, data, rolls=rolls, entries=entries)
    for place, row in enumerate(pending.seats):
        missed = row.missed + 1 if row.seat in missing else 0
        if missed != row.missed:
            pending.change_player(place, missed=missed)
    last = pending.times.due or pending.ends if reason == "deadline" else ""
    opens = max(pending.time, pending.times.paused)
    pending.ends = deadline_after(parse_clock(pending.row.clock), opens, last)
    pending.times = _times_of_new_turn(pending.times)
    proposals = tuple([each for each in pending.row.proposals if each["kind"] != "run"])
    turn = state.turn if state.outcome is None else turn + 1
    pending.row = msgspec.structs.replace(pending.row, turn=turn, proposals=proposals)


def _times_of_new_turn(times: Times) -> Times:
    seats = {
        name: msgspec.structs.replace(seat, ready=False, waits=False, must_decide=False)
        if seat.ready or seat.waits or seat.must_decide
        else seat
        for name, seat in times.seats.items()
    }
    return msgspec.structs.replace(times, seats=seats, early="", moved=False, graced=False, called=False, due="")


def vote(pending: PendingWrite, voter: str, against: str, *, out: bool) -> None:
    """Record a vote to remove a player, or its withdrawal."""
    given = pending.row.votes.get(against, [])
    now = [*given, voter] if out else [each for each in given if each != voter]
    pending.record("vote", voter, {"against": against, "out": out})
    _count_votes(pending, {**pending.row.votes, against: now})


def vote_to_end(pending: PendingWrite, voter: str, departed: str, *, out: bool) -> None:
    """Record a vote to end a match that `departed` has left, or its withdrawal.

    When all remaining players agree, the match is over and they share the win.
    """
    given = pending.row.votes.get(departed, [])
    pending.record("vote", voter, {"against": departed, "out": out, "end": True})
    _count_votes(pending, {departed: [*given, voter] if out else [each for each in given if each != voter]})
    persons = [row.seat for row in pending.seats if row.is_owned]
    if set(persons) <= set(pending.row.votes.get(departed, [])):
        there = [row.seat for row in pending.seats if not pending.was.has_left(row)]
        players = [row.seat for row in pending.seats if row.seat != REFEREE]
        ranks = [[seat for seat in players if seat in there], [seat for seat in players if seat not in there]]
        margin = catalogue().say("outcome.ended", seat=departed)
        outcome = {"winners": there, "margin": margin, "clause": "", "ended": departed, "ranks": ranks}
        pending.row = msgspec.structs.replace(pending.row, status="over", outcome=outcome, votes={})
        pending.record("end", departed)


def _count_votes(pending: PendingWrite, votes: dict[str, list[str]]) -> None:
    kept = {seat: voters for seat, voters in votes.items() if voters}
    if kept != pending.row.votes:
        pending.row = msgspec.structs.replace(pending.row, votes=kept)


def remove_player(pending: PendingWrite, seat: str, reason: str, by: str = "") -> None:
    """Remove a player for good, because of `reason`.

    "vote": other players voted for it. "referee": the referee decided it. "time": the player ran out of time. "self":
    the player resigned. The seat's key becomes invalid. The game decides what happens to the player's forces. While
    they still require decisions, a bot makes them.
    """
    pending.doing = RulesCall("eject", seat, state=pending.state)
    state, rolls, entries = eject_player(pending.game, pending.state, seat)
    pending.advance(state)
    is_done = pending.game.orders and seat not in pending.orders_game.seats_due(state)
    goes_on = state.outcome is None and not is_done
    bot = registry.bots(pending.game)[0] if goes_on else ""
    pending.change_player(pending.was.names.index(seat), key="", owner="", bot=bot, missed=0)
    pending.record("eject", seat, {"why": reason, "by": by, "bot": bot}, rolls=rolls, entries=entries)
    votes = {each: [v for v in voters if v != seat] for each, voters in pending.row.votes.items() if each != seat}
    _count_votes(pending, votes)


def sheets_by_ply(records: Iterable[Record]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the ply after each turn with the sheets it was run with, by seat."""
    given: dict[str, str] = {}
    for record in records:
        if record.kind == "hand_in":
            given[record.seat] = record.data.get("text", "")
        elif record.kind in ("turn", "undo"):
            if record.kind == "turn":
                yield record.ply, given
            given = {}
