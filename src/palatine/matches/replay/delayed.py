"""Delayed views for spectators: a match as it was some game turns ago, if that is agreed.

The delayed match is a complete match with the position, version and log of that time, so that code serving it cannot
disclose anything later. Only the names of players are current.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from palatine.matches.cache import LockedCache
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.state_views import StateViews

CACHE_SIZE = 256
replace = msgspec.structs.replace


class DelayedMatch(NamedTuple):
    """The delayed match last shown to spectators, `behind` turns before `turn`."""

    turn: int
    behind: int
    loaded: LoadedMatch


class DelayedMatchCache:
    """Cache of delayed matches."""

    def __init__(self) -> None:
        self._kept: LockedCache[str, DelayedMatch] = LockedCache(CACHE_SIZE)

    def get(self, context: MatchRuntime, loaded: LoadedMatch, behind: int) -> LoadedMatch:
        """Return the match as it was when the turn `behind` turns earlier began."""
        match, turn = loaded.row.id, current_turn(loaded.state)
        known = self._kept.get(match)
        if known and known[:2] == (turn, behind) and is_current(context, known.loaded):
            return known.loaded
        earlier = loaded_at(context, loaded, turn_start(context, loaded, turn - behind))
        self._kept.put(match, DelayedMatch(turn, behind, earlier))
        return earlier


def open_for_reader(context: MatchRuntime, match: str, seat: str | None) -> LoadedMatch:
    """Return the match as `seat` (None: a spectator) may see it. Raises `NotFound`."""
    return match_as_known(context, context.open(match), seat)


def match_as_known(context: MatchRuntime, loaded: LoadedMatch, seat: str | None) -> LoadedMatch:
    """Return the match as `seat` (None: a spectator) may see it; once it is over, all of it."""
    if seat is not None or loaded.row.status != "playing" or loaded.views is None:
        return loaded
    behind = context.delay(loaded.row.id)
    return DELAYED_MATCHES.get(context, loaded, behind) if behind else loaded


DELAYED_MATCHES = DelayedMatchCache()


def current_turn(state: object) -> int:
    return getattr(state, "turn", 0)


def is_current(context: MatchRuntime, earlier: LoadedMatch) -> bool:
    """Return whether the delayed match has not been undone since."""
    row = earlier.row
    return [record.n for record in context.storage.actions_in_force(row.id, row.ply - 1, row.ply)] == [row.version]


def turn_start(context: MatchRuntime, loaded: LoadedMatch, turn: int) -> int:
    """Return the ply at which a turn begins; 0 if the match began with it or later."""
    low, high = 0, loaded.row.ply
    while low < high:
        middle = (low + high) // 2
        if current_turn(context.state_at(loaded, middle)) < turn:
            low = middle + 1
        else:
            high = middle
    return low


def loaded_at(context: MatchRuntime, loaded: LoadedMatch, ply: int) -> LoadedMatch:
    """Return the match as it was after `ply` actions, without anything later."""
    was, game = loaded.row, loaded.game
    as_kept = LoadedMatch(was, loaded.seats, None, (), ())  # The sheets in memory include those handed in since.
    state = context.state_at(as_kept, ply)
    (record,) = context.storage.actions_in_force(was.id, ply - 1, ply)
    row = replace(
        was,
        ply=ply,
        version=record.n,
        state=game.encode(state),
        asked=game.actors(state),
        turn=current_turn(state) if was.clock is not None else was.turn,
        updated=record.time,
        rules_now=was.rules,
        due=False,
        deadline="",
        stuck="",
        handed=(),
        votes={},
        times={},
        proposals=(),
    )
    seats = tuple([replace(seat, missed=0) for seat in loaded.seats])
    return LoadedMatch(row, seats, StateViews(game, state), (), (), None)
