"""Encounter plans as text: tactics separated by commas (5)."""

from __future__ import annotations

import re
from typing import Final

from palatine.core import Unreadable
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.tokens import OrderWords, meant, spell_code

SAYS: Final = 160


def planned(words: OrderWords) -> orders.Plan:
    words.skip("PLAN", "WITH")
    return read_plan(words) if words else ()


def read_plan(words: OrderWords) -> orders.Plan:
    """Return the tactics of a comma-separated list."""
    found: list[orders.Tactic] = []
    while words:
        found.append(read_tactic(words))
        if words and not words.skip(","):
            raise Unreadable(f"Put a comma between tactics: “{words.left[0]}” stands without one.")
    return tuple(found)


BARE: Final[dict[str, orders.Tactic]] = {
    "FI": orders.Fire(), "ME": orders.Strike(), "TA": orders.Talk(), "FU": orders.Fulfil(), "ST": orders.Steal(),
    "FL": orders.Flee(),
    "SC": orders.Scout(),
}  # fmt: skip


NAMES: Final = {
    **{code: code for code in BARE}, "FIRE": "FI", "MELEE": "ME", "TALK": "TA", "FULFIL": "FU", "STEAL": "ST",
    "FLEE": "FL", "SCOUT": "SC", "CAST": "CA-", "USE": "US-", "GIVE": "GI-", "SAY": "SA",
}  # fmt: skip
"""Tactics by code and by name."""


def read_tactic(words: OrderWords) -> orders.Tactic:
    word = words.take("a tactic")
    upper = word.upper()
    if upper in BARE:
        return BARE[upper]
    if upper.startswith("SA"):
        return read_say(word, words)
    head, _, tail = upper.partition("-")
    if head == "CA" and tail:
        return orders.Cast(spell_code(tail))
    if head in ("US", "GI"):
        number = tail or words.take("an item")
        if not re.fullmatch(r"\d{1,6}", number, re.ASCII):
            raise Unreadable(f"“{number}” is not the number of an item.")
        return orders.UseItem(int(number)) if head == "US" else orders.GiveItem(int(number))
    raise Unreadable(f"“{word}” is not a tactic.{meant(word, NAMES)}")


def read_say(word: str, words: OrderWords) -> orders.Say:
    quoted = word[2:].lstrip("-") or words.take("what is said")
    text = quoted.strip('"')
    if len(text) > SAYS:
        raise Unreadable(f"You can use at most {SAYS} characters.")
    return orders.Say(text)
