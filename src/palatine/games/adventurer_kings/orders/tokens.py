"""Words of an order line and their values: numbers, names, abilities, spells."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from palatine.core import Unreadable
from palatine.games.adventurer_kings.components import tables

SPELL_BY_LETTERS: Final = {spell.code[3:]: spell.code for spell in tables.SPELLS}
"""Spell codes by letters, which are unique without the ability."""
_TOKEN: Final = re.compile(r'"[^"]*"|,|[^\s,"]+(?:"[^"]*")?')


class NoNumber(Unreadable):
    """Raised if a word is not a number; says what is expected and where the word begins.

    `rest` is the number of characters from the word to the end of the line.
    """

    def __init__(self, word: str, what: str, rest: int) -> None:
        super().__init__(f"“{word}” is not a number: write {what} by its number.")
        self.what = what
        self.rest = rest


class OrderWords:
    """The words of a line, consumed one by one."""

    def __init__(self, text: str) -> None:
        found = list(_TOKEN.finditer(text))
        self.left = [each[0] for each in found]
        self._rests = [len(text) - each.start() for each in found]

    def __bool__(self) -> bool:
        return bool(self.left)

    def peek(self) -> str:
        return self.left[0].upper() if self.left else ""

    def take(self, what: str) -> str:
        if not self.left:
            raise Unreadable(f"The line breaks off: add {what}.")
        return str(self.left.pop(0))

    def skip(self, *words: str) -> bool:
        """Consume the next word if it is one of these, and return whether it was."""
        if self.peek() in words:
            self.left.pop(0)
            return True
        return False

    def number(self, what: str) -> int:
        word = self.take(what)
        if not re.fullmatch(r"\d{1,6}", word, re.ASCII):
            raise NoNumber(word, what, self._rests[-1 - len(self.left)])
        return int(word)

    def text(self, what: str) -> str:
        """Return a name: quoted text or a single word."""
        word = self.take(what)
        if word.startswith('"'):
            return word[1:-1]
        if '"' in word:
            raise Unreadable(f"{word} has a quotation mark inside: put {what} in quotes as a whole.")
        return word

    def listed(self) -> list[str]:
        """Return comma-separated words."""
        found = []
        while self.left and self.left[0] != ",":
            found.append(self.left.pop(0))
            if not self.skip(","):
                break
        return found

    def end(self) -> None:
        if self.left:
            raise Unreadable(f"“{self.left[0]}” is too much: the order ends before it.")


def meant(word: str, known: Mapping[str, str]) -> str:
    """Return the one or two likeliest intended codes as a question.

    `known` are codes by code and by name.
    """
    near = get_close_matches(word.upper(), known, 4, CLOSE)
    codes = list(dict.fromkeys([known[each] for each in near]))[:2]
    return f" Did you mean {' or '.join(codes)}?" if codes else " The lists under Status have them all."


CLOSE: Final = 0.6
"""Minimum similarity of a word to a known one."""
_ABILITY: Final = {**{code: code for code in tables.ABILITIES},
                   **dict(zip(map(str.upper, tables.ABILITY_NAME), tables.ABILITIES, strict=True))}  # fmt: skip
_SPELL: Final = {**{spell.code[3:]: spell.code for spell in tables.SPELLS},
                 **{spell.name.upper(): spell.code for spell in tables.SPELLS}}  # fmt: skip


def one_of(words: OrderWords, known: tuple[str, ...], what: str) -> str:
    word = words.take(what).lower()
    if word not in known:
        raise Unreadable(f"“{word}” is not {what}; they are {', '.join(known)}.")
    return word


def ability_code(word: str) -> str:
    code = word.upper()
    if code not in tables.ABILITIES:
        raise Unreadable(f"“{word}” is not an ability.{meant(word, _ABILITY)}")
    return code


def spell_code(word: str) -> str:
    """Return a spell by its letters, with or without those of its ability."""
    code = word.upper()
    if code in tables.SPELL_BY_CODE:
        return code
    if code not in SPELL_BY_LETTERS:
        raise Unreadable(f"“{word}” is not a spell.{meant(word, _SPELL)}")
    return SPELL_BY_LETTERS[code]
