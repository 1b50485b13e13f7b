"""Seats that are somebody's: sitting down on a free one, taking over, and going for good."""

from __future__ import annotations

from collections.abc import Callable

from palatine import registry
from palatine.table.errors import Forbidden
from palatine.table.keys import Holder, SeatKey
from palatine.table.matches.context import TableContext
from palatine.table.matches.loaded import LoadedMatch
from palatine.table.matches.unit_of_work import PendingWrite
from palatine.table.play.bots import go_on
from palatine.table.play.seating import ATTEMPTS, all_sit, has_numbers
from palatine.table.text import number_of, short
from palatine.table.wording import busy, refused


def sit_down(
    context: TableContext, match: str, holder: Holder, name: str, number: str | None, *, is_host: bool = False
) -> LoadedMatch:
    """An account sits down on a free seat, which is its own from then on; a key to it opens nothing any more.

    Before play it adds its number for the dice, the host after others none. Raises Unknown when there is no such
    seat, Refused when it is not free.
    """

    def sit(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        if not pending.was.is_free(row):
            raise refused("not-free", seat=row.seat)
        said = short(name) or row.name or row.seat
        pending.why = "replaced"
        if pending.row.status == "open":
            added = "" if is_host and has_numbers(pending, place) else number_of(number)
            pending.reseat(place, name=said, number=added, seated=True, key="", holder=holder.account)
            pending.record("sit", row.seat, {"name": said, "number": added})
            begin_if_full(pending)
        else:
            pending.reseat(
                place, name=said, seated=True, key="", holder=holder.account, bot="", missed=0
            )  # the number stays: the dice are made of it
            _forget_habits(pending, row.seat)
            pending.record("take_over", row.seat, {"name": said})
            pending.play_forced()

    return _change(context, match, lambda loaded: _place_of(loaded, holder.seat), sit)


def claim(context: TableContext, match: str, key: str, account: str) -> LoadedMatch:
    """A seat that has been opened by its key becomes an account's; the key opens nothing any more."""

    def bind(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        pending.reseat(place, key="", holder=account)
        pending.record("claim", row.seat)

    return _change(context, match, lambda loaded: loaded.seat_index(key), bind)


def pass_on(context: TableContext, match: str, holder: Holder, account: str) -> LoadedMatch:
    """A seat passes from an account to another of the same person, as two are made one."""

    def hand(pending: PendingWrite, place: int) -> None:
        pending.why = "merged"
        pending.reseat(place, holder=account)
        pending.record("claim", pending.seats[place].seat)

    return _change(context, match, lambda loaded: loaded.seat_index(holder), hand)


def leave(context: TableContext, match: str, key: SeatKey, why: str = "left") -> LoadedMatch:
    """Whose seat it is goes for good, or is sent away: before play the seat is free again, in play a bot holds it
    until somebody takes over. Nothing the seat has is lost."""

    def go(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        pending.why = why
        if pending.row.status == "open":
            pending.reseat(place, name="", number="", seated=False, key="", holder="")
            pending.record("stand_up", row.seat, {"name": row.name})
        else:
            bot = row.bot or registry.bots(pending.game)[0]
            pending.reseat(place, key="", holder="", bot=bot, seated=True)
            pending.record("leave", row.seat, {"why": why, "bot": bot})
            pending.play_forced()

    return _change(context, match, lambda loaded: loaded.seat_index(key), go)


def begin_if_full(pending: PendingWrite) -> None:
    """Begin a match at which everybody sits."""
    if pending.row.status == "open" and all_sit(pending.seats):
        pending.begin()
        pending.play_forced()


def _forget_habits(pending: PendingWrite, seat: str) -> None:
    """Who takes over has excuses of their own, and none of the nights and vacations of whoever was there before."""
    if seat in pending.times.seats:
        pending.times = pending.times.with_seat(seat, used=0, rest=None)
        if pending.row.clock is not None:
            pending.times = pending.times.with_seat(seat, away="")


def _place_of(loaded: LoadedMatch, seat: str) -> int:
    loaded.check_seat(seat)
    return loaded.names.index(seat)


def _change(
    context: TableContext,
    match: str,
    find: Callable[[LoadedMatch], int],
    change: Callable[[PendingWrite, int], None],
) -> LoadedMatch:
    """Change a seat; tried again when the match has moved on meanwhile. Raises Forbidden in a lesson."""
    for _ in range(ATTEMPTS):
        loaded = context.open(match)
        if loaded.row.lesson is not None:
            raise Forbidden("A lesson has one pupil, who sits down as it begins.")
        place = find(loaded)
        if loaded.row.status == "over":
            raise refused("over")
        pending = PendingWrite(loaded)
        with context.at_work(pending):
            change(pending, place)
        written = context.write(pending)
        if written is not None:
            return go_on(context, written)
    raise busy()
