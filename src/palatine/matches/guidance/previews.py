"""Previews of an action, a shortcut or a sheet, for the seat that may choose it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from palatine.core import Goal, Refused, SyntaxProblem, Unreadable
from palatine.core.guidance.preview import Preview
from palatine.matches.guidance.answers import SheetPreview
from palatine.matches.orders.sheets import at_text_line, check_sheet, open_sheet, with_known_numbers
from palatine.matches.play.acting import offered_shortcut, open_for_action, parse_action
from palatine.matches.runtime.context import ACTION_SECONDS, TURN_SECONDS, MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.seat_owners import SeatKey
from palatine.matches.time_limit import time_limit


def preview(
    context: MatchRuntime,
    match: str,
    key: SeatKey,
    actions: Sequence[Any],
    version: int,
    seconds: float = ACTION_SECONDS,
) -> Preview:
    """Return a preview of one action, or of several in sequence.

    Raises `Conflict` if the match is at another version, `Refused` if the first action is not legal, and
    `LimitExceeded` if the preview takes more than `seconds`.
    """
    if not actions:
        raise Unreadable("A plan has at least one action.")
    loaded, seat = open_for_action(context, match, key, version)
    return _preview(loaded, seat, [parse_action(action) for action in actions], seconds)


def preview_shortcut(context: MatchRuntime, match: str, key: SeatKey, goal: Goal, version: int) -> Preview:
    """Return a preview of the shortcut for `goal`. Raises `Refused` if it is not offered."""
    loaded, seat = open_for_action(context, match, key, version)
    return _preview(loaded, seat, list(offered_shortcut(loaded, seat, goal).actions), ACTION_SECONDS)


def _preview(loaded: LoadedMatch, seat: str, chosen: list[Any], seconds: float) -> Preview:
    refusal = loaded.game.explain(loaded.state, seat, chosen[0])
    if refusal is not None:
        raise Refused(refusal.clause, refusal.reason)
    with time_limit(seconds):
        return loaded.game.preview_plan(loaded.state, seat, chosen, plays_forced=loaded.row.forced)


def preview_sheet(
    context: MatchRuntime, match: str, key: SeatKey, text: str | bytes, seconds: float = TURN_SECONDS
) -> SheetPreview:
    """Return the problems of a sheet and, if it can be handed in, a preview of its results.

    Raises `LimitExceeded` if the preview takes more than `seconds`.
    """
    loaded, seat = open_sheet(context, match, key)
    checked = check_sheet(loaded, seat, text)
    if not checked.ok:
        return SheetPreview(checked, Preview())
    game = loaded.orders_game
    clean = with_known_numbers(loaded, seat, text)
    try:
        sheet = game.parse(clean)
    except SyntaxProblem:
        return SheetPreview(checked, Preview())
    with time_limit(seconds):
        found = game.preview_sheet(loaded.state, seat, sheet)
    lines = game.line_numbers(clean)
    told = tuple([at_text_line(lines, line) for line in found.lines])
    return SheetPreview(checked, msgspec.structs.replace(found, lines=told))
