"""Crops of boards, for pictures: a part of a board with everything in it, as a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from palatine.core.view import Board, Counter, Label, Line, Mark, Point, Shape, Space, View

CROP_MARGIN = 1.5
"""Width, in the board's units, of the strip around the crop whose spaces are kept.

Coasts and woods thus reach the edge.
"""


class CropBox(NamedTuple):
    """A rectangle on a board, in the board's units."""

    left: float
    top: float
    right: float
    bottom: float

    def contains(self, point: Point, margin: float = 0.0) -> bool:
        x, y = point
        return self.left - margin <= x <= self.right + margin and self.top - margin <= y <= self.bottom + margin

    def translated(self, points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple([(x - self.left, y - self.top) for x, y in points])


def crop(
    board: Board, view: View, wanted: Collection[str], around: float, shape: float = 0.0
) -> tuple[Board, View]:
    """Return the part of a board with the wanted spaces, and that part of the view.

    `around` is the margin around the centres of these spaces, in the board's units. With a `shape`, the part is
    extended to that ratio of width to height as far as the board goes. Raises KeyError for a space that the board does
    not have.
    """
    window = _window(board, wanted, around)
    if shape:
        window = _shaped(board, window, shape)
    kept = [space for space in board.spaces if window.contains(space.at, CROP_MARGIN)]
    ids = {space.id for space in kept if window.contains(space.at)}
    pieces = tuple([piece for piece in view.pieces if piece.board == board.id and piece.space in ids])
    faces = {name: face for name, face in board.counters.items() if name in {piece.face for piece in pieces}}
    marks = {space: found for space, found in view.marks.items() if space in ids}
    printed = [mark for found in (*[space.marks for space in kept], *marks.values()) for mark in found]
    cut = replace(
        board,
        width=window.right - window.left,
        height=window.bottom - window.top,
        spaces=tuple([_space(space, window) for space in kept]),
        lines=tuple([_line(line, window) for line in board.lines if _touches(line.points, window)]),
        shapes=tuple([_shape(shape, window) for shape in board.shapes]),
        labels=tuple([_label(label, window) for label in board.labels if _is_inside(label, window)]),
        counters=faces,
        silhouettes=_drawn(board, faces.values(), printed),
    )
    return cut, replace(
        view, pieces=pieces, marks=marks, boards=(board.id,), seen={}, focus=(), panels=(), choices=(), shortcuts=()
    )


def _window(board: Board, wanted: Collection[str], around: float) -> CropBox:
    places = {space.id: space.at for space in board.spaces}
    xs, ys = zip(*[places[each] for each in wanted], strict=True)
    return CropBox(
        max(0.0, min(xs) - around), max(0.0, min(ys) - around),
        min(board.width, max(xs) + around), min(board.height, max(ys) + around),
    )  # fmt: skip


def _shaped(board: Board, window: CropBox, shape: float) -> CropBox:
    width, height = window.right - window.left, window.bottom - window.top
    left, right = _widen(window.left, window.right, max(width, height * shape), board.width)
    top, bottom = _widen(window.top, window.bottom, max(height, width / shape), board.height)
    return CropBox(left, top, right, bottom)


def _widen(low: float, high: float, wanted: float, limit: float) -> tuple[float, float]:
    """Return the interval extended to the wanted length on both sides, within 0 and the limit."""
    size = min(wanted, limit)
    start = min(max(0.0, (low + high - size) / 2), limit - size)
    return start, start + size


def _space(space: Space, window: CropBox) -> Space:
    marks = [replace(mark, at=window.translated([mark.at])[0]) if mark.at else mark for mark in space.marks]
    (at,) = window.translated([space.at])
    return replace(space, at=at, outline=window.translated(space.outline), marks=tuple(marks))


def _line(line: Line, window: CropBox) -> Line:
    return replace(line, points=window.translated(line.points))


def _shape(shape: Shape, window: CropBox) -> Shape:
    return replace(shape, outlines=tuple([window.translated(outline) for outline in shape.outlines]))


def _label(label: Label, window: CropBox) -> Label:
    return replace(label, points=window.translated(label.points))


def _is_inside(label: Label, window: CropBox) -> bool:
    return all(window.contains(point, -label.size / 2) for point in label.points)


def _touches(points: Iterable[Point], window: CropBox) -> bool:
    return any(window.contains(point, CROP_MARGIN) for point in points)


def _drawn(board: Board, faces: Iterable[Counter], marks: Iterable[Mark]) -> dict[str, str]:
    names = {face.silhouette for face in faces} | {mark.silhouette for mark in marks}
    return {name: path for name, path in board.silhouettes.items() if name in names}
