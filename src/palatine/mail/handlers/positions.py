"""A position as text: the pieces by space, and the panels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from palatine.core import Board, Piece, View
from palatine.mail.handlers.context import WIDTH
from palatine.mail.wording import say

MAX_LINES = 150
"""Maximum number of lines of a position."""


def position_lines(view: View, boards: Sequence[Board]) -> list[str]:
    """Return what a seat sees: a line for each space and side with pieces, then the panels."""
    names = {(board.id, space.id): space.name or space.id for board in boards for space in board.spaces}
    faces = {(board.id, name): face.name for board in boards for name, face in board.counters.items()}
    sides = {(board.id, name): style.name for board in boards for name, style in board.styles.items()}
    lines: list[str] = []
    lying = sorted(view.pieces, key=lambda piece: (piece.board, piece.space, piece.style))
    for (board, space, style), pieces in groupby(lying, key=lambda piece: (piece.board, piece.space, piece.style)):
        place, side = names.get((board, space), space), sides.get((board, style), "")
        told = "; ".join(_grouped_pieces([_piece(piece, faces) for piece in pieces]))
        is_named = not side or side.casefold() in told.casefold()
        where = place if is_named else say("status.side", place=place, side=side)
        lines += wrap(f"{where}: {told}", WIDTH - 2, subsequent_indent="    ")
    for panel in view.panels:
        lines += ["", panel.title]
        for row in panel.rows:
            told = " ".join(filter(None, [row.label, row.value, row.note]))
            lines += wrap(told, WIDTH - 4, initial_indent="  ", subsequent_indent="    ")
    return [f"  {line}".rstrip() for line in lines[:MAX_LINES]]


def _grouped_pieces(pieces: Sequence[str]) -> Iterator[str]:
    """Yield pieces; names with the same description share it, and equal names are counted."""
    for about, alike in groupby(pieces, key=lambda piece: piece.partition(": ")[2]):
        names = Counter([piece.partition(": ")[0] for piece in alike])
        told = ", ".join([name if n == 1 else say("status.several", name=name, n=n) for name, n in names.items()])
        yield f"{told}: {about}" if about else told


def _piece(piece: Piece, faces: dict[tuple[str, str], str]) -> str:
    return piece.text or faces.get((piece.board, piece.face), "") or "?"
