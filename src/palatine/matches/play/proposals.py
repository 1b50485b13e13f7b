"""Proposals that need consent: draw, takeback, pause, time, bot, calling off, rematch.

All kinds share the same rules: seats that must agree, expiry, and the meaning of silence. Bots agree to what has no
cost for anyone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Unknown
from palatine.matches.clock import add_seconds
from palatine.matches.clocks.clocks import resume_clocks, stop_clocks
from palatine.matches.clocks.stored_times import parse_times
from palatine.matches.errors import Conflict
from palatine.matches.fairness import new_id
from palatine.matches.play.proposal_effects import EFFECTS, create_rematch
from palatine.matches.play.proposal_terms import (
    KINDS,
    Proposal,
    check_can_propose,
    create_proposal,
    is_accepted_by_silence,
    is_bot_seat,
    proposals_of,
)
from palatine.matches.play.time_up import change_for_seat
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import refused_error

replace = msgspec.structs.replace


def propose(context: MatchRuntime, /, match: str, key: SeatKey, kind: str, version: int, **terms: Any) -> MatchInfo:
    """Propose something to the other players, at the version that the seat saw.

    A proposal that needs no consent takes effect immediately. `kind` is "draw", "takeback" (`at`: number of actions
    to return to; without it, before the last move of the seat), "pause" (`hours`), "time" (`hours` more), "bot"
    (plays on for `seat`), "run" (runs the turn) or "off" (calls the match off, unrated); in a finished match it is
    "rematch" (`swap`: with seats exchanged). Raises `Unknown` for an unknown kind, `Unreadable` for invalid terms,
    `Refused` if it cannot be proposed now, and `Conflict` if the match is at another version.
    """
    if kind not in KINDS:
        raise Unknown(f"There is no proposal {str(kind)[:32]!r}; there are {', '.join(KINDS)}.")

    def make(pending: PendingWrite, seat: str) -> None:
        if pending.was.row.version != version:
            view = match_view(context, pending.was, seat, max(0, version))
            raise Conflict(view, version)
        check_can_propose(pending, seat, kind)
        made = create_proposal(context, pending, seat, kind, terms)
        _record_answer(pending, seat, made, "asked")
        if set(made.of) <= set(made.yes):
            _carry_out(context, pending, made)
        elif any(is_bot_seat(pending, each) for each in made.of) and not KINDS[kind].bots:
            _decline(pending, made, next(each for each in made.of if is_bot_seat(pending, each)))
        else:
            _store_proposals(pending, [*proposals_of(pending.row), _holding(pending, made)])

    return _settled(context, change_for_seat(context, match, key, make, finished=True)).info()


def _holding(pending: PendingWrite, made: Proposal) -> Proposal:
    """Return the proposal with the proposer's clock stopped while it is open.

    The clock is stopped for at most the free reply time.
    """
    pace, seat = pending.times.pace, pending.times.seat(made.by)
    if pace is None or not seat.asked or not pace.reply:
        return made
    held = add_seconds(pending.time, pace.reply)
    pending.times = stop_clocks(pending.times, pending.time, held, made.by)
    return replace(made, held=held)


# Answers


def answer(context: MatchRuntime, match: str, key: SeatKey, n: int, *, yes: bool) -> MatchInfo:
    """Answer a proposal.

    Raises `Refused` if it does not exist or is not for this seat to answer.
    """

    def say(pending: PendingWrite, seat: str) -> None:
        found = _find(pending, n)
        if seat not in found.of:
            raise refused_error("not-yours")
        if seat in found.yes and yes:
            return
        _record_answer(pending, seat, found, "yes" if yes else "no")
        if not yes:
            _decline(pending, found, "")
            return
        agreed = replace(found, yes=(*found.yes, seat))
        if set(agreed.of) <= set(agreed.yes):
            _carry_out(context, pending, agreed)
        else:
            _store_proposals(pending, [agreed if each.n == n else each for each in proposals_of(pending.row)])

    return _settled(context, change_for_seat(context, match, key, say, finished=True)).info()


def withdraw(context: MatchRuntime, match: str, key: SeatKey, n: int) -> MatchInfo:
    """Withdraw one of the seat's own proposals. Raises `Refused` if it is not the seat's."""

    def take(pending: PendingWrite, seat: str) -> None:
        found = _find(pending, n)
        if found.by != seat:
            raise refused_error("not-yours")
        _remove_proposal(pending, found)
        _record_answer(pending, seat, found, "withdrawn")

    return change_for_seat(context, match, key, take, finished=True).info()


def _find(pending: PendingWrite, n: int) -> Proposal:
    for each in proposals_of(pending.row):
        if each.n == n:
            return each
    raise refused_error("no-proposal")


def rematch(context: MatchRuntime, match: str, key: SeatKey) -> str:
    """Return the id of the agreed rematch for a player of this match, or ""."""
    loaded = context.open(match)
    loaded.seat_index(key)
    return parse_times(_settled(context, loaded).row.times).rematch


def repeat_match(context: MatchRuntime, match: str, key: SeatKey, *, swap: bool = False) -> str:
    """Return the id of a new match with the settings of a finished one, agreed or not.

    Repeated calls return the same id.
    """

    def settle(pending: PendingWrite, seat: str) -> None:
        if not (pending.times.rematch or pending.times.again):
            pending.times = replace(pending.times, again=new_id())
            pending.record(
                "proposal", seat, {"what": "rematch", "answer": "asked"} | ({"swap": True} if swap else {})
            )

    times = parse_times(_settled(context, change_for_seat(context, match, key, settle, finished=True)).row.times)
    return times.rematch or times.again


def expire(context: MatchRuntime, pending: PendingWrite) -> None:
    """Decide expired proposals.

    At a deadline, pauses and extensions that silence accepts are decided too.
    """
    is_late = bool(pending.ends) and pending.ends <= pending.time
    for each in proposals_of(pending.row):
        if each not in proposals_of(pending.row):
            continue  # An earlier proposal of this loop has settled it.
        if each.expires <= pending.time or (is_late and each.kind in ("time", "pause") and each.silence):
            if is_accepted_by_silence(each):
                _carry_out(context, pending, each)
            else:
                _remove_proposal(pending, each)
                _record_answer(pending, each.by, each, "lapsed")


# Effects


def _decline(pending: PendingWrite, found: Proposal, bot: str) -> None:
    _remove_proposal(pending, found)
    denied = {**pending.times.denied, f"{found.kind} {found.by}": pending.time}
    pending.times = replace(pending.times, denied=denied)
    if bot:
        _record_answer(pending, bot, found, "no")


def _carry_out(context: MatchRuntime, pending: PendingWrite, found: Proposal) -> None:
    _remove_proposal(pending, found)
    EFFECTS[found.kind](context, pending, found)


def _settled(context: MatchRuntime, loaded: LoadedMatch) -> LoadedMatch:
    """Create the rematch after the agreement has been written."""
    create_rematch(context, loaded)
    return loaded


def _remove_proposal(pending: PendingWrite, found: Proposal) -> None:
    """Remove a decided proposal and restart the proposer's clock."""
    _store_proposals(pending, [each for each in proposals_of(pending.row) if each.n != found.n])
    if found.held > pending.time:
        pending.times = resume_clocks(pending.times, pending.time, found.held, found.by)


def _store_proposals(pending: PendingWrite, found: list[Proposal]) -> None:
    kept: tuple[dict[str, Any], ...] = tuple([msgspec.to_builtins(each) for each in found])
    pending.row = replace(pending.row, proposals=kept)


def _record_answer(pending: PendingWrite, seat: str, found: Proposal, answered: str) -> None:
    data: dict[str, Any] = {"what": found.kind, "n": found.n, "answer": answered, "by": found.by}
    extra = {"to": found.seat, "hours": found.hours, "at": found.at, "rolls": found.rolls, "swap": found.swap}
    extra |= {"where": found.where, "move": found.move}
    extra["count"] = found.ply - found.at if found.kind == "takeback" else 0
    pending.record("proposal", seat, data | {name: value for name, value in extra.items() if value})
