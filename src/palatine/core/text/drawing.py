"""Boards as SVG and PNG for mail and learners, a simpler version of the page's drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from palatine.core.view import Board, Line, Piece, Point, Shape, Space, View, with_known_spaces

DRAWING_UNIT = 100.0
"""Drawing units per unit of the board, the same as on the page."""
PNG_WIDTH = 900
"""Width of a picture in pixels; mail is read in narrow windows."""
GROUND_COLOURS = {
    "open": "#efe6c8", "steppe": "#e8dcae", "desert": "#f0dfa8", "forest": "#a9bd86", "hills": "#d9c48f",
    "mountains": "#b9a58a", "swamp": "#b4c2a0", "snow": "#f4f4f2", "waste": "#d6c7b0", "water": "#b3cfcf",
}  # fmt: skip
LINE_COLOURS = {
    "river": ("#6f9fb0", 8), "road": ("#8a6a44", 6), "wall": ("#4a3a26", 10), "border": ("#8a2f24", 7),
    "frontier": ("#8a2f24", 7), "peaks": ("#6d5535", 8), "water": ("#3f6a74", 4),
}  # fmt: skip
SMALLEST = 0.2
"""Smallest size of a name, in units of the board."""
PAPER, INK = "#f3e9d0", "#4a3a26"


def board_png(boards: Iterable[Board], view: View) -> bytes:
    """Return the view's first board as a PNG; empty without a board or the optional library."""
    shown = {board.id: board for board in boards}
    board = next((shown[name] for name in view.boards if name in shown), None)
    if board is None:
        return b""
    try:
        # Optional library: without it, mail has no pictures.
        from resvg_py import svg_to_bytes
    except ImportError:
        return b""
    return bytes(svg_to_bytes(svg_string=board_svg(board, view), width=PNG_WIDTH, font_family="DejaVu Sans"))


def thumbnail(boards: Iterable[Board], view: View) -> str:
    """Return the view's first map as SVG without its names.

    Without a map it is the first other board, and without a board an empty drawing.
    """
    shown = {board.id: board for board in boards}
    found = [shown[name] for name in view.boards if name in shown]
    board = next((each for each in found if each.kind != "scene"), found[0] if found else None)
    if board is None:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    return board_svg(board, view, has_names=False)


