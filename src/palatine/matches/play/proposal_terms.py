"""Kinds of proposals: required consent, expiry, meaning of silence, and terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from palatine.core import Unknown, Unreadable
from palatine.matches.clock import add_seconds, seconds_between
from palatine.matches.clocks.calendar import parse_clock
from palatine.matches.clocks.pace import DAY
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.system_entries import SYSTEM
from palatine.matches.runtime.undo import before_last_move
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.storage import MatchRow
from palatine.matches.wording import refused_error

replace = msgspec.structs.replace

HOUR = 3600.0
MAX_SILENT_PAUSE_HOURS = 72.0
"""Maximum hours of a seat's first pause that is granted unless another seat declines."""
MAX_PAUSE_HOURS = 14 * 24.0
REPEAT_SECONDS = DAY
"""Seconds after a declined proposal in which the same seat cannot repeat it."""
MAX_OPEN_PROPOSALS = 3
"""Maximum number of open proposals of one seat."""


class ProposalKind(NamedTuple):
    """The rules by which proposals of one kind are decided."""

    lasts: float
    """Seconds until it expires."""
    silence: bool
    """True if no answer means consent."""
    bots: bool
    """True if bots agree."""
    over: bool = False
    """True if it applies to finished matches."""


KINDS = {
    "draw": ProposalKind(3 * DAY, False, False),
    "takeback": ProposalKind(3 * DAY, False, False),
    "pause": ProposalKind(DAY, False, True),
    "time": ProposalKind(12 * HOUR, True, True),
    "bot": ProposalKind(3 * DAY, False, True),
    "off": ProposalKind(3 * DAY, False, False),
    "run": ProposalKind(DAY, False, True),
    "rematch": ProposalKind(7 * DAY, False, True, over=True),
}


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open proposal of a seat; `n` counts the proposals of a match."""

    n: int
    kind: str
    by: str
    made: str
    expires: str
    of: tuple[str, ...] = ()
    """Seats that must agree."""
    yes: tuple[str, ...] = ()
    """Seats that have agreed."""
    seat: str = ""
    """"bot": the seat for which a bot plays on."""
    hours: float = 0.0
    """"pause" and "time": length in hours."""
    at: int = 0
    """"takeback": number of actions to return to."""
    ply: int = 0
    """"takeback": number of actions when it was proposed."""
    rolls: int = 0
    """"takeback": number of public dice results since, which players will remember."""
    where: str = ""
    """"takeback": the game's public heading of the position to return to."""
    move: str = ""
    """"takeback": the first public journal line of the first action undone; "" if it has none."""
    swap: bool = False
    """"rematch": True if seats are exchanged."""
    silence: bool = False
    """True if it is accepted on expiry."""
    held: str = ""
    """Time until which the proposer's clock is stopped at most."""


def proposals_of(row: MatchRow) -> tuple[Proposal, ...]:
    """Return the open proposals."""
    return tuple([msgspec.convert(each, Proposal) for each in row.proposals])


def check_can_propose(pending: PendingWrite, seat: str, kind: str) -> None:
    row, times = pending.row, pending.times
    wanted = "over" if KINDS[kind].over else "playing"
    if row.status != wanted:
        raise refused_error("not-over" if wanted == "over" else row.status)
    mine = [each for each in proposals_of(row) if each.by == seat]
    if any(each.kind == kind for each in mine) or len(mine) >= MAX_OPEN_PROPOSALS:
        raise refused_error("proposed")
    denied = times.denied.get(f"{kind} {seat}", "")
    if denied and seconds_between(denied, pending.time) < REPEAT_SECONDS:
        raise refused_error("denied")
    if kind == "takeback" and row.clock is not None:
        raise refused_error("takeback-orders")
    if kind == "run" and row.clock is None:
        raise refused_error("no-orders")
    if kind == "time" and not (times.pace is not None or pending.ends):
        raise refused_error("no-deadline" if row.clock is not None else "no-pace")
    if kind == "rematch" and times.rematch:
        raise refused_error("rematch")


