"""Creation of matches, and seats that are taken, lent to bots and taken back by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, Unknown, Unreadable
from palatine.matches.clock import now
from palatine.matches.clocks.calendar import clock_settings
from palatine.matches.clocks.clocks import initial_times
from palatine.matches.clocks.pace import parse_pace
from palatine.matches.clocks.stored_times import times_to_dict
from palatine.matches.fairness import key_hash, new_id, new_key, new_seed
from palatine.matches.play.bots import check_bot_name, continue_play
from palatine.matches.responses import MatchCreated, MatchInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import MatchRow, SeatRow, TransactionHook
from palatine.matches.text import clean_name, clean_number
from palatine.matches.wording import busy_error, refused_error

MAX_ATTEMPTS = 20
"""Maximum attempts to write a change that does not depend on a version."""

PlayersBySeat = Mapping[str, Mapping[str, Any]]


def new_row(
    name: str,
    game: Game[Any],
    scenario: str,
    options: dict[str, Any],
    title: str,
    *,
    forced: bool = True,
    advice: bool = True,
    clock: dict[str, Any] | None = None,
    times: dict[str, Any] | None = None,
    start: bytes | None = None,
    origin: dict[str, Any] | None = None,
    match: str = "",
) -> MatchRow:
    """Return the row of a new match without players, with its own seed."""
    time = now()
    return MatchRow(
        id=match or new_id(),
        game=name,
        rules=game.rules_version,
        scenario=scenario,
        options=options,
        title=clean_name(title) or game.title,
        seed=new_seed(),
        created=time,
        updated=time,
        forced=forced,
        advice=advice,
        clock=clock,
        times=times or {},
        start=start,
        origin=origin,
    )


def time_settings(
    game: Game[Any],
    seats: Sequence[str],
    clock: Mapping[str, Any] | None,
    pace: str | Mapping[str, Any] | None,
) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Return the clock and the times of a new match.

    Only games of secret orders have a clock (otherwise None). Only matches of single actions with a time control have
    times. Raises `Unreadable` for a setting that the game does not support.
    """
    if clock is not None and not game.orders:
        raise Unreadable(f"{game.title} is not played by secret orders; it has no clock.")
    if pace and game.orders:
        raise Unreadable(f"{game.title} is played by secret orders; it has a clock, no pace.")
    times = times_to_dict(initial_times(parse_pace(pace), seats)) if pace else {}
    return clock_settings(clock) if game.orders else None, times


def check_setup(
    game: Game[Any], scenario: str | None, seats: Sequence[str] | None, options: Mapping[str, Any] | None
) -> tuple[str, tuple[str, ...], dict[str, Any]]:
    """Return the scenario's name, the seats and all options.

    Raises `Unknown` for what the game does not have.
    """
    chosen = game.scenario(scenario)
    state = game.setup(chosen.name, seats, b"preview", options)
    return chosen.name, state.seats, game.complete_options(options or {})


def store_match(
    context: MatchRuntime,
    row: MatchRow,
    seats: Sequence[str],
    players: PlayersBySeat,
    *,
    with_keys: bool = True,
    hook: TransactionHook | None = None,
) -> MatchCreated:
    """Store a new match with its players, and begin it if no human must sit down first.

    `hook` runs in the same transaction. Unowned seats of humans get keys unless `with_keys` is false.
    """
    game = registry.load(row.game)
    for seat in players:
        if seat not in seats:
            raise Unknown(f"This match has no seat {seat!r}; it has {', '.join(seats)}.")
    keys: dict[str, str] = {}
    places = []
    for seat in seats:
        place = _place(game, seat, players.get(seat, {}))
        if with_keys and not place.bot and not place.owner:
            keys[seat] = new_key()
            place = msgspec.structs.replace(place, key=key_hash(keys[seat]))
        places.append(place)
    context.storage.create(row, places, hook=hook)
    loaded = context.open(row.id)
    if all_seated(loaded.seats):
        begin_match(context, loaded)
    return MatchCreated(row.id, keys)


def _place(game: Game[Any], seat: str, player: Mapping[str, Any]) -> SeatRow:
    unknown = sorted(set(player) - {"kind", "name", "bot", "number", "owner", "wanted"})
    if unknown:
        raise Unreadable(f"A player has a kind, a name, a bot or a number; {unknown[0]!r} says nothing.")
    kind = player.get("kind", "bot" if player.get("bot") else "person")
    if kind == "bot":
        name = str(player.get("bot") or registry.bots(game)[0])
        check_bot_name(game, name)
        is_wanted = bool(player.get("wanted"))  # A new player may take over from it.
        return SeatRow(seat, bot=name, name=clean_name(player.get("name")) or name, seated=is_wanted)
    if kind != "person":
        raise Unreadable(f"The player of {seat} is a person or a bot, not {kind!r}.")
    number = player.get("number")
    owner = str(player.get("owner") or "")
    is_seated = number is not None or bool(owner)
    return SeatRow(
        seat, name=clean_name(player.get("name")), seated=is_seated, number=clean_number(number), owner=owner
    )


