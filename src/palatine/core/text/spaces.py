"""Spaces and their contents, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from palatine.core.messages import say
from palatine.core.view import Board, Mark, Piece, Space, View, with_known_spaces


def pieces_in(board: Board, view: View, space: Space) -> list[Piece]:
    """Return the pieces that a view shows in a space, in the view's order."""
    return [piece for piece in view.pieces if piece.board == board.id and piece.space == space.id]


def _pieces_by_space(board: Board, pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.board == board.id:
            found.setdefault(piece.space, []).append(piece)
    return found


def space_name(space: Space) -> str:
    """Return a space's name, with its id unless the name contains it."""
    if space.id.casefold() in space.name.casefold():
        return say("describe.space", name=space.name)
    return say("describe.space-with-id", name=space.name, id=space.id)


def space_text(board: Board, view: View, space: Space) -> str:
    """Return a space in words: its name, printed features, marks and pieces, a line each."""
    known = next(each for each in with_known_spaces(board, view).spaces if each.id == space.id)
    return "\n".join([space_name(known), *_printed_texts(board, view, known), stack_text(board, view, known)])


def _printed_texts(board: Board, view: View, space: Space) -> Iterator[str]:
    if space.text:
        yield space.text
    elif space.ground:
        names = [board.styles[ground].name if ground in board.styles else "" for ground in space.ground]
        pairs = zip(names, space.ground, strict=True)
        yield say("describe.ground", ground=[name or ground for name, ground in pairs])
    told = f"{space.name} {space.text}".casefold()
    marks = [mark for mark in space.marks if _mark_name(mark).casefold() not in told]
    yield from [_mark_name(mark) for mark in (*marks, *view.marks.get(space.id, ()))]


def _mark_name(mark: Mark) -> str:
    return mark.name or mark.kind


def stack_text(board: Board, view: View, space: Space) -> str:
    """Return the pieces in a space, a line each."""
    lines = [piece_text(piece) for piece in pieces_in(board, view, space)]
    return "\n".join(lines) or say("describe.empty")


def piece_text(piece: Piece) -> str:
    """Return a piece as a line of a list."""
    if piece.badges:
        return say("describe.piece-with-badges", text=piece.text, badges=list(piece.badges))
    return say("describe.piece", text=piece.text)


def board_text(board: Board, view: View) -> str:
    """Return every space of a board that has pieces or marks, or that the seat has explored."""
    lines: list[str] = []
    lying = _pieces_by_space(board, view.pieces)
    for space in with_known_spaces(board, view).spaces:
        pieces = lying.get(space.id, [])
        marks = view.marks.get(space.id, ())
        if space.id in view.seen:
            lines += [space_name(space), *_printed_texts(board, view, space), *map(piece_text, pieces)]
        elif pieces or marks:
            lines += [space_name(space), *map(_mark_name, marks), *map(piece_text, pieces)]
    return "\n".join([board.title, *(lines or [say("describe.nobody")])])


def side_text(boards: Iterable[Board], view: View, style: str) -> str:
    """Return the positions of the pieces of one side, which is a style of pieces."""
    lines: list[str] = []
    total = 0
    name = style
    for board in boards:
        name = (board.styles[style].name if style in board.styles else "") or name
        lying = _pieces_by_space(board, [piece for piece in view.pieces if piece.style == style])
        for space in with_known_spaces(board, view).spaces if lying else ():
            mine = lying.get(space.id, [])
            lines += [space_name(space), *map(piece_text, mine)] if mine else []
            total += len(mine)
    return "\n".join([say("describe.side", side=name, count=total), *lines])


def sides(view: View) -> list[str]:
    """Return the sides that have pieces in a view, in order of appearance."""
    return list(dict.fromkeys(piece.style for piece in view.pieces if piece.style))
