"""Repair of texts altered by programs: encodings, punctuation, spaces, broken lines."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable, Collection

_LETTERS = str.maketrans(
    {
        **dict.fromkeys("\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2192\u2794\u279c\uf0e0", "->"),
        **dict.fromkeys("\u2028\u2029\x0b\x0c\x85", "\n"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\ufe0e\ufe0f"),
        "\u2026": "...", "\uff0c": ",", "\uff1a": ":", "\uff1b": ";",
    }
)  # fmt: skip
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))

MIN_BROKEN_LINE = 50
"""Minimum length, in characters, of a line that counts as broken by a program."""
MAX_PIECES = 3
"""Maximum number of pieces of a broken line, not counting the first."""
MAX_JOINS = 40
"""Maximum number of joined lines to try for a sheet."""

FindBadLines = Callable[[str], Collection[int]]
"""A function that returns the numbers of the unreadable lines of a text, from 1."""


def normalize_typography(text: str) -> str:
    """Replace typographic characters by those of a keyboard, and normalise line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").translate(_LETTERS)
    return lines if lines.isascii() else unicodedata.normalize("NFC", lines)


def decode_text(data: bytes) -> str:
    """Decode bytes in the encoding that a BOM gives, or else in UTF-8.

    Raises UnicodeDecodeError.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding)
    return data.decode()


def join_broken_lines(text: str, bad_lines: FindBadLines) -> str:
    """Join long lines with the following unreadable one if both together are readable.

    The number of lines does not change: joined pieces leave empty lines behind.
    """
    bad = set(bad_lines(text))
    lines = text.split("\n")
    tried = 0
    for at in range(len(lines) - 1):
        following = [number for number in (at + 1, at + 2) if number in bad]
        if len(lines[at].rstrip()) < MIN_BROKEN_LINE or not following:
            continue
        for more in range(1, MAX_PIECES + 1):
            tried += 1
            if tried > MAX_JOINS or at + more >= len(lines) or not lines[at + more].strip():
                break
            whole = " ".join([lines[at].rstrip(), *[each.strip() for each in lines[at + 1 : at + 1 + more]]])
            changed = [*lines[:at], whole, *[""] * more, *lines[at + 1 + more :]]
            left = set(bad_lines("\n".join(changed)))
            if left < bad and not left & set(range(at + 1, at + 2 + more)):
                lines, bad = changed, left
                break
    return "\n".join(lines)
