"""Texts that come in, as they are kept."""

from __future__ import annotations

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


def short(text: Any) -> str:
    """A name or title as it is kept: one line, at most `NAME` characters. Raises Unreadable if it is no text."""
    return one_line(text)[:NAME]


def echo(name: str) -> str:
    """A name that is unknown, as it is said back to whoever asked for it: no longer than a line takes."""
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
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def letter_text(text: Any) -> str:
    """The text of a letter as it is kept. Raises Unreadable for what is no letter."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(text, str) else ""
    if not plain or len(plain) > LETTER:
        raise Unreadable(f"A letter is a text of 1 to {LETTER} characters.")
    if not all(letter in "\n\t" or letter.isprintable() for letter in plain):
        raise Unreadable("A letter holds no characters that cannot be printed.")
    return plain


def check_draft(text: Any) -> None:
    """Raise Unreadable for what cannot be kept, as typed, as the draft of a sheet."""
    if not isinstance(text, str) or len(text) > DRAFT or not (text.isascii() or _is_encodable(text)):
        raise Unreadable(f"A draft is a text of at most {DRAFT} characters.")


def _is_encodable(text: str) -> bool:
    return text.encode(errors="replace").decode() == text
