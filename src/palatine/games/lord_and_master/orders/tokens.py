"""Values of single tokens: numbers, unit codes, races, captives."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from palatine.core import Unreadable
from palatine.games.lord_and_master.components.wording import said


def one_of(token: Token | None, *words: str) -> str:
    """Return which of some words, with distinct initials, a token stands for.

    Comparing lower-cased words would not work for all letters.
    """
    return next((word for word in words if word[0] == str(token)[0].lower()), "") if token else ""


def whole(token: str) -> int:
    """Return a number; a count of wounded units is negative until it becomes a batch."""
    found = re.fullmatch(r"(\d{1,6})(w?)", token, re.IGNORECASE | re.ASCII)
    if found is None or (int(found[1]) == 0 and found[2]):
        raise Unreadable(said("syntax.no-number", text=str(token)))
    return -int(found[1]) if found[2] else int(found[1])


def positive(number: int, least: int = 1) -> int:
    if number < least:
        raise Unreadable(said("syntax.least", least=least))
    return number


def code(word: str) -> str:
    """Return a unit code as printed: in capitals, except for the first letter of uBEC."""
    upper = word.upper()
    return "uBEC" if upper == "UBEC" else upper


def race(word: str) -> str:
    """Return a race from its letter or the rulebook's word for one of its people."""
    spelled = {
        "man": "M",
        "men": "M",
        "elf": "E",
        "dwarf": "D",
        "gnome": "G",
        "orc": "O",
        "jotun": "J",
        "troll": "T",
    }
    return spelled.get(word.lower(), word.upper())


def captive(found: Any) -> dict[str, Any]:
    return {"units": found} if isinstance(found, tuple) else {"name": found}
