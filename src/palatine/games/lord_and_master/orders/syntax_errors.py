"""What is wrong with a line that cannot be read: where it breaks, and what could stand there instead."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

from lark import UnexpectedInput, UnexpectedToken

SHOWN = 40
"""How much of the rest of a line is quoted."""

END = "$END"
"""The terminal for the end of a line."""

NAMED = {
    "SQUARE": "a place (a square, 59city, 44fort, a name, here)",
    "CODE": "a unit code (HFC)",
    "COUNTED": "a unit code and a number (HFC 3)",
    "NUMBER": "a number",
    "WORD": "a name",
    "QUOTED": "a text in quotes",
    "PLAYER": "a player (P2)",
    "CLASS": "the letter of a class",
    "RACE": "a race",
    "TYPE": "a troop type",
    "GOD": "a god",
    "TRAIT": "the name of an advantage or disadvantage",
    "FATE": "“kill”, “release” or “hold”",
    "WHEN": "“first” or “last”",
    "PART": "“city” or “fort”",
    "LEADER": "“leader”",
    "FUNCTION": "“military” or “civil”",
    "COMMA": "a comma",
    "COLON": "a colon",
    "_ARROW": "an arrow (->)",
}
"""What the terminals of the grammar stand for, in the order they are told; its words stand for themselves."""
COVERED = {"SQUARE": {"HERE", "WORD", "QUOTED"}, "WORD": {"QUOTED"}}
"""What needs no telling beside another."""


def terminal(word: str) -> str:
    """The name of the terminal of a keyword."""
    return f"_{word.upper()}"


FEW = 3
"""So many things that could stand somewhere are named; of more, the likeliest."""
LIKELY = ("move", "lead", "recruit", "tax", "take", "go")
"""The words that are meant most often."""
SAID = {
    "attack": "lead", "march": "lead", "go": "move", "walk": "move", "travel": "move", "negotiate": "diplomacy",
    "bribe": "diplomacy", "taxes": "tax", "collect": "tax", "hire": "recruit", "storm": "assault", "besiege": "siege",
    "pray": "intervene", "call": "intervene", "arm": "equip", "peace": "truce", "ally": "alliance", "cast": "rain",
}  # fmt: skip
"""Words that a player may well write, and what they are called here."""


def complaint(line: str, error: UnexpectedInput) -> str:
    """What is wrong with a line, as far as the parser came, and what most likely mends it."""
    parser: Any = error.interactive_parser
    allowed = parser.accepts() - {END}
    if isinstance(error, UnexpectedToken) and error.token.type == END:
        return f"The line breaks off. Go on with {_expected(allowed)}."
    rest = line[error.column - 1 :].strip()
    shown = rest if len(rest) <= SHOWN else rest[:SHOWN].rstrip() + "…"
    if not allowed:
        return f"The order is whole without “{shown}”. Delete that."
    meant = _meant(rest, allowed)
    if meant:
        return f"There is no “{_first(rest)}” here. Did you mean “{meant}”?"
    if terminal("char") in allowed:
        return f"“{shown}” is no order. A character's order begins with “char”, as in “char NAME: tax”."
    return f"Write {_lacking(rest, allowed)} before “{shown}”."


def _first(rest: str) -> str:
    """The first word of what cannot be read."""
    return rest.split()[0].strip(",:")


def _lacking(rest: str, allowed: set[str]) -> str:
    """What was most likely left out."""
    words = {_word(name) for name in allowed - NAMED.keys()}
    if "COMMA" in allowed and not re.match(r"[A-Za-z]{3,4}\s+\d", rest):
        return NAMED["COMMA"]
    if "take" in words and re.match(r"[A-Za-z]{3,4}\s+\d", rest):
        return "“take”"
    if "go" in words and rest[:1].isdigit():
        return "“go”"
    return _expected(allowed)


def _expected(allowed: set[str]) -> str:
    """Kinds of things first, then words of the grammar; of many the likeliest."""
    hidden = set().union(*[COVERED.get(each, set()) for each in allowed])
    kinds = [told for name, told in NAMED.items() if name in allowed - hidden]
    words = [_word(name) for name in sorted(allowed - NAMED.keys() - hidden)]
    if len(kinds) + len(words) > FEW:
        kinds, words = [], [each for each in LIKELY if each in words][:FEW] or words[:FEW]
    *most, last = [*kinds, *[f"“{word}”" for word in words]]
    return f"{', '.join(most)} or {last}" if most else last


def _word(name: str) -> str:
    return name[1:].lower()


def _meant(rest: str, allowed: set[str]) -> str:
    """The word that was most likely meant by the first of what cannot be read; "" for none."""
    words = [_word(name) for name in allowed - NAMED.keys() if name.startswith("_")]
    first = _first(rest).lower()
    if SAID.get(first) in words:
        return SAID[first]
    return next(iter(get_close_matches(first, words, 1, 0.6)), "")
