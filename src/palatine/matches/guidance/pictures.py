"""Pictures of a finished match: the part of a board where something happened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import sqrt

from palatine.core import Board, State, View, with_known_spaces
from palatine.core.text.crop import crop
from palatine.matches.guidance.answers import BoardPicture
from palatine.matches.replay.history import replay
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.projection import OMNISCIENT
from palatine.matches.wording import refused_error

AROUND = 1.7
"""Margin around the spaces, in distances between neighbouring spaces."""
SHAPE = 4 / 3
"""Width of a picture divided by its height."""


def picture(context: MatchRuntime, match: str, at: int, spaces: Collection[int], board: str = "") -> BoardPicture:
    """Return the part of a board with some spaces, after `at` actions of a finished match.

    Spaces are given by operand. Without `board`, it is the first map that has one of them. Raises `Refused` while the
    match is in play, because a picture contains hidden information, and if no board has any of the spaces.
    """
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused_error("no-story")
    view = replay(context, match, OMNISCIENT, at).view
    state: State = context.state_at(loaded, at)
    found = _board_with(loaded.game.boards(state), spaces, board)
    if found is None:
        raise refused_error("no-picture")
    wanted = [space.id for space in found.spaces if space.operand in spaces]
    pitch = sqrt(found.width * found.height / len(found.spaces))
    return BoardPicture(
        *crop(with_known_spaces(found, view), _view_for_picture(view), wanted, AROUND * pitch, SHAPE)
    )


def _board_with(boards: Sequence[Board], spaces: Collection[int], wanted: str) -> Board | None:
    for board in boards:
        is_meant = board.id == wanted if wanted else board.kind != "scene"
        if is_meant and any(space.operand in spaces for space in board.spaces):
            return board
    return None


def _view_for_picture(view: View) -> View:
    """Return a view without what a picture does not show."""
    return View(
        view.game, view.seat, "", "", "", (), view.pieces, marks=view.marks, seen=view.seen, boards=view.boards
    )
