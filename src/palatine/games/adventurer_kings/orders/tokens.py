"""The words of a line of orders, and what they may stand for: numbers, names, abilities, spells."""

from __future__ import annotations

import re
from typing import Final

from palatine.core import Unreadable
from palatine.games.adventurer_kings.components import tables as c

SPELL_BY_LETTERS: Final = {spell.code[3:]: spell.code for spell in c.SPELLS}
"""The letters of spells are all different, so that their ability need not be written."""
_TOKEN: Final = re.compile(r'"[^"]*"|,|[^\s,"]+(?:"[^"]*")?')


class Words:
    """The words of a line, taken one after the other."""

    def __init__(self, text: str) -> None:
        self.left = _TOKEN.findall(text)

    def __bool__(self) -> bool:
        return bool(self.left)

    def peek(self) -> str:
        return self.left[0].upper() if self.left else ""

    def take(self, what: str) -> str:
        if not self.left:
            raise Unreadable(f"Here {what} is missing.")
        return str(self.left.pop(0))

    def skip(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        if self.peek() in words:
            self.left.pop(0)
            return True
        return False

    def number(self, what: str) -> int:
        word = self.take(what)
        if not re.fullmatch(r"\d{1,6}", word, re.ASCII):
            raise Unreadable(f"“{word}” is no number; here {what} must stand.")
        return int(word)

    def text(self, what: str) -> str:
        """A name: what stands in quotes, or one word."""
        word = self.take(what)
        if word.startswith('"'):
            return word[1:-1]
        if '"' in word:
            raise Unreadable(f"{word} has a quotation mark in its midst; here {what} must stand.")
        return word

    def listed(self) -> list[str]:
        """Words parted by commas."""
        found = []
        while self.left and self.left[0] != ",":
            found.append(self.left.pop(0))
            if not self.skip(","):
                break
        return found

    def end(self) -> None:
        if self.left:
            raise Unreadable(f"“{self.left[0]}” is too much here.")


def one_of(words: Words, known: tuple[str, ...], what: str) -> str:
    word = words.take(what).lower()
    if word not in known:
        raise Unreadable(f"“{word}” is not {what}; they are {', '.join(known)}.")
    return word


def ability_code(word: str) -> str:
    code = word.upper()
    if code not in c.ABILITIES:
        raise Unreadable(f"“{word}” is no ability; they are {', '.join(c.ABILITIES)}.")
    return code


def spell_code(word: str) -> str:
    """A spell by its letters, with or without those of its ability."""
    code = word.upper()
    if code in c.SPELL_BY_CODE:
        return code
    if code not in SPELL_BY_LETTERS:
        raise Unreadable(f"“{word}” is no spell.")
    return SPELL_BY_LETTERS[code]
