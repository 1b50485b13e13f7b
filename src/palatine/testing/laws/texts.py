"""The law of texts: they contain exactly what the view contains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from palatine.core import Board, View, with_known_spaces
from palatine.core import text as d
from palatine.testing.sample import Law, Sample, difference

MANY, FEW = 30, 3
"""Number of spaces of each board to check: at one position in ten, and at the others."""


def texts_tell_the_view(m: Sample) -> Iterator[str]:
    """Check that texts of boards, spaces, sides, panels and choices agree with the view.

    The texts of sides are long and are checked for one random reader only.
    """
    asking = m.random.choice(m.readers)
    for seat in m.readers:
        view = m.view(seat)
        sides = _sides(m, view) if seat == asking else ()
        for complaint in (*_boards(m, view), *sides, *_asked(view), *_panels(view)):
            yield f"the text for {seat} {complaint}"


def _boards(m: Sample, view: View) -> Iterator[str]:
    most = MANY if m.random.random() < 0.1 else FEW
    for board in m.boards.values():
        wanted = _in_view(board, view)
        if found := difference(wanted, _told(board, view, d.board_text(board, view))):
            yield f"tells other pieces on {board.id} than the view: {found}"
        for space in m.random.sample(board.spaces, min(most, len(board.spaces))):
            lines = [line for line in d.space_text(board, view, space).splitlines() if line.startswith("- ")]
            if Counter(lines) != Counter(wanted.get(space.id, [])):
                yield f"tells of {space.id} {lines}, not {wanted.get(space.id, [])}"


def _in_view(board: Board, view: View) -> dict[str, list[str]]:
    """Return the lines for the pieces of each space."""
    found: dict[str, list[str]] = {}
    for piece in view.pieces:
        if piece.board == board.id:
            found.setdefault(piece.space, []).append(d.piece_text(piece))
    return found


def _told(board: Board, view: View, text: str) -> dict[str, list[str]]:
    """Parse a board's text: return the lines of pieces under each space's name."""
    named = {piece.space for piece in view.pieces if piece.board == board.id} | set(view.marks) | set(view.seen)
    names = {d.space_name(space): space.id for space in with_known_spaces(board, view).spaces if space.id in named}
    found: dict[str, list[str]] = {}
    here = ""
    for line in text.splitlines()[1:]:
        if line in names:
            here = names[line]
        elif line.startswith("- "):
            found.setdefault(here, []).append(line)
    return found


def _sides(m: Sample, view: View) -> Iterator[str]:
    told = [d.side_text(m.boards.values(), view, side) for side in d.sides(view)]
    lines = Counter(line for text in told for line in text.splitlines() if line.startswith("- "))
    wanted = Counter(d.piece_text(piece) for piece in view.pieces if piece.style)
    if lines != wanted:
        yield f"tells other pieces of the sides than the view: {sorted((lines - wanted) + (wanted - lines))[:3]}"


def _asked(view: View) -> Iterator[str]:
    lines = d.situation_text(view).splitlines()
    listed = d.listed_shortcuts(view)
    wanted = 2 + len(view.choices) + len(listed) + (len(listed) < len(view.shortcuts))
    if lines[0] != view.heading or len(lines) != wanted:
        yield f"has {len(lines)} lines for {len(view.choices)} choices and {len(listed)} shortcuts"
        return
    for number, choice in enumerate(view.choices, 1):
        if not lines[number + 1].startswith(f"{number}. {choice.text}") or choice.cost not in lines[number + 1]:
            yield f"tells choice {number} as {lines[number + 1]!r}"
            return


def _panels(view: View) -> Iterator[str]:
    for panel in view.panels:
        rows = d.panel_text(panel).splitlines()
        if rows[0] != panel.title or len(rows) != 1 + max(1, len(panel.rows)):
            yield f"tells the panel {panel.id} in {len(rows)} lines"
        elif not all(
            row.label in line and row.value in line for row, line in zip(panel.rows, rows[1:], strict=False)
        ):
            yield f"leaves out something of the panel {panel.id}"


TEXTS: tuple[Law, ...] = (texts_tell_the_view,)
