"""Reading the text of a position, line by line."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from palatine.core.refusal import Unknown, Unreadable


def read_lines(text: str, heading: str, title: str, take: Callable[[str], None]) -> None:
    """Give every line below the heading to `take`, bare of comments and blanks; an error names the line."""
    rows = [(i, line.split("#")[0].strip()) for i, line in enumerate(text.splitlines(), 1)]
    rows = [(i, line) for i, line in rows if line]
    if not rows or rows[0][1] != heading:
        raise Unreadable(f"Line 1: a position of {title} begins with the line “{heading}”.")
    for i, line in rows[1:]:
        try:
            take(line)
        except (ValueError, KeyError, IndexError, Unknown, msgspec.MsgspecError) as error:
            raise Unreadable(f"Line {i} cannot be read: {line!r} ({error}).") from error
