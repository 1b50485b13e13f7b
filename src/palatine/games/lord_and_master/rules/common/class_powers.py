"""What a character's class, and the god of his nation, enable him to do."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common.march import god_of
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn

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


def preview_table(t: Turn, least: int, parts: Sequence[TallyPart], risk: int = 0) -> None:
    """In a rehearsal: the faces of a d20 that bring a total of `least`, and those that bring no more than `risk`."""
    plus = sum(amount for amount, _, _ in parts) - (2 if t.is_cursed(t.actor) else 0)
    t.preview("chance", chance=max(0, min(20, 21 - least + plus)), sides=20)
    if risk - plus > 0:
        t.preview("risk", chance=min(20, risk - plus), sides=20)
