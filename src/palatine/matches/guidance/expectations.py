"""Expectations that search bots had of their plans, published after the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from palatine.core import Unknown
from palatine.core.guidance.expectation import Expectation
from palatine.matches.guidance.answers import Expected
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.storage import Record
from palatine.matches.wording import refused_error


def expectations(context: MatchRuntime, match: str) -> tuple[Expected, ...]:
    """Return the expectation of each plan that was played, in order.

    Raises `Refused` while the match is in play: a chance calculated from a hidden hand discloses something about it.
    """
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused_error("no-expectations")
    found = _from_sheets if loaded.game.orders else _from_actions
    return tuple(found(context, loaded))


def _from_actions(context: MatchRuntime, loaded: LoadedMatch) -> Iterator[Expected]:
    for record in context.storage.actions_in_force(loaded.row.id, -1, loaded.row.ply):
        if "expected" in record.data:
            yield _expected_from_record(record, record.ply - 1, _turn(context, loaded, record.ply - 1))


def _from_sheets(context: MatchRuntime, loaded: LoadedMatch) -> Iterator[Expected]:
    """Yield the expectation of each seat's last sheet before its turn ran."""
    last: dict[str, Record] = {}
    for record in context.records_after(loaded, 0):
        if record.kind == "hand_in":
            last[record.seat] = record
        elif record.kind in ("turn", "undo"):
            made = list(last.values()) if record.kind == "turn" else []
            yield from [
                _expected_from_record(each, each.ply, each.data["turn"]) for each in made if "expected" in each.data
            ]
            last = {}


def _expected_from_record(record: Record, at: int, turn: int) -> Expected:
    found = msgspec.convert(record.data["expected"], Expectation)
    line = found.line or tuple(str(record.data.get("text", "")).splitlines())
    return Expected(at, turn, record.seat, found.chance, found.gain, found.error, line)


def _turn(context: MatchRuntime, loaded: LoadedMatch, at: int) -> int:
    """Return the turn after `at` actions.

    Returns 0 if the game counts no turns or the position is not available.
    """
    try:
        state: Any = context.state_at(loaded, at)
    except Unknown:
        return 0
    return int(getattr(state, "turn", 0))
