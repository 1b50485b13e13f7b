"""Error messages for lines that cannot be parsed: where they break and what was expected."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from lark import UnexpectedInput, UnexpectedToken

from palatine.games.lord_and_master.components.wording import said

SHOWN = 40
"""Maximum number of characters quoted from the rest of a line."""

END = "$END"
"""The terminal for the end of a line."""

NAMED = (
    "SQUARE", "CODE", "COUNTED", "NUMBER", "WORD", "QUOTED", "PLAYER", "CLASS", "RACE", "TYPE", "GOD", "TRAIT", "FATE",
    "WHEN", "PART", "LEADER", "FUNCTION", "COMMA", "COLON", "_ARROW",
)  # fmt: skip
"""Terminals that match values, in the order they are listed (`kind` in the catalogue)."""
COVERED = {"SQUARE": {"HERE", "WORD", "QUOTED"}, "WORD": {"QUOTED"}}
"""Terminals not listed together with another one that covers them."""


def terminal(word: str) -> str:
    """Return the name of a keyword's terminal."""
    return f"_{word.upper()}"


FEW = 3
"""Maximum number of alternatives to list."""
LIKELY = ("move", "lead", "recruit", "tax", "take", "go")
"""The keywords used most often."""
SAID = {
    "attack": "lead", "march": "lead", "go": "move", "walk": "move", "travel": "move",
    "negotiate": "diplomacy", "bribe": "diplomacy", "taxes": "tax", "collect": "tax", "hire": "recruit",
    "storm": "assault", "besiege": "siege", "pray": "intervene", "call": "intervene", "all": "take",
    "everybody": "take", "build": "lead", "arm": "equip", "peace": "truce", "ally": "alliance",
    "cast": "rain",
}  # fmt: skip
"""Words that players may write, with the keywords they mean."""
ACTIONS = {
    *SAID, "move", "lead", "recruit", "tax", "raise", "train", "take", "steal", "fort", "summon", "attack",
} - {"peace", "ally", "arm"}  # fmt: skip
"""Words that name an action, not a character."""
NEAR = 0.7
"""Minimum similarity, from 0 to 1, to a keyword."""


def complaint(line: str, error: UnexpectedInput) -> str:
    """Return what is wrong with a line and the most likely correction."""
    parser: Any = error.interactive_parser
    allowed = parser.accepts() - {END}
    if isinstance(error, UnexpectedToken) and error.token.type == END:
        return said("syntax.breaks-off", what=_expected_text(allowed))
    rest = line[error.column - 1 :].strip()
    shown = rest if len(rest) <= SHOWN else rest[:SHOWN].rstrip() + "…"
    if not allowed:
        return said("syntax.too-much", rest=shown)
    if terminal("char") in allowed and _first_word(rest).lower() in ACTIONS:
        return said("syntax.who", rest=shown)
    meant = _likely_keyword(rest, allowed)
    if meant:
        return said("syntax.meant", word=_first_word(rest), meant=meant)
    if terminal("char") in allowed:
        return said("syntax.no-order", rest=shown)
    return said("syntax.lacks", what=_likely_omission(rest, allowed), rest=shown)


def _first_word(rest: str) -> str:
    return rest.split()[0].strip(",:")


def _likely_omission(rest: str, allowed: set[str]) -> str:
    """Return what was most likely left out."""
    words = {_keyword_text(name) for name in allowed - set(NAMED)}
    if "COMMA" in allowed and not re.match(r"[A-Za-z]{3,4}\s+\d", rest):
        return said("kind.COMMA")
    if "take" in words and re.match(r"[A-Za-z]{3,4}\s+\d", rest):
        return said("syntax.word", word="take")
    if "go" in words and rest[:1].isdigit():
        return said("syntax.word", word="go")
    return _expected_text(allowed)


def _expected_text(allowed: set[str]) -> str:
    """Return what is expected: values first, then keywords; of many the likeliest."""
    hidden = set().union(*[COVERED.get(each, set()) for each in allowed])
    kinds = [said(f"kind.{name}") for name in NAMED if name in allowed - hidden]
    words = [_keyword_text(name) for name in sorted(allowed - set(NAMED) - hidden)]
    if len(kinds) + len(words) > FEW:
        kinds, words = [], [each for each in LIKELY if each in words][:FEW] or words[:FEW]
    *most, last = [*kinds, *[said("syntax.word", word=word) for word in words]]
    return said("syntax.two", most=", ".join(most), last=last) if most else last


def _keyword_text(name: str) -> str:
    return name[1:].lower()


def _likely_keyword(rest: str, allowed: set[str]) -> str:
    """Return the keyword most likely meant by the first unparsed word; "" for none."""
    words = [_keyword_text(name) for name in allowed - set(NAMED) if name.startswith("_")]
    first = _first_word(rest).lower()
    if SAID.get(first) in words:
        return SAID[first]
    return next(iter(get_close_matches(first, words, 1, NEAR)), "")
