"""Entries as running prose: a province's number is told once, and who goes on acting is not named anew (1.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from palatine.core import Entry

_NUMBERED: Final = re.compile(r"([\w'-]+) \((\d{1,4})\)")
_LED: Final = ("recruited", "left")
"""Kinds of entry in which somebody may be put in command by himself."""


def own_key(entry: Entry) -> str:
    """The message of an entry that tells what somebody did for himself; "" for all others."""
    is_own = entry.kind in _LED and entry.data["leader"] == entry.data["who"]
    return f"journal.{entry.kind}-own" if is_own else ""


def flowing(said: Iterable[tuple[str, str]]) -> str:
    """Sentences with their actors as one paragraph."""
    out: list[str] = []
    last = ""
    for who, text in said:
        again = who and who == last and text.startswith(f"{who} ")
        out.append("He" + text[len(who) :] if again else text)
        last = who if text.startswith(f"{who} ") and who else ""
    return " ".join(out)


def once(text: str, told: set[str]) -> str:
    """The text with the numbers of what has been told of already left out; `told` is added to."""

    def name(match: re.Match[str]) -> str:
        if match[0] in told:
            return match[1]
        told.add(match[0])
        return match[0]

    return _NUMBERED.sub(name, text)
