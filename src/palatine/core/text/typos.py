"""Correction of typos that newcomers make in orders, where the correction is obvious."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

Replacement = str | Callable[[re.Match[str]], str]


class Typo(NamedTuple):
    """A typo: the key of its message, its pattern, and its replacement."""

    key: str
    pattern: re.Pattern[str]
    right: Replacement


def typo(key: str, pattern: str, replacement: Replacement) -> Typo:
    """Return a typo that matches `pattern`, ignoring case."""
    return Typo(key, re.compile(pattern, re.IGNORECASE), replacement)


def correct(line: str, typos: Sequence[Typo], is_readable: Callable[[str], bool]) -> tuple[list[str], str]:
    """Return the message keys of the typos in a line, and the corrected line.

    The line is "" if it is still unreadable. Each pattern is applied to the result of those before it.
    """
    found: list[str] = []
    for each in typos:
        better = each.pattern.sub(each.right, line, count=1).strip()
        if better != line:
            found.append(each.key)
            line = better
            if is_readable(line):
                return found, line
    return found[:1], ""
