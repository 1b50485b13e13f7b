"""Powers of characters from their class and their nation's god."""

from __future__ import annotations

from collections.abc import Callable

from palatine.core import Chance
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common.march import god_of
from palatine.games.lord_and_master.rules.common.turn import R, Turn

PRIESTS = "PA"
"""Classes that are priests; rules for priests apply to archons too."""
REACH = 3
"""Range in squares of fire, lightning and runes (R28)."""
HEALED = 2
"""Units healed per level of the healer."""


def heals_at_once(t: Turn, who: int) -> int:
    """Return the number of units that a healer heals with one action (D-01, C-23)."""
    return HEALED * t.s.people[who].level


def has_power(t: Turn, who: int, power: str) -> bool:
    return power in pieces.CLASSES[t.s.people[who].of].powers


def need_power(t: Turn, who: int, power: str, clause: str) -> None:
    """Drop the order of a character whose class lacks a power."""
    t.need(has_power(t, who, power), clause, "drop.no-such-power", of=t.s.people[who].of)


def is_priest_of(t: Turn, who: int, god: str) -> bool:
    """Return whether a character is a priest or archon of a god (D-06)."""
    return has_power(t, who, "Pp") and god_of(t, t.s.people[who].owner) == god


def need_priest_of(t: Turn, who: int, god: str, clause: str) -> None:
    """Drop the order of a character who is not a priest or archon of a god."""
    t.need(has_power(t, who, "Pp"), "LM-D-06", "drop.no-such-power", of=t.s.people[who].of)
    t.need(is_priest_of(t, who, god), clause, "drop.other-god", god=god)


def preview_table(t: Turn, chance: Chance[R], works: Callable[[R], object], is_lost: Callable[[R], object]) -> None:
    """In a rehearsal, note the chances that magic works and that it kills its user."""
    t.preview_odds("chance", chance, works)
    if chance.distribution().count(is_lost):
        t.preview_odds("risk", chance, is_lost)
