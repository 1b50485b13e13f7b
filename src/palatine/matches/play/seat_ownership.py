"""Seats that are somebody's: sitting down on a free one, taking over, and going for good."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from palatine import registry
from palatine.matches.clock import after
from palatine.matches.clocks.calendar import clock_of
from palatine.matches.clocks.clocks import resumed
from palatine.matches.errors import Forbidden, VersionConflict
from palatine.matches.play.bots import go_on
from palatine.matches.play.seating import ATTEMPTS, all_sit, has_numbers
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey, SeatOwner
from palatine.matches.storage import TransactionHook
from palatine.matches.text import number_of, short
from palatine.matches.wording import busy, refused

ENOUGH = 24.0
"""Hours that a new player has at least for the open turn, where no grace is agreed."""


def sit_down(
    context: MatchRuntime,
    match: str,
    owner: SeatOwner,
    name: str,
    number: str | None = None,
    *,
    is_host: bool = False,
    before: TransactionHook | None = None,
) -> MatchInfo:
    """Seat an account on a free seat (`SeatInfo.free`), or in place of a bot that holds it for a player who has left.

    The seat belongs to the account from then on, and a key to it opens nothing.

    `before` may refuse it in the transaction that seats them. Before play it adds its number for the dice, the host
    after others none. Raises Unknown when there is no such seat, Refused when it is not free.
    """

    def sit(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        if not pending.was.is_free(row):
            raise refused("not-free", seat=row.seat)
        said = short(name) or row.name or row.seat
        pending.why = "replaced"
        if pending.row.status == "open":
            added = "" if is_host and has_numbers(pending, place) else number_of(number)
            pending.reseat(place, name=said, number=added, seated=True, key="", owner=owner.account)
            pending.record("sit", row.seat, {"name": said, "number": added})
            begin_if_full(pending)
        else:
            pending.reseat(
                place, name=said, seated=True, key="", owner=owner.account, bot="", missed=0
            )  # the number stays: the dice are made of it
            _forget_habits(pending, row.seat)
            pending.record("take_over", row.seat, {"name": said})
            if pending.row.clock is None:
                pending.play_forced()
            else:
                _ask_anew(pending, row.seat)

    return _change(context, match, lambda loaded: _place_of(loaded, owner.seat), sit, before).info((owner.seat,))


def claim(context: MatchRuntime, match: str, key: str, account: str) -> MatchInfo:
    """A seat that has been opened by its key becomes an account's; the key opens nothing any more."""

    def bind(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        pending.reseat(place, key="", owner=account)
        pending.record("claim", row.seat)

    return _change(context, match, lambda loaded: loaded.seat_index(key), bind).info()


def pass_on(
    context: MatchRuntime,
    account: str,
    into: str,
    before: TransactionHook = lambda transaction: None,
    after: TransactionHook | None = None,
) -> None:
    """Pass the seats of an account in matches that are not over to another account of the same person: all of them,
    in one transaction with what is done `before` (which may refuse it) and `after`, or none. Those of matches that
    are over are for `after` to pass on."""
    storage = context.storage

    def check(transaction: object) -> None:
        if storage.of_owner(account) != held:
            raise VersionConflict("The seats of this account have changed; nothing was changed.")
        before(transaction)

    for _ in range(ATTEMPTS):
        held = storage.of_owner(account)
        found = [context.open(match) for match in held]
        pending = [_passing(loaded, account, into) for loaded in found if loaded.row.status != "over"]
        written = context.write_whole(pending, check, after)
        if written is not None:
            for each in held:  # of those that are over names and owners were changed where they are kept
                context.cache.drop(each)
            for loaded in written:
                go_on(context, loaded)
            return
    raise busy()


def _passing(loaded: LoadedMatch, account: str, into: str) -> PendingWrite:
    pending = PendingWrite(loaded)
    pending.why = "merged"
    for place, row in enumerate(loaded.seats):
        if row.owner == account:
            pending.reseat(place, owner=into)
            pending.record("claim", row.seat)
    return pending


def leave(context: MatchRuntime, match: str, key: SeatKey, why: str = "left") -> MatchInfo:
    """Vacate a seat for good, because its player "left", was "removed" or was "erased".

    Before play the seat is free again. In play a bot holds it until somebody takes over. Nothing the seat has is lost.
    """

    def go(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        pending.why = why
        if pending.row.status == "open":
            pending.reseat(place, name="", number="", seated=False, key="", owner="")
            pending.record("stand_up", row.seat, {"name": row.name})
        else:
            bot = row.bot or registry.bots(pending.game)[0]
            pending.reseat(place, key="", owner="", bot=bot, seated=True)
            pending.record("leave", row.seat, {"why": why, "bot": bot})
            pending.play_forced()

    return _change(context, match, lambda loaded: loaded.seat_index(key), go).info()


def begin_if_full(pending: PendingWrite) -> None:
    """Begin a match at which everybody sits."""
    if pending.row.status == "open" and all_sit(pending.seats):
        pending.begin()
        pending.play_forced()


def _forget_habits(pending: PendingWrite, seat: str) -> None:
    """A new player has their own excuses, and none of the quiet hours and vacations of the previous one."""
    if seat in pending.times.seats:
        was = pending.times.seat(seat).away
        times = resumed(pending.times, pending.time, was, seat) if was > pending.time else pending.times
        pending.times = times.with_seat(seat, used=0, rest=None, own_rest=False, away="")


def _ask_anew(pending: PendingWrite, seat: str) -> None:
    """Who takes over in the middle of a turn is asked for it, though a bot may have handed in, and has time enough."""
    if seat in pending.row.handed:
        pending.times = pending.times.with_seat(seat, anew=True)
    clock = clock_of(pending.row.clock)
    enough = after(pending.time, 3600 * (clock.grace or min(ENOUGH, clock.hours or ENOUGH)))
    if pending.ends and seat in pending.orders_game.seats_due(pending.state) and pending.ends < enough:
        pending.times = msgspec.structs.replace(pending.times, due=pending.times.due or pending.ends)
        pending.ends = enough
        data = {"why": "successor", "turn": pending.row.turn, "seats": [seat], "until": enough}
        pending.record("flag", data=data)


def _place_of(loaded: LoadedMatch, seat: str) -> int:
    loaded.check_seat(seat)
    return loaded.names.index(seat)


def _change(
    context: MatchRuntime,
    match: str,
    find: Callable[[LoadedMatch], int],
    change: Callable[[PendingWrite, int], None],
    before: TransactionHook | None = None,
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
        written = context.write(pending, before)
        if written is not None:
            return go_on(context, written)
    raise busy()