def all_seated(seats: Sequence[SeatRow]) -> bool:
    return all(seat.seated or seat.bot for seat in seats)


def begin_match(context: MatchRuntime, loaded: LoadedMatch) -> LoadedMatch:
    """Begin a match whose seats are all taken."""
    pending = PendingWrite(loaded)
    with context.guard_rules(pending):
        pending.begin()
        pending.play_forced()
    return continue_play(context, context.write(pending) or context.open(loaded.row.id))


def take_seat(
    context: MatchRuntime,
    match: str,
    key: SeatKey,
    name: str | None = None,
    number: str | None = None,
    *,
    is_host: bool = False,
) -> MatchInfo:
    """Seat a human, who may add a `number` (any text) to the dice seed, or change their name.

    The last to sit starts the match. A number has no effect after the start, when the seat was a bot's until then.
    Nor has the host's number if another player has added one: the host may know the seed, and the last number would
    let them choose the dice.
    """

    def sit(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        said = clean_name(name) or row.name or row.seat
        added = "" if is_host and has_other_numbers(pending, place) else clean_number(number)
        if row.seated and number is not None and added != row.number:
            raise refused_error("seated")
        if not row.seated:
            _sit_down(pending, place, said, added if pending.row.status == "open" else "")
        elif said != row.name:
            pending.change_player(place, name=said)
            pending.record("sit", row.seat, {"name": said})

    return _change_seat(context, match, key, sit)


def has_other_numbers(pending: PendingWrite, seat_index: int) -> bool:
    """Return whether another seat has added a number."""
    return any([row.number for at, row in enumerate(pending.seats) if at != seat_index])


def _sit_down(pending: PendingWrite, seat_index: int, name: str, number: str) -> None:
    row = pending.seats[seat_index]
    pending.change_player(seat_index, name=name, number=number, seated=True, bot="")
    pending.record("sit", row.seat, {"name": name, "number": number})
    if pending.row.status == "open" and all_seated(pending.seats):
        pending.begin()
        pending.play_forced()


def lend_to_bot(context: MatchRuntime, match: str, key: SeatKey, bot: str | None = None) -> MatchInfo:
    """Let a bot (by default the game's own) play a seat until its player takes it back."""
    context.check_no_lesson(match)

    def lend(pending: PendingWrite, place: int) -> None:
        chosen = bot or registry.bots(pending.game)[0]
        check_bot_name(pending.game, chosen)
        if pending.seats[place].bot == chosen:
            raise refused_error("is-lent", bot=chosen)
        pending.change_player(place, bot=chosen)
        pending.record("hand_over", pending.seats[place].seat, {"bot": chosen})
        if pending.row.status == "open" and all_seated(pending.seats):
            pending.begin()
        if pending.views is not None:
            pending.play_forced()

    return _change_seat(context, match, key, lend)


def take_back(context: MatchRuntime, match: str, key: SeatKey) -> MatchInfo:
    """Return a seat lent to a bot to its player."""

    def take(pending: PendingWrite, place: int) -> None:
        row = pending.seats[place]
        if not row.bot:
            raise refused_error("not-lent")
        name = row.name or row.seat
        pending.change_player(place, bot="", seated=row.seated or pending.views is not None, name=name)
        pending.record("take_back", row.seat, {"name": name})
        if pending.views is not None:
            pending.play_forced()

    return _change_seat(context, match, key, take)


def _change_seat(
    context: MatchRuntime, match: str, key: SeatKey, change: Callable[[PendingWrite, int], None]
) -> MatchInfo:
    """Change the seat of `key`, given by its index, with retries if the match changes meanwhile."""
    for _ in range(MAX_ATTEMPTS):
        loaded = context.open(match)
        place = loaded.seat_index(key)
        if loaded.row.status == "over":
            raise refused_error("over")
        pending = PendingWrite(loaded)
        with context.guard_rules(pending):
            change(pending, place)
        if not pending.records:
            return loaded.info()
        written = context.write(pending)
        if written is not None:
            return continue_play(context, written).info()
    raise busy_error()
