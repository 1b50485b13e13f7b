"""Long lines of a sheet that a mail program or an editor has broken, joined again."""

from __future__ import annotations

from collections.abc import Callable, Collection

SHORTEST = 50
"""The fewest characters of a line that a program has broken."""
PIECES = 3
"""The most lines that one was broken into, besides the first."""
TRIED = 40
"""The most joined lines that are tried for a sheet."""

Bad = Callable[[str], Collection[int]]
"""The numbers of the lines of a text that cannot be read, from 1."""


def joined(text: str, bad_lines: Bad) -> str:
    """Return a text with broken lines joined: long ones, where the next cannot be read and both together can.

    The number of lines stays as it is: the pieces leave empty lines behind.
    """
    bad = set(bad_lines(text))
    lines = text.split("\n")
    tried = 0
    for at in range(len(lines) - 1):
        following = [number for number in (at + 1, at + 2) if number in bad]
        if len(lines[at].rstrip()) < SHORTEST or not following:
            continue
        for more in range(1, PIECES + 1):
            tried += 1
            if tried > TRIED or at + more >= len(lines) or not lines[at + more].strip():
                break
            whole = " ".join([lines[at].rstrip(), *[each.strip() for each in lines[at + 1 : at + 1 + more]]])
            changed = [*lines[:at], whole, *[""] * more, *lines[at + 1 + more :]]
            left = set(bad_lines("\n".join(changed)))
            if left < bad and not left & set(range(at + 1, at + 2 + more)):
                lines, bad = changed, left
                break
    return "\n".join(lines)
