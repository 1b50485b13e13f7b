"""Turn reports of a seat, in sections, and their layout as plain text in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

import msgspec

DEFAULT_WIDTH = 80
COLUMN_GAP = 2
MIN_COLUMN_WIDTH = 6
"""Minimum width of a column that is narrowed to fit, in characters."""


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table: the names of its columns, and its rows as finished texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()
    """The indices of columns that hold numbers."""


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a report: paragraphs, then tables, and optionally the board with the id `board`."""

    id: str
    title: str
    paragraphs: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    board: str = ""
    typed: bool = False
    """True if the paragraphs are lines of a form, to be copied or filled in."""


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """The report of a turn for a seat (None: a spectator)."""

    title: str
    subtitle: str
    turn: int
    seat: str | None
    sections: tuple[Section, ...]


def report_text(report: Report, width: int = DEFAULT_WIDTH) -> str:
    """Return the report as plain text: the title, then all sections, wrapped to `width`."""
    lines = [*_heading(report.title, "=", width), *wrap(report.subtitle, width)]
    return "\n".join([*lines, *section_lines(report.sections, width)]) + "\n"


def section_lines(sections: Sequence[Section], width: int = DEFAULT_WIDTH) -> list[str]:
    """Return the lines of sections, each below an empty line and its title."""
    lines: list[str] = []
    for section in sections:
        lines += ["", *_heading(section.title, "-", width)]
        for number, paragraph in enumerate(section.paragraphs):
            lines += [""] * (number > 0 and len(paragraph) > width) + (wrap(paragraph, width) or [""])
        for number, grid in enumerate(section.grids):
            lines += [*[""] * bool(number or section.paragraphs), *grid_lines(grid, width)]
    return lines


def _heading(text: str, rule: str, width: int) -> list[str]:
    lines = wrap(text, width)
    return [*lines, rule * max(map(len, lines), default=0)] if lines else []


def grid_lines(grid: Grid, width: int = DEFAULT_WIDTH) -> Iterator[str]:
    """Yield a table's lines: column names, a rule, and rows; wide cells are wrapped."""
    widths = _widths([grid.columns, *grid.rows], width)
    if any(grid.columns):
        yield from _row(grid.columns, widths, grid.numeric)
        yield " ".join(["-" * each + " " * (COLUMN_GAP - 1) for each in widths]).rstrip()
    for row in grid.rows:
        yield from _row(row, widths, grid.numeric)


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the natural widths of the columns, with the widest reduced until all fit."""
    widths = [max(1, *map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + COLUMN_GAP * (len(widths) - 1) > width and max(widths) > MIN_COLUMN_WIDTH:
        widths[widths.index(max(widths))] -= 1
    return widths


def _row(cells: Sequence[str], widths: list[int], numeric: tuple[int, ...]) -> Iterator[str]:
    folded = [wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for line in range(max(map(len, folded), default=0)):
        parts = [cell[line] if line < len(cell) else "" for cell in folded]
        placed = [
            part.rjust(width) if column in numeric else part.ljust(width)
            for column, (part, width) in enumerate(zip(parts, widths, strict=True))
        ]
        yield (" " * COLUMN_GAP).join(placed).rstrip()
