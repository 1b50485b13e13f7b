"""What a seat is told of a turn: a report in sections, for a page, for paper, and as plain text set in columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

import msgspec

WIDTH = 80
GAP = 2
NARROW = 6
"""No column is squeezed below so many characters."""


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table: the names of its columns, and its rows as finished texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[int, ...] = ()
    """The columns that hold numbers, by index."""


class Section(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a report: paragraphs, then tables. With `board`, that board is drawn as the report's view shows it."""

    id: str
    title: str
    paragraphs: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    board: str = ""
    typed: bool = False
    """Whether its paragraphs are lines of a form, to be copied or written on."""


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a seat (None: a spectator) is sent about a turn."""

    title: str
    subtitle: str
    turn: int
    seat: str | None
    sections: tuple[Section, ...]


def report_text(report: Report, width: int = WIDTH) -> str:
    """The whole report: title, then section by section its paragraphs and tables, no line wider than `width`."""
    lines = [*_heading(report.title, "=", width), *wrap(report.subtitle, width)]
    return "\n".join([*lines, *sections_lines(report.sections, width)]) + "\n"


def sections_lines(sections: Sequence[Section], width: int = WIDTH) -> list[str]:
    """Sections, each below an empty line and its title."""
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


def grid_lines(grid: Grid, width: int = WIDTH) -> Iterator[str]:
    """A table's lines: names of columns, a rule, the rows; what is too wide for its column goes on below."""
    widths = _widths([grid.columns, *grid.rows], width)
    if any(grid.columns):
        yield from _row(grid.columns, widths, grid.numeric)
        yield " ".join(["-" * each + " " * (GAP - 1) for each in widths]).rstrip()
    for row in grid.rows:
        yield from _row(row, widths, grid.numeric)


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """As wide as the columns want to be, the widest squeezed until all fit."""
    widths = [max(1, *map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + GAP * (len(widths) - 1) > width and max(widths) > NARROW:
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
        yield (" " * GAP).join(placed).rstrip()
