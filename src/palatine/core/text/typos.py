"""Slips that newcomers make when they write orders: a line that cannot be read is put right, where it is plain how."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

Right = str | Callable[[re.Match[str]], str]


class Typo(NamedTuple):
    """What is wrong, by the key of its message; how it looks, and how it looks put right."""

    key: str
    pattern: re.Pattern[str]
    right: Right


def typo(key: str, pattern: str, right: Right) -> Typo:
    """A slip that looks like `pattern`, in capitals or not."""
    return Typo(key, re.compile(pattern, re.IGNORECASE), right)


def correct(line: str, slips: Sequence[Typo], reads: Callable[[str], bool]) -> tuple[list[str], str]:
    """The slips of a line, by the keys of their messages, and the line without them, "" when it still cannot be read.

    Each slip is looked for in what those before it made of the line.
    """
    found: list[str] = []
    for each in slips:
        better = each.pattern.sub(each.right, line, count=1).strip()
        if better != line:
            found.append(each.key)
            line = better
            if reads(line):
                return found, line
    return found[:1], ""
