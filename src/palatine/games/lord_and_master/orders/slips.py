"""Slips that newcomers make when they write a line, and what each was meant to be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

UNIT = r"[A-Za-z]{2,4}"


class Slip(NamedTuple):
    """What is wrong, by the key of its message; how it looks, and how it looks put right."""

    key: str
    pattern: re.Pattern[str]
    right: str


def _slip(key: str, pattern: str, right: str) -> Slip:
    return Slip(key, re.compile(pattern, re.IGNORECASE), right)


REALM = "equip|truce|alliance|heir|command|sell|buy|pay|ransom|prisoner|retreat"
SLIPS: Final = (
    _slip("char", r"^(?!(?:char|demon|magnate)\b)(\w+)\s*:\s*", r"char \1: "),
    _slip("colon", r"^(char\s+\w+)\s+(?=[a-z])(?!.*:)", r"\1: "),
    _slip("realm", rf"^char\s+\w+\s*:\s*(?=(?:{REALM})\b)", ""),
    _slip("code-first", rf"\b(\d+)\s+(?!go\b|at\b|from\b|to\b|for\b)({UNIT})\b(?!\s*\d)", r"\2 \1"),
    _slip("filler", r"(?<=\s)(?:to|with|against|the|into)\s+(?=\d|P\d)", ""),
    _slip("grade", r"^(equip\b.*->\s*[A-Z]{2})(?=\s)", r"\1D"),
    _slip("take", rf"\blead\s+(?!all\b)(?={UNIT}\s*\d)", "lead take "),
    _slip("comma", r"(\d)\s+(?=go\b|siege\b|assault\b)", r"\1, "),
    _slip("go", r":\s*(?:go|walk|travel)\s+", ": move "),
    _slip("march", rf":\s*attack\s+(\d+)\s+(?:take\s+)?({UNIT}\s+\d+.*)$", r": lead take \2, go \1"),
    _slip("here", r"\bdiplomacy\s+\d+\s*,?\s*(?=bribe)", "diplomacy "),
    _slip("class", r"\brecruit\s+(?:an?\s+)?[a-z]{3,}$", "recruit"),
    _slip("fort", r":\s*(?:build\s+)?(?:a\s+)?fort\b", ": lead fort"),
    _slip("one-deed", r"(:\s*move\b[^,]*),\s*(?:tax|recruit|diplomacy|raise|train)\b.*$", r"\1"),
)
"""In this order: each is looked for in what those before it made of the line."""


def put_right(line: str, reads: Callable[[str], bool]) -> tuple[list[str], str]:
    """The slips of a line, by the keys of their messages, and the line without them, "" when it still cannot be
    read."""
    found: list[str] = []
    for slip in SLIPS:
        better = slip.pattern.sub(slip.right, line, count=1).strip()
        if better != line:
            found.append(slip.key)
            line = better
            if reads(line):
                return found, line
    return found[:1], ""
