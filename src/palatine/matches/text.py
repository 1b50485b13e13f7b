"""Validation and cleaning of text input for storage."""

from __future__ import annotations

import unicodedata
from typing import Any

from palatine.core import Unreadable

NAME = 80
"""Maximum length of a name, title or number in characters."""
ECHO = 40
"""Maximum characters of an unknown name that are repeated in an error."""
LETTER = 10_000
"""Maximum characters of a letter."""
DRAFT = 500_000
"""Maximum characters of a draft sheet."""


MARKS = 4
"""Maximum combining marks on one letter: as many as scripts with stacked marks need."""
_JOINERS = "\u200c\u200d"
"""Unprintable characters that are part of words and symbols."""


def short(text: Any) -> str:
    """Return a name or title as one line of at most `NAME` characters.

    Raises `Unreadable` for anything but text.
    """
    return one_line(text)[:NAME]


def echo(name: str) -> str:
    """Return an unknown name for an error message, truncated to `ECHO` characters."""
    return name if len(name) <= ECHO else name[: ECHO - 1] + "…"


def number_of(text: Any) -> str:
    """Return a number for the dice seed: any text as one line.

    Raises `Unreadable` if it is longer than `NAME`.
    """
    number = one_line(text)
    if len(number) > NAME:
        raise Unreadable(f"A number for the dice is a text of at most {NAME} characters.")
    return number


def one_line(text: Any) -> str:
    """Return a text without line breaks and unprintable characters; "" for None."""
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Unreadable(f"A name, a title and a number for the dice are texts, not {text!r}.")
    return " ".join("".join(c if c.isprintable() else " " for c in few_marks(text)).split())


def free_text(text: str) -> str:
    """Return a multi-line text without unprintable characters.

    None can hide or reverse a line.
    """
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return few_marks("".join(c if c.isprintable() or c in "\n\t" + _JOINERS else " " for c in plain)).strip()


def few_marks(text: str) -> str:
    """Return a text without the combining marks above `MARKS` on each letter."""
    if text.isascii():
        return text
    kept, run = [], 0
    for letter in text:
        run = run + 1 if is_mark(letter) else run if letter in _JOINERS else 0
        if run <= MARKS or letter in _JOINERS:
            kept.append(letter)
    return "".join(kept)


def is_mark(letter: str) -> bool:
    """Return whether a character is drawn above, below or around the one before it."""
    return unicodedata.category(letter) in ("Mn", "Me")


def letter_text(text: Any) -> str:
    """Return the text of a letter for storage. Raises `Unreadable` if it is invalid."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(text, str) else ""
    if not plain or len(plain) > LETTER:
        raise Unreadable(f"A letter is a text of 1 to {LETTER} characters.")
    if not all(letter in "\n\t" or letter.isprintable() for letter in plain):
        raise Unreadable("A letter holds no characters that cannot be printed.")
    return few_marks(plain)


def check_draft(text: Any) -> None:
    """Raise `Unreadable` for a draft that cannot be stored as typed."""
    if not isinstance(text, str) or len(text) > DRAFT or not (text.isascii() or _is_encodable(text)):
        raise Unreadable(f"A draft is a text of at most {DRAFT} characters.")


def _is_encodable(text: str) -> bool:
    return text.encode(errors="replace").decode() == text
