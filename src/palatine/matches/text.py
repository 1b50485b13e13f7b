"""Texts that come in, as they are kept."""

from __future__ import annotations

import unicodedata
from typing import Any

from palatine.core import Unreadable

NAME = 80
"""The longest name, title or number, in characters."""
ECHO = 40
"""The most characters of an unknown name that are said back."""
LETTER = 10_000
"""The most characters in a letter."""
DRAFT = 500_000
"""The most characters in the draft of a sheet."""


MARKS = 4
"""The most combining marks that one letter carries: as many as the scripts need that stack them."""
_JOINERS = "\u200c\u200d"
"""Characters that cannot be printed and that words and signs are written with."""


def short(text: Any) -> str:
    """A name or title as it is kept: one line, at most `NAME` characters. Raises Unreadable if it is no text."""
    return one_line(text)[:NAME]


def echo(name: str) -> str:
    """An unknown name as errors repeat it: no longer than a line."""
    return name if len(name) <= ECHO else name[: ECHO - 1] + "…"


def number_of(text: Any) -> str:
    """A number for the dice as it is kept: any text in one line. Raises Unreadable if it is longer than `NAME`."""
    number = one_line(text)
    if len(number) > NAME:
        raise Unreadable(f"A number for the dice is a text of at most {NAME} characters.")
    return number


def one_line(text: Any) -> str:
    """A text without line breaks and characters that cannot be printed; "" for None."""
    if text is None:
        return ""
    if not isinstance(text, str):
        raise Unreadable(f"A name, a title and a number for the dice are texts, not {text!r}.")
    return " ".join("".join(c if c.isprintable() else " " for c in few_marks(text)).split())


def free_text(text: str) -> str:
    """A text of several lines without characters that cannot be printed: none turns a line around or hides it."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    return few_marks("".join(c if c.isprintable() or c in "\n\t" + _JOINERS else " " for c in plain)).strip()


def few_marks(text: str) -> str:
    """Return a text whose letters carry at most `MARKS` combining marks each; the rest are left out."""
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
    """The text of a letter as it is kept. Raises Unreadable for what is no letter."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(text, str) else ""
    if not plain or len(plain) > LETTER:
        raise Unreadable(f"A letter is a text of 1 to {LETTER} characters.")
    if not all(letter in "\n\t" or letter.isprintable() for letter in plain):
        raise Unreadable("A letter holds no characters that cannot be printed.")
    return few_marks(plain)


def check_draft(text: Any) -> None:
    """Raise Unreadable for what cannot be kept, as typed, as the draft of a sheet."""
    if not isinstance(text, str) or len(text) > DRAFT or not (text.isascii() or _is_encodable(text)):
        raise Unreadable(f"A draft is a text of at most {DRAFT} characters.")


def _is_encodable(text: str) -> bool:
    return text.encode(errors="replace").decode() == text
