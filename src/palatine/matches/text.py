"""Validation and cleaning of text input for storage."""

from __future__ import annotations

import unicodedata
from typing import Any

from palatine.core import Unreadable

MAX_NAME_LENGTH = 80
"""Maximum length of a name, title or number in characters."""
MAX_ECHO_LENGTH = 40
"""Maximum characters of an unknown name that are repeated in an error."""
MAX_LETTER_LENGTH = 10_000
"""Maximum characters of a letter."""
MAX_DRAFT_LENGTH = 500_000
"""Maximum characters of a draft sheet."""


MAX_COMBINING_MARKS = 4
"""Maximum combining marks on one letter: as many as scripts with stacked marks need."""
_JOINERS = "\u200c\u200d"
"""Unprintable characters that are part of words and symbols."""


def clean_name(text: Any) -> str:
    """Return a name or title as one line of at most `MAX_NAME_LENGTH` characters.

    Raises `Unreadable` for anything but text.
    """
    return clean_line(text)[:MAX_NAME_LENGTH]


def truncate_echo(name: str) -> str:
    """Return an unknown name for an error message, truncated to `MAX_ECHO_LENGTH` characters."""
    return name if len(name) <= MAX_ECHO_LENGTH else name[: MAX_ECHO_LENGTH - 1] + "…"


def clean_number(text: Any) -> str:
    """Return a number for the dice seed: any text as one line.

    Raises `Unreadable` if it is longer than `MAX_NAME_LENGTH`.
    """
    number = clean_line(text)
    if len(number) > MAX_NAME_LENGTH:
        raise Unreadable(f"A number for the dice is a text of at most {MAX_NAME_LENGTH} characters.")
    return number


def clean_line(text: Any) -> str:
    """Return a text without line breaks and unprintable characters; "" for None."""
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Unreadable(f"A name, a title and a number for the dice are texts, not {text!r}.")
    return " ".join("".join(c if c.isprintable() else " " for c in limit_combining_marks(text)).split())


def clean_text(text: str) -> str:
    """Return a multi-line text without unprintable characters.

    None can hide or reverse a line.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return limit_combining_marks(
        "".join(c if c.isprintable() or c in "\n\t" + _JOINERS else " " for c in plain)
    ).strip()


def limit_combining_marks(text: str) -> str:
    """Return a text without the combining marks above `MAX_COMBINING_MARKS` on each letter."""
    if text.isascii():
        return text
    kept, run = [], 0
    for letter in text:
        run = run + 1 if is_combining_mark(letter) else run if letter in _JOINERS else 0
        if run <= MAX_COMBINING_MARKS or letter in _JOINERS:
            kept.append(letter)
    return "".join(kept)


def is_combining_mark(letter: str) -> bool:
    """Return whether a character is drawn above, below or around the one before it."""
    return unicodedata.category(letter) in ("Mn", "Me")


def clean_letter(text: Any) -> str:
    """Return the text of a letter for storage. Raises `Unreadable` if it is invalid."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(text, str) else ""
    if not plain or len(plain) > MAX_LETTER_LENGTH:
        raise Unreadable(f"A letter is a text of 1 to {MAX_LETTER_LENGTH} characters.")
    if not all(letter in "\n\t" or letter.isprintable() for letter in plain):
        raise Unreadable("A letter holds no characters that cannot be printed.")
    return limit_combining_marks(plain)


def check_draft(text: Any) -> None:
    """Raise `Unreadable` for a draft that cannot be stored as typed."""
    if not isinstance(text, str) or len(text) > MAX_DRAFT_LENGTH or not (text.isascii() or _is_encodable(text)):
        raise Unreadable(f"A draft is a text of at most {MAX_DRAFT_LENGTH} characters.")


def _is_encodable(text: str) -> bool:
    return text.encode(errors="replace").decode() == text
