"""Chapters of a match (turns and phases), and recaps between two of its positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from palatine.core.guidance.recap import Recap
from palatine.matches.errors import Forbidden
from palatine.matches.guidance.answers import Chapter
from palatine.matches.guidance.recaps import recap_of
from palatine.matches.replay.delayed import match_as_known
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import OMNISCIENT
from palatine.matches.storage import Record

MAX_ACTIONS = 2000
"""Maximum number of actions that one recap covers."""


def chapters(context: MatchRuntime, match: str, seat: str | None = None) -> tuple[Chapter, ...]:
    """Return the starts of turns and phases, with the headings that `seat` may see."""
    loaded, eyes = _open_for_reader(context, match, seat)
    if loaded.row.clock is not None:
        records = context.storage.actions_in_force(match, -1, loaded.row.ply)
        return tuple([Chapter(record.ply, "", record.data["turn"]) for record in records if record.kind == "turn"])
    found = list(_heading_changes(loaded, context.storage.actions_in_force(match, -1, loaded.row.ply), eyes))
    turn = cache(lambda at: _turn(context, loaded, at))
    if not found:
        found = [(at, "") for at in turn_starts(turn, 0, loaded.row.ply)]
    return tuple([Chapter(at, heading, turn(at)) for at, heading in found])


def recap_between(context: MatchRuntime, match: str, seat: str | None, after: int, upto: int) -> Recap:
    """Return what happened in the actions after ply `after` up to `upto`, as items for `seat`.

    Of more than `MAX_ACTIONS` actions, only the last are covered.
    """
    loaded, eyes = _open_for_reader(context, match, seat)
    upto = min(upto, loaded.row.ply)
    return recap_of(loaded, context.storage.actions_in_force(match, max(after, upto - MAX_ACTIONS), upto), eyes)


def _open_for_reader(context: MatchRuntime, match: str, seat: str | None) -> tuple[LoadedMatch, str | None]:
    """Return the match and the seat whose knowledge is shown.

    Raises `Forbidden` for the view of everything while the match is in play.
    """
    loaded = context.open(match)
    if seat == OMNISCIENT:
        if loaded.row.status != "over":
            raise Forbidden("Only a finished match shows everything to everybody.")
        return loaded, seat
    loaded.check_seat(seat)
    eyes = loaded.reader_of(seat)
    return match_as_known(context, loaded, eyes), eyes


def _heading_changes(loaded: LoadedMatch, records: list[Record], eyes: str | None) -> Iterable[tuple[int, str]]:
    """Yield the ply and heading of each item whose heading differs from the previous one."""
    ply_of = {record.n: record.ply for record in records}
    last = ""
    for item in recap_of(loaded, records, eyes).items:
        if item.heading and item.heading != last:
            last = item.heading
            yield ply_of.get(int(item.entry.partition(".")[0] or 0), 0), item.heading


def turn_starts(turn: Callable[[int], int], low: int, high: int) -> Iterable[int]:
    """Yield the plies above `low` up to `high` at which the turn number changes."""
    if turn(low) == turn(high):
        return
    if high - low == 1:
        yield high
        return
    middle = (low + high) // 2
    yield from turn_starts(turn, low, middle)
    yield from turn_starts(turn, middle, high)


def _turn(context: MatchRuntime, loaded: LoadedMatch, at: int) -> int:
    turn: int = getattr(context.state_at(loaded, at), "turn", 0)
    return turn
