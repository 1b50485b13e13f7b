"""User names: validation, and protection against imitation."""

from __future__ import annotations

import unicodedata

from palatine.accounts.wording import say
from palatine.core import Unreadable
from palatine.matches.text import is_combining_mark, limit_combining_marks

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 30
RESERVED_NAMES = (
    "referee", "palatine", "host", "moderator", "admin", "administrator", "system", "nobody", "everybody", "spectator",
    "captain", "recruit", "lieutenant", "marshal", "former player",
)  # fmt: skip
"""Names that could be mistaken for the server or one of its bots."""
MAX_COMBINING_MARKS = 3
"""Maximum number of combining marks of no specific script in a name.

They are accents without a precomposed letter, or are drawn over neighbouring text.
"""
ALLOWED_SCRIPT_MIXES = frozenset({"HIRAGANA", "KATAKANA", "CJK"})


def checked_name(text: str) -> str:
    """Return a valid name with single spaces. Raises `Unreadable` for an invalid one."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not MIN_NAME_LENGTH <= len(name) <= MAX_NAME_LENGTH:
        raise Unreadable(say("name.length", least=MIN_NAME_LENGTH, most=MAX_NAME_LENGTH))
    if not all(_is_fine(letter) for letter in name) or not any(letter.isalpha() for letter in name):
        raise Unreadable(say("name.letters"))
    if (
        is_combining_mark(name[0])
        or limit_combining_marks(name) != name
        or sum(map(_is_accent, name)) > MAX_COMBINING_MARKS
    ):
        raise Unreadable(say("name.marks", most=MAX_COMBINING_MARKS))
    scripts = {_script(letter) for letter in name if letter.isalpha()}
    if len(scripts) > 1 and not scripts <= ALLOWED_SCRIPT_MIXES:
        raise Unreadable(say("name.scripts"))
    if similarity_key(name) in _RESERVED:
        raise Unreadable(say("name.reserved", name=name))
    return name


def similarity_key(name: str) -> str:
    """Return a key that is equal for similar names.

    It ignores case, accents, spaces and punctuation, and maps digits and similar letters.
    """
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    alike = letters.translate(_ALIKE).replace("rn", "m").replace("vv", "w")
    return "".join(letter for letter in alike if letter.isalnum())


def _is_fine(letter: str) -> bool:
    category = unicodedata.category(letter)
    return letter in " -'.’_" or category[0] in "LN" or category in ("Mn", "Mc")


def _is_accent(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("COMBINING ")


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").split()[0]


_ALIKE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "ı": "l"}
    | dict(zip("аеорсухкмтвнзіѕјԁһ", "aeopcyxkmtbhelsjdh", strict=True))
    | dict(zip("αορντκιυχεβημ", "aopvtkluxebnm", strict=True))
)
"""Digits and letters of other alphabets that look like Latin ones."""
_RESERVED = frozenset(similarity_key(name) for name in RESERVED_NAMES)
