"""Matches at any of their plies, and what-if matches branched from there."""

from __future__ import annotations

import secrets

import msgspec

from palatine.core import Dice, State, Unknown, View, dice_key
from palatine.matches.clocks.calendar import without_deadlines
from palatine.matches.errors import Forbidden
from palatine.matches.play.seating import PlayersBySeat, new_row, store_match
from palatine.matches.replay.delayed import open_for_reader
from palatine.matches.responses import MatchCreated, MatchView
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import OMNISCIENT, render_entries
from palatine.matches.runtime.transitions import as_orders_game
from palatine.matches.seat_owners import SeatKey
from palatine.matches.wording import catalogue


def _check_at(loaded: LoadedMatch, at: int) -> None:
    """Raise `Unknown` if the match has no such position."""
    if loaded.row.status == "open":
        raise Unknown("This match has not begun; there is nothing to replay.")
    if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= loaded.row.ply:
        raise Unknown(f"This match has positions 0 to {loaded.row.ply}, no {at!r}.")


def replay(context: MatchRuntime, match: str, seat: str | None, at: int) -> MatchView:
    """Return the position after `at` actions as `seat` may see it, with its journal lines.

    The lines are those of the last action. Raises `Forbidden` for the referee's view while the match is in play.
    """
    loaded = open_for_reader(context, match, seat)
    _check_at(loaded, at)
    is_over = loaded.row.status == "over"
    if seat == OMNISCIENT and not is_over:
        raise Forbidden("Only a finished match shows everything to everybody.")
    if seat != OMNISCIENT:
        loaded.check_seat(seat)
        seat = loaded.reader_of(seat)
    at_end = is_over and at == loaded.row.ply
    if at_end and seat != OMNISCIENT:
        view = loaded.view(seat)
    else:
        view = _view_of(loaded, context.state_at(loaded, at), seat)
        view = msgspec.structs.replace(view, choices=(), shortcuts=(), verbs={})
    records = context.storage.actions_in_force(match, at - 1, at)
    return MatchView(
        match=match,
        seat=seat,
        status=loaded.row.status,
        version=loaded.row.version,
        at=at,
        plies=loaded.row.ply,
        view=view,
        entries=tuple(render_entries(loaded, records, seat)),
        why_not=catalogue().say("undo.replay"),
    )


def _view_of(loaded: LoadedMatch, state: State, seat: str | None) -> View:
    """Return the view of a seat, a spectator, or the referee, who sees what any seat sees."""
    if seat != OMNISCIENT:
        return loaded.game.view(state, seat)
    return msgspec.structs.replace(loaded.game.view_of_everything(state), seat=OMNISCIENT)


def branch(
    context: MatchRuntime, match: str, key: SeatKey | None, at: int, players: PlayersBySeat | None = None
) -> MatchCreated:
    """Create a match from the position after `at` actions, with new dice.

    While the match is in play, only what the seat of `key` (None: a spectator) may know is copied. What is hidden
    from it is dealt again. Raises `Unknown` if there is no such position or the match is over there.
    """
    context.check_no_lesson(match)
    seat = None if key is None else context.open(match).seat_of(key)
    loaded = open_for_reader(context, match, seat)
    _check_at(loaded, at)
    game, row = loaded.game, loaded.row
    state = context.state_at(loaded, at).copy()
    if row.status != "over":
        state = game.determinize(state, seat, secrets.token_bytes(16))
    if row.clock is not None:
        for each in loaded.names:
            as_orders_game(game).clear_sheet(state, each)
    if not game.actors(state):
        raise Unknown("The match is over at that position; branch from an earlier one.")
    state.dice = Dice(dice_key(b""))
    made = new_row(
        row.game,
        game,
        row.scenario,
        row.options,
        row.title,
        forced=row.forced,
        advice=row.advice,
        clock=row.clock and without_deadlines(row.clock),
        start=game.encode(state),
        origin={"match": match, "at": at},
    )
    return store_match(context, made, loaded.names, players or {})
