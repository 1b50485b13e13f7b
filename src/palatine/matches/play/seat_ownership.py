"""Seat ownership: sitting down on a free seat, taking over, and leaving for good."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from palatine import registry
from palatine.matches.clock import add_seconds
from palatine.matches.clocks.calendar import parse_clock
from palatine.matches.clocks.clocks import resume_clocks
from palatine.matches.errors import Forbidden, VersionConflict
from palatine.matches.play.bots import continue_play
from palatine.matches.play.seating import MAX_ATTEMPTS, all_seated, has_other_numbers
from palatine.matches.responses import MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey, SeatOwner
from palatine.matches.storage import TransactionHook
from palatine.matches.text import clean_name, clean_number
from palatine.matches.wording import busy_error, refused_error

MIN_OPEN_TURN_HOURS = 24.0
"""Minimum hours that a new player has for the open turn if the match has no grace period."""


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
    """Seat an account on a free seat (`SeatInfo.free`), or in place of a bot.

    A bot can be replaced if its player has left or another is sought. The seat then belongs to the account, and its
    key becomes invalid. `before` may refuse the change in its transaction. Before play the account adds its number to
    the dice seed, except the host after another player has. Raises `Unknown` if there is no such seat and `Refused`
    if it is not free.
    """

    def sit(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        if not pending.was.is_free(row):
            raise refused_error("not-free", seat=pending.was.titles(None)[row.seat])
        said = clean_name(name) or row.name or row.seat
        pending.why = "replaced"
        if pending.row.status == "open":
            added = "" if is_host and has_other_numbers(pending, place) else clean_number(number)
            pending.change_player(place, name=said, number=added, seated=True, key="", owner=owner.account)
            pending.record("sit", row.seat, {"name": said, "number": added})
            begin_if_full(pending)
        else:
            pending.change_player(
                place, name=said, seated=True, key="", owner=owner.account, bot="", missed=0
            )  # The number stays, because the dice depend on it.
            _reset_time_settings(pending, row.seat)
            pending.record("take_over", row.seat, {"name": said})
            if pending.row.clock is None:
                pending.play_forced()
            else:
                _request_orders(pending, row.seat)

    return _change(context, match, lambda loaded: _place_of(loaded, owner.seat), sit, before).info((owner.seat,))


def claim_seat(context: MatchRuntime, match: str, key: str, account: str) -> MatchInfo:
    """Bind a seat that was opened by its key to an account; the key becomes invalid."""

    def bind(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        pending.change_player(place, key="", owner=account)
        pending.record("claim", row.seat)

    return _change(context, match, lambda loaded: loaded.seat_index(key), bind).info()


def transfer_seats(
    context: MatchRuntime,
    account: str,
    into: str,
    name: str = "",
    before: TransactionHook = lambda transaction: None,
    after: TransactionHook | None = None,
) -> None:
    """Transfer the seats of an account in unfinished matches to another of the same person.

    The seats get the name of that account; without one they keep theirs.

    All seats are transferred in one transaction with `before` (which may refuse) and `after`, or none are. `after`
    must transfer those of finished matches.
    """
    storage = context.storage

    def check(transaction: object) -> None:
        if storage.matches_of_owner(account) != held:
            raise VersionConflict("The seats of this account have changed; nothing was changed.")
        before(transaction)

    for _ in range(MAX_ATTEMPTS):
        held = storage.matches_of_owner(account)
        found = [context.open(match) for match in held]
        pending = [_transfer_write(loaded, account, into, name) for loaded in found if loaded.row.status != "over"]
        written = context.write_atomically(pending, check, after)
        if written is not None:
            for each in held:  # `after` has changed owners and names of finished matches in storage.
                context.cache.drop(each)
            for loaded in written:
                continue_play(context, loaded)
            return
    raise busy_error()


def _transfer_write(loaded: LoadedMatch, account: str, into: str, name: str) -> PendingWrite:
    pending = PendingWrite(loaded)
    pending.why = "merged"
    for place, row in enumerate(loaded.seats):
        if row.owner == account:
            pending.change_player(place, owner=into, name=name or row.name)
            pending.record("claim", row.seat)
            if name not in ("", row.name):
                pending.record("sit", row.seat, {"name": name})
    return pending


def leave_seat(context: MatchRuntime, match: str, key: SeatKey, reason: str = "left") -> MatchInfo:
    """Vacate a seat for good because its player "left", was "removed" or was "erased".

    Before play the seat is free again. In play a bot holds it until another player takes over. The seat keeps
    everything it has in the game.
    """

    def go(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        pending.why = reason
        if pending.row.status == "open":
            pending.change_player(place, name="", number="", seated=False, key="", owner="")
            pending.record("stand_up", row.seat, {"name": row.name})
        else:
            bot = row.bot or registry.bots(pending.game)[0]
            pending.change_player(place, key="", owner="", bot=bot, seated=True)
            pending.record("leave", row.seat, {"why": reason, "bot": bot})
            pending.play_forced()

    return _change(context, match, lambda loaded: loaded.seat_index(key), go).info()


def begin_if_full(pending: PendingWrite) -> None:
    """Begin the match if all seats are taken."""
    if pending.row.status == "open" and all_seated(pending.seats):
        pending.begin()
        pending.play_forced()


def _reset_time_settings(pending: PendingWrite, seat: str) -> None:
    """Reset the seat's excuses, quiet hours and vacation for a new player."""
    if seat in pending.times.seats:
        was = pending.times.seat(seat).away
        times = resume_clocks(pending.times, pending.time, was, seat) if was > pending.time else pending.times
        pending.times = times.with_seat(seat, used=0, rest=None, own_rest=False, away="")


def _request_orders(pending: PendingWrite, seat: str) -> None:
    """Ask a player who takes over during a turn for orders, and give them enough time.

    They are asked even if a bot has handed in.
    """
    if seat in pending.row.handed:
        pending.times = pending.times.with_seat(seat, must_decide=True)
    clock = parse_clock(pending.row.clock)
    enough = add_seconds(
        pending.time, 3600 * (clock.grace or min(MIN_OPEN_TURN_HOURS, clock.hours or MIN_OPEN_TURN_HOURS))
    )
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
    """Change a seat, with retries if the match changes meanwhile.

    Raises `Forbidden` in a lesson.
    """
    for _ in range(MAX_ATTEMPTS):
        loaded = context.open(match)
        if loaded.row.lesson is not None:
            raise Forbidden("A lesson has one pupil, who sits down as it begins.")
        place = find(loaded)
        if loaded.row.status == "over":
            raise refused_error("over")
        pending = PendingWrite(loaded)
        with context.guard_rules(pending):
            change(pending, place)
        written = context.write(pending, before)
        if written is not None:
            return continue_play(context, written)
    raise busy_error()