def board_svg(board: Board, view: View, *, has_names: bool = True) -> str:
    """Return a board with its pieces as SVG."""
    seen = with_known_spaces(board, view)
    width, height = seen.width * DRAWING_UNIT, seen.height * DRAWING_UNIT
    parts = [
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>',
        *[_shape(seen, shape) for shape in seen.shapes],
        *[_space(seen, space, view) for space in seen.spaces],
        *[_line(seen, line) for line in seen.lines],
        *(_names(seen) if has_names else ()),
        *_pieces(seen, view),
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">'
    return "\n".join([head, *parts, "</svg>"])


def _fill(board: Board, name: str, usual: str) -> str:
    style = board.styles.get(name)
    if style is None:
        return usual
    return style.fill or GROUND_COLOURS.get(style.pattern, usual)


def _points(points: Iterable[Point]) -> str:
    return " ".join([f"{x * DRAWING_UNIT:.0f},{y * DRAWING_UNIT:.0f}" for x, y in points])


def _shape(board: Board, shape: Shape) -> str:
    runs = " ".join([f"M {_points(outline)} Z" for outline in shape.outlines if outline])
    return f'<path d={quoteattr(runs)} fill-rule="evenodd" fill={quoteattr(_fill(board, shape.style, PAPER))}/>'


def _outline(space: Space) -> tuple[Point, ...]:
    x, y = space.at
    wide, high = space.size
    return space.outline or (
        (x - wide / 2, y - high / 2), (x + wide / 2, y - high / 2), (x + wide / 2, y + high / 2),
        (x - wide / 2, y + high / 2),
    )  # fmt: skip


def _space(board: Board, space: Space, view: View) -> str:
    outline = _outline(space)
    ground = space.ground[0] if space.ground else ""
    colour = _fill(board, ground, "none" if board.shapes else PAPER)
    found = f'<polygon points="{_points(outline)}" fill={quoteattr(colour)} stroke="{INK}" stroke-width="1.5"/>'
    held = next((mark.style for mark in view.marks.get(space.id, ()) if mark.style), "")
    if held:
        side = quoteattr(_fill(board, held, INK))
        found += f'<polygon points="{_points(outline)}" fill={side} fill-opacity="0.4" stroke={side}/>'
    return found


def _line(board: Board, line: Line) -> str:
    style = board.styles.get(line.style)
    ink, width = LINE_COLOURS.get(style.pattern if style else "", (INK, 5))
    colour = (style.fill or style.ink) if style else ""
    return (
        f'<polyline points="{_points(line.points)}" fill="none" stroke={quoteattr(colour or ink)} '
        f'stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _names(board: Board) -> Iterator[str]:
    for space in board.spaces:
        name = next((mark.name for mark in space.marks if mark.name), space.name)
        if name:
            size = _name_size(board, space, name)
            below = max(0.42, board.piece / 2 + 0.9 * size)
            yield _text(space.at[0], space.at[1] + below, name, size * DRAWING_UNIT)
    named = {space.name for space in board.spaces}
    for label in [each for each in board.labels if each.text not in named]:
        middle = label.points[len(label.points) // 2]
        yield _text(*middle, label.text, 60 * label.size)


def _name_size(board: Board, space: Space, name: str) -> float:
    """Return the size of a space's name: at most half a counter, and small enough to fit."""
    outline = _outline(space)
    width = max(x for x, _ in outline) - min(x for x, _ in outline)
    height = max(y for _, y in outline) - min(y for _, y in outline)
    return max(SMALLEST, min(0.5 * board.piece, 0.2 * height, 1.5 * width / len(name)))


def _text(x: float, y: float, text: str, size: float, colour: str = INK) -> str:
    plain = escape("".join([c for c in text if c.isprintable()]))
    return (
        f'<text x="{x * DRAWING_UNIT:.0f}" y="{y * DRAWING_UNIT:.0f}" font-size="{size:.0f}" text-anchor="middle" '
        f"fill={quoteattr(colour)}>{plain}</text>"
    )


def _pieces(board: Board, view: View) -> Iterator[str]:
    """Draw a counter for each stack, in the colour of the top piece, with the number of pieces."""
    at = {space.id: space.at for space in board.spaces}
    lying = [piece for piece in view.pieces if piece.board == board.id and piece.space in at]
    lying.sort(key=lambda piece: (piece.space, piece.pile))
    for space, stacks in groupby(lying, key=lambda piece: piece.space):
        piles = [list(pile) for _, pile in groupby(stacks, key=lambda piece: piece.pile)]
        for number, pile in enumerate(piles):
            shift = (number - (len(piles) - 1) / 2) * board.piece * 1.1
            yield _counter(board, pile, at[space][0] + shift, at[space][1])


def _counter(board: Board, pile: list[Piece], x: float, y: float) -> str:
    top, side = pile[0], board.piece
    face = board.counters.get(top.face)
    name = top.style or (face.style if face else "")
    style = board.styles.get(name)
    ink = (style.ink if style else "") or "#221a10"
    colour = quoteattr(_fill(board, name, "#ddd"))
    size = f"{side * DRAWING_UNIT:.0f}"
    box = (
        f'<rect x="{(x - side / 2) * DRAWING_UNIT:.0f}" y="{(y - side / 2) * DRAWING_UNIT:.0f}" width="{size}" '
        f'height="{size}" rx="6" fill={colour} stroke="#21170b" stroke-width="2"/>'
    )
    label = str(len(pile)) if len(pile) > 1 else (top.text or (face.name if face else ""))[:1]
    return box + _text(x, y + side * 0.17, label, side * 46, ink)


def heat_map_svg(board: Board, amounts: Mapping[str, float], colour: str) -> str:
    """Return SVG that shades spaces by their amounts from 0 to 1: a heat map."""
    found = []
    for space in board.spaces:
        if amount := amounts.get(space.id, 0.0):
            inside = f'fill="{colour}" fill-opacity="{min(1.0, amount):.2f}"'
            found.append(f'<polygon points="{_points(_outline(space))}" {inside}/>')
    return "\n".join(found)
