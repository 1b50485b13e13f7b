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


def flowing(said: Iterable[tuple[Entry, str]]) -> str:
    """Entries, each with its sentence, as one paragraph."""
    out: list[str] = []
    last = fighter = ""
    for entry, text in said:
        who = str(entry.data.get("who", ""))
        if entry.kind.startswith("fight-"):
            before, fighter = fighter, fighter_of(entry, fighter)
            out.append(pronounced(text, fighter) if fighter and fighter == before else text)
            last = ""
            continue
        again = who and who == last and text.startswith(f"{who} ")
        out.append("He" + text[len(who) :] if again else text)
        last = who if who and text.startswith(f"{who} ") else ""
        fighter = ""
    return " ".join(out)


def fighter_of(entry: Entry, before: str) -> str:
    """Of two who fight, the one with a name of his own; of two with names, the one who was spoken of before."""
    both = [str(entry.data.get(field, "")) for field in ("name", "foe")]
    named = [each for each in both if each and not each.lower().startswith("the ")]
    return before if before in named or not named else named[0]


def pronounced(text: str, name: str) -> str:
    """A sentence of a fight in which somebody who has just been spoken of is not named again."""
    it = re.escape(name)
    text = re.sub(rf"^{it} ", "He ", text)
    text = re.sub(rf"\b(?:the|a) (\w+(?: \w+)?) of {it}\b", r"his \1", text)
    text = re.sub(rf"^(?:The|A) ([\w ]+?) of {it}\b", r"His \1", text)
    text = re.sub(rf"\b{it} (?={_VERBS}\b)", "he ", text)
    return re.sub(rf"(?<=\w ){it}\b", "him", text)


_VERBS: Final = "(?:was|had|felt|could|stood|struck|forgot|did|took|turned|let|fell|saw|shook|began)"


def once(text: str, told: set[str]) -> str:
    """The text with the numbers of what has been told of already left out; `told` is added to."""

    def name(match: re.Match[str]) -> str:
        if match[0] in told:
            return match[1]
        told.add(match[0])
        return match[0]

    return _NUMBERED.sub(name, text)
