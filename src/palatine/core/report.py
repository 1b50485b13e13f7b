"""What a seat is told of a turn: a report in sections, for a page, for paper and as plain text."""

from __future__ import annotations

import msgspec


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