def create_proposal(
    context: MatchRuntime, pending: PendingWrite, seat: str, kind: str, terms: Mapping[str, Any]
) -> Proposal:
    """Return a new proposal with checked terms.

    Raises `Unreadable` for invalid terms.
    """
    number = pending.times.numbers + 1
    pending.times = replace(pending.times, numbers=number)
    known = {"seat", "hours", "at", "swap"} & set(terms)
    if set(terms) - known:
        raise Unreadable(
            f"The terms of a proposal are seat, hours, at or swap, not {sorted(set(terms) - known)[0]!r}."
        )
    try:
        said = msgspec.convert(
            {**terms, "n": number, "kind": kind, "by": seat, "made": pending.time, "expires": ""}, Proposal
        )
    except msgspec.ValidationError as error:
        raise Unreadable(f"The terms of the proposal cannot be read: {error}.") from error
    if kind == "takeback" and "at" not in terms:
        said = replace(said, at=_before_last_move(pending, seat))
    said = TERMS[kind](context, pending, said) if kind in TERMS else said
    of = tuple([row.seat for row in pending.seats if row.seat != seat and not pending.was.has_left(row)])
    if kind == "bot" and pending.times.seat(said.seat).up:
        of = ()  # A player who ran out of time has no say: the choice is the opponent's.
    yes = tuple([each for each in of if is_bot_seat(pending, each) and KINDS[kind].bots])
    rule = KINDS[kind]
    return replace(
        said, of=of, yes=yes, expires=add_seconds(pending.time, rule.lasts), silence=said.silence or rule.silence
    )


def is_bot_seat(pending: PendingWrite, seat: str) -> bool:
    return bool(pending.seat(seat).bot)


def _before_last_move(pending: PendingWrite, seat: str) -> int:
    at = before_last_move(pending.was.undo_stack, seat)
    if at is None:
        raise refused_error("takeback-nothing")
    return at


def _takeback(context: MatchRuntime, pending: PendingWrite, said: Proposal) -> Proposal:
    """Return the proposal with what it would undo and the public dice results that stay known."""
    row = pending.row
    if not 0 <= said.at < row.ply:
        raise Unknown(f"Actions 0 to {row.ply - 1} can be gone back to, not {said.at}.")
    records = context.storage.actions_in_force(row.id, said.at, row.ply)
    told = [entry for record in records for entry in record.entries if entry.readers is None and entry.tally]
    where = pending.game.view(context.state_at(pending.was, said.at), None).heading
    public = [
        entry
        for record in records[:1]
        for entry in record.entries
        if entry.readers is None and not entry.kind.startswith(SYSTEM)
    ]
    move = pending.game.prose(public[0]) if public else ""
    return replace(said, ply=row.ply, rolls=len(told), where=where, move=move)


def _pause(context: MatchRuntime, pending: PendingWrite, said: Proposal) -> Proposal:
    if not 0 < said.hours <= MAX_PAUSE_HOURS:
        raise Unreadable(f"A pause lasts up to {MAX_PAUSE_HOURS:.0f} hours, not {said.hours:g}.")
    if pending.times.paused > pending.time:
        raise refused_error("paused")
    is_first = f"paused {said.by}" not in pending.times.denied
    return replace(said, silence=is_first and said.hours <= MAX_SILENT_PAUSE_HOURS)


def _time(context: MatchRuntime, pending: PendingWrite, said: Proposal) -> Proposal:
    """Check the hours of an extension.

    With secret orders, a seat's extensions add up to at most the length of a turn.
    """
    if not 0 < said.hours <= MAX_PAUSE_HOURS:
        raise Unreadable(f"Up to {MAX_PAUSE_HOURS:.0f} hours can be asked for, not {said.hours:g}.")
    if pending.row.clock is not None:
        clock = parse_clock(pending.row.clock)
        length = clock.hours or 24.0 * 7 / len(clock.days)
        if pending.times.seat(said.by).extended + said.hours > length:
            raise refused_error("no-more-time", hours=round(length))
    return said


def _bot(context: MatchRuntime, pending: PendingWrite, said: Proposal) -> Proposal:
    pending.was.check_seat(said.seat)
    if said.seat == said.by or pending.seat(said.seat).bot or pending.was.has_left(pending.seat(said.seat)):
        raise refused_error("no-stand-in", seat=pending.was.titles(said.by)[said.seat])
    if said.seat not in pending.row.asked:
        raise refused_error("not-asked", seat=pending.was.titles(said.by)[said.seat])
    return replace(said, silence=pending.times.pace is None)


def is_accepted_by_silence(proposal: Proposal) -> bool:
    """Return whether the proposal is accepted on expiry.

    A bot may play on only if all but the absent player have agreed.
    """
    return proposal.silence and (proposal.kind != "bot" or {*proposal.of} - {*proposal.yes} <= {proposal.seat})


TERMS: dict[str, Callable[[MatchRuntime, PendingWrite, Proposal], Proposal]] = {
    "takeback": _takeback, "pause": _pause, "time": _time, "bot": _bot,
}  # fmt: skip
