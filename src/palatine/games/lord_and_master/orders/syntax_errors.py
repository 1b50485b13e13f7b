"""What is wrong with a line that cannot be read: where it breaks, and what could stand there instead."""

from __future__ import annotations

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


def complaint(line: str, error: UnexpectedInput) -> str:
    """What is wrong with a line, as far as the parser came, and what it expected."""
    parser: Any = error.interactive_parser
    allowed = parser.accepts() - {END}
    if isinstance(error, UnexpectedToken) and error.token.type == END:
        return f"The order breaks off; next should stand {_expected(allowed)}."
    rest = line[error.column - 1 :].strip()
    shown = rest if len(rest) <= SHOWN else rest[:SHOWN].rstrip() + "…"
    if not allowed:
        return f"The order is whole before “{shown}”: nothing more can stand there."
    return f"At “{shown}” should stand {_expected(allowed)}.{_meant(rest, allowed)}"


def _expected(allowed: set[str]) -> str:
    """Kinds of things first, then words of the grammar."""
    hidden = set().union(*[COVERED.get(each, set()) for each in allowed])
    kinds = [told for name, told in NAMED.items() if name in allowed - hidden]
    words = [f"“{_word(name)}”" for name in sorted(allowed - NAMED.keys() - hidden)]
    *most, last = [*kinds, *words]
    return f"{', '.join(most)} or {last}" if most else last


def _word(name: str) -> str:
    return name[1:].lower()


def _meant(rest: str, allowed: set[str]) -> str:
    words = [_word(name) for name in allowed - NAMED.keys() if name.startswith("_")]
    near = get_close_matches(rest.split()[0].strip(",:").lower(), words, 1, 0.6)
    return f" Did you mean “{near[0]}”?" if near else ""
