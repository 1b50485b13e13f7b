"""Pictures of the rules page: a part of a board and its contents."""

from __future__ import annotations

from typing import Any

from palatine.core.game import Game
from palatine.core.lessons.run import initial_state
from palatine.core.refusal import Unknown
from palatine.core.text.crop import crop
from palatine.core.view import Board, View, with_known_spaces


def draw_picture(game: Game[Any], name: str) -> tuple[Board, View]:
    """Return the board and view of a picture.

    Raises Unknown if the picture, its board, a space or its lesson is missing.
    """
    picture = game.pictures.get(name)
    if picture is None:
        raise Unknown(f"{game.title} has no picture {name!r}.")
    lessons = {lesson.lesson: lesson for lesson in game.lessons}
    if picture.lesson:
        if picture.lesson not in lessons:
            raise Unknown(f"{name}: {game.title} has no lesson {picture.lesson!r}.")
        state = initial_state(game, lessons[picture.lesson])
    else:
        state = game.read_position(picture.position)
    view = game.view(state, picture.seat)
    boards = {board.id: board for board in game.boards(state)}
    board = boards.get(picture.board or view.boards[0])
    if board is None:
        raise Unknown(f"{name}: {game.title} has no board {picture.board!r}.")
    try:
        return crop(with_known_spaces(board, view), view, picture.spaces, picture.around)
    except KeyError as error:
        raise Unknown(f"{name}: {board.title} has no space {error}.") from error
