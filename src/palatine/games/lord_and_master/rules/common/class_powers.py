"""What a character's class, and the god of his nation, enable him to do."""

from __future__ import annotations

from collections.abc import Callable

from palatine.core import Chance
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common.march import god_of
from palatine.games.lord_and_master.rules.common.turn import R, Turn

PRIESTS = "PA"
"""The classes that are priests: what is said of priests holds for archons too."""
REACH = 3
"""How far fire, lightning and runes carry (R28)."""
HEALED = 2
"""Units that a healer makes whole, for each of his levels."""


def heals_at_once(t: Turn, who: int) -> int:
    """How many units a healer makes whole with one action (D-01, C-23)."""
    return HEALED * t.s.people[who].level


def has_power(t: Turn, who: int, power: str) -> bool:
    return power in pieces.CLASSES[t.s.people[who].of].powers


def need_power(t: Turn, who: int, power: str, clause: str) -> None:
    """Drop the order of a character whose class has no such power."""
    t.need(has_power(t, who, power), clause, "drop.no-such-power", of=t.s.people[who].of)


def is_priest_of(t: Turn, who: int, god: str) -> bool:
    """Whether he is a priest or archon of that god (D-06)."""
    return has_power(t, who, "Pp") and god_of(t, t.s.people[who].owner) == god


def need_priest_of(t: Turn, who: int, god: str, clause: str) -> None:
    """Drop the order of whoever is no priest or archon of that god."""
    t.need(has_power(t, who, "Pp"), "LM-D-06", "drop.no-such-power", of=t.s.people[who].of)
    t.need(is_priest_of(t, who, god), clause, "drop.other-god", god=god)


def preview_table(t: Turn, chance: Chance[R], works: Callable[[R], object], is_lost: Callable[[R], object]) -> None:
    """In a rehearsal, note how likely magic is to work, and to be the end of whoever works it."""
    t.preview_odds("chance", chance, works)
    if chance.distribution().count(is_lost):
        t.preview_odds("risk", chance, is_lost)
