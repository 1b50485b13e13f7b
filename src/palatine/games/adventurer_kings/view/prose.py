"""Entries as running prose.

A province's number appears only once, and a repeated subject is not named again (1.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from palatine.core import Entry, OrdersGame
from palatine.core.messages import capitalize
from palatine.games.adventurer_kings.state import State

_NUMBERED: Final = re.compile(r"([\w'-]+) \((\d{1,4})\)")
_LED: Final = ("recruited", "left")
"""Kinds of entry in which a character may take command personally."""


def own_key(entry: Entry) -> str:
    """Return the message of an entry with the same giver and receiver, "" for others."""
    is_own = entry.kind in _LED and entry.data["leader"] == entry.data["who"]
    return f"journal.{entry.kind}-own" if is_own else ""


def flowing(said: Iterable[tuple[Entry, str]]) -> str:
    """Return entries with their sentences as one paragraph.

    No sentence depends on a character's gender.
    """
    out: list[str] = []
    last = ""
    fights = False
    for entry, text in said:
        fought, fights = fights, entry.kind.startswith("fight-")
        told = unowned(entry, text) if fought and fights else text
        subject = subject_of(entry, told)
        if subject and subject == last and " has " not in told:
            out[-1] = f"{out[-1][:-1]}, and{told[len(subject) :]}"
            last = ""
        else:
            out.append(told)
            last = subject if _SIMPLE.fullmatch(told) and " has " not in told else ""
    return " ".join(out)


_SIMPLE: Final = re.compile(r"[^,;:.“]+\.")
"""Sentence that the next one about the same person can be joined to."""


def subject_of(entry: Entry, text: str) -> str:
    """Return the name that begins a sentence, as written; "" for none or for two names."""
    names = [str(entry.data.get(field, "")) for field in ("who", "name", "foe")]
    found = [name for name in names if name and text.lower().startswith(f"{name.lower()} ")]
    subject = text[: max(map(len, found), default=0)]
    return "" if text.startswith(f"{subject} and ") else subject


def sentence(game: OrdersGame[State], entry: Entry) -> str:
    """Return an entry as a sentence; a failed order includes the reason."""
    say = game.words.say
    if entry.kind == "failed":
        data = entry.data
        told = {"season": say(f"phase.{data['phase']}"), "order": say(f"primer.order-{data['code']}")}
        return say("journal.failed", **{**data, **told, "why": say(data["reason"], **data["why"])})
    return capitalize(say(own_key(entry) or f"journal.{entry.kind}", **entry.data))


def unowned(entry: Entry, text: str) -> str:
    """Return a sentence within a fight without the name of the one who strikes."""
    for name in (str(entry.data.get(field, "")) for field in ("name", "foe")):
        if name:
            text = re.sub(rf"\b((?:the|a) (?:{_BLOWS})) of {re.escape(name)}\b", r"\1", text, flags=re.IGNORECASE)
    return text


_BLOWS: Final = "blow|clumsy stroke|blade|guard|flight|invisible hand|ward|holy words"


def once(text: str, told: set[str]) -> str:
    """Return the text without the numbers of names in `told`, and add new names to it."""

    def name(match: re.Match[str]) -> str:
        if match[0] in told:
            return match[1]
        told.add(match[0])
        return match[0]

    return _NUMBERED.sub(name, text)
