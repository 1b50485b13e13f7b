"""Encounter plans as text: tactics parted by commas (5)."""

from __future__ import annotations

import re
from typing import Final

from palatine.core import Unreadable
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.orders.tokens import Words, meant, spell_code

SAYS: Final = 160


def planned(words: Words) -> o.Plan:
    words.skip("PLAN", "WITH")
    return read_plan(words) if words else ()


def read_plan(words: Words) -> o.Plan:
    """Tactics parted by commas."""
    found: list[o.Tactic] = []
    while words:
        found.append(read_tactic(words))
        if words and not words.skip(","):
            raise Unreadable(f"Put a comma between tactics: “{words.left[0]}” stands without one.")
    return tuple(found)


BARE: Final[dict[str, o.Tactic]] = {
    "FI": o.Fire(), "ME": o.Strike(), "TA": o.Talk(), "FU": o.Fulfil(), "ST": o.Steal(), "FL": o.Flee(),
    "SC": o.Scout(),
}  # fmt: skip


NAMES: Final = {
    **{code: code for code in BARE}, "FIRE": "FI", "MELEE": "ME", "TALK": "TA", "FULFIL": "FU", "STEAL": "ST",
    "FLEE": "FL", "SCOUT": "SC", "CAST": "CA-", "USE": "US-", "GIVE": "GI-", "SAY": "SA",
}  # fmt: skip
"""Tactics by code and by name."""


def read_tactic(words: Words) -> o.Tactic:
    word = words.take("a tactic")
    upper = word.upper()
    if upper in BARE:
        return BARE[upper]
    if upper.startswith("SA"):
        return read_say(word, words)
    head, _, tail = upper.partition("-")
    if head == "CA" and tail:
        return o.Cast(spell_code(tail))
    if head in ("US", "GI"):
        number = tail or words.take("an item")
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise Unreadable(f"“{number}” is no number of an item.")
        return o.UseItem(int(number)) if head == "US" else o.GiveItem(int(number))
    raise Unreadable(f"“{word}” is no tactic.{meant(word, NAMES)}")


def read_say(word: str, words: Words) -> o.Say:
    quoted = word[2:].lstrip("-") or words.take("what is said")
    text = quoted.strip('"')
    if len(text) > SAYS:
        raise Unreadable(f"At most {SAYS} characters can be said.")
    return o.Say(text)
